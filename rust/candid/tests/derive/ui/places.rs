//! Attributes that serde does not have, or not there, or that are there twice.

use candid::{CandidType, Rest};

#[derive(CandidType)]
#[serde(renam_all = "camelCase")]
struct UnknownOnStruct {
    #[serde(renam = "b")]
    a: u8,
}

// Serde has the same error at the same place, which is reported once.
#[derive(CandidType, candid::Deserialize)]
enum UnknownOnVariant {
    #[serde(renam = "b")]
    A,
}

#[derive(CandidType)]
#[serde(serde::rename = "A")]
struct PathOnStruct;

#[derive(CandidType)]
#[serde(flatten)]
#[serde(untagged)]
#[serde(rename_all_fields = "camelCase")]
#[serde(skip, other)]
struct OnStruct {
    #[serde(rename_all = "camelCase")]
    a: u8,
    #[serde(transparent)]
    b: u8,
}

#[derive(CandidType)]
#[serde(default)]
#[serde(alias = "Other")]
enum OnEnum {
    #[serde(default)]
    A,
    #[serde(flatten)]
    B(OnStruct),
    #[serde(skip_serializing_if = "x")]
    C,
    #[candid_path("candid")]
    D,
}

#[derive(CandidType)]
#[serde(rename_all = "camelCase")]
#[serde(rename_all = "UPPERCASE")]
#[candid_path("candid")]
#[candid_path("other")]
struct Twice {
    #[serde(rename = "a", rename = "b", alias = "c", alias = "d")]
    a: u8,
    #[candid(id = 1, id = 2)]
    e: u8,
    #[candid(rest, rest)]
    rest: Rest,
    #[candid(with_type = "u8", with_type = "u8")]
    #[serde(with = "module")]
    f: u8,
    // Two halves.
    #[serde(bound(serialize = ""), bound(deserialize = ""))]
    g: u8,
}

#[derive(CandidType)]
#[serde(default = 5, expecting = 5)]
struct Values {
    #[serde(skip = "true")]
    a: u8,
    #[serde(flatten = "b")]
    b: OnStruct,
    #[serde(default = b"bytes")]
    c: u8,
    #[serde]
    d: u8,
    #[serde(deserialize_with)]
    e: u8,
    #[candid_path("candid")]
    f: u8,
}

#[derive(CandidType)]
#[serde(rename)]
#[serde(rename = 5)]
enum Names {
    #[candid(rest)]
    A,
}

fn main() {}
