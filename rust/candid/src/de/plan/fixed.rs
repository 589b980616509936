//! Records of fixed size: each value takes the same bytes, no field is skipped, and nothing in it is known to fail. Records
//! whose size varies only with options of such values.

use crate::de::header::{Entry, WireField};
use crate::de::plan::node::{EntryChecks, FixedSize, Layout, Node, RecordNode, UNKNOWN_PAYLOAD};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::schema::expected::ExpectedFields;
use crate::util::mechanisms;
use std::cell::Cell;

impl Plan {
    /// Returns the size and the cost of a record of fixed size.
    ///
    /// Only for Rust types with constant descriptors, whose nesting is bounded by the program's source.
    pub(crate) fn fixed_record(
        &self,
        wire_fields: &[WireField],
        expected_fields: Option<ExpectedFields<'_>>,
        node: &RecordNode,
    ) -> Option<FixedSize> {
        // Zero-sized values have to be counted.
        if !matches!(expected_fields, Some(ExpectedFields::Static(_)))
            || !node.spans.is_empty()
            || node.n_zero_sized > 0
        {
            return None;
        }
        let mut size = 0u16;
        for wire in wire_fields {
            let of_field = self.size(wire.ty);
            if !of_field.is_fixed {
                return None;
            }
            size = size.checked_add(u16::try_from(of_field.min).ok()?)?;
        }
        let fails = |step: Step| match step.op() {
            Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing => true,
            Op::Record => self.compiled_fixed_size(step).is_none(),
            _ => false,
        };
        if size == 0 || node.fields.iter().any(|field| fails(field.step)) {
            return None;
        }
        Some(FixedSize {
            size,
            cost: node.cost,
        })
    }

    /// Returns the layout of a record that is not of fixed size, if only options make its size vary.
    ///
    /// Only for Rust types with constant descriptors, as above.
    pub(crate) fn layout(
        &self,
        wire_fields: &[WireField],
        expected_fields: Option<ExpectedFields<'_>>,
        node: &RecordNode,
    ) -> Option<Box<Layout>> {
        if !mechanisms::OPTIONS_AT_ONCE
            || !matches!(expected_fields, Some(ExpectedFields::Static(_)))
            || !node.spans.is_empty()
            || !node.absent.is_empty()
            || node.n_zero_sized > 0
            || node.checks == EntryChecks::Count
            || node.fields.len() != wire_fields.len()
        {
            return None;
        }
        let (mut size, mut n_options) = (0usize, 0);
        for (field, wire) in node.fields.iter().zip(wire_fields) {
            let is_opt = field.step.is_plain_opt();
            let (step, ty) = match self.table.entry(wire.ty) {
                Some(Entry::Opt(payload)) if is_opt => (field.step.plain_payload().0, payload),
                _ if is_opt => return None,
                _ => (field.step, wire.ty),
            };
            let of_value = self.size(ty);
            let is_fixed = of_value.is_fixed
                && of_value.min > 0
                && match step.op() {
                    Op::Record => self.compiled_fixed_size(step).is_some(),
                    op => op.is_fixed_width(),
                };
            if !is_fixed {
                return None;
            }
            if is_opt {
                n_options += 1;
            } else {
                size = size.checked_add(usize::try_from(of_value.min).ok()?)?;
            }
        }
        let payload_costs = vec![Cell::new(UNKNOWN_PAYLOAD); n_options].into();
        (n_options > 0).then(|| {
            Box::new(Layout {
                size,
                payload_costs,
            })
        })
    }

    /// Returns the size and the cost of the record that a step decodes, if it is of fixed size. Compiles the record,
    /// unless its size alone rules that out.
    pub(crate) fn compiled_fixed_size(&self, step: Step) -> Option<FixedSize> {
        if !step.is(Op::Record) {
            return None;
        }
        let slot = self.slots.get(step.slot())?;
        if !slot.expected.is_static() || !self.size(slot.wire).is_fixed {
            return None;
        }
        match self.node(step.slot()) {
            Ok(Node::Record(node)) => node.fixed,
            _ => None,
        }
    }
}
