//! Insertion-ordered hash map for trusted keys; not DoS-resistant.
//!
//! Keys are chosen by the program: indices, addresses, names of Rust types. Hashing a number takes one multiplication.
//! Std's default hasher resists collisions chosen by an attacker, at a higher cost. Untrusted input chooses neither
//! indices nor addresses. The author of a `.did` file chooses the labels of types that values are encoded as, and could
//! make many of them share a fingerprint: finding a type among these takes a comparison with each of them.
//!
//! Std's maps also add two kilobytes of Wasm for each key and value type; here only the comparison of keys is generic.

use std::hash::{Hash, Hasher};

/// A map that keeps its entries in insertion order.
#[derive(Debug)]
pub(crate) struct IdMap<K, V> {
    entries: Vec<(K, V)>,
    index: Index,
}

impl<K, V> Default for IdMap<K, V> {
    fn default() -> Self {
        IdMap {
            entries: Vec::new(),
            index: Index::default(),
        }
    }
}

impl<K: Hash + Eq, V> IdMap<K, V> {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let position = self.position(key)?;
        self.entries.get(position).map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let position = self.position(key)?;
        self.entries.get_mut(position).map(|(_, value)| value)
    }

    pub(crate) fn contains_key(&self, key: &K) -> bool {
        self.position(key).is_some()
    }

    /// Sets the value of a key, and returns the previous one.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.get_mut(&key) {
            Some(old) => Some(std::mem::replace(old, value)),
            None => {
                self.insert_new(key, value);
                None
            }
        }
    }

    /// Returns the value of a key, inserting the result of `make` if there is none.
    pub(crate) fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let position = self.position_or_insert_with(key, make);
        &mut self.entries[position].1
    }

    /// Returns the position of the entry of a key, inserting the result of `make` if there is none.
    pub(crate) fn position_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> usize {
        self.position(&key).unwrap_or_else(|| {
            self.insert_new(key, make());
            self.entries.len() - 1
        })
    }

    /// Returns the entry at a position below [`IdMap::len`].
    pub(crate) fn nth(&self, position: usize) -> Option<&(K, V)> {
        self.entries.get(position)
    }

    /// Returns the value at a position.
    pub(crate) fn nth_mut(&mut self, position: usize) -> Option<&mut V> {
        self.entries.get_mut(position).map(|(_, value)| value)
    }

    /// Sets the value of a key that must not have one yet.
    #[inline(never)]
    pub(crate) fn insert_new(&mut self, key: K, value: V) {
        if self.entries.len() >= MAX_UNINDEXED || !self.index.buckets.is_empty() {
            if self.index.buckets.is_empty() {
                self.index_all();
            }
            self.index.push(hash_of(&key));
        }
        self.entries.push((key, value));
    }

    #[cold]
    #[inline(never)]
    fn index_all(&mut self) {
        for (key, _) in &self.entries {
            self.index.push(hash_of(key));
        }
    }

    /// Reserves capacity for the first entries.
    pub(crate) fn reserve(&mut self, n: usize) {
        if self.entries.is_empty() {
            self.entries.reserve(n);
            self.index.reserve(n);
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = IdMap::default();
    }

    /// Returns the position of a key.
    #[inline(never)]
    pub(crate) fn position(&self, key: &K) -> Option<usize> {
        if self.index.buckets.is_empty() {
            for (position, (other, _)) in self.entries.iter().enumerate() {
                if other == key {
                    return Some(position);
                }
            }
            return None;
        }
        let hash = hash_of(key);
        let mut at = hash as usize;
        while let Some(bucket) = self.index.used(at) {
            let position = bucket.position as usize;
            match self.entries.get(position) {
                Some((other, _)) if bucket.hash == hash && other == key => return Some(position),
                _ => at = at.wrapping_add(1),
            }
        }
        None
    }
}

impl<K, V> IntoIterator for IdMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// An index of positions in a list by hash: a table with open addressing, at most three quarters full.
#[derive(Debug, Default)]
struct Index {
    /// Empty, or a power of two of buckets.
    buckets: Vec<Bucket>,
    n_used: u32,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    hash: u32,
    /// The position, or [`FREE`] if the bucket is empty.
    position: u32,
}

const FREE: u32 = u32::MAX;
const MIN_BUCKETS: usize = 16;

/// Up to this many entries need no index: comparing keys takes less than hashing, and most maps stay that small.
const MAX_UNINDEXED: usize = 8;

impl Index {
    /// Returns the bucket at this number modulo their count. `None` if it is empty.
    #[inline]
    fn used(&self, at: usize) -> Option<Bucket> {
        let bucket = self.buckets.get(at & self.buckets.len().wrapping_sub(1))?;
        (bucket.position != FREE).then_some(*bucket)
    }

    /// Adds the next position.
    #[inline(never)]
    fn push(&mut self, hash: u32) {
        self.reserve(1);
        let position = self.n_used;
        self.n_used += 1;
        self.put(Bucket { hash, position });
    }

    fn put(&mut self, bucket: Bucket) {
        let mask = self.buckets.len().wrapping_sub(1);
        let mut at = bucket.hash as usize & mask;
        while let Some(found) = self.buckets.get_mut(at) {
            if found.position == FREE {
                *found = bucket;
                return;
            }
            at = (at + 1) & mask;
        }
    }

    fn reserve(&mut self, n_more: usize) {
        let n_needed = (self.n_used as usize).saturating_add(n_more);
        if n_needed > self.buckets.len() / 4 * 3 {
            self.grow(n_needed);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, n_needed: usize) {
        let mut n_buckets = self.buckets.len().max(MIN_BUCKETS);
        while n_buckets / 4 * 3 < n_needed {
            n_buckets *= 2;
        }
        let free = Bucket {
            hash: 0,
            position: FREE,
        };
        let before = std::mem::replace(&mut self.buckets, vec![free; n_buckets]);
        for bucket in before {
            if bucket.position != FREE {
                self.put(bucket);
            }
        }
    }
}

fn hash_of(key: &impl Hash) -> u32 {
    let mut hasher = IdHasher::default();
    key.hash(&mut hasher);
    // Buckets are selected by the low bits, but the better mixed bits of the product are the high ones.
    (hasher.0 >> 32) as u32
}

/// Mixes in each number with a multiplication by a large odd constant, 2^64 / golden ratio.
#[derive(Default)]
pub(crate) struct IdHasher(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        let words = bytes.chunks_exact(8);
        let rest = words.remainder();
        for word in words.filter_map(|word| word.first_chunk()) {
            self.write_u64(u64::from_le_bytes(*word));
        }
        for byte in rest {
            self.write_u64(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(FACTOR);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::IdMap;

    #[test]
    fn dense_and_aligned_keys_have_short_clusters() {
        let mut map = IdMap::default();
        for index in 0..100u32 {
            for address in (0..100usize).map(|n| 0x10_0000 + n * 64) {
                assert_eq!(map.get(&(index, address)), None);
                assert_eq!(map.insert((index, address), (index, address)), None);
            }
        }
        assert_eq!(map.len(), 10_000);
        for index in 0..100u32 {
            let key = (index, 0x10_0000);
            assert_eq!(map.get(&key), Some(&key));
            assert_eq!(map.insert(key, (0, 0)), Some(key));
            assert_eq!(map.get_mut(&key), Some(&mut (0, 0)));
        }
        assert_eq!(map.len(), 10_000);
        // The distances of keys from their first buckets: clusters must be short.
        let longest = map
            .index
            .buckets
            .split(|bucket| bucket.position == super::FREE)
            .map(<[_]>::len)
            .max();
        assert!(longest < Some(200), "{longest:?}");
    }

    #[test]
    fn entries_keep_their_order() {
        let mut map = IdMap::default();
        map.reserve(3);
        for name in ["c", "a", "b", "a"] {
            *map.get_or_insert_with(name, || 0) += 1;
        }
        assert!(map.contains_key(&"b") && !map.contains_key(&"d"));
        assert_eq!(
            map.into_iter().collect::<Vec<_>>(),
            [("c", 1), ("a", 2), ("b", 1)]
        );
        let mut map = IdMap::default();
        for n in 0..100 {
            map.insert(n, n);
        }
        map.clear();
        assert_eq!((map.len(), map.get(&1)), (0, None));
        map.insert(1, 2);
        assert_eq!((map.len(), map.get(&1)), (1, Some(&2)));
    }
}
