//! Crate `serde_json`: JSON as `text`.

use crate::data::json::Json;
use crate::impls::primitive_type;
use crate::traits::{CandidType, Serializer};
use serde::Serialize;

impl<T: Serialize> CandidType for Json<T> {
    primitive_type!(Text);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(&self.text::<S::Error>()?)
    }
}
