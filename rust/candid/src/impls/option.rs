//! `null`, `opt`, and types without values.

use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{Emplace, InSome};
use crate::impls::primitives::primitive_type;
use crate::impls::{read_boxed, read_by_serde};
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use candid_wire::opcode::Primitive;
use serde::ser::Error as _;
use std::marker::PhantomData;

impl CandidType for () {
    primitive_type!(Null);
    read_by_serde!();

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_null(())
    }
}

impl<T: CandidType> CandidType for Option<T> {
    fn _ty() -> Type {
        TypeInner::Opt(T::ty()).into()
    }

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_option(self.as_ref())
    }

    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Opt(T::__descriptor) }
    }

    const __READS: bool = T::__READS;

    const __IS_EXACT: bool = T::__IS_EXACT;

    read_boxed!();

    #[inline]
    fn __read_with<W: Emplace<Self>>(
        decoder: Decoder<'_, '_, '_>,
        wrap: W,
    ) -> crate::error::Result<W::Out> {
        match decoder.enter_opt()? {
            Some(payload) => T::__read_with(payload, InSome(wrap)),
            None => Ok(wrap.wrap(None)),
        }
    }
}

/// Has the type of `T`, as a way to name that type, but no value of it to encode.
impl<T: CandidType> CandidType for PhantomData<T> {
    fn _ty() -> Type {
        T::ty()
    }

    fn idl_serialize<S: Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
        Err(S::Error::custom(
            "a PhantomData has the type of its parameter, but no value to encode",
        ))
    }

    fn __descriptor() -> &'static Descriptor {
        T::__descriptor()
    }
}
