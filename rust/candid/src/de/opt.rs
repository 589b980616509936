//! Options: a value that does not coerce is null, not an error.
//!
//! Most options are settled when the plan is made: the payload always coerces, or never. Where it
//! depends on the value (a tag unknown to the reader may lie inside), the payload is walked ahead
//! once, from the outermost such option, and the verdicts on the inner ones are remembered. So the
//! work stays linear, no visitor is run twice, and no error is taken for a verdict.
//!
//! `spec/Candid.md#options-1`

use super::decoder::Decoder;
use super::header::{WireField, WireType};
use super::plan::{internal, Op, OptNode, Plan, Step, TagStep};
use super::skip;
use super::state::{Context, State};
use super::variant::read_tag;
use crate::error::{Error, Result};
use crate::keys::KeyMap;
use serde::de::Visitor;
use std::collections::VecDeque;

/// Verdicts on options further on in the message, in the order in which they are reached.
#[derive(Debug, Default)]
pub(crate) struct Verdicts(VecDeque<Verdict>);

#[derive(Debug, Clone, Copy)]
struct Verdict {
    /// The offset of the payload and the slot of the option: together they name one option.
    offset: usize,
    slot: u32,
    coerces: bool,
}

impl Verdicts {
    /// Returns the verdict on an option that was walked from an outer one. It stays: elements
    /// without bytes are reached at the same offset again and again.
    fn find(&mut self, offset: usize, slot: u32) -> Option<bool> {
        while self.0.front().is_some_and(|first| first.offset < offset) {
            self.0.pop_front();
        }
        self.0
            .iter()
            .take_while(|verdict| verdict.offset == offset)
            .find(|verdict| verdict.slot == slot)
            .map(|verdict| verdict.coerces)
    }

    /// Adds the verdicts of a walk that started here; those further on stay behind them.
    fn prepend(&mut self, verdicts: Vec<Verdict>) {
        for verdict in verdicts.into_iter().rev() {
            self.0.push_front(verdict);
        }
    }
}

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Reads an option up to its payload, which the decoder that is returned reads; none if it is null. Null includes a
    /// payload that does not coerce: it has been skipped. Its 2 were charged by the container.
    #[inline(always)]
    pub(crate) fn enter_opt(self) -> Result<Option<Self>> {
        let Decoder { cx, step } = self;
        if step.is_plain_opt() {
            let reader = &mut cx.state.reader;
            match reader.rest().split_first() {
                Some((0, rest)) => {
                    reader.go_on_at(rest);
                    return Ok(None);
                }
                Some((1, rest)) => reader.go_on_at(rest),
                _ => return Err(no_tag(cx)),
            }
            let (step, cost) = step.plain_payload();
            cx.state.budget.charge(cost)?;
            return Ok(Some(Decoder { cx, step }));
        }
        if step.is(Op::Opt) {
            if !cx.state.reader.read_opt_tag()? {
                return Ok(None);
            }
            let Some(OptNode { payload: step, .. }) = enter_payload(cx, step)? else {
                return Ok(None);
            };
            return Ok(Some(Decoder { cx, step: *step }));
        }
        if step.is_leaf(Op::None) {
            return Ok(None);
        }
        match enter_other(cx, step)? {
            Some(step) => Ok(Some(Decoder { cx, step })),
            None => Ok(None),
        }
    }

    /// Visits an option.
    #[inline(always)]
    pub(crate) fn visit_opt<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.enter_opt()? {
            Some(payload) => visitor.visit_some(payload),
            None => visitor.visit_none(),
        }
    }
}

/// The failure if the next byte is no tag.
#[cold]
#[inline(never)]
fn no_tag(cx: &mut Context<'_, '_>) -> Error {
    match cx.state.reader.read_opt_tag() {
        Ok(_) => internal(),
        Err(error) => error.into(),
    }
}

/// What is an option, or is taken as one, without being one on the wire.
#[inline(never)]
fn enter_other(cx: &mut Context<'_, '_>, step: Step) -> Result<Option<Step>> {
    match step.op() {
        Op::OptOfValue => Ok(enter_payload(cx, step)?.map(|node| node.payload)),
        Op::None | Op::Null => Ok(None),
        Op::SkipToNone => {
            skip::skip(cx.state, cx.plan, step.wire())?;
            Ok(None)
        }
        Op::Empty | Op::Mismatch | Op::Endless | Op::Missing => Err(Decoder { cx, step }.refuse()),
        // The Candid type is not an option though the Rust type reads one.
        _ => Ok(Some(step)),
    }
}

/// Returns the option whose payload is to be read next and charges what is static of it; none if it does not coerce and has
/// been skipped. A reference, because a step would be taken apart on its way into registers.
#[inline(always)]
fn enter_payload<'p>(cx: &mut Context<'p, '_>, step: Step) -> Result<Option<&'p OptNode>> {
    let slot = step.index();
    let node = cx.plan.opt_node(slot)?;
    if node.must_look && !look_at_payload(cx, slot, node)? {
        return Ok(None);
    }
    cx.state.budget.charge(node.payload_cost)?;
    Ok(Some(node))
}

/// Returns whether the payload that comes next is to be read; if not, it does not coerce and has been skipped.
#[inline(never)]
fn look_at_payload(cx: &mut Context<'_, '_>, slot: u32, node: &OptNode) -> Result<bool> {
    if node.must_check && !coerces_else_skip(cx.state, cx.plan, slot, node)? {
        return Ok(false);
    }
    // Payloads that can nest check on their own, but for options.
    cx.state.stack.check()?;
    Ok(true)
}

/// Returns whether the payload that comes next coerces; if not, it has been skipped.
#[cold]
#[inline(never)]
fn coerces_else_skip(
    state: &mut State<'_>,
    plan: &Plan,
    slot: u32,
    node: &OptNode,
) -> Result<bool> {
    state.stack.check()?;
    let coerces = coerces(state, plan, slot, node)?;
    if !coerces {
        skip::skip(state, plan, node.wire)?;
    }
    Ok(coerces)
}

/// Returns whether the payload that comes next coerces, from memory or by walking it ahead.
fn coerces(state: &mut State<'_>, plan: &Plan, slot: u32, node: &OptNode) -> Result<bool> {
    if node.payload.is(Op::Mismatch) {
        return Ok(false);
    }
    let offset = state.reader.offset();
    if let Some(verdict) = state.verdicts.find(offset, slot) {
        return Ok(verdict);
    }
    // The walk reads on a copy; the budget is charged when the value is decoded or skipped.
    let mut walk = Walk {
        state: state.ahead(),
        plan,
        verdicts: Vec::new(),
        zero_sized: KeyMap::default(),
    };
    let verdict = walk.value(node.payload, node.wire)?;
    if verdict {
        state.verdicts.prepend(walk.verdicts);
    }
    Ok(verdict)
}

/// A walk over a value that decides whether it coerces, and reads it to its end in any case.
struct Walk<'p, 'de> {
    state: State<'de>,
    plan: &'p Plan,
    /// The verdicts on the options met, in order.
    verdicts: Vec<Verdict>,
    /// Verdicts on records without bytes: they can nest so that they double at each level, and all
    /// values of one type are alike.
    zero_sized: KeyMap<u32, bool>,
}

impl Walk<'_, '_> {
    /// Walks a value of type `wire`. Errors are those of malformed bytes.
    fn value(&mut self, step: Step, wire: WireType) -> Result<bool> {
        match step.op() {
            Op::Mismatch | Op::Missing => self.skip(wire).map(|()| false),
            Op::Opt | Op::OptOfValue => self.opt(step).map(|()| true),
            Op::Record => self.record(step, wire),
            Op::Variant => self.variant(step),
            Op::Vec => self.vec(step, wire),
            // All else coerces; only its bytes must be right.
            _ => self.skip(wire).map(|()| true),
        }
    }

    fn skip(&mut self, wire: WireType) -> Result<()> {
        skip::walk(&mut self.state, self.plan, wire)
    }

    fn opt(&mut self, step: Step) -> Result<()> {
        let slot = step.index();
        let node = self.plan.opt_node(slot)?;
        self.state.stack.check()?;
        if step.is(Op::Opt) && !self.state.reader.read_opt_tag()? {
            return Ok(());
        }
        if !node.must_check {
            // It coerces, but options inside it may have to be checked.
            return self.value(node.payload, node.wire).map(|_| ());
        }
        if node.payload.is(Op::Mismatch) {
            return self.skip(node.wire);
        }
        let own = self.verdicts.len();
        self.verdicts.push(Verdict {
            offset: self.state.reader.offset(),
            slot,
            coerces: true,
        });
        if !self.value(node.payload, node.wire)? {
            // What was found inside is skipped with it.
            self.verdicts.truncate(own + 1);
            if let Some(verdict) = self.verdicts.get_mut(own) {
                verdict.coerces = false;
            }
        }
        Ok(())
    }

    fn record(&mut self, step: Step, wire: WireType) -> Result<bool> {
        let node = self.plan.record_node(step.index())?;
        if node.is_zero_sized {
            if let Some(verdict) = self.zero_sized.get(&step.index()) {
                return Ok(*verdict);
            }
        }
        self.state.stack.check()?;
        let mut coerces = true;
        // The steps and the wire's fields are in the same order.
        let mut fields = skip::fields(self.plan, wire).iter();
        for (field, is_absent) in node.fields() {
            self.skip_fields(skip::run_len(node, field.run), &mut fields)?;
            if is_absent {
                coerces &= !field.step.is(Op::Missing);
                continue;
            }
            match fields.next() {
                Some(wire) if coerces => coerces = self.value(field.step, wire.ty)?,
                Some(wire) => self.skip(wire.ty)?,
                None => {}
            }
        }
        self.skip_fields(skip::run_len(node, node.last_run), &mut fields)?;
        if node.is_zero_sized {
            self.zero_sized.insert(step.index(), coerces);
        }
        Ok(coerces)
    }

    fn skip_fields(
        &mut self,
        n: usize,
        fields: &mut std::slice::Iter<'_, WireField>,
    ) -> Result<()> {
        fields
            .by_ref()
            .take(n)
            .try_for_each(|field| self.skip(field.ty))
    }

    fn variant(&mut self, step: Step) -> Result<bool> {
        let node = self.plan.variant_node(step.index())?;
        self.state.stack.check()?;
        match read_tag(&mut self.state, node)? {
            TagStep::Known(tag) => self.value(tag.payload, tag.wire),
            TagStep::Unknown { payload, .. } => self.skip(*payload).map(|()| false),
        }
    }

    fn vec(&mut self, step: Step, wire: WireType) -> Result<bool> {
        let node = self.plan.vec_node(step.index())?;
        self.state.stack.check()?;
        let Some(element) = skip::element(self.plan, wire) else {
            return Err(internal());
        };
        let len = self.state.reader.read_len()?;
        self.state.check_len(len, node.element_min)?;
        if node.element_min == 0 {
            // Values without bytes are all alike.
            return match len {
                0 => Ok(true),
                _ => self.value(node.element, element),
            };
        }
        let mut coerces = true;
        for _ in 0..len {
            if coerces {
                coerces = self.value(node.element, element)?;
            } else {
                self.skip(element)?;
            }
        }
        Ok(coerces)
    }
}
