//! A visitor that builds an [`IDLValue`], from any serde data format.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::types::ty::label::Label;
use crate::value::model::{IDLField, IDLValue, VariantValue};
use crate::value::value_slot;
use serde::de::{
    Deserialize, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::fmt;

impl<'de> Deserialize<'de> for IDLValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct("candid::IDLValue", IDLValueVisitor)
    }
}

/// Builds an [`IDLValue`] from the values that a deserializer visits.
///
/// Numbers keep the type with which they are visited, maps become records, sequences vectors, bytes blobs, unit `null`.
///
/// # Examples
///
/// ```
/// use candid::types::value::IDLValueVisitor;
/// use serde::de::{value::Error, Visitor};
///
/// let value = IDLValueVisitor.visit_u8::<Error>(5).unwrap();
/// assert_eq!(value.to_string(), "5 : nat8");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IDLValueVisitor;

/// Defines visitor methods that only wrap their argument.
macro_rules! visit {
    ($($method:ident($ty:ty) $v:ident => $value:expr;)*) => {
        $(fn $method<E>(self, $v: $ty) -> Result<IDLValue, E> {
            Ok($value)
        })*
    };
}

impl<'de> Visitor<'de> for IDLValueVisitor {
    type Value = IDLValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a Candid value")
    }

    visit! {
        visit_bool(bool) v => IDLValue::Bool(v);
        visit_i8(i8) v => IDLValue::Int8(v);
        visit_i16(i16) v => IDLValue::Int16(v);
        visit_i32(i32) v => IDLValue::Int32(v);
        visit_i64(i64) v => IDLValue::Int64(v);
        visit_i128(i128) v => IDLValue::Int(Int::from(v));
        visit_u8(u8) v => IDLValue::Nat8(v);
        visit_u16(u16) v => IDLValue::Nat16(v);
        visit_u32(u32) v => IDLValue::Nat32(v);
        visit_u64(u64) v => IDLValue::Nat64(v);
        visit_u128(u128) v => IDLValue::Nat(Nat::from(v));
        visit_f32(f32) v => IDLValue::Float32(v);
        visit_f64(f64) v => IDLValue::Float64(v);
        visit_string(String) v => IDLValue::Text(v);
        visit_str(&str) v => IDLValue::Text(v.to_owned());
        visit_bytes(&[u8]) v => IDLValue::Blob(v.to_vec());
        visit_byte_buf(Vec<u8>) v => IDLValue::Blob(v);
    }

    fn visit_unit<E>(self) -> Result<IDLValue, E> {
        Ok(IDLValue::Null)
    }

    fn visit_none<E>(self) -> Result<IDLValue, E> {
        Ok(IDLValue::None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<IDLValue, D::Error> {
        let inner = IDLValue::deserialize(deserializer)?;
        Ok(IDLValue::Opt(Box::new(inner)))
    }

    /// Takes the value that our decoder has already decoded, or deserializes the content of another format.
    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<IDLValue, D::Error> {
        match value_slot::take() {
            Some(value) => Ok(value),
            None => deserializer.deserialize_any(self),
        }
    }

    fn visit_seq<V: SeqAccess<'de>>(self, mut visitor: V) -> Result<IDLValue, V::Error> {
        // The length that the format claims is not trusted for allocation.
        let mut items = Vec::new();
        while let Some(item) = visitor.next_element()? {
            items.push(item);
        }
        Ok(IDLValue::Vec(items))
    }

    fn visit_map<V: MapAccess<'de>>(self, mut visitor: V) -> Result<IDLValue, V::Error> {
        let mut fields = Vec::new();
        while let Some((FieldLabel(id), val)) = visitor.next_entry()? {
            fields.push(IDLField { id, val });
        }
        Ok(IDLValue::Record(fields))
    }

    fn visit_enum<V: EnumAccess<'de>>(self, data: V) -> Result<IDLValue, V::Error> {
        let (FieldLabel(id), content) = data.variant()?;
        let val = content.newtype_variant()?;
        Ok(IDLValue::Variant(VariantValue(
            Box::new(IDLField { id, val }),
            0,
        )))
    }
}

/// A label as a map key: text is a name, a number or `_5_` an id.
struct FieldLabel(Label);

impl<'de> Deserialize<'de> for FieldLabel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(FieldLabelVisitor)
    }
}

struct FieldLabelVisitor;

impl Visitor<'_> for FieldLabelVisitor {
    type Value = FieldLabel;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a field name or a number below 2^32")
    }

    fn visit_str<E>(self, v: &str) -> Result<FieldLabel, E> {
        Ok(FieldLabel(match numeric_label(v) {
            Some(id) => Label::Id(id),
            None => Label::Named(v.to_owned()),
        }))
    }

    fn visit_u32<E>(self, v: u32) -> Result<FieldLabel, E> {
        Ok(FieldLabel(Label::Id(v)))
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<FieldLabel, E> {
        match u32::try_from(v) {
            Ok(id) => Ok(FieldLabel(Label::Id(id))),
            Err(_) => Err(E::invalid_value(serde::de::Unexpected::Unsigned(v), &self)),
        }
    }
}

/// Returns the id in `_5_`, the form of a label without a name in serde.
fn numeric_label(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('_')?.strip_suffix('_')?;
    let id: u32 = digits.parse().ok()?;
    // No sign and no leading zero: each id has one name.
    (id.to_string() == digits).then_some(id)
}
