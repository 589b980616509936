//! Variants: the case and the decoder of its payload.
//!
//! `spec/Candid.md#variants-1`

use crate::de::plan::node::{KnownTag, TagStep, VariantNode};
use crate::de::plan::step::Step;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_tag;
use crate::de::read::skip::out_of_range;
use crate::de::state::State;
use crate::error::{internal, Error, Result};

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Enters a variant: reads the case and charges the static cost of its payload.
    #[inline(always)]
    pub(crate) fn enter_variant(self) -> Result<Payload<'a, 'p, 'de>> {
        let Decoder { cx, step } = self;
        let node = cx.plan.variant_node(step.index())?;
        Payload::enter(cx, step, node)
    }
}

/// The payload of a case that has been read: two words, passed in registers.
pub struct Payload<'a, 'p, 'de> {
    pub(crate) cx: &'a mut Context<'p, 'de>,
    pub(crate) tag: &'p KnownTag,
}

/// Reads the index of a case and returns its step.
#[inline]
pub(crate) fn read_tag<'p>(state: &mut State<'_>, node: &'p VariantNode) -> Result<&'p TagStep> {
    let at = state.reader.offset();
    let index = state.reader.read_leb_u64()?;
    match usize::try_from(index).ok().and_then(|i| node.tags.get(i)) {
        Some(tag) => Ok(tag),
        None => Err(out_of_range(index, node.tags.len(), at)),
    }
}

#[cold]
#[inline(never)]
pub(crate) fn unknown_tag(id: u32, offset: usize, value: Decoder<'_, '_, '_>) -> Error {
    let expected_fields = match value.cx.plan.pair(value.step.index()) {
        Some((_, expected)) => value
            .cx
            .plan
            .describe_expected(expected, value.cx.state.full_error_message),
        None => "a variant".to_owned(),
    };
    Error::subtype(format_args!(
        "expected {expected_fields}, found unknown case {id}"
    ))
    .at_offset(offset)
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
        match read_tag(cx.state, node)? {
            TagStep::Known(tag) => {
                cx.state.budget.charge(tag.cost)?;
                Ok(Payload { cx, tag })
            }
            TagStep::Unknown { id, .. } => {
                // The bytes of the index lie between the two positions.
                let n_read = before.wrapping_sub(cx.state.reader.remaining());
                let before = cx.state.reader.offset().wrapping_sub(n_read);
                Err(unknown_tag(*id, before, Decoder { cx, step }))
            }
        }
    }

    /// Returns the position of the case in the Rust declaration.
    #[inline(always)]
    pub fn ordinal(&self) -> u32 {
        self.tag.ordinal
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
        let step = self.tag.payload;
        Decoder { cx: self.cx, step }
    }

    /// Returns `error` as the failure of the payload.
    #[cold]
    #[inline(never)]
    pub fn failed(self, error: Error) -> Error {
        in_tag(&self.tag.name, error)
    }

    #[inline(always)]
    pub(crate) fn read<T>(self, read: impl FnOnce(Decoder<'a, 'p, 'de>) -> Result<T>) -> Result<T> {
        let step = self.tag.payload;
        match read(Decoder { cx: self.cx, step }) {
            Ok(value) => Ok(value),
            Err(error) => Err(in_tag(&self.tag.name, error)),
        }
    }
}
