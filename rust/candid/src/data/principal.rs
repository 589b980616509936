//! `Principal`: the identity of callers and canisters, with the platform's own type.

use crate::de::direct::{Decoder, Emplace};
use crate::types::descriptor::Descriptor;
use crate::types::{__serialize_principals, CandidType, Compound, Serializer, Type, TypeInner};
use candid_wire::opcode::Primitive;
use serde::{de::Error as _, Deserialize};

pub use ic_principal::{Principal, PrincipalError};

impl CandidType for Principal {
    const __READS: bool = true;

    const __IS_EXACT: bool = true;

    crate::impls::read_boxed!();

    #[inline]
    fn __read_with<W: Emplace<Self>>(
        mut decoder: Decoder<'_, '_, '_>,
        wrap: W,
    ) -> crate::Result<W::Out> {
        match decoder.try_read_principal() {
            Some(bytes) => match Principal::try_from(bytes) {
                Ok(principal) => Ok(wrap.wrap(principal)),
                Err(error) => Err(crate::Error::custom(error)),
            },
            None => Principal::deserialize(decoder).map(|principal| wrap.wrap(principal)),
        }
    }

    fn _ty() -> Type {
        TypeInner::Principal.into()
    }

    fn idl_serialize<S>(&self, serializer: S) -> Result<(), S::Error>
    where
        S: Serializer,
    {
        serializer.serialize_principal(self.as_slice())
    }

    fn __serialize_elements<C: Compound>(
        elements: &[Self],
        compound: &mut C,
    ) -> Result<(), C::Error> {
        __serialize_principals(elements, Principal::as_slice, compound)
    }

    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Primitive(Primitive::Principal) }
    }
}
