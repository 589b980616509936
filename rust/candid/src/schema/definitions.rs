//! The definitions of a [`TypeEnv`], looked up many times.

use crate::error::{internal, Error, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::bytes_eq;
use std::cmp::Ordering;

/// Finds definitions by name. On wasm32 a comparison of names takes 26 instructions for each equal byte and a call, and a
/// `BTreeMap` makes many; here the first eight bytes of all names are numbers, in order.
pub(super) struct Definitions<'e> {
    env: &'e TypeEnv,
    /// All definitions, sorted by name; until there were some lookups, those that were found, in any order.
    known: Vec<Definition<'e>>,
    n_lookups: usize,
    has_all: bool,
}

/// A definition and the node that it has become, if it was found before.
#[derive(Debug)]
pub(super) struct Definition<'e> {
    first_bytes: u64,
    name: &'e str,
    pub(super) ty: &'e Type,
    pub(super) node: Option<u32>,
}

/// A lookup takes as long as so many steps of listing the names.
const LOOKUP: usize = 64;

impl<'e> Definitions<'e> {
    pub(super) fn new(env: &'e TypeEnv) -> Self {
        Definitions {
            env,
            known: Vec::new(),
            n_lookups: 0,
            has_all: false,
        }
    }

    /// Returns the definition of `name`.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(super) fn find(&mut self, name: &str) -> Result<&mut Definition<'e>> {
        if !self.has_all {
            self.n_lookups += 1;
            if self.n_lookups.saturating_mul(LOOKUP) < self.env.0.len() {
                return self.find_one(name);
            }
            self.list();
        }
        let first_bytes = first_bytes(name);
        let found =
            self.known
                .binary_search_by(|other| match other.first_bytes.cmp(&first_bytes) {
                    Ordering::Equal if bytes_eq::equal(other.name.as_bytes(), name.as_bytes()) => {
                        Ordering::Equal
                    }
                    Ordering::Equal => other.name.cmp(name),
                    unequal => unequal,
                });
        match found {
            Ok(position) => self.known.get_mut(position).ok_or_else(internal),
            Err(_) => Err(self.unbound(name)),
        }
    }

    /// Finds one of the first few.
    fn find_one(&mut self, name: &str) -> Result<&mut Definition<'e>> {
        let is_same =
            |known: &Definition<'_>| bytes_eq::equal(known.name.as_bytes(), name.as_bytes());
        let position = match self.known.iter().position(is_same) {
            Some(position) => position,
            None => {
                let Some((name, ty)) = self.env.0.get_key_value(name) else {
                    return Err(self.unbound(name));
                };
                self.known.push(Definition::new(name, ty));
                self.known.len() - 1
            }
        };
        self.known.get_mut(position).ok_or_else(internal)
    }

    /// Lists all definitions.
    #[cold]
    fn list(&mut self) {
        let names = self.env.0.iter();
        let all = names.map(|(name, ty)| Definition::new(name, ty)).collect();
        let found = std::mem::replace(&mut self.known, all);
        self.has_all = true;
        for Definition { name, node, .. } in found {
            if let Ok(definition) = self.find(name) {
                definition.node = node;
            }
        }
    }

    #[cold]
    fn unbound(&self, name: &str) -> Error {
        match self.env.find_type(name) {
            Ok(_) => internal(),
            Err(error) => error,
        }
    }
}

impl<'e> Definition<'e> {
    fn new(name: &'e str, ty: &'e Type) -> Self {
        Definition {
            first_bytes: first_bytes(name),
            name,
            ty,
            node: None,
        }
    }
}

/// Returns the first eight bytes as a number, in whose order names are where it differs.
fn first_bytes(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let first = bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; 8];
        for (to, byte) in padded.iter_mut().zip(bytes) {
            *to = *byte;
        }
        padded
    });
    u64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::Definitions;
    use crate::types::env::TypeEnv;
    use crate::types::ty::TypeInner;

    #[test]
    fn names_are_found_as_in_the_map() {
        let mut names: Vec<String> = [
            "",
            "\0",
            "a",
            "a\0",
            "abcdefgh",
            "abcdefgh\0",
            "abcdefgi",
            "é",
            "ééééé",
        ]
        .map(String::from)
        .to_vec();
        names.extend((0..300).map(|i| format!("Name{i}")));
        names.extend((0..300).map(|i| format!("LongCommonName{i}")));
        let mut env = TypeEnv::new();
        for name in &names {
            let ty = TypeInner::Var(format!("of {name}")).into();
            env.0.insert(name.clone(), ty);
        }
        let mut definitions = Definitions::new(&env);
        for round in 0..2 {
            for (i, name) in (0..).zip(&names) {
                let found = definitions.find(name).unwrap();
                assert!(std::ptr::eq(found.ty, env.find_type(name).unwrap()));
                // What was found before all were listed is kept.
                assert_eq!(found.node.replace(i), (round > 0).then_some(i), "{name}");
                for missing in [format!("{name}_"), format!("_{name}")] {
                    let error = definitions.find(&missing).unwrap_err();
                    assert_eq!(
                        error.to_string(),
                        format!("unbound type identifier {missing}")
                    );
                }
            }
        }
        assert!(Definitions::new(&TypeEnv::new()).find("").is_err());
    }
}
