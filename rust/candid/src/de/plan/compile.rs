//! Pairs of types to steps: the coercion rules, one per wanted type.
//!
//! `spec/Candid.md#decoding`

use super::size::{record_cost, UNKNOWN_NAME_LEN};
use super::want::{FieldName, Want, WantFields, WantView};
use super::{
    FieldStep, Node, Op, OptNode, Plan, RecordNode, SkipRun, Step, TagStep, VariantNode, VecNode,
};
use crate::de::header::{Entry, WireField, WireType};
use crate::error::Result;
use candid_wire::opcode::Primitive;
use std::cell::Cell;

impl Plan {
    /// Returns the step that reads a value of type `wire` at type `want`.
    ///
    /// # Errors
    ///
    /// If the wanted type is one that no value has. A pair that does not fit is no error here: it
    /// is a step that fails when it is reached.
    pub(crate) fn step(&self, wire: WireType, want: &Want) -> Result<Step> {
        let view = match want {
            Want::AsIs => return self.step_as_is(wire),
            want => want.view()?,
        };
        let entry = self.table.entry(wire);
        Ok(match (view, wire, entry) {
            (WantView::AsIs, _, _) => return self.step_as_is(wire),
            (WantView::Primitive(Primitive::Reserved), _, _) => match wire {
                WireType::Primitive(Primitive::Reserved) => Step::RESERVED,
                _ => Step::of_wire(Op::Reserved, wire),
            },
            (WantView::Opt(payload), _, _) => return self.step_opt(wire, want, &payload),
            (_, WireType::Primitive(Primitive::Empty), _) => Step::new(Op::Empty),
            (WantView::Primitive(want), WireType::Primitive(have), _) if want == have => {
                Step::new(primitive_op(have))
            }
            (WantView::Primitive(Primitive::Int), WireType::Primitive(Primitive::Nat), _) => {
                Step::new(Op::NatAsInt)
            }
            (WantView::Primitive(Primitive::Principal), _, Some(Entry::Service(_))) => {
                Step::new(Op::ServiceAsPrincipal)
            }
            (WantView::Vec(element), _, Some(Entry::Vec(have))) => {
                let bytes = have == WireType::Primitive(Primitive::Nat8);
                if bytes && is_nat8(&element) {
                    Step::new(Op::Blob)
                } else {
                    Step::with(Op::Vec, self.slot_of(wire, want.clone())?)
                }
            }
            (WantView::Record(_), _, Some(Entry::Record(_))) => {
                if self.size(wire).min == u64::MAX {
                    Step::new(Op::Empty)
                } else {
                    Step::with(Op::Record, self.slot_of(wire, want.clone())?)
                }
            }
            (WantView::Variant(_), _, Some(Entry::Variant(_))) => {
                Step::with(Op::Variant, self.slot_of(wire, want.clone())?)
            }
            (WantView::Reference(want, graph), _, Some(Entry::Func { .. }))
                if self.is_subtype(wire, &want.ty, graph.env()) =>
            {
                Step::new(Op::Func)
            }
            (WantView::Reference(want, graph), _, Some(Entry::Service(_)))
                if self.is_subtype(wire, &want.ty, graph.env()) =>
            {
                Step::new(Op::Service)
            }
            _ => Step::with(Op::Mismatch, self.slot_of(wire, want.clone())?),
        })
    }

    /// The step for a value that is wanted whatever it is.
    fn step_as_is(&self, wire: WireType) -> Result<Step> {
        let op = match (wire, self.table.entry(wire)) {
            (WireType::Primitive(primitive), _) => return Ok(Step::new(primitive_op(primitive))),
            (_, Some(Entry::Vec(WireType::Primitive(Primitive::Nat8)))) => {
                return Ok(Step::new(Op::Blob))
            }
            (_, Some(Entry::Func { .. })) => return Ok(Step::new(Op::Func)),
            (_, Some(Entry::Service(_))) => return Ok(Step::new(Op::Service)),
            (_, Some(Entry::Vec(_))) => Op::Vec,
            (_, Some(Entry::Record(_))) => {
                if self.size(wire).min == u64::MAX {
                    return Ok(Step::new(Op::Empty));
                }
                Op::Record
            }
            (_, Some(Entry::Variant(_))) => Op::Variant,
            (_, Some(Entry::Opt(_))) => Op::Opt,
            // A future type has no value that this version could make.
            (_, Some(Entry::Future) | None) => Op::Mismatch,
        };
        Ok(Step::with(op, self.slot_of(wire, Want::AsIs)?))
    }

    /// `opt` is wanted. A value that cannot coerce is an absent option, never an error.
    fn step_opt(&self, wire: WireType, want: &Want, payload: &Want) -> Result<Step> {
        if let WireType::Primitive(primitive) = wire {
            match primitive {
                Primitive::Null | Primitive::Reserved => return Ok(Step::NONE),
                Primitive::Empty => return Ok(Step::new(Op::Empty)),
                _ => {}
            }
        }
        if let Some(Entry::Opt(_)) = self.table.entry(wire) {
            return Ok(Step::with(Op::Opt, self.slot_of(wire, want.clone())?));
        }
        // The value is taken as an option. Wanted options may nest (`opt opt t`) and, in
        // `type O = opt O`, never end: then there is no value to find.
        let mut met = vec![want.key()];
        let mut innermost = payload.clone();
        while let Some(inner) = innermost.payload()? {
            let key = innermost.key();
            if met.contains(&key) {
                return Ok(Step::of_wire(Op::SkipToNone, wire));
            }
            met.push(key);
            innermost = inner;
        }
        // Of nested options only the innermost is null if the value does not fit.
        let is_innermost = met.len() == 1;
        if is_innermost && self.step(wire, payload)?.op == Op::Mismatch {
            return Ok(Step::of_wire(Op::SkipToNone, wire));
        }
        Ok(Step::with(
            Op::OptOfValue,
            self.slot_of(wire, want.clone())?,
        ))
    }

    /// Compiles the node of a container's pair. Parts that are containers get slots, no nodes.
    pub(super) fn compile(&self, wire: WireType, want: &Want) -> Result<Node> {
        let entry = self.table.entry(wire);
        let view = match (want.view()?, entry) {
            (WantView::AsIs, Some(Entry::Vec(element))) => {
                return Ok(Node::Vec(self.compile_vec(element, &Want::AsIs)?))
            }
            (WantView::AsIs, Some(Entry::Opt(payload))) => {
                return Ok(Node::Opt(self.compile_opt(payload, &Want::AsIs)?))
            }
            (WantView::AsIs, Some(Entry::Record(range))) => {
                return Ok(Node::Record(
                    self.compile_record(self.table.fields(range), None)?,
                ))
            }
            (WantView::AsIs, Some(Entry::Variant(range))) => {
                return Ok(Node::Variant(
                    self.compile_variant(self.table.fields(range), None)?,
                ))
            }
            (view, _) => view,
        };
        Ok(match (view, entry) {
            (WantView::Vec(want), Some(Entry::Vec(element))) => {
                Node::Vec(self.compile_vec(element, &want)?)
            }
            (WantView::Opt(want), Some(Entry::Opt(payload))) => {
                Node::Opt(self.compile_opt(payload, &want)?)
            }
            (WantView::Opt(want), _) => Node::Opt(self.compile_opt(wire, &want)?),
            (WantView::Record(wanted), Some(Entry::Record(range))) => {
                Node::Record(self.compile_record(self.table.fields(range), Some(wanted))?)
            }
            (WantView::Variant(wanted), Some(Entry::Variant(range))) => {
                Node::Variant(self.compile_variant(self.table.fields(range), Some(wanted))?)
            }
            _ => return Err(super::internal()),
        })
    }

    fn compile_vec(&self, wire: WireType, want: &Want) -> Result<VecNode> {
        let element = self.step(wire, want)?;
        let place = match wire {
            WireType::Primitive(_) => 3,
            WireType::Index(_) => 2,
        };
        Ok(VecNode {
            element,
            element_cost: place + self.place_cost(want, element),
            element_min: self.size(wire).min,
        })
    }

    fn compile_opt(&self, wire: WireType, want: &Want) -> Result<OptNode> {
        let payload = self.step(wire, want)?;
        Ok(OptNode {
            payload,
            payload_cost: self.place_cost(want, payload),
            wire,
            must_check: self.may_fail(wire, want)?,
        })
    }

    /// Merges the fields of both sides, which are sorted by id.
    fn compile_record(
        &self,
        have: &[WireField],
        wanted: Option<WantFields<'_>>,
    ) -> Result<RecordNode> {
        let mut node = RecordBuilder {
            plan: self,
            fields: Vec::new(),
            absent: Vec::new(),
            runs: Vec::new(),
            run: Vec::new(),
            cost: 0,
            n_taken: 0,
            n_skipped: 0,
            is_zero_sized: have.iter().all(|field| self.size(field.ty).min == 0),
            is_tuple: true,
        };
        match wanted {
            None => {
                for field in have {
                    let step = self.step_as_is(field.ty)?;
                    node.take(as_is(field.id), field.id, &Want::AsIs, step);
                }
            }
            Some(wanted) => {
                let mut next = have.iter().peekable();
                for i in 0..wanted.len() {
                    let Some(want) = wanted.get(i)? else { break };
                    while let Some(field) = next.next_if(|field| field.id < want.id) {
                        node.skip(field.ty);
                    }
                    match next.next_if(|field| field.id == want.id) {
                        Some(field) => {
                            let step = self.step(field.ty, &want.want)?;
                            node.take((want.name, want.ordinal), want.id, &want.want, step);
                        }
                        None => node.absent(want)?,
                    }
                }
                for field in next {
                    node.skip(field.ty);
                }
            }
        }
        Ok(node.finish(wanted.and_then(|wanted| wanted.derived())))
    }

    fn compile_variant(
        &self,
        have: &[WireField],
        wanted: Option<WantFields<'_>>,
    ) -> Result<VariantNode> {
        let mut tags = Vec::with_capacity(have.len());
        let mut i = 0;
        for tag in have {
            let known = match wanted {
                None => Some((as_is(tag.id), Want::AsIs)),
                Some(wanted) => {
                    while wanted.id(i).is_some_and(|id| id < tag.id) {
                        i += 1;
                    }
                    match wanted.get(i)? {
                        Some(want) if want.id == tag.id => {
                            Some(((want.name, want.ordinal), want.want))
                        }
                        _ => None,
                    }
                }
            };
            tags.push(match known {
                Some(((name, ordinal), want)) => {
                    let payload = self.step(tag.ty, &want)?;
                    TagStep::Known {
                        payload,
                        // A tag without payload is charged for its label alone.
                        cost: 7
                            + name.cost_len()
                            + match payload.op {
                                Op::Null => 0,
                                _ => self.place_cost(&want, payload),
                            },
                        ordinal,
                        name,
                        wire: tag.ty,
                    }
                }
                None => TagStep::Unknown {
                    id: tag.id,
                    payload: tag.ty,
                },
            });
        }
        Ok(VariantNode {
            tags: tags.into(),
            derived: wanted.and_then(|wanted| wanted.derived()),
            ordinals: Cell::default(),
            n_wanted: wanted.map_or(0, |wanted| wanted.len()),
        })
    }

    /// Returns what the place that holds the value charges for it: nothing for a dynamic value
    /// inside a typed one, which charges all of itself.
    pub(crate) fn place_cost(&self, want: &Want, step: Step) -> u64 {
        match want {
            Want::AsIs => self.static_cost(step),
            want => match want.view() {
                Ok(WantView::AsIs) => 0,
                _ => self.static_cost(step),
            },
        }
    }

    /// Returns what is charged for a value apart from its parts and its varying length. Containers charge their
    /// own part when they are entered; numbers of varying length when they are read.
    pub(crate) fn static_cost(&self, step: Step) -> u64 {
        match step.op {
            Op::Null | Op::ReservedNull | Op::Bool | Op::Nat8 | Op::Int8 | Op::Text => 1,
            Op::Nat16 | Op::Int16 => 2,
            Op::Nat32 | Op::Int32 | Op::Float32 => 4,
            Op::Nat64 | Op::Int64 | Op::Float64 => 8,
            Op::Principal | Op::ServiceAsPrincipal => 30,
            Op::Service => 31 + self.table.len() as u64,
            Op::Func => 33 + self.table.len() as u64,
            Op::Blob => 2,
            _ => 0,
        }
    }
}

/// A record's steps while they are put together.
struct RecordBuilder<'a> {
    plan: &'a Plan,
    fields: Vec<FieldStep>,
    absent: Vec<FieldStep>,
    runs: Vec<SkipRun>,
    /// The surplus fields since the last one that is wanted.
    run: Vec<WireType>,
    cost: u64,
    n_taken: usize,
    n_skipped: usize,
    is_zero_sized: bool,
    is_tuple: bool,
}

impl RecordBuilder<'_> {
    fn take(&mut self, (name, ordinal): (FieldName, u32), id: u32, want: &Want, step: Step) {
        self.end_run();
        self.is_tuple &= name.is_id() && id as usize == self.n_taken;
        self.n_taken += 1;
        let cost = self.plan.place_cost(want, step);
        self.cost = self.cost.saturating_add(cost);
        self.fields.push(FieldStep {
            step,
            ordinal,
            name,
        });
    }

    fn absent(&mut self, want: super::want::WantField) -> Result<()> {
        let step = match want.want.view()? {
            WantView::Opt(_) => Step::NONE,
            WantView::Primitive(Primitive::Null) => Step::NULL,
            WantView::Primitive(Primitive::Reserved) => Step::RESERVED,
            _ => Step::with(
                Op::Missing,
                self.plan
                    .slot_of(WireType::Primitive(Primitive::Null), want.want)?,
            ),
        };
        self.is_tuple &= want.name.is_id();
        self.absent.push(FieldStep {
            step,
            ordinal: want.ordinal,
            name: want.name,
        });
        Ok(())
    }

    fn skip(&mut self, ty: WireType) {
        self.n_skipped += 1;
        self.run.push(ty);
    }

    fn end_run(&mut self) {
        if self.run.is_empty() {
            return;
        }
        let mut plain_size = 0u64;
        let mut plain_cost = Some(0u64);
        for ty in &self.run {
            let size = self.plan.size(*ty);
            plain_size = plain_size.saturating_add(size.min);
            plain_cost = plain_cost
                .zip(size.plain_cost)
                .map(|(sum, cost)| sum.saturating_add(cost));
        }
        let n_fields = self.run.len();
        let types = std::mem::take(&mut self.run);
        let run = match plain_cost {
            Some(plain_cost) => SkipRun {
                types: Box::default(),
                plain_size,
                plain_cost,
                n_fields,
            },
            None => SkipRun {
                types: types.into(),
                plain_size: 0,
                plain_cost: 0,
                n_fields,
            },
        };
        // A record has fewer fields than its header has bytes.
        let number = u32::try_from(self.runs.len()).unwrap_or(u32::MAX);
        self.runs.push(run);
        self.fields.push(FieldStep {
            step: Step::with(Op::SkipRun, number),
            ordinal: u32::MAX,
            name: FieldName::Id(0),
        });
    }

    fn finish(mut self, derived: Option<fn() -> &'static str>) -> RecordNode {
        self.end_run();
        let labels = if self.is_tuple && self.n_skipped == 0 {
            // The elements of a tuple have no names.
            2 + 3 * self.n_taken as u64
        } else {
            let names: u64 = self
                .fields
                .iter()
                .filter(|field| field.step.op != Op::SkipRun)
                .map(|field| field.name.cost_len())
                .sum();
            record_cost((self.n_taken + self.n_skipped) as u64)
                + names
                + UNKNOWN_NAME_LEN * self.n_skipped as u64
        };
        self.cost = self.cost.saturating_add(labels);
        self.fields.append(&mut self.absent);
        RecordNode {
            n_wanted: self
                .fields
                .iter()
                .filter(|field| field.step.op != Op::SkipRun)
                .count(),
            fields: self.fields.into(),
            runs: self.runs.into(),
            cost: self.cost,
            is_zero_sized: self.is_zero_sized,
            is_tuple: self.is_tuple,
            derived,
            ordinals: Cell::default(),
        }
    }
}

/// The name and ordinal of a field that is taken as it is.
fn as_is(id: u32) -> (FieldName, u32) {
    (FieldName::Id(id), u32::MAX)
}

/// Returns whether `want` is `nat8`.
fn is_nat8(want: &Want) -> bool {
    matches!(want.view(), Ok(WantView::Primitive(Primitive::Nat8)))
}

fn primitive_op(primitive: Primitive) -> Op {
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
        Primitive::Reserved => Op::ReservedNull,
        Primitive::Empty => Op::Empty,
        Primitive::Principal => Op::Principal,
    }
}
