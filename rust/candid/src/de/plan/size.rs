//! The size in bytes of the values of a wire type. It allows one bounds check and one charge for many fields, and
//! rejects impossible lengths before anything is allocated.

use crate::de::cost;
use crate::de::header::{Entry, TypeTable, WireField, WireType};
use crate::de::plan::places::Places;
use crate::de::plan::size_sum::{of_leaf, Sum, MAX_SUMMED, OF_BYTES_1, OF_BYTES_2, OF_BYTES_4};
use crate::util::id_map::IdMap;
use candid_wire::opcode::Primitive;
use std::cell::{Cell, OnceCell};

/// The minimum size of a type without values.
pub(crate) const NO_VALUES: u64 = u64::MAX;

/// The size of the values of one wire type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// The minimum number of bytes; [`NO_VALUES`] if the type has none.
    pub(crate) min: u64,
    /// The cost of each value, if each takes exactly `min` bytes and all bytes are valid.
    pub(crate) unchecked_cost: Option<u64>,
    /// How many fields of a record are not of fixed size; 1 of another type that is not. If there are none, each value takes
    /// exactly `min` bytes.
    pub(crate) n_varying: u32,
    /// The number of zero-sized values that a record with this value may contain without counting them, beyond those
    /// of the value itself: see [`ZERO_SIZED_PER_BYTE`].
    pub(crate) zero_sized_allowance: u32,
    /// How many records are in each other.
    pub(crate) n_levels: u8,
}

/// How many zero-sized values (`null`, `reserved`, records apart from their fields) are allowed without counting for each byte of a
/// record's minimum size. So ordinary records, which nearly always have enough bytes, count nothing, and those with
/// many such fields or deeply nested records count the excess.
pub(crate) const ZERO_SIZED_PER_BYTE: u64 = 2;

/// Returns how many zero-sized values are allowed in values of at least `min` bytes.
pub(crate) const fn allowed_zero_sized(min: u64) -> u64 {
    min.saturating_mul(ZERO_SIZED_PER_BYTE)
}

impl Size {
    /// Returns whether the type has no values.
    pub(crate) const fn has_no_values(&self) -> bool {
        self.min == NO_VALUES
    }

    /// Returns whether each value takes exactly `min` bytes.
    pub(crate) const fn is_fixed(&self) -> bool {
        self.n_varying == 0
    }

    pub(super) const fn varying(min: u64) -> Self {
        Size {
            min,
            unchecked_cost: None,
            n_varying: 1,
            zero_sized_allowance: saturated(allowed_zero_sized(min)),
            n_levels: 0,
        }
    }

    const fn fixed(bytes: u64) -> Self {
        let mut size = Size::varying(bytes);
        size.n_varying = 0;
        size
    }

    const fn unchecked(bytes: u64, cost: u64) -> Self {
        let mut size = Size::fixed(bytes);
        size.unchecked_cost = Some(cost);
        size
    }
}

#[allow(clippy::cast_possible_truncation, reason = "it fits")]
pub(super) const fn saturated(n: u64) -> u32 {
    if n < u32::MAX as u64 {
        n as u32
    } else {
        u32::MAX
    }
}

/// The sizes of types that are no records, and those of a record that contains itself.
static BYTES_1: Size = Size::varying(1);
static BYTES_2: Size = Size::varying(2);
static BYTES_4: Size = Size::varying(4);
pub(super) static NONE: Size = Size::varying(NO_VALUES);

/// The sizes of primitive types, by their numbers.
pub(super) static OF_PRIMITIVES: [Size; 24] = {
    let mut sizes = [Size::varying(NO_VALUES); 24];
    let mut i = 0;
    while i < Primitive::ALL.len() {
        let primitive = Primitive::ALL[i];
        sizes[WireType::of(primitive).leaf_number()] = of_primitive(primitive);
        i += 1;
    }
    sizes
};

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

const fn of_primitive(primitive: Primitive) -> Size {
    match primitive {
        Primitive::Null | Primitive::Reserved => Size::unchecked(0, cost::UNIT),
        Primitive::Empty => Size::varying(NO_VALUES),
        Primitive::Bool => Size::fixed(1),
        Primitive::Nat | Primitive::Int | Primitive::Text => Size::varying(1),
        Primitive::Principal => Size::varying(2),
        number => match number.fixed_size() {
            Some(n) => Size::unchecked(n as u64, n as u64),
            None => Size::varying(0),
        },
    }
}

#[cfg(test)]
mod tests;
