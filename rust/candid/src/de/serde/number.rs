//! Numbers of any size, passed to visitors in the smallest form that holds them.

use crate::de::read::number::BigNumber;
use crate::error::{Error, Result};
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

impl<'de> BigNumber<'de> {
    /// Hands the number to a visitor: 64 bits where they hold it, else the bytes inside a newtype.
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            BigNumber::U64(number) => visitor.visit_u64(number),
            BigNumber::I64(number) => visitor.visit_i64(number),
            large => visitor.visit_newtype_struct(large),
        }
    }
}

/// The content of the newtype in which a large number is passed to visitors.
impl<'de> Deserializer<'de> for BigNumber<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            small @ (BigNumber::U64(_) | BigNumber::I64(_)) => small.visit(visitor),
            BigNumber::Nat(bytes) | BigNumber::Int(bytes) => visitor.visit_borrowed_bytes(bytes),
            // Not borrowed, which distinguishes a `nat` from an `int`.
            BigNumber::NatAsInt(bytes) => visitor.visit_bytes(bytes),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
