//! Variants: the tag, then its payload.
//!
//! `spec/Candid.md#variants-1`

use super::decoder::Decoder;
use super::label::FieldKey;
use super::plan::want::FieldName;
use super::plan::{Op, TagStep, VariantNode};
use crate::error::{Error, ErrorKind, PathSegment, Result};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

/// A variant whose tag was read.
pub(crate) struct TagAccess<'a, 'p, 'de> {
    payload: Decoder<'a, 'p, 'de>,
    name: &'p FieldName,
    ordinal: u32,
    by_ordinal: bool,
}

impl<'a, 'p, 'de> TagAccess<'a, 'p, 'de> {
    /// Reads the tag of a variant.
    ///
    /// # Errors
    ///
    /// If the tag is out of range, or one that the reader does not have.
    #[inline]
    pub(crate) fn enter(
        mut value: Decoder<'a, 'p, 'de>,
        takes_ordinals: impl FnOnce(&VariantNode) -> bool,
    ) -> Result<Self> {
        let node = value.plan.variant_node(value.step.index())?;
        value.state.stack.check()?;
        let before = value.state.reader.offset();
        match read_tag(&mut value, node)? {
            TagStep::Known {
                payload,
                cost,
                ordinal,
                name,
                ..
            } => {
                value.state.budget.charge(*cost)?;
                value.step = *payload;
                Ok(TagAccess {
                    payload: value,
                    name,
                    ordinal: *ordinal,
                    by_ordinal: takes_ordinals(node),
                })
            }
            TagStep::Unknown { id, .. } => Err(unknown_tag(*id, before, value)),
        }
    }

    #[cold]
    #[inline(never)]
    fn in_tag(name: &FieldName, error: Error) -> Error {
        error.in_segment(PathSegment::Field(name.to_string()))
    }

    /// Reads the payload with `read`, which the visitor of a tuple or struct variant needs.
    #[inline]
    fn payload_with<T>(self, read: impl FnOnce(Decoder<'a, 'p, 'de>) -> Result<T>) -> Result<T> {
        let name = self.name;
        read(self.payload).map_err(|error| Self::in_tag(name, error))
    }
}

/// Reads the index of a tag and returns what the plan says of it.
#[inline]
pub(crate) fn read_tag<'p>(
    value: &mut Decoder<'_, 'p, '_>,
    node: &'p VariantNode,
) -> Result<&'p TagStep> {
    let at = value.state.reader.offset();
    let index = value.state.reader.read_leb_u64()?;
    match usize::try_from(index).ok().and_then(|i| node.tags.get(i)) {
        Some(tag) => Ok(tag),
        None => Err(out_of_range(index, node.tags.len(), at)),
    }
}

#[cold]
#[inline(never)]
pub(crate) fn out_of_range(index: u64, n_tags: usize, offset: usize) -> Error {
    Error::new(
        ErrorKind::Malformed,
        format!("variant index {index} is out of range: the variant has {n_tags} tags"),
    )
    .at_offset(offset)
}

#[cold]
#[inline(never)]
pub(crate) fn unknown_tag(id: u32, offset: usize, value: Decoder<'_, '_, '_>) -> Error {
    let wanted = match value.plan.pair(value.step.index()) {
        Some((_, want)) => value
            .plan
            .describe_want(want, value.state.full_error_message),
        None => "a variant".to_owned(),
    };
    Error::subtype(format_args!(
        "expected {wanted}, found the unknown tag {id}"
    ))
    .at_offset(offset)
}

impl<'a, 'p, 'de> EnumAccess<'de> for TagAccess<'a, 'p, 'de> {
    type Error = Error;
    type Variant = Self;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let tag = seed.deserialize(FieldKey {
            name: self.name,
            ordinal: self.ordinal,
            by_ordinal: self.by_ordinal,
        })?;
        Ok((tag, self))
    }
}

impl<'de> VariantAccess<'de> for TagAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn unit_variant(self) -> Result<()> {
        if self.payload.step.op == Op::Null {
            return Ok(());
        }
        self.payload_with(serde::de::Deserialize::deserialize)
    }

    #[inline]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.payload_with(|payload| seed.deserialize(payload))
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.payload_with(|payload| payload.deserialize_tuple(len, visitor))
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.payload_with(|payload| payload.deserialize_struct("", fields, visitor))
    }
}
