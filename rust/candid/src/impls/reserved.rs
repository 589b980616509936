//! `reserved` and `empty`.

use crate::data::reserved::{Empty, Reserved};
use crate::impls::{primitive_type, read_by_serde};
use crate::traits::{CandidType, Serializer};

impl CandidType for Reserved {
    primitive_type!(Reserved);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        // A value of `reserved` has no bytes, like one of `null`.
        serializer.serialize_null(())
    }
}

impl CandidType for Empty {
    primitive_type!(Empty);

    fn idl_serialize<S: Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
        match *self {}
    }
}
