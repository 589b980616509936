//! Records to steps: which wire field goes to which wanted one, what is skipped, what is absent.
//!
//! `spec/Candid.md#records-1`

use super::size::{free_values, record_cost, UNKNOWN_NAME_LEN};
use super::want::{FieldName, Want, WantField, WantFields, WantView};
use super::{
    FieldStep, Look, Op, Order, Plan, RecordNode, Run, SkipRun, Step, VisitorKindCell, NO_RUN,
};
use crate::de::header::{WireField, WireType};
use crate::error::Result;
use crate::types::TypeId;
use candid_wire::opcode::Primitive;
use std::cell::OnceCell;
use std::rc::Rc;

impl Plan {
    /// Merges the fields of both sides, which are sorted by id.
    pub(super) fn compile_record(
        &self,
        wire: WireType,
        have: &[WireField],
        wanted: Option<WantFields<'_>>,
    ) -> Result<RecordNode> {
        self.count_parts(have.len(), wanted.map_or(0, |wanted| wanted.len()))?;
        let size = self.size(wire);
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
            is_zero_sized: size.min == 0,
            // Each field may be taken as an option.
            may_be_counted: (size.spare as usize) < have.len(),
            n_values: 1,
            n_free: 0,
            is_tuple: true,
        };
        match wanted {
            None => {
                for field in have {
                    let step = self.step_as_is(field.ty)?;
                    node.take(as_is(field.id), *field, &Want::AsIs, step);
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
                            node.take((want.name, want.ordinal), *field, &want.want, step);
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
    /// Whether more values without bytes may come with it than are free. If not, what follows is not counted.
    may_be_counted: bool,
    /// How many values without bytes it brings along: itself, such fields, and values taken as options.
    n_values: u64,
    /// How many of them are not counted.
    n_free: u64,
    is_tuple: bool,
}

impl RecordBuilder<'_> {
    fn take(
        &mut self,
        (name, ordinal): (FieldName, u32),
        have: WireField,
        want: &Want,
        step: Step,
    ) {
        let run = self.end_run();
        self.is_tuple &= name.is_id() && have.id as usize == self.n_taken;
        self.n_taken += 1;
        if self.may_be_counted {
            let size = self.plan.size(have.ty);
            self.n_values += u64::from(size.min == 0) + u64::from(step.is(Op::OptOfValue));
            self.n_free = self.n_free.saturating_add(size.spare.into());
        }
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
        if self.may_be_counted {
            let free = free_values(self.plan.size(ty).min);
            self.n_free = self.n_free.saturating_add(free);
        }
        self.run.push(ty);
    }

    fn end_run(&mut self) -> Run {
        if self.run.is_empty() {
            return NO_RUN;
        }
        let run = self.plan.skip_run_of(std::mem::take(&mut self.run));
        self.skip_cost = self.skip_cost.saturating_add(run.cost);
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
        let n_zero_sized = match self.is_zero_sized {
            // Such records can nest so that they double at each level. Who holds it counts it itself.
            true => self.fields.len() as u64,
            false if self.may_be_counted => self.n_values.saturating_sub(self.n_free),
            false => 0,
        };
        let look = if self.n_skipped > 0 || n_zero_sized > 0 {
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
            n_zero_sized,
            is_tuple: self.is_tuple,
            fixed: None,
            fixed_size: 0,
            made_of_bytes: Default::default(),
            derived,
            visitor_kind: VisitorKindCell::default(),
            lookahead: OnceCell::new(),
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
