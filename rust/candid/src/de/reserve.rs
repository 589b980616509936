//! Capacity for decoded vectors, and a pre-grow workaround for Wasm's append-only memory.
//!
//! Serde's visitor for `Vec` reserves at most one mebibyte, and then doubles. The memory of a canister grows only at
//! its end and never shrinks, so a vector that lies at the end must be copied behind itself each time it grows: in the
//! end, the memory holds the vector and as much again in freed space. Where free memory follows the vector, the
//! allocator of Rust's std grows it in place.

use super::state::State;
use std::hint::black_box;
use std::mem::size_of;

/// The maximum capacity in bytes reserved for elements that have not been read: here, and by serde's visitor.
const RESERVED: usize = 1 << 20;

/// Returns whether elements are small enough for the vectors of a message to reserve capacity for all of them before
/// they are read: at most four words, as `Nat`, `Int` and `String`. Each element has a byte of the message to itself.
const fn is_small<T>() -> bool {
    size_of::<T>() <= 4 * size_of::<usize>()
}

/// Returns an empty vector with capacity for the `len` elements of a vector that has been entered, or for fewer.
#[inline]
pub(super) fn for_elements<T>(state: &mut State<'_>, len: usize) -> Vec<T> {
    Vec::with_capacity(n_elements::<T>(state, len))
}

/// Returns the number of elements, out of `len`, to reserve capacity for.
#[inline]
pub(super) fn n_elements<T>(state: &mut State<'_>, len: usize) -> usize {
    let most = match is_small::<T>() {
        true => usize::MAX,
        false => RESERVED / size_of::<T>().max(1),
    };
    state.reserve(len).min(most)
}

/// Returns whether, in a canister, a vector of `T` from [`for_elements`] will have to grow for elements that take
/// `size` bytes.
#[inline]
pub(super) fn will_grow<T>(size: usize) -> bool {
    !is_small::<T>() && is_long(size)
}

/// Returns whether, in a canister, a vector whose elements take `size` bytes will have to grow.
#[inline]
pub(super) fn is_long(size: usize) -> bool {
    cfg!(target_family = "wasm") && size > RESERVED
}

/// Makes the allocator own contiguous free memory for a vector whose elements take `size` bytes. The message has at
/// least that many.
///
/// 100,000 records of 368 bytes: 663 pages of 64 KiB in place of 1,536, and 8 % fewer instructions.
#[cold]
#[inline(never)]
pub(super) fn pre_grow(size: usize) {
    let expected = after_doubling(size);
    // Allocated in pieces, so that memory grows only by the part missing at its end, and freed together. At most twice
    // as much is allocated, however many holes are too small.
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let mut block = Block::default();
    while block.len < expected && pieces.len() < expected / RESERVED * 2 {
        let mut piece = Vec::new();
        // A best effort: where memory is short, less may suffice.
        if piece.try_reserve_exact(RESERVED).is_err() {
            return;
        }
        // Without `black_box`, the compiler would remove the unused allocation.
        block.append(black_box(piece.as_ptr()) as usize);
        pieces.push(piece);
    }
}

/// Contiguous pieces of memory.
#[derive(Default)]
struct Block {
    len: usize,
    end: usize,
}

impl Block {
    /// Adds a piece, or restarts with it if it is not adjacent.
    fn append(&mut self, start: usize) {
        /// More than an allocator's bookkeeping between two pieces.
        const GAP: usize = 64;
        let is_next = start.wrapping_sub(self.end) < GAP;
        self.len = RESERVED + if is_next { self.len } else { 0 };
        self.end = start.wrapping_add(RESERVED);
    }
}

/// Returns the size in bytes of a vector that started at [`RESERVED`] and was doubled until it held `size` bytes.
fn after_doubling(size: usize) -> usize {
    size.checked_next_power_of_two().unwrap_or(size)
}

#[cfg(test)]
mod tests {
    use super::{after_doubling, Block, RESERVED};

    #[test]
    fn room_is_that_of_a_vector_that_doubled() {
        let rows = [
            (RESERVED + 1, 2 * RESERVED),
            (2 * RESERVED, 2 * RESERVED),
            (5 * RESERVED, 8 * RESERVED),
            (usize::MAX, usize::MAX),
        ];
        for (size, expected) in rows {
            assert_eq!(after_doubling(size), expected, "{size}");
        }
    }

    #[test]
    fn only_pieces_behind_each_other_count() {
        let mut block = Block::default();
        let rows = [
            (RESERVED, 1),
            (2 * RESERVED + 8, 2),
            (3 * RESERVED + 16, 3),
            (5 * RESERVED, 1),
            (4 * RESERVED - 8, 1),
            (5 * RESERVED, 2),
        ];
        for (start, n_pieces) in rows {
            block.append(start);
            assert_eq!(block.len, n_pieces * RESERVED, "{start}");
        }
    }
}
