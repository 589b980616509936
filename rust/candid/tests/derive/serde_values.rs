//! Values of types with attributes of serde, beside what serde_json makes of them.

#![allow(dead_code, reason = "the fields are shown")]

use candid::{decode_one, encode_one, CandidType, Deserialize};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Debug;

const REFUSED: &str = "refused";

/// Checks the JSON of a value, its Candid type, and the values read from what was written in both.
#[track_caller]
fn both<T>(value: T, json: &str, ty: &str, read: &str)
where
    T: CandidType + Serialize + DeserializeOwned + Debug,
{
    apart(value, json, ty, [read, read]);
}

/// The same where it differs between JSON and Candid.
#[track_caller]
fn apart<T>(value: T, json: &str, ty: &str, read: [&str; 2])
where
    T: CandidType + Serialize + DeserializeOwned + Debug,
{
    let written = serde_json::to_string(&value).ok();
    assert_eq!(written.as_deref().unwrap_or(REFUSED), json);
    assert_eq!(T::ty().to_string(), ty);
    let shown = |value: Option<T>| value.map_or(REFUSED.to_string(), |value| format!("{value:?}"));
    let from_json = written.and_then(|json| serde_json::from_str(&json).ok());
    let from_candid = encode_one(&value).ok().map(|bytes| decode_one(&bytes).ok());
    assert_eq!([shown(from_json), shown(from_candid.flatten())], read);
}

/// Derives everything, and is made as the expression says.
macro_rules! item {
    ({ $($item:tt)* } $value:expr) => {{
        #[derive(CandidType, Serialize, Deserialize, Debug)]
        $($item)*
        $value
    }};
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn three() -> u8 {
    3
}

/// A number as twice as much, in text.
mod twice {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::Serializer;

    pub(super) fn serialize<S: Serializer>(n: &u8, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&(u16::from(*n) * 2))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
        let text = String::deserialize(from)?;
        let twice: u16 = text.parse().map_err(D::Error::custom)?;
        u8::try_from(twice / 2).map_err(D::Error::custom)
    }
}

fn plus_one<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    Ok(u8::deserialize(from)?.saturating_add(1))
}

#[test]
fn fields_that_are_skipped() {
    both(
        item!({ struct S { a: u8, #[serde(skip)] b: u8 } } S { a: 1, b: 2 }),
        r#"{"a":1}"#,
        "record { a : nat8 }",
        "S { a: 1, b: 0 }",
    );
    both(
        item!({ struct S { a: u8, #[serde(skip, default = "three")] b: u8 } } S { a: 1, b: 2 }),
        r#"{"a":1}"#,
        "record { a : nat8 }",
        "S { a: 1, b: 3 }",
    );
    both(
        item!({ struct S(u8, #[serde(skip)] u8, bool); } S(1, 2, true)),
        "[1,true]",
        "record { nat8; bool }",
        "S(1, 0, true)",
    );
    both(
        item!({ struct S { a: u8, #[serde(skip_deserializing)] b: u8 } } S { a: 1, b: 2 }),
        r#"{"a":1,"b":2}"#,
        "record { a : nat8; b : nat8 }",
        "S { a: 1, b: 0 }",
    );
    both(
        item!({ struct S { a: u8, #[serde(skip_deserializing, default = "three")] b: u8 } } S { a: 1, b: 2 }),
        r#"{"a":1,"b":2}"#,
        "record { a : nat8; b : nat8 }",
        "S { a: 1, b: 3 }",
    );
}

#[test]
fn variants_that_are_skipped() {
    macro_rules! variants {
        ($attribute:ident) => {
            #[derive(CandidType, Serialize, Deserialize, Debug)]
            enum E {
                A(u8),
                #[serde($attribute)]
                B(u8),
            }
        };
    }
    let whole = "variant { A : nat8; B : nat8 }";
    {
        variants!(skip);
        both(E::A(1), r#"{"A":1}"#, "variant { A : nat8 }", "A(1)");
        both(E::B(2), REFUSED, "variant { A : nat8 }", REFUSED);
    }
    {
        variants!(skip_serializing);
        both(E::A(1), r#"{"A":1}"#, whole, "A(1)");
        both(E::B(2), REFUSED, whole, REFUSED);
        #[derive(CandidType)]
        enum Other {
            B(u8),
        }
        let read = decode_one::<E>(&encode_one(Other::B(2)).unwrap()).unwrap();
        let from_json = serde_json::from_str::<E>(r#"{"B":2}"#).unwrap();
        assert_eq!(format!("{read:?} {from_json:?}"), "B(2) B(2)");
    }
    {
        variants!(skip_deserializing);
        both(E::A(1), r#"{"A":1}"#, whole, "A(1)");
        both(E::B(2), r#"{"B":2}"#, whole, REFUSED);
    }
}

/// The type has the field, so it is written in Candid: every value comes back.
#[test]
fn fields_that_may_be_left_out() {
    macro_rules! option {
        ($value:expr) => {
            item!({
                struct S {
                    #[serde(skip_serializing_if = "Option::is_none")]
                    a: Option<u8>,
                }
            } S { a: $value })
        };
    }
    let ty = "record { a : opt nat8 }";
    both(option!(None), "{}", ty, "S { a: None }");
    both(option!(Some(1)), r#"{"a":1}"#, ty, "S { a: Some(1) }");
    macro_rules! with_default {
        ($default:literal, $value:expr) => {
            item!({
                struct S {
                    #[serde(skip_serializing_if = "is_zero", default = $default)]
                    a: u8,
                }
            } S { a: $value })
        };
    }
    let ty = "record { a : nat8 }";
    both(with_default!("u8::default", 0), "{}", ty, "S { a: 0 }");
    both(with_default!("three", 1), r#"{"a":1}"#, ty, "S { a: 1 }");
    // What is left out in JSON is read as another value.
    apart(
        with_default!("three", 0),
        "{}",
        ty,
        ["S { a: 3 }", "S { a: 0 }"],
    );
    let without_default = item!({
        struct S {
            #[serde(skip_serializing_if = "is_zero")]
            a: u8,
        }
    } S { a: 0 });
    apart(without_default, "{}", ty, [REFUSED, "S { a: 0 }"]);
}

#[test]
fn functions() {
    both(
        item!({
            struct S {
                #[serde(with = "twice")]
                #[candid(with_type = "String")]
                a: u8,
            }
        } S { a: 200 }),
        r#"{"a":"400"}"#,
        "record { a : text }",
        "S { a: 200 }",
    );
    both(
        item!({
            struct S {
                #[serde(serialize_with = "twice::serialize", deserialize_with = "twice::deserialize")]
                #[candid(with_type = "String")]
                a: u8,
            }
        } S { a: 200 }),
        r#"{"a":"400"}"#,
        "record { a : text }",
        "S { a: 200 }",
    );
    // It is written as text, and read as a number.
    both(
        item!({
            struct S {
                #[serde(serialize_with = "twice::serialize")]
                #[candid(with_type = "String")]
                a: u8,
            }
        } S { a: 200 }),
        r#"{"a":"400"}"#,
        "record { a : text }",
        REFUSED,
    );
    both(
        item!({ struct S { #[serde(deserialize_with = "plus_one")] a: u8 } } S { a: 1 }),
        r#"{"a":1}"#,
        "record { a : nat8 }",
        "S { a: 2 }",
    );
    both(
        item!({ struct S(#[serde(deserialize_with = "plus_one")] u8); } S(1)),
        "1",
        "nat8",
        "S(2)",
    );
    both(
        item!({ enum E { #[serde(deserialize_with = "plus_one")] A(u8) } } E::A(1)),
        r#"{"A":1}"#,
        "variant { A : nat8 }",
        "A(2)",
    );
}

/// Attributes that change how code is generated, not values.
#[test]
fn without_effect() {
    both(
        item!({
            #[serde(
                rename = "Other",
                bound = "T: CandidType + Serialize + DeserializeOwned",
                crate = "serde",
                expecting = "something else"
            )]
            struct S<T> {
                #[serde(bound = "T: CandidType + Serialize + DeserializeOwned")]
                a: T,
            }
        } S { a: 1_u8 }),
        r#"{"a":1}"#,
        "record { a : nat8 }",
        "S { a: 1 }",
    );
    #[derive(CandidType, Serialize, Deserialize)]
    struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);
    let message = encode_one(Borrowed("b".into())).unwrap();
    let read = decode_one::<Borrowed<'_>>(&message).unwrap();
    assert!(matches!(read.0, Cow::Borrowed("b")));
}

/// The fields of a type of another crate, written by its definition here.
#[test]
fn definitions_of_other_types() {
    #[derive(Debug)]
    struct Foreign {
        a: u8,
    }
    #[derive(Serialize, Deserialize)]
    #[serde(remote = "Foreign")]
    struct Definition {
        a: u8,
    }
    // What is written and read, because serde implements nothing for the definition itself.
    #[derive(CandidType, Deserialize)]
    struct Form {
        a: u8,
    }
    both(
        item!({
            struct S {
                #[serde(with = "Definition")]
                #[candid(with_type = "Form")]
                foreign: Foreign,
            }
        } S { foreign: Foreign { a: 1 } }),
        r#"{"foreign":{"a":1}}"#,
        "record { foreign : record { a : nat8 } }",
        "S { foreign: Foreign { a: 1 } }",
    );
}

/// Positions have no other names: an alias has no effect, also where two have the same.
#[test]
fn aliases_in_tuples() {
    both(
        item!({
            struct S(#[serde(alias = "a")] u8, #[serde(alias = "a")] u8);
        } S(1, 2)),
        "[1,2]",
        "record { nat8; nat8 }",
        "S(1, 2)",
    );
}
