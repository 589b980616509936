//! `null`, `opt`, and types without values.

use crate::de::direct::{AsPayload, Input};
use crate::de::read::emplace::{unwrap_checked, InSome};
use crate::impls::{primitive_type, read_by_serde, reads};
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use crate::util::mechanisms;
use std::marker::PhantomData;
use std::mem;

/// The size of payloads up to which a copy is not a bulk operation.
const MAX_COPIED: usize = 64;

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

    #[inline(never)]
    fn __descriptor() -> &'static Descriptor {
        const { &Descriptor::Opt(T::__descriptor) }
    }

    const __IS_EXACT: bool = T::__IS_EXACT;

    const __FROM_BYTES: bool = mechanisms::OPTIONS_AT_ONCE && T::__FROM_BYTES && T::__SIZE != 0;

    const __PAYLOAD_SIZE: Option<usize> = Some(T::__SIZE);

    const __OPTION_OF: AsPayload = T::__AS_PAYLOAD;

    const __IS_LARGE_OPTION: bool = mechanisms::NULL_OPTIONS && size_of::<T>() > MAX_COPIED;

    #[inline(always)]
    fn __is_null_if_large(field: &crate::error::Result<Self>) -> bool {
        !Self::__IS_LARGE_OPTION || matches!(field, Ok(None))
    }

    #[inline(always)]
    fn __unwrap_null_if_large(field: crate::error::Result<Self>) -> Self {
        if const { !Self::__IS_LARGE_OPTION } {
            return unwrap_checked(field);
        }
        // Without code that drops a payload.
        mem::forget(field);
        None
    }

    #[inline(always)]
    fn __from_bytes<I: Input>(input: &mut I) -> Option<Self> {
        let value = if input.take_tag()? {
            Some(T::__from_bytes(input)?)
        } else {
            None
        };
        Some(value)
    }

    reads! { T::__READS, #[inline] |decoder, wrap| {
        let payload = if const { T::__PAYLOAD_SIZE.is_some() } {
            decoder.enter_opt_of_opt()
        } else {
            decoder.enter_opt()
        };
        match payload? {
            Some(payload) => T::__read_with(payload, InSome(wrap)),
            None => Ok(wrap.wrap(None)),
        }
    } }
}

/// `null`, as serde has it: the value says nothing, whatever `T` is.
impl<T: ?Sized> CandidType for PhantomData<T> {
    primitive_type!(Null);
    read_by_serde!();

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_null(())
    }
}
