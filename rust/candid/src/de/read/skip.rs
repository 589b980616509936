//! Skipping: values read to their end without decoding, checked for well-formedness, charged fifty-fold.
//!
//! `spec/Candid.md#binary-format`

use crate::de::cost;
use crate::de::errors;
use crate::de::header::{Entry, WireKind, WireType};
use crate::de::plan::node::{RecordNode, SkipPart, SkippedSpan, SpanIndex, NO_SPAN};
use crate::de::plan::Plan;
use crate::de::read::decoder::Context;
use crate::de::read::reference::read_func_parts;
use crate::de::read::text;
use crate::de::state::budget::times;
use crate::de::state::State;
use crate::error::{internal, Result};
use crate::util::work_count::count_work;
use candid_wire::opcode::Primitive;
use candid_wire::reader::Reader;

/// Skips one value and charges for it.
///
/// # Errors
///
/// If the value is malformed, nested too deeply, or exceeds a quota.
pub(crate) fn skip(state: &mut State<'_>, plan: &Plan, wire: WireType) -> Result<()> {
    Skip::<true> { state, plan }.value(wire)
}

/// Reads one value to its end without charging: for lookahead, which is charged later.
///
/// # Errors
///
/// If the value is malformed or nested too deeply.
pub(crate) fn skip_uncharged(state: &mut State<'_>, plan: &Plan, wire: WireType) -> Result<()> {
    Skip::<false> { state, plan }.value(wire)
}

/// Skips a span of surplus fields, if there is one.
#[inline(always)]
pub(crate) fn skip_span(
    cx: &mut Context<'_, '_>,
    node: &RecordNode,
    span: &SpanIndex,
) -> Result<()> {
    match *span {
        NO_SPAN => Ok(()),
        _ => skip_this_span(cx, node, span),
    }
}

/// The number by reference: those that there are not need no variable.
#[inline(never)]
fn skip_this_span(cx: &mut Context<'_, '_>, node: &RecordNode, span: &SpanIndex) -> Result<()> {
    let Some(span) = node.span(*span) else {
        return Err(internal());
    };
    if node.rest.is_some() {
        return keep_span(cx.state, cx.plan, span);
    }
    // The static cost was charged with the record.
    skip_parts::<true>(cx.state, cx.plan, &span.parts)
}

/// Skips the span of a record that keeps its surplus fields, and keeps them.
#[cold]
#[inline(never)]
fn keep_span(state: &mut State<'_>, plan: &Plan, span: &SkippedSpan) -> Result<()> {
    let before = state.reader.rest();
    skip_parts::<true>(state, plan, &span.parts)?;
    let len = before.len().saturating_sub(state.reader.remaining());
    let values = before.get(..len).unwrap_or_default();
    if let Some(kept) = state.kept() {
        kept.values.extend_from_slice(values);
        kept.n_fields += span.n_fields;
    }
    Ok(())
}

#[inline(always)]
fn skip_bytes(reader: &mut Reader<'_>, n: u32) -> Result<()> {
    // A size beyond `usize` exceeds the input.
    Ok(reader.skip_bytes(usize::try_from(n).unwrap_or(usize::MAX))?)
}

/// Reads a text and returns its length in bytes. A function of its own: in unoptimised code, the locals of what checks a text
/// would be in the frame of each level of nesting.
#[inline]
fn text_len(reader: &mut Reader<'_>) -> Result<usize> {
    Ok(text::read_text(reader)?.len())
}

/// Reads a primitive value to its end, and returns its cost.
#[inline(always)]
fn read_primitive(reader: &mut Reader<'_>, primitive: Primitive) -> Result<u64> {
    let size: u8 = match primitive {
        Primitive::Null | Primitive::Reserved => return Ok(cost::UNIT),
        Primitive::Bool => {
            reader.read_bool()?;
            return Ok(cost::UNIT);
        }
        Primitive::Nat | Primitive::Int => return Ok(reader.skip_leb()? as u64),
        Primitive::Text => return Ok(cost::text(text_len(reader)?)),
        Primitive::Principal => {
            reader.read_principal()?;
            return Ok(cost::PRINCIPAL);
        }
        Primitive::Empty => return Err(errors::no_value().at_offset(reader.offset())),
        Primitive::Nat8 | Primitive::Int8 => 1,
        Primitive::Nat16 | Primitive::Int16 => 2,
        Primitive::Nat32 | Primitive::Int32 | Primitive::Float32 => 4,
        Primitive::Nat64 | Primitive::Int64 | Primitive::Float64 => 8,
    };
    reader.skip_bytes(size.into())?;
    Ok(size.into())
}

/// Returns the element type of a vector on the wire.
pub(crate) fn element(plan: &Plan, wire: WireType) -> Option<WireType> {
    match plan.table.entry(wire)? {
        Entry::Vec(element) => Some(element),
        _ => None,
    }
}

/// Reads parts of values to their end without charging.
///
/// # Errors
///
/// If one is malformed or nested too deeply.
pub(crate) fn skip_parts_uncharged(
    state: &mut State<'_>,
    plan: &Plan,
    parts: &[SkipPart],
) -> Result<()> {
    skip_parts::<false>(state, plan, parts)
}

/// Skips parts whose static cost has been charged.
#[inline(always)]
fn skip_parts<const CHARGED: bool>(
    state: &mut State<'_>,
    plan: &Plan,
    parts: &[SkipPart],
) -> Result<()> {
    // The costs that depend on the bytes are charged together.
    let mut cost = 0;
    for part in parts {
        count_work();
        match part {
            SkipPart::Bytes(n) => skip_bytes(&mut state.reader, *n)?,
            SkipPart::Bool => drop(state.reader.read_bool()?),
            SkipPart::Number => cost += state.reader.skip_leb()? as u64,
            SkipPart::Text => cost += cost::bytes(text_len(&mut state.reader)?),
            SkipPart::Principal => drop(state.reader.read_principal()?),
            SkipPart::Opt {
                size,
                cost: payload,
            } => {
                if state.reader.read_opt_tag()? {
                    skip_bytes(&mut state.reader, *size)?;
                    cost += u64::from(*payload);
                }
            }
            SkipPart::Value(ty) => {
                charge::<CHARGED>(state, std::mem::take(&mut cost))?;
                Skip::<CHARGED> { state, plan }.value(*ty)?;
            }
        }
    }
    match cost {
        0 => Ok(()),
        _ => charge::<CHARGED>(state, cost),
    }
}

#[inline]
fn charge<const CHARGED: bool>(state: &mut State<'_>, cost: u64) -> Result<()> {
    if CHARGED {
        state.budget.charge_skipped(cost)
    } else {
        Ok(())
    }
}

struct Skip<'a, 'p, 'de, const CHARGED: bool> {
    state: &'a mut State<'de>,
    plan: &'p Plan,
}

impl<const CHARGED: bool> Skip<'_, '_, '_, CHARGED> {
    #[inline]
    fn charge(&mut self, cost: u64) -> Result<()> {
        charge::<CHARGED>(self.state, cost)
    }

    fn unchecked(&mut self, size: u64, cost: u64) -> Result<()> {
        self.charge(cost)?;
        // A size beyond `usize` exceeds the input.
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        Ok(self.state.reader.skip_bytes(size)?)
    }

    fn value(&mut self, wire: WireType) -> Result<()> {
        count_work();
        match wire.kind() {
            WireKind::Primitive(primitive) => self.primitive(primitive),
            WireKind::Index(_) => {
                self.state.stack.check()?;
                match self.plan.table.entry(wire) {
                    Some(entry) => self.composite(wire, entry),
                    None => Err(internal()),
                }
            }
        }
    }

    fn primitive(&mut self, primitive: Primitive) -> Result<()> {
        let cost = read_primitive(&mut self.state.reader, primitive)?;
        self.charge(cost)
    }

    fn composite(&mut self, wire: WireType, entry: Entry) -> Result<()> {
        match entry {
            Entry::Opt(payload) => {
                self.charge(cost::SKIPPED_CONTAINER)?;
                if self.state.reader.read_opt_tag()? {
                    self.value(payload)?;
                }
                Ok(())
            }
            Entry::Vec(element) => self.vec(element),
            Entry::Record(_) => {
                let size = self.plan.size(wire);
                if size.has_no_values() {
                    return Err(errors::no_value().at_offset(self.state.reader.offset()));
                }
                if let Some(cost) = size.unchecked_cost {
                    return self.unchecked(size.min, cost);
                }
                match self.plan.skipped_record(wire) {
                    Some(span) => {
                        self.charge(span.cost)?;
                        skip_parts::<CHARGED>(self.state, self.plan, &span.parts)
                    }
                    None => Err(internal()),
                }
            }
            Entry::Variant(range) => {
                let cases = self.plan.table.fields(range);
                let at = self.state.reader.offset();
                let index = self.state.reader.read_leb_u64()?;
                match usize::try_from(index).ok().and_then(|i| cases.get(i)) {
                    Some(case) => {
                        self.charge(cost::VARIANT)?;
                        match case.ty {
                            WireType::NULL => Ok(()),
                            payload => self.value(payload),
                        }
                    }
                    None => Err(errors::case_out_of_range(index, cases.len()).at_offset(at)),
                }
            }
            Entry::Service(_) => {
                self.charge(cost::PRINCIPAL)?;
                self.state.reader.read_principal()?;
                Ok(())
            }
            Entry::Func { .. } => {
                let (_, method) = read_func_parts(self.state)?;
                self.charge(cost::skipped_func(method.len()))
            }
            Entry::Future => {
                let n_bytes = self.state.reader.read_len()?;
                // The number of references, which are not among the message's bytes.
                self.state.reader.read_len()?;
                self.charge(cost::bytes(n_bytes))?;
                Ok(self.state.reader.skip_bytes(n_bytes)?)
            }
        }
    }

    fn vec(&mut self, element: WireType) -> Result<()> {
        let len = self.state.reader.read_len()?;
        let size = self.plan.size(element);
        let overhead = match element {
            // A blob is charged by the byte.
            WireType::NAT8 => 0,
            element => cost::element(element),
        };
        let per_element = size.unchecked_cost.unwrap_or(0).saturating_add(overhead);
        let cost = times(len as u64, per_element).saturating_add(cost::SKIPPED_CONTAINER);
        self.charge(cost)?;
        self.state.check_len(len, size.min)?;
        if size.unchecked_cost.is_some() {
            let bytes = times(len as u64, size.min);
            let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
            return Ok(self.state.reader.skip_bytes(bytes)?);
        }
        for _ in 0..len {
            self.value(element)?;
        }
        Ok(())
    }
}
