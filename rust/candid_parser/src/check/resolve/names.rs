//! A collision-resistant index of names.

use std::collections::BTreeMap;

/// The index: numbers names in the order in which they are added.
///
/// Names are untrusted input, which could fill a hash table with collisions. So a name has only a few slots where it
/// may be in the table; if other names have taken them, it is in a sorted map.
pub(in crate::check) struct Names<'a> {
    names: Vec<&'a str>,
    /// Indices of names, each in one of the [`N_SLOTS`] slots given by the hash of the name.
    table: Vec<usize>,
    /// The names that are not in the table.
    rest: BTreeMap<&'a str, usize>,
}

/// The number of slots in which a name may be.
const N_SLOTS: usize = 4;

/// The value of an empty slot.
const FREE: usize = usize::MAX;

impl<'a> Names<'a> {
    /// Returns an index for the given number of names.
    pub(in crate::check) fn with_capacity(n_names: usize) -> Self {
        Names {
            names: Vec::with_capacity(n_names),
            table: vec![FREE; (n_names * 2).next_power_of_two() + N_SLOTS],
            rest: BTreeMap::new(),
        }
    }

    /// Adds a name; returns its index if it is there already.
    pub(in crate::check) fn insert(&mut self, name: &'a str) -> Option<usize> {
        if let Some(known) = self.get(name) {
            return Some(known);
        }
        let idx = self.names.len();
        let first = self.first_slot(name);
        let mut slots = self.table.iter_mut().skip(first).take(N_SLOTS);
        match slots.find(|slot| **slot == FREE) {
            Some(slot) => *slot = idx,
            None => drop(self.rest.insert(name, idx)),
        }
        self.names.push(name);
        None
    }

    /// Returns the index of a name.
    pub(in crate::check) fn get(&self, name: &str) -> Option<usize> {
        let first = self.first_slot(name);
        for idx in self.table.get(first..first + N_SLOTS)? {
            // An empty slot ends the search: no name is in a slot after an empty one.
            if is_same(self.names.get(*idx)?, name) {
                return Some(*idx);
            }
        }
        self.rest.get(name).copied()
    }

    fn first_slot(&self, name: &str) -> usize {
        hash(name) & (self.table.len() - N_SLOTS - 1)
    }
}

/// Returns a hash of the length and the bytes at both ends; names that differ only in the middle collide.
fn hash(name: &str) -> usize {
    let bytes = name.as_bytes();
    let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_be_bytes(*last)),
        _ => (short(bytes), 0),
    };
    let mixed = |hash: u64| hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = mixed(first ^ bytes.len() as u64).rotate_left(29) ^ last;
    (mixed(hash) >> 35) as u32 as usize
}

/// Returns up to eight bytes as one number, different for different bytes of the same length.
fn short(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The two halves overlap if there are fewer than eight bytes.
        return u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last));
    }
    bytes
        .iter()
        .fold(0, |short, byte| short << 8 | u64::from(*byte))
}

/// Equals `==`, which on Wasm compares byte by byte.
pub(in crate::check) fn is_same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let (Some(end_of_a), Some(end_of_b)) = (a.last_chunk::<8>(), b.last_chunk::<8>()) else {
        return short(a) == short(b);
    };
    while let (Some((start_of_a, after_a)), Some((start_of_b, after_b))) =
        (a.split_first_chunk::<8>(), b.split_first_chunk::<8>())
    {
        if u64::from_le_bytes(*start_of_a) != u64::from_le_bytes(*start_of_b) {
            return false;
        }
        (a, b) = (after_a, after_b);
    }
    u64::from_le_bytes(*end_of_a) == u64::from_le_bytes(*end_of_b)
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn numbers() {
        let list = ["b", "a", "longer than eight", "b", "", "longer t", "a\0"];
        let mut names = Names::with_capacity(list.len());
        let again = list.iter().filter_map(|name| names.insert(name));
        assert_eq!(again.collect::<Vec<_>>(), [0]);
        for (name, idx) in [
            ("a", Some(1)),
            ("a\0", Some(5)),
            ("a\0\0", None),
            ("b", Some(0)),
            ("", Some(3)),
            ("longer t", Some(4)),
            ("longer than eight", Some(2)),
            ("longer than nine!", None),
            ("longer than ten", None),
            ("c", None),
            ("A", None),
        ] {
            assert_eq!(names.get(name), idx, "{name}");
        }
    }

    /// Those that differ only in the middle are not in the table.
    #[test]
    fn many() {
        for middle in ["", " of these names"] {
            let name = |n: usize| format!("the name with number {n:04}{middle}");
            let list: Vec<String> = (0..1000).map(name).collect();
            let mut names = Names::with_capacity(list.len());
            assert!(list.iter().all(|name| names.insert(name).is_none()));
            for (idx, name) in list.iter().enumerate() {
                assert_eq!(names.insert(name), Some(idx));
                assert_eq!(names.get(&name[1..]), None);
            }
            assert_eq!(names.rest.len() > 990, !middle.is_empty());
        }
    }
}
