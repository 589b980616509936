//! The sizes of the records of one type table, computed on demand.

use crate::de::header::{Entry, TypeTable, WireField, WireType};
use crate::de::plan::places::Places;
use crate::de::plan::size::{Size, BYTES_1, BYTES_2, BYTES_4, NONE, OF_PRIMITIVES};
use crate::de::plan::size_sum::{of_leaf, Sum, MAX_SUMMED, OF_BYTES_1, OF_BYTES_2, OF_BYTES_4};
use crate::util::id_map::IdMap;
use std::cell::{Cell, OnceCell};

/// How many levels of records are visited by recursion.
const MAX_SHALLOW: u32 = 8;

/// The sizes of the records of one table, computed on demand.
#[derive(Clone, Copy)]
pub(crate) struct Sizes<'a> {
    pub(crate) table: &'a TypeTable,
    /// What is known of each entry.
    pub(crate) places: &'a Places,
}

/// In place of a slot: there is none.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// What is known of one entry of the type table.
#[derive(Debug)]
pub(crate) struct EntryState {
    /// The first slot, [`NO_SLOT`] if there is none.
    pub(crate) first_slot: Cell<u32>,
    /// The size, if it is a record.
    size: OnceCell<Size>,
}

impl EntryState {
    /// Returns that nothing is known.
    pub(crate) const fn new() -> Self {
        EntryState {
            first_slot: Cell::new(NO_SLOT),
            size: OnceCell::new(),
        }
    }
}

impl<'a> Sizes<'a> {
    /// Returns the size of `wire`.
    #[inline]
    pub(crate) fn of(self, wire: WireType) -> &'a Size {
        match self.known(wire) {
            Some(size) => size,
            None => self.of_record(wire),
        }
    }

    /// Returns the size if it takes no traversal of nested records.
    #[inline]
    fn known(self, wire: WireType) -> Option<&'a Size> {
        let Some(entry) = self.table.entry(wire) else {
            return OF_PRIMITIVES.get(wire.leaf_number());
        };
        Some(match entry {
            Entry::Record(_) => self.places.entry(wire.index()?)?.size.get()?,
            Entry::Opt(_) | Entry::Vec(_) | Entry::Variant(_) => &BYTES_1,
            // A flag byte, and the length of a principal.
            Entry::Service(_) | Entry::Future => &BYTES_2,
            // A flag byte, a principal of at least two bytes, and the length of the method name.
            Entry::Func { .. } => &BYTES_4,
        })
    }

    /// Returns the size of a record that is not known.
    #[cold]
    #[inline(never)]
    fn of_record(self, wire: WireType) -> &'a Size {
        // Without the allocations of a traversal, as far as nearly all types nest.
        match self.of_shallow_record(wire, MAX_SHALLOW) {
            Some(size) => size,
            None => self.of_deep_record(wire),
        }
    }

    /// Returns the size of a record that is not known, if it has few fields, and nests records up to `depth` levels deep.
    fn of_shallow_record(self, wire: WireType, depth: u32) -> Option<&'a Size> {
        let Entry::Record(range) = self.table.entry(wire)? else {
            return None;
        };
        let entry = self.places.entry(wire.index()?)?;
        let fields = self.table.fields(range);
        let depth = depth.checked_sub(1)?;
        if fields.len() > MAX_SUMMED {
            return None;
        }
        let mut sum = Sum::default();
        self.add_fields(&mut sum, fields, |ty| match self.known(ty) {
            Some(size) => Some(size),
            None => self.of_shallow_record(ty, depth),
        })?;
        // It is not set yet.
        let _ = entry.size.set(sum.size(fields.len()));
        entry.size.get()
    }

    /// Traverses nested records with an explicit stack: a header may nest them thousands deep.
    ///
    /// A record has no finite value until it is done: correct if it contains itself.
    fn of_deep_record(self, root: WireType) -> &'a Size {
        let mut stack = vec![root];
        let mut open = IdMap::default();
        while let Some(&top) = stack.last() {
            let (Some(Entry::Record(range)), Some(index)) = (self.table.entry(top), top.index())
            else {
                stack.pop();
                continue;
            };
            let Some(entry) = self.places.entry(index) else {
                stack.pop();
                continue;
            };
            let fields = self.table.fields(range);
            if open.insert(index, ()).is_none() {
                let before = stack.len();
                for field in fields {
                    if let (None, Some(inner)) = (self.known(field.ty), field.ty.index()) {
                        if !open.contains_key(&inner) {
                            stack.push(field.ty);
                        }
                    }
                }
                if stack.len() > before {
                    continue;
                }
            }
            stack.pop();
            if entry.size.get().is_none() {
                let mut sum = Sum::default();
                for some in fields.chunks(MAX_SUMMED) {
                    self.add_fields(&mut sum, some, |ty| self.known(ty).or(Some(&NONE)));
                }
                // It is not set yet.
                let _ = entry.size.set(sum.size(fields.len()));
            }
        }
        self.known(root).unwrap_or(&NONE)
    }

    /// Adds the sizes of up to [`MAX_SUMMED`] fields; `record` has those of records, if they are known.
    #[inline(always)]
    fn add_fields(
        self,
        sum: &mut Sum,
        fields: &[WireField],
        record: impl Fn(WireType) -> Option<&'a Size>,
    ) -> Option<()> {
        let mut summands = 0;
        for field in fields {
            if let Some(summand) = of_leaf(field.ty) {
                summands += summand;
                continue;
            }
            summands += match self.table.entry(field.ty) {
                Some(Entry::Opt(_) | Entry::Vec(_) | Entry::Variant(_)) => OF_BYTES_1,
                Some(Entry::Service(_) | Entry::Future) => OF_BYTES_2,
                Some(Entry::Func { .. }) => OF_BYTES_4,
                Some(Entry::Record(_)) => {
                    sum.add(record(field.ty)?);
                    0
                }
                None => {
                    sum.add(&NONE);
                    0
                }
            };
        }
        sum.add_all(summands);
        Some(())
    }
}

#[cfg(test)]
mod tests;
