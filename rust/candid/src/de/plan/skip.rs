//! How to skip fields that nobody wants: neighbours together, and records by what is in them.
//!
//! Whatever has no bytes of its own is left out: fields of fixed sizes are one number, a record with a single part is that
//! part. So each part takes a byte at least, and each record that is entered has two: the work of
//! skipping follows the bytes, whatever the types are.

use super::size::{record_cost, UNKNOWN_NAME_LEN};
use super::Plan;
use crate::de::header::{Entry, WireType};
use candid_wire::opcode::Primitive;
use std::cell::OnceCell;

/// Neighbouring fields that nobody wants.
#[derive(Debug)]
pub(crate) struct SkippedSpan {
    pub(crate) parts: Box<[SkipPart]>,
    pub(super) n_fields: usize,
    /// Everything static of what they cost.
    pub(crate) cost: u64,
}

/// How to pass over fields that nobody wants. What is static of their cost is in that of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SkipPart {
    /// So many bytes, whatever they are: of one field or more.
    Bytes(u32),
    Bool,
    /// A `nat` or an `int`.
    Number,
    Text,
    Principal,
    /// An option of so many bytes, whatever they are, and the cost of those.
    Opt {
        size: u32,
        cost: u32,
    },
    /// All else. It charges all of itself.
    Value(WireType),
}

impl SkipPart {
    /// Adds it to the part before it, if both are so many bytes. True also if there is nothing to add.
    pub(super) fn is_joined_to(self, last: Option<&mut SkipPart>) -> bool {
        match (self, last) {
            (SkipPart::Bytes(0), _) => true,
            (SkipPart::Bytes(n), Some(SkipPart::Bytes(sum))) => match sum.checked_add(n) {
                Some(both) => {
                    *sum = both;
                    true
                }
                None => false,
            },
            _ => false,
        }
    }
}

/// The records of one table as what is skipped of them, made as they are asked for.
#[derive(Debug, Default)]
pub(super) struct SkippedRecords(OnceCell<Box<[OnceCell<SkippedSpan>]>>);

impl SkippedRecords {
    fn get(&self, index: u32) -> Option<&SkippedSpan> {
        self.0.get()?.get(index as usize)?.get()
    }

    fn set(&self, index: u32, n_entries: usize, span: SkippedSpan) {
        let all = self.0.get_or_init(|| {
            let none = std::iter::repeat_with(OnceCell::new);
            none.take(n_entries).collect()
        });
        if let Some(place) = all.get(index as usize) {
            // It is not there yet.
            let _ = place.set(span);
        }
    }
}

impl Plan {
    /// Returns how to skip the fields of a record on the wire, which has values; the record is part of the cost.
    pub(crate) fn skipped_record(&self, wire: WireType) -> Option<&SkippedSpan> {
        let WireType::Index(index) = wire else {
            return None;
        };
        if self.skipped_records.get(index).is_none() {
            self.skip_records_in(index);
        }
        self.skipped_records.get(index)
    }

    /// Makes what skips a record and the records in it, the innermost first: with a stack of its own, as a header may nest
    /// them thousands deep. None of them contains itself, because it has values.
    #[cold]
    fn skip_records_in(&self, root: u32) {
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            let fields = match self.table.entry(WireType::Index(top)) {
                Some(Entry::Record(range)) if self.skipped_records.get(top).is_none() => {
                    self.table.fields(range)
                }
                _ => {
                    stack.pop();
                    continue;
                }
            };
            let n_before = stack.len();
            stack.extend(fields.iter().filter_map(|field| match field.ty {
                WireType::Index(index) if self.is_skipped_by_parts(field.ty) => {
                    self.skipped_records.get(index).is_none().then_some(index)
                }
                _ => None,
            }));
            if stack.len() > n_before {
                continue;
            }
            stack.pop();
            let mut span = self.skip_run_of(fields.iter().map(|field| field.ty));
            let n = fields.len() as u64;
            let labels = record_cost(n).saturating_add(n.saturating_mul(UNKNOWN_NAME_LEN));
            span.cost = span.cost.saturating_add(labels);
            self.skipped_records.set(top, self.table.len(), span);
        }
    }

    /// Whether it is a record that is not so many bytes, whatever these are.
    fn is_skipped_by_parts(&self, wire: WireType) -> bool {
        let size = self.size(wire);
        matches!(self.table.entry(wire), Some(Entry::Record(_)))
            && size.plain_cost.is_none()
            && size.min != u64::MAX
    }

    /// Returns how to skip neighbouring fields.
    pub(super) fn skip_run_of(&self, fields: impl IntoIterator<Item = WireType>) -> SkippedSpan {
        let fields = fields.into_iter();
        let mut parts = Vec::with_capacity(fields.size_hint().0.min(MAX_RESERVED));
        let mut n_fields = 0;
        let mut total = 0u64;
        for wire in fields {
            n_fields += 1;
            let (part, cost) = self.skip_part(wire);
            total = total.saturating_add(cost);
            if !part.is_joined_to(parts.last_mut()) {
                parts.push(part);
            }
        }
        SkippedSpan {
            parts: parts.into(),
            n_fields,
            cost: total,
        }
    }

    /// Returns how a value of this type is passed over, and what is static of its cost.
    pub(super) fn skip_part(&self, wire: WireType) -> (SkipPart, u64) {
        if let Some((size, cost)) = self.plain(wire) {
            return (SkipPart::Bytes(size), cost);
        }
        match wire {
            WireType::Primitive(Primitive::Bool) => (SkipPart::Bool, 1),
            WireType::Primitive(Primitive::Nat | Primitive::Int) => (SkipPart::Number, 0),
            WireType::Primitive(Primitive::Text) => (SkipPart::Text, 1),
            WireType::Primitive(Primitive::Principal) => (SkipPart::Principal, 30),
            _ => match self.table.entry(wire) {
                Some(Entry::Opt(payload)) => match self.plain(payload) {
                    Some((size, cost)) => match u32::try_from(cost) {
                        Ok(cost) => (SkipPart::Opt { size, cost }, 1),
                        Err(_) => (SkipPart::Value(wire), 0),
                    },
                    None => (SkipPart::Value(wire), 0),
                },
                Some(Entry::Record(_)) if self.is_skipped_by_parts(wire) => {
                    match self.skipped_record(wire) {
                        Some(SkippedSpan { parts, cost, .. }) => match **parts {
                            [part] => (part, *cost),
                            _ => (SkipPart::Value(wire), 0),
                        },
                        None => (SkipPart::Value(wire), 0),
                    }
                }
                _ => (SkipPart::Value(wire), 0),
            },
        }
    }

    /// Returns the size and the cost of values that are so many bytes, whatever these are.
    fn plain(&self, wire: WireType) -> Option<(u32, u64)> {
        let size = self.size(wire);
        Some((u32::try_from(size.min).ok()?, size.plain_cost?))
    }
}

/// Room is made for at most this many parts before the first is known: most fields may have none.
const MAX_RESERVED: usize = 64;
