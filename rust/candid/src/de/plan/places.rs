//! The slots of a plan with their nodes, and what is known of each entry of its type table.

use crate::de::header::WireType;
use crate::de::plan::node::Node;
use crate::de::plan::sizes::{EntryState, NO_SLOT};
use crate::schema::expected::ExpectedType;
use std::cell::{Cell, OnceCell};

/// One pair of types to compile.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) wire: WireType,
    pub(crate) expected: ExpectedType,
    pub(crate) key: usize,
    /// The next slot with the same wire type, [`NO_SLOT`] at the end.
    pub(crate) next: Cell<u32>,
}

/// A slot with its node, and an entry. They have only their number in common: so one allocation has all that nearly all messages
/// need.
#[derive(Debug)]
pub(crate) struct Place {
    node: OnceCell<Node>,
    slot: OnceCell<Slot>,
    /// Of one of the first entries.
    entry: EntryState,
}

/// Bounds on the number of places at first: one for each entry of the table, within these bounds.
const MIN_PLACES: usize = 4;
const MAX_PLACES: usize = 128;

/// Places with stable addresses: what is in them stays borrowed while decoding adds others.
#[derive(Debug)]
struct Chunk {
    places: Box<[Place]>,
    /// The places after these, twice as many.
    next: OnceCell<Box<Chunk>>,
}

/// The slots and entries of a plan.
#[derive(Debug)]
pub(crate) struct Places {
    first: Chunk,
    n_slots: Cell<u32>,
    more_entries: Box<[EntryState]>,
}

impl Chunk {
    fn new(n_places: usize) -> Self {
        let place = || Place {
            node: OnceCell::new(),
            slot: OnceCell::new(),
            entry: EntryState::new(),
        };
        Chunk {
            places: std::iter::repeat_with(place).take(n_places).collect(),
            next: OnceCell::new(),
        }
    }
}

impl Places {
    /// Returns that there are no slots, and that nothing is known of so many entries.
    #[inline]
    pub(crate) fn new(n_entries: usize) -> Self {
        let n_places = n_entries.clamp(MIN_PLACES, MAX_PLACES);
        let n_more = n_entries.saturating_sub(n_places);
        Places {
            first: Chunk::new(n_places),
            n_slots: Cell::new(0),
            more_entries: std::iter::repeat_with(EntryState::new)
                .take(n_more)
                .collect(),
        }
    }

    pub(crate) fn n_slots(&self) -> u32 {
        self.n_slots.get()
    }

    /// Returns the size in bytes, somewhat more than it is.
    pub(crate) fn n_bytes(&self) -> u64 {
        // The last chunk has twice as many places as the one before, so those of the first and two for each slot are enough.
        let n_places = self.first.places.len() as u64 + 2 * u64::from(self.n_slots());
        n_places * size_of::<Place>() as u64
            + self.more_entries.len() as u64 * size_of::<EntryState>() as u64
    }

    /// Returns a place among the first: a faster lookup than [`Places::node`].
    #[inline(always)]
    pub(crate) fn first_node(&self, index: usize) -> Option<&Node> {
        self.first.places.get(index)?.node.get()
    }

    fn place(&self, index: u32) -> Option<&Place> {
        let (mut chunk, mut index) = (&self.first, index as usize);
        loop {
            match chunk.places.get(index) {
                Some(place) => return Some(place),
                None => {
                    index -= chunk.places.len();
                    chunk = chunk.next.get()?;
                }
            }
        }
    }

    pub(crate) fn slot(&self, index: u32) -> Option<&Slot> {
        self.place(index)?.slot.get()
    }

    /// Returns the node of a slot, if it is compiled.
    pub(crate) fn node(&self, index: u32) -> Option<&Node> {
        self.place(index)?.node.get()
    }

    /// Returns a slot and where its node is or will be.
    #[inline]
    pub(crate) fn pair(&self, index: u32) -> Option<(&Slot, &OnceCell<Node>)> {
        let place = self.place(index)?;
        Some((place.slot.get()?, &place.node))
    }

    /// Adds a slot and returns its index; `None` if there are too many.
    #[inline]
    pub(crate) fn add_slot(
        &self,
        wire: WireType,
        expected: ExpectedType,
        key: usize,
    ) -> Option<u32> {
        let index = self.n_slots.get();
        let place = match self.first.places.get(index as usize) {
            Some(place) => place,
            None => self.more_room(index)?,
        };
        self.n_slots.set(index.checked_add(1)?);
        let _ = place.slot.set(Slot {
            wire,
            expected,
            key,
            next: Cell::new(NO_SLOT),
        });
        Some(index)
    }

    /// Returns a place that is not among the first.
    #[cold]
    #[inline(never)]
    fn more_room(&self, index: u32) -> Option<&Place> {
        if self.place(index).is_none() {
            self.add_chunk();
        }
        self.place(index)
    }

    fn add_chunk(&self) {
        let mut last = &self.first;
        while let Some(next) = last.next.get() {
            last = next;
        }
        let _ = last.next.set(Box::new(Chunk::new(2 * last.places.len())));
    }

    /// Returns what is known of an entry of the table.
    #[inline]
    pub(crate) fn entry(&self, index: u32) -> Option<&EntryState> {
        let index = index as usize;
        match self.first.places.get(index) {
            Some(place) => Some(&place.entry),
            None => self.more_entries.get(index - self.first.places.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, Slot, MAX_PLACES, MIN_PLACES};
    use crate::de::header::WireType;
    use crate::schema::expected::ExpectedType;

    #[test]
    fn slots_keep_their_index_and_address() {
        for n_entries in [0, 1, MIN_PLACES, MAX_PLACES, 200, 1000] {
            let places = Places::new(n_entries);
            let add = |i| places.add_slot(WireType::at(i), ExpectedType::Any, 0);
            assert_eq!(add(0), Some(0));
            let first: *const Slot = places.slot(0).unwrap();
            for i in 1..1000 {
                assert!(places.slot(i).is_none() && places.node(i).is_none());
                assert_eq!(add(i), Some(i));
            }
            for i in 0..1000 {
                assert_eq!(places.slot(i).unwrap().wire, WireType::at(i));
            }
            assert!(std::ptr::eq(first, places.slot(0).unwrap()));
            let n_known = (0..2000).filter(|i| places.entry(*i).is_some()).count();
            assert_eq!(n_known, n_entries.max(MIN_PLACES));
        }
    }
}
