//! `serde_json`.

use crate::{refused, same};
use candid::{decode_one, encode_one, CandidType, Deserialize, Json};
use serde::Serialize;
use serde_json::{json, Value};
use std::collections::BTreeMap;

#[test]
fn values() {
    same(
        Json(json!({"b": [1, null], "a": "\u{1}é"})),
        r#"{"a":"\u0001é","b":[1,null]}"#,
    );
    same(Json(Value::Null), "null");
    same(Json(Some("x".to_string())), "\"x\"");
    same(Json(0.1_f64), "0.1");
    same(Json(u64::MAX), "18446744073709551615");
    // A text with JSON in it is a text.
    same(Json("[1]".to_string()), r#""[1]""#);
    // Nested, as text in text.
    same(Json(Json(vec![1_u8])), r#""[1]""#);
    // White space and the order of keys are those of any JSON.
    let read = decode_one::<Json<Value>>(&encode_one(" {\"b\":1, \n\"a\":2} ").unwrap()).unwrap();
    assert_eq!(read.0, json!({"a": 2, "b": 1}));
}

#[test]
fn floats_keep_their_bits() {
    let mut state = 1_u64;
    for _ in 0..20_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let float = f64::from_bits(state);
        if float.is_finite() {
            let bytes = encode_one(Json(float)).unwrap();
            let Json(read) = decode_one::<Json<f64>>(&bytes).unwrap();
            assert_eq!(read.to_bits(), float.to_bits());
        }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[serde(tag = "type")]
enum Tagged {
    Paid { amount: u64 },
    Sent(BTreeMap<String, u8>),
}

/// A type without a Candid type of its own.
#[test]
fn types_of_serde() {
    same(
        Json(Tagged::Paid { amount: 5 }),
        r#"{"type":"Paid","amount":5}"#,
    );
    let sent = Tagged::Sent(BTreeMap::from([("a".to_string(), 1)]));
    same(Json(sent), r#"{"type":"Sent","a":1}"#);
}

#[test]
fn others_are_refused() {
    refused::<Json<Value>>(
        "1",
        "",
        "expected JSON text: EOF while parsing a value at line 1 column 0",
    );
    refused::<Json<Value>>(
        "1",
        "{\"a\":1,\n]",
        "expected JSON text: key must be a string at line 2 column 1",
    );
    refused::<Json<Value>>("1", "1 2", "trailing characters at line 1 column 3");
    refused::<Json<u8>>(
        "1",
        "256",
        "invalid value: integer `256`, expected u8 at line 1 column 3",
    );
    refused::<Json<Tagged>>(
        r#"{"type":"Paid","amount":5}"#,
        r#"{"type":"Lost"}"#,
        "unknown variant `Lost`",
    );
    refused::<Json<Value>>(
        "1",
        "[".repeat(1 << 20),
        "recursion limit exceeded at line 1 column 128",
    );
    // Of a long text, the error has the beginning and the place.
    let long = format!("\"{}\"", "é".repeat(1 << 20));
    refused::<Json<u8>>("1", &long, "éé… at line 1 column 2097154");
    refused::<Json<Value>>("1", 1_u8, "expected text, found nat8");
    refused::<Json<Value>>("1", b"1".to_vec(), "expected text, found vec nat8");
}

/// The shortest texts of what is largest in memory.
#[test]
fn memory_follows_the_length() {
    for part in ["0", "[]", "[0]", "{}", "{\"\":0}", "\"\""] {
        let text = format!("[{}0]", format!("{part},").repeat(10_000));
        let bytes = encode_one(&text).unwrap();
        let memory = allocation_counter::measure(|| {
            decode_one::<Json<Value>>(&bytes).unwrap();
        });
        let limit = 200 * bytes.len() as u64;
        assert!(
            memory.bytes_max < limit,
            "{part}: {} of {limit}",
            memory.bytes_max
        );
    }
}

#[test]
fn a_value_without_json() {
    let map = BTreeMap::from([(vec![1_u8], 1_u8)]);
    let error = encode_one(Json(map)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Serialize error: expected a value with JSON: key must be a string"
    );
}

/// A string in other formats too.
#[test]
fn as_json() {
    let value = Json(vec![1_u8, 2]);
    let text = serde_json::to_string(&value).unwrap();
    assert_eq!(text, r#""[1,2]""#);
    assert_eq!(serde_json::from_str::<Json<Vec<u8>>>(&text).unwrap(), value);
    assert_eq!(Json::from(5), Json(5));
}

#[test]
fn in_an_interface() {
    #[derive(CandidType)]
    #[allow(dead_code, reason = "only the type")]
    struct Event {
        details: Json<Value>,
    }
    assert_eq!(Event::ty().to_string(), "record { details : text }");
}

/// The JSON of Candid values as trees, as that which is written as text.
#[test]
fn trees() {
    use candid::json::{decode_from_value, decode_one, encode_one, encode_to_value};
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Transfer {
        to: candid::Principal,
        amount: u64,
        memo: Option<Vec<u8>>,
        rate: f64,
        small: f32,
    }
    let transfer = Transfer {
        to: candid::Principal::anonymous(),
        amount: u64::MAX,
        memo: Some(vec![1, 2]),
        rate: -0.0,
        small: 0.1,
    };
    let tree = encode_to_value(&transfer).unwrap();
    let expected = json!({
        "to": "2vxsx-fae", "amount": "18446744073709551615", "memo": "AQI=", "rate": -0.0, "small": 0.1
    });
    assert_eq!(tree, expected);
    let read: Transfer = decode_from_value(&tree).unwrap();
    assert_eq!((&read, read.rate.is_sign_negative()), (&transfer, true));
    let text = encode_one(&transfer).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), tree);
    assert_eq!(decode_one::<Transfer>(&tree.to_string()).unwrap(), transfer);

    let mut wrong = tree;
    wrong["amount"] = json!(-1);
    let error = decode_from_value::<Transfer>(&wrong).unwrap_err();
    assert_eq!(error.path(), "amount");
    assert!(
        error
            .to_string()
            .contains("expected nat64, found the number -1"),
        "{error}"
    );

    // Floats keep their bits here too.
    for bits in (0..u64::MAX).step_by(1 << 50) {
        let float = f64::from_bits(bits);
        let read: f64 = decode_from_value(&encode_to_value(&float).unwrap()).unwrap();
        assert_eq!(read.to_bits(), bits);
    }
}

/// As deep as serde_json reads, and not deeper: with the place and the type.
#[test]
fn deep_trees() {
    use candid::json::{decode_from_value, encode_to_value, from_value, to_value, JsonOptions};
    use candid::types::{Type, TypeInner};
    use candid::{IDLValue, TypeEnv};

    #[derive(CandidType, Deserialize)]
    struct List {
        tail: Option<Box<List>>,
    }
    let list = |n: usize| {
        let tail = |tail, _| Some(Box::new(List { tail }));
        List {
            tail: (1..n).fold(None, tail),
        }
    };
    let tree = encode_to_value(&list(127)).unwrap();
    assert!(decode_from_value::<List>(&tree).unwrap().tail.is_some());
    let error = encode_to_value(&list(128)).unwrap_err();
    assert!(error.is_limit());
    let names = |n: usize| vec!["tail"; n].join(".");
    assert_eq!(error.path(), format!("{}.….{}", names(32), names(32)));
    assert!(error.to_string().starts_with(
        "expected fewer levels for record { tail : opt List }, \
         found more arrays and objects inside each other than serde_json reads at tail."
    ));

    // Each kind of array and object is a level, and nothing else is.
    #[derive(CandidType, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kinds {
        Pair(u8, Box<Kinds>),
        Items(Vec<Kinds>),
        Some(Option<Option<Box<Kinds>>>),
        Blob(Vec<u8>),
        Call(Callback),
        End,
    }
    candid::define_function!(Callback : () -> ());
    let func = Callback::new(candid::Principal::management_canister(), "m".into());
    for n in 0..130 {
        let leaves = [
            (0, Kinds::Blob(vec![1, 2])),
            (0, Kinds::End),
            (1, Kinds::Call(func.clone())),
            (1, Kinds::Items(vec![])),
        ];
        for (leaf_levels, leaf) in leaves {
            let mut levels = 1 + leaf_levels;
            let mut value = leaf;
            for i in 0..n {
                (levels, value) = match i % 3 {
                    0 => (levels + 2, Kinds::Pair(1, value.into())),
                    1 => (levels + 2, Kinds::Items(vec![value])),
                    _ => (levels + 2, Kinds::Some(Some(Some(value.into())))),
                };
            }
            let text = candid::json::encode_one(&value).unwrap();
            let read = serde_json::from_str::<Value>(&text);
            assert_eq!(read.is_ok(), levels <= 127, "{levels}");
            match encode_to_value(&value) {
                Ok(tree) => assert_eq!(tree, read.unwrap()),
                Err(error) => assert!(read.is_err() && error.is_limit(), "{error}"),
            }
        }
    }

    // Of a value whose type is known at run time: 126 vectors around a blob.
    let (env, options) = (TypeEnv::new(), JsonOptions::new());
    let mut ty: Type = TypeInner::Vec(TypeInner::Nat8.into()).into();
    let mut value = IDLValue::Blob(vec![1]);
    for _ in 0..126 {
        ty = TypeInner::Vec(ty).into();
        value = IDLValue::Vec(vec![value]);
    }
    let ty = TypeInner::Opt(TypeInner::Opt(ty).into()).into();
    let value = IDLValue::Opt(Box::new(IDLValue::Opt(Box::new(value))));
    let tree = to_value(&value, &env, &ty, &options).unwrap();
    assert_eq!(from_value(&tree, &env, &ty, &options).unwrap(), value);
    let ty = TypeInner::Vec(ty).into();
    let error = to_value(&IDLValue::Vec(vec![value]), &env, &ty, &options).unwrap_err();
    assert!(error.path().starts_with("[0][0]"), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("expected fewer levels for vec blob, "),
        "{error}"
    );
}
