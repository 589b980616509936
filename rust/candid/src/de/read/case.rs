//! Variants: the case and the decoder of its payload.
//!
//! `spec/Candid.md#variants-1`

use crate::de::errors;
use crate::de::plan::node::{CaseStep, VariantNode, MAX_SHORT_CASES};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_case;
use crate::de::state::State;
use crate::error::{internal, Error, Result};

/// The payload of a case that has been read: two words, passed in registers.
pub struct Payload<'a, 'p, 'de> {
    pub(crate) cx: &'a mut Context<'p, 'de>,
    /// Maybe an unknown one, until [`Payload::known`] or the caller has looked at the ordinal.
    pub(crate) case: &'p CaseStep,
}

/// Reads the index of a case and returns its step.
#[inline(never)]
pub(crate) fn read_case<'p>(state: &mut State<'_>, node: &'p VariantNode) -> Result<&'p CaseStep> {
    let offset = state.reader.offset();
    let index = state.reader.read_leb_u64()?;
    let case = usize::try_from(index).ok().and_then(|i| {
        let more = || node.more_cases.get(i.checked_sub(MAX_SHORT_CASES)?);
        node.cases.get(i).or_else(more)
    });
    case.ok_or_else(|| {
        let n_cases = node.cases.len() + node.more_cases.len();
        errors::case_out_of_range(index, n_cases).at_offset(offset)
    })
}

/// Reads the index of a case that takes more than one byte, or is out of range.
#[cold]
#[inline(never)]
fn read_long_case<'p>(cx: &mut Context<'_, '_>, node: &'p VariantNode) -> Result<&'p CaseStep> {
    let offset = cx.state.reader.offset();
    match read_case(cx.state, node)? {
        case if case.is_known() => Ok(case),
        case => Err(unknown_case(cx, case, offset)),
    }
}

/// Returns the error of a case that the expected variant does not have, at the offset of its index.
fn unknown_case(cx: &Context<'_, '_>, case: &CaseStep, offset: usize) -> Error {
    let Context { state, plan } = cx;
    errors::unknown_case(
        plan,
        case.payload.get(),
        state.full_error_message,
        &case.name,
    )
    .at_offset(offset)
}

/// Charges for a case, whose payload is compiled then.
#[inline(always)]
pub(crate) fn charge_case(cx: &mut Context<'_, '_>, case: &CaseStep) -> Result<()> {
    if cx.state.budget.try_charge(case.cost.get()) {
        return Ok(());
    }
    charge_case_cold(cx, case)
}

#[cold]
#[inline(never)]
fn charge_case_cold(cx: &mut Context<'_, '_>, case: &CaseStep) -> Result<()> {
    cx.plan.compile_case(case)?;
    cx.state.budget.charge(case.cost.get())
}

impl<'a, 'p, 'de> Payload<'a, 'p, 'de> {
    /// Reads the case of a variant, whose payload comes next. The caller charges for it.
    #[inline(always)]
    pub(crate) fn enter(cx: &'a mut Context<'p, 'de>, node: &'p VariantNode) -> Result<Self> {
        let state = &mut *cx.state;
        state.stack.check()?;
        let index = state.reader.rest().first();
        let case = match index.and_then(|index| node.cases.get(usize::from(*index))) {
            Some(case) => {
                state.reader.advance_by::<1>();
                case
            }
            None => read_long_case(cx, node)?,
        };
        Ok(Payload { cx, case })
    }

    /// Returns the payload if the expected variant has the case, and charges for it.
    #[inline(always)]
    pub(crate) fn known(mut self) -> Result<Self> {
        if !self.case.is_known() {
            return Err(self.unknown());
        }
        self.charge()?;
        Ok(self)
    }

    /// Charges for the case.
    #[inline(always)]
    pub(crate) fn charge(&mut self) -> Result<()> {
        charge_case(self.cx, self.case)
    }

    /// Returns the position of the case in the Rust declaration.
    #[inline(always)]
    pub fn ordinal(&self) -> u32 {
        self.case.ordinal
    }

    /// Returns the error for a case that the Rust declaration does not have.
    #[cold]
    #[inline(never)]
    pub fn unknown(self) -> Error {
        if self.case.is_known() {
            return internal();
        }
        // Of an index of one byte, which was read last: a longer one is known.
        let offset = self.cx.state.reader.offset().saturating_sub(1);
        unknown_case(self.cx, self.case, offset)
    }

    /// Returns `error` as the failure of the payload.
    #[cold]
    #[inline(never)]
    pub fn failed(self, error: Error) -> Error {
        in_case(&self.case.name, error)
    }

    #[inline(always)]
    pub(crate) fn read<T>(self, read: impl FnOnce(Decoder<'a, 'p, 'de>) -> Result<T>) -> Result<T> {
        let step = self.case.payload.get();
        match read(Decoder { cx: self.cx, step }) {
            Ok(value) => Ok(value),
            Err(error) => Err(in_case(&self.case.name, error)),
        }
    }
}
