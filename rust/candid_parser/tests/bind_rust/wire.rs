//! Generated types encode and decode the messages of the interface they were made from.

#![allow(
    unused_imports,
    non_camel_case_types,
    non_snake_case,
    dead_code,
    unreachable_pub,
    clippy::all,
    reason = "the file is generated"
)]

#[path = "golden/numbers.types.rs"]
#[rustfmt::skip]
mod numbers;

use candid::types::{Type, TypeEnv, TypeInner};
use candid::{CandidType, Deserialize};
use candid_parser::{check_file, parse_idl_args};
use std::path::Path;

fn numbers_did() -> TypeEnv {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bind_rust/hard/numbers.did");
    check_file(&here).unwrap().0
}

/// Text at the interface's type, into the Rust type and back: the same message.
#[track_caller]
fn check<T: CandidType + for<'a> Deserialize<'a>>(env: &TypeEnv, name: &str, text: &str) {
    let ty: Type = TypeInner::Var(name.to_string()).into();
    let args = parse_idl_args(text).unwrap();
    let bytes = args
        .to_bytes_with_types(env, std::slice::from_ref(&ty))
        .unwrap();
    let value: T = candid::decode_one(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
    let again = candid::encode_one(&value).unwrap();
    let args =
        candid::IDLArgs::from_bytes_with_types(&again, env, std::slice::from_ref(&ty)).unwrap();
    let expected =
        candid::IDLArgs::from_bytes_with_types(&bytes, env, std::slice::from_ref(&ty)).unwrap();
    assert_eq!(args.to_string(), expected.to_string(), "{name}");
    // Without types what comes back has the numbers themselves, not the hashes of their spelling.
    let untyped = candid::IDLArgs::from_bytes(&again).unwrap().to_string();
    assert_eq!(
        untyped,
        candid::IDLArgs::from_bytes(&bytes).unwrap().to_string(),
        "{name}"
    );
}

#[test]
fn b2_numeric_labels_go_out_under_their_own_id() {
    let env = numbers_did();
    check::<numbers::R>(&env, "R", r#"(record { 5 = 1; _5_ = "x"; "5" = true })"#);
    check::<numbers::Tuple>(&env, "Tuple", r#"(record { 1; "x" })"#);
    check::<numbers::One>(&env, "One", "(record { 1 })");
    check::<numbers::OneOne>(&env, "OneOne", "(record { record { 1 } })");
    check::<numbers::Gap>(&env, "Gap", r#"(record { 0 = 1; 2 = "x" })"#);
    check::<numbers::Big>(&env, "Big", "(record { 4_294_967_295 = 7; 1_000 = 1 })");
    check::<numbers::Fields>(&env, "Fields", r#"(record { _0_ = 1; _1_ = "x" })"#);
    check::<numbers::Only>(&env, "Only", "(variant { 0 })");
    for value in [
        "0",
        "1 = 3",
        "2 = record { 7 = 8 }",
        "3 = record { 4 }",
        r#"4 = record { 4; "x" }"#,
        "5 = record { record { 4 } }",
        r#"_0_ = "x""#,
        "9 = record { 1 }",
        r#""0""#,
    ] {
        check::<numbers::V>(&env, "V", &format!("(variant {{ {value} }})"));
    }
    check::<numbers::Nested>(
        &env,
        "Nested",
        r#"(record { 3 = record { 4 = variant { 5 = record { 6 = 1; 7 = opt record { 8 = "x" } } } } })"#,
    );
    check::<numbers::Rec>(
        &env,
        "Rec",
        "(record { 0 = opt record { 0 = null; 1 = vec {} }; 1 = vec { record { 0 = null; 1 = vec {} } } })",
    );
    check::<numbers::Rec1>(&env, "Rec1", "(record { opt record { null } })");
    check::<numbers::Wide>(
        &env,
        "Wide",
        r#"(record { 0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;"x" })"#,
    );
    check::<numbers::WideV>(
        &env,
        "WideV",
        r#"(variant { a = record { 0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;"x" } })"#,
    );
    check::<numbers::ResN>(&env, "ResN", "(variant { Ok = record { 1 = 2 } })");
    check::<numbers::ResN>(&env, "ResN", "(variant { Err = record { 2 } })");
}
