//! Values of other crates' types here and in serde_json: both keep a value or both refuse it, both read it as the same, and
//! the JSON of both is the same, except for what is listed with a reason.

use crate::beside::{check, reads, values, Row};
use bytes::{Bytes, BytesMut};
use candid::{CandidType, Json};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use indexmap::{IndexMap, IndexSet};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::{json, Value};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::net::IpAddr;
use time::{OffsetDateTime, PrimitiveDateTime, Timestamp, UtcDateTime, UtcOffset};
use uuid::{NonNilUuid, Uuid};

const UUID: Uuid = Uuid::from_u128(0x67e5_5044_10b1_426f_9247_bb68_0e5f_e0c8);

fn at(text: &str) -> DateTime<FixedOffset> {
    DateTime::parse_from_rfc3339(text).unwrap()
}

/// With an offset of whole minutes plus `seconds`.
fn at_offset(seconds: i32) -> DateTime<FixedOffset> {
    at("2026-11-25T11:23:04Z").with_timezone(&FixedOffset::east_opt(3600 + seconds).unwrap())
}

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn moment() -> PrimitiveDateTime {
    let date = time::Date::from_calendar_date(2026, time::Month::November, 25).unwrap();
    PrimitiveDateTime::new(date, time::Time::from_hms_nano(11, 23, 4, 5).unwrap())
}

fn map<K: std::hash::Hash + Eq, V, const N: usize>(pairs: [(K, V); N]) -> IndexMap<K, V> {
    pairs.into_iter().collect()
}

fn set<T: std::hash::Hash + Eq, const N: usize>(items: [T; N]) -> IndexSet<T> {
    items.into_iter().collect()
}

#[test]
fn values() {
    let rows = values! {
        Bytes::from_static(b"\0\xff");
        Bytes::new();
        BytesMut::from(&b"bytes"[..]);
        Some(Bytes::new());
        at("2026-11-25T11:23:04.005Z").to_utc();
        at("2016-12-31T23:59:60Z").to_utc();
        at("2026-11-25T11:23:04-03:30");
        at_offset(0);
        at_offset(15);
        DateTime::<Utc>::MIN_UTC;
        DateTime::<Utc>::MAX_UTC;
        at("2026-11-25T11:23:04Z").naive_utc();
        NaiveDateTime::MIN;
        NaiveDate::MAX;
        NaiveTime::MIN;
        chrono::Month::March;
        chrono::Weekday::Sun;
        TimeDelta::new(-6, 999_999_993).unwrap();
        TimeDelta::MIN;
        TimeDelta::MAX;
        BTreeMap::from([(NaiveDate::MIN, 1_u8)]);
        map([("b".to_string(), 1_u8), ("a".to_string(), 2)]);
        map([(2_u64, vec![1_u8]), (1, vec![])]);
        map([((2_u8, 1_u8), 1_u8)]);
        map([(UUID, None::<u8>)]);
        set([3_u16, 1, 2]);
        set([Some("a".to_string()), None]);
        decimal("-1.10");
        decimal("0.0000000000000000000000000001");
        Decimal::MAX;
        Some(Decimal::MIN);
        Json(Value::Null);
        Some(Json(Value::Null));
        Json(json!({"b": [1, null, 0.1], "a": {"": "é\u{1}"}}));
        Json(json!([u64::MAX, i64::MIN, f64::MAX]));
        Json(vec![f64::INFINITY]);
        Json(BTreeMap::from([((1_u8, 2_u8), 1_u8)]));
        Json(Json("a".to_string()));
        SmallVec::<[u8; 2]>::from_slice(&[1, 2]);
        SmallVec::<[u8; 2]>::from_slice(&[1, 2, 3]);
        SmallVec::<[Option<char>; 2]>::from_slice(&[None, Some('a'), None]);
        SmallVec::<[(); 2]>::from_elem((), 5);
        moment();
        moment().as_utc();
        moment().assume_utc();
        moment().assume_offset(UtcOffset::from_hms(-3, -30, -15).unwrap());
        PrimitiveDateTime::MIN;
        time::Date::MAX;
        time::Time::MAX;
        time::Month::March;
        time::Weekday::Sunday;
        UtcOffset::from_hms(0, 0, -15).unwrap();
        time::Duration::new(-5, -7);
        time::Duration::MIN;
        Timestamp::MIN;
        Timestamp::from_nanoseconds(-5).unwrap();
        BTreeMap::from([(Timestamp::MAX, 1_u8)]);
        UUID;
        Uuid::max();
        NonNilUuid::new(UUID).unwrap();
        BTreeMap::from([(UUID, Some(UUID))]);
    };
    let exceptions = [
        [
            "at_offset(15)",
            "changed: 2026-11-25T12:23:19+01:00",
            "refused",
            "an offset in RFC 3339 has no seconds: serde_json has another time, and Candid says so",
        ],
        [
            "map([((2_u8, 1_u8), 1_u8)])",
            "refused",
            "kept",
            "keys in JSON are text; in Candid a map is a vector of pairs",
        ],
    ];
    check(&rows, &exceptions);
}

#[test]
fn what_is_read() {
    const NOON: &str = "2026-11-25T12:00:00-03:30";
    const TEXT: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    let rows = reads! {
        Bytes: "[1,255]", [1_u8, 255];
        Bytes: "[256]", [256_u16];
        Bytes: "\"ab\"", "ab";
        BytesMut: "[]", [0_u8; 0];
        DateTime<Utc>: &json!(NOON).to_string(), NOON;
        DateTime<FixedOffset>: &json!(NOON).to_string(), NOON;
        DateTime<Utc>: "\"2026-11-25T12:00:00\"", "2026-11-25T12:00:00";
        DateTime<Utc>: "\"2026-02-30T12:00:00Z\"", "2026-02-30T12:00:00Z";
        DateTime<Utc>: "5", 5_u64;
        NaiveDate: "\"2026-13-01\"", "2026-13-01";
        chrono::Month: "\"mar\"", "mar";
        chrono::Weekday: "\"sunday\"", "sunday";
        TimeDelta: "[1,-1]", (1_i64, -1_i32);
        TimeDelta: "[1,7]", (1_i64, 7_i32);
        IndexMap<u8, u8>: r#"{"2":1,"1":2,"2":3}"#, [(2_u8, 1_u8), (1, 2), (2, 3)];
        IndexMap<IpAddr, u8>: r#"{"::1":1}"#, [("::1", 1_u8)];
        IndexMap<IpAddr, u8>: r#"{"::x":1}"#, [("::x", 1_u8)];
        IndexMap<u8, u8>: "[[2,1]]", [(2_u8, 1_u8)];
        IndexSet<u8>: "[2,1,2]", [2_u8, 1, 2];
        IndexSet<u8>: "[2,256]", [2_u16, 256];
        Decimal: "\"1.10\"", "1.10";
        Decimal: "\"1.5e3\"", "1.5e3";
        Decimal: "\"1,5\"", "1,5";
        Decimal: "\"79228162514264337593543950336\"", "79228162514264337593543950336";
        Decimal: "1.5", 1.5_f64;
        Decimal: "5", 5_u64;
        Json<Value>: r#""{\"a\": [1]}""#, r#"{"a": [1]}"#;
        Json<Value>: r#""{""#, "{";
        Json<Value>: r#""1 2""#, "1 2";
        Json<u8>: r#""256""#, "256";
        Json<u8>: "5", 5_u8;
        SmallVec<[u16; 2]>: "[1,2,3]", [1_u16, 2, 3];
        SmallVec<[u16; 2]>: "[1,-2]", [1_i32, -2];
        SmallVec<[u16; 2]>: "1", 1_u16;
        OffsetDateTime: "\"2026-11-25 11:23:04.0 -03:30:15\"", "2026-11-25 11:23:04.0 -03:30:15";
        OffsetDateTime: &json!(NOON).to_string(), NOON;
        UtcDateTime: "\"2026-11-25 11:23:04.0\"", "2026-11-25 11:23:04.0";
        time::Date: "\"2026-02-30\"", "2026-02-30";
        time::Month: "\"March\"", "March";
        time::Month: "3", 3_u8;
        time::Weekday: "\"Sun\"", "Sun";
        time::Duration: "[1,-1]", (1_i64, -1_i32);
        time::Duration: "[-1,-1]", (-1_i64, -1_i32);
        Timestamp: "-5", -5_i128;
        Timestamp: "5", 5_u64;
        Uuid: &json!(TEXT).to_string(), TEXT;
        Uuid: "\"67e5504410b1426f9247bb680e5fe0c8\"", "67e5504410b1426f9247bb680e5fe0c8";
        Uuid: "\"67e55044\"", "67e55044";
        Uuid: "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]", [0_u8; 16];
        NonNilUuid: "\"00000000-0000-0000-0000-000000000000\"", "00000000-0000-0000-0000-000000000000";
    };
    let text = "its Candid type is text, and nothing else is a subtype of that";
    let exceptions = [
        [
            "Bytes: \"ab\"",
            "b\"ab\"",
            "refused",
            "its Candid type is blob, of which text is not a subtype",
        ],
        [
            "IndexMap<u8, u8>: [(2_u8, 1_u8)]",
            "refused",
            "{2: 1}",
            "a map is a vector of pairs",
        ],
        ["Decimal: 1.5_f64", "1.5", "refused", text],
        ["Decimal: 5_u64", "5", "refused", text],
        ["time::Month: 3_u8", "March", "refused", text],
        [
            "Timestamp: 5_u64",
            "0.000000005",
            "refused",
            "its Candid type is int, of which nat64 is not a subtype",
        ],
    ];
    check(&rows, &exceptions);
}

/// A row of the JSON of serde_json and of Candid for a value.
fn written<T: CandidType + Serialize>(name: &'static str, value: &T) -> Row {
    (
        name,
        serde_json::to_string(value).unwrap(),
        candid::json::encode_one(value).unwrap(),
    )
}

macro_rules! written {
    ($($value:expr;)*) => {
        [$(written(stringify!($value), &$value)),*]
    };
}

#[test]
fn what_is_written() {
    #[derive(CandidType, Serialize)]
    struct Order {
        at: DateTime<Utc>,
        id: Uuid,
        price: Decimal,
    }
    let rows = written! {
        Order { at: at("2026-11-25T11:23:04Z").to_utc(), id: UUID, price: decimal("1.10") };
        Bytes::from_static(b"\0\xff");
        at_offset(0);
        TimeDelta::new(5, 7).unwrap();
        map([("b".to_string(), 1_u8)]);
        set([3_u16, 1]);
        Json(json!({"a": [1, null]}));
        SmallVec::<[u16; 2]>::from_slice(&[1, 2]);
        SmallVec::<[u8; 2]>::from_slice(&[1, 2]);
        moment().assume_utc();
        time::Month::March;
        time::Duration::new(5, 7);
        Timestamp::from_nanoseconds(5).unwrap();
        NonNilUuid::new(UUID).unwrap();
    };
    let blob = "a blob is base64 in Candid's JSON";
    let digits =
        "numbers of 64 bits and more are strings in Candid's JSON, as other languages round them";
    let exceptions = [
        [
            "Bytes::from_static(b\"\\0\\xff\")",
            "[0,255]",
            "\"AP8=\"",
            blob,
        ],
        [
            "TimeDelta::new(5, 7).unwrap()",
            "[5,7]",
            "[\"5\",7]",
            digits,
        ],
        [
            "map([(\"b\".to_string(), 1_u8)])",
            "{\"b\":1}",
            "[[\"b\",1]]",
            "a map is a vector of pairs, whose keys are of any type",
        ],
        [
            "SmallVec::<[u8; 2]>::from_slice(&[1, 2])",
            "[1,2]",
            "\"AQI=\"",
            blob,
        ],
        [
            "time::Duration::new(5, 7)",
            "\"5.000000007\"",
            "[\"5\",7]",
            "its Candid type is a record, as that of TimeDelta and of std's Duration",
        ],
        [
            "Timestamp::from_nanoseconds(5).unwrap()",
            "5",
            "\"5\"",
            digits,
        ],
    ];
    check(&rows, &exceptions);
}
