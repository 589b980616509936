//! `#[candid(with_type = "…")]`: the type that a function of serde's `with` writes and reads.

use super::check;
use candid::{decode_one, encode_one, CandidType, Deserialize, Principal};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::net::Ipv4Addr;

/// Anything that has a text, as text.
mod as_text {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The form of the value as it is, or that of another type.
mod as_it_is {
    pub(super) use serde::{Deserialize, Serialize};

    pub(super) fn serialize<T: Serialize, S: serde::Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

#[track_caller]
fn same_in_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn fields_of_structs() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Node {
        #[serde(with = "as_text")]
        #[candid(with_type = "String")]
        address: Ipv4Addr,
        port: u16,
    }
    let node = Node {
        address: Ipv4Addr::LOCALHOST,
        port: 80,
    };
    same_in_json(&node, r#"{"address":"127.0.0.1","port":80}"#);
    check(
        node.clone(),
        "record { port : nat16; address : text }",
        "4449444c016c028187f2d2047ab4e3ade8097101005000093132372e302e302e31",
    );
    let nodes = vec![Some(node), None];
    assert_eq!(
        decode_one::<Vec<Option<Node>>>(&encode_one(&nodes).unwrap()).unwrap(),
        nodes
    );
}

#[test]
fn newtypes_tuples_and_variants() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct Newtype(
        #[serde(with = "as_text")]
        #[candid(with_type = "String")]
        u8,
    );
    check(Newtype(7), "text", "4449444c0001710137");

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct Tuple(
        u8,
        #[serde(with = "as_text")]
        #[candid(with_type = "String")]
        u8,
    );
    check(
        Tuple(1, 2),
        "record { nat8; text }",
        "4449444c016c02007b01710100010132",
    );

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    enum Variant {
        A(
            #[serde(with = "as_text")]
            #[candid(with_type = "String")]
            u8,
        ),
        B {
            #[serde(with = "as_text")]
            #[candid(with_type = "String")]
            x: u8,
            y: bool,
        },
    }
    assert_eq!(
        Variant::ty().to_string(),
        "variant { A : text; B : record { x : text; y : bool } }"
    );
    for value in [Variant::A(1), Variant::B { x: 2, y: true }] {
        let bytes = encode_one(&value).unwrap();
        assert_eq!(decode_one::<Variant>(&bytes).unwrap(), value);
    }
}

/// Every form of serde's data model can be written, and is read back by the type.
#[test]
fn all_forms() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Parts {
        flags: (bool, char),
        small: (i8, i16, i32, i64, i128),
        natural: (u8, u16, u32, u64, u128),
        floats: (f32, f64),
        text: String,
        #[serde(with = "serde_bytes")]
        blob: Vec<u8>,
        bytes: Vec<u8>,
        none: Option<u8>,
        some: Option<Option<u8>>,
        unit: (),
        map: BTreeMap<String, Vec<u32>>,
        variants: Vec<Variant>,
        unit_struct: Unit,
        newtype: Newtype,
        nat: candid::Nat,
        int: candid::Int,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Unit;
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Newtype(u8);
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Variant {
        Unit,
        Newtype(u8),
        Option(Option<u8>),
        Tuple(u8, String),
        Struct { x: u8, y: Box<Variant> },
    }
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Outer {
        #[serde(with = "as_it_is")]
        #[candid(with_type = "Parts")]
        parts: Parts,
    }
    let parts = Parts {
        flags: (true, 'ä'),
        small: (-1, -2, -3, i64::MIN, i128::MIN),
        natural: (1, 2, 3, u64::MAX, u128::MAX),
        floats: (0.1, f64::MIN_POSITIVE),
        text: "text".into(),
        blob: vec![1, 2],
        bytes: vec![3, 4],
        none: None,
        some: Some(None),
        unit: (),
        map: [("a".to_string(), vec![1]), ("b".to_string(), vec![])].into(),
        variants: vec![
            Variant::Unit,
            Variant::Newtype(1),
            Variant::Option(None),
            Variant::Tuple(2, "b".into()),
            Variant::Struct {
                x: 3,
                y: Box::new(Variant::Unit),
            },
        ],
        unit_struct: Unit,
        newtype: Newtype(9),
        nat: candid::Nat::from(u128::MAX) * 3u8,
        int: candid::Int::from(i128::MIN) * 3,
    };
    let outer = Outer {
        parts: parts.clone(),
    };
    let bytes = encode_one(&outer).unwrap();
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Plain {
        parts: Parts,
    }
    // It is written as the type itself writes it.
    assert_eq!(encode_one(Plain { parts }).unwrap(), bytes);
    assert_eq!(decode_one::<Outer>(&bytes).unwrap(), outer);
}

/// A function that writes something else than the type is an error, not another value.
#[test]
fn another_type_is_an_error() {
    #[derive(CandidType)]
    struct Narrow {
        #[serde(with = "as_it_is")]
        #[candid(with_type = "u8")]
        number: u16,
    }
    assert!(encode_one(Narrow { number: 255 }).is_ok());
    let error = encode_one(Narrow { number: 256 }).unwrap_err().to_string();
    assert_eq!(
        error,
        "Serialize error: invalid value: integer `256`, expected u8"
    );

    #[derive(CandidType)]
    struct Text {
        #[serde(with = "as_text")]
        #[candid(with_type = "(u8, u8)")]
        number: u16,
    }
    let error = encode_one(Text { number: 1 }).unwrap_err().to_string();
    assert_eq!(
        error,
        "Serialize error: invalid type: string \"1\", expected a tuple of size 2"
    );

    #[derive(CandidType)]
    struct TooMany {
        #[serde(with = "as_it_is")]
        #[candid(with_type = "(u8, u8)")]
        numbers: Vec<u8>,
    }
    assert!(encode_one(TooMany {
        numbers: vec![1, 2]
    })
    .is_ok());
    for numbers in [vec![1], vec![1, 2, 3]] {
        assert!(encode_one(TooMany { numbers }).is_err());
    }
}

/// A principal is not bytes that may be read in two ways.
#[test]
fn principals() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Owned {
        #[serde(with = "as_it_is")]
        #[candid(with_type = "Principal")]
        owner: Principal,
    }
    for bytes in [&[][..], &[2], &[2, 1], &[1, 2, 3], &[4]] {
        let owner = Owned {
            owner: Principal::from_slice(bytes),
        };
        let bytes = encode_one(&owner).unwrap();
        assert_eq!(decode_one::<Owned>(&bytes).unwrap(), owner);
    }
}

/// One direction alone: the other is that of the type of the field.
#[test]
fn serialize_with() {
    fn twice<S: serde::Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::from(*value) * 2)
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct Doubled {
        #[serde(serialize_with = "twice")]
        #[candid(with_type = "u64")]
        value: u32,
    }
    assert_eq!(Doubled::ty().to_string(), "record { value : nat64 }");
    let bytes = encode_one(Doubled { value: 4 }).unwrap();
    #[derive(CandidType, Deserialize)]
    struct Plain {
        value: u64,
    }
    assert_eq!(decode_one::<Plain>(&bytes).unwrap().value, 8);
    let json = serde_json::to_string(&Doubled { value: 4 }).unwrap();
    assert_eq!(json, r#"{"value":8}"#);
}

/// A missing field has its default, or is null if its Candid type is an option.
#[test]
fn missing_fields() {
    mod as_option {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        pub(super) fn serialize<S: Serializer>(
            value: &u8,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            Some(*value)
                .filter(|value| *value > 0)
                .serialize(serializer)
        }

        pub(super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<u8, D::Error> {
            Ok(Option::deserialize(deserializer)?.unwrap_or_default())
        }
    }
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct New {
        a: u8,
        #[serde(with = "as_text", default)]
        #[candid(with_type = "String")]
        text: u8,
        #[serde(with = "as_option")]
        #[candid(with_type = "Option<u8>")]
        option: u8,
    }
    #[derive(CandidType)]
    struct Old {
        a: u8,
    }
    let new = New {
        a: 1,
        text: 0,
        option: 0,
    };
    assert_eq!(
        decode_one::<New>(&encode_one(Old { a: 1 }).unwrap()).unwrap(),
        new
    );
    let ty = "record { a : nat8; option : opt nat8; \"text\" : text }";
    assert_eq!(New::ty().to_string(), ty);
    let new = New {
        a: 1,
        text: 5,
        option: 6,
    };
    assert_eq!(decode_one::<New>(&encode_one(&new).unwrap()).unwrap(), new);
}

#[derive(CandidType, Serialize, Deserialize)]
struct Chain {
    #[serde(with = "next")]
    #[candid(with_type = "Option<Box<Chain>>")]
    next: Option<Box<Chain>>,
}

mod next {
    use super::Chain;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        next: &Option<Box<Chain>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        next.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Box<Chain>>, D::Error> {
        Deserialize::deserialize(deserializer)
    }
}

/// What a message has made is written, however deep it is, or refused.
#[test]
fn deep_values() {
    let header = encode_one(Chain { next: None }).unwrap();
    let header = header.strip_suffix(&[0]).unwrap();
    let message = |depth| [header, &vec![1; depth], &[0]].concat();
    for depth in [1, 40, 160] {
        let chain: Chain = decode_one(&message(depth)).unwrap();
        assert_eq!(encode_one(&chain).unwrap(), message(depth));
    }
    // On a larger stack than that on which it is written.
    let on_stack = |size| std::thread::Builder::new().stack_size(size);
    let check = move |message: Vec<u8>| {
        let chain = decode_one::<Chain>(&message).unwrap();
        std::thread::scope(|scope| {
            let write = || encode_one(&chain).unwrap_err().to_string();
            let error = on_stack(1 << 19).spawn_scoped(scope, write).unwrap();
            let error = error.join().unwrap();
            assert!(error.contains("too deeply"), "{error}");
        });
    };
    let message = message(20_000);
    let thread = on_stack(1 << 28).spawn(move || check(message)).unwrap();
    thread.join().unwrap();
}

/// A type that takes whatever is written for an option of itself.
#[test]
fn endless_options() {
    #[derive(CandidType, Deserialize)]
    struct Endless(#[allow(dead_code, reason = "never made")] Option<Box<Endless>>);
    #[derive(CandidType)]
    struct Number {
        #[serde(serialize_with = "number")]
        #[candid(with_type = "Endless")]
        n: u8,
    }
    fn number<S: serde::Serializer>(n: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*n)
    }
    let error = encode_one(Number { n: 1 }).unwrap_err().to_string();
    assert!(error.contains("nested too deeply"), "{error}");
}
