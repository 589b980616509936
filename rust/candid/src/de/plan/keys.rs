//! Maps whose keys are indices and addresses: hashing them takes one multiplication.
//!
//! Std's default hasher resists keys chosen to collide; on wasm32 it was a third of the cost of a
//! first visit. Here nobody chooses: indices are dense, addresses are the program's.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map from small numbers.
pub(crate) type KeyMap<K, V> = HashMap<K, V, BuildHasherDefault<KeyHasher>>;

/// Mixes each number in by a multiplication with a large odd constant, 2^64 / golden ratio.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        // The map takes its position from the low bits, the product's best bits are the high ones.
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
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
    use super::KeyMap;

    #[test]
    fn dense_and_aligned_keys_are_told_apart() {
        let mut map = KeyMap::default();
        for index in 0..100u32 {
            for address in (0..100usize).map(|n| 0x10_0000 + n * 64) {
                map.insert((index, address), (index, address));
            }
        }
        assert_eq!(map.len(), 10_000);
        assert!(map.iter().all(|(key, value)| key == value));
    }
}
