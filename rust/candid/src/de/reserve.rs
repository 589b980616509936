//! Room for vectors, and for long ones of records, in canisters.
//!
//! Serde's visitor for `Vec` reserves at most a mebibyte, and then doubles. The memory of a canister grows at its end
//! only and never shrinks, so a vector that lies there must be copied to behind itself each time: in the end there
//! is it, and as much again that it left behind. Where there is free memory behind it, the allocator of Rust's std
//! lets a vector grow where it is.

use super::state::State;
use std::hint::black_box;
use std::mem::size_of;

/// What is reserved at most for elements that have not been read: here, and by serde's visitor.
const RESERVED: usize = 1 << 20;

/// Whether elements are so small that the vectors of a message can have room for all of theirs before they are read: of
/// four words at most, as `Nat`, `Int` and `String` are. Each has a byte of the message that no other has.
const fn is_small<T>() -> bool {
    size_of::<T>() <= 4 * size_of::<usize>()
}

/// Returns an empty vector with room for the `len` elements of one that was entered, or for less.
#[inline]
pub(super) fn for_elements<T>(state: &mut State<'_>, len: usize) -> Vec<T> {
    Vec::with_capacity(n_elements::<T>(state, len))
}

/// Returns for how many of the `len` elements there is room made.
#[inline]
pub(super) fn n_elements<T>(state: &mut State<'_>, len: usize) -> usize {
    let most = match is_small::<T>() {
        true => usize::MAX,
        false => RESERVED / size_of::<T>().max(1),
    };
    state.reserve(len).min(most)
}

/// Whether a vector of `T` that [`for_elements`] makes for elements that take `size` bytes will have to grow, in a
/// canister.
#[inline]
pub(super) fn will_grow<T>(size: usize) -> bool {
    !is_small::<T>() && is_long(size)
}

/// Whether a vector whose elements take `size` bytes will have to grow, in a canister.
#[inline]
pub(super) fn is_long(size: usize) -> bool {
    cfg!(target_family = "wasm") && size > RESERVED
}

/// Makes the allocator have free memory in one piece for a vector whose elements take `size` bytes. The message has as
/// many.
///
/// 100,000 records of 368 bytes: 663 pages of 64 KiB in place of 1,536, and 8 % fewer instructions.
#[cold]
#[inline(never)]
pub(super) fn pre_grow(size: usize) {
    let expected = after_doubling(size);
    // Taken bit by bit, so that memory grows by what is missing at its end, and given back together. No more than
    // twice as much is taken, however many holes there are that are too small.
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let mut block = Block::default();
    while block.len < expected && pieces.len() < expected / RESERVED * 2 {
        let mut piece = Vec::new();
        // A guess: where there is not so much memory, less may do.
        if piece.try_reserve_exact(RESERVED).is_err() {
            return;
        }
        // The compiler would leave out memory that nobody uses.
        block.append(black_box(piece.as_ptr()) as usize);
        pieces.push(piece);
    }
}

/// Pieces that follow each other in memory.
#[derive(Default)]
struct Block {
    len: usize,
    end: usize,
}

impl Block {
    /// Adds a piece, or begins anew with it if it is elsewhere.
    fn append(&mut self, start: usize) {
        /// More than an allocator writes between two pieces.
        const GAP: usize = 64;
        let is_next = start.wrapping_sub(self.end) < GAP;
        self.len = RESERVED + if is_next { self.len } else { 0 };
        self.end = start.wrapping_add(RESERVED);
    }
}

/// How many bytes a vector has that began with [`RESERVED`] and was doubled until `size` of them were in it.
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
