//! An append-only list with stable addresses: items stay borrowed while decoding appends others.

use std::cell::{Cell, OnceCell};

/// The capacity of the first chunk; each further one is twice as large.
const FIRST: usize = 8;

/// The number of chunks, of sizes 8, 16, 32, …: the last would end beyond `u32`.
const N_CHUNKS: usize = 29;

/// An append-only list, growing through a shared reference.
#[derive(Debug)]
pub(crate) struct AppendOnlyVec<T> {
    chunks: [OnceCell<Box<[OnceCell<T>]>>; N_CHUNKS],
    len: Cell<u32>,
}

impl<T> AppendOnlyVec<T> {
    pub(crate) fn new() -> Self {
        AppendOnlyVec {
            chunks: [const { OnceCell::new() }; N_CHUNKS],
            len: Cell::new(0),
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len.get()
    }

    /// Returns item `index`, if there is one.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        let (chunk, offset) = position_of(index);
        self.chunks.get(chunk)?.get()?.get(offset)?.get()
    }

    /// Appends an item and returns its index; `None` if the list is full.
    pub(crate) fn push(&self, item: T) -> Option<u32> {
        let index = self.len.get();
        let (chunk, offset) = position_of(index);
        let cells = self.chunks.get(chunk)?.get_or_init(|| {
            std::iter::repeat_with(OnceCell::new)
                .take(FIRST << chunk)
                .collect()
        });
        cells.get(offset)?.set(item).ok()?;
        self.len.set(index.checked_add(1)?);
        Some(index)
    }
}

/// Returns the chunk of an index and the position in it.
#[inline]
fn position_of(index: u32) -> (usize, usize) {
    let shifted = (index as usize).saturating_add(FIRST);
    let chunk = (shifted.ilog2() - FIRST.ilog2()) as usize;
    (chunk, shifted - (FIRST << chunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_index_and_address() {
        let slots = AppendOnlyVec::new();
        assert_eq!(slots.push(0), Some(0));
        let first: *const u32 = slots.get(0).unwrap();
        for i in 1..1000 {
            assert_eq!(slots.push(i), Some(i));
        }
        for i in 0..1000 {
            assert_eq!(slots.get(i), Some(&i));
        }
        assert_eq!(slots.get(1000), None);
        assert_eq!(slots.len(), 1000);
        assert!(std::ptr::eq(first, slots.get(0).unwrap()));
    }
}
