//! The size in bytes of the values of a wire type. It allows one bounds check and one charge for many fields, and
//! rejects impossible lengths before anything is allocated.

use crate::de::cost;
use crate::de::header::{Entry, TypeTable, WireType};
use crate::util::id_map::IdMap;
use candid_wire::opcode::Primitive;
use std::cell::Cell;

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
}

/// How many zero-sized values (`null`, `reserved`, records apart from their fields) are allowed without counting for each byte of a
/// record's minimum size. So ordinary records, which nearly always have enough bytes, count nothing, and those with
/// many such fields or deeply nested records count the excess.
pub(crate) const ZERO_SIZED_PER_BYTE: u64 = 2;

/// Returns how many zero-sized values are allowed in values of at least `min` bytes.
pub(crate) fn allowed_zero_sized(min: u64) -> u64 {
    min.saturating_mul(ZERO_SIZED_PER_BYTE)
}

impl Size {
    /// Returns whether the type has no values.
    pub(crate) fn has_no_values(&self) -> bool {
        self.min == NO_VALUES
    }

    fn varying(min: u64) -> Self {
        Size {
            min,
            unchecked_cost: None,
            is_fixed: false,
            zero_sized_allowance: saturated(allowed_zero_sized(min)),
        }
    }

    fn unchecked(bytes: u64, cost: u64) -> Self {
        Size {
            unchecked_cost: Some(cost),
            is_fixed: true,
            ..Size::varying(bytes)
        }
    }
}

fn saturated(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The sizes of the records of one table, computed on demand.
#[derive(Debug)]
pub(crate) struct Sizes(Box<[Cell<Option<Size>>]>);

impl Sizes {
    pub(crate) fn new(n_entries: usize) -> Self {
        Sizes(vec![Cell::new(None); n_entries].into())
    }

    /// Returns the size of `wire`.
    pub(crate) fn of(&self, table: &TypeTable, wire: WireType) -> Size {
        match self.known(table, wire) {
            Some(size) => size,
            None => match self.of_flat_record(table, wire) {
                Some(size) => size,
                None => self.of_record(table, wire),
            },
        }
    }

    /// Returns the size of a record if those of its fields are known, as they nearly always are: without the
    /// allocations of a traversal.
    fn of_flat_record(&self, table: &TypeTable, wire: WireType) -> Option<Size> {
        let (Some(Entry::Record(range)), WireType::Index(index)) = (table.entry(wire), wire) else {
            return None;
        };
        let fields = table.fields(range).iter();
        let size = sum(fields.map(|field| self.known(table, field.ty)))?;
        self.0.get(index as usize)?.set(Some(size));
        Some(size)
    }

    /// Returns the size if it takes no traversal of nested records.
    fn known(&self, table: &TypeTable, wire: WireType) -> Option<Size> {
        let index = match wire {
            WireType::Primitive(primitive) => return Some(of_primitive(primitive)),
            WireType::Index(index) => index,
        };
        Some(match table.entry(wire)? {
            Entry::Record(_) => self.0.get(index as usize)?.get()?,
            Entry::Opt(_) | Entry::Vec(_) | Entry::Variant(_) => Size::varying(1),
            // A flag byte, and the length of a principal.
            Entry::Service(_) | Entry::Future => Size::varying(2),
            // A flag byte, a principal of at least two bytes, and the length of the method name.
            Entry::Func { .. } => Size::varying(4),
        })
    }

    /// Traverses nested records with an explicit stack: a header may nest them thousands deep.
    fn of_record(&self, table: &TypeTable, root: WireType) -> Size {
        // A record has no finite value until it is done: correct if it contains itself.
        let none = Size::varying(NO_VALUES);
        let mut stack = vec![root];
        let mut open = IdMap::default();
        while let Some(&top) = stack.last() {
            let (Some(Entry::Record(range)), WireType::Index(index)) = (table.entry(top), top)
            else {
                stack.pop();
                continue;
            };
            let Some(cell) = self.0.get(index as usize) else {
                stack.pop();
                continue;
            };
            let fields = table.fields(range);
            if open.insert(index, ()).is_none() {
                let before = stack.len();
                for field in fields {
                    if let (None, WireType::Index(inner)) = (self.known(table, field.ty), field.ty)
                    {
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
            if cell.get().is_none() {
                let sizes = fields
                    .iter()
                    .map(|field| self.known(table, field.ty).or(Some(none)));
                cell.set(sum(sizes));
            }
        }
        self.known(table, root).unwrap_or(none)
    }
}

/// Adds the sizes of the fields of a record, if all of them are known.
fn sum(fields: impl ExactSizeIterator<Item = Option<Size>>) -> Option<Size> {
    let n = fields.len() as u64;
    let mut total = Size::unchecked(0, cost::record_of_ids(n));
    // The record itself, and fields without bytes.
    let mut values = 1;
    let mut allowance = 0u64;
    for field in fields {
        let field = field?;
        total.min = total.min.saturating_add(field.min);
        total.unchecked_cost = total
            .unchecked_cost
            .zip(field.unchecked_cost)
            .map(|(sum, cost)| sum.saturating_add(cost));
        total.is_fixed &= field.is_fixed;
        values += u64::from(field.min == 0);
        allowance = allowance.saturating_add(field.zero_sized_allowance.into());
    }
    total.zero_sized_allowance = saturated(allowance.saturating_sub(values));
    Some(total)
}

fn of_primitive(primitive: Primitive) -> Size {
    match primitive {
        Primitive::Null | Primitive::Reserved => Size::unchecked(0, cost::UNIT),
        Primitive::Empty => Size::varying(NO_VALUES),
        Primitive::Bool => Size {
            is_fixed: true,
            ..Size::varying(1)
        },
        Primitive::Nat | Primitive::Int | Primitive::Text => Size::varying(1),
        Primitive::Principal => Size::varying(2),
        number => {
            let bytes = number.fixed_size().unwrap_or(0) as u64;
            Size::unchecked(bytes, bytes)
        }
    }
}
