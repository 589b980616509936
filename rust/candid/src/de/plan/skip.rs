//! Compilation of skipping surplus fields: neighbours together, and records by their parts.
//!
//! Zero-sized values are left out: fields of fixed sizes are one number, a record with a single part is
//! replaced by that part. So each part takes at least a byte, and each record that is entered has at least two parts:
//! the work of skipping is proportional to the bytes, for any types.

use crate::de::cost;
use crate::de::header::{Entry, WireType};
use crate::de::plan::node::{SkipPart, SkippedSpan};
use crate::de::plan::Plan;
use candid_wire::opcode::Primitive;

impl Plan {
    /// Returns how to skip the fields of a record on the wire, which has values; the cost includes the record.
    pub(crate) fn skipped_record(&self, wire: WireType) -> Option<&SkippedSpan> {
        let index = wire.index()?;
        if self.skipped_records.get(index).is_none() {
            self.skip_records_in(index);
        }
        self.skipped_records.get(index)
    }

    /// Compiles the skipping of a record and the records in it, the innermost first: with an explicit stack, because a
    /// header may nest them thousands deep. None of them contains itself, because it has values.
    #[cold]
    fn skip_records_in(&self, root: u32) {
        self.must_measure();
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            let fields = match self.table.entry(WireType::at(top)) {
                Some(Entry::Record(range)) if self.skipped_records.get(top).is_none() => {
                    self.table.fields(range)
                }
                _ => {
                    stack.pop();
                    continue;
                }
            };
            let n_before = stack.len();
            stack.extend(fields.iter().filter_map(|field| {
                let index = field.ty.index()?;
                let is_new =
                    self.is_skipped_by_parts(field.ty) && self.skipped_records.get(index).is_none();
                is_new.then_some(index)
            }));
            if stack.len() > n_before {
                continue;
            }
            stack.pop();
            let mut span = self.skip_span_of(fields.iter().map(|field| field.ty));
            let labels = cost::record_of_ids(fields.len() as u64);
            span.cost = span.cost.saturating_add(labels);
            self.skipped_records.set(top, self.table.len(), span);
        }
    }

    /// Returns whether this is a record that cannot be skipped as a fixed number of bytes.
    fn is_skipped_by_parts(&self, wire: WireType) -> bool {
        let size = self.size(wire);
        matches!(self.table.entry(wire), Some(Entry::Record(_)))
            && size.unchecked_cost.is_none()
            && !size.has_no_values()
    }

    /// Returns how to skip neighbouring fields.
    pub(crate) fn skip_span_of(&self, fields: impl IntoIterator<Item = WireType>) -> SkippedSpan {
        let fields = fields.into_iter();
        let mut parts = Vec::with_capacity(fields.size_hint().0.min(MAX_RESERVED));
        let mut n_fields = 0;
        let mut total = 0u64;
        for wire in fields {
            n_fields += 1;
            let (part, cost) = self.skip_part(wire);
            total = total.saturating_add(cost);
            if !part.try_merge_into(parts.last_mut()) {
                parts.push(part);
            }
        }
        SkippedSpan {
            parts: parts.into(),
            n_fields,
            cost: total,
        }
    }

    /// Returns how to skip a value of this type, and its static cost.
    pub(crate) fn skip_part(&self, wire: WireType) -> (SkipPart, u64) {
        if let Some((size, cost)) = self.unchecked(wire) {
            return (SkipPart::Bytes(size), cost);
        }
        match wire.primitive() {
            Some(Primitive::Bool) => (SkipPart::Bool, cost::UNIT),
            Some(Primitive::Nat | Primitive::Int) => (SkipPart::Number, 0),
            Some(Primitive::Text) => (SkipPart::Text, cost::text(0)),
            Some(Primitive::Principal) => (SkipPart::Principal, cost::PRINCIPAL),
            _ => match self.table.entry(wire) {
                Some(Entry::Opt(payload)) => match self.unchecked(payload) {
                    Some((size, cost)) => match u32::try_from(cost) {
                        Ok(cost) => (SkipPart::Opt { size, cost }, cost::SKIPPED_CONTAINER),
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

    /// Returns the size and the cost of values that are a fixed number of bytes of any content.
    fn unchecked(&self, wire: WireType) -> Option<(u32, u64)> {
        let size = self.size(wire);
        Some((u32::try_from(size.min).ok()?, size.unchecked_cost?))
    }
}

/// The maximum capacity reserved before the first part is known: most fields may have no parts.
const MAX_RESERVED: usize = 64;
