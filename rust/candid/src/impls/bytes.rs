//! The byte containers of `serde_bytes`, encoded as `blob`.

use crate::impls::read_by_serde;
use crate::impls::sequences::vec_type;
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use serde_bytes::{ByteArray, ByteBuf, Bytes};

impl CandidType for ByteBuf {
    vec_type!(u8);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_blob(self)
    }
}

impl CandidType for Bytes {
    vec_type!(u8);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_blob(self)
    }
}

impl<const N: usize> CandidType for ByteArray<N> {
    vec_type!(u8);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_blob(self.as_slice())
    }
}
