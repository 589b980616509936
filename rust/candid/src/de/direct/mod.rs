//! Direct decoding: values that `#[derive(CandidType)]` builds itself, without serde's visitors.
//!
//! The fields of both sides are sorted by id, so a record is read in a straight line, in wire order: no dispatch on the
//! field, no record of the fields seen, no default for a missing one. Generated code calls the public items of this
//! module, all hidden from the documentation.
//!
//! It replaces `Deserialize` only where that is serde's own derive for the same declaration. For a
//! `struct Point { x: u64 }` that derives both,
//! 1. the derive writes `Probe::<Point>::READS`: the constant of [`Probe`] because `Point` has `Deserialize`, and
//!    otherwise that of [`Fallback`];
//! 2. [`Probe::read`] calls `Point::deserialize` with a `Recognise`, and serde's derived code calls its
//!    `deserialize_struct` with a visitor of `Point` whose path is that of serde's derive: it is refused;
//! 3. the compiler evaluates all this, and what remains is `Point::read_fields`.
//!
//! A hand-written `Deserialize` makes other requests, which are answered as by a [`Decoder`].

mod case;
pub(crate) mod collections;
mod expansion;
mod layout;
#[cfg(feature = "bignum")]
mod numbers;
pub(crate) mod sorted;

// Beside what they use, so that one path leads the derive to both: a facade need not re-export the macros.
pub use crate::{__read_impl, __read_items};

pub use crate::de::plan::node::FieldStep;
use crate::de::plan::node::{RecordNode, VariantNode};
use crate::de::plan::step::{Op, Step};
pub use crate::de::read::case::Payload;
pub use crate::de::read::decoder::Decoder;
use crate::de::read::decoder::{is_large, Context};
pub use crate::de::read::emplace::{
    has_returned, unwrap_checked, Emplace, Identity, InBox, InSome,
};
pub use crate::de::read::layout::{AsPayload, FieldLayout, Input};
use crate::de::read::number::{short_int, short_nat};
pub use crate::de::read::record::Record;
pub use crate::de::serde::recognise::ReadFields;
use crate::de::serde::recognise::{Recognise, Refusal};
use crate::error::{internal, Error, Result};
use crate::traits::CandidType;
use crate::util::mechanisms;
use serde::de::{Deserialize, DeserializeOwned};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Reads a value by the fastest path available.
///
/// # Errors
///
/// Those of the value.
#[inline(always)]
pub fn read<'de, T>(decoder: Decoder<'_, '_, 'de>) -> Result<T>
where
    T: CandidType + Deserialize<'de>,
{
    T::__read(decoder)
}

/// Compile-time facts about a concrete type. Inherent items, for a `T` with `Deserialize`, take precedence over the
/// items of [`Fallback`] with the same names.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T: DeserializeOwned + for<'de> ReadFields<'de>> Probe<T> {
    /// Whether values can be read.
    pub const READS: bool = true;

    /// How values can be built from their bytes, where the derived code reads them.
    pub const LAYOUT: &'static [FieldLayout] = <T as ReadFields<'static>>::LAYOUT;

    /// Builds a value from its bytes.
    #[inline(always)]
    pub fn from_bytes<I: Input>(input: &mut I) -> Option<T> {
        T::fields_from_bytes(input)
    }

    /// Reads a value: field by field, if its `Deserialize` is the one that serde derives for this declaration. The
    /// compiler evaluates that condition and removes the other branch.
    ///
    /// # Errors
    ///
    /// Those of the value.
    #[inline(always)]
    pub fn read<W: Emplace<T>>(mut decoder: Decoder<'_, '_, '_>, wrap: W) -> Result<W::Out> {
        if const { is_large::<T>() } {
            decoder.check_stack_for::<T>()?;
        }
        let Decoder { cx, step } = decoder;
        match T::deserialize(Recognise::<T>::new(Decoder { cx: &mut *cx, step })) {
            Err(Refusal::Derived) => {
                if const { T::N_FIELDS.is_some() } {
                    let n = T::N_FIELDS.unwrap_or_default();
                    if cx.plan.lacks_fields(step, n) {
                        cx.state.n_deserialize_calls = cx.state.n_deserialize_calls.wrapping_add(1);
                        return result(read_generally(cx, step, wrap));
                    }
                }
                T::read_fields(Decoder { cx, step }, wrap)
            }
            Err(Refusal::Failed(error)) => Err(error),
            Ok(value) => {
                cx.state.n_deserialize_calls = cx.state.n_deserialize_calls.wrapping_add(1);
                Ok(wrap.wrap(value))
            }
        }
    }
}

/// The items of [`Probe`] for types without `Deserialize`, whose values are never read.
pub trait Fallback<T>: Sized {
    /// Whether values can be read.
    const READS: bool = false;

    /// Values cannot be built from their bytes.
    const LAYOUT: &'static [FieldLayout] = &[];

    /// Returns `None`.
    fn from_bytes<I: Input>(_input: &mut I) -> Option<T> {
        None
    }

    /// Returns an error.
    ///
    /// # Errors
    ///
    /// Always.
    fn read<W: Emplace<T>>(_decoder: Decoder<'_, '_, '_>, _wrap: W) -> Result<W::Out> {
        Err(internal())
    }
}

impl<T> Fallback<T> for Probe<T> {}

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Returns a decoder of the same value, which may be read only once.
    #[inline(always)]
    pub fn by_ref(&mut self) -> Decoder<'_, 'p, 'de> {
        self.child(self.step)
    }

    /// Returns the box that was read in one word. On failure, the error is then that of `State::take_failure`.
    #[inline(always)]
    pub fn boxed<T: ?Sized>(self, value: Result<Box<T>>) -> Option<Box<T>> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.cx.state.keep_failure(error);
                None
            }
        }
    }

    /// Enters a record with `N` expected fields, and returns the step of each, in the order of their ids. `what` names
    /// the Rust type in error messages.
    ///
    /// # Errors
    ///
    /// If the value is not a record that coerces, or exceeds a quota.
    #[inline(always)]
    pub fn record<const N: usize>(
        self,
        what: &'static str,
    ) -> Result<(Record<'a, 'p, 'de>, &'p [FieldStep; N])> {
        let Decoder { cx, step } = self;
        let node = match cx.plan.known_record(step) {
            Some(node) => node,
            None => record_cold(cx, step, what)?,
        };
        cx.enter_record(node)?;
        entered(cx, node)
    }

    /// Reads a value of `N` bytes with `value` if the step is `op` and `value` accepts them, else by the general path.
    #[inline(always)]
    pub(crate) fn read_fixed<T: DeserializeOwned, W: Emplace<T>, const N: usize>(
        self,
        op: Op,
        value: impl FnOnce([u8; N]) -> Option<T>,
        wrap: W,
    ) -> Result<W::Out> {
        if mechanisms::DIRECT_LEAVES && self.step.is_leaf(op) {
            let reader = &mut self.cx.state.reader;
            if let Some(bytes) = reader.rest().first_chunk() {
                if let Some(value) = value(*bytes) {
                    reader.advance_by::<N>();
                    return Ok(wrap.wrap(value));
                }
            }
        }
        result(read_generally(self.cx, self.step, wrap))
    }

    /// Reads a `nat`: one of at most eight bytes without a call, else with `other`.
    #[inline(always)]
    pub(crate) fn read_nat_as<T: From<u64>, W: Emplace<T>>(
        self,
        wrap: W,
        other: impl FnOnce(&mut Context<'_, '_>, Step, W) -> Called<W::Out>,
    ) -> Result<W::Out> {
        if mechanisms::DIRECT_LEAVES && self.step.is_leaf(Op::Nat) {
            if let Some(number) = short_nat(self.cx.state)? {
                return Ok(wrap.wrap(number.into()));
            }
        }
        result(other(self.cx, self.step, wrap))
    }

    /// Reads an `int`, as [`Decoder::read_nat_as`] does a `nat`.
    #[inline(always)]
    pub(crate) fn read_int_as<T: From<i64>, W: Emplace<T>>(
        self,
        wrap: W,
        other: impl FnOnce(&mut Context<'_, '_>, Step, W) -> Called<W::Out>,
    ) -> Result<W::Out> {
        if mechanisms::DIRECT_LEAVES && self.step.is_leaf(Op::Int) {
            if let Some(number) = short_int(self.cx.state)? {
                return Ok(wrap.wrap(number.into()));
            }
        }
        result(other(self.cx, self.step, wrap))
    }

    /// Reads a text.
    #[inline]
    pub(crate) fn read_text_with<W: Emplace<String>>(self, wrap: W) -> Result<W::Out> {
        if !mechanisms::DIRECT_LEAVES || !self.step.is_leaf(Op::Text) {
            return result(read_generally(self.cx, self.step, wrap));
        }
        self.read_string(wrap)
    }

    /// Enters a variant: reads the case. `what` names the Rust type in error messages.
    ///
    /// # Errors
    ///
    /// If the value is not a variant.
    #[inline(always)]
    pub fn variant(self, what: &'static str) -> Result<Payload<'a, 'p, 'de>> {
        let Decoder { cx, step } = self;
        let node = match cx.plan.known_variant(step) {
            Some(node) => node,
            None => variant_cold(cx, step, what)?,
        };
        Payload::enter(cx, node)
    }
}

/// What has a `Default`. The lifetime makes a bound possible that does not hold, which is then not an error.
pub trait HasDefault<'de> {
    /// Returns the default.
    fn default_value() -> Self;
}

impl<T: Default> HasDefault<'_> for T {
    #[inline(always)]
    fn default_value() -> Self {
        T::default()
    }
}

/// Returns the value of a field that is skipped.
#[inline(always)]
pub fn default_of<'de, T: HasDefault<'de>>() -> T {
    T::default_value()
}

impl<'p, 'de> Decoder<'_, 'p, 'de> {
    /// Reads a value with a function of the user.
    ///
    /// # Errors
    ///
    /// Those of the function.
    #[inline(always)]
    pub fn read_by<T>(self, function: impl FnOnce(Decoder<'_, 'p, 'de>) -> Result<T>) -> Result<T> {
        let state = &mut *self.cx.state;
        state.n_deserialize_calls = state.n_deserialize_calls.wrapping_add(1);
        function(self)
    }

    /// Reads the value in a newtype with a function of the user.
    ///
    /// # Errors
    ///
    /// Those of the function, and that of a type that contains itself without end.
    #[inline(always)]
    pub fn read_newtype_by<T>(
        self,
        function: impl FnOnce(Decoder<'_, 'p, 'de>) -> Result<T>,
    ) -> Result<T> {
        if self.step.is_failure() {
            return Err(self.mismatch());
        }
        self.read_by(function)
    }

    /// Reads a value by its `Deserialize`, which may be the user's.
    #[inline(always)]
    pub(crate) fn read_by_deserialize<T: Deserialize<'de>>(self) -> Result<T> {
        let state = &mut *self.cx.state;
        state.n_deserialize_calls = state.n_deserialize_calls.wrapping_add(1);
        T::deserialize(self)
    }
}

/// Returns a record that was entered, and the step of each of its fields.
#[inline(always)]
fn entered<'a, 'p, 'de, const N: usize>(
    cx: &'a mut Context<'p, 'de>,
    node: &'p RecordNode,
) -> Result<(Record<'a, 'p, 'de>, &'p [FieldStep; N])> {
    let n_deserialize_calls = cx.state.n_deserialize_calls;
    match node.fields[..].try_into() {
        Ok(fields) => Ok((
            Record {
                cx,
                node,
                n_deserialize_calls,
                has_failed_skip: false,
            },
            fields,
        )),
        Err(_) => Err(internal()),
    }
}

/// The result of a call, which is in memory. Of another type than [`Result`], so that what is read without a call is not
/// there, too.
pub(crate) type Called<T> = ControlFlow<Error, T>;

#[inline(always)]
fn result<T>(called: Called<T>) -> Result<T> {
    match called {
        ControlFlow::Continue(value) => Ok(value),
        ControlFlow::Break(error) => Err(error),
    }
}

/// Reads a value through its `Deserialize`: one function for all places that read such a value. Takes the parts of a
/// decoder, so that callers need not put theirs in memory.
#[cold]
#[inline(never)]
pub(crate) fn read_generally<T: DeserializeOwned, W: Emplace<T>>(
    cx: &mut Context<'_, '_>,
    step: Step,
    wrap: W,
) -> Called<W::Out> {
    match T::deserialize(Decoder { cx, step }) {
        Ok(value) => Called::Continue(wrap.wrap(value)),
        Err(error) => Called::Break(error),
    }
}

/// Returns the node of a record that is not compiled yet. Not in [`Decoder::record`]: that would put the name into memory in
/// each function that reads a record.
#[cold]
#[inline(never)]
fn record_cold<'p>(
    cx: &mut Context<'p, '_>,
    step: Step,
    what: &'static str,
) -> Result<&'p RecordNode> {
    if step.is(Op::Record) {
        return cx.plan.record_node(step.slot());
    }
    Err(Decoder { cx, step }.wrong_form("a struct", &what))
}

#[cold]
#[inline(never)]
fn variant_cold<'p>(
    cx: &mut Context<'p, '_>,
    step: Step,
    what: &'static str,
) -> Result<&'p VariantNode> {
    if step.is(Op::Variant) {
        return cx.plan.variant_node(step.slot());
    }
    Err(Decoder { cx, step }.wrong_form("an enum", &what))
}
