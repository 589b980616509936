//! The key of a field or case as a serde identifier.

use crate::error::Error;
use crate::schema::expected::FieldName;
use crate::types::ty::label::Label;
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;

/// The name of a field or a case.
pub(crate) struct FieldKey<'a>(pub(crate) &'a FieldName);

impl<'de> Deserializer<'de> for FieldKey<'_> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline(always)]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visit_name(self.0, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[inline(never)]
fn visit_name<'de, V: Visitor<'de>>(name: &FieldName, visitor: V) -> Result<V::Value, Error> {
    match name {
        FieldName::Static(name) => visitor.visit_str(name),
        _ => visitor.visit_str(&text_of(name)),
    }
}

/// Returns a name; of a field without one, its number in the spelling of Rust bindings.
fn text_of(name: &FieldName) -> Cow<'_, str> {
    let id = match name {
        FieldName::Static(name) => return Cow::Borrowed(name),
        FieldName::Shared(label) => match label.as_ref() {
            Label::Named(name) => return Cow::Borrowed(name),
            Label::Id(id) | Label::Unnamed(id) => id,
        },
        FieldName::Id(id) => id,
    };
    Cow::Owned(format!("_{id}_"))
}
