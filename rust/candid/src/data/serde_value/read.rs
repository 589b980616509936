//! Deserialization from a [`SerdeValue`].

use super::{check_stack, SerdeValue};
use serde::de::value::{Error, MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

impl IntoDeserializer<'_, Error> for SerdeValue {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for SerdeValue {
    type Error = Error;

    /// As where messages are decoded.
    fn is_human_readable(&self) -> bool {
        matches!(self, SerdeValue::Str(_))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            SerdeValue::Bool(v) => visitor.visit_bool(v),
            SerdeValue::Signed(v) => visitor.visit_i64(v),
            SerdeValue::Unsigned(v) => visitor.visit_u64(v),
            SerdeValue::Signed128(v) => visitor.visit_i128(v),
            SerdeValue::Unsigned128(v) => visitor.visit_u128(v),
            SerdeValue::F32(v) => visitor.visit_f32(v),
            SerdeValue::F64(v) => visitor.visit_f64(v),
            SerdeValue::Char(v) => visitor.visit_char(v),
            SerdeValue::Str(v) => visitor.visit_string(v),
            SerdeValue::Bytes(v) => visitor.visit_byte_buf(v),
            SerdeValue::None => visitor.visit_none(),
            SerdeValue::Some(v) => {
                check_stack()?;
                visitor.visit_some(*v)
            }
            SerdeValue::Unit => visitor.visit_unit(),
            SerdeValue::Seq(items) => {
                check_stack()?;
                let mut items = SeqDeserializer::new(items.into_iter());
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            SerdeValue::Map(pairs) => {
                check_stack()?;
                let mut pairs = MapDeserializer::new(pairs.into_iter());
                let value = visitor.visit_map(&mut pairs)?;
                pairs.end()?;
                Ok(value)
            }
            SerdeValue::Variant(..) => {
                check_stack()?;
                visitor.visit_enum(self)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            SerdeValue::None | SerdeValue::Some(_) => self.deserialize_any(visitor),
            SerdeValue::Unit => visitor.visit_none(),
            // An option that contains itself has a value at no level.
            value => {
                check_stack()?;
                visitor.visit_some(value)
            }
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            SerdeValue::Bytes(bytes) => {
                let bytes = bytes
                    .into_iter()
                    .map(|byte| SerdeValue::Unsigned(byte.into()));
                SerdeValue::Seq(bytes.collect()).deserialize_any(visitor)
            }
            value => value.deserialize_any(visitor),
        }
    }

    /// Borrowed: a principal takes owned bytes for those of another format.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            SerdeValue::Bytes(bytes) => visitor.visit_bytes(&bytes),
            value => value.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            SerdeValue::Str(name) => {
                let name: StringDeserializer<Error> = name.into_deserializer();
                visitor.visit_enum(name)
            }
            value => value.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string byte_buf unit
        unit_struct tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for SerdeValue {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let SerdeValue::Variant(name, payload) = self else {
            return Err(Error::custom("expected a variant"));
        };
        let name: StringDeserializer<Error> = name.to_owned().into_deserializer();
        Ok((seed.deserialize(name)?, *payload))
    }
}

/// The payload.
impl<'de> VariantAccess<'de> for SerdeValue {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        <()>::deserialize(self)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }
}
