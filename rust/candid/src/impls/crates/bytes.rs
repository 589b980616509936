//! Crate `bytes`: its buffers, as `blob`.

use crate::impls::read_by_serde;
use crate::impls::sequences::vec_type;
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use bytes::{Bytes, BytesMut};

impl CandidType for Bytes {
    vec_type!(u8);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_blob(self)
    }
}

impl CandidType for BytesMut {
    vec_type!(u8);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_blob(self)
    }
}
