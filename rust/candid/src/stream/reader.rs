//! A vector in a message, read element by element.

use crate::de::config::DecoderConfig;
use crate::de::header::{Entry, TypeTable, WireType};
use crate::de::plan::step::Step;
use crate::de::plan::Plan;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::skip;
use crate::de::state::budget::{self, Budget};
use crate::de::state::State;
use crate::de::{cost, direct};
use crate::error::{Error, ErrorKind, PathSegment, Result};
use crate::schema::expected::ExpectedType;
use crate::stream::input::{too_long, Input};
use crate::traits::CandidType;
use candid_wire::limits::MAX_HEADER_LEN;
use candid_wire::opcode::{Primitive, MAGIC};
use candid_wire::reader::Reader;
use serde::de::DeserializeOwned;
use std::io::Read;
use std::marker::PhantomData;
use std::rc::Rc;

/// The length in bytes of the longest element that a [`VecReader`] reads by default.
pub const MAX_ELEMENT_LEN: usize = 4 * 1024 * 1024;

/// Reads the elements of a message whose first argument is a `vec`, one by one: an iterator over `Result<T>`.
///
/// The elements are decoded by the same rules as by [`decode_one::<Vec<T>>`](crate::decode_one), with the same errors and
/// the same cost. After the last one, further arguments are skipped and nothing may follow: of a stream that goes on after the
/// message, such as stable memory, which has zeros to the end of its page, give the reader the message alone, see [the
/// module](crate::stream#streams-that-go-on-after-the-message). After an error the iterator ends.
///
/// At most about twice the length of one element is kept in memory, and at least 16 KiB. Elements of more than
/// [`MAX_ELEMENT_LEN`] bytes fail, unless [`VecReader::max_element_len`] allows them. Without a decoding quota, the
/// elements may have as many values without bytes as those of a message: 131,072, and one for each byte.
///
/// # Examples
///
/// ```
/// use candid::stream::VecReader;
///
/// let message = candid::encode_one(vec![Some(1u64), None, Some(3)])?;
/// let sum: u64 = VecReader::<Option<u64>, _>::new(message.as_slice())?
///     .map(|element| element.map(Option::unwrap_or_default))
///     .sum::<candid::Result<u64>>()?;
/// assert_eq!(sum, 4);
///
/// let error = VecReader::<u8, _>::new(message.as_slice())?.next().unwrap().unwrap_err();
/// assert_eq!(error.path(), "0[0]");
/// # Ok::<(), candid::Error>(())
/// ```
pub struct VecReader<T, R> {
    input: Input<R>,
    plan: Rc<Plan>,
    /// With the remaining quotas.
    config: DecoderConfig,
    element: WireType,
    step: Step,
    /// The static cost of each element.
    cost: u64,
    len: usize,
    next: usize,
    /// How many more values without bytes the elements may have, apart from one for each of their bytes.
    zero_sized_left: u64,
    max_element_len: usize,
    is_done: bool,
    elements: PhantomData<fn() -> T>,
}

impl<T: CandidType + DeserializeOwned, R: Read> VecReader<T, R> {
    /// Reads the header of a message.
    ///
    /// # Errors
    ///
    /// If it is malformed or exceeds a limit, the first argument is not a `vec`, or the stream fails.
    pub fn new(stream: R) -> Result<Self> {
        Self::with_config(stream, &DecoderConfig::new())
    }

    /// Reads the header of a message, which has the limits of `config`. Its quotas are those of the whole message.
    ///
    /// # Errors
    ///
    /// Those of [`VecReader::new`], and if a quota is used up.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::stream::VecReader;
    /// use candid::DecoderConfig;
    ///
    /// let message = candid::encode_one(vec![1u64; 100])?;
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(500);
    /// let read: Vec<_> = VecReader::<u64, _>::with_config(message.as_slice(), &config)?.collect();
    /// assert!(read.len() < 100 && read.last().unwrap().as_ref().unwrap_err().is_quota());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn with_config(stream: R, config: &DecoderConfig) -> Result<Self> {
        let mut input = Input::new(stream);
        // A longer header fails by its own limit.
        let max_len = config.max_header_len.unwrap_or(MAX_HEADER_LEN);
        // Without these, it is not known whether it is a message.
        input.read_at_least(MAGIC.len())?;
        let table = input.parse(max_len, |bytes| {
            TypeTable::read(&mut Reader::new(bytes), config)
        })?;
        input.advance(table.header_len());
        let header_cost = (table.header_len() as u64).saturating_mul(cost::HEADER_BYTE);
        let plan = Plan::new(table);
        let element = element_of(&plan)?;
        let expected = ExpectedType::of_descriptor(T::__descriptor())?;
        let step = plan.step(element, &expected)?;
        let is_byte = |ty| ty == Some(Primitive::Nat8);
        let is_blob = element == WireType::NAT8 && is_byte(expected.primitive());
        // A blob is charged by the byte.
        let overhead = if is_blob { 0 } else { cost::element(element) };
        let (len, n_bytes) = input.parse(MAX_HEADER_LEN, |bytes| {
            let mut reader = Reader::new(bytes);
            Ok((reader.read_len()?, reader.offset()))
        })?;
        input.advance(n_bytes);
        budget::check_header(config, header_cost)?;
        let mut budget = Budget::after_header(config, 0, header_cost);
        budget.charge(cost::CONTAINER)?;
        Ok(VecReader {
            config: budget.left_of(config),
            cost: overhead + plan.inline_cost(&expected, step),
            input,
            plan,
            element,
            step,
            len,
            next: 0,
            zero_sized_left: budget.zero_sized_left(),
            max_element_len: MAX_ELEMENT_LEN,
            is_done: false,
            elements: PhantomData,
        })
    }

    /// Reads elements of at most `n` bytes, in place of [`MAX_ELEMENT_LEN`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::stream::VecReader;
    ///
    /// let message = candid::encode_one(["one", "a longer text"])?;
    /// let mut reader = VecReader::<String, _>::new(message.as_slice())?.max_element_len(10);
    /// assert_eq!(reader.next().unwrap()?, "one");
    /// assert!(reader.next().unwrap().unwrap_err().is_limit());
    /// # Ok::<(), candid::Error>(())
    /// ```
    #[must_use]
    pub fn max_element_len(mut self, n: usize) -> Self {
        self.max_element_len = n;
        self
    }

    /// Returns the number of elements that the message claims to have after those that have been read: untrusted, and not
    /// a number to allocate for.
    pub fn n_left(&self) -> usize {
        self.len - self.next
    }

    fn read(&mut self) -> Result<T> {
        let in_element = |error: Error, i| {
            let error = error.in_segment(PathSegment::Index(i));
            error.in_segment(PathSegment::Argument(0))
        };
        let n_bytes = self
            .extent(self.element)
            .map_err(|error| in_element(error, self.next))?;
        let bytes = self.input.rest().get(..n_bytes).unwrap_or_default();
        let zero_sized = self.zero_sized_left.saturating_add(n_bytes as u64);
        let budget = Budget::new(&self.config, n_bytes).with_zero_sized(zero_sized);
        let mut state = State::new(Reader::new(bytes), budget, &self.config);
        // A short message may claim any number of elements without bytes.
        let is_without_bytes = u64::from(n_bytes == 0);
        let counted = state.budget.count_zero_sized(is_without_bytes);
        let charged = counted.and_then(|()| state.budget.charge(self.cost));
        let value = charged.and_then(|()| {
            let decoder = Decoder {
                cx: &mut Context {
                    state: &mut state,
                    plan: &self.plan,
                },
                step: self.step,
            };
            direct::read(decoder)
        });
        let value = value.map_err(|error| {
            state
                .in_segment(error, PathSegment::Index(self.next))
                .in_segment(PathSegment::Argument(0))
                .shifted_by(self.input.offset())
        })?;
        self.config = state.budget.left_of(&self.config);
        self.zero_sized_left = state.budget.zero_sized_left();
        self.input.advance(n_bytes);
        Ok(value)
    }

    /// Returns the number of bytes of the next value of a type, and has them in memory.
    fn extent(&mut self, wire: WireType) -> Result<usize> {
        let (plan, config) = (&self.plan, &self.config);
        let max_len = self.max_element_len;
        let n_bytes = self.input.parse(max_len, |bytes| {
            let budget = Budget::new(config, bytes.len());
            let mut state = State::new(Reader::new(bytes), budget, config);
            skip::skip_uncharged(&mut state, plan, wire)?;
            Ok(state.reader.offset())
        })?;
        if n_bytes > max_len {
            return Err(too_long(max_len).at_offset(self.input.offset()));
        }
        Ok(n_bytes)
    }

    /// Skips further arguments, and checks that nothing follows.
    fn finish(&mut self) -> Result<()> {
        let n_args = self.plan.table.args().len();
        for i in 1..n_args {
            let Some(wire) = self.plan.table.args().get(i).map(|arg| arg.ty) else {
                break;
            };
            let in_argument = |error: Error| error.in_segment(PathSegment::Argument(i));
            let n_bytes = self.extent(wire).map_err(in_argument)?;
            let bytes = self.input.rest().get(..n_bytes).unwrap_or_default();
            let budget = Budget::new(&self.config, n_bytes);
            let mut state = State::new(Reader::new(bytes), budget, &self.config);
            skip::skip(&mut state, &self.plan, wire)
                .map_err(|error| in_argument(error.shifted_by(self.input.offset())))?;
            self.config = state.budget.left_of(&self.config);
            self.input.advance(n_bytes);
        }
        match self.input.read_at_least(1)? {
            0 => Ok(()),
            _ => Err(bytes_follow().at_offset(self.input.offset())),
        }
    }
}

/// Returns the error of a stream that goes on after the message. How far, is not known.
#[cold]
fn bytes_follow() -> Error {
    let message = "expected the end of the stream after the last value, found more bytes \
                   (if others follow the message, keep its length and read `stream.take(length)`)";
    Error::new(ErrorKind::Malformed, message)
}

impl<T: CandidType + DeserializeOwned, R: Read> Iterator for VecReader<T, R> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.is_done {
            return None;
        }
        if self.next == self.len {
            self.is_done = true;
            return self.finish().err().map(Err);
        }
        let element = self.read();
        self.is_done = element.is_err();
        self.next += 1;
        Some(element)
    }
}

/// Returns the element type of the first argument.
fn element_of(plan: &Plan) -> Result<WireType> {
    let Some(arg) = plan.table.args().first() else {
        return Err(Error::subtype("missing argument 1: expected a vec"));
    };
    match plan.table.entry(arg.ty) {
        Some(Entry::Vec(element)) => Ok(element),
        _ => {
            let found = plan.describe_wire(arg.ty, false);
            let error = Error::subtype(format_args!("expected a vec, found {found}"));
            Err(error.in_segment(PathSegment::Argument(0)))
        }
    }
}
