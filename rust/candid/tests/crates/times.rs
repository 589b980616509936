//! `chrono` and `time`.

use crate::{refused, same};
use candid::{decode_one, encode_one, CandidType, Deserialize};

/// Seconds and nanoseconds, as a random number has them.
fn instants() -> impl Iterator<Item = (i64, u32)> {
    let mut state = 1_u64;
    std::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let seconds = (state >> 20) as i64 % 250_000_000_000;
        let nanos = [0, 1, 5_000_000, 123_456_000, 999_999_999][(state >> 16) as usize % 5];
        (seconds * if state >> 63 == 0 { 1 } else { -1 }, nanos)
    })
    .take(500)
}

/// Checks that a text is read as the value that it is written from.
#[track_caller]
fn comes_back<T>(value: T)
where
    T: CandidType + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let bytes = encode_one(&value).unwrap();
    assert_eq!(decode_one::<T>(&bytes).unwrap(), value);
}

mod of_chrono {
    use super::*;
    use chrono::{
        DateTime, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc, Weekday,
    };

    fn date(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn at(text: &str) -> DateTime<FixedOffset> {
        DateTime::parse_from_rfc3339(text).unwrap()
    }

    #[test]
    fn values() {
        let time = "2026-11-25T11:23:04Z";
        same(at(time).to_utc(), time);
        same(
            at("2026-11-25T11:23:04.005Z").to_utc(),
            "2026-11-25T11:23:04.005Z",
        );
        same(at("2026-11-25T11:23:04-03:30"), "2026-11-25T11:23:04-03:30");
        // A leap second.
        same(at("2016-12-31T23:59:60Z").to_utc(), "2016-12-31T23:59:60Z");
        same(date(2026, 11, 25), "2026-11-25");
        same(date(-1, 1, 2), "-0001-01-02");
        same(date(12345, 1, 2), "+12345-01-02");
        same(NaiveDate::MIN, NaiveDate::MIN.to_string());
        same(NaiveDate::MAX, NaiveDate::MAX.to_string());
        same(NaiveTime::MIN, "00:00:00");
        same(at(time).naive_utc().time(), "11:23:04");
        same(at(time).naive_utc(), "2026-11-25T11:23:04");
        same(NaiveDateTime::MIN, "-262143-01-01T00:00:00");
        same(NaiveDateTime::MAX, "+262142-12-31T23:59:59.999999999");
        same(Month::March, "March");
        same(Weekday::Wed, "Wed");
        same(TimeDelta::new(5, 7).unwrap(), (5_i64, 7_i32));
        same(-TimeDelta::new(5, 7).unwrap(), (-6_i64, 999_999_993_i32));
        same(TimeDelta::MAX, (9_223_372_036_854_775_i64, 807_000_000_i32));
        same(
            TimeDelta::MIN,
            (-9_223_372_036_854_776_i64, 193_000_000_i32),
        );
        same(TimeDelta::nanoseconds(-1), (-1_i64, 999_999_999_i32));
        // Read as the same instant, whatever its offset.
        let read: DateTime<Utc> =
            decode_one(&encode_one("2026-11-25T11:23:04-03:30").unwrap()).unwrap();
        assert_eq!(read.to_rfc3339(), "2026-11-25T14:53:04+00:00");
    }

    #[test]
    fn all_instants() {
        for (seconds, nanos) in instants() {
            let utc = DateTime::from_timestamp(seconds, nanos).unwrap();
            comes_back(utc);
            comes_back(utc.naive_utc());
            comes_back(utc.naive_utc().date());
            comes_back(utc.naive_utc().time());
            let offset = i32::try_from(seconds % 1440).unwrap() * 60;
            let local = utc.with_timezone(&FixedOffset::east_opt(offset).unwrap());
            let bytes = encode_one(local).unwrap();
            let read: DateTime<FixedOffset> = decode_one(&bytes).unwrap();
            assert_eq!((read, read.offset()), (local, local.offset()));
        }
        comes_back(DateTime::<Utc>::MIN_UTC);
        comes_back(DateTime::<Utc>::MAX_UTC);
    }

    #[test]
    fn times_that_have_no_text() {
        let odd = FixedOffset::east_opt(3723).unwrap();
        let error = encode_one(at("2026-11-25T11:23:04Z").with_timezone(&odd)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Serialize error: expected an offset of whole minutes, found +01:02:03"
        );
        let hour = FixedOffset::east_opt(3600).unwrap();
        for (time, offset) in [
            (DateTime::<Utc>::MAX_UTC, hour),
            (
                DateTime::<Utc>::MIN_UTC,
                FixedOffset::west_opt(3600).unwrap(),
            ),
        ] {
            let error = encode_one(time.with_timezone(&offset)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("Serialize error: the local time at offset {offset} is out of range")
            );
        }
    }

    #[test]
    fn others_are_refused() {
        let time = "2026-11-25T11:23:04Z";
        refused::<DateTime<Utc>>(time, "", "premature end of input");
        refused::<DateTime<Utc>>(time, "2026-11-25T11:23:04", "premature end of input");
        refused::<DateTime<Utc>>(time, "2026-02-30T11:23:04Z", "input is out of range");
        refused::<DateTime<Utc>>(time, "999999-01-01T00:00:00Z", "invalid characters");
        refused::<DateTime<Utc>>(time, "1".repeat(1 << 20), "input");
        refused::<DateTime<FixedOffset>>(time, 5_u64, "expected text, found nat64");
        refused::<NaiveDate>("2026-11-25", "2026-13-25", "input is out of range");
        refused::<NaiveTime>("11:23", "24:00:00", "input is out of range");
        refused::<NaiveDateTime>("2026-11-25T11:23:04", time, "trailing input");
        refused::<Month>("May", "Mai", "month");
        refused::<Weekday>("Mon", "Mo", "day");
        refused::<TimeDelta>((0_i64, 0_i32), (0_i64, -1_i32), "TimeDelta out of bounds");
        refused::<TimeDelta>((0_i64, 0_i32), (i64::MAX, 0_i32), "TimeDelta out of bounds");
        refused::<TimeDelta>((0_i64, 0_i32), "0", "expected record");
    }

    /// Numbers of the time that has passed since 1970.
    #[test]
    fn timestamps() {
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct Event {
            #[serde(with = "chrono::serde::ts_milliseconds")]
            #[candid(with_type = "i64")]
            at: DateTime<Utc>,
        }
        assert_eq!(Event::ty().to_string(), "record { at : int64 }");
        comes_back(Event {
            at: at("2026-11-25T11:23:04.005Z").to_utc(),
        });
    }
}

mod of_time {
    use super::*;
    use time::{
        Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, Timestamp, UtcDateTime,
        UtcOffset, Weekday,
    };

    fn date(year: i32, month: Month, day: u8) -> Date {
        Date::from_calendar_date(year, month, day).unwrap()
    }

    fn moment(nanos: u32) -> PrimitiveDateTime {
        let date = date(2026, Month::November, 25);
        PrimitiveDateTime::new(date, Time::from_hms_nano(11, 23, 4, nanos).unwrap())
    }

    fn offset(hours: i8, minutes: i8, seconds: i8) -> UtcOffset {
        UtcOffset::from_hms(hours, minutes, seconds).unwrap()
    }

    #[test]
    fn values() {
        same(moment(0).assume_utc(), "2026-11-25 11:23:04.0 +00:00:00");
        same(
            moment(5_000_000).assume_offset(offset(-3, -30, -15)),
            "2026-11-25 11:23:04.005 -03:30:15",
        );
        same(moment(1).as_utc(), "2026-11-25 11:23:04.000000001");
        same(moment(0), "2026-11-25 11:23:04.0");
        same(moment(0).date(), "2026-11-25");
        same(date(-1, Month::January, 2), "-0001-01-02");
        same(Date::MIN, "-9999-01-01");
        same(Date::MAX, "9999-12-31");
        same(moment(0).time(), "11:23:04.0");
        same(Time::MAX, "23:59:59.999999999");
        same(offset(-3, -30, -15), "-03:30:15");
        same(offset(0, 0, -15), "-00:00:15");
        same(Month::March, "March");
        same(Weekday::Wednesday, "Wednesday");
        same(Duration::new(5, 7), (5_i64, 7_i32));
        same(Duration::new(-5, -7), (-5_i64, -7_i32));
        same(Duration::MIN, (i64::MIN, -999_999_999_i32));
        same(Duration::MAX, (i64::MAX, 999_999_999_i32));
    }

    /// Not in what is flattened: serde's buffer has no numbers of 128 bits.
    #[test]
    fn nanoseconds() {
        let before = Timestamp::from_nanoseconds(-5).unwrap();
        assert_eq!(encode_one(before).unwrap(), encode_one(-5_i128).unwrap());
        for timestamp in [before, Timestamp::MIN, Timestamp::MAX] {
            comes_back(timestamp);
            comes_back(vec![Some(timestamp)]);
        }
        assert_eq!(Timestamp::ty().to_string(), "int");
    }

    #[test]
    fn all_instants() {
        for (seconds, nanos) in instants() {
            let utc = OffsetDateTime::from_unix_timestamp(seconds)
                .unwrap()
                .replace_nanosecond(nanos)
                .unwrap();
            comes_back(utc);
            comes_back(UtcDateTime::from(utc));
            comes_back(utc.date());
            comes_back(utc.time());
            comes_back(PrimitiveDateTime::new(utc.date(), utc.time()));
            let offset = i32::try_from(seconds % 86400).unwrap();
            let offset = UtcOffset::from_whole_seconds(offset).unwrap();
            comes_back(offset);
            if let Some(local) = utc.checked_to_offset(offset) {
                let bytes = encode_one(local).unwrap();
                let read: OffsetDateTime = decode_one(&bytes).unwrap();
                assert_eq!((read, read.offset()), (local, local.offset()));
            }
        }
        comes_back(PrimitiveDateTime::MIN);
        comes_back(PrimitiveDateTime::MAX);
    }

    #[test]
    fn others_are_refused() {
        let moment = "2026-11-25 11:23:04.0 +00:00:00";
        refused::<OffsetDateTime>(moment, "", "could not be parsed");
        refused::<OffsetDateTime>(moment, "2026-11-25T11:23:04Z", "");
        refused::<OffsetDateTime>(moment, "2026-02-30 11:23:04.0 +00:00:00", "day");
        refused::<OffsetDateTime>(moment, "1".repeat(1 << 20), "");
        refused::<OffsetDateTime>(moment, (2026_i32, 1_u16), "expected text, found record");
        refused::<Date>("2026-11-25", "2026-13-25", "month");
        refused::<Time>("11:23:04.0", "24:00:00.0", "hour");
        refused::<Month>("May", "Mai", "expected a `Month`");
        refused::<Weekday>("Monday", "Mon", "expected a `Weekday`");
        refused::<Duration>(
            (0_i64, 0_i32),
            (0_i64, 1_000_000_000_i32),
            "expected an integer in the valid range",
        );
        refused::<Duration>((0_i64, 0_i32), "1.5", "expected record");
        refused::<Timestamp>(
            0_i128,
            i128::MAX,
            "invalid nanoseconds, expected an in-range value",
        );
    }

    /// The form of RFC 3339, and numbers of the time that has passed since 1970.
    #[test]
    fn other_forms() {
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct Event {
            #[serde(with = "time::serde::rfc3339")]
            #[candid(with_type = "String")]
            text: OffsetDateTime,
            #[serde(with = "time::serde::timestamp")]
            #[candid(with_type = "i64")]
            seconds: OffsetDateTime,
        }
        assert_eq!(
            Event::ty().to_string(),
            "record { \"text\" : text; seconds : int64 }"
        );
        let moment = moment(0).assume_utc();
        let event = Event {
            text: moment,
            seconds: moment,
        };
        let bytes = encode_one(&event).unwrap();
        assert!(bytes
            .windows(20)
            .any(|part| part == b"2026-11-25T11:23:04Z"));
        comes_back(event);
    }
}
