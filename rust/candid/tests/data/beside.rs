//! What serde_json and Candid do with the same values of the same declaration, and with the same input.

use candid::{decode_one, encode_one, CandidType};
use serde::{de::DeserializeOwned, Serialize};
use std::fmt::Debug;

/// What a format does with a value: `kept`, `changed: …`, `refused`.
fn outcome<T, M, E>(
    value: &T,
    show: impl Fn(&T) -> String,
    written: Result<M, E>,
    read: impl FnOnce(M) -> Option<T>,
) -> String {
    let Ok(message) = written else {
        return "refused".to_string();
    };
    match read(message).map(|read| show(&read)) {
        None => "written, not read".to_string(),
        Some(read) if read == show(value) => "kept".to_string(),
        Some(read) => format!("changed: {read}"),
    }
}

/// A row: what it is about, what serde_json does, what Candid does.
pub(crate) type Row = (&'static str, String, String);

pub(crate) fn value<T>(name: &'static str, value: &T, show: impl Fn(&T) -> String) -> Row
where
    T: CandidType + Serialize + DeserializeOwned,
{
    let json = serde_json::to_string(value);
    let json = outcome(value, &show, json, |json| serde_json::from_str(&json).ok());
    let candid = encode_one(value);
    let candid = outcome(value, &show, candid, |bytes| decode_one(&bytes).ok());
    // Candid's values as JSON are those of Candid, not of serde_json.
    #[cfg(feature = "json")]
    {
        let mapped = candid::json::encode_one(value);
        let mapped = outcome(value, &show, mapped, |text| {
            candid::json::decode_one(&text).ok()
        });
        assert_eq!(mapped, candid, "{name}");
    }
    (name, json, candid)
}

/// Compares the rows whose cells differ with the exceptions: all must be there, each with its reason.
#[track_caller]
pub(crate) fn check(rows: &[Row], exceptions: &[[&str; 4]]) {
    let found: Vec<_> = rows
        .iter()
        .filter(|(_, json, candid)| json != candid)
        .map(|(name, json, candid)| [*name, &**json, &**candid])
        .collect();
    let expected: Vec<_> = exceptions
        .iter()
        .map(|[name, json, candid, _]| [*name, &**json, &**candid])
        .collect();
    assert_eq!(format!("{found:#?}"), format!("{expected:#?}"));
}

macro_rules! values {
    ($($value:expr;)*) => {
        [$($crate::beside::value(stringify!($value), &$value, |value| format!("{value:?}"))),*]
    };
}
pub(crate) use values;

/// Reads a text of JSON, and the message of a value, which say the same, as a type.
pub(crate) fn read<T: CandidType + DeserializeOwned + Debug>(
    name: &'static str,
    json: &str,
    known: impl CandidType,
) -> Row {
    let outcome = |read: Option<T>| match read {
        Some(value) => format!("{value:?}"),
        None => "refused".to_string(),
    };
    let json = outcome(serde_json::from_str(json).ok());
    let candid = outcome(decode_one(&encode_one(known).unwrap()).ok());
    (name, json, candid)
}

macro_rules! reads {
    ($($ty:ty: $json:expr, $known:expr;)*) => {
        [$($crate::beside::read::<$ty>(concat!(stringify!($ty), ": ", stringify!($known)), $json, $known)),*]
    };
}
pub(crate) use reads;
