//! What changes while a message is decoded: where the reader is, what is left of the quotas.

use super::budget::Budget;
use super::config::DecoderConfig;
use super::depth::StackLimit;
use super::opt::Verdicts;
use crate::error::{Error, ErrorKind, Result};
use candid_wire::reader::Reader;

/// What changes while a message is decoded.
#[derive(Debug)]
pub(crate) struct State<'de> {
    pub(crate) reader: Reader<'de>,
    pub(crate) budget: Budget,
    pub(crate) stack: StackLimit,
    pub(crate) verdicts: Verdicts,
    /// Whether types in error messages are printed at length.
    pub(crate) full_error_message: bool,
}

impl<'de> State<'de> {
    pub(crate) fn new(reader: Reader<'de>, config: &DecoderConfig) -> Self {
        State {
            reader,
            budget: Budget::new(config),
            stack: StackLimit::of_this_thread(),
            verdicts: Verdicts::default(),
            full_error_message: config.full_error_message(),
        }
    }

    /// Checks a length before anything is made for it: each element takes `min` bytes.
    #[inline]
    pub(crate) fn check_len(&self, len: usize, min: u64) -> Result<()> {
        if (len as u64).saturating_mul(min) > self.reader.remaining() as u64 {
            return Err(too_long_cold(len, min, self.reader.offset()));
        }
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn too_long_cold(len: usize, min: u64, offset: usize) -> Error {
    if min == u64::MAX {
        Error::subtype(format_args!(
            "a vector of {len} elements of a type without values"
        ))
    } else {
        Error::new(
            ErrorKind::Truncated,
            format!("a vector of {len} elements is longer than the rest of the message"),
        )
    }
    .at_offset(offset)
}
