//! Capacity for decoded vectors.

use crate::de::state::State;
use std::mem::size_of;

/// The maximum capacity in bytes reserved for elements that have not been read: here, and by serde's visitor.
pub(crate) const RESERVED: usize = 1 << 20;

/// Returns whether elements are small enough for the vectors of a message to reserve capacity for all of them before
/// they are read: for each byte of the message that they take, at most four words, as `Nat`, `Int` and `String`.
const fn is_small<T>(min: u64) -> bool {
    size_of::<T>() as u64 <= min.saturating_mul(4 * size_of::<usize>() as u64)
}

/// Returns an empty vector with capacity for the `len` elements of a vector that has been entered, or for fewer.
#[inline]
pub(crate) fn for_elements<T>(state: &mut State<'_>, len: usize) -> Vec<T> {
    Vec::with_capacity(n_elements::<T>(state, len))
}

/// Returns the number of elements, out of `len`, to reserve capacity for. Each element takes at least a byte of the
/// message.
#[inline]
pub(crate) fn n_elements<T>(state: &mut State<'_>, len: usize) -> usize {
    n_elements_of::<T>(state, len, 1)
}

/// Returns the number of elements, out of `len`, to reserve capacity for. Each element takes at least `min` bytes of
/// the message.
#[inline]
pub(crate) fn n_elements_of<T>(state: &mut State<'_>, len: usize, min: u64) -> usize {
    let most = if is_small::<T>(min) {
        usize::MAX
    } else {
        RESERVED / size_of::<T>().max(1)
    };
    state.reserve(len).min(most)
}
