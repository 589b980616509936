//! Dynamic values: their types, putting them at types, bytes and back.
#![cfg(feature = "value")]

use candid::types::value::{IDLField, VariantValue};
use candid::types::{Field, Label, Type, TypeInner};
use candid::{CandidType, Encode, IDLArgs, IDLValue, Int, Nat, TypeEnv};

fn named(name: &str) -> Label {
    Label::Named(name.to_string())
}

fn record(fields: &[(&str, IDLValue)]) -> IDLValue {
    let fields = fields.iter().map(|(name, val)| IDLField {
        id: named(name),
        val: val.clone(),
    });
    IDLValue::Record(fields.collect())
}

fn variant(name: &str, val: IDLValue) -> IDLValue {
    let id = named(name);
    IDLValue::Variant(VariantValue(Box::new(IDLField { id, val }), 0))
}

fn opt(value: IDLValue) -> IDLValue {
    IDLValue::Opt(Box::new(value))
}

fn number(text: &str) -> IDLValue {
    IDLValue::Number(text.to_string())
}

fn text(text: &str) -> IDLValue {
    IDLValue::Text(text.to_string())
}

fn opt_ty(ty: TypeInner) -> TypeInner {
    TypeInner::Opt(ty.into())
}

fn vec_ty(ty: TypeInner) -> TypeInner {
    TypeInner::Vec(ty.into())
}

fn fields(fields: &[(&str, TypeInner)]) -> Vec<Field> {
    let mut fields: Vec<_> = fields
        .iter()
        .map(|(name, ty)| Field {
            id: named(name).into(),
            ty: ty.clone().into(),
        })
        .collect();
    fields.sort_by_key(|field| field.id.get_id());
    fields
}

#[test]
fn types_of_values() {
    let rows = [
        (number("1"), "int"),
        (IDLValue::None, "opt empty"),
        (IDLValue::Reserved, "reserved"),
        (IDLValue::Blob(vec![1]), "blob"),
        (IDLValue::Vec(vec![]), "vec empty"),
        (
            record(&[("b", text("")), ("a", number("1"))]),
            "record { a : int; b : text }",
        ),
        (variant("a", IDLValue::Null), "variant { a }"),
        // Items of different types have the smallest that fits all.
        (
            IDLValue::Vec(vec![IDLValue::Null, opt(number("1"))]),
            "vec opt int",
        ),
        (
            IDLValue::Vec(vec![opt(number("1")), IDLValue::None]),
            "vec opt int",
        ),
        (
            IDLValue::Vec(vec![
                IDLValue::Nat(Nat::from(1u8)),
                IDLValue::Int(Int::from(-1)),
            ]),
            "vec int",
        ),
        (
            IDLValue::Vec(vec![variant("b", text("")), variant("a", IDLValue::Null)]),
            "vec variant { a; b : text }",
        ),
        (
            IDLValue::Vec(vec![record(&[]), record(&[("a", opt(text("")))])]),
            "vec record { a : opt text }",
        ),
        (
            IDLValue::Vec(vec![IDLValue::Vec(vec![]), IDLValue::Vec(vec![text("")])]),
            "vec vec text",
        ),
        // There is none.
        (IDLValue::Vec(vec![number("1"), text("")]), "vec int"),
    ];
    for (value, expected) in rows {
        assert_eq!(value.value_ty().to_string(), expected, "{value:?}");
    }
}

/// The value at the type, from text and from a value.
#[test]
fn annotations() {
    let unit = || TypeInner::Variant(fields(&[("a", TypeInner::Null)]));
    let pair = || {
        TypeInner::Record(fields(&[
            ("a", TypeInner::Nat8),
            ("b", opt_ty(TypeInner::Text)),
        ]))
    };
    let rows = [
        (number("255"), TypeInner::Nat8, "255 : nat8", "!"),
        (number("256"), TypeInner::Nat8, "!", "!"),
        (number("-1"), TypeInner::Nat, "!", "!"),
        (number("-1_000"), TypeInner::Int, "-1_000 : int", "!"),
        (number("-1_000"), TypeInner::Int16, "-1_000 : int16", "!"),
        // An integer is a float if it is exactly one.
        (
            number("16777216"),
            TypeInner::Float32,
            "16777216.0 : float32",
            "!",
        ),
        (number("16777217"), TypeInner::Float32, "!", "!"),
        (number("9007199254740993"), TypeInner::Float64, "!", "!"),
        (
            IDLValue::Float64(1.5),
            TypeInner::Float32,
            "1.5 : float32",
            "!",
        ),
        (IDLValue::Float64(1e300), TypeInner::Float32, "!", "!"),
        // Rounding to `float64` and then to `float32` would give 7.0385313e-26.
        (
            IDLValue::Float64(7.038531e-26),
            TypeInner::Float32,
            "7.038531e-26 : float32",
            "!",
        ),
        (
            IDLValue::Float64(1e-45),
            TypeInner::Float32,
            "1e-45 : float32",
            "!",
        ),
        (
            IDLValue::Nat(Nat::from(7u8)),
            TypeInner::Int,
            "7 : int",
            "7 : int",
        ),
        (
            text("x"),
            TypeInner::Reserved,
            "null : reserved",
            "null : reserved",
        ),
        (IDLValue::Null, opt_ty(TypeInner::Text), "null", "null"),
        (IDLValue::Reserved, opt_ty(TypeInner::Text), "null", "null"),
        (
            opt(IDLValue::Null),
            opt_ty(opt_ty(TypeInner::Text)),
            "opt null",
            "opt null",
        ),
        (opt(text("x")), opt_ty(TypeInner::Nat), "!", "null"),
        (text("x"), opt_ty(TypeInner::Text), "!", "opt \"x\""),
        (text("x"), opt_ty(opt_ty(TypeInner::Text)), "!", "null"),
        (text("x"), opt_ty(TypeInner::Nat), "!", "null"),
        (
            IDLValue::Vec(vec![number("1"), number("2")]),
            vec_ty(TypeInner::Nat8),
            r#"blob "\01\02""#,
            "!",
        ),
        (
            IDLValue::Vec(vec![]),
            vec_ty(TypeInner::Nat8),
            "blob \"\"",
            "blob \"\"",
        ),
        (IDLValue::Blob(vec![1]), vec_ty(TypeInner::Nat), "!", "!"),
        (
            record(&[("zz", text("")), ("a", IDLValue::Nat8(1))]),
            pair(),
            "record { a = 1 : nat8; b = null }",
            "record { a = 1 : nat8; b = null }",
        ),
        (record(&[("b", opt(text("")))]), pair(), "!", "!"),
        (
            variant("a", IDLValue::Null),
            unit(),
            "variant { a }",
            "variant { a }",
        ),
        (variant("b", IDLValue::Null), unit(), "!", "!"),
        (
            opt(variant("b", IDLValue::Null)),
            opt_ty(unit()),
            "!",
            "null",
        ),
        (
            IDLValue::Null,
            TypeInner::Var("missing".to_string()),
            "!",
            "!",
        ),
    ];
    let env = TypeEnv::new();
    for (value, ty, from_text, from_value) in rows {
        let ty = Type::from(ty);
        for (from_parser, expected) in [(true, from_text), (false, from_value)] {
            let annotated = value.annotate_type(from_parser, &env, &ty);
            if from_parser {
                // What is replaced part by part is the same.
                let in_place = value.clone().annotate_type_counting(&env, &ty);
                let text = |error: candid::Error| error.to_string();
                let annotated = annotated.as_ref().map_err(ToString::to_string);
                let in_place = in_place.map(|(value, _)| value).map_err(text);
                assert_eq!(in_place.as_ref().map_err(Clone::clone), annotated);
            }
            let found = match annotated {
                Ok(value) => value.to_string(),
                Err(_) => "!".to_string(),
            };
            assert_eq!(found, expected, "{value:?} at {ty}, {from_parser}");
        }
    }
}

#[test]
fn annotation_errors_have_a_path() {
    let env = TypeEnv::new();
    let ty = TypeInner::Record(fields(&[("list", vec_ty(TypeInner::Nat8))])).into();
    let value = record(&[("list", IDLValue::Vec(vec![number("1"), number("300")]))]);
    let error = value.annotate_type(true, &env, &ty).unwrap_err();
    assert!(error.is_subtype());
    assert_eq!(
        error.to_string(),
        "expected a value of type nat8, found 300, which the type cannot represent at list[1]"
    );
    let in_place = value.annotate_type_counting(&env, &ty).unwrap_err();
    assert_eq!(in_place.to_string(), error.to_string());
}

#[test]
fn a_variant_is_numbered_by_its_type() {
    let ty = TypeInner::Variant(fields(&[("b", TypeInner::Null), ("a", TypeInner::Null)])).into();
    for (tag, expected) in [("a", 0), ("b", 1)] {
        let value = variant(tag, IDLValue::Null).annotate_type(true, &TypeEnv::new(), &ty);
        let Ok(IDLValue::Variant(VariantValue(_, position))) = value else {
            panic!("{value:?}")
        };
        assert_eq!(position, expected);
    }
    // Any order, more than a few cases, in a vector.
    let ids = || (0..100u32).map(|i| i * 37 % 101);
    let case = |id| Field {
        id: Label::Id(id).into(),
        ty: TypeInner::Null.into(),
    };
    let ty = TypeInner::Variant(ids().map(case).collect()).into();
    let tag = |id, position| {
        let field = IDLField {
            id: Label::Id(id),
            val: IDLValue::Null,
        };
        IDLValue::Variant(VariantValue(Box::new(field), position))
    };
    let vector = IDLValue::Vec(ids().map(|id| tag(id, 0)).collect());
    let found = vector.annotate_type(true, &TypeEnv::new(), &TypeInner::Vec(ty).into());
    let Ok(IDLValue::Vec(found)) = found else {
        panic!("{found:?}")
    };
    let mut sorted: Vec<u32> = ids().collect();
    sorted.sort_unstable();
    let positions: Vec<(u32, u64)> = sorted.into_iter().zip(0..).collect();
    for (id, found) in ids().zip(found) {
        let IDLValue::Variant(VariantValue(field, position)) = found else {
            panic!("{found:?}")
        };
        assert_eq!(field.id, Label::Id(id));
        assert!(positions.contains(&(id, position)), "{id}");
    }
}

#[test]
fn bytes_without_types() {
    for (value, expected) in [
        (number("7"), "4449444c00017c07"),
        (
            record(&[("b", IDLValue::Nat8(1)), ("a", IDLValue::Nat8(2))]),
            "4449444c016c02617b627b01000201",
        ),
        (
            IDLValue::Vec(vec![IDLValue::Null, opt(number("1"))]),
            "4449444c026d016e7c010002000101",
        ),
    ] {
        let args = IDLArgs::new(&[value]);
        let bytes = args.to_bytes().unwrap();
        assert_eq!(hex::encode(&bytes), expected, "{args}");
        assert_eq!(
            IDLArgs::from_bytes(&bytes).unwrap().to_bytes().unwrap(),
            bytes
        );
    }
    // A vector has one type.
    let mixed = IDLArgs::new(&[IDLValue::Vec(vec![number("1"), text("a")])]);
    assert!(mixed.to_bytes().is_err());
}

#[test]
fn bytes_with_types() {
    let env = TypeEnv::new();
    let args = IDLArgs::new(&[IDLValue::Nat8(1), text("a")]);
    let bytes = args.to_bytes().unwrap();
    let cases: [(&[TypeInner], &str, &str); 7] = [
        (&[], "()", "!"),
        (&[TypeInner::Nat8], "(1 : nat8)", "!"),
        (
            &[TypeInner::Nat8, TypeInner::Text],
            "(1 : nat8, \"a\")",
            "4449444c00027b71010161",
        ),
        (
            &[TypeInner::Nat8, TypeInner::Text, TypeInner::Null],
            "(1 : nat8, \"a\", null : null)",
            "!",
        ),
        (
            &[TypeInner::Nat8, TypeInner::Text, TypeInner::Nat],
            "!",
            "!",
        ),
        (&[TypeInner::Nat8, TypeInner::Nat8], "!", "!"),
        (
            &[TypeInner::Nat8, TypeInner::Reserved],
            "(1 : nat8, null : reserved)",
            "4449444c00027b7001",
        ),
    ];
    for (types, decoded, encoded) in cases {
        let types: Vec<Type> = types.iter().cloned().map(Type::from).collect();
        let found = match IDLArgs::from_bytes_with_types(&bytes, &env, &types) {
            Ok(args) => args.to_string(),
            Err(_) => "!".to_string(),
        };
        assert_eq!(found, decoded, "{types:?}");
        let found = match args.to_bytes_with_types(&env, &types) {
            Ok(bytes) => hex::encode(bytes),
            Err(_) => "!".to_string(),
        };
        assert_eq!(found, encoded, "{types:?}");
    }
    // What is skipped is checked, and nothing may follow.
    let mut more = bytes.clone();
    more.push(0);
    assert!(IDLArgs::from_bytes_with_types(&more, &env, &[]).is_err());
    assert!(IDLArgs::from_bytes_with_types(&bytes[..bytes.len() - 1], &env, &[]).is_err());
}

/// A value of a type that later versions of Candid will have is null to those who take what comes: with types of its own
/// (`-25`, and `-2495` of two bytes), alone and inside others.
#[test]
fn future_types() {
    for (hex, expected) in [
        ("4449444c016700 0100 0500 68656c6c6f", "(null : null)"),
        (
            "4449444c026d00c16c00 027f01 0000",
            "(null : null, null : null)",
        ),
        (
            "4449444c026700 6d00 0101 02 0000 0100ff",
            "(vec { null : null; null : null })",
        ),
        (
            "4449444c026700 6e00 02017e 01 0100ff 01",
            "(opt (null : null), true)",
        ),
        (
            "4449444c026700 6c02007e0100 0101 01 0100ff",
            "(record { true; null : null })",
        ),
        ("4449444c026700 6b010000 0101 00 0100ff", "(variant { 0 })"),
        // Its bytes are read, so they have to be there.
        ("4449444c016700 0100 0500 68656c6c", "!"),
    ] {
        let bytes = hex::decode(hex.replace(' ', "")).unwrap();
        let found = match IDLArgs::from_bytes(&bytes) {
            Ok(args) => args.to_string(),
            Err(_) => "!".to_string(),
        };
        assert_eq!(found, expected, "{hex}");
    }
}

#[test]
fn values_of_rust_types() {
    #[derive(CandidType)]
    struct List {
        head: u8,
        tail: Option<Box<List>>,
    }
    #[derive(CandidType)]
    enum Shape {
        #[allow(dead_code, reason = "a tag before the one in use")]
        Circle,
        Square {
            side: f32,
        },
    }
    let list = List {
        head: 1,
        tail: Some(Box::new(List {
            head: 2,
            tail: None,
        })),
    };
    assert_eq!(
        IDLValue::try_from_candid_type(&list).unwrap().to_string(),
        "record { head = 1 : nat8; tail = opt record { head = 2 : nat8; tail = null } }"
    );
    let square = Shape::Square { side: 1.5 };
    assert_eq!(
        IDLValue::try_from_candid_type(&square).unwrap().to_string(),
        "variant { Square = record { side = 1.5 : float32 } }"
    );
    let value = IDLValue::try_from_candid_type(&(vec![1u8], "a", ())).unwrap();
    assert_eq!(
        value.to_string(),
        r#"record { blob "\01"; "a"; null : null }"#
    );
    // The type of a dynamic value is not known at compile time.
    assert!(IDLValue::try_from_candid_type(&IDLValue::Null).is_err());
    assert!(Encode!(&IDLValue::Null).is_err());
}

#[test]
fn equality() {
    let a = |id: Label, position| {
        IDLValue::Variant(VariantValue(
            Box::new(IDLField {
                id,
                val: IDLValue::Null,
            }),
            position,
        ))
    };
    assert_eq!(a(named("a"), 0), a(Label::Id(97), 3));
    assert_ne!(a(named("a"), 0), a(named("b"), 0));
    assert_ne!(IDLValue::Null, IDLValue::None);
}
