//! Records that keep their surplus fields: a map of the expected ones, and of one more, whose value is [`Rest`].

use crate::data::rest::{self, Rest};
use crate::de::plan::node::{FieldStep, RecordNode, RestNode, SpanIndex};
use crate::de::plan::Plan;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_field;
use crate::de::read::skip;
use crate::de::record_header::record_header;
use crate::de::serde::identifier::FieldKey;
use crate::de::serde::record::check_unread;
use crate::de::serde::visitor_kind::{is_ignored_any, is_visitor_of};
use crate::de::state::finish_result;
use crate::error::{internal, Error, Result};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use std::sync::Arc;

/// The fields of a record, in wire order, and then the surplus ones together.
pub(crate) struct RestAccess<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    node: &'p RecordNode,
    fields: std::slice::Iter<'p, FieldStep>,
    /// The field whose key was returned last.
    current: Option<&'p FieldStep>,
    kept: Kept<'p>,
}

/// The surplus fields.
struct Kept<'p> {
    node: &'p RestNode,
    values: Vec<u8>,
    is_given: bool,
}

impl<'a, 'p, 'de> RestAccess<'a, 'p, 'de> {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(
        cx: &'a mut Context<'p, 'de>,
        node: &'p RecordNode,
        rest: &'p RestNode,
    ) -> Self {
        RestAccess {
            cx,
            node,
            fields: node.fields.iter(),
            current: None,
            kept: Kept {
                node: rest,
                values: Vec::new(),
                is_given: false,
            },
        }
    }

    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_map(&mut self);
        finish_result(&mut result, || self.finish());
        result
    }

    /// Skips surplus fields, and keeps their bytes.
    fn keep(&mut self, span: SpanIndex) -> Result<()> {
        let before = self.cx.state.reader.rest();
        skip::skip_span(self.cx.state, self.cx.plan, self.node, span)?;
        let n_left = self.cx.state.reader.remaining();
        let len = before.len().saturating_sub(n_left);
        let bytes = before.get(..len).unwrap_or_default();
        self.kept.values.extend_from_slice(bytes);
        Ok(())
    }

    /// Reads the fields that the visitor did not request, as in a record that keeps none.
    fn finish(&mut self) -> Result<()> {
        while let Some(field) = self.fields.next() {
            self.keep(field.span)?;
            check_unread(self.cx.plan, self.node.fields.len(), field)?;
        }
        if !self.kept.is_given {
            self.keep(self.node.last_span)?;
        }
        Ok(())
    }
}

impl<'de> MapAccess<'de> for &mut RestAccess<'_, '_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.current = self.fields.next();
        if let Some(field) = self.current {
            self.keep(field.span)?;
            return seed.deserialize(FieldKey(&field.name)).map(Some);
        }
        if self.kept.is_given {
            return Ok(None);
        }
        self.keep(self.node.last_span)?;
        self.kept.is_given = true;
        seed.deserialize(FieldKey(&self.kept.node.name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        if let Some(field) = self.current {
            return seed
                .deserialize(Decoder {
                    cx: self.cx,
                    step: field.step,
                })
                .map_err(|error| in_field(error, self.cx.state, field));
        }
        if !self.kept.is_given {
            return Err(internal());
        }
        let values = std::mem::take(&mut self.kept.values);
        let rest = rest_of(self.cx.plan, self.kept.node, values)?;
        seed.deserialize(RestDeserializer(rest))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.node.fields.len() + 1)
    }
}

/// Returns the surplus fields with their types.
///
/// # Errors
///
/// If the types are too many together, or of a later version of Candid.
fn rest_of(plan: &Plan, node: &RestNode, values: Vec<u8>) -> Result<Rest> {
    if node.fields.is_empty() {
        return Ok(Rest::new());
    }
    let header = match node.header.get() {
        Some(header) => header.clone(),
        None => {
            let (header, n_parts) = record_header(&plan.table, &node.fields)?;
            // Each record of the message may have a header of most of its types, so they count as what is compiled.
            plan.count_parts(n_parts, 0)?;
            let header = Arc::<[u8]>::from(header);
            node.header.get_or_init(|| header).clone()
        }
    };
    Ok(Rest::from_parts(header, values))
}

/// Deserializes a [`Rest`] only: anything else would lose the fields.
struct RestDeserializer(Rest);

impl<'de> Deserializer<'de> for RestDeserializer {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if is_visitor_of::<V, Rest>() {
            return rest::give_to(self.0, visitor);
        }
        if is_ignored_any::<V>() {
            return visitor.visit_unit();
        }
        Err(Error::msg(
            "the other fields of a record decode as `candid::Rest`, directly in the struct, and as no other type",
        ))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
