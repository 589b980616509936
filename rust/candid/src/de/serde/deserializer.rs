//! The serde `Deserializer` of the decoder: one method per hint.
//!
//! Each method tries the operation of its own type; all others are one `match` on the step, in [`Decoder::visit_any`].
//! A hint only chooses between forms of the same value (bytes or sequence, map or sequence): the step determines what
//! is read.

use crate::data::rest::Rest;
use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::emplace::Identity;
use crate::de::read::number::{short_int, short_nat, BigNumber};
use crate::de::serde::buffered::is_buffer;
use crate::de::serde::fixed_width_vec;
use crate::de::serde::lazy;
use crate::de::serde::map::PairAccess;
use crate::de::serde::seq::VecAccess;
use crate::de::serde::visitor_kind::{is_ignored_any, is_visitor_of};
use crate::error::{Error, Result};
use crate::schema::expected::ExpectedType;
use serde::de::{Deserializer, Visitor};

/// Defines the method of a fixed-width type: tries the operation of its type, else decodes any value.
macro_rules! fixed {
    ($($method:ident: $op:ident, $read:ident => $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            if self.step.is_leaf(Op::$op) {
                return visitor.$visit(self.cx.state.reader.$read()?);
            }
            other(self.cx, self.step, visitor)
        }
    )*};
}

/// Decodes a value that is not a number where a number is requested. Takes the parts of the decoder, so that callers
/// need not put them in memory.
#[cold]
#[inline(never)]
fn other<'de, V: Visitor<'de>>(
    cx: &mut Context<'_, 'de>,
    step: Step,
    visitor: V,
) -> Result<V::Value> {
    Decoder { cx, step }.visit_any(visitor)
}

impl<'a, 'p, 'de> Deserializer<'de> for Decoder<'a, 'p, 'de> {
    type Error = Error;

    /// Returns whether this value is a text: what types with a form for people, such as `IpAddr`, have as their Candid type
    /// is then that form. Types of any other Candid type have the one for programs.
    #[inline]
    fn is_human_readable(&self) -> bool {
        self.step.is_leaf(Op::Text)
    }

    /// Called for `Nat` and `Int`; nearly all other types have a method of their own.
    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.step.is_leaf(Op::Nat) {
            return match short_nat(self.cx.state)? {
                Some(number) => visitor.visit_u64(number),
                None => BigNumber::nat(self.cx.state)?.visit(visitor),
            };
        }
        if self.step.is_leaf(Op::Int) {
            return match short_int(self.cx.state)? {
                Some(number) => visitor.visit_i64(number),
                None => BigNumber::int(self.cx.state)?.visit(visitor),
            };
        }
        if self.step.is_leaf(Op::NatAsInt) {
            return match short_nat(self.cx.state)? {
                Some(number) => visitor.visit_u64(number),
                None => BigNumber::nat_as_int(self.cx.state)?.visit(visitor),
            };
        }
        if is_buffer::<V>() {
            return self.visit_buffer(visitor);
        }
        self.visit_any(visitor)
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
        if self.step.is_leaf(Op::Nat) {
            return visitor.visit_u128(match short_nat(self.cx.state)? {
                Some(number) => number.into(),
                None => BigNumber::nat(self.cx.state)?.to_u128()?,
            });
        }
        self.visit_any(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op() {
            Op::Int => visitor.visit_i128(match short_int(self.cx.state)? {
                Some(number) => number.into(),
                None => BigNumber::int(self.cx.state)?.to_i128()?,
            }),
            Op::NatAsInt => visitor.visit_i128(BigNumber::nat_as_int(self.cx.state)?.to_i128()?),
            _ => self.visit_any(visitor),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.step.is_leaf(Op::Text) {
            return visitor.visit_borrowed_str(self.read_text()?);
        }
        self.visit_any(visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.step.is_leaf(Op::Text) && is_visitor_of::<V, String>() {
            return match self.read_string(Identity) {
                Ok(text) => visitor.visit_string(text),
                Err(error) => Err(error),
            };
        }
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.step.op() {
            Op::Blob => visitor.visit_borrowed_bytes(self.read_blob()?),
            Op::Principal | Op::ServiceAsPrincipal | Op::Service => {
                match self.cx.state.reader.read_principal() {
                    Ok(bytes) => visitor.visit_borrowed_bytes(bytes),
                    Err(error) => Err(error.into()),
                }
                .map_err(|error| self.cx.state.remember(error))
            }
            Op::Vec => {
                // Bytes requested of a vector that is not `vec nat8` on the wire, or is expected as another type.
                let (node, len) = self.enter_vec()?;
                if len == 0 {
                    // An empty vector may have any element type.
                    return visitor.visit_borrowed_bytes(&[]);
                }
                if node.element.is(Op::Mismatch) {
                    // Before a bytes visitor refuses the sequence.
                    return Err(self.mismatch_of_first(node.element));
                }
                VecAccess::new(self.cx, node.element, len, node.element_min).visit(visitor)
            }
            _ => {
                let step = self.step;
                self.child(step)
                    .visit_any(visitor)
                    .map_err(|error| self.cx.state.remember(error))
            }
        }
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_opt(visitor)
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
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        #[cfg(feature = "value")]
        if is_visitor_of::<V, crate::value::model::IDLValue>() {
            let value = crate::de::dynamic::decode(self)?;
            return crate::value::value_slot::give_to(value, visitor);
        }
        if is_visitor_of::<V, Rest>() {
            return self.visit_rest(visitor);
        }
        if lazy::is_request::<V>() {
            return self.visit_lazily(visitor);
        }
        // A type that contains itself without end, which has no values, fails here.
        if self.step.is_failure() {
            return Err(self.mismatch());
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op() {
            Op::Vec => {
                if let Some(value) = fixed_width_vec::try_numbers::<V>(self.cx, self.step)? {
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
        if self.step.is(Op::Record) {
            return self.visit_tuple(visitor);
        }
        match self.step.op() {
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
        match self.step.op() {
            Op::Vec => {
                let (node, len) = self.enter_vec()?;
                let mut access = PairAccess::new(self.cx, node, len)?;
                let value = visitor.visit_map(&mut access)?;
                access.finish()?;
                Ok(value)
            }
            _ => self.visit_any(visitor),
        }
    }

    // Outlined: one copy serves all places that hold such a value.
    #[inline(never)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if self.step.is(Op::Record) {
            return self.visit_record(visitor);
        }
        Err(self.wrong_form("a struct", &visitor))
    }

    // Outlined: one copy serves all places that hold such a value.
    #[inline(never)]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if self.step.is(Op::Variant) {
            return self.visit_enum(visitor);
        }
        Err(self.wrong_form("an enum", &visitor))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.step.op() {
            // `reserved` is expected. A visitor that accepts more than "ignored" gets the value as it is on the wire.
            Op::SkipToReserved if !is_ignored_any::<V>() => {
                let wire = self.step.wire();
                self.step = self.cx.plan.step(wire, &ExpectedType::Any)?;
                let cost = self.cx.plan.static_cost(self.step);
                self.cx.state.budget.charge(cost)?;
                self.visit_any(visitor)
            }
            Op::SkipToReserved => {
                self.skip_wire()?;
                visitor.visit_unit()
            }
            Op::Rest if is_ignored_any::<V>() => visitor.visit_unit(),
            _ => self.visit_any(visitor),
        }
    }
}
