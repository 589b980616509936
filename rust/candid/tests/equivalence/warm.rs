//! What is kept between messages changes nothing: every message gets the outcome that it has on a
//! new thread, whatever was decoded before, at whatever types and within whatever limits.

use crate::{reader, Outcome, Reader};
use candid::{encode_one, CandidType, DecoderConfig, Deserialize, Nat, Reserved};
use std::collections::BTreeMap;

#[derive(CandidType, Deserialize, Debug)]
#[allow(dead_code, reason = "printed")]
struct User {
    name: String,
    age: Option<u8>,
    tags: Vec<Tag>,
}

#[derive(CandidType, Deserialize, Debug)]
#[allow(dead_code, reason = "printed")]
enum Tag {
    Admin,
    Named(String),
}

#[derive(CandidType, Deserialize, Debug)]
#[allow(dead_code, reason = "printed")]
struct Older {
    age: Option<u16>,
    name: String,
}

#[derive(CandidType, Deserialize, Debug)]
#[allow(dead_code, reason = "printed")]
struct Narrow {
    tags: Option<Vec<OnlyAdmin>>,
}

#[derive(CandidType, Deserialize, Debug)]
enum OnlyAdmin {
    Admin,
}

#[derive(CandidType, Deserialize, Debug)]
struct List(Option<Box<(u8, List)>>);

fn user(tags: Vec<Tag>) -> User {
    User {
        name: "n".into(),
        age: Some(3),
        tags,
    }
}

fn list(len: u8) -> List {
    (0..len).fold(List(None), |tail, n| List(Some(Box::new((n, tail)))))
}

/// More headers than are kept, so some are pushed out and come back.
fn messages() -> Vec<Vec<u8>> {
    let admin = || user(vec![Tag::Admin]);
    vec![
        encode_one(admin()).unwrap(),
        encode_one(user(vec![Tag::Named("x".into()), Tag::Admin])).unwrap(),
        encode_one(vec![admin(), admin()]).unwrap(),
        encode_one(Some(admin())).unwrap(),
        encode_one(list(0)).unwrap(),
        encode_one(list(5)).unwrap(),
        encode_one(BTreeMap::from([(1u8, "x")])).unwrap(),
        encode_one(vec![Some(1u64), None]).unwrap(),
        encode_one((1u8, Nat::from(2u8), "three")).unwrap(),
        encode_one(vec![1u32, 2]).unwrap(),
        encode_one(Ok::<u8, String>(1)).unwrap(),
        encode_one(()).unwrap(),
        // A header that others begin with but for their argument types, one cut off, one malformed.
        b"DIDL\0\0".to_vec(),
        b"DIDL\x01\x6e\x7b\x01".to_vec(),
        b"DIDL\x01\x6e\x02\x01\0\0".to_vec(),
    ]
}

fn readers() -> Vec<Reader> {
    vec![
        reader!(User),
        reader!(Older),
        reader!(Narrow),
        reader!(Vec<User>),
        reader!(Vec<Older>),
        reader!(Option<User>),
        reader!(Option<Narrow>),
        reader!(List),
        reader!(Reserved),
        reader!(BTreeMap<u8, String>),
        reader!(Vec<Option<u64>>),
        reader!((u8, Nat, String)),
        reader!((u8, Option<u8>)),
        reader!(Vec<u32>),
        reader!(Result<u8, String>),
        reader!(Option<Option<u8>>),
    ]
}

fn configs() -> Vec<DecoderConfig> {
    let config = |set: fn(&mut DecoderConfig) -> &mut DecoderConfig| {
        let mut config = DecoderConfig::new();
        set(&mut config);
        config
    };
    vec![
        DecoderConfig::new(),
        config(|c| c.set_decoding_quota(300)),
        config(|c| c.set_decoding_quota(10_000).set_skipping_quota(20)),
        config(|c| c.set_max_type_len(1)),
        config(|c| c.set_max_header_len(20)),
        config(|c| c.set_full_error_message(true)),
    ]
}

/// The outcomes of all messages at all readers within all limits, each on a thread of its own.
fn cold() -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for message in messages() {
        for reader in readers() {
            for config in configs() {
                let message = message.clone();
                let thread = std::thread::spawn(move || reader(&message, &config));
                outcomes.push(thread.join().unwrap());
            }
        }
    }
    outcomes
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn warm_is_cold() {
    let (messages, readers, configs) = (messages(), readers(), configs());
    let cold = cold();
    let n = messages.len() * readers.len() * configs.len();
    assert_eq!(cold.len(), n);
    assert!(cold.iter().filter(|outcome| outcome.is_ok()).count() > n / 10);
    // Strides that are coprime to `n`, so each order visits all cases.
    for stride in [1, 7, 113, n - 1] {
        assert_eq!(gcd(stride, n), 1, "{stride} does not visit all of {n}");
        for i in 0..n {
            let case = i * stride % n;
            let config = &configs[case % configs.len()];
            let reader = readers[case / configs.len() % readers.len()];
            let message = &messages[case / configs.len() / readers.len()];
            for _ in 0..2 {
                assert_eq!(
                    reader(message, config),
                    cold[case],
                    "{} after others",
                    hex::encode(message)
                );
            }
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// Encoding keeps headers too.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn the_same_bytes_again() {
    let encode = || {
        vec![
            encode_one(user(vec![])).unwrap(),
            encode_one(vec![user(vec![Tag::Admin])]).unwrap(),
            candid::encode_args((1u8, list(2), "x")).unwrap(),
            candid::encode_args((list(1), 1u8, list(2))).unwrap(),
            candid::encode_args(()).unwrap(),
        ]
    };
    let cold = std::thread::spawn(encode).join().unwrap();
    for _ in 0..3 {
        assert_eq!(encode(), cold);
    }
}

/// A user's `_ty` and `Deserialize` may decode a message themselves.
#[test]
fn decoding_inside_decoding() {
    #[derive(Debug, PartialEq)]
    struct Inner(Vec<u8>);
    impl CandidType for Inner {
        fn _ty() -> candid::types::Type {
            let bytes = encode_one(vec![1u8]).unwrap();
            let _: Vec<u8> = candid::decode_one(&bytes).unwrap();
            Vec::<u8>::ty()
        }
        fn idl_serialize<S: candid::types::Serializer>(&self, s: S) -> Result<(), S::Error> {
            s.serialize_blob(&encode_one(&self.0).unwrap())
        }
    }
    impl<'de> Deserialize<'de> for Inner {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let bytes = serde_bytes::ByteBuf::deserialize(deserializer)?;
            let inner = candid::decode_one(&bytes).map_err(serde::de::Error::custom)?;
            Ok(Inner(inner))
        }
    }
    let value = || vec![(Inner(vec![1, 2]), Some(Inner(vec![])))];
    for _ in 0..2 {
        let bytes = encode_one(value()).unwrap();
        let read: Vec<(Inner, Option<Inner>)> = candid::decode_one(&bytes).unwrap();
        assert_eq!(read, value());
    }
}
