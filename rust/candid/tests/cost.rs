//! The cost equations of `DecoderConfig::set_decoding_quota`, a row each: the cost of the header, four
//! times its length, plus what the equation says. Exactly that much suffices, one less does not.
#![cfg(feature = "default")]

use candid::utils::decode_args_with_config_debug;
use candid::{
    define_function, define_service, encode_args, encode_one, CandidType, Decode, DecoderConfig,
    Deserialize, Encode, Int, Nat, Principal, Reserved,
};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap};

define_service!(Service : { "get" : candid::func!((u8) -> (u8)) });
define_function!(Func : (u8) -> (u8));

#[derive(CandidType, Deserialize, Clone)]
struct Record {
    abc: u32,
    de: String,
}

#[derive(CandidType, Deserialize)]
enum Variant {
    Abc(u32),
    De,
    Fghi { x: u8 },
}

fn decode<T: CandidType + DeserializeOwned>(
    bytes: &[u8],
    decoding: usize,
    skipping: usize,
) -> candid::Result<(usize, usize)> {
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(decoding)
        .set_skipping_quota(skipping);
    let ((_,), cost) = decode_args_with_config_debug::<(T,)>(bytes, &config)?;
    Ok((cost.decoding_quota.unwrap(), cost.skipping_quota.unwrap()))
}

/// Checks what a value costs beyond its header when it is read as a `T`.
#[track_caller]
fn check<T: CandidType + DeserializeOwned>(
    wire: impl CandidType,
    decoding: usize,
    skipping: usize,
) {
    let bytes = encode_one(wire).unwrap();
    let header = 4 * header_len(&bytes);
    let total = header + decoding + 50 * skipping;
    let cost = decode::<T>(&bytes, 1_000_000, 1_000_000).unwrap();
    assert_eq!(
        (
            cost.0 as isize - header as isize - 50 * cost.1 as isize,
            cost.1
        ),
        (decoding as isize, skipping)
    );
    assert_eq!(
        decode::<T>(&bytes, total, skipping).unwrap(),
        (total, skipping)
    );
    let one_less = [
        (Some(total - 1), Some(skipping)),
        (Some(total), skipping.checked_sub(1)),
    ];
    for (decoding, skipping) in one_less {
        if let (Some(decoding), Some(skipping)) = (decoding, skipping) {
            let error = decode::<T>(&bytes, decoding, skipping).unwrap_err();
            assert!(error.is_quota(), "{error}");
        }
    }
}

/// Everything before the first value: the least length at which the header is accepted.
fn header_len(bytes: &[u8]) -> usize {
    let mut config = DecoderConfig::new();
    let accepts = |len: &usize| {
        config.set_max_header_len(*len);
        candid::de::IDLDeserialize::new_with_config(bytes, &config).is_ok()
    };
    (0..=bytes.len()).find(accepts).unwrap()
}

#[test]
fn primitive_types() {
    check::<()>((), 1, 0);
    check::<bool>(true, 1, 0);
    check::<u8>(1u8, 1, 0);
    check::<u16>(1u16, 2, 0);
    check::<u32>(1u32, 4, 0);
    check::<u64>(1u64, 8, 0);
    check::<i8>(1i8, 1, 0);
    check::<i16>(1i16, 2, 0);
    check::<i32>(1i32, 4, 0);
    check::<i64>(1i64, 8, 0);
    check::<f32>(1f32, 4, 0);
    check::<f64>(1f64, 8, 0);
    check::<String>("", 1, 0);
    check::<String>("hello", 1 + 5, 0);
    check::<String>("é☃", 1 + 5, 0);
    check::<Reserved>(Reserved, 1, 0);
    check::<Principal>(Principal::from_slice(&[1, 2, 3]), 30, 0);
    check::<Principal>(Principal::from_slice(&[1; 29]), 30, 0);
}

#[test]
fn numbers_of_any_size() {
    for (n, len) in [
        (0u128, 1),
        (127, 1),
        (128, 2),
        (1 << 63, 10),
        (1 << 112, 16),
        (u128::MAX, 16),
    ] {
        check::<Nat>(Nat::from(n), len, 0);
        check::<u128>(Nat::from(n), len, 0);
        check::<Int>(Nat::from(n), len, 0);
    }
    // Numbers of 17 to 19 bytes count as 16, longer ones in full.
    let large = Nat::from(u128::MAX) * Nat::from(u64::MAX);
    check::<Nat>(large, 28, 0);
    for (n, len) in [
        (0i128, 1),
        (-1, 1),
        (63, 1),
        (64, 2),
        (-65, 2),
        (i64::MAX.into(), 10),
        (i128::MIN, 16),
    ] {
        check::<Int>(Int::from(n), len, 0);
        check::<i128>(Int::from(n), len, 0);
    }
}

#[test]
fn options() {
    check::<Option<u32>>(None::<u32>, 2, 0);
    check::<Option<u32>>(Some(1u32), 2 + 4, 0);
    check::<Option<Option<u32>>>(Some(Some(1u32)), 2 + 2 + 4, 0);
    check::<Option<String>>(Some("abc"), 2 + 1 + 3, 0);
    // A value taken as an option; nothing at all.
    check::<Option<u32>>(1u32, 4, 0);
    check::<Option<Option<u32>>>(1u32, 4, 0);
    check::<Option<u32>>((), 0, 0);
    check::<Option<u32>>(Reserved, 0, 0);
    // A payload that does not fit is skipped.
    check::<Option<u32>>(Some("abc"), 2, 1 + 3);
    check::<Option<u32>>("abc", 0, 1 + 3);
    check::<Option<Result<u32, ()>>>(Some(Variant::De), 2, 1 + 5 + 1);
}

#[test]
fn vectors() {
    check::<Vec<u32>>(vec![1u32, 2, 3], 2 + 3 * 3 + 3 * 4, 0);
    check::<Vec<()>>(vec![(); 5], 2 + 3 * 5 + 5, 0);
    check::<Vec<bool>>(vec![true; 5], 2 + 3 * 5 + 5, 0);
    check::<Vec<Nat>>(vec![Nat::from(200u8); 3], 2 + 3 * 3 + 3 * 2, 0);
    check::<Vec<Int>>(vec![Nat::from(200u8); 3], 2 + 3 * 3 + 3 * 2, 0);
    check::<Vec<String>>(vec!["a", "bc"], 2 + 3 * 2 + 2 + 3, 0);
    check::<Vec<u32>>(Vec::<u32>::new(), 2, 0);
    check::<Vec<u32>>(Vec::<String>::new(), 2, 0);
    check::<[u32; 2]>([1u32, 2], 2 + 3 * 2 + 2 * 4, 0);
    check::<Vec<Principal>>(vec![Principal::anonymous(); 2], 2 + 3 * 2 + 60, 0);
    // Elements of types that are not primitive have a place for 2.
    check::<Vec<Option<u8>>>(vec![Some(1u8); 5], 2 + 5 * (2 + 2 + 1), 0);
    check::<Vec<Vec<u8>>>(vec![vec![1u8, 2]; 3], 2 + 3 * (2 + 2 + 2), 0);
    check::<Vec<Variant>>(vec![Variant::De], 2 + 2 + 2 + 5 + 2, 0);
}

#[test]
fn blobs() {
    check::<Vec<u8>>(vec![1u8, 2, 3], 2 + 3, 0);
    check::<serde_bytes::ByteBuf>(vec![1u8, 2, 3], 2 + 3, 0);
    check::<[u8; 3]>(vec![1u8, 2, 3], 2 + 3, 0);
    check::<Vec<u8>>(Vec::<u8>::new(), 2, 0);
    check::<Reserved>(vec![1u8, 2, 3], 0, 1 + 3);
}

#[test]
fn records() {
    let record = || Record {
        abc: 1,
        de: "x".into(),
    };
    check::<Record>(record(), 2 + (7 + 3 + 4) + (7 + 2 + 2), 0);
    check::<Box<Record>>(record(), 2 + (7 + 3 + 4) + (7 + 2 + 2), 0);
    check::<Vec<Record>>(vec![record(); 3], 2 + 3 * (2 + 27), 0);
    check::<(u8, u8)>((1u8, 2u8), 2 + 2 * (3 + 1), 0);
    check::<(u8, Option<u8>, Option<u8>)>((1u8,), 2 + 3 + 1, 0);
    // From three fields on each further label costs 5 in place of 7.
    #[derive(CandidType, Deserialize)]
    struct Many {
        a: u8,
        bb: u8,
        ccc: u8,
        dddd: u8,
    }
    let many = || Many {
        a: 1,
        bb: 2,
        ccc: 3,
        dddd: 4,
    };
    let labels = 4 + 5 * 4 + 1 + 2 + 3 + 4;
    check::<Many>(many(), 2 + labels + 4, 0);
    check::<Reserved>(many(), 0, 2 + 4 + 5 * 4 + 4 + 4);
    // A surplus field costs its label here and its value as skipped.
    #[derive(CandidType, Deserialize)]
    struct First {
        #[allow(dead_code, reason = "only its cost counts")]
        abc: u32,
        #[allow(dead_code, reason = "only its cost counts")]
        zzz: Option<u8>,
    }
    check::<First>(record(), 2 + (7 + 3 + 4) + (7 + 1), 2);
    #[derive(CandidType, Deserialize)]
    struct None0 {}
    check::<None0>(record(), 2 + 2 * (7 + 1), 2 + 4);
    check::<Reserved>(record(), 0, 2 + (8 + 2) + (8 + 4));
}

/// What is passed over together costs what its parts do.
#[test]
fn surplus_fields_of_every_kind() {
    #[derive(CandidType)]
    struct Newer {
        a: bool,
        b: u8,
        c: u16,
        d: Nat,
        e: String,
        f: Principal,
        g: Option<u32>,
        h: Option<u64>,
        i: Option<String>,
        m: u8,
    }
    #[derive(CandidType, Deserialize)]
    struct Older {
        #[allow(dead_code, reason = "only its cost counts")]
        m: u8,
    }
    let newer = || Newer {
        a: true,
        b: 1,
        c: 2,
        d: Nat::from(300u32),
        e: "h\u{e9}llo".into(),
        f: Principal::from_slice(&[1, 2, 3]),
        g: Some(7),
        h: None,
        i: Some("ab".into()),
        m: 3,
    };
    let skipped = 1 + (1 + 2) + 2 + (1 + 6) + 30 + (1 + 4) + 1 + (1 + 1 + 2);
    let labels = 4 + 5 * 10 + 10;
    check::<Older>(newer(), 2 + labels + 1, skipped);
    // The pairs of a map have their own way.
    let pairs = || vec![(1u8, 2u8, "abc", true)];
    let decoding = 2 + 2 + (2 + 4 + 5 * 4 + 4 + 2);
    check::<BTreeMap<u8, u8>>(pairs(), decoding, (1 + 3) + 1);
    check::<Vec<(u8, u8)>>(pairs(), decoding, (1 + 3) + 1);
}

#[test]
fn variants() {
    check::<Variant>(Variant::Abc(1), 2 + 5 + 3 + 4, 0);
    check::<Variant>(Variant::De, 2 + 5 + 2, 0);
    check::<Variant>(Variant::Fghi { x: 1 }, 2 + 5 + 4 + (2 + 7 + 1 + 1), 0);
    check::<Result<u32, String>>(Ok::<u32, String>(1), 2 + 5 + 2 + 4, 0);
    check::<Reserved>(Variant::Abc(1), 0, 1 + 5 + 1 + 4);
    check::<Reserved>(Variant::De, 0, 1 + 5 + 1);
}

#[test]
fn references() {
    let principal = Principal::from_slice(&[1, 2, 3]);
    // The type table has two entries: the service and its method; the function alone.
    check::<Service>(Service::new(principal), 1 + 30 + 2, 0);
    check::<Principal>(Service::new(principal), 30, 0);
    check::<Func>(Func::new(principal, "abc".into()), 2 + 30 + (1 + 3) + 1, 0);
    check::<Option<Func>>(
        Some(Func::new(principal, "abc".into())),
        2 + 2 + 30 + (1 + 3) + 2,
        0,
    );
    check::<Reserved>(Service::new(principal), 0, 30);
    check::<Reserved>(Func::new(principal, "abc".into()), 0, 30 + (1 + 3));
}

#[test]
fn maps_cost_what_pairs_do() {
    let map = BTreeMap::from([("a", 1u32), ("bc", 2)]);
    let cost = 2 + 2 * (2 + 2 + 3 + 3) + (1 + 1 + 4) + (1 + 2 + 4);
    check::<BTreeMap<String, u32>>(map.clone(), cost, 0);
    check::<HashMap<String, u32>>(map.clone(), cost, 0);
    check::<Vec<(String, u32)>>(map, cost, 0);
}

#[test]
#[cfg(feature = "value")]
fn dynamic_values_cost_what_skipped_ones_do() {
    check::<candid::IDLValue>(1u32, 0, 4);
    check::<candid::IDLValue>("hello", 0, 6);
    check::<candid::IDLValue>(vec![1u32, 2], 0, 2 + 2 * (3 + 4));
    check::<candid::IDLValue>(Some(true), 0, 2 + 1);
}

#[test]
fn the_example_of_the_documentation() {
    let bytes = Encode!(&42u32, &"hello", &"extra arguments").unwrap();
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(1000).set_skipping_quota(50);
    let ((number, text), cost) = Decode!(@Debug [config]; &bytes, u32, String).unwrap();
    assert_eq!((number, text.as_str()), (42, "hello"));
    assert_eq!(
        (cost.decoding_quota, cost.skipping_quota),
        (Some(846), Some(16))
    );
    config.set_decoding_quota(846).set_skipping_quota(16);
    Decode!([config]; &bytes, u32, String).unwrap();
    config.set_decoding_quota(845);
    let error = Decode!([config]; &bytes, u32, String).unwrap_err();
    assert_eq!(
        error.to_string(),
        "decoding quota exceeded: 800 requested, 799 left in argument 3, byte offset 35"
    );
    config.set_decoding_quota(846).set_skipping_quota(15);
    let error = Decode!([config]; &bytes, u32, String).unwrap_err();
    assert_eq!(
        error.to_string(),
        "skipping quota exceeded: 16 requested, 15 left in argument 3, byte offset 35"
    );
}

#[test]
fn quotas_that_are_not_set_are_not_counted() {
    let bytes = encode_args((1u32, "surplus")).unwrap();
    let cost = |set: fn(&mut DecoderConfig)| {
        let mut config = DecoderConfig::new();
        set(&mut config);
        let (_, cost) = decode_args_with_config_debug::<(u32,)>(&bytes, &config).unwrap();
        (cost.decoding_quota, cost.skipping_quota)
    };
    // 4 * 8 for the header, 4, 50 * 8.
    assert_eq!(cost(|_| ()), (None, None));
    let decoding = |config: &mut DecoderConfig| {
        config.set_decoding_quota(1000);
    };
    let skipping = |config: &mut DecoderConfig| {
        config.set_skipping_quota(1000);
    };
    assert_eq!(cost(decoding), (Some(436), None));
    assert_eq!(cost(skipping), (None, Some(8)));
}
