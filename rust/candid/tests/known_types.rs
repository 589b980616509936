//! Types known at run time are kept between calls: what is kept is never used for other types.
#![cfg(feature = "value")]

use candid::types::{Field, Label, Type, TypeInner};
use candid::{CandidType, DecoderConfig, IDLArgs, IDLValue, TypeEnv};
use std::rc::Rc;

fn var(name: &str) -> Type {
    TypeInner::Var(name.to_string()).into()
}

fn record(fields: &[(&str, Type)]) -> Type {
    let field = |(name, ty): &(&str, Type)| Field {
        id: Label::Named((*name).to_string()).into(),
        ty: ty.clone(),
    };
    TypeInner::Record(fields.iter().map(field).collect()).into()
}

fn env(definitions: &[(&str, Type)]) -> TypeEnv {
    let definitions = definitions.iter();
    TypeEnv(
        definitions
            .map(|(name, ty)| ((*name).to_string(), ty.clone()))
            .collect(),
    )
}

/// The message of a number at these types, or the error, and the values of the message at the types.
fn both_ways(env: &TypeEnv, types: &[Type]) -> (String, String) {
    let number = IDLValue::Number("5".to_string());
    let field = candid::types::value::IDLField {
        id: Label::Named("a".to_string()),
        val: number.clone(),
    };
    let values = [
        IDLValue::Record(vec![field.clone()]),
        number,
        IDLValue::Opt(Box::new(IDLValue::Record(vec![field]))),
    ];
    let messages = values.map(|value| IDLArgs::new(&[value]).to_bytes_with_types(env, types));
    let fives = [5_u8; 40];
    let message = [&b"DIDL\x01\x6c\x01a\x7d\x01\0"[..], &fives[..1]].concat();
    let decoded = IDLArgs::from_bytes_with_types(&message, env, types);
    (format!("{messages:?}"), format!("{decoded:?}"))
}

/// Names with functions that make their definitions.
type Definitions = &'static [(&'static str, fn() -> Type)];

/// Compares with another thread, which keeps nothing from before.
fn check(definitions: Definitions, types: fn() -> Vec<Type>, env: &TypeEnv) {
    let here = both_ways(env, &types());
    let fresh = std::thread::spawn(move || {
        let definitions: Vec<_> = definitions.iter().map(|(name, ty)| (*name, ty())).collect();
        both_ways(&self::env(&definitions), &types())
    });
    assert_eq!(here, fresh.join().unwrap());
}

#[test]
fn a_definition_that_has_changed() {
    let nat = || Type::from(TypeInner::Nat);
    let int = || Type::from(TypeInner::Int);
    let a = || record(&[("a", var("N"))]);
    let rows: [Definitions; 9] = [
        &[
            ("N", || TypeInner::Nat.into()),
            ("R", || record(&[("a", var("N"))])),
        ],
        &[
            ("N", || TypeInner::Int.into()),
            ("R", || record(&[("a", var("N"))])),
        ],
        &[
            ("M", || TypeInner::Nat.into()),
            ("R", || record(&[("a", var("N"))])),
        ],
        &[
            ("N", || TypeInner::Nat8.into()),
            ("R", || var("S")),
            ("S", || record(&[("a", var("N"))])),
        ],
        &[
            ("N", || TypeInner::Nat8.into()),
            ("R", || var("S")),
            ("S", || TypeInner::Nat8.into()),
        ],
        &[
            ("N", || TypeInner::Nat8.into()),
            ("R", || var("T")),
            ("S", || TypeInner::Nat8.into()),
        ],
        &[("N", || var("R")), ("R", || var("N"))],
        &[],
        &[
            ("N", || TypeInner::Nat.into()),
            ("R", || record(&[("a", var("N"))])),
        ],
    ];
    let types: [fn() -> Vec<Type>; 3] = [
        || vec![var("R")],
        || vec![TypeInner::Opt(var("R")).into()],
        || vec![var("R"), TypeInner::Opt(var("N")).into()],
    ];
    for types in types {
        for row in rows {
            let definitions: Vec<_> = row.iter().map(|(name, ty)| (*name, ty())).collect();
            let env = env(&definitions);
            for _ in 0..3 {
                check(row, types, &env);
            }
        }
    }
    // The same types: only what the names lead to differs.
    let (n, i, r) = (nat(), int(), a());
    let mut changing = env(&[("N", n.clone()), ("R", r.clone())]);
    let types = [var("R")];
    let first = both_ways(&changing, &types);
    assert_eq!(both_ways(&changing, &types), first);
    changing.0.insert("N".to_string(), i.clone());
    let second = both_ways(&changing, &types);
    assert_ne!(second, first);
    changing.0.insert("N".to_string(), n.clone());
    assert_eq!(both_ways(&changing, &types), first);
    changing.0.remove("N");
    changing.0.insert("M".to_string(), n.clone());
    let error = both_ways(&changing, &types).1;
    assert!(error.contains("unbound type identifier N"), "{error}");
    // Among many others a name is looked up.
    for k in 0..100 {
        changing.0.insert(format!("Other{k}"), i.clone());
    }
    for (definition, expected) in [(&n, &first), (&i, &second), (&n, &first)] {
        changing.0.insert("N".to_string(), definition.clone());
        assert_eq!(&both_ways(&changing, &types), expected);
        assert_eq!(&both_ways(&changing, &types), expected);
    }
}

/// References to Rust types lead to what these are now.
#[test]
fn a_rust_type_that_was_forgotten() {
    #[derive(CandidType)]
    #[allow(dead_code, reason = "only its type")]
    struct List {
        next: Option<Box<List>>,
    }

    let types = [List::ty()];
    let value = IDLArgs::new(&[IDLValue::Record(Vec::new())]);
    let message = value.to_bytes_with_types(&TypeEnv::new(), &types).unwrap();
    let read = || IDLArgs::from_bytes_with_types(&message, &TypeEnv::new(), &types);
    for _ in 0..3 {
        assert_eq!(
            value.to_bytes_with_types(&TypeEnv::new(), &types).unwrap(),
            message
        );
        assert!(read().is_ok());
    }
    candid::types::internal::env_clear();
    let unknown = |error: candid::Error| assert!(error.to_string().contains("unknown"), "{error}");
    unknown(read().unwrap_err());
    let written = value.to_bytes_with_types(&TypeEnv::new(), &types);
    unknown(written.unwrap_err());
    List::ty();
    assert!(read().is_ok());
}

#[test]
fn large_types_are_not_kept() {
    let field = |i: u32| Field {
        id: Label::Named(format!("{i}").repeat(100)).into(),
        ty: TypeInner::Nat8.into(),
    };
    let of = |n: u32| {
        let mut fields: Vec<_> = (0..n).map(field).collect();
        fields.sort_by_key(|field| field.id.get_id());
        Type::from(TypeInner::Opt(TypeInner::Record(fields).into()))
    };
    for (n, n_kept) in [(3, 2), (1_000, 0)] {
        let types = [of(n)];
        let values = IDLArgs::new(&[IDLValue::None]);
        for _ in 0..4 {
            let bytes = values.to_bytes_with_types(&TypeEnv::new(), &types).unwrap();
            IDLArgs::from_bytes_with_types(&bytes, &TypeEnv::new(), &types).unwrap();
            // By this test, and for encoding and decoding.
            assert_eq!(Rc::strong_count(&types[0].0), 1 + n_kept, "{n} fields");
        }
    }
}

/// Decodes `null` as each of these types, which are of the environment, so many times, and returns what is kept then.
fn kept_of(
    n_uses: usize,
    headers: &[Vec<u8>],
    n_types: u32,
    types: impl Fn(u32) -> (TypeEnv, Type),
) -> i64 {
    let decode_all = || {
        for message in headers.iter().cycle().take(n_types as usize) {
            IDLArgs::from_bytes(message).unwrap();
        }
        for (i, message) in (0..n_types).zip(headers.iter().cycle()) {
            let (env, ty) = types(i);
            for _ in 0..n_uses {
                let types = std::slice::from_ref(&ty);
                IDLArgs::from_bytes_with_types(message, &env, types).unwrap();
            }
        }
    };
    allocation_counter::measure(decode_all).bytes_current
}

/// Each use of a name has a copy of it.
#[test]
fn names_of_definitions_count_as_often_as_they_are_used() {
    let message = b"DIDL\0\x01\x7f".to_vec();
    for n_uses in [1, 2] {
        let kept = kept_of(n_uses, std::slice::from_ref(&message), 64, |i| {
            let name = format!("{i}").repeat(10_000);
            let field = |id| Field {
                id: Label::Id(id).into(),
                ty: var(&name),
            };
            let record = TypeInner::Record((0..100).map(field).collect()).into();
            let env = env(&[(&name, TypeInner::Nat8.into())]);
            (env, TypeInner::Opt(record).into())
        });
        assert!(kept < 4 << 20, "{n_uses} uses: {kept}");
    }
}

/// The plan of a header holds the types that its messages were decoded as.
#[test]
fn types_that_plans_hold_count_with_these() {
    // Each has a record of another field.
    let header = |id: u8| [b"DIDL\x01\x6c\x01", &[id][..], b"\x7f\x01\0"].concat();
    let headers: Vec<_> = (0..100).map(header).collect();
    let kept = kept_of(3, &headers, 1_000, |i| {
        let field = |k| Field {
            id: Label::Id(k + i * 1_000).into(),
            ty: TypeInner::Nat8.into(),
        };
        let large = TypeInner::Record((0..200).map(field).collect()).into();
        let ty = record(&[("absent", TypeInner::Opt(large).into())]);
        (TypeEnv::new(), ty)
    });
    assert!(kept < 8 << 20, "{kept}");
}

/// Decodes as types whose steps are known for the last header: each message of `messages` after each other one, compared with a
/// thread that knows nothing.
fn check_after_each_other(types: fn() -> Vec<Type>, messages: &[Vec<u8>]) {
    let decode = |message: &[u8], types: &[Type], quota: Option<usize>| {
        let mut config = DecoderConfig::new();
        if let Some(quota) = quota {
            config.set_decoding_quota(quota).set_skipping_quota(quota);
        }
        let env = TypeEnv::new();
        let both = [
            IDLArgs::from_bytes_with_types(message, &env, types),
            IDLArgs::from_bytes_with_types_with_config(message, &env, types, &config),
        ];
        format!("{both:?}")
    };
    let quotas = [None, Some(60), Some(4_000)];
    let fresh = |message: &Vec<u8>| {
        quotas.map(|quota| {
            let decode = || decode(message, &types(), quota);
            std::thread::scope(|scope| scope.spawn(decode).join().unwrap())
        })
    };
    let expected: Vec<_> = messages.iter().map(fresh).collect();
    let types = types();
    for _ in 0..3 {
        for (first, of_first) in messages.iter().zip(&expected) {
            for (second, of_second) in messages.iter().zip(&expected) {
                for (message, expected) in
                    [(first, of_first), (first, of_first), (second, of_second)]
                {
                    for (quota, expected) in quotas.iter().zip(expected) {
                        assert_eq!(&decode(message, &types, *quota), expected, "{message:?}");
                    }
                }
            }
        }
    }
}

/// A record with these fields, and an option.
fn call() -> Vec<Type> {
    vec![
        record(&[
            ("a", TypeInner::Nat8.into()),
            ("b", TypeInner::Opt(TypeInner::Text.into()).into()),
        ]),
        TypeInner::Opt(TypeInner::Int.into()).into(),
    ]
}

/// Messages with different headers, of which some have no such values.
#[test]
fn headers_that_take_turns() {
    let messages = [
        &b"DIDL\x02\x6c\x02a\x7bb\x01\x6e\x71\x01\0\x05\x01\x02no"[..],
        b"DIDL\x03\x6c\x02a\x7bb\x01\x6e\x71\x6e\x7d\x02\0\x02\x05\x01\x02no\x01\x80\x01",
        // As the first, with another value and with none.
        b"DIDL\x02\x6c\x02a\x7bb\x01\x6e\x71\x01\0\x06\0",
        b"DIDL\x02\x6c\x02a\x7bb\x01\x6e\x71\x01\0\x06\x02",
        b"DIDL\x01\x6c\x01a\x7b\x01\0\x05",
        // Another field, which is skipped, and arguments in surplus.
        b"DIDL\x01\x6c\x02a\x7bc\x7d\x03\0\x7d\x7d\x05\x80\x01\x80\x01\x03",
        b"DIDL\x01\x6c\x02a\x7bc\x7d\x03\0\x7d\x7d\x05\x80\x01\x80\x01",
        // No `nat8`, no record, no argument, no message.
        b"DIDL\x01\x6c\x01a\x71\x01\0\x01a",
        b"DIDL\0\x01\x7b\x05",
        b"DIDL\0\0",
        b"DIDL\x01\x6c\x01a\x7b\x01\0\x05\x05",
        b"DIDL",
    ];
    check_after_each_other(call, &messages.map(<[u8]>::to_vec));
}

/// The plan of a header that is no longer kept: its steps are not those of a later one.
#[test]
fn a_plan_that_was_forgotten() {
    let types = call();
    let message = b"DIDL\x02\x6c\x02a\x7bb\x01\x6e\x71\x01\0\x05\x01\x02no";
    let decode = || IDLArgs::from_bytes_with_types(message, &TypeEnv::new(), &types);
    let expected = decode().unwrap();
    for _ in 0..3 {
        for _ in 0..5 {
            assert_eq!(decode().unwrap(), expected);
        }
        // Others that are used more often, each with a record of its own.
        for id in 0..4_000_u32 {
            let field = (id + 200).to_le_bytes();
            let low = [field[0] | 0x80, field[1] << 1 & 0x7f | field[0] >> 7];
            let header = [&b"DIDL\x01\x6c\x01"[..], &low, b"\x7b\x01\0\x05"].concat();
            for _ in 0..if id < 1_000 { 8 } else { 1 } {
                IDLArgs::from_bytes(&header).unwrap();
            }
        }
    }
}

/// Nothing is seen of what is charged where no quota is set; values without bytes are counted all the same.
#[test]
fn values_without_bytes_are_counted_without_quotas() {
    let many = || vec![TypeInner::Vec(TypeInner::Null.into()).into(); 2];
    let of = |n: [u8; 3]| [&b"DIDL\x01\x6d\x7f\x02\0\0"[..], &n, &n].concat();
    let message = |n: u8| of([0x80, 0x80, n]);
    // 2 × 49152, 2 × 81920.
    let values =
        [3, 5].map(|n| IDLArgs::from_bytes_with_types(&message(n), &TypeEnv::new(), &many()));
    assert!(values[0].is_ok());
    assert!(values[1].as_ref().unwrap_err().is_limit());
}
