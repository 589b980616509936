//! `Result` is `variant { Ok; Err }`.

use super::named;
use crate::types::descriptor::{Descriptor, FieldDescriptor, Fields};
use crate::types::{CandidType, Compound, Serializer, Type, TypeInner};
use candid_wire::label::label_hash;

impl<T: CandidType, E: CandidType> CandidType for Result<T, E> {
    fn _ty() -> Type {
        TypeInner::Variant(vec![named("Ok", T::ty()), named("Err", E::ty())]).into()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self {
            Ok(value) => serializer.serialize_variant(0)?.serialize_element(value),
            Err(error) => serializer.serialize_variant(1)?.serialize_element(error),
        }
    }

    fn __descriptor() -> &'static Descriptor {
        const {
            // Serde's own implementation takes the ordinals 0 and 1.
            &Descriptor::Variant(Fields::derived(
                const {
                    &[
                        FieldDescriptor::named(label_hash("Ok"), "Ok", 0, T::__descriptor),
                        FieldDescriptor::named(label_hash("Err"), "Err", 1, E::__descriptor),
                    ]
                },
                std::any::type_name::<Self>,
            ))
        }
    }
}
