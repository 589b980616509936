//! A deserializer that is known at compile time not to be for people.

use crate::de::read::decoder::Decoder;
use crate::error::{Error, Result};
use serde::de::{Deserializer, Visitor};

/// Decodes a value that is not a text, by the methods that types of bytes call. Code for the form for people is left out:
/// for a `Principal` that is a kilobyte of a canister.
pub(crate) struct ForPrograms<'a, 'p, 'de>(pub(crate) Decoder<'a, 'p, 'de>);

impl<'de> Deserializer<'de> for ForPrograms<'_, '_, 'de> {
    type Error = Error;

    #[inline(always)]
    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.0.deserialize_any(visitor)
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.0.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.0.deserialize_byte_buf(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}
