//! Crate `uuid`: `text` with hyphens, which clients in other languages have as well.

use crate::impls::{primitive_type, read_by_serde};
use crate::traits::{CandidType, Serializer};
use uuid::{NonNilUuid, Uuid};

impl CandidType for Uuid {
    primitive_type!(Text);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(self.hyphenated().encode_lower(&mut Uuid::encode_buffer()))
    }
}

impl CandidType for NonNilUuid {
    primitive_type!(Text);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.get().idl_serialize(serializer)
    }
}
