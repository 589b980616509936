//! Pairs of types to steps: the coercion rules, one per wanted type.
//!
//! `spec/Candid.md#decoding`

use super::want::{Want, WantFields, WantView};
use super::{
    KnownTag, Node, Op, OptNode, Plan, Step, TagStep, VariantNode, VecNode, VisitorKindCell,
};
use crate::de::header::{Entry, WireField, WireType};
use crate::error::Result;
use candid_wire::opcode::Primitive;

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
            (WantView::Reference(..), _, Some(Entry::Func { .. }))
                if self.is_subtype(wire, want)? =>
            {
                Step::new(Op::Func)
            }
            (WantView::Reference(..), _, Some(Entry::Service(_)))
                if self.is_subtype(wire, want)? =>
            {
                Step::new(Op::Service)
            }
            _ => Step::with(Op::Mismatch, self.slot_of(wire, want.clone())?),
        })
    }

    /// The step for a value that is wanted whatever it is.
    pub(super) fn step_as_is(&self, wire: WireType) -> Result<Step> {
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
            (_, Some(Entry::Future)) => return Ok(Step::of_wire(Op::Future, wire)),
            (_, None) => Op::Mismatch,
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
        if let Some(Entry::Opt(have)) = self.table.entry(wire) {
            if let Some(plain) = self.plain_opt(have, payload)? {
                return Ok(plain);
            }
            return Ok(Step::with(Op::Opt, self.slot_of(wire, want.clone())?));
        }
        // The value is taken as an option. Wanted options may nest (`opt opt t`) and, in
        // `type O = opt O`, never end: then there is no value to make of it.
        let mut met = vec![want.key()];
        let mut innermost = payload.clone();
        while let Some(inner) = innermost.payload()? {
            let key = innermost.key();
            if met.contains(&key) {
                let slot = self.slot_of(wire, want.clone())?;
                return Ok(Step::with(Op::Endless, slot));
            }
            met.push(key);
            innermost = inner;
        }
        // Of nested options only the innermost is null if the value does not fit.
        let is_innermost = met.len() == 1;
        if is_innermost && self.step(wire, payload)?.is(Op::Mismatch) {
            return Ok(Step::of_wire(Op::SkipToNone, wire));
        }
        Ok(Step::with(
            Op::OptOfValue,
            self.slot_of(wire, want.clone())?,
        ))
    }

    /// The step of an option whose payload is a number, a text, bytes or a record of fixed size, and always coerces: most
    /// are such, and have nothing to be looked up. Their own options are not looked at, so that this ends.
    fn plain_opt(&self, wire: WireType, payload: &Want) -> Result<Option<Step>> {
        let is_plain = match (wire, payload.view()?) {
            (WireType::Primitive(have), WantView::Primitive(want)) => {
                have == want && !matches!(have, Primitive::Empty | Primitive::Reserved)
            }
            (WireType::Index(_), WantView::Vec(element)) => {
                is_nat8(&element)
                    && matches!(
                        self.table.entry(wire),
                        Some(Entry::Vec(WireType::Primitive(Primitive::Nat8)))
                    )
            }
            (WireType::Index(_), WantView::Record(_)) => self.size(wire).is_fixed,
            _ => false,
        };
        if !is_plain {
            return Ok(None);
        }
        let step = self.step(wire, payload)?;
        match step.op() {
            Op::Record if self.fixed_of(step).is_none() => return Ok(None),
            Op::Empty | Op::Mismatch => return Ok(None),
            _ => {}
        }
        let cost = u16::try_from(self.place_cost(payload, step)).ok();
        Ok(cost.map(|cost| step.in_plain_opt(cost)))
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
                return Ok(Node::Record(self.compile_record(
                    wire,
                    self.table.fields(range),
                    None,
                )?))
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
                Node::Record(self.compile_record(wire, self.table.fields(range), Some(wanted))?)
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
        let element_cost = place + self.place_cost(want, element);
        let element_min = self.size(wire).min;
        let is_small = |n: u64| (1..=u64::from(u32::MAX)).contains(&n);
        Ok(VecNode {
            element,
            element_cost,
            element_min,
            is_usual: is_small(element_cost) && is_small(element_min),
            fixed: self.fixed_element(element),
        })
    }

    fn compile_opt(&self, wire: WireType, want: &Want) -> Result<OptNode> {
        let payload = self.step(wire, want)?;
        let must_check = self.may_fail(wire, want)?;
        Ok(OptNode {
            payload,
            payload_cost: self.place_cost(want, payload),
            wire,
            must_check,
            must_look: must_check || matches!(payload.op(), Op::Opt | Op::OptOfValue),
        })
    }

    fn compile_variant(
        &self,
        have: &[WireField],
        wanted: Option<WantFields<'_>>,
    ) -> Result<VariantNode> {
        let n_wanted = wanted.map_or(0, |wanted| wanted.len());
        self.count_parts(have.len(), n_wanted)?;
        let mut tags = Vec::with_capacity(have.len());
        let mut i = 0;
        for tag in have {
            let known = match wanted {
                None => Some((super::compile_record::as_is(tag.id), Want::AsIs)),
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
                    TagStep::Known(KnownTag {
                        payload,
                        // A tag without payload is charged for its label alone.
                        cost: 7
                            + name.cost_len()
                            + match payload.op() {
                                Op::Null => 0,
                                _ => self.place_cost(&want, payload),
                            },
                        ordinal,
                        name,
                        wire: tag.ty,
                    })
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
            visitor_kind: VisitorKindCell::default(),
            n_wanted,
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

    /// Returns what is charged for a value apart from its parts and its varying length. Containers
    /// of varying size charge their own part when they are entered; numbers of varying length when
    /// they are read.
    pub(crate) fn static_cost(&self, step: Step) -> u64 {
        match step.op() {
            Op::Null | Op::ReservedNull | Op::Bool | Op::Nat8 | Op::Int8 | Op::Text => 1,
            Op::Nat16 | Op::Int16 => 2,
            Op::Nat32 | Op::Int32 | Op::Float32 => 4,
            Op::Nat64 | Op::Int64 | Op::Float64 => 8,
            Op::Principal | Op::ServiceAsPrincipal => 30,
            Op::Service => 31 + self.table.len() as u64,
            Op::Func => 33 + self.table.len() as u64,
            Op::Blob | Op::Opt | Op::PlainOpt => 2,
            Op::Record => self.fixed_of(step).map_or(0, |record| record.cost),
            _ => 0,
        }
    }
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
