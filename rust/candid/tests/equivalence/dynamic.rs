//! Typed against dynamic: the same value comes out, the same messages are refused, with one text.

use candid::types::TypeEnv;
use candid::{
    decode_one, encode_one, CandidType, DecoderConfig, Deserialize, IDLArgs, Int, Nat, Principal,
    Reserved,
};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Everything {
    unit: (),
    flag: bool,
    numbers: (u8, u16, u32, u64, i8, i16, i32, i64),
    floats: (f32, f64),
    nat: Nat,
    int: Int,
    text: String,
    blob: Vec<u8>,
    many: Vec<Shape>,
    none: Option<Vec<u8>>,
    some: Option<Option<u8>>,
    map: BTreeMap<String, Vec<Option<Shape>>>,
    principal: Principal,
    next: Option<Box<Everything>>,
    reserved: Reserved,
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
enum Shape {
    Point,
    Circle(u32),
    Line((i8, i8), (i8, i8)),
    Named { name: String, inside: Vec<Shape> },
}

fn everything() -> Everything {
    let named = Shape::Named {
        name: "é".into(),
        inside: vec![Shape::Point, Shape::Line((1, -2), (3, -4))],
    };
    let mut outer = Everything {
        unit: (),
        flag: true,
        numbers: (1, 2, 3, 4, -1, -2, -3, -4),
        floats: (1.5, -2.5),
        nat: Nat::from(u128::MAX),
        int: Int::from(-300),
        text: "text".into(),
        blob: vec![0, 255],
        many: vec![Shape::Circle(7), named.clone()],
        none: None,
        some: Some(None),
        map: BTreeMap::from([("k".into(), vec![None, Some(named)]), ("".into(), vec![])]),
        principal: Principal::from_slice(&[1, 2, 3]),
        next: None,
        reserved: Reserved,
    };
    outer.next = Some(Box::new(outer.clone()));
    outer
}

/// Decodes typed and dynamically, and compares text of errors or the typed values that come out.
#[track_caller]
fn check<T: CandidType + DeserializeOwned + Debug>(bytes: &[u8]) {
    let typed = decode_one::<T>(bytes);
    let env = TypeEnv::new();
    let dynamic = IDLArgs::from_bytes_with_types(bytes, &env, &[T::ty()]);
    match (typed, dynamic) {
        (Ok(typed), Ok(dynamic)) => {
            let bytes = dynamic.to_bytes_with_types(&env, &[T::ty()]).unwrap();
            let again = decode_one::<T>(&bytes).unwrap();
            // Not `==`: a number may be NaN.
            assert_eq!(format!("{again:?}"), format!("{typed:?}"));
        }
        (Err(typed), Err(dynamic)) => {
            assert_eq!(
                format!("{dynamic:?}"),
                format!("{typed:?}"),
                "{}",
                hex::encode(bytes)
            );
        }
        (typed, dynamic) => {
            panic!("{typed:?} is not {dynamic:?} for {}", hex::encode(bytes));
        }
    }
}

/// The message, its beginnings, and the message with each byte changed.
fn check_around<T: CandidType + DeserializeOwned + Debug>(bytes: &[u8]) {
    check::<T>(bytes);
    for end in 0..bytes.len() {
        check::<T>(&bytes[..end]);
    }
    let mut changed = bytes.to_vec();
    for at in 0..bytes.len() {
        for byte in [0x00, 0x01, 0x7f, bytes[at] ^ 1, bytes[at].wrapping_add(1)] {
            changed[at] = byte;
            check::<T>(&changed);
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn everything_at_its_own_type() {
    let bytes = encode_one(everything()).unwrap();
    assert_eq!(decode_one::<Everything>(&bytes).unwrap(), everything());
    check::<Everything>(&bytes);
    let env = TypeEnv::new();
    let dynamic = IDLArgs::from_bytes_with_types(&bytes, &env, &[Everything::ty()]).unwrap();
    let again = dynamic
        .to_bytes_with_types(&env, &[Everything::ty()])
        .unwrap();
    assert_eq!(decode_one::<Everything>(&again).unwrap(), everything());
}

#[test]
fn messages_around_everything() {
    let mut value = everything();
    value.next = None;
    value.many.truncate(1);
    value.map.clear();
    check_around::<Everything>(&encode_one(value).unwrap());
}

#[test]
fn shapes() {
    for shape in everything().many {
        check_around::<Shape>(&encode_one(&shape).unwrap());
        check_around::<Option<Shape>>(&encode_one(Some(&shape)).unwrap());
        check_around::<Vec<Option<Shape>>>(&encode_one(vec![Some(&shape), None]).unwrap());
    }
}

#[test]
fn at_other_types() {
    #[derive(CandidType, Deserialize, Debug)]
    #[allow(dead_code, reason = "printed")]
    struct Part {
        text: Option<String>,
        many: Vec<Option<Fewer>>,
        nat: Int,
        new: Option<u8>,
        next: Option<Box<Part>>,
    }
    #[derive(CandidType, Deserialize, Debug)]
    #[allow(dead_code, reason = "printed")]
    enum Fewer {
        Circle(u32),
        Named { inside: Vec<Fewer> },
    }
    let mut value = everything();
    value.map.clear();
    check::<Part>(&encode_one(&value).unwrap());
    value.next = None;
    check_around::<Part>(&encode_one(value).unwrap());
}

/// What a dynamic value costs, by the way it is asked for.
#[test]
fn cost_at_own_types() {
    let bytes = encode_one(everything()).unwrap();
    let cost = |run: &dyn Fn(&DecoderConfig) -> bool| {
        // The least quota that suffices, found by halving.
        let (mut low, mut high) = (0, 10_000_000);
        while low < high {
            let middle = (low + high) / 2;
            let mut config = DecoderConfig::new();
            config.set_skipping_quota(middle);
            match run(&config) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        low
    };
    let as_is = cost(&|config| IDLArgs::from_bytes_with_config(&bytes, config).is_ok());
    let skipped = cost(&|config| candid::decode_args_with_config::<()>(&bytes, config).is_ok());
    let env = TypeEnv::new();
    let types = [Everything::ty()];
    let typed = cost(&|config| {
        IDLArgs::from_bytes_with_types_with_config(&bytes, &env, &types, config).is_ok()
    });
    // Names of labels cost by their length, where there are none each costs one, and those of a
    // tuple less if somebody reads it.
    assert_eq!((typed, skipped, as_is), (1104, 1108, 906));
}

/// The type of an argument may be gone when the next is made, in the same memory: types are not mistaken for it.
#[test]
fn types_that_are_not_kept() {
    use candid::types::{Type, TypeInner};

    let chain = |last: TypeInner| (0..30).fold(Type::from(last), |ty, _| TypeInner::Opt(ty).into());
    let mut table = candid::ser::TypeSerialize::new();
    for _ in 0..50 {
        table.push_type(&chain(TypeInner::Text)).unwrap();
        table.push_type(&chain(TypeInner::Nat)).unwrap();
    }
    table.serialize().unwrap();
    let header = table.get_result();
    assert!(header.starts_with(b"DIDL\x3c"));
    assert!(header.ends_with(&[&[100][..], &[0, 30].repeat(50)].concat()));
}
