//! Records of fixed size: each value takes the same bytes, no field is skipped, and nothing in it is known to fail. Records
//! whose size varies only with options of such values.

use crate::de::header::{Entry, WireField};
use crate::de::plan::node::{FieldStep, FixedSize, Layout, Node, UNKNOWN_PAYLOAD};
use crate::de::plan::size::Size;
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::util::mechanisms;
use std::cell::Cell;

/// How many records of fixed size may be in each other: they are compiled by recursion. A Rust type without values, such as
/// `struct Endless(Box<(Endless,)>)`, has as many as the message declares.
const MAX_LEVELS: u8 = 16;

impl Plan {
    /// Returns the size of a record of fixed size in which nothing is skipped or counted.
    ///
    /// Only for Rust types with constant descriptors.
    pub(crate) fn fixed_size(
        &self,
        wire_fields: &[WireField],
        fields: &[FieldStep],
    ) -> Option<u16> {
        let mut size = 0u16;
        for wire in wire_fields {
            let of_field = self.size(wire.ty);
            if !of_field.is_fixed() || of_field.n_levels >= MAX_LEVELS {
                return None;
            }
            size = size.checked_add(u16::try_from(of_field.min).ok()?)?;
        }
        let fails = |step: Step| match step.op() {
            Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing => true,
            Op::Record => self.compiled_fixed_size(step).is_none(),
            _ => false,
        };
        (size > 0 && !fields.iter().any(|field| fails(field.step))).then_some(size)
    }

    /// Returns the layout of such a record of this size that is not fixed and lacks no field, if only options make it vary: those
    /// `n_options` whose steps are plain.
    ///
    /// Only for Rust types with constant descriptors, as above.
    #[inline]
    pub(crate) fn layout(
        &self,
        size: &Size,
        n_options: usize,
        wire_fields: &[WireField],
        fields: &[FieldStep],
    ) -> Option<Box<Layout>> {
        if n_options == 0 || n_options != size.n_varying as usize {
            return None;
        }
        self.layout_of_options(n_options, wire_fields, fields)
    }

    fn layout_of_options(
        &self,
        n_options: usize,
        wire_fields: &[WireField],
        fields: &[FieldStep],
    ) -> Option<Box<Layout>> {
        if !mechanisms::OPTIONS_AT_ONCE || fields.len() != wire_fields.len() {
            return None;
        }
        let mut size = 0usize;
        for (field, wire) in fields.iter().zip(wire_fields) {
            let is_opt = field.step.is_plain_opt();
            let (step, ty) = match self.table.entry(wire.ty) {
                Some(Entry::Opt(payload)) if is_opt => (field.step.plain_payload().0, payload),
                _ if is_opt => return None,
                _ => (field.step, wire.ty),
            };
            let is_fixed = match step.op() {
                Op::Record => self.compiled_fixed_size(step).is_some(),
                op => op.is_fixed_width(),
            };
            let of_value = self.size(ty);
            if !is_fixed || !of_value.is_fixed() || of_value.min == 0 {
                return None;
            }
            if !is_opt {
                size = size.checked_add(usize::try_from(of_value.min).ok()?)?;
            }
        }
        let payload_costs = vec![Cell::new(UNKNOWN_PAYLOAD); n_options].into();
        Some(Box::new(Layout {
            size,
            payload_costs,
        }))
    }

    /// Returns the size and the cost of the record that a step decodes, if it is of fixed size. Compiles the record,
    /// unless its size alone rules that out.
    pub(crate) fn compiled_fixed_size(&self, step: Step) -> Option<FixedSize> {
        if !step.is(Op::Record) {
            return None;
        }
        let slot = self.places.slot(step.slot())?;
        let size = self.size(slot.wire);
        if !slot.expected.is_static() || !size.is_fixed() || size.n_levels > MAX_LEVELS {
            return None;
        }
        match self.node(step.slot()) {
            Ok(Node::Record(node)) => node.fixed,
            _ => None,
        }
    }
}
