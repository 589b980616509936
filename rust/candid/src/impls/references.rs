//! Principals, functions and services.

use crate::data::func::Func;
use crate::data::principal::Principal;
use crate::data::service::Service;
use crate::de::read::decoder::Decoder;
use crate::de::serde::for_programs::ForPrograms;
use crate::impls::{primitive_type, reads};
use crate::ser::parts::{reserve_likely, MIN_PROBED};
use crate::traits::{CandidType, Compound, Serializer};
use crate::types::ty::Type;
use crate::util::mechanisms;
use candid_wire::writer::write_principals;
use serde::de::{Deserialize, Error as _};

/// Reads what is no plain principal.
#[cold]
#[inline(never)]
fn read_by_serde(decoder: Decoder<'_, '_, '_>) -> crate::error::Result<Principal> {
    Principal::deserialize(ForPrograms(decoder))
}

impl CandidType for Principal {
    primitive_type!(Principal);

    const __IS_EXACT: bool = true;

    reads! { true, #[inline] |decoder, wrap| {
        let mut decoder = decoder;
        match decoder.try_read_principal() {
            Some(bytes) => match Principal::try_from(bytes) {
                Ok(principal) => Ok(wrap.wrap(principal)),
                Err(error) => Err(crate::error::Error::custom(error)),
            },
            None => wrap.wrap_read(read_by_serde(decoder)),
        }
    } }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_principal(self.as_slice())
    }

    fn __serialize_elements<C: Compound>(
        elements: &[Self],
        compound: &mut C,
    ) -> Result<(), C::Error> {
        __serialize_principals(elements, Principal::as_slice, compound)
    }
}

impl CandidType for Func {
    /// # Panics
    ///
    /// Always: a function reference has no type without a signature.
    fn _ty() -> Type {
        panic!("expected a type declared with `define_function!`, found `Func`, which has no signature")
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_function(self.principal.as_slice(), &self.method)
    }
}

impl CandidType for Service {
    /// # Panics
    ///
    /// Always: a service reference has no type without its methods.
    fn _ty() -> Type {
        panic!("expected a type declared with `define_service!`, found `Service`, which has no methods")
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_principal(self.principal.as_slice())
    }
}

/// Writes the elements of a vector of principals or services.
#[doc(hidden)]
pub fn __serialize_principals<T, C, F>(
    elements: &[T],
    bytes_of: F,
    compound: &mut C,
) -> Result<(), C::Error>
where
    T: CandidType,
    C: Compound,
    F: Fn(&T) -> &[u8],
{
    if let Some(out) = compound.__as_vec() {
        let is_long = mechanisms::ENCODED_CAPACITY && elements.len() >= MIN_PROBED;
        if let (true, Some(first)) = (is_long, elements.first()) {
            let size = bytes_of(first).len().saturating_add(2);
            reserve_likely(out, size.saturating_mul(elements.len()), usize::MAX);
        }
        if mechanisms::PRINCIPALS_AT_ONCE {
            write_principals(out, elements.iter().map(bytes_of));
            return Ok(());
        }
    }
    for element in elements {
        compound.serialize_element(element)?;
    }
    Ok(())
}
