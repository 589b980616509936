//! Quotas that follow from a type and a length: enough for each message of that type and length, and not much more.
#![cfg(feature = "default")]

#[cfg(feature = "value")]
#[path = "payload/any_type.rs"]
mod any_type;
#[cfg(feature = "value")]
mod random_values;

use candid::types::{Serializer, Type, TypeInner};
use candid::utils::decode_args_with_config_debug;
use candid::{
    decode_one, decode_one_with_config, encode_args, encode_one, CandidType, DecoderConfig,
    Deserialize, Empty, Int, Nat, Principal, Reserved,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{any, prop_oneof, Just, Strategy};
use proptest::{option, prop_assert, proptest};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

#[derive(CandidType, Deserialize, Debug, Clone)]
struct Record {
    flag: bool,
    small: (u8, i8),
    #[serde(default)]
    numbers: Vec<u32>,
    nat: Nat,
    int: Int,
    text: String,
    opt: Option<Option<String>>,
    map: BTreeMap<String, Shape>,
    shapes: Vec<Shape>,
    array: Vec<[u16; 3]>,
    principal: Principal,
    nothing: Vec<((), Reserved)>,
    a_field_with_a_long_name: Option<u8>,
    next: Option<Box<Record>>,
}

#[derive(CandidType, Deserialize, Debug, Clone)]
enum Shape {
    Point,
    Circle(Nat),
    Line(i32, String),
    Group {
        inside: Vec<Shape>,
        name: Option<String>,
    },
}

/// As `Record`, by an older sender.
#[derive(CandidType, Debug, Clone)]
struct Older {
    flag: bool,
    small: (u8, i8),
    nat: Nat,
    int: Nat,
    text: String,
    map: BTreeMap<String, Older2>,
    shapes: Vec<Older2>,
    array: Vec<[u16; 3]>,
    principal: Principal,
    nothing: Vec<((), Reserved)>,
    a_field_with_a_long_name: u8,
}

#[derive(CandidType, Debug, Clone)]
enum Older2 {
    Group { inside: Vec<Older2> },
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Point),
        any::<u128>().prop_map(|n| Shape::Circle(Nat::from(n))),
        (any::<i32>(), ".{0,4}").prop_map(|(n, text)| Shape::Line(n, text)),
    ];
    leaf.prop_recursive(4, 30, 5, |shape| {
        (vec(shape, 0..5), option::of(".{0,3}"))
            .prop_map(|(inside, name)| Shape::Group { inside, name })
    })
}

fn record() -> impl Strategy<Value = Record> {
    let one = (
        (any::<bool>(), any::<(u8, i8)>(), vec(any::<u32>(), 0..5)),
        (any::<u128>(), any::<i128>(), ".{0,9}"),
        option::of(option::of(".{0,3}")),
        btree_map(".{0,3}", shape(), 0..4),
        vec(shape(), 0..4),
        vec(any::<[u16; 3]>(), 0..4),
        (vec(any::<u8>(), 0..=29), 0usize..5, option::of(any::<u8>())),
    );
    vec(one, 1..4).prop_map(|records| {
        let mut all = None;
        for ((flag, small, numbers), (nat, int, text), opt, map, shapes, array, rest) in records {
            all = Some(Box::new(Record {
                flag,
                small,
                numbers,
                nat: nat.into(),
                int: int.into(),
                text,
                opt,
                map,
                shapes,
                array,
                principal: Principal::from_slice(&rest.0),
                nothing: vec![((), Reserved); rest.1],
                a_field_with_a_long_name: rest.2,
                next: all,
            }));
        }
        *all.unwrap()
    })
}

fn older(record: &Record) -> Older {
    fn shape(shape: &Shape) -> Older2 {
        Older2::Group {
            inside: match shape {
                Shape::Group { inside, .. } => inside.iter().map(self::older_shape).collect(),
                _ => Vec::new(),
            },
        }
    }
    Older {
        flag: record.flag,
        small: record.small,
        nat: record.nat.clone(),
        int: record.nat.clone(),
        text: record.text.clone(),
        map: record
            .map
            .iter()
            .map(|(k, v)| (k.clone(), shape(v)))
            .collect(),
        shapes: record.shapes.iter().map(shape).collect(),
        array: record.array.clone(),
        principal: record.principal,
        nothing: record.nothing.clone(),
        a_field_with_a_long_name: record.a_field_with_a_long_name.unwrap_or_default(),
    }
}

fn older_shape(shape: &Shape) -> Older2 {
    let inside = match shape {
        Shape::Group { inside, .. } => inside.iter().map(older_shape).collect(),
        _ => Vec::new(),
    };
    Older2::Group { inside }
}

/// Elements of `nothing` count as one byte each.
fn len(bytes: &[u8], records: &[Record]) -> usize {
    fn nothing(record: &Record) -> usize {
        record.nothing.len() + record.next.as_deref().map_or(0, nothing)
    }
    bytes.len() + records.iter().map(nothing).sum::<usize>()
}

proptest! {
    #[test]
    fn each_message_of_the_type_decodes(records in vec(record(), 0..10)) {
        let bytes = encode_one(&records).unwrap();
        let config = DecoderConfig::for_payload::<Vec<Record>>(len(&bytes, &records));
        let result = decode_one_with_config::<Vec<Record>>(&bytes, &config);
        prop_assert!(result.is_ok(), "{:?}", result);
    }

    #[test]
    fn each_message_of_older_senders_decodes(records in vec(record(), 0..10)) {
        let older: Vec<_> = records.iter().map(older).collect();
        let bytes = encode_one(&older).unwrap();
        let config = DecoderConfig::for_payload::<Vec<Record>>(len(&bytes, &records));
        let result = decode_one_with_config::<Vec<Record>>(&bytes, &config);
        prop_assert!(result.is_ok(), "{:?}", result);
    }
}

#[derive(CandidType, Deserialize, Clone)]
struct Fields {
    id: u8,
    flag: Option<u8>,
}

#[derive(CandidType, Deserialize, Clone)]
struct AllOptional {
    a: Option<u8>,
    b: Option<u8>,
    c: Option<u8>,
}

#[derive(CandidType, Deserialize, Clone)]
struct List {
    tail: Option<Box<List>>,
}

#[derive(CandidType, Deserialize, Clone)]
enum Choice {
    A,
    Abcdef,
}

/// A type that is known by its `_ty` only.
#[derive(Deserialize, Clone)]
#[serde(transparent)]
struct ByHand(u64);

impl CandidType for ByHand {
    fn _ty() -> Type {
        TypeInner::Nat64.into()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_nat64(self.0)
    }
}

/// The rate in sixteenths of a unit per byte, that of the surplus apart: the limit for long messages.
fn rate<T: CandidType>() -> usize {
    const FAR: usize = 1 << 24;
    let quota = |n| DecoderConfig::for_payload::<T>(n).decoding_quota.unwrap();
    let surplus = |n| n / 4 * 58;
    (quota(2 * FAR) - quota(FAR) - surplus(FAR)) / (FAR / 16)
}

/// Checks the rate of a type, that its most expensive value fits, and that the rate is at most one sixteenth too high.
#[track_caller]
fn check<T: CandidType + DeserializeOwned>(expected: usize, worst: T) {
    assert_eq!(rate::<T>(), expected);
    let bytes = encode_one(&worst).unwrap();
    let config = DecoderConfig::for_payload::<T>(bytes.len());
    let (_, cost) = decode_args_with_config_debug::<(T,)>(&bytes, &config).unwrap();
    assert_eq!(cost.skipping_quota, Some(0));
    // Messages are so long that the constants do not count.
    let used = cost.decoding_quota.unwrap() * 16;
    assert!(used <= expected * bytes.len() + 10_000, "{used}");
    assert!(
        used + 10_000 + bytes.len() >= expected * bytes.len(),
        "{used}"
    );
}

/// The rates are those of the most expensive values, and constants where there is nothing that repeats.
#[test]
fn rates() {
    const N: usize = 10_000;
    check::<String>(16, "x".repeat(N));
    check::<Vec<u8>>(16, vec![0; N]);
    check::<Nat>(16, "1".repeat(N).parse().unwrap());
    // An element costs 3, and as many as it has bytes.
    check::<Vec<bool>>(64, vec![true; N]);
    check::<Vec<u64>>(22, vec![0; N]);
    check::<Vec<ByHand>>(22, vec![ByHand(0); N]);
    check::<Vec<Principal>>(264, vec![Principal::management_canister(); N]);
    // (2 + 8 + 1 + 30) / 3.
    check::<Vec<(u8, Principal)>>(219, vec![(0, Principal::management_canister()); N]);
    // 2 + 7 + 6.
    check::<Vec<Choice>>(240, vec![Choice::Abcdef; N]);
    check::<Vec<Option<()>>>(80, vec![Some(()); N]);
    check::<List>(
        // 2 + 7 + 4 + 2.
        240,
        (0..500).fold(List { tail: None }, |tail, _| List {
            tail: Some(Box::new(tail)),
        }),
    );
    // The type of an array does not tell its length. (2 + 3) / 2.
    assert_eq!(rate::<Option<[u16; 8]>>(), 40);
    for rate in [
        rate::<u8>(),
        rate::<(u64, Principal, Option<u16>)>(),
        rate::<Choice>(),
        rate::<Empty>(),
        rate::<Option<Option<Option<Fields>>>>(),
    ] {
        assert_eq!(rate, 0);
    }
}

/// Optional fields may be missing, which leaves fewer bytes for the price of a record.
#[test]
fn rates_count_fields_that_older_senders_do_not_have() {
    #[derive(CandidType, Deserialize, Clone)]
    struct NoFlag {
        id: u8,
    }
    #[derive(CandidType, Clone)]
    struct OneFlag {
        c: u8,
    }
    let sent = encode_one(vec![NoFlag { id: 0 }; 1_000]).unwrap();
    let config = DecoderConfig::for_payload::<Vec<Fields>>(sent.len());
    assert!(decode_one_with_config::<Vec<Fields>>(&sent, &config).is_ok());
    // 2 + 2 + 7 + 2 + 1, where the flag is absent.
    assert_eq!(rate::<Vec<Fields>>(), 14 * 16);
    let sent = encode_one(vec![OneFlag { c: 0 }; 1_000]).unwrap();
    let config = DecoderConfig::for_payload::<Vec<AllOptional>>(sent.len());
    assert!(decode_one_with_config::<Vec<AllOptional>>(&sent, &config).is_ok());
    // 2 + 2 + 7 + 1 + 2.
    assert_eq!(rate::<Vec<AllOptional>>(), 14 * 16);
}

#[test]
fn several_arguments_have_the_quotas_of_a_tuple() {
    let bytes = encode_args((vec![1u64; 100], "x".repeat(100))).unwrap();
    let config = DecoderConfig::for_payload::<(Vec<u64>, String)>(bytes.len());
    let decoded = candid::decode_args_with_config::<(Vec<u64>, String)>(&bytes, &config);
    assert_eq!(decoded.unwrap().0.len(), 100);
}

/// Surplus data fits up to a quarter of the length and 200 units, as a field, as an argument, and in elements.
#[test]
fn surplus_data_is_bounded() {
    #[derive(CandidType)]
    struct Newer {
        id: u8,
        surplus: String,
        surplus2: Option<u8>,
    }
    let newer = |n: usize| Newer {
        id: 0,
        surplus: "x".repeat(n),
        surplus2: None,
    };
    let config = DecoderConfig::for_payload::<Fields>(1_000);
    assert_eq!(config.skipping_quota, Some(450));
    let as_field = |n| decode_one_with_config::<Fields>(&encode_one(newer(n)).unwrap(), &config);
    // The length of the text counts one, and so does the option.
    assert!(as_field(448).is_ok());
    assert!(as_field(449).err().unwrap().is_quota());
    let argument = |n| {
        let bytes = encode_args((Fields { id: 0, flag: None }, "x".repeat(n))).unwrap();
        decode_one_with_config::<Fields>(&bytes, &config)
    };
    assert!(argument(449).is_ok());
    assert!(argument(450).err().unwrap().is_quota());
    let elements: Vec<_> = (0..200).map(|_| newer(3)).collect();
    let bytes = encode_one(&elements).unwrap();
    let config = DecoderConfig::for_payload::<Vec<Fields>>(bytes.len());
    assert!(decode_one_with_config::<Vec<Fields>>(&bytes, &config)
        .err()
        .unwrap()
        .is_quota());
    let config = DecoderConfig::for_payload::<Vec<Fields>>(4 * bytes.len());
    assert!(decode_one_with_config::<Vec<Fields>>(&bytes, &config).is_ok());
}

/// Elements without bytes have no bytes to pay for them, but count as one each.
#[test]
fn elements_without_bytes_count_as_bytes() {
    let bytes = encode_one(vec![(); 100_000]).unwrap();
    assert_eq!(bytes.len(), 12);
    let decode = |n| {
        let config = DecoderConfig::for_payload::<Vec<()>>(n);
        decode_one_with_config::<Vec<()>>(&bytes, &config)
    };
    assert!(decode(100_012).is_ok());
    assert!(decode(12).unwrap_err().is_quota());
}

/// Nested doublings without bytes cost more than any quota, without running out of time or numbers.
#[test]
fn exponential_types() {
    type A = ((), ());
    type B = (A, A);
    type C = (B, B);
    type D = (C, C);
    type E = ((D, D), (D, D));
    type F = ((E, E), (E, E));
    type G = Vec<((F, F), (F, F))>;
    let config = DecoderConfig::for_payload::<G>(10);
    assert!(config.decoding_quota.unwrap() > 10 * 256);
    assert_eq!(
        DecoderConfig::for_payload::<String>(usize::MAX).decoding_quota,
        Some(usize::MAX)
    );
}

#[test]
fn any_types_are_bounded_by_a_rate() {
    #[cfg(feature = "value")]
    {
        use candid::IDLValue;
        let bytes = encode_one(vec![Fields { id: 0, flag: None }; 1_000]).unwrap();
        let config = DecoderConfig::for_payload::<IDLValue>(bytes.len());
        assert!(decode_one_with_config::<IDLValue>(&bytes, &config).is_ok());
        let surplus = encode_args((0u8, "x".repeat(1_000_000))).unwrap();
        assert!(decode_one_with_config::<u8>(&surplus, &config)
            .unwrap_err()
            .is_quota());
    }
}

/// The functions that return what others panic with.
#[test]
fn quotas_as_constants_without_panics() {
    let bytes = encode_args(("hello", 42u8)).unwrap();
    type Pair = (String, u8);
    assert!(candid::try_decode_args_with_decoding_quota::<100, Pair>(&bytes).is_ok());
    assert!(
        candid::try_decode_args_with_decoding_quota::<10, Pair>(&bytes)
            .unwrap_err()
            .is_quota()
    );
    assert!(candid::try_decode_args_with_skipping_quota::<0, Pair>(&bytes).is_ok());
    assert!(
        candid::try_decode_args_with_skipping_quota::<0, (String,)>(&bytes)
            .unwrap_err()
            .is_quota()
    );
    type Both<'a> = (&'a str,);
    assert!(
        candid::try_decode_args_with_decoding_and_skipping_quota::<100, 1, Both<'_>>(&bytes)
            .is_ok()
    );
    assert!(
        candid::try_decode_args_with_decoding_and_skipping_quota::<100, 0, Both<'_>>(&bytes)
            .is_err()
    );
    assert!(
        candid::try_decode_one_with_decoding_quota::<100, u8>(b"DIDL")
            .unwrap_err()
            .is_malformed()
    );
    assert!(decode_one::<u8>(b"DIDL").is_err());
}

/// Fields 0, 1, … that an older sender does not have.
#[test]
fn numbered_fields_with_defaults() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Tuple(u8, #[serde(default)] u16, #[serde(default)] Option<u8>);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Numbered {
        #[candid(id = 0)]
        _0_: u8,
        #[candid(id = 1)]
        #[serde(default)]
        _1_: u16,
        #[candid(id = 2)]
        _2_: Option<u8>,
    }
    #[derive(CandidType, Clone)]
    struct First {
        #[candid(id = 0)]
        n: u8,
    }
    #[track_caller]
    fn check<T: CandidType + DeserializeOwned>(message: &[u8]) {
        let config = DecoderConfig::for_payload::<Vec<T>>(message.len());
        decode_one_with_config::<Vec<T>>(message, &config).unwrap();
    }
    let messages = [
        encode_one(vec![First { n: 1 }; 1_000]).unwrap(),
        encode_one(vec![(1u8, 2u16); 1_000]).unwrap(),
        encode_one(vec![(1u8, 2u16, Some(3u8)); 1_000]).unwrap(),
    ];
    for message in messages {
        check::<Tuple>(&message);
        check::<Numbered>(&message);
    }
}
