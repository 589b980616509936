//! Crate `rust_decimal`: `text` of all digits, as zeros at the end count.

use crate::impls::{primitive_type, read_by_serde};
use crate::traits::{CandidType, Serializer};
use rust_decimal::Decimal;

impl CandidType for Decimal {
    primitive_type!(Text);
    read_by_serde!();

    /// Not by `Serialize`, which writes a float if another crate turns on the feature `serde-float`.
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(&self.to_string())
    }
}
