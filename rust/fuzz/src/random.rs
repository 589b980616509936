//! A generator for inputs that are the same on every run, for the tests that run the targets.

/// The state; not 0.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns the next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number less than `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }

    /// Returns any byte.
    pub(crate) fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[3]
    }
}
