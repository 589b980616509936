//! The key of a field or tag, as a serde identifier.

use super::plan::want::FieldName;
use crate::error::Error;
use crate::types::Label;
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// A field's key: its ordinal for visitors that take it, else its name.
pub(crate) struct FieldKey<'a> {
    pub(crate) name: &'a FieldName,
    pub(crate) ordinal: u32,
    pub(crate) by_ordinal: bool,
}

impl FieldKey<'_> {
    // Takes the name alone, so that the key itself need not be in memory.
    #[inline(never)]
    fn visit_name<'de, V: Visitor<'de>>(name: &FieldName, visitor: V) -> Result<V::Value, Error> {
        match name {
            FieldName::Static(name) => visitor.visit_str(name),
            FieldName::Shared(label) => match label.as_ref() {
                Label::Named(name) => visitor.visit_str(name),
                Label::Id(id) | Label::Unnamed(id) => visitor.visit_str(&format!("_{id}_")),
            },
            // A field without a name, as Rust bindings spell it.
            FieldName::Id(id) => visitor.visit_str(&format!("_{id}_")),
        }
    }
}

impl<'de> Deserializer<'de> for FieldKey<'_> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.by_ordinal {
            return visitor.visit_u64(self.ordinal.into());
        }
        Self::visit_name(self.name, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
