//! Records to steps: which wire field goes to which wanted one, what is skipped, what is absent.
//!
//! `spec/Candid.md#records-1`

use super::size::{record_cost, UNKNOWN_NAME_LEN};
use super::want::{FieldName, Want, WantField, WantFields, WantView};
use super::{
    FieldStep, Look, Op, Order, Plan, RecordNode, Run, SkipPart, SkipRun, Step, VisitorKindCell,
    NO_RUN,
};
use crate::de::header::Entry;
use crate::de::header::{WireField, WireType};
use crate::error::Result;
use crate::types::TypeId;
use candid_wire::opcode::Primitive;
use std::rc::Rc;

impl Plan {
    /// Merges the fields of both sides, which are sorted by id.
    pub(super) fn compile_record(
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
            names_cost: 0,
            skip_cost: 0,
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
        let mut node = node.finish(wanted.and_then(|wanted| wanted.derived()));
        if let Some(fixed) = self.fixed_record(have, wanted, &node) {
            // Whoever holds it charges for it, and it nests only as deep as its Rust type says.
            node.cost = 0;
            node.look = Look::Nothing;
            node.fixed_size = fixed.size;
            node.fixed = Some(Rc::new(fixed));
        }
        Ok(node)
    }
}

impl Plan {
    /// Returns how a value of this type is passed over, and what is static of its cost.
    fn skip_part(&self, wire: WireType) -> (SkipPart, u64) {
        if let Some((size, cost)) = self.plain(wire) {
            return (SkipPart::Bytes(size), cost.into());
        }
        match wire {
            WireType::Primitive(Primitive::Bool) => (SkipPart::Bool, 1),
            WireType::Primitive(Primitive::Nat | Primitive::Int) => (SkipPart::Number, 0),
            WireType::Primitive(Primitive::Text) => (SkipPart::Text, 1),
            WireType::Primitive(Primitive::Principal) => (SkipPart::Principal, 30),
            _ => match self.table.entry(wire) {
                Some(Entry::Opt(payload)) => match self.plain(payload) {
                    Some((size, cost)) => (SkipPart::Opt { size, cost }, 1),
                    None => (SkipPart::Value(wire), 0),
                },
                _ => (SkipPart::Value(wire), 0),
            },
        }
    }

    /// Returns the size and the cost of values that are so many bytes, whatever these are.
    fn plain(&self, wire: WireType) -> Option<(u32, u32)> {
        let size = self.size(wire);
        let cost = u32::try_from(size.plain_cost?).ok()?;
        Some((u32::try_from(size.min).ok()?, cost))
    }
}

/// A record's steps while they are put together.
struct RecordBuilder<'a> {
    plan: &'a Plan,
    fields: Vec<FieldStep>,
    absent: Vec<u32>,
    runs: Vec<SkipRun>,
    /// The surplus fields since the last one that is wanted.
    run: Vec<WireType>,
    cost: u64,
    /// Of the names of the fields that are taken.
    names_cost: u64,
    skip_cost: u64,
    n_taken: usize,
    n_skipped: usize,
    is_zero_sized: bool,
    is_tuple: bool,
}

impl RecordBuilder<'_> {
    fn take(&mut self, (name, ordinal): (FieldName, u32), id: u32, want: &Want, step: Step) {
        let run = self.end_run();
        self.is_tuple &= name.is_id() && id as usize == self.n_taken;
        self.n_taken += 1;
        self.names_cost += name.cost_len();
        let cost = self.plan.place_cost(want, step);
        self.cost = self.cost.saturating_add(cost);
        self.fields.push(FieldStep {
            step,
            run,
            ordinal,
            name,
        });
    }

    fn absent(&mut self, want: WantField) -> Result<()> {
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
        // Before the surplus fields since the last one that is wanted: those stay one run.
        self.absent.push(number(self.fields.len()));
        self.fields.push(FieldStep {
            step,
            run: NO_RUN,
            ordinal: want.ordinal,
            name: want.name,
        });
        Ok(())
    }

    fn skip(&mut self, ty: WireType) {
        self.n_skipped += 1;
        self.run.push(ty);
    }

    fn end_run(&mut self) -> Run {
        if self.run.is_empty() {
            return NO_RUN;
        }
        let mut parts = Vec::with_capacity(self.run.len());
        for ty in &self.run {
            let (part, cost) = self.plan.skip_part(*ty);
            self.skip_cost = self.skip_cost.saturating_add(cost);
            match (part, parts.last_mut()) {
                (SkipPart::Bytes(n), Some(SkipPart::Bytes(sum)))
                    if sum.checked_add(n).is_some() =>
                {
                    *sum += n;
                }
                _ => parts.push(part),
            }
        }
        let run = SkipRun {
            parts: parts.into(),
            n_fields: self.run.len(),
        };
        self.run.clear();
        self.runs.push(run);
        number(self.runs.len())
    }

    fn finish(mut self, derived: Option<fn() -> TypeId>) -> RecordNode {
        let last_run = self.end_run();
        let labels = if self.is_tuple && self.n_skipped == 0 {
            // The elements of a tuple have no names.
            2 + 3 * self.n_taken as u64
        } else {
            record_cost((self.n_taken + self.n_skipped) as u64)
                + self.names_cost
                + UNKNOWN_NAME_LEN * self.n_skipped as u64
        };
        self.cost = self.cost.saturating_add(labels);
        let mut in_order = (0u32..).zip(&self.fields);
        let in_order = in_order.all(|(i, field)| i == field.ordinal) && self.runs.is_empty();
        let order = match in_order {
            true if self.is_tuple => Order::Tuple,
            true => Order::Declared,
            false => Order::Other,
        };
        let look = if self.n_skipped > 0 || self.is_zero_sized {
            Look::Count
        } else if self.fields.iter().any(|field| field.step.may_nest()) {
            Look::Stack
        } else {
            Look::Nothing
        };
        RecordNode {
            order,
            fields: self.fields.into(),
            absent: self.absent.into(),
            runs: self.runs.into(),
            last_run,
            cost: self.cost,
            skip_cost: self.skip_cost,
            look,
            is_zero_sized: self.is_zero_sized,
            is_tuple: self.is_tuple,
            fixed: None,
            fixed_size: 0,
            made_of_bytes: Default::default(),
            derived,
            visitor_kind: VisitorKindCell::default(),
        }
    }
}

/// A record has fewer fields than its header, or the Rust declaration, has bytes.
fn number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// The name and ordinal of a field that is taken as it is.
pub(super) fn as_is(id: u32) -> (FieldName, u32) {
    (FieldName::Id(id), u32::MAX)
}
