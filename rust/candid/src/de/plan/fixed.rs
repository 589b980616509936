//! Layout of fixed-size records: field offsets, computed once.
//!
//! The container of such a record (a vector, another record, an option) charges for all of it, as for a number: the
//! record itself then charges nothing.

use super::expected::{ExpectedFields, FieldName};
use super::{Node, Op, Plan, RecordNode, Step, VisitorKindCell};
use crate::de::header::{WireField, WireType};
use crate::sort::sort_by_id;
use crate::types::TypeId;
use candid_wire::opcode::Primitive;
use std::rc::Rc;

/// The layout of a record whose values all have the same size and whose fields are all expected. Sums of 16-bit offsets
/// need no overflow check; larger records are decoded in the general way.
#[derive(Debug)]
pub(crate) struct FixedRecord {
    /// The fields, in the order of their ordinals, which are 0, 1, ….
    pub(crate) fields: Box<[FixedField]>,
    pub(crate) size: u16,
    /// The cost of the record and all that is in it.
    pub(crate) cost: u64,
    /// The offsets of the `bool` fields, the only ones whose bytes may be invalid.
    pub(crate) bools: Box<[u16]>,
    /// The expected labels are 0, 1, …, so it can be decoded as a sequence.
    pub(crate) is_tuple: bool,
    pub(crate) derived: Option<fn() -> TypeId>,
    pub(crate) visitor_kind: VisitorKindCell,
}

/// A field at a fixed offset.
#[derive(Debug)]
pub(crate) struct FixedField {
    pub(crate) step: Step,
    /// The distance in bytes from the start of the record.
    pub(crate) offset: u16,
    /// The distance in bytes from the start of the record to the end of the field.
    pub(crate) end: u16,
    /// The layout of a field that is such a record too.
    pub(crate) record: Option<Rc<FixedRecord>>,
    pub(crate) name: FieldName,
}

impl Plan {
    /// Returns the layout of a record if its fields can be read in any order: each value has the same size, no field is
    /// skipped, nothing in it is known to fail.
    ///
    /// Only for Rust types with constant descriptors, whose nesting is bounded by the program's source.
    pub(super) fn fixed_record(
        &self,
        wire_fields: &[WireField],
        expected_fields: Option<ExpectedFields<'_>>,
        node: &RecordNode,
    ) -> Option<FixedRecord> {
        if !matches!(expected_fields, Some(ExpectedFields::Static(_))) || !node.spans.is_empty() {
            return None;
        }
        if node.n_zero_sized > 0 {
            // Its zero-sized values have to be counted.
            return None;
        }
        let mut size = 0u16;
        let mut bools = Vec::new();
        let mut fields = Vec::with_capacity(node.fields.len());
        let mut on_wire = wire_fields.iter();
        for (field, is_absent) in node.fields() {
            if matches!(
                field.step.op(),
                Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing
            ) {
                return None;
            }
            let offset = size;
            if is_absent {
                // The field takes no bytes.
            } else if let Some(wire) = on_wire.next() {
                let of_field = self.size(wire.ty);
                if !of_field.is_fixed {
                    return None;
                }
                if wire.ty == WireType::Primitive(Primitive::Bool) {
                    bools.push(offset);
                }
                size = size.checked_add(u16::try_from(of_field.min).ok()?)?;
            }
            let record = self.fixed_of(field.step);
            if field.step.is(Op::Record) && record.is_none() {
                return None;
            }
            let place = FixedField {
                step: field.step,
                offset,
                end: size,
                record: record.cloned(),
                name: field.name.clone(),
            };
            fields.push((field.ordinal, place));
        }
        sort_by_id(&mut fields, |(ordinal, _)| *ordinal);
        let in_order = (0u32..).zip(&fields).all(|(i, (ordinal, _))| i == *ordinal);
        (in_order && size > 0).then(|| FixedRecord {
            fields: fields.into_iter().map(|(_, field)| field).collect(),
            size,
            cost: node.cost,
            bools: bools.into(),
            is_tuple: node.is_tuple,
            derived: node.derived,
            visitor_kind: VisitorKindCell::default(),
        })
    }

    /// Returns the elements of a vector as fields of themselves, if they are records of fixed size.
    pub(super) fn fixed_element(&self, step: Step) -> Option<FixedField> {
        let record = self.fixed_of(step)?;
        Some(FixedField {
            step,
            offset: 0,
            end: record.size,
            record: Some(record.clone()),
            name: FieldName::Id(0),
        })
    }

    /// Returns the layout of the record that a step decodes, if it is of fixed size. It is compiled now, unless its
    /// size alone rules it out.
    pub(super) fn fixed_of(&self, step: Step) -> Option<&Rc<FixedRecord>> {
        if !step.is(Op::Record) {
            return None;
        }
        let slot = self.slots.get(step.index())?;
        if !slot.expected.is_static() || !self.size(slot.wire).is_fixed {
            return None;
        }
        match self.node(step.index()) {
            Ok(Node::Record(node)) => node.fixed.as_ref(),
            _ => None,
        }
    }
}
