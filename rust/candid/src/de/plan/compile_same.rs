//! Compilation of records whose fields are the same on both sides: those of nearly all first messages of a Rust type.
//!
//! The nodes are those of `compile_record.rs`, for fewer instructions: there are no surplus fields, no absent
//! fields, and no zero-sized values to count.

use crate::de::cost;
use crate::de::header::{Entry, WireField, WireType};
use crate::de::plan::node::{EntryChecks, FieldStep, FixedSize, RecordNode, NO_SPAN};
use crate::de::plan::step::Step;
use crate::de::plan::Plan;
use crate::error::Result;
use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::schema::expected::{static_name, ExpectedType};
use crate::util::mechanisms;
use crate::util::room::check_room;
use std::cell::OnceCell;
use std::rc::Rc;

impl Plan {
    /// Returns the node of a record of a Rust type whose fields are those on the wire. `None` if they are not, or if
    /// zero-sized values may have to be counted.
    pub(crate) fn compile_same_fields(
        &self,
        wire: WireType,
        wire_fields: &[WireField],
        expected: &'static [FieldDescriptor],
    ) -> Result<Option<Rc<RecordNode>>> {
        let n = expected.len();
        let size = self.size(wire);
        let has_few_values = size.min > 0 && size.zero_sized_allowance as usize >= n;
        if !mechanisms::SAME_FIELDS || wire_fields.len() != n || !has_few_values {
            return Ok(None);
        }
        let mut fields = Vec::with_capacity(n);
        let (mut cost, mut names_cost) = (0u64, 0);
        let (mut is_tuple, mut may_nest, mut n_options) = (true, false, 0);
        for (field, found) in expected.iter().zip(wire_fields) {
            if field.id != found.id {
                return Ok(None);
            }
            let ty = (field.ty)();
            let (step, inline_cost) = match self.plain_step(found.ty, ty) {
                Some(plain) => plain,
                None => {
                    let part = self.field_step(wire, found.ty, ty)?;
                    may_nest |= part.0.may_nest();
                    part
                }
            };
            let name = static_name(field);
            is_tuple &= name.is_id() && field.id as usize == fields.len();
            n_options += usize::from(step.is_plain_opt());
            cost = cost.saturating_add(inline_cost);
            names_cost += name.cost_len();
            let span = NO_SPAN;
            check_room(&fields)?;
            fields.push(FieldStep { step, span, name });
        }
        cost = cost.saturating_add(match is_tuple {
            true => cost::tuple(n as u64),
            false => cost::record(n as u64) + names_cost,
        });
        let (mut fixed, mut layout) = (None, None);
        if size.is_fixed() {
            fixed = self.fixed_size(wire_fields, &fields).map(|size| {
                let cost = std::mem::take(&mut cost);
                FixedSize { size, cost }
            });
        } else {
            layout = self.layout(size, n_options, wire_fields, &fields);
        }
        Ok(Some(Rc::new(RecordNode {
            fields: fields.into(),
            absent: Box::default(),
            spans: Box::default(),
            last_span: NO_SPAN,
            cost,
            skip_cost: 0,
            checks: match may_nest && fixed.is_none() && layout.is_none() {
                true => EntryChecks::Stack,
                false => EntryChecks::Nothing,
            },
            n_zero_sized: 0,
            is_tuple,
            fixed,
            layout,
            built_from_bytes: Default::default(),
            rest: None,
            lookahead: OnceCell::new(),
        })))
    }

    /// Returns the step of a field of a record on the wire, decoded as this type, and its inline cost.
    #[inline]
    pub(crate) fn field_step(
        &self,
        record: WireType,
        wire: WireType,
        expected: &'static Descriptor,
    ) -> Result<(Step, u64)> {
        match self.usual_step(wire, expected) {
            Some(usual) => Ok(usual),
            None => self.part_step(record, wire, &ExpectedType::of_descriptor(expected)?),
        }
    }

    /// The same of any type.
    #[inline(never)]
    pub(crate) fn part_step(
        &self,
        record: WireType,
        wire: WireType,
        expected: &ExpectedType,
    ) -> Result<(Step, u64)> {
        let step = self.step(wire, expected)?;
        let cost = self.inline_cost(expected, step);
        Ok(match self.table.entry(wire) {
            Some(Entry::Opt(payload)) if payload == record => {
                (self.with_record(step, payload, expected), cost)
            }
            _ => (step, cost),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::de::config::DecoderConfig;
    use crate::de::header::TypeTable;
    use crate::schema::descriptor::tests::descriptors;
    use crate::schema::descriptor::DescriptorFn;
    use crate::schema::expected::ExpectedFields;
    use crate::ser::header::bytes_of;
    use crate::traits::CandidType;
    use crate::types::id::TypeId;
    use candid_wire::opcode::Primitive;
    use candid_wire::reader::Reader;
    use Descriptor::{Alias, Opt, Record, Variant, Vec as List};

    const fn field(id: u32, ty: DescriptorFn) -> FieldDescriptor {
        FieldDescriptor::named(id, "name", 0, ty)
    }

    descriptors! {
        nat = Descriptor::Primitive(Primitive::Nat);
        int = Descriptor::Primitive(Primitive::Int);
        nat8 = Descriptor::Primitive(Primitive::Nat8);
        nat64 = Descriptor::Primitive(Primitive::Nat64);
        text = Descriptor::Primitive(Primitive::Text);
        null = Descriptor::Primitive(Primitive::Null);
        reserved = Descriptor::Primitive(Primitive::Reserved);
        empty = Descriptor::Primitive(Primitive::Empty);
        byte = Alias(nat8);
        blob = List(nat8);
        list_of_byte = List(byte);
        opt_nat = Opt(nat);
        opt_null = Opt(null);
        opt_reserved = Opt(reserved);
        opt_blob = Opt(blob);
        opt_opt = Opt(opt_nat);
        by_hand = Descriptor::Dynamic { id: TypeId::of::<Option<bool>>, ty: Option::<bool>::ty, func: None };
        variant = Variant(&[field(1, nat), field(2, fixed)]);
        // Records, of which each is decoded as each.
        fixed = Record(&[field(1, nat8), field(2, nat64)]);
        unit = Record(&[]);
        nothing = Record(&[field(1, null)]);
        nulls = Record(&[field(1, null), field(2, null), field(3, reserved), field(4, nat8)]);
        one = Record(&[field(1, nat)]);
        tuple = Record(&[FieldDescriptor::unnamed(0, nat), FieldDescriptor::unnamed(1, text)]);
        named_0 = Record(&[field(0, nat), field(1, text)]);
        first_named = Record(&[field(0, nat), FieldDescriptor::unnamed(1, text)]);
        not_from_0 = Record(&[FieldDescriptor::unnamed(1, nat), FieldDescriptor::unnamed(2, nat)]);
        layout = Record(&[field(1, opt_nat64), field(2, nat64)]);
        layout_of_fixed = Record(&[field(1, opt_fixed), field(2, fixed)]);
        opt_fixed = Opt(fixed);
        opt_nat64 = Opt(nat64);
        leaves = Record(&[field(1, text), field(2, nat), field(3, blob), field(4, opt_blob)]);
        other_leaves = Record(&[field(1, text), field(2, int), field(3, blob), field(4, opt_nat)]);
        aliases = Record(&[field(1, text), field(2, newtype), field(3, list_of_byte), field(4, by_hand)]);
        newtype = Alias(nat);
        options = Record(&[field(1, opt_opt), field(2, opt_null), field(3, opt_reserved)]);
        no_options = Record(&[field(1, nat), field(2, nat8), field(3, nat64)]);
        parts = Record(&[field(1, fixed), field(2, variant), field(3, leaves), field(4, list)]);
        other_parts = Record(&[field(1, one), field(2, variant), field(3, variant), field(4, list)]);
        list = Record(&[field(1, nat), field(2, opt_list)]);
        opt_list = Opt(list);
        list_of_blobs = Record(&[field(1, opt_blob), field(2, opt_list_of_blobs)]);
        opt_list_of_blobs = Opt(list_of_blobs);
        endless = Record(&[field(1, nat8), field(2, endless)]);
        impossible = Record(&[field(1, nat8), field(2, empty)]);
        map = List(pair);
        pair = Record(&[FieldDescriptor::unnamed(0, text), FieldDescriptor::map_value(nat)]);
        with_map = Record(&[field(1, map), field(2, nat)]);
    }

    const RECORDS: [DescriptorFn; 24] = [
        fixed,
        unit,
        nothing,
        nulls,
        one,
        tuple,
        named_0,
        first_named,
        not_from_0,
        layout,
        layout_of_fixed,
        leaves,
        other_leaves,
        aliases,
        options,
        no_options,
        parts,
        other_parts,
        list,
        list_of_blobs,
        endless,
        impossible,
        pair,
        with_map,
    ];

    fn plan_of(wire: DescriptorFn) -> Rc<Plan> {
        let (header, _) = bytes_of(std::iter::once(wire())).unwrap();
        let table = TypeTable::read(&mut Reader::new(&header), &DecoderConfig::new()).unwrap();
        Plan::new(table)
    }

    /// Compiles a pair of records in both ways, and returns whether there are two.
    fn check(wire: DescriptorFn, expected: DescriptorFn) -> bool {
        let Record(fields) = expected() else {
            unreachable!("all are records")
        };
        let compile = |is_general: bool| {
            let plan = plan_of(wire);
            let ty = plan.table.args()[0].ty;
            let Some(Entry::Record(range)) = plan.table.entry(ty) else {
                unreachable!("all are records")
            };
            let wire_fields = plan.table.fields(range);
            let node = if is_general {
                let fields = ExpectedFields::Static(fields);
                Some(
                    plan.compile_record(ty, wire_fields, Some(fields), None)
                        .unwrap(),
                )
            } else {
                plan.compile_same_fields(ty, wire_fields, fields).unwrap()
            };
            let steps =
                |node: &Rc<RecordNode>| Vec::from_iter(node.fields.iter().map(|field| field.step));
            let steps = node.as_ref().map(steps);
            // Steps are compared apart: not all of them is printed.
            node.zip(steps)
                .map(|(node, steps)| (format!("{node:#?}"), steps))
        };
        let same = compile(false);
        let is_same = same.is_some();
        assert!(!is_same || same == compile(true));
        is_same
    }

    #[test]
    fn the_node_is_that_of_records_in_general() {
        let mut n_same = 0;
        for expected in RECORDS {
            for wire in RECORDS {
                n_same += u32::from(check(wire, expected));
            }
        }
        assert_eq!(n_same, 133);
        // Zero-sized values may have to be counted.
        for other in [unit, nothing, nulls] {
            assert!(!check(other, other));
        }
    }

    #[test]
    fn the_step_is_that_of_any_part() {
        let parts: [DescriptorFn; 22] = [
            nat,
            int,
            nat8,
            text,
            null,
            reserved,
            empty,
            byte,
            blob,
            list_of_byte,
            opt_nat,
            opt_null,
            opt_reserved,
            opt_blob,
            opt_opt,
            by_hand,
            variant,
            map,
            newtype,
            opt_list,
            opt_fixed,
            opt_nat64,
        ];
        let mut n_usual = 0;
        for expected in parts.into_iter().chain(RECORDS) {
            for wire in parts.into_iter().chain(RECORDS) {
                let usual = plan_of(wire);
                let usual = usual.usual_step(usual.table.args()[0].ty, expected());
                let plan = plan_of(wire);
                let ty = ExpectedType::of_descriptor(expected()).unwrap();
                let step = plan.step(plan.table.args()[0].ty, &ty).unwrap();
                if let Some(usual) = usual {
                    assert_eq!(usual, (step, plan.inline_cost(&ty, step)));
                    n_usual += 1;
                }
            }
        }
        assert_eq!(n_usual, 542);
    }
}
