//! Laws for random values of Rust types: they come back as they were, at every type they coerce to,
//! at the same cost by every route; and messages that were cut or changed end in a value or an error.
#![cfg(feature = "default")]

use candid::types::{Serializer, Type};
use candid::utils::decode_args_with_config_debug;
use candid::{
    decode_one, encode_one, CandidType, DecoderConfig, Deserialize, Int, Nat, Principal, Reserved,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{any, prop_oneof, Just, Strategy};
use proptest::{option, prop_assert, prop_assert_eq, proptest};
use std::collections::BTreeMap;

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Record {
    flag: bool,
    small: (u8, i8),
    numbers: Vec<u32>,
    wide: Vec<i64>,
    nat: Nat,
    int: Int,
    text: String,
    #[serde(with = "serde_bytes")]
    blob: Vec<u8>,
    opt: Option<Option<String>>,
    map: BTreeMap<String, Shape>,
    shapes: Vec<Shape>,
    array: [u16; 3],
    principal: Principal,
    #[serde(rename = "a result")]
    result: Result<u64, Shape>,
    next: Option<Box<Record>>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
enum Shape {
    Point,
    Circle(Nat),
    Line(i32, String),
    Group {
        inside: Vec<Shape>,
        name: Option<String>,
    },
}

/// The same Candid type known by its `_ty` only, read by other serde visitors.
#[derive(Deserialize, Debug)]
struct ByGraph {
    flag: bool,
    small: (u8, i8),
    numbers: std::collections::VecDeque<u32>,
    wide: std::collections::LinkedList<i64>,
    nat: Nat,
    int: Int,
    text: Box<str>,
    blob: Vec<u8>,
    opt: Option<Option<String>>,
    map: Vec<(String, Shape)>,
    shapes: Vec<Shape>,
    array: Vec<u16>,
    principal: Principal,
    #[serde(rename = "a result")]
    result: Result<u64, Shape>,
    next: Option<Box<ByGraph>>,
}

impl CandidType for ByGraph {
    fn _ty() -> Type {
        Record::ty()
    }

    fn idl_serialize<S: Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
        unreachable!("only read")
    }
}

impl From<ByGraph> for Record {
    fn from(value: ByGraph) -> Self {
        Record {
            flag: value.flag,
            small: value.small,
            numbers: value.numbers.into(),
            wide: value.wide.into_iter().collect(),
            nat: value.nat,
            int: value.int,
            text: value.text.into(),
            blob: value.blob,
            opt: value.opt,
            map: value.map.into_iter().collect(),
            shapes: value.shapes,
            array: value.array.try_into().unwrap(),
            principal: value.principal,
            result: value.result,
            next: value.next.map(|next| Box::new(Record::from(*next))),
        }
    }
}

/// An older version of [`Record`]: what it lacks is skipped, what it adds is null.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Older {
    nat: Int,
    text: Option<String>,
    numbers: Reserved,
    shapes: Vec<Option<Fewer>>,
    #[serde(rename = "a result")]
    result: Option<Result<u64, Fewer>>,
    added: Option<Box<Older>>,
    wide: Option<String>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Fewer {
    Point,
    Group { inside: Vec<Fewer> },
}

impl From<&Record> for Older {
    fn from(record: &Record) -> Self {
        Older {
            nat: Int::from(record.nat.clone()),
            text: Some(record.text.clone()),
            numbers: Reserved,
            shapes: record.shapes.iter().map(fewer).collect(),
            result: match &record.result {
                Ok(n) => Some(Ok(*n)),
                Err(shape) => fewer(shape).map(Err),
            },
            added: None,
            wide: None,
        }
    }
}

fn fewer(shape: &Shape) -> Option<Fewer> {
    match shape {
        Shape::Point => Some(Fewer::Point),
        Shape::Group { inside, .. } => {
            let inside = inside.iter().map(fewer).collect::<Option<_>>()?;
            Some(Fewer::Group { inside })
        }
        Shape::Circle(_) | Shape::Line(..) => None,
    }
}

fn nat() -> impl Strategy<Value = Nat> {
    prop_oneof![
        any::<u8>().prop_map(Nat::from),
        any::<u128>().prop_map(Nat::from),
        (any::<u128>(), any::<u128>()).prop_map(|(a, b)| Nat::from(a) * Nat::from(b)),
    ]
}

fn int() -> impl Strategy<Value = Int> {
    prop_oneof![
        any::<i8>().prop_map(Int::from),
        (any::<i128>(), any::<i128>()).prop_map(|(a, b)| Int::from(a) * Int::from(b)),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        3 => Just(Shape::Point),
        1 => nat().prop_map(Shape::Circle),
        1 => (any::<i32>(), ".{0,4}").prop_map(|(n, text)| Shape::Line(n, text)),
    ];
    leaf.prop_recursive(4, 12, 4, |inner| {
        (vec(inner, 0..4), option::of(".{0,3}"))
            .prop_map(|(inside, name)| Shape::Group { inside, name })
    })
}

fn record() -> impl Strategy<Value = Record> {
    let numbers = (
        any::<(bool, (u8, i8))>(),
        vec(any::<u32>(), 0..5),
        vec(any::<i64>(), 0..5),
        nat(),
        int(),
    );
    let parts = (
        "\\PC{0,8}",
        vec(any::<u8>(), 0..9),
        option::of(option::of(".{0,2}")),
        btree_map(".{0,2}", shape(), 0..3),
        vec(shape(), 0..4),
        any::<[u16; 3]>(),
        vec(any::<u8>(), 0..=29).prop_map(|bytes| Principal::from_slice(&bytes)),
        prop_oneof![any::<u64>().prop_map(Ok), shape().prop_map(Err)],
    );
    let one = (numbers, parts).prop_map(|((scalars, numbers, wide, nat, int), parts)| Record {
        flag: scalars.0,
        small: scalars.1,
        numbers,
        wide,
        nat,
        int,
        text: parts.0,
        blob: parts.1,
        opt: parts.2,
        map: parts.3,
        shapes: parts.4,
        array: parts.5,
        principal: parts.6,
        result: parts.7,
        next: None,
    });
    vec(one, 1..3).prop_map(|records| {
        let mut records = records.into_iter().rev();
        let last = records.next().unwrap();
        records.fold(last, |next, record| Record {
            next: Some(Box::new(next)),
            ..record
        })
    })
}

fn decode<T>(bytes: &[u8]) -> candid::Result<(T, DecoderConfig)>
where
    T: CandidType + for<'a> Deserialize<'a>,
{
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(1 << 30)
        .set_skipping_quota(1 << 30);
    let ((value,), cost) = decode_args_with_config_debug(bytes, &config)?;
    Ok((value, cost))
}

proptest! {
    #[test]
    fn values_come_back(value in record()) {
        let bytes = encode_one(&value).unwrap();
        prop_assert_eq!(&decode_one::<Record>(&bytes).unwrap(), &value);
        let many = vec![Some(value.clone()), None, Some(value)];
        let bytes = encode_one(&many).unwrap();
        prop_assert_eq!(decode_one::<Vec<Option<Record>>>(&bytes).unwrap(), many);
    }

    #[test]
    fn every_route_gives_the_same_value_at_the_same_cost(value in record()) {
        let bytes = encode_one(&value).unwrap();
        let (fast, fast_cost) = decode::<Record>(&bytes).unwrap();
        let (general, general_cost) = decode::<ByGraph>(&bytes).unwrap();
        prop_assert_eq!(&fast, &value);
        prop_assert_eq!(Record::from(general), value);
        prop_assert_eq!(fast_cost, general_cost);
    }

    #[test]
    fn older_readers_see_what_they_know(value in record()) {
        let bytes = encode_one(&value).unwrap();
        prop_assert_eq!(decode_one::<Older>(&bytes).unwrap(), Older::from(&value));
        prop_assert_eq!(decode_one::<Option<Older>>(&bytes).unwrap(), Some(Older::from(&value)));
        decode_one::<Reserved>(&bytes).unwrap();
        candid::decode_args::<()>(&bytes).unwrap();
    }

    /// The cost is a quota that suffices, and the least that does.
    #[test]
    fn the_cost_is_the_least_quota(value in record()) {
        let bytes = encode_one(&value).unwrap();
        let cost = decode::<Older>(&bytes).unwrap().1;
        candid::decode_one_with_config::<Older>(&bytes, &cost).unwrap();
        let mut less = cost.clone();
        less.decoding_quota = cost.decoding_quota.map(|n| n - 1);
        let error = candid::decode_one_with_config::<Older>(&bytes, &less).unwrap_err();
        prop_assert!(error.is_quota());
        let mut less = cost.clone();
        less.skipping_quota = cost.skipping_quota.map(|n| n - 1);
        let error = candid::decode_one_with_config::<Older>(&bytes, &less).unwrap_err();
        prop_assert!(error.is_quota());
    }

    #[test]
    fn cut_or_changed_messages_end_the_same_way_by_every_route(
        value in record(),
        cut in any::<proptest::sample::Index>(),
        changes in vec((any::<proptest::sample::Index>(), any::<u8>()), 0..3),
    ) {
        let mut bytes = encode_one(&value).unwrap();
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        if changes.is_empty() {
            bytes.truncate(cut.index(bytes.len()));
        }
        let fast = decode::<Record>(&bytes);
        match (fast, decode::<Record>(&bytes)) {
            (Ok(first), Ok(second)) => prop_assert_eq!(first, second),
            (Err(first), Err(second)) => prop_assert_eq!(first.to_string(), second.to_string()),
            (first, second) => prop_assert!(false, "{:?} {:?}", first, second),
        }
        let _ = decode::<Older>(&bytes);
        #[cfg(feature = "value")]
        {
            let types = [Record::ty()];
            let env = candid::TypeEnv::new();
            let dynamic = candid::IDLArgs::from_bytes_with_types(&bytes, &env, &types);
            let typed = decode_one::<Record>(&bytes);
            // `array` is of one length, and keys of a map may be equal, which dynamic values allow.
            prop_assert!(typed.is_err() || dynamic.is_ok(), "{:?}", dynamic);
        }
    }

    #[test]
    fn any_bytes_end_in_a_value_or_an_error(bytes in vec(any::<u8>(), 0..60)) {
        let message = [b"DIDL", &bytes[..]].concat();
        for bytes in [&bytes, &message] {
            let _ = decode_one::<Record>(bytes);
            let _ = decode_one::<Option<Shape>>(bytes);
            let _ = decode_one::<Reserved>(bytes);
            let _ = candid::decode_args::<()>(bytes);
            #[cfg(feature = "value")]
            let _ = candid::IDLArgs::from_bytes(bytes);
        }
    }
}
