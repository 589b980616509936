//! An index of names. Names are untrusted, so it is a sorted list: a hash table could be filled with collisions.

use candid::idl_hash;

/// The index: maps names to their positions in the given order.
pub(in crate::check) struct Names<'a> {
    /// The names with their hashes and positions.
    sorted: Vec<(u32, &'a str, usize)>,
}

impl<'a> Names<'a> {
    /// Indexes names, numbered from 0 in the given order.
    pub(in crate::check) fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let entry = |(idx, name)| (idl_hash(name), name, idx);
        let mut sorted: Vec<(u32, &str, usize)> = names.enumerate().map(entry).collect();
        sorted.sort_unstable();
        Names { sorted }
    }

    /// Returns the index of a name; the first, if it occurs several times.
    pub(in crate::check) fn get(&self, name: &str) -> Option<usize> {
        let hash = idl_hash(name);
        let is_before = |(other, found, _): &(u32, &str, usize)| {
            *other < hash || *other == hash && *found < name
        };
        let (_, found, idx) = self.sorted.get(self.sorted.partition_point(is_before))?;
        (*found == name).then_some(*idx)
    }

    /// Returns the indices of repeated names, each with the first index of its name.
    pub(in crate::check) fn twice(&self) -> Vec<(usize, usize)> {
        let same = self.sorted.chunk_by(|(_, a, _), (_, b, _)| a == b);
        let again = same.flat_map(|same| same.iter().skip(1).map(|(_, _, idx)| (*idx, same[0].2)));
        let mut twice: Vec<(usize, usize)> = again.collect();
        twice.sort_unstable();
        twice
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn numbers() {
        let list = ["b", "a", "long", "b", "", "b", "a\0"];
        let names = Names::new(list.into_iter());
        for (name, idx) in [
            ("a", Some(1)),
            ("a\0", Some(6)),
            ("b", Some(0)),
            ("", Some(4)),
            ("longer", None),
            ("A", None),
        ] {
            assert_eq!(names.get(name), idx, "{name}");
        }
        assert_eq!(names.twice(), [(3, 0), (5, 0)]);
    }
}
