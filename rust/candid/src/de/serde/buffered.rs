//! Values for serde's buffer, in which `flatten` keeps the fields of the inner struct until that is deserialized.
//!
//! The buffer has the forms that visitors are called with, and gives them back whatever is requested. So each value is
//! passed in the form that the types of the receiver find: a variant as a map of its only case, since the buffer has no
//! variants; a blob as a sequence, which is also what types of bytes accept; a tuple as a sequence; a map as
//! one.

use crate::de::plan::step::{Op, Step};
use crate::de::read::case::Payload;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::serde::identifier::FieldKey;
use crate::de::serde::record::TupleAccess;
use crate::de::serde::visitor_kind::is_visitor_of;
use crate::error::{internal, Error, Result};
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::ExpectedType;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::Deserialize;

/// A type that serde's derive deserializes through its buffer, whose visitor it thereby tells.
#[derive(Deserialize)]
#[serde(untagged)]
enum Untagged {
    #[allow(dead_code, reason = "never deserialized")]
    Any(IgnoredAny),
}

/// Returns whether the visitor is that of serde's buffer.
#[inline(always)]
pub(crate) fn is_buffer<'de, V: Visitor<'de>>() -> bool {
    is_visitor_of::<V, Untagged>()
}

/// Stack that is left for each level of the buffer, beyond some: what is in it is deserialized without our help, by code
/// of which nothing is known, after all of it has been read. A few levels are those of types that do not contain
/// themselves.
const STACK_PER_LEVEL: usize = if cfg!(target_family = "wasm") {
    4 * 1024
} else {
    16 * 1024
};
const FREE_LEVELS: u16 = 16;

impl<'de> Decoder<'_, '_, 'de> {
    /// Decodes any value for the buffer.
    pub(crate) fn visit_buffer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let is_opt = matches!(self.step.op(), Op::Opt | Op::PlainOpt | Op::OptOfValue);
        let nests = is_opt || matches!(self.step.op(), Op::Variant | Op::Vec | Op::Record);
        if !nests {
            return self.visit_buffered(visitor);
        }
        let Decoder { cx, step } = self;
        let n_outer = cx.state.n_buffered;
        let n_charged = usize::from(n_outer.saturating_sub(FREE_LEVELS));
        cx.state.stack.check_for(n_charged * STACK_PER_LEVEL)?;
        cx.state.n_buffered = n_outer.saturating_add(1);
        let level = Decoder { cx: &mut *cx, step };
        let value = level.visit_buffered(visitor);
        cx.state.n_buffered = n_outer;
        value
    }

    fn visit_buffered<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.step.op() {
            Op::Variant => {
                let Decoder { cx, step } = self;
                let node = cx.plan.variant_node(step.slot())?;
                let payload = Payload::enter(cx, node)?.known()?;
                visitor.visit_map(CaseAsMap {
                    payload: Some(payload),
                })
            }
            Op::Vec if is_map(self.cx, self.step) => self.deserialize_map(visitor),
            Op::Blob => self.visit_blob_as_seq(visitor),
            Op::Record if is_sequence(self.cx, self.step) => {
                let node = self.enter_record()?;
                TupleAccess::new(self.cx, node).visit(visitor)
            }
            _ => self.visit_any(visitor),
        }
    }
}

/// Returns whether a vector is expected as a map.
fn is_map(cx: &Context<'_, '_>, step: Step) -> bool {
    match cx.plan.pair(step.slot()) {
        Some((_, ExpectedType::Static(expected))) => expected.is_map(),
        _ => false,
    }
}

/// Returns whether a record is expected as a tuple, whose elements are declared in the order of their ids.
fn is_sequence(cx: &Context<'_, '_>, step: Step) -> bool {
    let is_tuple = cx
        .plan
        .record_node(step.slot())
        .is_ok_and(|node| node.is_sequence());
    match cx.plan.pair(step.slot()) {
        Some((_, ExpectedType::Static(Descriptor::Record(fields)))) if is_tuple => (0..)
            .zip(fields.iter())
            .all(|(i, field)| field.ordinal == i && field.name.is_none()),
        _ => false,
    }
}

/// A variant as a map of one pair.
struct CaseAsMap<'a, 'p, 'de> {
    /// Taken by the value.
    payload: Option<Payload<'a, 'p, 'de>>,
}

impl<'de> MapAccess<'de> for CaseAsMap<'_, '_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match &self.payload {
            Some(payload) => seed.deserialize(FieldKey(&payload.case.name)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.payload.take() {
            Some(payload) => payload.read(|payload| seed.deserialize(payload)),
            None => Err(internal()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(1)
    }
}
