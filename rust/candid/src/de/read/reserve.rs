//! Capacity for decoded vectors.

use crate::de::state::State;
use std::mem::size_of;

/// The maximum capacity in bytes reserved for elements that have not been read: here, and by serde's visitor.
pub(crate) const RESERVED: usize = 1 << 20;

/// Returns whether elements are small enough for the vectors of a message to reserve capacity for all of them before
/// they are read: for each byte of the message that they take, at most four words, as `Nat`, `Int` and `String`.
pub(crate) const fn is_small<T>(min: u64) -> bool {
    size_of::<T>() as u64 <= min.saturating_mul(4 * size_of::<usize>() as u64)
}

/// Returns an empty vector with capacity for the `len` elements of a vector that has been entered, or for the first of them:
/// [`for_rest`] reserves that for the others.
#[inline]
pub(crate) fn for_elements<T>(state: &mut State<'_>, len: usize, min: u64) -> Vec<T> {
    let n = n_elements::<T>(state, len, min);
    Vec::with_capacity(if n < len { n.min(N_PROBED) } else { n })
}

/// Returns the number of elements, out of `len`, to reserve capacity for. Each element takes at least `min` bytes of the
/// message; they are small if they are for a byte.
#[inline]
pub(crate) fn n_elements<T>(state: &mut State<'_>, len: usize, min: u64) -> usize {
    state.reserve(len, min).min(most::<T>(1))
}

/// Returns the number of elements, out of `len`, to reserve capacity for. Each element takes at least `min` bytes of
/// the message.
#[inline]
pub(crate) fn n_elements_of<T>(state: &mut State<'_>, len: usize, min: u64) -> usize {
    state.reserve(len, min).min(most::<T>(min))
}

/// Returns the number of elements to reserve capacity for at most.
#[inline]
fn most<T>(min: u64) -> usize {
    if is_small::<T>(min) {
        usize::MAX
    } else {
        RESERVED / size_of::<T>().max(1)
    }
}

/// The number of elements whose size in the message tells how many the others take.
const N_PROBED: usize = 32;

/// Reserves capacity in a full vector for elements that have not been read, of `len` in total: for all of them if they are
/// small beside those that have been read, and take at least `min` bytes. These began where `start` bytes of the message
/// remained, unless the vector got no capacity to begin with.
#[cold]
#[inline(never)]
pub(crate) fn for_rest<T>(
    state: &mut State<'_>,
    elements: &mut Vec<T>,
    len: usize,
    min: u64,
    start: Option<usize>,
) {
    let (n, remaining) = (elements.len(), state.reader.remaining());
    let size = start.map_or(0, |start| (start - remaining) / n.max(1));
    let n_rest = len - n;
    let is_there = n_rest.saturating_mul(size) <= remaining.saturating_add(remaining / 4);
    // Their minimum was counted before.
    let min = usize::try_from(min).unwrap_or(usize::MAX).max(1);
    let further = n_rest.saturating_mul(size.saturating_sub(min));
    if is_there && is_small::<T>(size as u64) && state.has_bytes(further) {
        elements.reserve_exact(n_rest);
    } else {
        elements.reserve(1);
    }
}
