//! An append-only list with stable addresses: items stay borrowed while decoding appends others.

use std::cell::{Cell, OnceCell};

/// The capacity of the first chunk; each further one is twice as large.
const FIRST: usize = 8;

/// The number of further chunks, of sizes 16, 32, …: the last would end beyond `u32`.
const N_FURTHER: usize = 28;

/// An append-only list, growing through a shared reference.
#[derive(Debug)]
pub(crate) struct AppendOnlyVec<T> {
    first: OnceCell<Chunk<T>>,
    /// Apart, because most lists are short and this is large.
    further: OnceCell<Box<Further<T>>>,
    len: Cell<u32>,
}

type Chunk<T> = Box<[OnceCell<T>]>;

#[derive(Debug)]
struct Further<T>([OnceCell<Chunk<T>>; N_FURTHER]);

impl<T> AppendOnlyVec<T> {
    pub(crate) const fn new() -> Self {
        AppendOnlyVec {
            first: OnceCell::new(),
            further: OnceCell::new(),
            len: Cell::new(0),
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len.get()
    }

    /// Returns item `index`, if there is one.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<&T> {
        if (index as usize) < FIRST {
            return self.first.get()?.get(index as usize)?.get();
        }
        let (chunk, offset) = position_of(index);
        self.further.get()?.0.get(chunk)?.get()?.get(offset)?.get()
    }

    /// Appends an item and returns its index; `None` if the list is full.
    pub(crate) fn push(&self, item: T) -> Option<u32> {
        let index = self.len.get();
        let cell = if (index as usize) < FIRST {
            fill(&self.first, || cells(FIRST))?.get(index as usize)
        } else {
            let (chunk, offset) = position_of(index);
            let none = || Box::new(Further([const { OnceCell::new() }; N_FURTHER]));
            let chunk_cell = fill(&self.further, none)?.0.get(chunk)?;
            fill(chunk_cell, || cells((2 * FIRST) << chunk))?.get(offset)
        };
        cell?.set(item).ok()?;
        self.len.set(index.checked_add(1)?);
        Some(index)
    }
}

/// Returns the value of a cell, which is made first if it is empty. `get_or_init` has code to drop one that came in between.
#[inline]
fn fill<T>(cell: &OnceCell<T>, make: impl FnOnce() -> T) -> Option<&T> {
    if cell.get().is_none() {
        std::mem::forget(cell.set(make()));
    }
    cell.get()
}

fn cells<T>(n: usize) -> Chunk<T> {
    std::iter::repeat_with(OnceCell::new).take(n).collect()
}

/// Returns the further chunk of an index that is not in the first, and the position in it.
fn position_of(index: u32) -> (usize, usize) {
    let shifted = (index as usize).saturating_add(FIRST);
    let chunk = (shifted.ilog2() - FIRST.ilog2()) as usize;
    (chunk.saturating_sub(1), shifted - (FIRST << chunk))
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
