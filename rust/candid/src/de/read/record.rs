//! The fields of a record, in wire order.

use crate::de::plan::node::{FieldStep, RecordNode};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_field;
use crate::de::read::skip;
use crate::error::{Error, Result};

/// A record that was entered.
pub struct Record<'a, 'p, 'de> {
    pub(crate) cx: &'a mut Context<'p, 'de>,
    pub(crate) node: &'p RecordNode,
    /// The value of [`State::n_deserialize_calls`](crate::de::state::State::n_deserialize_calls) on entry.
    pub(crate) n_deserialize_calls: u32,
    /// Whether what failed was a surplus field.
    pub(crate) has_failed_skip: bool,
}

impl<'p, 'de> Record<'_, 'p, 'de> {
    /// Skips the surplus fields before the next field.
    ///
    /// # Errors
    ///
    /// If one is malformed, or exceeds a quota.
    #[inline(always)]
    pub(crate) fn skip_to(&mut self, field: &FieldStep) -> Result<()> {
        match skip::skip_span(self.cx, self.node, &field.span) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.has_failed_skip = true;
                Err(error)
            }
        }
    }

    /// Returns the decoder of the next field. Not the result of [`Record::skip_to`]: an error in the place of the step would
    /// divide it into halves.
    #[inline(always)]
    pub(crate) fn field(&mut self, field: &FieldStep) -> Decoder<'_, 'p, 'de> {
        Decoder {
            cx: self.cx,
            step: field.step,
        }
    }

    /// Reads the next field with a function of the user.
    ///
    /// # Errors
    ///
    /// Those of the function, and of the surplus fields before it.
    #[inline(always)]
    pub fn read_by<T>(
        &mut self,
        field: &'p FieldStep,
        function: impl FnOnce(Decoder<'_, 'p, 'de>) -> Result<T>,
    ) -> Result<T> {
        match self.skip_to(field) {
            Ok(()) => self.field(field).read_by(function),
            Err(error) => Err(error),
        }
    }

    /// Returns `error`, of reading the next field, as the failure of that, or of the surplus field before it.
    #[inline(always)]
    pub fn failed(self, field: &FieldStep, error: Error) -> Error {
        failed(self.cx, self.has_failed_skip, field, error)
    }

    /// Skips the surplus fields after the last expected one.
    ///
    /// # Errors
    ///
    /// If it is malformed, or exceeds a quota.
    #[inline(always)]
    pub fn finish(self) -> Result<()> {
        skip::skip_span(self.cx, self.node, &self.node.last_span)
    }
}

/// Takes the parts of a record, so that those that nothing else needs are not there.
#[cold]
#[inline(never)]
fn failed(
    cx: &mut Context<'_, '_>,
    has_failed_skip: bool,
    field: &FieldStep,
    error: Error,
) -> Error {
    if has_failed_skip {
        return error;
    }
    in_field(error, cx.state, field)
}
