//! A collision-resistant index of names.

use std::cmp::Ordering;

/// The index: maps names to their positions in the given order.
///
/// Names are untrusted input, which could fill a hash table with collisions. So a name has only a few slots where it
/// may be in the table; if other names have taken them, it is found by binary search among the sorted names.
pub(in crate::check) struct Names<'a> {
    names: Vec<&'a str>,
    /// Sorted by name; entries with equal names are sorted by index.
    sorted: Vec<Entry>,
    /// Indices of names, each in one of the [`N_SLOTS`] slots given by the hash of the name.
    table: Vec<u32>,
}

/// The index of a name, and its first bytes as a number, which usually suffice to compare it: sorted entries stay
/// small.
#[derive(Clone, Copy)]
struct Entry {
    start: u64,
    idx: u32,
}

/// The number of slots in which a name may be.
const N_SLOTS: usize = 4;

/// The value of an empty slot.
const FREE: u32 = u32::MAX;

impl<'a> Names<'a> {
    /// Indexes names, numbered from 0 in the given order.
    pub(in crate::check) fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.collect();
        let entry = |(idx, name): (u32, &&str)| Entry {
            start: eight_from(name, 0),
            idx,
        };
        let mut sorted: Vec<Entry> = (0..FREE).zip(&names).map(entry).collect();
        // Definitions are often sorted already, in runs; this sort exploits that, and is stable.
        sorted.sort_by_key(|entry| entry.start);
        let name = |entry: &Entry| names.get(entry.idx as usize).copied().unwrap_or_default();
        for same in sorted.chunk_by_mut(|a, b| a.start == b.start) {
            if same.len() > 1 {
                same.sort_by(|a, b| compare_from(8, name(a), name(b)));
            }
        }
        let n_slots = (names.len() * 2).next_power_of_two();
        let mut table = vec![FREE; n_slots + N_SLOTS];
        for (idx, name) in (0..FREE).zip(&names) {
            let first = hash(name) & (n_slots - 1);
            let mut slots = table.iter_mut().skip(first).take(N_SLOTS);
            if let Some(slot) = slots.find(|slot| **slot == FREE) {
                *slot = idx;
            }
        }
        Names {
            names,
            sorted,
            table,
        }
    }

    /// Returns the index of a name; the first, if it occurs several times.
    pub(in crate::check) fn get(&self, name: &str) -> Option<usize> {
        let first = hash(name) & (self.table.len() - N_SLOTS - 1);
        for slot in self.table.get(first..first + N_SLOTS)? {
            // An empty slot ends the search: no name is in a slot after an empty one.
            let idx = *slot as usize;
            if is_same(self.names.get(idx)?, name) {
                return Some(idx);
            }
        }
        self.search(name)
    }

    #[cold]
    fn search(&self, name: &str) -> Option<usize> {
        let start = eight_from(name, 0);
        let is_before = |entry: &Entry| {
            let order = entry.start.cmp(&start);
            order
                .then_with(|| compare_from(8, self.name(entry), name))
                .is_lt()
        };
        let at = self.sorted.partition_point(is_before);
        let found = self.sorted.get(at)?;
        is_same(self.name(found), name).then_some(found.idx as usize)
    }

    fn name(&self, entry: &Entry) -> &'a str {
        self.names
            .get(entry.idx as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the indices of repeated names, each with the first index of its name.
    pub(in crate::check) fn twice(&self) -> Vec<(usize, usize)> {
        let mut twice = Vec::new();
        let mut first: Option<&Entry> = None;
        for entry in &self.sorted {
            match first {
                Some(first)
                    if first.start == entry.start
                        && is_same(self.name(first), self.name(entry)) =>
                {
                    twice.push((entry.idx as usize, first.idx as usize))
                }
                _ => first = Some(entry),
            }
        }
        twice.sort_unstable();
        twice
    }
}

/// Returns a hash of the length and the bytes at both ends; names that differ only in the middle collide.
fn hash(name: &str) -> usize {
    let bytes = name.as_bytes();
    let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (short(bytes), 0),
    };
    let hash = mix(first ^ bytes.len() as u64) ^ last;
    (mix(hash) >> 32) as u32 as usize
}

fn mix(hash: u64) -> u64 {
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
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

/// Equals `str::cmp`, which on Wasm compares byte by byte. The first `at` bytes are known to be equal, counting the
/// zeros after the end.
fn compare_from(mut at: usize, a: &str, b: &str) -> Ordering {
    loop {
        if at >= a.len() || at >= b.len() {
            return a.len().cmp(&b.len());
        }
        let (next_of_a, next_of_b) = (eight_from(a, at), eight_from(b, at));
        if next_of_a != next_of_b {
            return next_of_a.cmp(&next_of_b);
        }
        at += 8;
    }
}

/// Returns eight bytes, the first one highest; zeros after the end.
#[inline]
fn eight_from(name: &str, at: usize) -> u64 {
    let rest = name.as_bytes().get(at..).unwrap_or_default();
    match (rest.first_chunk(), name.as_bytes().last_chunk()) {
        (Some(chunk), _) => u64::from_be_bytes(*chunk),
        // The bytes before `rest` are in the last eight, too.
        (None, Some(last)) => match rest.len() {
            0 => 0,
            len => u64::from_be_bytes(*last) << (64 - 8 * len),
        },
        (None, None) => (0..8).fold(0, |eight, at| {
            eight << 8 | rest.get(at).map_or(0, |byte| u64::from(*byte))
        }),
    }
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
    use super::{compare_from, Names};

    #[test]
    fn numbers() {
        let list = [
            "b",
            "a",
            "longer than eight",
            "b",
            "",
            "longer than nine!",
            "b",
            "longer t",
            "a\0",
        ];
        let names = Names::new(list.into_iter());
        for (name, idx) in [
            ("a", Some(1)),
            ("a\0", Some(8)),
            ("a\0\0", None),
            ("b", Some(0)),
            ("", Some(4)),
            ("longer t", Some(7)),
            ("longer than eight", Some(2)),
            ("longer than nine!", Some(5)),
            ("longer than ten", None),
            ("longer than a", None),
            ("longer than z", None),
            ("c", None),
            ("A", None),
        ] {
            assert_eq!(names.get(name), idx, "{name}");
        }
        assert_eq!(names.twice(), [(3, 0), (6, 0)]);
    }

    #[test]
    fn order() {
        let text = "a\0bbbbbbbbb\0cccccccc\u{10ffff}\0\0";
        let mut list: Vec<String> = Vec::new();
        for (end, _) in text.char_indices() {
            list.extend(
                [0, 2, 9]
                    .iter()
                    .filter_map(|n| text.get(*n..end))
                    .map(str::to_string),
            );
            list.push(format!("{}z", &text[..end]));
        }
        for a in &list {
            for b in &list {
                assert_eq!(compare_from(0, a, b), a.cmp(b), "{a:?} {b:?}");
            }
        }
    }

    /// Whether they are in the table or not.
    #[test]
    fn many() {
        let list: Vec<String> = (0..1000)
            .map(|n| format!("a name with the number {n}"))
            .collect();
        let mut names = Names::new(list.iter().map(String::as_str));
        let mut check = |table: &[u32]| {
            names.table.copy_from_slice(table);
            for (idx, name) in list.iter().enumerate() {
                assert_eq!(names.get(name), Some(idx));
                assert_eq!(names.get(&name[1..]), None);
            }
        };
        let table = Names::new(list.iter().map(String::as_str)).table;
        check(&table);
        check(&vec![7; table.len()]);
    }
}
