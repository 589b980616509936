//! The definitions of a [`TypeEnv`], looked up many times.

use crate::error::{internal, Error, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::bytes_eq;
use crate::util::id_map::IdHasher;
use std::hash::Hasher;

/// Finds definitions by name. On wasm32 a comparison of names takes 26 instructions for each equal byte and a call, and a
/// `BTreeMap` makes many; here most names are found by a hash, with one comparison.
pub(super) struct Definitions<'e> {
    env: &'e TypeEnv,
    /// All definitions, sorted by name; until there were some lookups, those that were found, in any order.
    known: Vec<Definition<'e>>,
    /// One more than the position of each definition, or 0: from [`Definitions::slot`] on, at the first place that is free, if
    /// one of [`MAX_PROBES`] is. A `.did` file may have many names of one hash.
    by_hash: Vec<u32>,
    n_lookups: usize,
    has_all: bool,
}

/// A definition and the node that it has become, if it was found before.
#[derive(Debug)]
pub(super) struct Definition<'e> {
    name: &'e str,
    pub(super) ty: &'e Type,
    pub(super) node: Option<u32>,
}

/// A lookup takes as long as so many steps of listing the names.
const LOOKUP: usize = 64;

/// The number of places where a definition is looked for by its hash.
const MAX_PROBES: usize = 8;

impl<'e> Definitions<'e> {
    pub(super) fn new(env: &'e TypeEnv) -> Self {
        Definitions {
            env,
            known: Vec::new(),
            by_hash: Vec::new(),
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
        let position = self.position(name);
        match position.and_then(|position| self.known.get_mut(position)) {
            Some(definition) => Ok(definition),
            None => Err(unbound(self.env, name)),
        }
    }

    /// Returns the position of the definition of `name`.
    fn position(&self, name: &str) -> Option<usize> {
        for n in self.places(name) {
            let position = (*n as usize).checked_sub(1)?;
            if self.known.get(position)?.is_of(name) {
                return Some(position);
            }
        }
        let by_name = |known: &Definition<'_>| known.name.cmp(name);
        self.known.binary_search_by(by_name).ok()
    }

    /// Returns the places where the definition of `name` is looked for.
    fn places(&self, name: &str) -> &[u32] {
        let slot = self.slot(name);
        self.by_hash
            .get(slot..slot + MAX_PROBES)
            .unwrap_or_default()
    }

    /// Returns the first of the places of a name.
    fn slot(&self, name: &str) -> usize {
        let mut hasher = IdHasher::default();
        let bytes = name.as_bytes();
        if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            hasher.write_u64(u64::from_le_bytes(*first));
            hasher.write_u64(u64::from_le_bytes(*last) ^ bytes.len() as u64);
        } else {
            hasher.write(bytes);
        }
        // As many slots as a power of two, and the places after the last.
        let mask = (self.by_hash.len() - MAX_PROBES - 1) as u64;
        usize::try_from(hasher.finish() & mask).unwrap_or(usize::MAX)
    }

    /// Finds one of the first few.
    fn find_one(&mut self, name: &str) -> Result<&mut Definition<'e>> {
        let position = match self.known.iter().position(|known| known.is_of(name)) {
            Some(position) => position,
            None => {
                let Some((name, ty)) = self.env.0.get_key_value(name) else {
                    return Err(unbound(self.env, name));
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
        self.by_hash = vec![0; 2 * self.known.len().next_power_of_two() + MAX_PROBES];
        for (n, definition) in (1..).zip(&self.known) {
            let slot = self.slot(definition.name);
            for place in slot..slot + MAX_PROBES {
                match self.by_hash.get_mut(place) {
                    Some(place) if *place == 0 => {
                        *place = n;
                        break;
                    }
                    _ => {}
                }
            }
        }
        for Definition { name, node, .. } in found {
            if let Ok(definition) = self.find(name) {
                definition.node = node;
            }
        }
    }
}

#[cold]
fn unbound(env: &TypeEnv, name: &str) -> Error {
    match env.find_type(name) {
        Ok(_) => internal(),
        Err(error) => error,
    }
}

impl<'e> Definition<'e> {
    fn new(name: &'e str, ty: &'e Type) -> Self {
        Definition {
            name,
            ty,
            node: None,
        }
    }

    fn is_of(&self, name: &str) -> bool {
        bytes_eq::equal(self.name.as_bytes(), name.as_bytes())
    }
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
        // One hash: the first and the last bytes are equal.
        names.extend((0..30).map(|i| format!("CommonStart{i:02}CommonEnd")));
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
