//! Random numbers that are the same in every run.

use crate::known::RunLength;

/// The environment variable that says how many cases the tests on random input make; a name instead of a number is
/// `night`. It is the number of [`Cases::of`] the test that makes most of them; others make more and fewer in the same
/// proportion.
pub const CASES: &str = "DIFFERENTIAL_CASES";

const USUAL_CASES: u64 = 20_000;
const NIGHTLY_CASES: u64 = 1_000_000;
/// Unoptimised, as many as optimised would take minutes.
const UNOPTIMISED_CASES: u64 = 2_000;

/// Returns whether code is optimised, which decides what is measured and how much is run: in release builds, and where
/// [`CASES`] asks for a number of cases.
pub fn is_optimised() -> bool {
    !cfg!(debug_assertions) || std::env::var_os(CASES).is_some()
}

/// How much random input there is.
#[derive(Clone, Copy, Debug)]
pub struct Cases {
    n: u64,
    /// How long a run that is.
    pub length: RunLength,
}

impl Cases {
    /// Returns what [`CASES`] asks for, or what is usual.
    ///
    /// # Panics
    ///
    /// If it is neither a number nor `night`.
    pub fn asked() -> Self {
        let n = match std::env::var(CASES) {
            Err(_) if !is_optimised() => UNOPTIMISED_CASES,
            Err(_) => USUAL_CASES,
            Ok(text) if text == "night" => NIGHTLY_CASES,
            Ok(text) => text.parse().expect("a number, or night"),
        };
        Cases::new(n)
    }

    fn new(n: u64) -> Self {
        let length = match n {
            USUAL_CASES => RunLength::Usual,
            NIGHTLY_CASES => RunLength::Long,
            _ => RunLength::Other,
        };
        Cases { n, length }
    }

    /// Returns how many there are of those of which `usual` are usual, at least one.
    pub fn of(self, usual: u64) -> u64 {
        (usual * self.n).div_ceil(USUAL_CASES)
    }
}

/// A generator: xorshift64*, seeded.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the generator of a seed.
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not look alike, and the state must not be 0.
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..4 {
            random.next();
        }
        random
    }

    /// Returns 64 random bits.
    #[allow(
        clippy::should_implement_trait,
        reason = "a generator without end is no iterator here"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number below `n`, 0 if that is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let bits = usize::try_from(self.next() >> 33).unwrap_or_default();
        bits.checked_rem(n).unwrap_or(0)
    }

    /// Returns true once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns one of the items.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Returns `n` random bytes.
    pub fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next().to_le_bytes()[3]).collect()
    }

    /// Returns a number whose magnitude is random too: edges and small numbers are frequent.
    pub fn number(&mut self) -> u64 {
        match self.below(4) {
            0 => self.next() % 3,
            1 => 1 << self.below(64),
            2 => (1 << self.below(64)) - 1,
            _ => self.next() >> self.below(64),
        }
    }

    /// Returns a copy of a message that something has happened to: bits flipped, bytes replaced,
    /// removed or inserted, the end lost, or a part of `other` in its place.
    pub fn mutate(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut out = bytes.to_vec();
        for _ in 0..=self.below(2) {
            let at = self.below(out.len());
            match self.below(7) {
                0 | 1 => {
                    if let Some(byte) = out.get_mut(at) {
                        *byte ^= 1 << self.below(8);
                    }
                }
                2 => {
                    if let Some(byte) = out.get_mut(at) {
                        *byte = *self.pick(&[0, 1, 2, 0x40, 0x7f, 0x80, 0xff, 0x6e, 0x6d, 0x6c]);
                    }
                }
                3 => out.truncate(at),
                4 => {
                    let byte = self.bytes(1)[0];
                    out.insert(at, byte);
                }
                5 => {
                    if !out.is_empty() {
                        out.remove(at);
                    }
                }
                _ => {
                    out.truncate(at);
                    out.extend_from_slice(&other[self.below(other.len())..]);
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_sequence() {
        let mut a = Random::new(7);
        let mut b = Random::new(7);
        assert_eq!(a.bytes(40), b.bytes(40));
        assert_ne!(Random::new(7).bytes(40), Random::new(8).bytes(40));
    }

    #[test]
    fn all_tests_make_as_many_times_more() {
        for (n, length, expected) in [
            (USUAL_CASES, RunLength::Usual, [20_000, 40, 2]),
            (NIGHTLY_CASES, RunLength::Long, [1_000_000, 2_000, 100]),
            (5, RunLength::Other, [5, 1, 1]),
        ] {
            let cases = Cases::new(n);
            assert_eq!(cases.length, length);
            assert_eq!([20_000, 40, 2].map(|usual| cases.of(usual)), expected);
        }
    }

    #[test]
    fn every_remainder_occurs() {
        let mut random = Random::new(1);
        let mut seen = [false; 10];
        for _ in 0..200 {
            seen[random.below(10)] = true;
        }
        assert_eq!(seen, [true; 10]);
        assert_eq!(random.below(0), 0);
    }
}
