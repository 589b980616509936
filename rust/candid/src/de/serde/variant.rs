//! Variants: the case, then its payload.
//!
//! `spec/Candid.md#variants-1`

use crate::de::plan::step::Op;
use crate::de::read::case::Payload;
use crate::de::read::decoder::Decoder;
use crate::de::serde::identifier::FieldKey;
use crate::error::{Error, Result};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    #[inline(always)]
    pub(crate) fn visit_enum<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.check_stack_of(&visitor)?;
        let Decoder { cx, step } = self;
        let node = cx.plan.variant_node(step.slot())?;
        let payload = Payload::enter(cx, node)?.known()?;
        visitor.visit_enum(CaseAccess(payload))
    }
}

/// A variant whose case is named.
struct CaseAccess<'a, 'p, 'de>(Payload<'a, 'p, 'de>);

impl<'a, 'p, 'de> EnumAccess<'de> for CaseAccess<'a, 'p, 'de> {
    type Error = Error;
    type Variant = Payload<'a, 'p, 'de>;

    #[inline(always)]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant)> {
        let key = seed.deserialize(FieldKey(&self.0.case.name))?;
        Ok((key, self.0))
    }
}

impl<'de> VariantAccess<'de> for Payload<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn unit_variant(self) -> Result<()> {
        if self.case.payload.get().is_leaf(Op::Null) {
            return Ok(());
        }
        self.read(Deserialize::deserialize)
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
