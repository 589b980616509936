//! Validation: values read to their end with the checks, the order and the cost of decoding, without building them.
//!
//! For bytes that are kept and decoded later: whatever is refused or charged while decoding is so here. Elements that are
//! numbers of fixed width, or records of such, are passed at once.

use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::de::read::case::Payload;
use crate::de::read::decoder::Decoder;
use crate::de::read::number::BigNumber;
use crate::de::read::path::{in_element, in_field};
use crate::de::read::reference::read_func;
use crate::de::read::skip::skip_span;
use crate::error::Result;

/// Reads a value to its end. The container has already charged its static cost.
///
/// # Errors
///
/// If the value is malformed, does not coerce, is nested too deeply or exceeds a quota.
pub(crate) fn validate(decoder: Decoder<'_, '_, '_>) -> Result<()> {
    if cfg!(debug_assertions) {
        // Without optimization the frame of `any_value` is large, and there would be one for each level.
        match decoder.step.op() {
            Op::Vec => return vec(decoder),
            Op::Record => return record(decoder),
            Op::Variant => return variant(decoder),
            Op::Opt | Op::PlainOpt | Op::OptOfValue | Op::SkipToNone => return opt(decoder),
            _ => {}
        }
    }
    any_value(decoder)
}

#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn any_value(mut decoder: Decoder<'_, '_, '_>) -> Result<()> {
    let reader = &mut decoder.cx.state.reader;
    match decoder.step.op() {
        Op::Null | Op::None | Op::Reserved => {}
        Op::Bool => drop(reader.read_bool()?),
        Op::Nat8 | Op::Int8 => reader.skip_bytes(1)?,
        Op::Nat16 | Op::Int16 => reader.skip_bytes(2)?,
        Op::Nat32 | Op::Int32 | Op::Float32 => reader.skip_bytes(4)?,
        Op::Nat64 | Op::Int64 | Op::Float64 => reader.skip_bytes(8)?,
        Op::Nat => _ = BigNumber::nat(decoder.cx.state)?,
        Op::Int => _ = BigNumber::int(decoder.cx.state)?,
        Op::NatAsInt => _ = BigNumber::nat_as_int(decoder.cx.state)?,
        Op::Text => drop(decoder.read_text()?),
        Op::Principal | Op::ServiceAsPrincipal | Op::Service => drop(reader.read_principal()?),
        Op::Func => drop(read_func(decoder.cx.state)?),
        Op::Blob => drop(decoder.read_blob()?),
        Op::Vec => return vec(decoder),
        Op::Record => return record(decoder),
        Op::Variant => return variant(decoder),
        Op::Opt | Op::PlainOpt | Op::OptOfValue | Op::SkipToNone => return opt(decoder),
        Op::SkipToReserved | Op::SkipToNull => decoder.skip_wire()?,
        Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing | Op::Rest => {
            return Err(decoder.mismatch())
        }
    }
    Ok(())
}

#[inline(never)]
fn opt(decoder: Decoder<'_, '_, '_>) -> Result<()> {
    match decoder.enter_opt()? {
        Some(payload) => validate(payload),
        None => Ok(()),
    }
}

#[inline(never)]
fn vec(mut decoder: Decoder<'_, '_, '_>) -> Result<()> {
    let (node, len) = decoder.enter_vec()?;
    if let Some(size) = size_if_unchecked(decoder.cx.plan, node.element) {
        // The length of the input has been checked.
        decoder.cx.state.reader.read_items(len, size)?;
        return Ok(());
    }
    for i in 0..len {
        if let Err(error) = validate(decoder.child(node.element)) {
            return Err(in_element(error, decoder.cx.state, i));
        }
    }
    Ok(())
}

/// Returns the size of the values of a step, if they are that many bytes of any content and cost nothing more than their
/// vector has charged.
fn size_if_unchecked(plan: &Plan, step: Step) -> Option<usize> {
    match step.op() {
        Op::Null | Op::Reserved => Some(0),
        Op::Nat8 | Op::Int8 => Some(1),
        Op::Nat16 | Op::Int16 => Some(2),
        Op::Nat32 | Op::Int32 | Op::Float32 => Some(4),
        Op::Nat64 | Op::Int64 | Op::Float64 => Some(8),
        Op::Record => {
            let fixed = plan.compiled_fixed_size(step)?;
            let (wire, _) = plan.pair(step.slot())?;
            plan.size(wire).unchecked_cost?;
            Some(fixed.size.into())
        }
        _ => None,
    }
}

#[inline(never)]
fn record(mut decoder: Decoder<'_, '_, '_>) -> Result<()> {
    let node = decoder.enter_record()?;
    for field in node.fields.iter() {
        skip_span(decoder.cx, node, &field.span)?;
        if let Err(error) = validate(decoder.child(field.step)) {
            return Err(in_field(error, decoder.cx.state, field));
        }
    }
    skip_span(decoder.cx, node, &node.last_span)
}

#[inline(never)]
fn variant(decoder: Decoder<'_, '_, '_>) -> Result<()> {
    let node = decoder.cx.plan.variant_node(decoder.step.slot())?;
    Payload::enter(decoder.cx, node)?.known()?.read(validate)
}
