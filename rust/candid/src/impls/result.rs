//! `Result`, encoded as `variant { Ok; Err }`.

use crate::de::read::emplace::Identity;
use crate::impls::{fields_type, reads};
use crate::traits::{CandidType, Compound, Serializer};

impl<T: CandidType, E: CandidType> CandidType for Result<T, E> {
    fields_type!(Variant { "Ok" 0: T, "Err" 1: E });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self {
            Ok(value) => serializer.serialize_variant(0)?.serialize_element(value),
            Err(error) => serializer.serialize_variant(1)?.serialize_element(error),
        }
    }

    reads! { T::__READS && E::__READS, #[inline] |decoder, wrap| {
        let mut payload = decoder.variant("a result")?;
        match payload.ordinal() {
            0 => match T::__read_with(payload.decoder()?, Identity) {
                Ok(value) => Ok(wrap.wrap(Ok(value))),
                Err(error) => Err(payload.failed(error)),
            },
            1 => match E::__read_with(payload.decoder()?, Identity) {
                Ok(value) => Ok(wrap.wrap(Err(value))),
                Err(error) => Err(payload.failed(error)),
            },
            _ => Err(payload.unknown()),
        }
    } }
}
