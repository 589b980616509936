//! Values in JavaScript.

use candid::types::value::{IDLArgs, IDLField, IDLValue, VariantValue};
use candid::types::Label;
use candid::{Int, Nat, Principal};
use candid_parser::bindings::javascript::value::{pp_args, pp_value};

fn text(value: &IDLValue) -> String {
    pp_value(value).pretty(80).to_string()
}

fn named(name: &str, val: IDLValue) -> IDLField {
    IDLField {
        id: Label::Named(name.to_string()),
        val,
    }
}

#[test]
fn b8_numbers_keep_their_value() {
    for (value, expected) in [
        (
            IDLValue::Nat64(17_393_904_667_270_112_064),
            "BigInt('17393904667270112064')",
        ),
        (
            IDLValue::Nat64(9_007_199_254_740_991),
            "BigInt(9007199254740991)",
        ),
        (
            IDLValue::Nat64(9_007_199_254_740_992),
            "BigInt('9007199254740992')",
        ),
        (IDLValue::Int64(i64::MIN), "BigInt('-9223372036854775808')"),
        (IDLValue::Int64(-5), "BigInt(-5)"),
        (
            IDLValue::Nat(Nat::from(u128::MAX)),
            "BigInt('340282366920938463463374607431768211455')",
        ),
        (IDLValue::Int(Int::from(-1)), "BigInt(-1)"),
        (IDLValue::Number("1_000".to_string()), "BigInt(1000)"),
        (IDLValue::Nat32(4_294_967_295), "4294967295"),
        (IDLValue::Float64(1e300), "1e300"),
        (IDLValue::Float64(f64::NAN), "NaN"),
        (IDLValue::Float64(f64::INFINITY), "Infinity"),
        (IDLValue::Float32(f32::NEG_INFINITY), "-Infinity"),
        (IDLValue::Float32(0.1), "0.1"),
    ] {
        assert_eq!(text(&value), expected);
    }
}

#[test]
fn b8_references_text_and_blobs() {
    let id = Principal::management_canister();
    for (value, expected) in [
        (
            IDLValue::Func(id, "YY".to_string()),
            "[Principal.fromText('aaaaa-aa'), 'YY']",
        ),
        (
            IDLValue::Func(id, "it's".to_string()),
            "[Principal.fromText('aaaaa-aa'), 'it\\'s']",
        ),
        (IDLValue::Service(id), "Principal.fromText('aaaaa-aa')"),
        (IDLValue::Principal(id), "Principal.fromText('aaaaa-aa')"),
        (
            IDLValue::Text("a'b\\\n\0".to_string()),
            "'a\\'b\\\\\\n\\u{0}'",
        ),
        (IDLValue::Blob(vec![0, 255]), "[ 0, 255 ]"),
        (IDLValue::Blob(vec![]), "[]"),
        (IDLValue::Bool(false), "false"),
        (IDLValue::Null, "null"),
        (IDLValue::Reserved, "null"),
        (IDLValue::None, "[]"),
        (IDLValue::Opt(Box::new(IDLValue::None)), "[ [] ]"),
    ] {
        assert_eq!(text(&value), expected);
    }
}

#[test]
fn b8_nested() {
    let tuple = |n| {
        IDLValue::Record(vec![IDLField {
            id: Label::Unnamed(0),
            val: IDLValue::Nat8(n),
        }])
    };
    let record = IDLValue::Record(vec![
        named("__proto__", IDLValue::Nat(Nat::from(1u8))),
        named("_0_", IDLValue::Vec(vec![tuple(1), tuple(2)])),
        named(
            "it's",
            IDLValue::Variant(VariantValue(Box::new(named("ok", IDLValue::Null)), 0)),
        ),
        IDLField {
            id: Label::Id(5),
            val: IDLValue::Opt(Box::new(IDLValue::Text("x".repeat(40)))),
        },
    ]);
    let args = IDLArgs::new(&[record, IDLValue::Record(vec![])]);
    assert_eq!(
        pp_args(&args).pretty(80).to_string(),
        "[
  {
    ['__proto__'] : BigInt(1),
    _4735054_ : [ [ 1 ], [ 2 ] ],
    'it\\'s' : { 'ok' : null },
    _5_ : [ 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' ],
  },
  {},
]"
    );
}

/// The brackets of a value that is too deep for recursion, or for indentation, are all there.
#[test]
fn deep_values() {
    let mut value = IDLValue::Nat8(1);
    for depth in 0..5_000 {
        value = match depth % 3 {
            0 => IDLValue::Opt(Box::new(value)),
            1 => IDLValue::Vec(vec![value, IDLValue::Nat8(2)]),
            _ => IDLValue::Record(vec![named("a", value), named("b", IDLValue::None)]),
        };
    }
    let printed = text(&value);
    let count = |c| printed.matches(c).count();
    assert_eq!((count('{'), count('}')), (1_666, 1_666));
    assert_eq!((count('['), count(']')), (5_000, 5_000));
    assert!(printed.len() < 400_000, "{}", printed.len());
    // The value itself is as deep; taking it apart takes its own stack.
    std::mem::forget(value);
}
