//! An index of names. Names are untrusted, so it is a sorted list: a hash table could be filled with collisions.

/// The index: maps names to their positions in the given order.
pub(in crate::check) struct Names<'a> {
    /// The names with their positions; equal names are sorted by position. Before each name are its first bytes, which
    /// usually suffice to compare it.
    sorted: Vec<(u64, &'a str, usize)>,
}

impl<'a> Names<'a> {
    /// Indexes names, numbered from 0 in the given order.
    pub(in crate::check) fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let entry = |(name, idx)| (first_bytes(name), name, idx);
        let mut sorted: Vec<(u64, &str, usize)> = names.zip(0..).map(entry).collect();
        // Definitions are often sorted already, in runs; this sort exploits that.
        sorted.sort();
        Names { sorted }
    }

    /// Returns the index of a name; the first, if it occurs several times.
    pub(in crate::check) fn get(&self, name: &str) -> Option<usize> {
        let key = (first_bytes(name), name);
        let at = self
            .sorted
            .partition_point(|(first, other, _)| (*first, *other) < key);
        let (_, found, idx) = self.sorted.get(at)?;
        (*found == name).then_some(*idx)
    }

    /// Returns the indices in the order of the names.
    pub(in crate::check) fn sorted(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.sorted.iter().map(|(_, _, idx)| *idx)
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

/// Returns the first eight bytes, the first one highest, so that they are in the order of the names.
#[inline]
fn first_bytes(name: &str) -> u64 {
    let bytes = name.as_bytes();
    match bytes.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => (0..8).fold(0, |first, at| {
            first << 8 | bytes.get(at).map_or(0, |byte| u64::from(*byte))
        }),
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
        assert!(names.sorted().map(|idx| list[idx]).is_sorted());
    }
}
