//! Mutable state of decoding a message: the reader's position and the remaining quotas.

pub(crate) mod budget;
pub(crate) mod verdicts;

use crate::de::config::DecoderConfig;
use crate::de::cost;
use crate::de::errors;
use crate::de::plan::node::{RecordNode, VecNode};
use crate::de::state::budget::{times, Budget};
use crate::error::{internal, Error, PathSegment, Result};
use crate::util::mechanisms;
use crate::util::stack::StackLimit;
use candid_wire::reader::Reader;
use verdicts::{PayloadVerdicts, Verdict};

/// How often the vectors of a message may claim each of its bytes: vectors are in vectors, and sizes are estimated.
const CLAIMED: usize = 4;

/// The mutable state of decoding one message.
#[derive(Debug)]
pub(crate) struct State<'de> {
    pub(crate) reader: Reader<'de>,
    pub(crate) budget: Budget,
    pub(crate) stack: StackLimit,
    /// The maximum size in the message of the elements of all further vectors together: see [`State::reserve`].
    bytes_left: usize,
    /// The maximum number of fields that take bytes of all further records together: see [`State::has_fields`].
    #[cfg(feature = "value")]
    fields_left: usize,
    /// How many values were read by their `Deserialize`, whose visitor may do anything with them: not by derived code.
    pub(crate) n_deserialize_calls: u32,
    /// How many levels of the value in serde's buffer are open.
    pub(crate) n_buffered: u16,
    pub(crate) full_error_message: bool,
    /// One word, which is all that most messages make and drop of it.
    rare: Option<Box<Rare>>,
}

/// What few messages need.
#[derive(Debug, Default)]
struct Rare {
    verdicts: PayloadVerdicts,
    /// The surplus fields so far of the innermost record that keeps them and is being read.
    kept: Option<Box<KeptFields>>,
    /// The last error passed to foreign code that may turn it into text.
    last_error: Option<Error>,
    /// The error of a box that was not read, until its caller returns it.
    failure: Option<Error>,
}

/// The values of the surplus fields of a record.
#[derive(Debug)]
pub(crate) struct KeptFields {
    pub(crate) values: Vec<u8>,
    pub(crate) n_fields: usize,
    /// How many such records are being read: this one, and those around it.
    depth: usize,
    around: Option<Box<KeptFields>>,
}

impl<'de> State<'de> {
    #[inline]
    pub(crate) fn new(reader: Reader<'de>, budget: Budget, config: &DecoderConfig) -> Self {
        State {
            bytes_left: reader.remaining().saturating_mul(CLAIMED),
            #[cfg(feature = "value")]
            fields_left: reader.remaining(),
            reader,
            budget,
            stack: StackLimit::of_this_thread(),
            n_deserialize_calls: 0,
            n_buffered: 0,
            full_error_message: config.full_error_message(),
            rare: None,
        }
    }

    /// Returns an independent state at the current position, with a budget of its own.
    pub(crate) fn fork(&self) -> Self {
        State {
            reader: self.reader.clone(),
            budget: self.budget.clone(),
            stack: self.stack,
            bytes_left: self.bytes_left,
            #[cfg(feature = "value")]
            fields_left: self.fields_left,
            n_deserialize_calls: self.n_deserialize_calls,
            n_buffered: self.n_buffered,
            full_error_message: self.full_error_message,
            // Lookahead reads no value.
            rare: None,
        }
    }

    #[cold]
    #[inline(never)]
    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Returns the verdict on an option that was inspected from an outer one, and forgets all earlier ones.
    #[inline]
    pub(crate) fn take_verdict(&mut self, offset: usize, slot: u32) -> Option<bool> {
        self.rare.as_mut()?.verdicts.take(offset, slot)
    }

    /// Remembers verdicts on later options, in place of those that there are.
    #[inline]
    pub(crate) fn set_verdicts(&mut self, verdicts: Vec<Verdict>) {
        if self.rare.is_some() || !verdicts.is_empty() {
            self.rare().verdicts = PayloadVerdicts::new(verdicts);
        }
    }

    /// Starts a record that keeps its surplus fields, and returns how many are being read with it.
    #[cold]
    #[inline(never)]
    pub(crate) fn start_keeping(&mut self) -> usize {
        let kept = &mut self.rare().kept;
        let around = kept.take();
        let depth = around.as_ref().map_or(0, |kept| kept.depth) + 1;
        *kept = Some(Box::new(KeptFields {
            values: Vec::new(),
            n_fields: 0,
            depth,
            around,
        }));
        depth
    }

    /// Returns what the innermost record has kept so far.
    pub(crate) fn kept(&mut self) -> Option<&mut KeptFields> {
        self.rare.as_mut()?.kept.as_deref_mut()
    }

    /// Returns what the innermost record has kept, which is then over.
    pub(crate) fn take_kept(&mut self) -> Option<Box<KeptFields>> {
        let innermost = &mut self.rare.as_mut()?.kept;
        let mut kept = innermost.take()?;
        *innermost = kept.around.take();
        Some(kept)
    }

    /// Drops what is kept of the record that was the `depth`th, and of those in it.
    #[cold]
    #[inline(never)]
    pub(crate) fn stop_keeping(&mut self, depth: usize) {
        while self.kept().is_some_and(|kept| kept.depth >= depth) {
            drop(self.take_kept());
        }
    }

    /// Checks the stack for a record and charges and counts everything besides its `cost`.
    #[inline(never)]
    pub(crate) fn charge_entry(&mut self, node: &RecordNode) -> Result<()> {
        self.stack.check()?;
        self.budget.count_zero_sized(node.n_zero_sized)?;
        self.budget.charge_skipped(node.skip_cost)
    }

    /// Checks and charges the elements of a vector without the assumption that its costs fit 32 bits.
    #[inline(never)]
    pub(crate) fn enter_unusual_vec(&mut self, node: &VecNode, len: usize) -> Result<()> {
        let elements = times(len as u64, node.element_cost);
        self.budget
            .charge_claimed(elements.saturating_add(cost::CONTAINER))?;
        self.check_len(len, node.element_min)?;
        if node.element_min == 0 {
            self.budget.count_zero_sized(len as u64)?;
        }
        Ok(())
    }

    /// Saves an error before it passes through code that may turn it into text, as `Principal::deserialize` does.
    #[cold]
    #[inline(never)]
    pub(crate) fn remember(&mut self, error: Error) -> Error {
        self.rare().last_error = Some(error.duplicate());
        error
    }

    /// Keeps the error of a box for [`State::take_failure`].
    #[cold]
    #[inline(never)]
    pub(crate) fn keep_failure(&mut self, error: Error) {
        self.rare().failure = Some(error);
    }

    /// Returns the error of the box that the caller has tried to read.
    #[cold]
    #[inline(never)]
    pub(crate) fn take_failure(&mut self) -> Error {
        self.rare().failure.take().unwrap_or_else(internal)
    }

    /// Adds a path segment and the offset to an error, first restoring it if only its text came back.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_segment(&self, error: Error, segment: PathSegment) -> Error {
        let last = self.rare.as_ref().and_then(|rare| rare.last_error.as_ref());
        error
            .or_original(last)
            .at_offset(self.reader.offset())
            .in_segment(segment)
    }

    /// Returns the number of elements, of a vector of `len`, to reserve capacity for; each takes at least `min` bytes of the
    /// message, or nothing.
    ///
    /// Vectors that claim more than [`CLAIMED`] times the bytes of the message altogether grow as they are read: nested
    /// vectors could each claim the rest of it. Vectors of elements without bytes may get no capacity either.
    #[inline]
    pub(crate) fn reserve(&mut self, len: usize, min: u64) -> usize {
        let min = usize::try_from(min).unwrap_or(usize::MAX).max(1);
        if mechanisms::DECODED_CAPACITY && self.has_bytes(len.saturating_mul(min)) {
            len
        } else {
            0
        }
    }

    /// Returns whether the elements of a vector may take so many more bytes, and counts these if so.
    #[inline]
    pub(crate) fn has_bytes(&mut self, n: usize) -> bool {
        match self.bytes_left.checked_sub(n) {
            Some(left) => {
                self.bytes_left = left;
                true
            }
            None => false,
        }
    }

    /// Returns whether a record may have `n` fields, and counts those that take bytes if so: nested records could each claim
    /// the rest of the message for fields behind the first.
    #[cfg(feature = "value")]
    #[inline]
    pub(crate) fn has_fields(&mut self, n: usize, node: &RecordNode) -> bool {
        let n_without = (node.absent.len() as u64).saturating_add(node.n_zero_sized);
        let n = n.saturating_sub(usize::try_from(n_without).unwrap_or(usize::MAX));
        match self.fields_left.checked_sub(n) {
            Some(left) => {
                self.fields_left = left;
                true
            }
            None => false,
        }
    }

    /// Checks a length before anything is allocated for it: each element takes at least `min` bytes.
    #[inline]
    pub(crate) fn check_len(&self, len: usize, min: u64) -> Result<()> {
        if times(len as u64, min) > self.reader.remaining() as u64 {
            return Err(self.too_long(len, min));
        }
        Ok(())
    }

    /// Returns the error of a vector that claims `len` elements of at least `min` bytes each.
    #[cold]
    #[inline(never)]
    pub(crate) fn too_long(&self, len: usize, min: u64) -> Error {
        errors::too_long(len, min).at_offset(self.reader.offset())
    }
}
