//! Values of a fixed size: what many of them take is known beforehand, so one check of the room serves all.

use super::buffer::Buffer;
use super::value::ValueSerializer;
use crate::error::Result;
use crate::types::CandidType;

/// Writes elements of the size [`CandidType::__SIZE`] into `out`, which is as long as all of them together.
#[inline]
pub(crate) fn write_fixed<T: CandidType>(elements: &[T], out: &mut [u8]) -> Result<()> {
    for (element, slot) in elements.iter().zip(out.chunks_exact_mut(T::__SIZE)) {
        element.idl_serialize(&mut ValueSerializer::of_fixed(Slot { rest: slot }))?;
    }
    Ok(())
}

/// Neighbouring fields of fixed sizes, on their way to the buffer. The compiler knows all of their places, so nothing
/// is checked, and mostly nothing waits in memory either.
#[doc(hidden)]
#[derive(Debug)]
pub struct FieldBatch<'a> {
    // Not the array itself: beside it, the compiler would lose track of the number.
    bytes: &'a mut [u8; FieldBatch::SIZE],
    n_written: usize,
}

impl<'a> FieldBatch<'a> {
    /// How many bytes wait at most.
    pub const SIZE: usize = 64;

    /// Returns an empty one.
    #[inline(always)]
    pub fn new(bytes: &'a mut [u8; FieldBatch::SIZE]) -> Self {
        Self {
            bytes,
            n_written: 0,
        }
    }

    /// Writes the field here, or into `out` behind what waits here.
    #[inline(always)]
    pub(super) fn write<T: ?Sized + CandidType, B: Buffer>(
        &mut self,
        field: &T,
        out: &mut ValueSerializer<B>,
    ) -> Result<()> {
        // A large record is a run by itself.
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

    /// Writes what waits here.
    #[inline(always)]
    pub(super) fn end<B: Buffer>(&mut self, out: &mut ValueSerializer<B>) {
        let waiting = self.bytes.get(..self.n_written).unwrap_or_default();
        if !waiting.is_empty() {
            out.buffer().append(waiting);
        }
        self.n_written = 0;
    }
}

/// The bytes of one element: a buffer that is as long as it will ever be. What does not fit is left out, and there is no
/// such thing.
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
