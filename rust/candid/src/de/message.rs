//! [`IDLDeserialize`]: reads the header, compiles a plan, and decodes value by value.

#[cfg(feature = "value")]
mod at_types;

use crate::de::config::DecoderConfig;
use crate::de::errors;
use crate::de::header::TypeTable;
use crate::de::plan::cache::PlanGuard;
use crate::de::plan::step::{ArgumentStep, Step};
use crate::de::plan::{cache, Plan};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::skip;
use crate::de::state::budget::{self, Budget};
use crate::de::state::State;
use crate::de::{cost, direct};
use crate::error::{internal, Error, PathSegment, Result};
use crate::schema::descriptor::{Descriptor, DescriptorFn};
use crate::schema::expected::ExpectedType;
use crate::traits::CandidType;
use crate::util::mechanisms;
use candid_wire::limits::{MAX_HEADER_LEN, MAX_TYPE_TABLE};
use candid_wire::reader::Reader;
use serde::de::Deserialize;
use std::rc::Rc;

/// The size in bytes of a value that takes a bulk memory operation to be moved.
const LARGE: usize = 64;

/// Decodes the values of one message, one after the other.
///
/// [`Decode!`](crate::Decode), [`decode_args`](crate::decode_args) and
/// [`decode_one`](crate::decode_one) are built on it.
///
/// # Examples
///
/// ```
/// use candid::de::IDLDeserialize;
///
/// let bytes = candid::encode_args((42u8, "hello")).unwrap();
/// let mut message = IDLDeserialize::new(&bytes).unwrap();
/// assert_eq!(message.get_value::<u8>().unwrap(), 42);
/// assert_eq!(message.get_value::<String>().unwrap(), "hello");
/// assert!(message.is_done());
/// message.done().unwrap();
/// ```
pub struct IDLDeserialize<'de> {
    state: State<'de>,
    plan: PlanGuard,
    /// The limits of the configuration. The quotas are in the budget.
    max_type_len: Option<usize>,
    max_header_len: Option<usize>,
    /// The index of the next argument.
    next: usize,
}

impl<'de> IDLDeserialize<'de> {
    /// Reads the header of `bytes`. No quota is set; the built-in bounds hold.
    ///
    /// # Errors
    ///
    /// If the header is malformed or exceeds a limit.
    pub fn new(bytes: &'de [u8]) -> Result<Self> {
        Self::open(bytes, &DecoderConfig::new(), |unfit| {
            read_usual_plan_cold(bytes, unfit)
        })
    }

    /// Reads the header of `bytes`, within the limits of `config`.
    ///
    /// # Errors
    ///
    /// If the header is malformed or exceeds a limit.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{de::IDLDeserialize, DecoderConfig};
    ///
    /// let bytes = candid::encode_one("five")?;
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(10);
    /// // The header of 7 bytes costs 28.
    /// assert!(IDLDeserialize::new_with_config(&bytes, &config).err().unwrap().is_quota());
    /// config.set_decoding_quota(33);
    /// assert_eq!(IDLDeserialize::new_with_config(&bytes, &config)?.get_value::<&str>()?, "five");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn new_with_config(bytes: &'de [u8], config: &DecoderConfig) -> Result<Self> {
        Self::open(bytes, config, |unfit| {
            drop(unfit);
            read_plan_cold(bytes, config, false)
        })
    }

    /// Inlined in two functions, because a message without quotas, as most are, then takes none of what they need. `read_plan` reads
    /// a header; it drops a cached plan that is not within the limits.
    #[inline(always)]
    fn open(
        bytes: &'de [u8],
        config: &DecoderConfig,
        read_plan: impl FnOnce(Option<Rc<Plan>>) -> Result<Rc<Plan>>,
    ) -> Result<Self> {
        let plan = match cache::lookup(bytes) {
            Some(plan) if is_within(&plan.table, config) => plan,
            unfit => read_plan(unfit)?,
        };
        // Also if the quota does not suffice for the header.
        let plan = PlanGuard(plan);
        let mut reader = Reader::new(bytes);
        // The header is at the start of the bytes.
        reader.advance_to(bytes.get(plan.table.header_len()..).unwrap_or_default());
        let cost = (plan.table.header_len() as u64).saturating_mul(cost::HEADER_BYTE);
        budget::check_header(config, cost).map_err(|error| error.at_offset(0))?;
        let budget = Budget::after_header(config, bytes.len(), cost);
        Ok(IDLDeserialize {
            state: State::new(reader, budget, config),
            plan,
            max_type_len: config.max_type_len,
            max_header_len: config.max_header_len,
            next: 0,
        })
    }

    /// Decodes the next value. If the message has no more values, an optional type decodes as null.
    ///
    /// # Errors
    ///
    /// If the value is malformed, does not coerce to the type of `T`, or exceeds a quota.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::de::IDLDeserialize;
    ///
    /// let bytes = candid::encode_one(5u8)?;
    /// let mut message = IDLDeserialize::new(&bytes)?;
    /// assert_eq!(message.get_value::<u8>()?, 5);
    /// // The message has no more arguments.
    /// assert_eq!(message.get_value::<Option<u8>>()?, None);
    /// assert!(message.get_value::<u8>().unwrap_err().is_subtype());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn get_value<T>(&mut self) -> Result<T>
    where
        T: Deserialize<'de> + CandidType,
    {
        let step = self.start_value(T::__descriptor())?;
        let decoder = Decoder {
            cx: &mut Context {
                state: &mut self.state,
                plan: &self.plan,
            },
            step,
        };
        let mut value = direct::read(decoder);
        // The compiler moves a large value once less if its error is changed in its place, but a small one once more.
        match &mut value {
            Err(error) if const { size_of::<T>() > LARGE } => self.put_in_argument(error),
            Err(_) => value = value.map_err(|error| self.in_argument(error)),
            Ok(_) => {}
        }
        value
    }

    /// Returns the step of the next argument for a Rust type, after charging for it: cached if it was decoded as this type
    /// before.
    #[inline(never)]
    fn start_value(&mut self, ty: &'static Descriptor) -> Result<Step> {
        if let Some(known) = self.known_step(ty) {
            if self.state.budget.try_charge(known.cost) {
                self.next += 1;
                return Ok(known.step);
            }
        }
        self.start_value_cold(ty)
    }

    #[cold]
    #[inline(never)]
    fn start_value_cold(&mut self, ty: &'static Descriptor) -> Result<Step> {
        let (step, cost) = self.next_step_for(ty)?;
        match self.state.budget.charge(cost) {
            Ok(()) => Ok(step),
            Err(error) => Err(self.in_argument(error)),
        }
    }

    /// Returns the values `bytes` of a message with this header, which is one that this crate has made. They are paid for.
    fn with_own_header(header: &[u8], bytes: &'de [u8], is_needed: bool) -> Result<Self> {
        let mut config = DecoderConfig::new();
        config
            .set_max_header_len(usize::MAX)
            .set_max_type_len(usize::MAX);
        let plan = match cache::lookup(header) {
            Some(plan) => plan,
            None => read_plan_cold(header, &config, is_needed)?,
        };
        Ok(IDLDeserialize {
            state: State::new(Reader::new(bytes), Budget::prepaid(), &config),
            plan: PlanGuard(plan),
            max_type_len: config.max_type_len,
            max_header_len: config.max_header_len,
            next: 0,
        })
    }

    /// Decodes kept bytes, which are the value of a message with this header.
    ///
    /// # Errors
    ///
    /// If the value does not decode as `T`: its `Deserialize` refuses it.
    pub(crate) fn decode_kept<T>(header: &[u8], bytes: &'de [u8]) -> Result<T>
    where
        T: Deserialize<'de> + CandidType,
    {
        let mut message = Self::with_own_header(header, bytes, false)?;
        let (step, _) = message.next_step_for(T::__descriptor())?;
        let decoder = Decoder {
            cx: &mut Context {
                state: &mut message.state,
                plan: &message.plan,
            },
            step,
        };
        let value = direct::read(decoder).map_err(|error| {
            let offset = message.state.reader.offset();
            error.at_offset(offset)
        })?;
        message.done()?;
        Ok(value)
    }

    /// Returns the cached step of the next argument, if it was decoded as this type last.
    #[inline]
    fn known_step(&self, ty: &'static Descriptor) -> Option<ArgumentStep> {
        let known = self.plan.argument(self.next)?.get();
        let is_known = known.ty.is_some_and(|known| std::ptr::eq(known, ty));
        (mechanisms::CACHED_STEPS && is_known).then_some(known)
    }

    /// Returns the step of the next argument for a Rust type, and its inline cost.
    fn next_step_for(&mut self, ty: &'static Descriptor) -> Result<(Step, u64)> {
        if let Some(known) = self.known_step(ty) {
            self.next += 1;
            return Ok((known.step, known.cost));
        }
        let next = self.next;
        let found = self.plan.table.args().get(next);
        let (step, cost) = match found.and_then(|arg| self.plan.usual_step(arg.ty, ty)) {
            Some(usual) => {
                self.next += 1;
                usual
            }
            None => self.next_step(&ExpectedType::of_descriptor(ty)?)?,
        };
        if let Some(cell) = self.plan.argument(next) {
            let ty = Some(ty);
            cell.set(ArgumentStep { ty, step, cost });
        }
        Ok((step, cost))
    }

    /// Returns the step of the next argument, and its inline cost.
    fn next_step(&mut self, expected: &ExpectedType) -> Result<(Step, u64)> {
        let step = match self.plan.table.args().get(self.next) {
            Some(arg) => self
                .plan
                .step(arg.ty, expected)
                .map(|step| (step, self.plan.inline_cost(expected, step))),
            None => self.absent(expected).map(|step| (step, 0)),
        };
        self.next += 1;
        step.map_err(|error| self.in_argument(error))
    }

    /// Returns the step of an argument that the message does not have.
    fn absent(&self, expected: &ExpectedType) -> Result<Step> {
        Step::of_absent(&expected.view()?).ok_or_else(|| {
            let full_error_message = self.state.full_error_message;
            errors::missing_argument(&self.plan, expected, full_error_message)
        })
    }

    #[cold]
    #[inline(never)]
    fn put_in_argument(&self, error: &mut Error) {
        let inner = std::mem::replace(error, internal());
        *error = self.in_argument(inner);
    }

    #[cold]
    fn in_argument(&self, error: Error) -> Error {
        let position = self.next.saturating_sub(1);
        self.state
            .in_segment(error, PathSegment::Argument(position))
    }

    /// Returns whether all values of the message were decoded.
    pub fn is_done(&self) -> bool {
        self.next >= self.plan.table.n_args()
    }

    /// Skips the values that were not decoded and checks that nothing follows them.
    ///
    /// # Errors
    ///
    /// If a skipped value is malformed or exceeds a quota, or if bytes are left.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::de::IDLDeserialize;
    ///
    /// let mut bytes = candid::encode_args((1u8, 2u8))?;
    /// let mut message = IDLDeserialize::new(&bytes)?;
    /// message.get_value::<u8>()?;
    /// assert!(!message.is_done());
    /// message.done()?;
    ///
    /// bytes.push(0);
    /// let error = IDLDeserialize::new(&bytes)?.done().unwrap_err();
    /// assert!(error.is_malformed());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn done(&mut self) -> Result<()> {
        if self.is_done() && self.state.reader.is_empty() {
            return Ok(());
        }
        self.done_cold()
    }

    #[cold]
    #[inline(never)]
    fn done_cold(&mut self) -> Result<()> {
        while let Some(arg) = self.plan.table.args().get(self.next) {
            self.next += 1;
            if let Err(error) = skip::skip(&mut self.state, &self.plan, arg.ty) {
                return Err(self.in_argument(error));
            }
        }
        let left = self.state.reader.remaining();
        if left != 0 {
            return Err(errors::bytes_left(left).at_offset(self.state.reader.offset()));
        }
        Ok(())
    }

    /// Returns the configuration with the remaining quotas.
    pub fn get_config(&self) -> DecoderConfig {
        let mut config = DecoderConfig::new();
        config.max_type_len = self.max_type_len;
        config.max_header_len = self.max_header_len;
        config.set_full_error_message(self.state.full_error_message);
        self.state.budget.left_of(&config)
    }
}

/// Compiles and keeps the plan of messages with this header, decoded as these types.
///
/// # Errors
///
/// If one of the types has no values.
pub(crate) fn prepare(header: &[u8], types: &[DescriptorFn]) -> Result<()> {
    let mut message = IDLDeserialize::with_own_header(header, &[], true)?;
    for ty in types {
        message.next_step_for(ty())?;
    }
    message.plan.compile_all();
    Ok(())
}

/// Reads a header that is not in the cache. Outlined, so that messages with a cached header do not pay for it.
#[cold]
#[inline(never)]
fn read_plan_cold(bytes: &[u8], config: &DecoderConfig, is_needed: bool) -> Result<Rc<Plan>> {
    let table = TypeTable::read_start_of(bytes, config)?;
    let plan = Plan::new(table);
    cache::keep(bytes, &plan, is_needed);
    Ok(plan)
}

/// Reads such a header within the usual limits, which are made here, so that they are not in memory elsewhere.
#[cold]
#[inline(never)]
fn read_usual_plan_cold(bytes: &[u8], _unfit: Option<Rc<Plan>>) -> Result<Rc<Plan>> {
    read_plan_cold(bytes, &DecoderConfig::new(), false)
}

/// Returns whether a cached table is within the limits of this call.
fn is_within(table: &TypeTable, config: &DecoderConfig) -> bool {
    table.header_len() <= config.max_header_len.unwrap_or(MAX_HEADER_LEN)
        && table.len() <= config.max_type_len.unwrap_or(MAX_TYPE_TABLE)
}
