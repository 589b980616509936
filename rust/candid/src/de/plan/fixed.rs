//! Records of fixed size: where each field is, worked out once.
//!
//! Whoever holds such a record (a vector, another record, an option) charges for all of it, as for a number: the record
//! itself then charges nothing.

use super::expected::{ExpectedFields, FieldName};
use super::{Node, Op, Plan, RecordNode, Step, VisitorKindCell};
use crate::de::header::{WireField, WireType};
use crate::sort::sort_by_id;
use crate::types::TypeId;
use candid_wire::opcode::Primitive;
use std::rc::Rc;

/// A record whose values all have the same size, each field of which is wanted. Offsets of 16 bits need no
/// check for overflow where the end of a field is worked out; larger records are read in the general way.
#[derive(Debug)]
pub(crate) struct FixedRecord {
    /// In the order of their ordinals, which are 0, 1, ….
    pub(crate) fields: Box<[FixedField]>,
    pub(crate) size: u16,
    /// Of the record and all that is in it.
    pub(crate) cost: u64,
    /// The offsets of the fields that are a `bool`, the only ones whose bytes may be wrong.
    pub(crate) bools: Box<[u16]>,
    /// The wanted labels are 0, 1, …, so it can be read as a sequence.
    pub(crate) is_tuple: bool,
    pub(crate) derived: Option<fn() -> TypeId>,
    pub(crate) visitor_kind: VisitorKindCell,
}

/// A field with a place of its own.
#[derive(Debug)]
pub(crate) struct FixedField {
    pub(crate) step: Step,
    /// Bytes from the start of the record.
    pub(crate) offset: u16,
    /// Bytes from the start of the record to the end of the field.
    pub(crate) end: u16,
    /// The plan of a field that is such a record too.
    pub(crate) record: Option<Rc<FixedRecord>>,
    pub(crate) name: FieldName,
}

impl Plan {
    /// Returns where the fields of a record are, if they can be read in any order: each value has the
    /// same size, no field is skipped, nothing in it is known to fail.
    ///
    /// Only for Rust types with constant descriptors: those nest as deep as somebody wrote them, and no deeper.
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
            // It has to be counted.
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
                // It takes no bytes.
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

    /// Returns the plan of the record that a step reads, if it is of fixed size. It is compiled now,
    /// unless its size alone tells that it is not.
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
