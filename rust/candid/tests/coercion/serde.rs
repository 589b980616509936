//! Serde's attributes on the reading side.

use super::reads;
use candid::{CandidType, Deserialize};
use serde::Deserializer;

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Wire {
    name: String,
    size: u8,
}

fn wire() -> Wire {
    Wire {
        name: "n".into(),
        size: 5,
    }
}

#[test]
fn rename() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Renamed {
        #[serde(rename = "size")]
        how_large: u8,
        #[serde(rename = "name")]
        called: String,
    }
    let expected = Renamed {
        how_large: 5,
        called: "n".into(),
    };
    reads(wire(), expected);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Tag {
        #[serde(rename = "Ok")]
        Fine(u8),
        #[serde(rename = "Err")]
        Broken,
    }
    reads(Ok::<u8, ()>(1), Tag::Fine(1));
    reads(Err::<u8, ()>(()), Tag::Broken);
}

/// A record may always have more fields than its reader knows: for other formats alone they are an error.
#[test]
fn unknown_fields_are_not_denied() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    #[candid(unchecked)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        size: u8,
    }
    reads(wire(), Strict { size: 5 });
    reads(
        vec![wire(); 2],
        vec![Strict { size: 5 }, Strict { size: 5 }],
    );
}

#[test]
fn defaults() {
    fn seven() -> Option<u8> {
        Some(7)
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Defaulted {
        name: String,
        #[serde(default = "seven")]
        new: Option<u8>,
        #[serde(default)]
        newer: Option<String>,
    }
    // An absent optional field reads as null, so a default is for other formats. Others have theirs.
    let bytes = candid::encode_one(wire()).unwrap();
    let value: Defaulted = candid::decode_one(&bytes).unwrap();
    assert_eq!((value.new, value.newer), (None, None));
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Required {
        #[serde(default)]
        new: u8,
    }
    let value: Required = candid::decode_one(&bytes).unwrap();
    assert_eq!(value, Required { new: 0 });
}

#[test]
fn skipped_fields() {
    #[derive(CandidType, Deserialize, Debug, PartialEq, Default)]
    struct Skipping {
        #[serde(skip)]
        cache: Vec<u64>,
        name: String,
        #[serde(skip)]
        other: Option<u8>,
        size: u8,
    }
    let expected = Skipping {
        name: "n".into(),
        size: 5,
        ..Skipping::default()
    };
    reads(wire(), expected);
}

#[test]
fn with() {
    fn doubled<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        u8::deserialize(deserializer).map(|n| n * 2)
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Doubled {
        name: String,
        #[serde(deserialize_with = "doubled")]
        size: u8,
    }
    let bytes = candid::encode_one(wire()).unwrap();
    let value: Doubled = candid::decode_one(&bytes).unwrap();
    assert_eq!(value.size, 10);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Blob {
        #[serde(with = "serde_bytes")]
        blob: Vec<u8>,
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct PlainBlob {
        blob: Vec<u8>,
    }
    reads(PlainBlob { blob: vec![1, 2] }, Blob { blob: vec![1, 2] });
    reads(Blob { blob: vec![1, 2] }, PlainBlob { blob: vec![1, 2] });
}

/// Serde's list of names has aliases in it, so a field's number is not its place there.
#[test]
fn aliases() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Aliased {
        #[serde(alias = "label", alias = "called")]
        name: String,
        #[serde(alias = "extent")]
        size: u8,
    }
    let expected = Aliased {
        name: "n".into(),
        size: 5,
    };
    reads(wire(), expected);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    enum Tag {
        #[serde(alias = "Fine", alias = "Good")]
        Ok(u8),
        #[serde(alias = "Bad")]
        Err(u8),
    }
    reads(Ok::<u8, u8>(1), Tag::Ok(1));
    reads(Err::<u8, u8>(2), Tag::Err(2));
}

#[test]
fn newtypes_and_transparent_wrappers() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Meters(u64);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Names(Vec<String>);
    reads(5u64, Meters(5));
    reads(vec!["a"], Names(vec!["a".into()]));
    reads(Some(5u64), Some(Meters(5)));
    reads(vec![5u64, 6], vec![Meters(5), Meters(6)]);
}

#[test]
fn unit_structs() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Unit;
    reads((), Unit);
    reads(vec![(), ()], vec![Unit, Unit]);
}
