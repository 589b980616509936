//! `#[serde(default)]` on the last fields of a tuple, which serde knows by their positions.

use candid::{decode_one, encode_one, CandidType, Deserialize, IDLValue, Lazy};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::fmt::Debug;

fn seven() -> u16 {
    7
}

fn some() -> Option<String> {
    Some("a default".to_string())
}

#[derive(CandidType, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct One(u8, #[serde(default)] String);

#[derive(CandidType, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Many(
    u8,
    Option<u8>,
    #[serde(default = "seven")] u16,
    #[serde(default = "some")] Option<String>,
    #[serde(default)] Vec<u8>,
);

#[derive(CandidType, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
struct All(u8, String);

impl Default for All {
    fn default() -> Self {
        All(5, "all".to_string())
    }
}

#[derive(CandidType, Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Case {
    Plain,
    Tuple(u8, #[serde(default)] String),
}

/// `record { 0 : nat8 }`, which Rust has with a name only.
#[derive(CandidType, Clone)]
struct Only {
    #[candid(id = 0)]
    n: u8,
}

#[derive(CandidType)]
enum OldCase {
    Tuple(Only),
}

#[track_caller]
fn check<T: CandidType + DeserializeOwned + Clone + Debug + PartialEq>(
    old: &(impl CandidType + Clone),
    expected: &T,
) {
    let message = encode_one(old).unwrap();
    assert_eq!(decode_one::<T>(&message).unwrap(), *expected);
    // Twice, because the second message finds a plan.
    assert_eq!(decode_one::<T>(&message).unwrap(), *expected);
    let list = encode_one(vec![old.clone(); 3]).unwrap();
    assert_eq!(
        decode_one::<Vec<T>>(&list).unwrap(),
        vec![expected.clone(); 3]
    );
    let nested = encode_one(Some((old.clone(), true))).unwrap();
    assert_eq!(
        decode_one::<Option<(Box<T>, bool)>>(&nested).unwrap(),
        Some((Box::new(expected.clone()), true))
    );
    assert_eq!(
        IDLValue::from_rust(old).unwrap().to_rust::<T>().unwrap(),
        *expected
    );
    let lazy = decode_one::<Lazy<T>>(&message).unwrap();
    assert_eq!(lazy.into_inner().unwrap(), *expected);
    // What is there is read.
    let message = encode_one(expected).unwrap();
    assert_eq!(decode_one::<T>(&message).unwrap(), *expected);
}

#[test]
fn the_last_fields_have_their_defaults() {
    let only = Only { n: 1 };
    check(&only, &One(1, String::new()));
    check(&only, &Many(1, None, 7, some(), vec![]));
    check(&(1u8, Some(2u8)), &Many(1, Some(2), 7, some(), vec![]));
    check(&(1u8, Some(2u8), 3u16), &Many(1, Some(2), 3, None, vec![]));
    check(
        &(1u8, Some(2u8), 3u16, Some("b")),
        &Many(1, Some(2), 3, Some("b".to_string()), vec![]),
    );
    check(&(4u8, "here"), &One(4, "here".to_string()));
    check(&Nothing {}, &All::default());
    check(&only, &All(1, "all".to_string()));
}

#[derive(CandidType, Clone)]
struct Nothing {}

/// As serde_json has it, where null and missing options are not the same.
#[test]
fn as_serde_json() {
    let from = |text| serde_json::from_str::<Many>(text).unwrap();
    assert_eq!(from("[1, null]"), Many(1, None, 7, some(), vec![]));
    assert_eq!(from("[1, null, 3, null]"), Many(1, None, 3, None, vec![]));
    assert_eq!(
        serde_json::from_str::<One>("[1]").unwrap(),
        One(1, String::new())
    );
    assert_eq!(serde_json::from_str::<All>("[]").unwrap(), All::default());
}

#[test]
fn in_variants() {
    let message = encode_one(vec![OldCase::Tuple(Only { n: 1 })]).unwrap();
    assert_eq!(
        decode_one::<Vec<Case>>(&message).unwrap(),
        [Case::Tuple(1, String::new())]
    );
    let cases = vec![Case::Plain, Case::Tuple(2, "b".to_string())];
    let message = encode_one(&cases).unwrap();
    assert_eq!(decode_one::<Vec<Case>>(&message).unwrap(), cases);
}

/// A default hides no mistake: of a type, of another field, of a gap.
#[test]
fn what_remains_an_error() {
    let error = |message: &[u8]| decode_one::<Many>(message).unwrap_err().to_string();
    let found = error(&encode_one((1u8, (), "text")).unwrap());
    assert!(
        found.starts_with("expected nat16, found text in argument 1 at 2"),
        "{found}"
    );
    let found = error(&encode_one(Nothing {}).unwrap());
    assert!(
        found.starts_with("missing field `0`: expected nat8"),
        "{found}"
    );
    #[derive(CandidType)]
    struct Gap {
        #[candid(id = 0)]
        first: u8,
        #[candid(id = 4)]
        last: Vec<u8>,
    }
    let (first, last) = (1, vec![2]);
    let found = error(&encode_one(Gap { first, last }).unwrap());
    assert!(
        found.starts_with("missing field `2`: expected nat16"),
        "{found}"
    );
}
