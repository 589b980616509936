//! How many bytes the values of a wire type take: what makes one bounds check and one charge do
//! for many fields, and a length that cannot be true an error before anything is allocated.

use crate::de::header::{Entry, TypeTable, WireType};
use candid_wire::opcode::Primitive;
use std::cell::Cell;

/// The size of the values of one wire type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// The least number of bytes; `u64::MAX` if the type has no values.
    pub(crate) min: u64,
    /// The cost of each value, if each takes exactly `min` bytes and all bytes are valid.
    pub(crate) plain_cost: Option<u64>,
    /// Whether each takes exactly `min` bytes.
    pub(crate) is_fixed: bool,
}

impl Size {
    const fn varying(min: u64) -> Self {
        Size {
            min,
            plain_cost: None,
            is_fixed: false,
        }
    }
}

/// The cost of a record of `n` fields apart from the lengths of their names and their values.
pub(crate) fn record_cost(n: u64) -> u64 {
    let labels = n
        .saturating_mul(7)
        .min(n.saturating_mul(5).saturating_add(4));
    labels.saturating_add(2)
}

/// The length of a name that nobody has.
pub(crate) const UNKNOWN_NAME_LEN: u64 = 1;

/// The sizes of the records of one table, filled in as they are asked for.
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
    /// allocations of a walk.
    fn of_flat_record(&self, table: &TypeTable, wire: WireType) -> Option<Size> {
        let (Some(Entry::Record(range)), WireType::Index(index)) = (table.entry(wire), wire) else {
            return None;
        };
        let fields = table.fields(range).iter();
        let size = sum(fields.map(|field| self.known(table, field.ty)))?;
        self.0.get(index as usize)?.set(Some(size));
        Some(size)
    }

    /// Returns the size if it does not take a walk through nested records.
    fn known(&self, table: &TypeTable, wire: WireType) -> Option<Size> {
        let index = match wire {
            WireType::Primitive(primitive) => return Some(of_primitive(primitive)),
            WireType::Index(index) => index,
        };
        Some(match table.entry(wire)? {
            Entry::Record(_) => self.0.get(index as usize)?.get()?,
            Entry::Opt(_) | Entry::Vec(_) | Entry::Variant(_) => Size::varying(1),
            // A flag byte and the length of a principal at least.
            Entry::Service(_) | Entry::Future => Size::varying(2),
            // … and then the length of the method name, after another flag byte.
            Entry::Func { .. } => Size::varying(4),
        })
    }

    /// Walks nested records with a stack of its own: a header may nest them thousands deep.
    fn of_record(&self, table: &TypeTable, root: WireType) -> Size {
        // Until it is done a record has no finite value: true if it contains itself.
        const NONE: Size = Size::varying(u64::MAX);
        let mut stack = vec![root];
        let mut open = vec![false; self.0.len()];
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
            if !std::mem::replace(&mut open[index as usize], true) {
                let before = stack.len();
                for field in fields {
                    if let (None, WireType::Index(inner)) = (self.known(table, field.ty), field.ty)
                    {
                        if !open[inner as usize] {
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
                    .map(|field| self.known(table, field.ty).or(Some(NONE)));
                cell.set(sum(sizes));
            }
        }
        self.known(table, root).unwrap_or(NONE)
    }
}

/// Adds the sizes of the fields of a record, if all of them are known.
fn sum(fields: impl ExactSizeIterator<Item = Option<Size>>) -> Option<Size> {
    let n = fields.len() as u64;
    let labels = record_cost(n).saturating_add(n.saturating_mul(UNKNOWN_NAME_LEN));
    let mut total = Size {
        min: 0,
        plain_cost: Some(labels),
        is_fixed: true,
    };
    for field in fields {
        let field = field?;
        total.min = total.min.saturating_add(field.min);
        total.plain_cost = total
            .plain_cost
            .zip(field.plain_cost)
            .map(|(sum, cost)| sum.saturating_add(cost));
        total.is_fixed &= field.is_fixed;
    }
    Some(total)
}

fn of_primitive(primitive: Primitive) -> Size {
    match primitive {
        Primitive::Null | Primitive::Reserved => Size {
            min: 0,
            plain_cost: Some(1),
            is_fixed: true,
        },
        Primitive::Empty => Size::varying(u64::MAX),
        Primitive::Bool => Size {
            is_fixed: true,
            ..Size::varying(1)
        },
        Primitive::Nat | Primitive::Int | Primitive::Text => Size::varying(1),
        Primitive::Principal => Size::varying(2),
        number => {
            let bytes = number.fixed_size().unwrap_or(0) as u64;
            Size {
                min: bytes,
                plain_cost: Some(bytes),
                is_fixed: true,
            }
        }
    }
}
