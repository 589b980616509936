//! Serialization to a [`SerdeValue`].

use super::{check_stack, SerdeValue};
use serde::de::value::Error;
use serde::ser::{self, Error as _};
use serde::Serialize;

/// Serializes to a [`SerdeValue`], in the form that is not for people.
#[derive(Debug, Clone, Copy)]
pub struct ToSerdeValue;

impl ser::Serializer for ToSerdeValue {
    type Ok = SerdeValue;
    type Error = Error;
    type SerializeSeq = SeqWriter;
    type SerializeTuple = SeqWriter;
    type SerializeTupleStruct = SeqWriter;
    type SerializeTupleVariant = SeqWriter;
    type SerializeMap = MapWriter;
    type SerializeStruct = MapWriter;
    type SerializeStructVariant = MapWriter;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, v: bool) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Bool(v))
    }

    fn serialize_i8(self, v: i8) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Signed(v.into()))
    }

    fn serialize_i16(self, v: i16) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Signed(v.into()))
    }

    fn serialize_i32(self, v: i32) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Signed(v.into()))
    }

    fn serialize_i64(self, v: i64) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Signed(v))
    }

    fn serialize_i128(self, v: i128) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Signed128(v))
    }

    fn serialize_u8(self, v: u8) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Unsigned(v.into()))
    }

    fn serialize_u16(self, v: u16) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Unsigned(v.into()))
    }

    fn serialize_u32(self, v: u32) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Unsigned(v.into()))
    }

    fn serialize_u64(self, v: u64) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Unsigned(v))
    }

    fn serialize_u128(self, v: u128) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Unsigned128(v))
    }

    fn serialize_f32(self, v: f32) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::F32(v))
    }

    fn serialize_f64(self, v: f64) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::F64(v))
    }

    fn serialize_char(self, v: char) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Char(v))
    }

    fn serialize_str(self, v: &str) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Str(v.to_owned()))
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Bytes(v.to_vec()))
    }

    fn serialize_none(self) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Some(boxed(value)?))
    }

    fn serialize_unit(self) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Unit)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Unit)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Variant(variant, Box::new(SerdeValue::Unit)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<SerdeValue, Error> {
        part(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Variant(variant, boxed(value)?))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<SeqWriter, Error> {
        Ok(SeqWriter::default())
    }

    fn serialize_tuple(self, _len: usize) -> Result<SeqWriter, Error> {
        Ok(SeqWriter::default())
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<SeqWriter, Error> {
        Ok(SeqWriter::default())
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<SeqWriter, Error> {
        Ok(SeqWriter {
            variant: Some(variant),
            ..SeqWriter::default()
        })
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<MapWriter, Error> {
        Ok(MapWriter::default())
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<MapWriter, Error> {
        Ok(MapWriter::default())
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<MapWriter, Error> {
        Ok(MapWriter {
            variant: Some(variant),
            ..MapWriter::default()
        })
    }
}

/// Returns a part of a value.
fn part<T: Serialize + ?Sized>(value: &T) -> Result<SerdeValue, Error> {
    check_stack()?;
    value.serialize(ToSerdeValue)
}

fn boxed<T: Serialize + ?Sized>(value: &T) -> Result<Box<SerdeValue>, Error> {
    part(value).map(Box::new)
}

/// Returns a value as the payload of the variant, if it is one.
fn payload_of(variant: Option<&'static str>, value: SerdeValue) -> SerdeValue {
    match variant {
        Some(variant) => SerdeValue::Variant(variant, Box::new(value)),
        None => value,
    }
}

/// Collects a sequence.
#[derive(Debug, Default)]
pub struct SeqWriter {
    variant: Option<&'static str>,
    items: Vec<SerdeValue>,
}

/// Implements a trait of serde for elements that are written one by one.
macro_rules! impl_seq {
    ($($name:ident $method:ident;)*) => {$(
        impl ser::$name for SeqWriter {
            type Ok = SerdeValue;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.items.push(part(value)?);
                Ok(())
            }

            fn end(self) -> Result<SerdeValue, Error> {
                Ok(payload_of(self.variant, SerdeValue::Seq(self.items)))
            }
        }
    )*};
}

impl_seq! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

/// Collects a map.
#[derive(Debug, Default)]
pub struct MapWriter {
    variant: Option<&'static str>,
    pairs: Vec<(SerdeValue, SerdeValue)>,
    /// The key whose value follows.
    key: Option<SerdeValue>,
}

impl ser::SerializeMap for MapWriter {
    type Ok = SerdeValue;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = Some(part(key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let missing = || Error::custom("a value without a key");
        let key = self.key.take().ok_or_else(missing)?;
        self.pairs.push((key, part(value)?));
        Ok(())
    }

    fn end(self) -> Result<SerdeValue, Error> {
        Ok(SerdeValue::Map(self.pairs))
    }
}

/// Implements a trait of serde for fields that are written one by one.
macro_rules! impl_fields {
    ($($name:ident;)*) => {$(
        impl ser::$name for MapWriter {
            type Ok = SerdeValue;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                let value = part(value)?;
                self.pairs.push((SerdeValue::Str(name.to_owned()), value));
                Ok(())
            }

            fn end(self) -> Result<SerdeValue, Error> {
                Ok(payload_of(self.variant, SerdeValue::Map(self.pairs)))
            }
        }
    )*};
}

impl_fields! {
    SerializeStruct;
    SerializeStructVariant;
}
