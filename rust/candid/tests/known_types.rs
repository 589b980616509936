//! Types known at run time are kept between calls: what is kept is never used for other types.
#![cfg(feature = "value")]

use candid::types::{Field, Label, Type, TypeInner};
use candid::{CandidType, IDLArgs, IDLValue, TypeEnv};
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
