//! Types of other crates, each behind the feature of the crate's name: values as they are written and read back, texts that
//! are refused, and hostile messages.

#[path = "data/beside.rs"]
mod beside;
#[path = "crates/beside_serde_json.rs"]
mod beside_serde_json;
#[path = "crates/collections.rs"]
mod collections;
#[path = "crates/json.rs"]
mod json;
#[path = "crates/texts.rs"]
mod texts;
#[path = "crates/times.rs"]
mod times;

use candid::{decode_one, encode_one, CandidType, Deserialize, IDLValue};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Checks that a value has the same message as another, and is read from it: alone, in containers, flattened, and by way of
/// a dynamic value.
#[track_caller]
fn same<T, U>(value: T, known: U)
where
    T: CandidType + DeserializeOwned + PartialEq + Debug + Clone,
    U: CandidType,
{
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Inner<T> {
        one: T,
        many: Vec<T>,
        opt: Option<T>,
        map: BTreeMap<String, T>,
        pair: (u8, T),
    }
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Outer<T> {
        id: u8,
        #[serde(flatten)]
        inner: Inner<T>,
    }
    let message = encode_one(&value).unwrap();
    assert_eq!(
        hex::encode(&message),
        hex::encode(encode_one(known).unwrap()),
        "{value:?}"
    );
    assert_eq!(decode_one::<T>(&message).unwrap(), value);
    let dynamic = IDLValue::from_rust(&value).unwrap();
    assert_eq!(dynamic.to_rust::<T>().unwrap(), value);
    let inner = || Inner {
        one: value.clone(),
        many: vec![value.clone(); 3],
        opt: Some(value.clone()),
        map: BTreeMap::from([("key".to_string(), value.clone())]),
        pair: (1, value.clone()),
    };
    let message = encode_one(inner()).unwrap();
    assert_eq!(decode_one::<Inner<T>>(&message).unwrap(), inner());
    let outer = Outer {
        id: 1,
        inner: inner(),
    };
    let message = encode_one(&outer).unwrap();
    assert_eq!(decode_one::<Outer<T>>(&message).unwrap(), outer);
}

/// Checks the error of a value, which is the second element of a field.
#[track_caller]
fn refused<T: CandidType + DeserializeOwned + Debug>(
    valid: impl CandidType,
    wrong: impl CandidType,
    expected: &str,
) {
    #[derive(CandidType, Deserialize, Debug)]
    struct Holder<T> {
        field: T,
    }
    let bytes = encode_one(Holder { field: wrong }).unwrap();
    let error = decode_one::<Holder<T>>(&bytes).unwrap_err();
    assert!(error.path().starts_with("0.field"), "{error}");
    assert!(
        error.to_string().len() < 1000,
        "{} bytes",
        error.to_string().len()
    );
    assert!(error.to_string().contains(expected), "{error}");
    let bytes = encode_one(Holder { field: valid }).unwrap();
    decode_one::<Holder<T>>(&bytes).unwrap();
}
