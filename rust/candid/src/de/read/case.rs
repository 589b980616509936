//! Variants: the case and the decoder of its payload.
//!
//! `spec/Candid.md#variants-1`

use crate::de::errors;
use crate::de::plan::node::{CaseStep, KnownCase, VariantNode};
use crate::de::plan::step::Step;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_case;
use crate::de::state::State;
use crate::error::{internal, Error, Result};

/// The payload of a case that has been read: two words, passed in registers.
pub struct Payload<'a, 'p, 'de> {
    pub(crate) cx: &'a mut Context<'p, 'de>,
    pub(crate) case: &'p KnownCase,
}

/// Reads the index of a case and returns its step.
#[inline]
pub(crate) fn read_case<'p>(state: &mut State<'_>, node: &'p VariantNode) -> Result<&'p CaseStep> {
    let before = state.reader.remaining();
    let index = state.reader.read_leb_u64()?;
    match usize::try_from(index).ok().and_then(|i| node.cases.get(i)) {
        Some(case) => Ok(case),
        None => {
            Err(errors::case_out_of_range(index, node.cases.len())
                .at_offset(offset_of(state, before)))
        }
    }
}

/// Returns the offset at which so many bytes were `before` the end: of an index that was read.
fn offset_of(state: &State<'_>, before: usize) -> usize {
    // The bytes of the index lie between the two positions.
    let n_read = before.wrapping_sub(state.reader.remaining());
    state.reader.offset().wrapping_sub(n_read)
}

impl Decoder<'_, '_, '_> {
    /// Returns the error of a case that the expected variant does not have, at the offset of its index.
    #[cold]
    #[inline(never)]
    pub(crate) fn unknown_case(self, id: u32, offset: usize) -> Error {
        let Context { state, plan } = self.cx;
        errors::unknown_case(plan, self.step, state.full_error_message, id).at_offset(offset)
    }
}

impl<'a, 'p, 'de> Payload<'a, 'p, 'de> {
    /// Reads the case of a variant, whose payload comes next.
    #[inline(always)]
    pub(crate) fn enter(
        cx: &'a mut Context<'p, 'de>,
        step: Step,
        node: &'p VariantNode,
    ) -> Result<Self> {
        cx.state.stack.check()?;
        let before = cx.state.reader.remaining();
        match read_case(cx.state, node)? {
            CaseStep::Known(case) => {
                cx.state.budget.charge(case.cost)?;
                Ok(Payload { cx, case })
            }
            CaseStep::Unknown { id, .. } => {
                let offset = offset_of(cx.state, before);
                Err(Decoder { cx, step }.unknown_case(*id, offset))
            }
        }
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
        internal()
    }

    /// Returns the decoder of the payload.
    #[inline(always)]
    pub fn decoder(&mut self) -> Decoder<'_, 'p, 'de> {
        let step = self.case.payload;
        Decoder { cx: self.cx, step }
    }

    /// Returns `error` as the failure of the payload.
    #[cold]
    #[inline(never)]
    pub fn failed(self, error: Error) -> Error {
        in_case(&self.case.name, error)
    }

    #[inline(always)]
    pub(crate) fn read<T>(self, read: impl FnOnce(Decoder<'a, 'p, 'de>) -> Result<T>) -> Result<T> {
        let step = self.case.payload;
        match read(Decoder { cx: self.cx, step }) {
            Ok(value) => Ok(value),
            Err(error) => Err(in_case(&self.case.name, error)),
        }
    }
}
