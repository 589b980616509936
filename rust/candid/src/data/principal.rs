//! `Principal`: who calls and who is called. The type is the platform's own.

use crate::types::descriptor::Descriptor;
use crate::types::{CandidType, Serializer, Type, TypeInner};
use candid_wire::opcode::Primitive;

pub use ic_principal::{Principal, PrincipalError};

impl CandidType for Principal {
    crate::impls::read_by_serde!();

    fn _ty() -> Type {
        TypeInner::Principal.into()
    }

    fn idl_serialize<S>(&self, serializer: S) -> Result<(), S::Error>
    where
        S: Serializer,
    {
        serializer.serialize_principal(self.as_slice())
    }

    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Primitive(Primitive::Principal) }
    }
}
