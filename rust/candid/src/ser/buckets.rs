//! Entries of the type table by fingerprints: which of them equals a type.

use crate::error::Result;
use crate::schema::expected::ExpectedType;
use crate::schema::fingerprint::{
    deep_fingerprint_of, equal, fingerprint_of, DeepFingerprint, EqualKeys,
};
use crate::ser::table::{Entry, Search, TypeSerialize};
use crate::util::id_map::{IdHasher, IdMap};
use crate::util::mechanisms;
use std::hash::{Hash, Hasher};

/// Up to this many parts are included in the shallow fingerprint. Labels distinguish most types.
const SHALLOW_PARTS: usize = 3;

/// The number of types that may share a shallow fingerprint before second ones are computed.
const MAX_COLLISIONS: usize = 4;

/// Returns the second fingerprint, the same for equal types: it covers all parts and their deep fingerprints.
fn second_fingerprint(
    deep_fingerprints: &mut IdMap<usize, DeepFingerprint>,
    expected: &ExpectedType,
) -> Result<u64> {
    let mut hasher = IdHasher::default();
    hasher.write_u64(fingerprint_of(expected, usize::MAX)?);
    deep_fingerprint_of(deep_fingerprints, expected)?.hash(&mut hasher);
    Ok(hasher.finish())
}

impl TypeSerialize {
    /// Finds a type in the table by its fingerprints.
    #[inline(never)]
    pub(super) fn search(&mut self, expected: &ExpectedType) -> Result<Search> {
        let fingerprint = if mechanisms::FINGERPRINTS {
            fingerprint_of(expected, SHALLOW_PARTS)?
        } else {
            // All share one, so all are compared. Types without values fail nevertheless.
            fingerprint_of(expected, 0).map(|_| 1)?
        };
        match self.of_fingerprint(fingerprint) {
            Some(first) => self.search_bucket(fingerprint, first, expected),
            None => Ok(Search {
                fingerprint,
                is_new: true,
                second: None,
                is_first: false,
                found: None,
                last: None,
            }),
        }
    }

    /// Finds a type among the entries with its fingerprint, of which there is a first.
    #[inline(never)]
    fn search_bucket(
        &mut self,
        fingerprint: u64,
        first: u32,
        expected: &ExpectedType,
    ) -> Result<Search> {
        let first = Some(first);
        // In a chain such as `opt opt …`, and among records with the same labels, many types share a shallow
        // fingerprint. The second fingerprint rules out most comparisons.
        let has_few =
            !mechanisms::FINGERPRINTS || bucket_from(&self.entries, first).count() < MAX_COLLISIONS;
        let second = if has_few {
            None
        } else {
            Some(second_fingerprint(&mut self.deep_fingerprints, expected)?)
        };
        let (mut found, mut last) = self.find_in_bucket(first, second, expected)?;
        let mut is_first = false;
        if let (Some(fingerprint), None) = (second, found) {
            let further = self.by_second_fingerprint.get(&fingerprint).copied();
            is_first = further.is_none();
            (found, last) = self.find_in_bucket(further, None, expected)?;
        }
        Ok(Search {
            fingerprint,
            is_new: false,
            second,
            is_first,
            found,
            last,
        })
    }

    /// Appends entry `index` to the bucket in which it was not found.
    pub(super) fn link(&mut self, search: &Search, index: u32) {
        if let (Some(fingerprint), true) = (search.second, search.is_first) {
            self.by_second_fingerprint.insert_new(fingerprint, index);
        }
        let last = search.last;
        if let Some(last) = last.and_then(|last| self.entries.get_mut(last as usize)) {
            last.next_in_bucket = Some(index);
        }
    }

    /// Adds the keys of types that equal others which have entries.
    fn add_keys(&mut self, keys: &EqualKeys) {
        for ((known, new), ()) in (0..).map_while(|i| keys.nth(i)) {
            if let (Some(index), None) = (self.of_key(*known), self.of_key(*new)) {
                self.by_key.insert_new(*new, index);
            }
        }
    }

    /// Returns the entry of a type among those with the same fingerprint, from `first` on, and the last of these.
    /// Entries with a second fingerprint other than `second` are not compared. The type and its parts are found by their keys from then on.
    fn find_in_bucket(
        &mut self,
        first: Option<u32>,
        second: Option<u64>,
        expected: &ExpectedType,
    ) -> Result<(Option<u32>, Option<u32>)> {
        let (mut next, mut last) = (first, None);
        while let Some(index) = next {
            let Some(entry) = self.entries.get_mut(index as usize) else {
                break;
            };
            (last, next) = (next, entry.next_in_bucket);
            if second.is_some() {
                if entry.second_fingerprint.is_none() {
                    entry.second_fingerprint = Some(second_fingerprint(
                        &mut self.deep_fingerprints,
                        &entry.expected,
                    )?);
                }
                if entry.second_fingerprint != second {
                    continue;
                }
            }
            let entry = &entry.expected.clone();
            if let Some(keys) = equal(entry, expected, |key| self.of_key(key))? {
                self.by_key.insert_new(expected.key(), index);
                if !expected.is_static() {
                    self.add_keys(&keys);
                }
                return Ok((Some(index), last));
            }
        }
        Ok((None, last))
    }
}

/// Returns the entries with the same fingerprint, from `first` on.
fn bucket_from(entries: &[Entry], first: Option<u32>) -> impl Iterator<Item = u32> + '_ {
    std::iter::successors(first, |index| entries.get(*index as usize)?.next_in_bucket)
}

#[cfg(test)]
mod tests {
    use crate::schema::expected::ExpectedType;
    use crate::ser::TypeSerialize;
    use crate::types::ty::label::Label;
    use crate::types::ty::{Field, Type, TypeInner};
    use crate::TypeEnv;

    fn record(ids: std::ops::Range<u32>, ty: &Type) -> Type {
        let field = |id| Field {
            id: Label::Id(id).into(),
            ty: ty.clone(),
        };
        TypeInner::Record(ids.map(field).collect()).into()
    }

    /// Also of another graph: a type that is part of many is compared with its entry once.
    #[test]
    fn a_type_that_was_found_equal_is_known() {
        let mut env = TypeEnv::new();
        let var: Type = TypeInner::Var("T".into()).into();
        env.0
            .insert("T".into(), record(0..50, &TypeInner::Nat.into()));
        let mut table = TypeSerialize::new();
        table.push_type_in(&env, &record(0..1, &var)).unwrap();
        table.push_type_in(&env, &record(0..9, &var)).unwrap();
        let graph = table.graphs[1].clone();
        let large: Vec<u32> = (0..3)
            .filter(|node| graph.node(*node).child(49).is_some())
            .collect();
        assert_eq!(large.len(), 1);
        let key = ExpectedType::Node(graph, large[0]).key();
        assert_eq!(table.of_key(key), Some(1));
        assert_eq!(table.entries.len(), 3);
    }
}
