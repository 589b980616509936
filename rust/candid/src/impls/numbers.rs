//! Numbers of any size.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::Emplace;
use crate::error::Result;
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use candid_wire::opcode::Primitive;

impl CandidType for Nat {
    const __READS: bool = true;

    crate::impls::read_boxed!();

    #[inline(always)]
    fn __read_with<W: Emplace<Self>>(decoder: Decoder<'_, '_, '_>, wrap: W) -> Result<W::Out> {
        decoder.read_nat_with(Self::from, wrap)
    }

    const __IS_EXACT: bool = true;

    fn _ty() -> Type {
        TypeInner::Nat.into()
    }

    fn idl_serialize<S>(&self, serializer: S) -> std::result::Result<(), S::Error>
    where
        S: Serializer,
    {
        serializer.serialize_nat(self)
    }

    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Primitive(Primitive::Nat) }
    }
}

impl CandidType for Int {
    const __READS: bool = true;

    crate::impls::read_boxed!();

    #[inline(always)]
    fn __read_with<W: Emplace<Self>>(decoder: Decoder<'_, '_, '_>, wrap: W) -> Result<W::Out> {
        decoder.read_int_with(Self::from, wrap)
    }

    const __IS_EXACT: bool = true;

    fn _ty() -> Type {
        TypeInner::Int.into()
    }

    fn idl_serialize<S>(&self, serializer: S) -> std::result::Result<(), S::Error>
    where
        S: Serializer,
    {
        serializer.serialize_int(self)
    }

    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Primitive(Primitive::Int) }
    }
}
