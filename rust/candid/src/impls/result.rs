//! `Result`, encoded as `variant { Ok; Err }`.

use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{Emplace, Identity};
use crate::impls::{named, read_boxed};
use crate::schema::descriptor::{Descriptor, FieldDescriptor, Fields};
use crate::traits::{CandidType, Compound, Serializer};
use crate::types::ty::{Type, TypeInner};
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

    const __READS: bool = T::__READS && E::__READS;

    read_boxed!();

    #[inline]
    fn __read_with<W: Emplace<Self>>(
        decoder: Decoder<'_, '_, '_>,
        wrap: W,
    ) -> crate::error::Result<W::Out> {
        let mut payload = decoder.variant("a result")?;
        match payload.ordinal() {
            0 => match T::__read_with(payload.decoder(), Identity) {
                Ok(value) => Ok(wrap.wrap(Ok(value))),
                Err(error) => Err(payload.failed(error)),
            },
            1 => match E::__read_with(payload.decoder(), Identity) {
                Ok(value) => Ok(wrap.wrap(Err(value))),
                Err(error) => Err(payload.failed(error)),
            },
            _ => Err(payload.unknown()),
        }
    }

    fn __descriptor() -> &'static Descriptor {
        const {
            &Descriptor::Variant(Fields::new(
                const {
                    &[
                        FieldDescriptor::named(label_hash("Ok"), "Ok", 0, T::__descriptor),
                        FieldDescriptor::named(label_hash("Err"), "Err", 1, E::__descriptor),
                    ]
                },
            ))
        }
    }
}
