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
use crate::de::state::budget::Budget;
use crate::de::state::State;
use crate::de::{cost, direct};
use crate::error::{Error, PathSegment, Result};
use crate::schema::descriptor::{Descriptor, DescriptorFn};
use crate::schema::expected::ExpectedType;
use crate::traits::CandidType;
use crate::util::mechanisms;
use candid_wire::limits::{MAX_HEADER_LEN, MAX_TYPE_TABLE};
use candid_wire::reader::Reader;
use serde::de::Deserialize;
use std::rc::Rc;

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
    config: DecoderConfig,
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
        Self::new_with_config(bytes, &DecoderConfig::new())
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
        let mut reader = Reader::new(bytes);
        let plan = match cache::lookup(bytes) {
            Some(plan) if is_within(&plan.table, config) => {
                reader.skip_bytes(plan.table.header_len())?;
                plan
            }
            _ => read_plan_cold(&mut reader, bytes, config, false)?,
        };
        // Also if the quota does not suffice for the header.
        let plan = PlanGuard(plan);
        let cost = (plan.table.header_len() as u64).saturating_mul(cost::HEADER_BYTE);
        let budget =
            Budget::after_header(config, bytes.len(), cost).map_err(|error| error.at_offset(0))?;
        Ok(IDLDeserialize {
            state: State::new(reader, budget, config),
            plan,
            config: config.clone(),
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
        match direct::read(decoder) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.in_argument(error)),
        }
    }

    /// Returns the step of the next argument for a Rust type, after charging for it.
    #[inline]
    fn start_value(&mut self, ty: &'static Descriptor) -> Result<Step> {
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
            None => read_plan_cold(&mut Reader::new(header), header, &config, is_needed)?,
        };
        Ok(IDLDeserialize {
            state: State::new(Reader::new(bytes), Budget::prepaid(), &config),
            plan: PlanGuard(plan),
            config,
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

    /// Returns the step of the next argument for a Rust type, and its inline cost: cached if it was decoded as this
    /// type before.
    fn next_step_for(&mut self, ty: &'static Descriptor) -> Result<(Step, u64)> {
        if let Some(known) = self.plan.argument(self.next) {
            let known = known.get();
            if mechanisms::CACHED_STEPS && known.ty.is_some_and(|known| std::ptr::eq(known, ty)) {
                self.next += 1;
                return Ok((known.step, known.cost));
            }
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
    fn in_argument(&self, error: Error) -> Error {
        let position = self.next.saturating_sub(1);
        self.state
            .in_segment(error, PathSegment::Argument(position))
    }

    /// Returns whether all values of the message were decoded.
    pub fn is_done(&self) -> bool {
        self.next >= self.plan.table.args().len()
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
        self.state.budget.left_of(&self.config)
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
fn read_plan_cold(
    reader: &mut Reader<'_>,
    bytes: &[u8],
    config: &DecoderConfig,
    is_needed: bool,
) -> Result<Rc<Plan>> {
    let table = TypeTable::read(reader, config)?;
    let plan = Plan::new(table);
    cache::keep(bytes, &plan, is_needed);
    Ok(plan)
}

/// Returns whether a cached table is within the limits of this call.
fn is_within(table: &TypeTable, config: &DecoderConfig) -> bool {
    table.header_len() <= config.max_header_len.unwrap_or(MAX_HEADER_LEN)
        && table.len() <= config.max_type_len.unwrap_or(MAX_TYPE_TABLE)
}
