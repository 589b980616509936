//! Compilation of type pairs into steps: the coercion rules, by expected type.
//!
//! `spec/Candid.md#decoding`

use crate::de::cost;
use crate::de::header::{Entry, WireType};
use crate::de::plan::compile_record::RestField;
use crate::de::plan::node::{Node, OptNode, VecNode};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::error::{internal, Result};
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::util::mechanisms;
use candid_wire::opcode::Primitive;
use std::cell::OnceCell;

impl Plan {
    /// Returns the step that decodes a value of type `wire` as type `expected`.
    ///
    /// # Errors
    ///
    /// If the expected type has no values. A pair that does not coerce is not an error here: its step fails when it is
    /// reached.
    pub(crate) fn step(&self, wire: WireType, expected: &ExpectedType) -> Result<Step> {
        if let Some(expected) = expected.primitive() {
            if wire == WireType::of(expected) {
                return Ok(leaf(wire).0);
            }
        }
        let view = expected.view()?;
        let entry = self.table.entry(wire);
        Ok(match (view, wire, entry) {
            (TypeShape::Any, _, _) => return self.step_any(wire),
            (TypeShape::Primitive(Primitive::Reserved), _, _) => {
                Step::of_wire(Op::SkipToReserved, wire)
            }
            (TypeShape::Opt(payload), _, _) => return self.step_opt(wire, expected, &payload),
            (_, WireType::EMPTY, _) => Step::new(Op::Empty),
            (TypeShape::Primitive(Primitive::Int), WireType::NAT, _) => Step::new(Op::NatAsInt),
            (TypeShape::Primitive(Primitive::Principal), _, Some(Entry::Service(_))) => {
                Step::new(Op::ServiceAsPrincipal)
            }
            (TypeShape::Vec(element), _, Some(Entry::Vec(found))) => {
                let is_bytes = found == WireType::NAT8;
                if is_bytes && is_nat8(&element) {
                    Step::new(Op::Blob)
                } else {
                    Step::with(Op::Vec, self.slot_of(wire, expected.clone())?)
                }
            }
            (TypeShape::Record(_), _, Some(Entry::Record(_))) => {
                if self.size(wire).has_no_values() {
                    Step::new(Op::Empty)
                } else {
                    Step::with(Op::Record, self.slot_of(wire, expected.clone())?)
                }
            }
            (TypeShape::Variant(_), _, Some(Entry::Variant(_))) => {
                Step::with(Op::Variant, self.slot_of(wire, expected.clone())?)
            }
            (TypeShape::Reference(..), _, Some(Entry::Func { .. }))
                if self.is_subtype(wire, expected)? =>
            {
                Step::new(Op::Func)
            }
            (TypeShape::Reference(..), _, Some(Entry::Service(_)))
                if self.is_subtype(wire, expected)? =>
            {
                Step::new(Op::Service)
            }
            _ => Step::with(Op::Mismatch, self.slot_of(wire, expected.clone())?),
        })
    }

    /// Returns the step of what most parts are, and its inline cost: leaves of the same type on both sides, and options of such.
    #[inline(always)]
    pub(crate) fn plain_step(&self, wire: WireType, expected: &Descriptor) -> Option<(Step, u64)> {
        let Descriptor::Opt(payload) = expected else {
            return self.leaf_step(wire, expected);
        };
        match self.table.entry(wire) {
            Some(Entry::Opt(found)) if mechanisms::PLAIN_OPTIONS => {
                let (step, cost) = self.leaf_step(found, payload())?;
                Some((step.in_plain_opt(cost)?, cost::CONTAINER))
            }
            _ => None,
        }
    }

    /// Returns the step of what nearly all parts are, and its inline cost: besides those of [`Plan::plain_step`], records and
    /// variants on both sides. They need no view of the expected type.
    pub(crate) fn usual_step(
        &self,
        wire: WireType,
        expected: &'static Descriptor,
    ) -> Option<(Step, u64)> {
        if let Some(plain) = self.plain_step(wire, expected) {
            return Some(plain);
        }
        let (op, is_fixed) = match (expected, self.table.entry(wire)?) {
            (Descriptor::Record(_), Entry::Record(_)) => {
                let size = self.size(wire);
                if size.has_no_values() {
                    return None;
                }
                (Op::Record, size.is_fixed())
            }
            (Descriptor::Variant(_), Entry::Variant(_)) => (Op::Variant, false),
            _ => return None,
        };
        // What fails here fails again where a caller tries the general way.
        let slot = self.slot_of(wire, ExpectedType::Static(expected)).ok()?;
        let step = Step::with(op, slot);
        // Others charge for themselves.
        Some((step, if is_fixed { self.static_cost(step) } else { 0 }))
    }

    /// Returns the step of a leaf of the same type on both sides, and its static cost; `None` of a few that are seldom.
    #[inline]
    fn leaf_step(&self, wire: WireType, expected: &Descriptor) -> Option<(Step, u64)> {
        match expected {
            Descriptor::Primitive(expected) if wire == WireType::of(*expected) => {
                let is_usual = !matches!(wire, WireType::EMPTY | WireType::RESERVED);
                is_usual.then(|| leaf(wire))
            }
            Descriptor::Vec(element) => match (self.table.entry(wire)?, element()) {
                (Entry::Vec(WireType::NAT8), Descriptor::Primitive(Primitive::Nat8)) => {
                    Some((Step::new(Op::Blob), cost::CONTAINER))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the step for a value that is decoded as its wire type.
    pub(crate) fn step_any(&self, wire: WireType) -> Result<Step> {
        let op = match self.table.entry(wire) {
            None => return Ok(leaf(wire).0),
            Some(Entry::Vec(WireType::NAT8)) => return Ok(Step::new(Op::Blob)),
            Some(Entry::Func { .. }) => return Ok(Step::new(Op::Func)),
            Some(Entry::Service(_)) => return Ok(Step::new(Op::Service)),
            Some(Entry::Vec(_)) => Op::Vec,
            Some(Entry::Record(_)) => {
                if self.size(wire).has_no_values() {
                    return Ok(Step::new(Op::Empty));
                }
                Op::Record
            }
            Some(Entry::Variant(_)) => Op::Variant,
            Some(Entry::Opt(_)) => Op::Opt,
            Some(Entry::Future) => return Ok(Step::of_wire(Op::SkipToNull, wire)),
        };
        Ok(Step::with(op, self.slot_of(wire, ExpectedType::Any)?))
    }

    /// Returns the step for an expected `opt`. A value that does not coerce is an absent option, never an error.
    fn step_opt(
        &self,
        wire: WireType,
        expected: &ExpectedType,
        payload: &ExpectedType,
    ) -> Result<Step> {
        match wire {
            WireType::NULL | WireType::RESERVED => return Ok(Step::NONE),
            WireType::EMPTY => return Ok(Step::new(Op::Empty)),
            _ => {}
        }
        if let Some(Entry::Opt(found)) = self.table.entry(wire) {
            if let Some(plain) = self.plain_opt(found, payload)? {
                return Ok(plain);
            }
            // Only of two levels, so that this ends.
            let is_opt = |wire| matches!(self.table.entry(wire), Some(Entry::Opt(_)));
            if matches!(self.table.entry(found), Some(Entry::Opt(inner)) if !is_opt(inner)) {
                let step = self.step(found, payload)?;
                if step.is_plain_opt() && self.inline_cost(payload, step) == cost::CONTAINER {
                    return Ok(step.in_opt_of_plain());
                }
            }
            return Ok(Step::with(Op::Opt, self.slot_of(wire, expected.clone())?));
        }
        // The value is decoded as an option. Expected options may nest (`opt opt t`), in `type O = opt O` infinitely:
        // then no value can be built.
        let mut seen = vec![expected.key()];
        let mut innermost = payload.clone();
        while let Some(inner) = innermost.payload()? {
            let key = innermost.key();
            if seen.contains(&key) {
                let slot = self.slot_of(wire, expected.clone())?;
                return Ok(Step::with(Op::InfiniteOpt, slot));
            }
            seen.push(key);
            innermost = inner;
        }
        // In nested options, only the innermost is null if the value does not coerce.
        let is_innermost = seen.len() == 1;
        if is_innermost && self.step(wire, payload)?.is(Op::Mismatch) {
            return Ok(Step::of_wire(Op::SkipToNone, wire));
        }
        Ok(Step::with(
            Op::OptOfValue,
            self.slot_of(wire, expected.clone())?,
        ))
    }

    /// Returns the step of an option whose payload is a number, a text, bytes or a record of fixed size, and always
    /// coerces: most are of this kind, and need no lookup. Options as payloads are not considered, so that this ends.
    fn plain_opt(&self, wire: WireType, payload: &ExpectedType) -> Result<Option<Step>> {
        let is_plain = match (self.table.entry(wire), payload.primitive()) {
            (None, Some(expected)) => {
                wire == WireType::of(expected)
                    && !matches!(wire, WireType::EMPTY | WireType::RESERVED)
            }
            (Some(entry), None) => match (payload.view()?, entry) {
                (TypeShape::Vec(element), Entry::Vec(WireType::NAT8)) => is_nat8(&element),
                (TypeShape::Record(_), Entry::Record(_)) => self.size(wire).is_fixed(),
                _ => false,
            },
            _ => false,
        };
        if !mechanisms::PLAIN_OPTIONS || !is_plain {
            return Ok(None);
        }
        let step = self.step(wire, payload)?;
        match step.op() {
            Op::Record if self.compiled_fixed_size(step).is_none() => return Ok(None),
            Op::Empty | Op::Mismatch => return Ok(None),
            _ => {}
        }
        Ok(step.in_plain_opt(self.inline_cost(payload, step)))
    }

    /// Returns `opt`, the step of an option in a record, with that of its payload, if this always coerces and is that record, as
    /// in a list. Others are not compared before there is a value.
    pub(crate) fn with_record(&self, opt: Step, record: WireType, expected: &ExpectedType) -> Step {
        let payload = || {
            if !mechanisms::PLAIN_OPTIONS || !opt.is_opt() || !expected.is_static() {
                return None;
            }
            let payload = expected.payload().ok()??;
            let step = Step::with(Op::Record, self.find(record, payload.key())?);
            let is_record = matches!(payload.view(), Ok(TypeShape::Record(_)))
                && self.inline_cost(&payload, step) == 0;
            // What fails here fails again when there is a value.
            (is_record && self.is_subtype(record, &payload).unwrap_or(false)).then_some(step)
        };
        payload().map_or(opt, |payload| opt.with_record(payload))
    }

    /// Compiles the node of the pair of containers of a slot, and sets it. Parts that are containers get slots, not nodes.
    #[inline]
    pub(super) fn compile<'a>(
        &self,
        slot: u32,
        wire: WireType,
        expected: &ExpectedType,
        node: &'a OnceCell<Node>,
    ) -> Result<&'a Node> {
        let entry = self.table.entry(wire);
        if let (ExpectedType::Static(Descriptor::Record(fields)), Some(Entry::Record(range))) =
            (expected, entry)
        {
            let wire_fields = self.table.fields(range);
            self.count_parts(wire_fields.len(), fields.len())?;
            let record = match self.compile_same_fields(wire, wire_fields, fields)? {
                Some(record) => record,
                None => {
                    let fields = ExpectedFields::Static(fields);
                    self.compile_record(wire, wire_fields, Some(fields), None)?
                }
            };
            return set(node, Node::Record(record));
        }
        let (part, fields) = match expected.view()? {
            TypeShape::Any => (ExpectedType::Any, None),
            TypeShape::Opt(part) if !matches!(entry, Some(Entry::Opt(_))) => {
                return set(node, Node::Opt(self.compile_opt(wire, &part)?));
            }
            TypeShape::Opt(part) | TypeShape::Vec(part) => (part, None),
            TypeShape::Record(fields) | TypeShape::Variant(fields) => {
                (ExpectedType::Any, Some(fields))
            }
            TypeShape::Primitive(_) | TypeShape::Reference(..) => return Err(internal()),
        };
        // The constructors are the same, or there would be no such pair.
        let compiled = match entry {
            Some(Entry::Vec(element)) => Node::Vec(self.compile_vec(element, &part)?),
            Some(Entry::Opt(payload)) => Node::Opt(self.compile_opt(payload, &part)?),
            Some(Entry::Record(range)) => {
                let rest = expected.rest_name().map(|name| RestField { name, slot });
                let wire_fields = self.table.fields(range);
                self.count_parts(wire_fields.len(), expected.n_parts())?;
                Node::Record(self.compile_record(wire, wire_fields, fields, rest)?)
            }
            Some(Entry::Variant(range)) => {
                let variant = Step::with(Op::Variant, slot);
                let wire_fields = self.table.fields(range);
                Node::Variant(self.compile_variant(variant, wire_fields, fields)?)
            }
            _ => return Err(internal()),
        };
        set(node, compiled)
    }

    fn compile_vec(&self, wire: WireType, expected: &ExpectedType) -> Result<VecNode> {
        let element = self.step(wire, expected)?;
        let element_cost = cost::element(wire) + self.inline_cost(expected, element);
        let element_min = self.size(wire).min;
        let is_small = |n: u64| (1..=u64::from(u32::MAX)).contains(&n);
        Ok(VecNode {
            element,
            element_cost,
            element_min,
            cost_fits_u32: is_small(element_cost) && is_small(element_min),
            fixed_size: self
                .compiled_fixed_size(element)
                .map_or(0, |fixed| fixed.size),
        })
    }

    fn compile_opt(&self, wire: WireType, expected: &ExpectedType) -> Result<OptNode> {
        let payload = self.step(wire, expected)?;
        // All values of a type coerce to its supertypes.
        let must_check = !self.is_subtype(wire, expected)?;
        Ok(OptNode {
            payload,
            payload_cost: self.inline_cost(expected, payload),
            wire,
            must_check,
            needs_checks: must_check || self.is_without_check(payload),
        })
    }

    /// Returns whether the value of a step nests, and does not check the stack: an option, or a record of fixed size. As the
    /// payload of an option that has no tag on the wire, that may be in another: only the header bounds how deeply.
    fn is_without_check(&self, payload: Step) -> bool {
        matches!(payload.op(), Op::Opt | Op::OptOfValue)
            || self.compiled_fixed_size(payload).is_some()
    }

    /// Returns the cost of the value that its container charges: 0 for an `IDLValue` inside a typed value, for
    /// which `de/dynamic.rs` charges.
    pub(crate) fn inline_cost(&self, expected: &ExpectedType, step: Step) -> u64 {
        match expected {
            ExpectedType::Node(..) if expected.is_any() => 0,
            _ => self.static_cost(step),
        }
    }

    /// Returns the cost of a value apart from its parts and its variable length. Containers of variable size charge for
    /// themselves when they are entered; numbers of variable length when they are read.
    pub(crate) fn static_cost(&self, step: Step) -> u64 {
        match step.op() {
            Op::ServiceAsPrincipal => cost::PRINCIPAL,
            Op::Service => cost::service(self.table.len()),
            Op::Func => cost::func(self.table.len()),
            Op::Blob | Op::Opt | Op::PlainOpt => cost::CONTAINER,
            Op::Record => self
                .compiled_fixed_size(step)
                .map_or(0, |record| record.cost),
            op => leaf_cost(op),
        }
    }
}

/// Sets the node of a slot. Compiling its parts may have compiled it already.
#[inline(always)]
fn set(cell: &OnceCell<Node>, node: Node) -> Result<&Node> {
    let _ = cell.set(node);
    cell.get().ok_or_else(internal)
}

/// Returns the static cost of a leaf that is a primitive type.
const fn leaf_cost(op: Op) -> u64 {
    match op {
        Op::Null | Op::Reserved | Op::Bool => cost::UNIT,
        // Reading it charges for its bytes.
        Op::Text => cost::text(0),
        Op::Nat8 | Op::Int8 => 1,
        Op::Nat16 | Op::Int16 => 2,
        Op::Nat32 | Op::Int32 | Op::Float32 => 4,
        Op::Nat64 | Op::Int64 | Op::Float64 => 8,
        Op::Principal => cost::PRINCIPAL,
        _ => 0,
    }
}

/// The steps of primitive types and their static costs, by their numbers.
static LEAVES: [(Step, u64); 24] = {
    let mut leaves = [(Step::new(Op::Empty), 0); 24];
    let mut i = 0;
    while i < Primitive::ALL.len() {
        let op = primitive_op(Primitive::ALL[i]);
        let number = WireType::of(Primitive::ALL[i]).leaf_number();
        leaves[number] = (Step::new(op), leaf_cost(op));
        i += 1;
    }
    leaves
};

/// Returns the step of a primitive type decoded as itself, and its static cost.
#[inline]
fn leaf(wire: WireType) -> (Step, u64) {
    let leaf = LEAVES.get(wire.leaf_number()).copied();
    leaf.unwrap_or((Step::new(Op::Empty), 0))
}

/// Returns whether `expected` is `nat8`.
fn is_nat8(expected: &ExpectedType) -> bool {
    expected.primitive() == Some(Primitive::Nat8)
}

const fn primitive_op(primitive: Primitive) -> Op {
    match primitive {
        Primitive::Null => Op::Null,
        Primitive::Bool => Op::Bool,
        Primitive::Nat => Op::Nat,
        Primitive::Int => Op::Int,
        Primitive::Nat8 => Op::Nat8,
        Primitive::Nat16 => Op::Nat16,
        Primitive::Nat32 => Op::Nat32,
        Primitive::Nat64 => Op::Nat64,
        Primitive::Int8 => Op::Int8,
        Primitive::Int16 => Op::Int16,
        Primitive::Int32 => Op::Int32,
        Primitive::Int64 => Op::Int64,
        Primitive::Float32 => Op::Float32,
        Primitive::Float64 => Op::Float64,
        Primitive::Text => Op::Text,
        Primitive::Reserved => Op::Reserved,
        Primitive::Empty => Op::Empty,
        Primitive::Principal => Op::Principal,
    }
}
