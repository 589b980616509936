//! Reads one value: `{ state, plan, step }`, made fresh for each nested value and passed on.
//!
//! Each method of serde's [`Deserializer`] tries the one operation it is meant for; what is left is
//! one `match` on the step. The hints of serde only choose between forms of the same value (bytes
//! or sequence, map or sequence): what is read follows from the step.

use super::budget::Budget;
use super::config::DecoderConfig;
use super::depth::StackLimit;
use super::map::PairAccess;
use super::number::BigNumber;
use super::opt::Verdicts;
use super::plan::{internal, Node, Op, Plan, RecordNode, Step, VecNode};
use super::record::{ByField, ByPosition};
use super::reference::FuncAccess;
use super::seq::{BlobAccess, VecAccess};
use super::variant::TagAccess;
use super::{bytes, record, reference, skip};
use crate::error::{Error, Result};
use candid_wire::reader::Reader;
use serde::de::{Deserializer, Visitor};

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
    let message = if min == u64::MAX {
        format!("a vector of {len} elements of a type without values")
    } else {
        format!("a vector of {len} elements is longer than the rest of the message")
    };
    Error::new(crate::error::ErrorKind::Truncated, message).at_offset(offset)
}

/// Reads one value as its step says.
pub(crate) struct Decoder<'a, 'p, 'de> {
    pub(crate) state: &'a mut State<'de>,
    pub(crate) plan: &'p Plan,
    pub(crate) step: Step,
}

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// The decoder of a value inside this one.
    #[cfg(feature = "value")]
    #[inline]
    pub(crate) fn at(&mut self, step: Step) -> Decoder<'_, 'p, 'de> {
        Decoder {
            state: self.state,
            plan: self.plan,
            step,
        }
    }

    /// Enters a record: checks the stack, charges what is static.
    #[inline]
    pub(crate) fn enter_record(&mut self) -> Result<&'p RecordNode> {
        let Node::Record(node) = self.plan.node(self.step.index())? else {
            return Err(internal());
        };
        self.state.stack.check()?;
        self.state.budget.charge(node.cost)?;
        Ok(node)
    }

    /// Enters a vector: reads the length and checks and charges all that is static of it.
    #[inline]
    pub(crate) fn enter_vec(&mut self) -> Result<(&'p VecNode, usize)> {
        let Node::Vec(node) = self.plan.node(self.step.index())? else {
            return Err(internal());
        };
        self.state.stack.check()?;
        let len = self.state.reader.read_len()?;
        let cost = (len as u64).saturating_mul(node.element_cost);
        self.state.budget.charge(cost.saturating_add(2))?;
        self.state.check_len(len, node.element_min)?;
        if node.element_min == 0 {
            self.state.budget.count_zero_sized(len as u64)?;
        }
        Ok((node, len))
    }

    /// Visits a record as a sequence if its labels are 0, 1, ….
    fn visit_tuple<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let node = self.enter_record()?;
        if !node.is_tuple {
            return Err(wrong_form("a tuple", self.step, &visitor));
        }
        let mut access = ByPosition::new(self.state, self.plan, node);
        let value = visitor.visit_seq(&mut access)?;
        access.finish()?;
        Ok(value)
    }

    /// Visits a record as a map from field names to values.
    #[inline]
    fn visit_record<V: Visitor<'de>>(
        mut self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let node = self.enter_record()?;
        let by_ordinal = record::takes_ordinals::<V>(node, names);
        let mut access = ByField::new(self.state, self.plan, node, by_ordinal);
        let value = visitor.visit_map(&mut access)?;
        access.finish()?;
        Ok(value)
    }

    #[inline]
    fn visit_vec<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let (node, len) = self.enter_vec()?;
        let mut access = VecAccess::new(self.state, self.plan, node.element, len);
        let value = visitor.visit_seq(&mut access)?;
        access.finish()?;
        Ok(value)
    }

    fn visit_blob_as_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let blob = self.read_blob()?;
        match bytes::try_vec_u8::<V>(blob) {
            Some(value) => Ok(value),
            None => {
                let mut access = BlobAccess::new(blob);
                let value = visitor.visit_seq(&mut access)?;
                access.finish()?;
                Ok(value)
            }
        }
    }

    /// Reads the bytes of a `vec nat8`. Its 2 for the vector were charged by the container.
    #[inline]
    pub(crate) fn read_blob(self) -> Result<&'de [u8]> {
        let blob = self.state.reader.read_blob()?;
        self.state.budget.charge(blob.len() as u64)?;
        Ok(blob)
    }

    /// Reads a text. Its 1 was charged by the container.
    #[inline]
    pub(crate) fn read_text(self) -> Result<&'de str> {
        let text = self.state.reader.read_text()?;
        self.state.budget.charge(text.len() as u64)?;
        Ok(text)
    }

    #[inline]
    fn visit_enum<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(TagAccess::enter(self, |node| {
            record::takes_tag_ordinals::<V>(node, names)
        })?)
    }

    /// Reads whatever the step says and visits the form that fits it best.
    fn visit_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let reader = &mut self.state.reader;
        match self.step.op {
            Op::Null => visitor.visit_unit(),
            Op::Bool => visitor.visit_bool(reader.read_bool()?),
            Op::Nat8 => visitor.visit_u8(reader.read_u8()?),
            Op::Nat16 => visitor.visit_u16(reader.read_u16()?),
            Op::Nat32 => visitor.visit_u32(reader.read_u32()?),
            Op::Nat64 => visitor.visit_u64(reader.read_u64()?),
            Op::Int8 => visitor.visit_i8(reader.read_i8()?),
            Op::Int16 => visitor.visit_i16(reader.read_i16()?),
            Op::Int32 => visitor.visit_i32(reader.read_i32()?),
            Op::Int64 => visitor.visit_i64(reader.read_i64()?),
            Op::Float32 => visitor.visit_f32(reader.read_f32()?),
            Op::Float64 => visitor.visit_f64(reader.read_f64()?),
            Op::Nat => BigNumber::nat(self.state)?.visit(visitor),
            Op::Int => BigNumber::int(self.state)?.visit(visitor),
            Op::NatAsInt => BigNumber::nat_as_int(self.state)?.visit(visitor),
            Op::Text => visitor.visit_borrowed_str(self.read_text()?),
            Op::Principal | Op::ServiceAsPrincipal | Op::Service => {
                visitor.visit_borrowed_bytes(reader.read_principal()?)
            }
            Op::Func => {
                let (principal, method) = reference::read_func(self.state)?;
                visitor.visit_seq(FuncAccess::new(principal, method))
            }
            Op::Blob => visitor.visit_borrowed_bytes(self.read_blob()?),
            Op::Vec => self.visit_vec(visitor),
            Op::Record => self.visit_record(&[], visitor),
            Op::Variant => self.visit_enum(&[], visitor),
            Op::Opt | Op::OptOfValue => self.visit_opt(visitor),
            Op::ReservedNull => visitor.visit_unit(),
            Op::None => visitor.visit_none(),
            Op::SkipToNone => {
                self.skip_wire()?;
                visitor.visit_none()
            }
            Op::Reserved => {
                self.skip_wire()?;
                visitor.visit_unit()
            }
            Op::SkipRun => Err(internal()),
            Op::Empty | Op::Mismatch | Op::Missing => Err(self.refuse()),
        }
    }

    /// Skips the value of a step that yields nothing.
    #[inline]
    pub(crate) fn skip_wire(&mut self) -> Result<()> {
        skip::skip(self.state, self.plan, self.step.wire())
    }

    /// The failure that the step itself is.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(self) -> Error {
        let offset = self.state.reader.offset();
        let full = self.state.full_error_message;
        let error = match self.step.op {
            Op::Empty => Error::subtype("the type on the wire has no values"),
            op => match self.plan.pair(self.step.index()) {
                Some((_, want)) if op == Op::Missing => Error::subtype(format_args!(
                    "the field is missing: {} is wanted",
                    self.plan.describe_want(want, full)
                )),
                Some((wire, want)) => Error::subtype(format_args!(
                    "expected {}, found {}",
                    self.plan.describe_want(want, full),
                    self.plan.describe_wire(wire, full)
                )),
                None => internal(),
            },
        };
        error.at_offset(offset)
    }
}

/// A visitor asked for a form that the value does not have.
#[cold]
#[inline(never)]
fn wrong_form(asked: &str, step: Step, visitor: &dyn serde::de::Expected) -> Error {
    Error::subtype(format_args!(
        "the Rust type asks for {asked} ({visitor}), but its Candid type reads as {:?}",
        step.op
    ))
}

/// One method of a fixed-width type: the operation it is meant for, else whatever the step says.
macro_rules! fixed {
    ($($method:ident: $op:ident, $read:ident => $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            if self.step.op == Op::$op {
                return visitor.$visit(self.state.reader.$read()?);
            }
            self.visit_any(visitor)
        }
    )*};
}

impl<'a, 'p, 'de> Deserializer<'de> for Decoder<'a, 'p, 'de> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    /// `Nat` and `Int` ask this way; nearly everything else has a method of its own.
    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Nat => BigNumber::nat(self.state)?.visit(visitor),
            Op::Int => BigNumber::int(self.state)?.visit(visitor),
            _ => self.visit_any(visitor),
        }
    }

    fixed! {
        deserialize_bool: Bool, read_bool => visit_bool;
        deserialize_u8: Nat8, read_u8 => visit_u8;
        deserialize_u16: Nat16, read_u16 => visit_u16;
        deserialize_u32: Nat32, read_u32 => visit_u32;
        deserialize_u64: Nat64, read_u64 => visit_u64;
        deserialize_i8: Int8, read_i8 => visit_i8;
        deserialize_i16: Int16, read_i16 => visit_i16;
        deserialize_i32: Int32, read_i32 => visit_i32;
        deserialize_i64: Int64, read_i64 => visit_i64;
        deserialize_f32: Float32, read_f32 => visit_f32;
        deserialize_f64: Float64, read_f64 => visit_f64;
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.step.op == Op::Nat {
            return visitor.visit_u128(BigNumber::nat(self.state)?.to_u128()?);
        }
        self.visit_any(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Int => visitor.visit_i128(BigNumber::int(self.state)?.to_i128()?),
            Op::NatAsInt => visitor.visit_i128(BigNumber::nat_as_int(self.state)?.to_i128()?),
            _ => self.visit_any(visitor),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.step.op == Op::Text {
            return visitor.visit_borrowed_str(self.read_text()?);
        }
        self.visit_any(visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Blob => visitor.visit_borrowed_bytes(self.read_blob()?),
            Op::Vec => {
                // Bytes on the wire that are not `vec nat8`, or wanted as something else.
                let (node, len) = self.enter_vec()?;
                let mut access = VecAccess::new(self.state, self.plan, node.element, len);
                let value = visitor.visit_seq(&mut access)?;
                access.finish()?;
                Ok(value)
            }
            _ => self.visit_any(visitor),
        }
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Opt | Op::OptOfValue | Op::None | Op::SkipToNone => self.visit_opt(visitor),
            Op::Null => visitor.visit_none(),
            Op::Empty | Op::Mismatch | Op::Missing => Err(self.refuse()),
            // The Candid type is not an option though the Rust type reads one.
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_any(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        #[cfg(feature = "value")]
        if std::ptr::eq(name, crate::value::NEWTYPE_NAME) {
            let value = crate::value::decode::decode(self)?;
            return crate::value::handoff::give_to(value, visitor);
        }
        let _ = name;
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Vec => {
                if let Some(value) = bytes::try_numbers::<V>(self.state, self.plan, self.step)? {
                    return Ok(value);
                }
                self.visit_vec(visitor)
            }
            Op::Blob => self.visit_blob_as_seq(visitor),
            Op::Record => self.visit_tuple(visitor),
            _ => self.visit_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Record => self.visit_tuple(visitor),
            Op::Vec => self.visit_vec(visitor),
            Op::Blob => self.visit_blob_as_seq(visitor),
            _ => self.visit_any(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Vec => {
                let (node, len) = self.enter_vec()?;
                let mut access = PairAccess::new(self.state, self.plan, node, len)?;
                let value = visitor.visit_map(&mut access)?;
                access.finish()?;
                Ok(value)
            }
            _ => self.visit_any(visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.step.op {
            Op::Record => self.visit_record(fields, visitor),
            Op::Empty | Op::Mismatch | Op::Missing => Err(self.refuse()),
            _ => Err(wrong_form("a struct", self.step, &visitor)),
        }
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.step.op {
            Op::Variant => self.visit_enum(variants, visitor),
            Op::Empty | Op::Mismatch | Op::Missing => Err(self.refuse()),
            _ => Err(wrong_form("an enum", self.step, &visitor)),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            // What is wanted is `reserved`. A visitor that takes more than "ignored" from here gets
            // the value as it is on the wire.
            Op::Reserved if !is_ignored_any::<V>() => {
                let wire = self.step.wire();
                self.step = self.plan.step(wire, &super::plan::want::Want::AsIs)?;
                let cost = self.plan.static_cost(self.step);
                self.state.budget.charge(cost)?;
                self.visit_any(visitor)
            }
            Op::Reserved => {
                self.skip_wire()?;
                visitor.visit_unit()
            }
            _ => self.visit_any(visitor),
        }
    }
}

/// Returns whether the visitor is serde's `IgnoredAny`, which keeps nothing of what it is given.
fn is_ignored_any<V>() -> bool {
    std::any::type_name::<V>().ends_with("::IgnoredAny")
}
