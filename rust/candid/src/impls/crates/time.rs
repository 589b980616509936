//! Crate `time`: times and dates as the `text` that it has for people, durations as seconds and nanoseconds, timestamps as
//! nanoseconds.

use crate::impls::crates::readable::texts;
use crate::impls::{read_by_serde, type_of};
use crate::traits::{CandidType, Serializer};
use time::{
    Date, Month, OffsetDateTime, PlainDateTime, SignedDuration, Time, Timestamp, UtcDateTime,
    UtcOffset, Weekday,
};

texts! {
    Date;
    Month;
    OffsetDateTime;
    PlainDateTime;
    Time;
    UtcDateTime;
    UtcOffset;
    Weekday;
}

/// Both parts have the same sign.
impl CandidType for SignedDuration {
    type_of!((i64, i32));
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        (self.whole_seconds(), self.subsec_nanoseconds()).idl_serialize(serializer)
    }
}

impl CandidType for Timestamp {
    type_of!(i128);
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.as_nanoseconds().idl_serialize(serializer)
    }
}
