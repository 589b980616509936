//! Batches of fixed-size fields: their total size is known beforehand, so one capacity check serves many.

/// A batch of neighbouring fixed-size fields, collected before they go to the buffer. The compiler knows their offsets,
/// so nothing is checked, and most batches are never stored in memory either.
#[doc(hidden)]
#[derive(Debug)]
pub struct FieldBatch<'a> {
    // A reference, because next to the array itself the compiler would lose track of the number.
    bytes: &'a mut [u8; FieldBatch::SIZE],
    n_written: usize,
}

impl<'a> FieldBatch<'a> {
    /// The maximum number of collected bytes.
    pub const SIZE: usize = 64;

    /// Returns an empty batch.
    #[inline(always)]
    pub fn new(bytes: &'a mut [u8; FieldBatch::SIZE]) -> Self {
        Self {
            bytes,
            n_written: 0,
        }
    }

    /// Returns the free part of the batch.
    #[inline(always)]
    pub(crate) fn rest(&mut self) -> &mut [u8] {
        self.bytes.get_mut(self.n_written..).unwrap_or_default()
    }

    /// Returns whether a field of `size` bytes fits.
    #[inline(always)]
    pub(crate) fn fits(&self, size: usize) -> bool {
        size <= Self::SIZE.saturating_sub(self.n_written)
    }

    /// Adds the first `n` bytes of the free part.
    #[inline(always)]
    pub(crate) fn advance(&mut self, n: usize) {
        self.n_written = self.n_written.wrapping_add(n);
    }

    /// Returns the contents, and empties the batch.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> &[u8] {
        let n = std::mem::take(&mut self.n_written);
        self.bytes.get(..n).unwrap_or_default()
    }
}
