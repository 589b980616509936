//! Values without types: the items of a vector get the smallest type that takes them all, or there is an error.
//! A message that does not say what was written is never made.
#![cfg(feature = "value")]

use candid::types::value::{IDLField, VariantValue};
use candid::types::{Label, TypeInner};
use candid::{IDLArgs, IDLValue, Int, Nat, Principal};
use proptest::collection::vec;
use proptest::prelude::{any, prop_oneof, Just, Strategy};
use proptest::{prop_assert, prop_assert_eq, proptest};

fn named(name: &str) -> Label {
    Label::Named(name.to_string())
}

fn field(name: &str, val: IDLValue) -> IDLField {
    IDLField {
        id: named(name),
        val,
    }
}

fn variant(name: &str, val: IDLValue) -> IDLValue {
    IDLValue::Variant(VariantValue(Box::new(field(name, val)), 0))
}

fn record(fields: Vec<IDLField>) -> IDLValue {
    IDLValue::Record(fields)
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

fn nat(n: u32) -> IDLValue {
    IDLValue::Nat(Nat::from(n))
}

fn int(n: i32) -> IDLValue {
    IDLValue::Int(Int::from(n))
}

fn service() -> IDLValue {
    IDLValue::Service(Principal::management_canister())
}

fn principal() -> IDLValue {
    IDLValue::Principal(Principal::anonymous())
}

/// The items of a vector, its type, and what a reader without types sees.
#[test]
fn b3_vectors_take_the_join_of_their_items() {
    use IDLValue as V;
    let rows = [
        (
            vec![nat(1), int(-1)],
            "vec int",
            "vec { 1 : int; -1 : int;}",
        ),
        (
            vec![number("1"), nat(2)],
            "vec int",
            "vec { 1 : int; 2 : int;}",
        ),
        (
            vec![nat(2), number("-1")],
            "vec int",
            "vec { 2 : int; -1 : int;}",
        ),
        // Beside a number that is no `int` a literal is what its neighbour is.
        (vec![number("1"), V::Nat8(2)], "blob", r#"blob "\01\02""#),
        (
            vec![V::Float64(1.5), number("2")],
            "vec float64",
            "vec { 1.5 : float64; 2.0 : float64;}",
        ),
        (
            vec![V::Vec(vec![number("1")]), V::Vec(vec![V::Nat64(2)])],
            "vec vec nat64",
            "vec { vec { 1 : nat64;}; vec { 2 : nat64;};}",
        ),
        (
            vec![
                record(vec![field("a", number("1"))]),
                record(vec![field("a", V::Int8(2))]),
            ],
            "vec record { a : int8 }",
            "vec { record { 97 = 1 : int8;}; record { 97 = 2 : int8;};}",
        ),
        (
            vec![variant("a", V::Null), variant("b", number("1"))],
            "vec variant { a; b : int }",
            "vec { variant { 97 }; variant { 98 = 1 : int };}",
        ),
        (
            vec![
                variant("b", V::None),
                variant("a", V::Null),
                variant("b", opt(text("x"))),
            ],
            "vec variant { a; b : opt text }",
            "vec { variant { 98 = null }; variant { 97 }; variant { 98 = opt \"x\" };}",
        ),
        (
            vec![opt(number("1")), V::Null],
            "vec opt int",
            "vec { opt (1 : int); null;}",
        ),
        (
            vec![V::Null, opt(number("1"))],
            "vec opt int",
            "vec { null; opt (1 : int);}",
        ),
        (
            vec![V::Null, V::None],
            "vec opt empty",
            "vec { null; null;}",
        ),
        (
            vec![V::None, opt(opt(V::Bool(true))), opt(V::Null)],
            "vec opt opt bool",
            "vec { null; opt opt true; opt null;}",
        ),
        (
            vec![V::Vec(vec![]), V::Vec(vec![text("x")])],
            "vec vec text",
            "vec { vec {}; vec { \"x\";};}",
        ),
        (
            vec![V::Blob(vec![1]), V::Vec(vec![]), V::Vec(vec![number("2")])],
            "vec blob",
            r#"vec { blob "\01"; blob ""; blob "\02";}"#,
        ),
        (
            vec![record(vec![]), record(vec![field("a", opt(text("x")))])],
            "vec record { a : opt text }",
            "vec { record { 97 = null;}; record { 97 = opt \"x\";};}",
        ),
        (
            vec![service(), principal()],
            "vec principal",
            "vec { principal \"aaaaa-aa\"; principal \"2vxsx-fae\";}",
        ),
    ];
    for (items, ty, expected) in rows {
        let value = IDLValue::Vec(items);
        assert_eq!(value.value_ty().to_string(), ty, "{value:?}");
        let bytes = IDLArgs::new(std::slice::from_ref(&value)).to_bytes();
        let bytes = bytes.unwrap_or_else(|error| panic!("{value:?}: {error}"));
        let back = IDLArgs::from_bytes(&bytes).unwrap();
        assert_eq!(format!("{:?}", back.args[0]), expected, "{value:?}");
    }
}

/// The items of a vector, and why there is no message.
#[test]
fn b3_items_without_a_common_type_are_an_error() {
    use IDLValue as V;
    let no_common = |before: &str, found: &str, at: &str| {
        format!("mismatched item types in a vec: expected {before}, found {found} in argument 1 at {at}")
    };
    let rows = [
        (
            vec![number("1"), text("a")],
            no_common("int", "text", "[1]"),
        ),
        (
            vec![text("a"), number("1"), V::Nat8(1)],
            no_common("text", "int", "[1]"),
        ),
        (
            vec![text("a"), text("b"), text("c"), V::Null],
            no_common("text", "null", "[3]"),
        ),
        (
            vec![V::Nat8(1), V::Nat16(1)],
            no_common("nat8", "nat16", "[1]"),
        ),
        (vec![nat(1), V::Nat8(1)], no_common("nat", "nat8", "[1]")),
        (
            vec![
                record(vec![field("a", number("1"))]),
                record(vec![field("b", number("1"))]),
            ],
            no_common("record { a : int }", "record { b : int }", "[1]"),
        ),
        (
            vec![
                variant("a", text("x")),
                variant("b", V::Null),
                variant("a", V::Bool(true)),
            ],
            no_common("variant { a : text; b }", "variant { a : bool }", "[2]"),
        ),
        (
            vec![V::Vec(vec![text("x"), V::Null])],
            no_common("text", "null", "[0][1]"),
        ),
        // There is a type, and the literal is none of its values.
        (
            vec![V::Nat8(1), number("256")],
            "expected a value of type nat8, found 256, which the type cannot represent in argument 1 at [1]"
                .to_string(),
        ),
    ];
    for (items, expected) in rows {
        let value = IDLValue::Vec(items);
        let error = IDLArgs::new(std::slice::from_ref(&value))
            .to_bytes()
            .unwrap_err();
        assert!(error.is_subtype());
        assert_eq!(error.to_string(), expected, "{value:?}");
    }
}

/// A label that a record has twice is never dropped silently, whatever is beside the record.
#[test]
fn labels_that_come_twice_are_an_error() {
    let twice = |other| record(vec![field("a", opt(number("1"))), field("a", other)]);
    let other = || record(vec![]);
    let same = "labels a and a have the same id 97 in argument 1";
    for (value, expected) in [
        (twice(opt(number("2"))), same),
        (twice(text("x")), same),
        (IDLValue::Vec(vec![other(), twice(opt(number("2")))]), same),
        (
            IDLValue::Vec(vec![twice(IDLValue::None), other(), other()]),
            same,
        ),
    ] {
        let error = IDLArgs::new(&[value]).to_bytes().unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

/// Few records that have a field each which none of the others has would become very many.
#[test]
fn records_are_not_filled_without_end() {
    let records = |n: usize| {
        let fields = (0..n).map(|i| record(vec![field(&format!("f{i}"), IDLValue::Null)]));
        IDLArgs::new(&[IDLValue::Vec(fields.collect())]).to_bytes()
    };
    assert!(records(300).is_ok());
    let error = records(1_002).unwrap_err();
    assert!(error.is_limit());
    assert_eq!(
        error.to_string(),
        "more than 1000000 fields are missing in records of a vec in argument 1"
    );
}

/// A clash deep inside is said of the innermost vector that holds both.
#[test]
fn the_place_of_a_clash() {
    let nested = |inner| IDLValue::Vec(vec![record(vec![field("a", variant("b", opt(inner)))])]);
    let rows = [
        (
            nested(IDLValue::Vec(vec![text("x"), IDLValue::Bool(true)])),
            "text, found bool in argument 1 at [0].a.b[1]",
        ),
        (
            IDLValue::Vec(vec![
                IDLValue::Vec(vec![
                    IDLValue::Vec(vec![number("1")]),
                    IDLValue::Blob(vec![]),
                ]),
                IDLValue::Vec(vec![
                    IDLValue::Vec(vec![]),
                    IDLValue::Vec(vec![IDLValue::Nat64(1)]),
                ]),
            ]),
            "vec blob, found vec vec nat64 in argument 1 at [1]",
        ),
        (
            // An integer goes with a `nat`, but not with the `nat8` as well.
            IDLValue::Vec(vec![
                IDLValue::Vec(vec![IDLValue::Nat8(1)]),
                IDLValue::Vec(vec![number("2"), nat(3)]),
            ]),
            "blob, found vec int in argument 1 at [1]",
        ),
        (
            IDLValue::Vec(vec![
                IDLValue::Vec(vec![record(vec![])]),
                IDLValue::Vec(vec![record(vec![]), record(vec![field("a", text("x"))])]),
            ]),
            "record {}, found record { a : text } in argument 1 at [1][1]",
        ),
    ];
    for (value, expected) in rows {
        let error = IDLArgs::new(&[value]).to_bytes().unwrap_err().to_string();
        let rest = error.strip_prefix("mismatched item types in a vec: expected ");
        assert_eq!(rest, Some(expected));
    }
}

/// Joining the types one by one would look at each tag once for each that follows.
#[test]
fn many_tags_take_no_quadratic_time() {
    let n_tags = 10_000;
    let tags = (0..n_tags).map(|i| variant(&format!("tag{i}"), IDLValue::Null));
    let value = IDLValue::Vec(tags.collect());
    let TypeInner::Vec(tag) = value.value_ty().as_ref().clone() else {
        panic!("no vector")
    };
    let TypeInner::Variant(tags) = tag.as_ref() else {
        panic!("no variant")
    };
    assert_eq!(tags.len(), n_tags);
    assert!(IDLArgs::new(&[value]).to_bytes().is_ok());
}

/// Any value, with items that often have a type in common and often not.
fn untyped() -> impl Strategy<Value = IDLValue> {
    use IDLValue as V;
    let leaf = prop_oneof![
        4 => (-300..300i32).prop_map(|n| number(&n.to_string())),
        2 => any::<u8>().prop_map(V::Nat8),
        1 => any::<i64>().prop_map(V::Int64),
        1 => (0..9u32).prop_map(nat),
        1 => (-9..9i32).prop_map(int),
        1 => (-9..9i16).prop_map(|n| V::Float64(f64::from(n) / 2.0)),
        1 => any::<bool>().prop_map(V::Bool),
        2 => Just(V::Null),
        2 => Just(V::None),
        1 => Just(V::Reserved),
        1 => "[a-c]{0,2}".prop_map(V::Text),
        1 => vec(any::<u8>(), 0..3).prop_map(V::Blob),
        1 => Just(service()),
        1 => Just(principal()),
        1 => Just(V::Func(Principal::anonymous(), "f".to_string())),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let fields = vec(("[a-c]", inner.clone()), 0..3).prop_map(|mut fields| {
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            fields.dedup_by(|a, b| a.0 == b.0);
            record(
                fields
                    .into_iter()
                    .map(|(name, val)| field(&name, val))
                    .collect(),
            )
        });
        prop_oneof![
            3 => vec(inner.clone(), 0..4).prop_map(V::Vec),
            // Equal shapes have a common type more often.
            3 => (inner.clone(), 1..3usize).prop_map(|(item, n)| V::Vec(vec![item; n])),
            2 => inner.clone().prop_map(opt),
            2 => fields,
            2 => ("[a-c]", inner).prop_map(|(name, val)| variant(&name, val)),
        ]
    })
}

/// Whether a reader finds what was written.
fn same(written: &IDLValue, read: &IDLValue) -> bool {
    use IDLValue as V;
    match (written, read) {
        (V::Number(text), V::Float64(float)) => text.parse() == Ok(*float),
        (V::Number(text), V::Float32(float)) => text.parse() == Ok(*float),
        (V::Number(text), number) => format!("{number:?}").split(" : ").next() == Some(text),
        (V::Nat(nat), V::Int(int)) => Int::from(nat.clone()) == *int,
        (V::Null | V::None, V::Null | V::None) => true,
        (V::Opt(a), V::Opt(b)) => same(a, b),
        (V::Service(a), V::Principal(b)) => a == b,
        (V::Blob(bytes), V::Vec(items)) => {
            bytes.iter().copied().map(V::Nat8).eq(items.iter().cloned())
        }
        (V::Vec(items), V::Blob(bytes)) => {
            items.len() == bytes.len()
                && items
                    .iter()
                    .zip(bytes)
                    .all(|(item, byte)| same(item, &V::Nat8(*byte)))
        }
        (V::Vec(a), V::Vec(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (V::Record(a), V::Record(b)) => {
            let find = |fields: &[IDLField], id: &Label| {
                let found = fields.iter().find(|field| field.id == *id);
                found.map(|field| field.val.clone())
            };
            a.iter().all(|field| find(b, &field.id).is_some())
                && b.iter().all(|read| match find(a, &read.id) {
                    Some(written) => same(&written, &read.val),
                    None => matches!(read.val, V::Null | V::None),
                })
        }
        (V::Variant(a), V::Variant(b)) => a.0.id == b.0.id && same(&a.0.val, &b.0.val),
        _ => written == read,
    }
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(600))]

    #[test]
    fn b3_what_is_encoded_is_what_was_written(value in untyped()) {
        let args = IDLArgs::new(&[value]);
        let Ok(bytes) = args.to_bytes() else {
            return Ok(());
        };
        let read = IDLArgs::from_bytes(&bytes).unwrap();
        prop_assert_eq!(read.args.len(), 1);
        prop_assert!(same(&args.args[0], &read.args[0]), "{:?} was read as {:?}", args, read);
        prop_assert_eq!(read.get_types().len(), args.get_types().len());
    }

    /// What two values have in common does not depend on their order.
    #[test]
    fn the_order_of_items_does_not_matter(a in untyped(), b in untyped(), c in untyped()) {
        let ok = |items: &[&IDLValue]| {
            let items = items.iter().map(|item| (*item).clone()).collect();
            let value = IDLValue::Vec(items);
            let encoded = IDLArgs::new(std::slice::from_ref(&value)).to_bytes().is_ok();
            encoded.then(|| value.value_ty().to_string())
        };
        let expected = ok(&[&a, &b, &c]);
        for other in [[&a, &c, &b], [&b, &a, &c], [&b, &c, &a], [&c, &a, &b], [&c, &b, &a]] {
            prop_assert_eq!(ok(&other), expected.clone());
        }
    }
}

/// Types of strangers' messages are as deep as decoding goes, and are printed and changed on any stack.
#[test]
fn deep_types_need_no_stack() {
    let mut bytes = b"DIDL\x01\x6b\x02\x00\x7f\x01\x00\x01\x00".to_vec();
    bytes.extend([1].repeat(3000));
    bytes.push(0);
    let print = move || {
        let ty = candid::IDLArgs::from_bytes(&bytes)
            .unwrap()
            .get_types()
            .remove(0);
        assert!(format!("{ty:?}").ends_with("]))"));
        assert_eq!(ty.subst(&Default::default()), ty);
        let mut env = candid::TypeEnv::new();
        env.0.insert("A".to_string(), ty);
        assert!(format!("{env:?}").len() > 3000);
    };
    let thread = std::thread::Builder::new().stack_size(16 << 20);
    thread.spawn(print).unwrap().join().unwrap();
}

/// Records of one type that lack equally many fields, but not the same ones: none takes the place of another.
#[test]
fn records_that_lack_different_fields() {
    let names = ["a", "b", "c"];
    let lacking = |i: usize| record(vec![field(names[i], opt(IDLValue::Nat(Nat::from(i))))]);
    let with = |i: usize| {
        let all = names.iter().enumerate();
        record(
            all.map(|(j, name)| {
                let value = if i == j {
                    opt(IDLValue::Nat(Nat::from(i)))
                } else {
                    IDLValue::None
                };
                field(name, value)
            })
            .collect(),
        )
    };
    let orders = [[2, 1, 0], [0, 1, 2], [2, 0, 1], [1, 2, 1], [0, 2, 0]];
    for order in orders {
        let records = IDLValue::Vec(order.into_iter().map(lacking).collect());
        let expected = IDLArgs::new(&[IDLValue::Vec(order.into_iter().map(with).collect())]);
        let args = IDLArgs::new(&[records]);
        let fields = names.map(|name| candid::types::Field {
            id: named(name).into(),
            ty: TypeInner::Opt(TypeInner::Nat.into()).into(),
        });
        let types = [TypeInner::Vec(TypeInner::Record(fields.to_vec()).into()).into()];
        let env = candid::types::TypeEnv::new();
        for bytes in [
            args.to_bytes().unwrap(),
            args.to_bytes_with_types(&env, &types).unwrap(),
        ] {
            let decoded = IDLArgs::from_bytes_with_types(&bytes, &env, &types).unwrap();
            assert_eq!(decoded, expected);
        }
    }
}
