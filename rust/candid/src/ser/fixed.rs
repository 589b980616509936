//! Records of a fixed size: what many of them take is known beforehand, so one check of the room serves all.

use super::buffer::Buffer;
use super::value::ValueSerializer;
use crate::error::Result;
use crate::types::CandidType;

/// Writes elements of the size [`CandidType::__SIZE`] into `room`, which is as long as all of them together.
#[inline]
pub(crate) fn write_fixed<T: CandidType>(elements: &[T], room: &mut [u8]) -> Result<()> {
    for (element, slot) in elements.iter().zip(room.chunks_exact_mut(T::__SIZE)) {
        element.idl_serialize(&mut ValueSerializer::over(Slot { rest: slot }))?;
    }
    Ok(())
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
