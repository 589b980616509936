//! Times, encoded as records with serde's field names.

use crate::impls::named;
use crate::schema::descriptor::{Descriptor, FieldDescriptor, Fields};
use crate::traits::{CandidType, Compound, Serializer};
use crate::types::ty::{Type, TypeInner};
use candid_wire::label::label_hash;
use serde::ser::Error as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

impl CandidType for Duration {
    fn _ty() -> Type {
        TypeInner::Record(vec![named("secs", u64::ty()), named("nanos", u32::ty())]).into()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let mut compound = serializer.serialize_struct()?;
        compound.serialize_element(&self.as_secs())?;
        compound.serialize_element(&self.subsec_nanos())
    }

    fn __descriptor() -> &'static Descriptor {
        const {
            &Descriptor::Record(Fields::new(
                const {
                    &[
                        FieldDescriptor::named(label_hash("secs"), "secs", 0, u64::__descriptor),
                        FieldDescriptor::named(label_hash("nanos"), "nanos", 1, u32::__descriptor),
                    ]
                },
            ))
        }
    }
}

/// Encoding fails for times before 1970.
impl CandidType for SystemTime {
    fn _ty() -> Type {
        TypeInner::Record(vec![
            named("nanos_since_epoch", u32::ty()),
            named("secs_since_epoch", u64::ty()),
        ])
        .into()
    }

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

    fn __descriptor() -> &'static Descriptor {
        const {
            &Descriptor::Record(Fields::new(
                const {
                    &[
                        FieldDescriptor::named(
                            label_hash("nanos_since_epoch"),
                            "nanos_since_epoch",
                            1,
                            u32::__descriptor,
                        ),
                        FieldDescriptor::named(
                            label_hash("secs_since_epoch"),
                            "secs_since_epoch",
                            0,
                            u64::__descriptor,
                        ),
                    ]
                },
            ))
        }
    }
}
