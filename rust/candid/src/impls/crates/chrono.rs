//! Crate `chrono`: times and dates as `text` of RFC 3339, a difference of times as seconds and nanoseconds.

use crate::impls::crates::readable::{texts, write_readable};
use crate::impls::{primitive_type, read_by_serde, type_of};
use crate::traits::{CandidType, Serializer};
use chrono::{
    DateTime, Month, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeDelta, TimeZone, Weekday,
};
use serde::ser::Error as _;

texts! {
    NaiveDate;
    NaiveDateTime;
    NaiveTime;
    Month;
    Weekday;
}

/// Encoding fails for an offset with seconds, which RFC 3339 does not have, and for a local time that is not in range:
/// `chrono` rounds the former, and panics for the latter.
impl<Tz: TimeZone> CandidType for DateTime<Tz> {
    primitive_type!(Text);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let offset = self.offset().fix();
        if offset.local_minus_utc() % 60 != 0 {
            return Err(S::Error::custom(format_args!(
                "expected an offset of whole minutes, found {offset}"
            )));
        }
        if self.naive_utc().checked_add_offset(offset).is_none() {
            return Err(S::Error::custom(format_args!(
                "the local time at offset {offset} is out of range"
            )));
        }
        write_readable(self, serializer)
    }
}

/// The nanoseconds are positive for negative differences too.
impl CandidType for TimeDelta {
    type_of!((i64, i32));
    read_by_serde!();

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let (seconds, nanos) = (self.num_seconds(), self.subsec_nanos());
        let parts = if nanos < 0 {
            (seconds - 1, nanos + 1_000_000_000)
        } else {
            (seconds, nanos)
        };
        parts.idl_serialize(serializer)
    }
}
