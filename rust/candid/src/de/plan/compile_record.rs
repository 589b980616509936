//! Compilation of record pairs: the assignment of wire fields to expected ones, skipped fields, absent fields.
//!
//! `spec/Candid.md#records-1`

use crate::de::cost;
use crate::de::header::{WireField, WireType};
use crate::de::plan::node::{
    EntryChecks, FieldStep, FixedSize, RecordNode, RestNode, SkippedSpan, SpanIndex, NO_SPAN,
};
use crate::de::plan::size::allowed_zero_sized;
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::error::Result;
use crate::schema::descriptor::FieldDescriptor;
use crate::schema::expected::{
    static_name, ExpectedField, ExpectedFields, ExpectedType, FieldName,
};
use std::cell::OnceCell;
use std::rc::Rc;

impl Plan {
    /// Merges the fields of both sides, which are sorted by id.
    pub(crate) fn compile_record(
        &self,
        wire: WireType,
        wire_fields: &[WireField],
        expected_fields: Option<ExpectedFields<'_>>,
        rest: Option<RestField>,
    ) -> Result<Rc<RecordNode>> {
        let mut node = self.record_builder(wire, wire_fields, rest);
        node.fields = match expected_fields {
            Some(fields) => Vec::with_capacity(fields.len() + usize::from(rest.is_some())),
            None => Vec::with_capacity(wire_fields.len()),
        };
        match expected_fields {
            None => {
                for field in wire_fields {
                    let step = self.step_any(field.ty)?;
                    let cost = self.static_cost(step);
                    node.matched(FieldName::Id(field.id), *field, step, cost);
                }
            }
            Some(expected_fields) => {
                let mut n_both = 0;
                if let ExpectedFields::Static(fields) = expected_fields {
                    // The first fields, as long as both sides have them: nearly always all.
                    let mut both = fields.iter().zip(wire_fields);
                    while let Some((field, found)) = both.next().filter(|(a, b)| a.id == b.id) {
                        node.add_constant(field, *found)?;
                        n_both += 1;
                    }
                }
                let mut next = n_both;
                for i in n_both..expected_fields.len() {
                    let Some(id) = expected_fields.id(i) else {
                        break;
                    };
                    let mut found = wire_fields.get(next);
                    while let Some(field) = found.filter(|field| field.id < id) {
                        node.skip(*field);
                        next += 1;
                        found = wire_fields.get(next);
                    }
                    match found.filter(|field| field.id == id) {
                        Some(field) => {
                            node.add(expected_fields, i, *field)?;
                            next += 1;
                        }
                        None if has_alias(wire_fields, expected_fields.aliases(i)) => {
                            node =
                                self.record_by_aliases(wire, wire_fields, expected_fields, rest)?;
                            next = wire_fields.len();
                            break;
                        }
                        None => {
                            if let Some(expected) = expected_fields.get(i)? {
                                let is_gap = is_gap(&expected, wire_fields, expected_fields.len());
                                node.absent(expected, is_gap)?;
                            }
                        }
                    }
                }
                for field in wire_fields.get(next..).unwrap_or_default() {
                    node.skip(*field);
                }
            }
        }
        Ok(node.finish(wire_fields, expected_fields))
    }

    /// Assigns the fields of a record some of which the wire has by an alias. The order is that of the wire.
    #[cold]
    fn record_by_aliases(
        &self,
        wire: WireType,
        wire_fields: &[WireField],
        expected_fields: ExpectedFields<'_>,
        rest: Option<RestField>,
    ) -> Result<RecordBuilder<'_>> {
        // For each field of the wire, the number of the expected field.
        let mut assigned = vec![None; wire_fields.len()];
        let mut absent = Vec::new();
        for i in 0..expected_fields.len() {
            let ids = expected_fields.id(i).into_iter();
            let ids = ids.chain(expected_fields.aliases(i).iter().copied());
            let mut positions = ids.filter_map(|id| position(wire_fields, id));
            match positions
                .next()
                .and_then(|position| assigned.get_mut(position))
            {
                Some(target) => *target = Some(i),
                None => absent.push(i),
            }
        }
        let mut node = self.record_builder(wire, wire_fields, rest);
        for (field, expected) in wire_fields.iter().zip(assigned) {
            match expected {
                Some(i) => node.add(expected_fields, i, *field)?,
                None => node.skip(*field),
            }
        }
        for i in absent {
            if let Some(expected) = expected_fields.get(i)? {
                let is_gap = is_gap(&expected, wire_fields, expected_fields.len());
                node.absent(expected, is_gap)?;
            }
        }
        Ok(node)
    }

    fn record_builder(
        &self,
        wire: WireType,
        wire_fields: &[WireField],
        rest: Option<RestField>,
    ) -> RecordBuilder<'_> {
        let size = self.size(wire);
        RecordBuilder {
            plan: self,
            wire,
            fields: Vec::new(),
            absent: Vec::new(),
            spans: Vec::new(),
            span: Vec::new(),
            cost: 0,
            names_cost: 0,
            skip_cost: 0,
            n_matched: 0,
            n_skipped: 0,
            n_defaults: 0,
            n_cut: 0,
            is_zero_sized: size.min == 0,
            // Each field adds one more if it is decoded as an option.
            may_exceed_allowance: (size.zero_sized_allowance as usize) < wire_fields.len(),
            n_values: 1,
            allowance: 0,
            is_tuple: true,
            rest,
            surplus: Vec::new(),
        }
    }
}

/// The field of a Rust type that keeps the surplus fields of a record.
#[derive(Clone, Copy)]
pub(crate) struct RestField {
    pub(crate) name: &'static str,
    /// The slot of the record.
    pub(crate) slot: u32,
}

/// A record's steps under construction.
struct RecordBuilder<'a> {
    plan: &'a Plan,
    wire: WireType,
    fields: Vec<FieldStep>,
    absent: Vec<u32>,
    spans: Vec<SkippedSpan>,
    /// The surplus fields since the last expected one.
    span: Vec<WireType>,
    cost: u64,
    /// The cost of the names of the fields on both sides.
    names_cost: u64,
    skip_cost: u64,
    n_matched: usize,
    n_skipped: usize,
    /// The number of missing fields that are left out, because they have a default.
    n_defaults: usize,
    /// How many of them are fields of a tuple.
    n_cut: usize,
    is_zero_sized: bool,
    /// Whether it may contain more zero-sized values than its bytes allow. If not, the next two are not computed.
    may_exceed_allowance: bool,
    /// The number of zero-sized values: the record, such fields, and values decoded as options.
    n_values: u64,
    /// How many of them its bytes allow without counting.
    allowance: u64,
    is_tuple: bool,
    /// What keeps the surplus fields, and these if there is such a field.
    rest: Option<RestField>,
    surplus: Vec<WireField>,
}

impl RecordBuilder<'_> {
    /// Adds a field of the wire as field `i` of the expected ones.
    fn add(&mut self, fields: ExpectedFields<'_>, i: usize, wire_field: WireField) -> Result<()> {
        match fields.get(i)? {
            Some(ExpectedField { name, ty, .. }) => self.add_part(name, &ty, wire_field),
            None => Ok(()),
        }
    }

    /// Adds a field of the wire as this one.
    #[inline(never)]
    fn add_constant(
        &mut self,
        field: &'static FieldDescriptor,
        wire_field: WireField,
    ) -> Result<()> {
        let (step, cost) = self
            .plan
            .field_step(self.wire, wire_field.ty, (field.ty)())?;
        self.matched(static_name(field), wire_field, step, cost);
        Ok(())
    }

    fn add_part(
        &mut self,
        name: FieldName,
        ty: &ExpectedType,
        wire_field: WireField,
    ) -> Result<()> {
        let (step, cost) = self.plan.part_step(self.wire, wire_field.ty, ty)?;
        self.matched(name, wire_field, step, cost);
        Ok(())
    }

    fn matched(&mut self, name: FieldName, wire_field: WireField, step: Step, cost: u64) {
        let span = self.end_span();
        self.is_tuple &= name.is_id() && wire_field.id as usize == self.n_matched;
        self.n_matched += 1;
        if self.may_exceed_allowance {
            let size = self.plan.size(wire_field.ty);
            self.n_values += u64::from(size.min == 0) + u64::from(step.is(Op::OptOfValue));
            self.allowance = self
                .allowance
                .saturating_add(size.zero_sized_allowance.into());
        }
        self.names_cost += name.cost_len();
        self.cost = self.cost.saturating_add(cost);
        self.fields.push(FieldStep { step, span, name });
    }

    /// Adds an absent field; see [`is_gap`].
    fn absent(&mut self, expected: ExpectedField, is_gap: bool) -> Result<()> {
        let step = match Step::of_absent(&expected.ty.view()?) {
            // Null would be at the position of the one that was left out. Serde has defaults for all fields after it.
            Some(_) if self.n_cut > 0 => {
                self.n_cut += 1;
                self.n_defaults += 1;
                return Ok(());
            }
            Some(step) => step,
            None if expected.has_default() && !is_gap => {
                // A tuple is then a shorter sequence.
                self.n_cut += usize::from(expected.is_in_tuple());
                self.is_tuple &= self.n_cut > 0;
                self.n_defaults += 1;
                return Ok(());
            }
            None => {
                let null = WireType::NULL;
                Step::with(Op::Missing, self.plan.slot_of(null, expected.ty)?)
            }
        };
        self.is_tuple &= expected.name.is_id();
        // Absent fields do not end a span.
        self.absent.push(number(self.fields.len()));
        self.fields.push(FieldStep {
            step,
            span: NO_SPAN,
            name: expected.name,
        });
        Ok(())
    }

    fn skip(&mut self, field: WireField) {
        let ty = field.ty;
        if self.rest.is_some() {
            self.surplus.push(field);
        }
        self.n_skipped += 1;
        if self.may_exceed_allowance {
            let allowance = allowed_zero_sized(self.plan.size(ty).min);
            self.allowance = self.allowance.saturating_add(allowance);
        }
        self.span.push(ty);
    }

    #[inline]
    fn end_span(&mut self) -> SpanIndex {
        if self.span.is_empty() {
            NO_SPAN
        } else {
            self.add_span()
        }
    }

    #[inline(never)]
    fn add_span(&mut self) -> SpanIndex {
        let span = self.plan.skip_span_of(std::mem::take(&mut self.span));
        self.skip_cost = self.skip_cost.saturating_add(span.cost);
        self.spans.push(span);
        number(self.spans.len())
    }

    /// Returns the node. What the builder has is taken: it is large, so it is not moved.
    #[inline]
    fn finish(
        &mut self,
        wire_fields: &[WireField],
        expected_fields: Option<ExpectedFields<'_>>,
    ) -> Rc<RecordNode> {
        // What keeps surplus fields is none.
        let n_fields = self.fields.len();
        if let Some(rest) = self.rest {
            // Behind all of them.
            let span = self.end_span();
            self.is_tuple = false;
            self.absent.push(number(self.fields.len()));
            self.fields.push(FieldStep {
                step: Step::with(Op::Rest, rest.slot),
                span,
                name: FieldName::Static(rest.name),
            });
        }
        let last_span = self.end_span();
        let labels = if self.is_tuple && self.n_skipped == 0 {
            // The elements of a tuple have no names.
            cost::tuple(self.n_matched as u64)
        } else {
            cost::record((self.n_matched + self.n_skipped) as u64)
                + self.names_cost
                + cost::UNKNOWN_NAME_LEN * self.n_skipped as u64
        };
        self.cost = self.cost.saturating_add(labels);
        let n_zero_sized = if self.is_zero_sized {
            // Counted by the container, too, because nesting can double them at each level.
            (n_fields + self.n_defaults) as u64
        } else if self.may_exceed_allowance {
            self.n_values.saturating_sub(self.allowance)
        } else {
            0
        };
        let mut checks = if self.n_skipped > 0 || n_zero_sized > 0 {
            EntryChecks::Count
        } else if self.fields.iter().any(|field| field.step.may_nest()) {
            EntryChecks::Stack
        } else {
            EntryChecks::Nothing
        };
        let (mut fixed, mut layout) = (None, None);
        // Zero-sized values have to be counted, and what is skipped charged as such.
        if self.rest.is_none() && checks != EntryChecks::Count {
            if let Some(ExpectedFields::Static(_)) = expected_fields {
                if let Some(size) = self.plan.fixed_size(wire_fields, &self.fields) {
                    let cost = std::mem::take(&mut self.cost);
                    fixed = Some(FixedSize { size, cost });
                } else if self.absent.is_empty() {
                    let size = self.plan.size(self.wire);
                    let fields = self.fields.iter();
                    let n_options = fields.filter(|field| field.step.is_plain_opt()).count();
                    layout = self.plan.layout(size, n_options, wire_fields, &self.fields);
                }
            }
        }
        if fixed.is_some() || layout.is_some() {
            // It nests only as deep as its Rust type. The container charges for one of fixed size.
            checks = EntryChecks::Nothing;
        }
        Rc::new(RecordNode {
            fields: std::mem::take(&mut self.fields).into(),
            absent: std::mem::take(&mut self.absent).into(),
            spans: std::mem::take(&mut self.spans).into(),
            last_span,
            cost: self.cost,
            skip_cost: self.skip_cost,
            checks,
            n_zero_sized,
            is_tuple: self.is_tuple,
            fixed,
            layout,
            built_from_bytes: Default::default(),
            rest: self.rest.map(|_| {
                Box::new(RestNode {
                    fields: std::mem::take(&mut self.surplus).into(),
                    header: OnceCell::new(),
                })
            }),
            lookahead: OnceCell::new(),
        })
    }
}

/// Returns the position of the field with this id.
fn position(fields: &[WireField], id: u32) -> Option<usize> {
    fields.binary_search_by_key(&id, |field| field.id).ok()
}

/// Returns whether an absent field of a tuple cannot be left out, because a later one of the `n` fields is there: serde would
/// take that for this one.
fn is_gap(absent: &ExpectedField, fields: &[WireField], n: usize) -> bool {
    let later = || fields.get(fields.partition_point(|field| field.id <= absent.id));
    absent.is_in_tuple() && later().is_some_and(|field| (field.id as usize) < n)
}

/// Returns whether one of the fields has one of these ids.
fn has_alias(fields: &[WireField], ids: &[u32]) -> bool {
    ids.iter().any(|id| position(fields, *id).is_some())
}

/// Converts a position, which fits: a record has fewer fields than its header, or the Rust declaration, has bytes.
fn number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
