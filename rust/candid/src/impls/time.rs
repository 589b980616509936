//! Times, encoded as records with serde's field names.

use crate::impls::fields_type;
use crate::traits::{CandidType, Compound, Serializer};
use serde::ser::Error as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

impl CandidType for Duration {
    fields_type!(Record { "secs" 0: u64, "nanos" 1: u32 });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let mut compound = serializer.serialize_struct()?;
        compound.serialize_element(&self.as_secs())?;
        compound.serialize_element(&self.subsec_nanos())
    }
}

/// Encoding fails for times before 1970.
impl CandidType for SystemTime {
    fields_type!(Record { "nanos_since_epoch" 1: u32, "secs_since_epoch" 0: u64 });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let since_epoch = self.duration_since(UNIX_EPOCH).map_err(|error| {
            S::Error::custom(format_args!(
                "expected a time after 1970-01-01, found one {:?} before it",
                error.duration()
            ))
        })?;
        let mut compound = serializer.serialize_struct()?;
        compound.serialize_element(&since_epoch.subsec_nanos())?;
        compound.serialize_element(&since_epoch.as_secs())
    }
}
