//! Variants: the case, then its payload.
//!
//! `spec/Candid.md#variants-1`

use super::decoder::Decoder;
use super::label::FieldKey;
use super::plan::expected::FieldName;
use super::plan::{internal, KnownTag, Op, Step, TagStep, VariantNode};
use super::state::{Context, State};
use super::visitor_kind::takes_ordinals;
use crate::error::{Error, ErrorKind, PathSegment, Result};
use serde::de::value::U64Deserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess,
    Visitor,
};

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Enters a variant: reads the case and charges the static cost of its payload.
    #[inline(always)]
    pub(crate) fn enter_variant(self) -> Result<Payload<'a, 'p, 'de>> {
        let Decoder { cx, step } = self;
        let node = cx.plan.variant_node(step.index())?;
        Payload::enter(cx, step, node)
    }

    /// Visits a variant.
    #[inline(always)]
    pub(crate) fn visit_enum<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let Decoder { cx, step } = self;
        let node = cx.plan.variant_node(step.index())?;
        let payload = Payload::enter(cx, step, node)?;
        if takes_ordinals::<V>(node, names) {
            return visitor.visit_enum(ByOrdinal(payload));
        }
        visitor.visit_enum(ByName(payload))
    }
}

/// The payload of a case that has been read: two words, passed in registers.
pub struct Payload<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    tag: &'p KnownTag,
}

/// A variant for a visitor that takes the ordinal of the case.
struct ByOrdinal<'a, 'p, 'de>(Payload<'a, 'p, 'de>);

/// A variant for a visitor that takes the name of the case.
struct ByName<'a, 'p, 'de>(Payload<'a, 'p, 'de>);

/// Reads the index of a case and returns its step.
#[inline]
pub(crate) fn read_tag<'p>(state: &mut State<'_>, node: &'p VariantNode) -> Result<&'p TagStep> {
    let at = state.reader.offset();
    let index = state.reader.read_leb_u64()?;
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
    let expected_fields = match value.cx.plan.pair(value.step.index()) {
        Some((_, expected)) => value
            .cx
            .plan
            .describe_expected(expected, value.cx.state.full_error_message),
        None => "a variant".to_owned(),
    };
    Error::subtype(format_args!(
        "expected {expected_fields}, found the unknown tag {id}"
    ))
    .at_offset(offset)
}

impl<'a, 'p, 'de> EnumAccess<'de> for ByOrdinal<'a, 'p, 'de> {
    type Error = Error;
    type Variant = Payload<'a, 'p, 'de>;

    #[inline(always)]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant)> {
        let ordinal: U64Deserializer<Error> = u64::from(self.0.tag.ordinal).into_deserializer();
        Ok((seed.deserialize(ordinal)?, self.0))
    }
}

impl<'a, 'p, 'de> EnumAccess<'de> for ByName<'a, 'p, 'de> {
    type Error = Error;
    type Variant = ByName<'a, 'p, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        Ok((seed.deserialize(FieldKey(&self.0.tag.name))?, self))
    }
}

impl<'a, 'p, 'de> Payload<'a, 'p, 'de> {
    /// Reads the case of a variant, whose payload comes next.
    #[inline(always)]
    fn enter(cx: &'a mut Context<'p, 'de>, step: Step, node: &'p VariantNode) -> Result<Self> {
        cx.state.stack.check()?;
        let before = cx.state.reader.remaining();
        match read_tag(cx.state, node)? {
            TagStep::Known(tag) => {
                cx.state.budget.charge(tag.cost)?;
                Ok(Payload { cx, tag })
            }
            TagStep::Unknown { id, .. } => {
                // The bytes of the index lie between the two positions.
                let n_read = before.wrapping_sub(cx.state.reader.remaining());
                let before = cx.state.reader.offset().wrapping_sub(n_read);
                Err(unknown_tag(*id, before, Decoder { cx, step }))
            }
        }
    }

    /// Returns the position of the case in the Rust declaration.
    #[inline(always)]
    pub fn ordinal(&self) -> u32 {
        self.tag.ordinal
    }

    /// Returns the error for a case that the Rust declaration does not have.
    #[cold]
    #[inline(never)]
    pub fn unknown(self) -> Error {
        internal()
    }

    /// Reads the payload of a case without a payload.
    ///
    /// # Errors
    ///
    /// If there is one.
    #[inline(always)]
    pub fn unit(self) -> Result<()> {
        if self.tag.payload.is_leaf(Op::Null) {
            return Ok(());
        }
        self.read(Deserialize::deserialize)
    }

    /// Returns the decoder of the payload.
    #[inline(always)]
    pub fn decoder(&mut self) -> Decoder<'_, 'p, 'de> {
        let step = self.tag.payload;
        Decoder { cx: self.cx, step }
    }

    /// Returns `error` as the failure of the payload.
    #[cold]
    #[inline(never)]
    pub fn failed(self, error: Error) -> Error {
        in_tag(&self.tag.name, error)
    }

    #[inline(always)]
    fn read<T>(self, read: impl FnOnce(Decoder<'a, 'p, 'de>) -> Result<T>) -> Result<T> {
        let step = self.tag.payload;
        match read(Decoder { cx: self.cx, step }) {
            Ok(value) => Ok(value),
            Err(error) => Err(in_tag(&self.tag.name, error)),
        }
    }
}

#[cold]
#[inline(never)]
fn in_tag(name: &FieldName, error: Error) -> Error {
    error.in_segment(PathSegment::Field(name.to_string()))
}

impl<'de> VariantAccess<'de> for Payload<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn unit_variant(self) -> Result<()> {
        self.unit()
    }

    #[inline]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.read(|payload| seed.deserialize(payload))
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.read(|payload| payload.deserialize_tuple(len, visitor))
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.read(|payload| payload.deserialize_struct("", fields, visitor))
    }
}

// Outlined, so that the rarer way to read a variant does not duplicate the code of all its payloads.
impl<'de> VariantAccess<'de> for ByName<'_, '_, 'de> {
    type Error = Error;

    #[inline(never)]
    fn unit_variant(self) -> Result<()> {
        self.0.unit_variant()
    }

    #[inline(never)]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.0.newtype_variant_seed(seed)
    }

    #[inline(never)]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.0.tuple_variant(len, visitor)
    }

    #[inline(never)]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.0.struct_variant(fields, visitor)
    }
}
