//! Options: a payload that does not coerce is null, not an error.
//!
//! For most options the plan determines that the payload always coerces, or never. If that depends on the value (which
//! may contain a case unknown to the receiver), `lookahead.rs` inspects the payload first, so that no visitor runs
//! twice.
//!
//! `spec/Candid.md#options-1`

use crate::de::cost;
use crate::de::plan::node::OptNode;
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::lookahead::coerces;
use crate::de::read::skip;
use crate::de::state::State;
use crate::error::{internal, Error, Result};

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Reads an option up to its payload, and returns the payload's decoder, or `None` if it is null. A payload that
    /// does not coerce is null: it has been skipped. The container has already charged `cost::CONTAINER`.
    #[inline(always)]
    pub(crate) fn enter_opt(self) -> Result<Option<Self>> {
        let Decoder { cx, step } = self;
        if step.is_plain_opt() {
            if !read_tag(cx)? {
                return Ok(None);
            }
            let (step, cost) = step.plain_payload();
            cx.state.budget.charge(cost)?;
            return Ok(Some(Decoder { cx, step }));
        }
        if let Some(step) = step.record() {
            return Ok(if read_tag(cx)? {
                Some(Decoder { cx, step })
            } else {
                None
            });
        }
        if step.is_opt() {
            if !read_tag(cx)? {
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

    /// Reads an option up to its payload, as [`Decoder::enter_opt`] does: one whose payload is probably a plain option.
    #[inline(always)]
    pub(crate) fn enter_opt_of_opt(self) -> Result<Option<Self>> {
        let Decoder { cx, step } = self;
        if let Some(step) = step.plain_opt_in_opt() {
            return Ok(if enter_opt_of_plain(cx)? {
                Some(Decoder { cx, step })
            } else {
                None
            });
        }
        Decoder { cx, step }.enter_opt()
    }
}

/// Reads the tag of an option of plain options, and charges for the payload. Returns whether there is one.
#[inline(always)]
fn enter_opt_of_plain(cx: &mut Context<'_, '_>) -> Result<bool> {
    let has_payload = read_tag(cx)?;
    if has_payload {
        cx.state.budget.charge(cost::CONTAINER)?;
    }
    Ok(has_payload)
}

/// Reads the tag of an option, and returns whether its payload follows.
#[inline(always)]
fn read_tag(cx: &mut Context<'_, '_>) -> Result<bool> {
    let reader = &mut cx.state.reader;
    match reader.rest().first() {
        Some(0) => {
            reader.advance_by::<1>();
            Ok(false)
        }
        Some(1) => {
            reader.advance_by::<1>();
            Ok(true)
        }
        _ => Err(no_tag(cx)),
    }
}

/// Returns the error for a byte that is not an option tag.
#[cold]
#[inline(never)]
fn no_tag(cx: &mut Context<'_, '_>) -> Error {
    match cx.state.reader.read_opt_tag() {
        Ok(_) => internal(),
        Err(error) => error.into(),
    }
}

/// Enters an option that has no tag byte on the wire, a value decoded as an option, or an absent one; or one of plain options
/// where the Rust type is not known to have them.
#[inline(never)]
fn enter_other(cx: &mut Context<'_, '_>, step: Step) -> Result<Option<Step>> {
    if let Some(step) = step.plain_opt_in_opt() {
        return Ok(enter_opt_of_plain(cx)?.then_some(step));
    }
    match step.op() {
        Op::OptOfValue => Ok(enter_payload(cx, step)?.map(|node| node.payload)),
        Op::None | Op::Null => Ok(None),
        Op::SkipToNone => {
            skip::skip(cx.state, cx.plan, step.wire())?;
            Ok(None)
        }
        _ if step.is_failure() => Err(Decoder { cx, step }.mismatch()),
        // The Candid type is not an option although the Rust type decodes one.
        _ => Ok(Some(step)),
    }
}

/// Returns the option whose payload comes next, and charges its static cost. Returns `None` if the payload does not
/// coerce and has been skipped. A reference, because the compiler unpacks a step returned by value.
#[inline(always)]
fn enter_payload<'p>(cx: &mut Context<'p, '_>, step: Step) -> Result<Option<&'p OptNode>> {
    let slot = step.slot();
    let node = cx.plan.opt_node(slot)?;
    if node.needs_checks && !check_payload(cx, slot, node)? {
        return Ok(None);
    }
    cx.state.budget.charge(node.payload_cost)?;
    Ok(Some(node))
}

/// Returns whether to decode the payload; skips one that does not coerce.
#[inline(never)]
fn check_payload(cx: &mut Context<'_, '_>, slot: u32, node: &OptNode) -> Result<bool> {
    if node.must_check && !coerces_else_skip(cx.state, cx.plan, slot, node)? {
        return Ok(false);
    }
    // Other payloads that can nest check the stack themselves.
    cx.state.stack.check()?;
    Ok(true)
}

/// Returns whether the next payload coerces; skips it if it does not.
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
