//! Serde's view of the decoder: one method per hint.
//!
//! Each method tries the one operation it is meant for; what is left is one `match` on the step, in
//! [`Decoder::visit_any`]. A hint only chooses between forms of the same value (bytes or sequence,
//! map or sequence): what is read follows from the step.

use super::bytes;
use super::decoder::{wrong_form, Decoder};
use super::map::PairAccess;
use super::number::{short_int, short_nat, BigNumber};
use super::plan::{Op, Plan, Step};
use super::seq::VecAccess;
use super::state::State;
use super::text;
use crate::error::{Error, Result};
use candid_wire::text::to_string;
use serde::de::{Deserializer, Visitor};

/// One method of a fixed-width type: the operation it is meant for, else whatever the step says.
macro_rules! fixed {
    ($($method:ident: $op:ident, $read:ident => $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            if self.step.op == Op::$op {
                return visitor.$visit(self.state.reader.$read()?);
            }
            other(self.state, self.plan, self.step, visitor)
        }
    )*};
}

/// A number is asked for and the value is none. It takes the parts of the decoder, so that those who
/// ask need not put them in memory.
#[cold]
#[inline(never)]
fn other<'de, V: Visitor<'de>>(
    state: &mut State<'de>,
    plan: &Plan,
    step: Step,
    visitor: V,
) -> Result<V::Value> {
    Decoder { state, plan, step }.visit_any(visitor)
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
            Op::Nat => match short_nat(self.state)? {
                Some(number) => visitor.visit_u64(number),
                None => BigNumber::nat(self.state)?.visit(visitor),
            },
            Op::Int => match short_int(self.state)? {
                Some(number) => visitor.visit_i64(number),
                None => BigNumber::int(self.state)?.visit(visitor),
            },
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
            return visitor.visit_u128(match short_nat(self.state)? {
                Some(number) => number.into(),
                None => BigNumber::nat(self.state)?.to_u128()?,
            });
        }
        self.visit_any(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Int => visitor.visit_i128(match short_int(self.state)? {
                Some(number) => number.into(),
                None => BigNumber::int(self.state)?.to_i128()?,
            }),
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
        if self.step.op == Op::Text && text::is_string_visitor::<V>() {
            return visitor.visit_string(to_string(self.read_text()?));
        }
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Blob => visitor.visit_borrowed_bytes(self.read_blob()?),
            Op::Vec => {
                // Bytes on the wire that are not `vec nat8`, or wanted as something else.
                let (node, len) = self.enter_vec()?;
                if len == 0 {
                    // An empty vector may have any element type.
                    return visitor.visit_borrowed_bytes(&[]);
                }
                if node.element.op == Op::Mismatch {
                    // Before a visitor of bytes refuses the sequence.
                    return Err(self.refuse_first(node.element));
                }
                VecAccess::new(self.state, self.plan, node.element, len).visit(visitor)
            }
            // Principals come this way.
            _ => {
                let step = self.step;
                self.at(step)
                    .visit_any(visitor)
                    .map_err(|error| self.state.note(error))
            }
        }
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.step.op {
            Op::Opt | Op::OptOfValue | Op::SkipToNone => self.visit_opt(visitor),
            Op::None | Op::Null => visitor.visit_none(),
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

    // One copy serves all places that hold such a value.
    #[inline(never)]
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

    // One copy serves all places that hold such a value.
    #[inline(never)]
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
