//! The size in bytes of the values of a wire type. It allows one bounds check and one charge for many fields, and
//! rejects impossible lengths before anything is allocated.

use crate::de::cost;
use crate::de::header::{Entry, TypeTable, WireType};
use crate::de::plan::places::Places;
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
    /// Whether each value takes exactly `min` bytes.
    pub(crate) is_fixed: bool,
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
    pub(crate) fn has_no_values(&self) -> bool {
        self.min == NO_VALUES
    }

    const fn varying(min: u64) -> Self {
        Size {
            min,
            unchecked_cost: None,
            is_fixed: false,
            zero_sized_allowance: saturated(allowed_zero_sized(min)),
            n_levels: 0,
        }
    }

    const fn fixed(bytes: u64) -> Self {
        let mut size = Size::varying(bytes);
        size.is_fixed = true;
        size
    }

    const fn unchecked(bytes: u64, cost: u64) -> Self {
        let mut size = Size::fixed(bytes);
        size.unchecked_cost = Some(cost);
        size
    }
}

#[allow(clippy::cast_possible_truncation, reason = "it fits")]
const fn saturated(n: u64) -> u32 {
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
static NONE: Size = Size::varying(NO_VALUES);

/// The sizes of primitive types, by the absolute value of their opcodes.
static OF_PRIMITIVES: [Size; 25] = {
    let mut sizes = [Size::varying(NO_VALUES); 25];
    let mut i = 0;
    while i < Primitive::ALL.len() {
        let primitive = Primitive::ALL[i];
        sizes[(primitive as i8).unsigned_abs() as usize] = of_primitive(primitive);
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
        let index = match wire {
            WireType::Primitive(primitive) => return Some(size_of_primitive(primitive)),
            WireType::Index(index) => index,
        };
        Some(match self.table.entry(wire)? {
            Entry::Record(_) => self.places.entry(index)?.size.get()?,
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

    /// Returns the size if the type nests records up to `depth` levels deep.
    fn of_shallow_record(self, wire: WireType, depth: u32) -> Option<&'a Size> {
        if let Some(size) = self.known(wire) {
            return Some(size);
        }
        let (Entry::Record(range), WireType::Index(index)) = (self.table.entry(wire)?, wire) else {
            return None;
        };
        let depth = depth.checked_sub(1)?;
        let fields = self.table.fields(range).iter();
        let size = sum(fields.map(|field| match field.ty {
            WireType::Primitive(primitive) => Some(size_of_primitive(primitive)),
            WireType::Index(_) => match self.known(field.ty) {
                Some(size) => Some(size),
                None => self.of_shallow_record(field.ty, depth),
            },
        }))?;
        Some(self.places.entry(index)?.size.get_or_init(|| size))
    }

    /// Traverses nested records with an explicit stack: a header may nest them thousands deep.
    ///
    /// A record has no finite value until it is done: correct if it contains itself.
    fn of_deep_record(self, root: WireType) -> &'a Size {
        let mut stack = vec![root];
        let mut open = IdMap::default();
        while let Some(&top) = stack.last() {
            let (Some(Entry::Record(range)), WireType::Index(index)) = (self.table.entry(top), top)
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
                    if let (None, WireType::Index(inner)) = (self.known(field.ty), field.ty) {
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
                let sizes = fields
                    .iter()
                    .map(|field| self.known(field.ty).or(Some(&NONE)));
                if let Some(size) = sum(sizes) {
                    // It is not set yet.
                    let _ = entry.size.set(size);
                }
            }
        }
        self.known(root).unwrap_or(&NONE)
    }
}

/// Adds the sizes of the fields of a record, if all of them are known.
#[inline(always)]
fn sum<'a>(fields: impl ExactSizeIterator<Item = Option<&'a Size>>) -> Option<Size> {
    let mut cost = cost::record_of_ids(fields.len() as u64);
    let (mut min, mut is_fixed, mut is_unchecked) = (0u64, true, true);
    // The record itself, and fields without bytes.
    let mut values = 1;
    let mut allowance = 0u64;
    let mut n_levels = 0;
    for field in fields {
        let field = field?;
        min = min.saturating_add(field.min);
        is_fixed &= field.is_fixed;
        match field.unchecked_cost {
            Some(of_field) if is_unchecked => cost = cost.saturating_add(of_field),
            _ => is_unchecked = false,
        }
        values += u64::from(field.min == 0);
        // It cannot overflow: there are fewer than 2^32 fields.
        allowance += u64::from(field.zero_sized_allowance);
        n_levels = n_levels.max(field.n_levels);
    }
    Some(Size {
        min,
        unchecked_cost: is_unchecked.then_some(cost),
        is_fixed,
        zero_sized_allowance: saturated(allowance.saturating_sub(values)),
        n_levels: n_levels.saturating_add(1),
    })
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

#[inline]
fn size_of_primitive(primitive: Primitive) -> &'static Size {
    let i = usize::from((primitive as i8).unsigned_abs());
    OF_PRIMITIVES.get(i).unwrap_or(&NONE)
}
