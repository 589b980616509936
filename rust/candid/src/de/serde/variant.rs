//! Variants: the case, then its payload.
//!
//! `spec/Candid.md#variants-1`

use crate::de::plan::step::Op;
use crate::de::read::decoder::Decoder;
use crate::de::read::tag::Payload;
use crate::de::serde::identifier::FieldKey;
use crate::de::serde::visitor_kind::takes_ordinals;
use crate::error::{Error, Result};
use serde::de::value::U64Deserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess,
    Visitor,
};

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
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

/// A variant for a visitor that takes the ordinal of the case.
struct ByOrdinal<'a, 'p, 'de>(Payload<'a, 'p, 'de>);

/// A variant for a visitor that takes the name of the case.
struct ByName<'a, 'p, 'de>(Payload<'a, 'p, 'de>);

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

impl Payload<'_, '_, '_> {
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
