//! `reserved` and `empty`.

use crate::data::reserved::{Empty, Reserved};
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use candid_wire::opcode::Primitive;

impl CandidType for Reserved {
    crate::impls::read_by_serde!();

    fn _ty() -> Type {
        TypeInner::Reserved.into()
    }

    fn idl_serialize<S>(&self, serializer: S) -> Result<(), S::Error>
    where
        S: Serializer,
    {
        // A value of `reserved` has no bytes, like one of `null`.
        serializer.serialize_null(())
    }

    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Primitive(Primitive::Reserved) }
    }
}

impl CandidType for Empty {
    fn _ty() -> Type {
        TypeInner::Empty.into()
    }

    fn idl_serialize<S>(&self, _serializer: S) -> Result<(), S::Error>
    where
        S: Serializer,
    {
        match *self {}
    }

    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Primitive(Primitive::Empty) }
    }
}
