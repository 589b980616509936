//! Encoding of fixed-size values: their total size is known beforehand, so one capacity check serves many.

use super::buffer::Buffer;
use super::value::ValueSerializer;
use crate::error::Result;
use crate::types::CandidType;

/// Writes elements of the size [`CandidType::__SIZE`] into `out`, whose length is their total size.
#[inline]
pub(crate) fn write_fixed<T: CandidType>(elements: &[T], out: &mut [u8]) -> Result<()> {
    for (element, slot) in elements.iter().zip(out.chunks_exact_mut(T::__SIZE)) {
        element.idl_serialize(&mut ValueSerializer::of_fixed(Slot { rest: slot }))?;
    }
    Ok(())
}

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

    /// Writes the field into the batch, or into `out` after the batch.
    #[inline(always)]
    pub(super) fn write<T: ?Sized + CandidType, B: Buffer>(
        &mut self,
        field: &T,
        out: &mut ValueSerializer<B>,
    ) -> Result<()> {
        // A large record is a batch by itself.
        if const { T::__SIZE == 0 || T::__SIZE > Self::SIZE / 4 } {
            self.end(out);
            out.check_stack_of::<T>()?;
            return field.idl_serialize(out);
        }
        if T::__SIZE > Self::SIZE.saturating_sub(self.n_written) {
            self.end(out);
        }
        let rest = self.bytes.get_mut(self.n_written..).unwrap_or_default();
        field.idl_serialize(&mut ValueSerializer::of_fixed(Slot { rest }))?;
        self.n_written = self.n_written.wrapping_add(T::__SIZE);
        Ok(())
    }

    /// Writes the batch to `out`.
    #[inline(always)]
    pub(super) fn end<B: Buffer>(&mut self, out: &mut ValueSerializer<B>) {
        let waiting = self.bytes.get(..self.n_written).unwrap_or_default();
        if !waiting.is_empty() {
            out.buffer().append(waiting);
        }
        self.n_written = 0;
    }
}

/// The bytes of one element: a buffer of fixed capacity. Excess bytes would be dropped, but never occur.
#[derive(Default)]
struct Slot<'a> {
    rest: &'a mut [u8],
}

impl Buffer for Slot<'_> {
    fn written(&self) -> usize {
        0
    }

    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        let rest = std::mem::take(&mut self.rest);
        if let Some((slot, rest)) = rest.split_at_mut_checked(bytes.len()) {
            slot.copy_from_slice(bytes);
            self.rest = rest;
        }
    }

    fn truncate(&mut self, _len: usize) {}
}
