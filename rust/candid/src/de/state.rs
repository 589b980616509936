//! What changes while a message is decoded: where the reader is, what is left of the quotas.

use super::budget::{times, Budget};
use super::config::DecoderConfig;
use super::depth::StackLimit;
use super::lookahead::PayloadVerdicts;
use super::plan::{Plan, RecordNode, VecNode};
use crate::error::{Error, ErrorKind, PathSegment, Result};
use candid_wire::reader::Reader;

/// What changes while a message is decoded.
#[derive(Debug)]
pub(crate) struct State<'de> {
    pub(crate) reader: Reader<'de>,
    pub(crate) budget: Budget,
    pub(crate) stack: StackLimit,
    pub(crate) verdicts: PayloadVerdicts,
    /// How many elements the vectors to come have at most, altogether: see [`State::reserve`].
    elements_left: usize,
    /// How many values were read by a `Deserialize` that is not known to be derived or std's.
    pub(crate) n_unknown: u32,
    /// Whether types in error messages are printed at length.
    pub(crate) full_error_message: bool,
    /// The last error that was handed to foreign code which may turn it into text.
    last_error: Option<Error>,
}

/// What the decoders of one argument share. They hold it by one address, so that a decoder is two words,
/// which are handed on in registers.
pub(crate) struct Context<'p, 'de> {
    pub(crate) state: &'p mut State<'de>,
    pub(crate) plan: &'p Plan,
}

impl<'de> State<'de> {
    #[inline]
    pub(crate) fn new(reader: Reader<'de>, budget: Budget, config: &DecoderConfig) -> Self {
        State {
            elements_left: reader.remaining(),
            reader,
            budget,
            stack: StackLimit::of_this_thread(),
            verdicts: PayloadVerdicts::default(),
            n_unknown: 0,
            full_error_message: config.full_error_message(),
            last_error: None,
        }
    }

    /// Returns a state that reads on from here on its own and charges to a budget of its own.
    pub(crate) fn ahead(&self) -> Self {
        State {
            reader: self.reader.clone(),
            budget: self.budget.clone(),
            stack: self.stack,
            verdicts: PayloadVerdicts::default(),
            elements_left: self.elements_left,
            n_unknown: self.n_unknown,
            full_error_message: self.full_error_message,
            last_error: None,
        }
    }

    /// Checks the stack for a record and counts what there is of it beside its `cost`.
    #[inline(never)]
    pub(crate) fn count_more(&mut self, node: &RecordNode) -> Result<()> {
        self.stack.check()?;
        self.budget.count_zero_sized(node.n_zero_sized)?;
        self.budget.charge_skipped(node.skip_cost)
    }

    /// Checks and charges the elements of a vector where the numbers may be of any size.
    #[inline(never)]
    pub(crate) fn enter_unusual_vec(&mut self, node: &VecNode, len: usize) -> Result<()> {
        let cost = times(len as u64, node.element_cost);
        self.budget.charge(cost.saturating_add(2))?;
        self.check_len(len, node.element_min)?;
        if node.element_min == 0 {
            self.budget.count_zero_sized(len as u64)?;
        }
        Ok(())
    }

    /// Notes an error before it goes through code that may turn it into text, as
    /// `Principal::deserialize` does.
    #[cold]
    #[inline(never)]
    pub(crate) fn note(&mut self, error: Error) -> Error {
        self.last_error = Some(error.duplicate());
        error
    }

    /// Adds a segment of the path and the offset to an error, which is first recalled if only its
    /// text came back.
    #[cold]
    #[inline(never)]
    pub(crate) fn within(&self, error: Error, segment: PathSegment) -> Error {
        error
            .or_original(self.last_error.as_ref())
            .at_offset(self.reader.offset())
            .in_segment(segment)
    }

    /// Returns for how many elements of a vector of `len` room is made before they are read.
    ///
    /// Each element of a vector has a byte that no other element has. So vectors that have more elements altogether than
    /// the message has bytes are not there, and get room as they are read: vectors in vectors could each claim all that is
    /// left of the message. Those whose elements take no bytes may get none, too.
    #[inline]
    pub(crate) fn reserve(&mut self, len: usize) -> usize {
        match self.elements_left.checked_sub(len) {
            Some(left) => {
                self.elements_left = left;
                len
            }
            None => 0,
        }
    }

    /// Checks a length before anything is made for it: each element takes `min` bytes.
    #[inline]
    pub(crate) fn check_len(&self, len: usize, min: u64) -> Result<()> {
        if times(len as u64, min) > self.reader.remaining() as u64 {
            return Err(too_long_cold(len, min, self.reader.offset()));
        }
        Ok(())
    }
}

#[cold]
#[inline(never)]
pub(super) fn too_long_cold(len: usize, min: u64, offset: usize) -> Error {
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

/// Puts the failure of `finish` in the place of a value, which stays where it is: moving a large one costs more
/// on chain than all the checks around it, 100 instructions and one for each byte. Those who call this have no
/// other result, so that the compiler makes it where it is to be returned.
#[inline(always)]
pub(crate) fn check_finished<T>(result: &mut Result<T>, finish: impl FnOnce() -> Result<()>) {
    if result.is_ok() {
        if let Err(error) = finish() {
            *result = Err(error);
        }
    }
}
