//! The definitions of a [`TypeEnv`], looked up many times.

use crate::error::Result;
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::bytes_eq;
use std::cmp::Ordering;

/// Finds definitions by name. On wasm32 a comparison of names takes 26 instructions for each equal byte and a call, and a
/// `BTreeMap` makes many; here the first eight bytes of all names are numbers, in order.
pub(super) struct Definitions<'e> {
    env: &'e TypeEnv,
    /// All names with their first bytes, sorted; empty until there were some lookups.
    sorted: Vec<(u64, &'e str, &'e Type)>,
    n_lookups: usize,
}

/// A lookup takes as long as so many steps of listing the names.
const LOOKUP: usize = 64;

impl<'e> Definitions<'e> {
    pub(super) fn new(env: &'e TypeEnv) -> Self {
        Definitions {
            env,
            sorted: Vec::new(),
            n_lookups: 0,
        }
    }

    /// Returns the definition of `name`.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(super) fn find(&mut self, name: &str) -> Result<&'e Type> {
        if self.sorted.is_empty() {
            self.n_lookups += 1;
            if self.n_lookups.saturating_mul(LOOKUP) < self.env.0.len() {
                return self.env.find_type(name);
            }
            let names = self.env.0.iter();
            self.sorted = names
                .map(|(name, ty)| (first_bytes(name), name.as_str(), ty))
                .collect();
        }
        let first = first_bytes(name);
        let found =
            self.sorted
                .binary_search_by(|(other_first, other, _)| match other_first.cmp(&first) {
                    Ordering::Equal if bytes_eq::equal(other.as_bytes(), name.as_bytes()) => {
                        Ordering::Equal
                    }
                    Ordering::Equal => (*other).cmp(name),
                    unequal => unequal,
                });
        match found.ok().and_then(|position| self.sorted.get(position)) {
            Some((_, _, ty)) => Ok(ty),
            // Says so.
            None => self.env.find_type(name),
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
        for _ in 0..2 {
            for name in &names {
                let found = definitions.find(name).unwrap();
                assert!(std::ptr::eq(found, env.find_type(name).unwrap()));
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
