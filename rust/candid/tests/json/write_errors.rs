//! Each error of writing JSON.

use super::{check_rows, count_places, type_of};
use crate::{field, named, opt, ty, vec_of};
use candid::json::{self, lossless, JsonOptions, LineWriter};
use candid::types::value::{IDLField, VariantValue};
use candid::types::{Label, Type, TypeInner};
use candid::{Error, IDLArgs, IDLValue, TypeEnv};
use std::mem::ManuallyDrop;

/// The places in `src/json` that make errors of writing. A new one needs a row, or is in one of the tests below.
const PLACES: [(&str, usize); 3] = [("write.rs", 12), ("lossless/write.rs", 4), ("tree.rs", 1)];

#[test]
fn no_place_is_without_a_row() {
    let calls = [
        "mismatch(",
        "surplus(",
        "too_deep(",
        "too_deep_for_stack(",
        "unreadable(",
        "Error::",
    ];
    count_places(&PLACES, &calls, "tests/json/write_errors.rows");
}

/// Returns the error of writing, which is that of writing to a file and to a line, too.
fn write(name: &str, text: &str) -> Error {
    let options = JsonOptions::new();
    let (env, ty) = type_of(name);
    let (mut file, mut lines) = (Vec::new(), LineWriter::new(Vec::new(), options));
    let errors = if let Some(types) = name.strip_prefix("args ") {
        let types: Vec<Type> = types
            .split(' ')
            .map(|name| type_of(name).1.unwrap())
            .collect();
        let args = lossless::args_from_str(text, &options).unwrap();
        [
            json::args_to_string(&args, &env, &types, &options).unwrap_err(),
            json::args_to_writer(&mut file, &args, &env, &types, &options).unwrap_err(),
            lines.write_args(&args, &env, &types).unwrap_err(),
        ]
    } else {
        let ty = ty.unwrap();
        let value = lossless::from_str(text, &options).unwrap();
        [
            json::to_string(&value, &env, &ty, &options).unwrap_err(),
            json::to_writer(&mut file, &value, &env, &ty, &options).unwrap_err(),
            lines.write_value(&value, &env, &ty).unwrap_err(),
        ]
    };
    let [error, to_file, to_line] = errors;
    assert_eq!(to_file.to_string(), error.to_string());
    assert_eq!(to_line.to_string(), error.to_string());
    error
}

/// Returns the error of writing the value at the path `a.b`.
fn write_nested(name: &str, text: &str) -> Error {
    let (env, ty) = type_of(name);
    let inner = named(&[("b", ty.unwrap())], TypeInner::Record);
    let outer = named(&[("a", opt(inner))], TypeInner::Record);
    let text = format!(r#"{{"record":{{"a":{{"opt":{{"record":{{"b":{text}}}}}}}}}}}"#);
    let value = lossless::from_str(&text, &JsonOptions::new()).unwrap();
    json::to_string(&value, &env, &outer, &JsonOptions::new()).unwrap_err()
}

/// Rows `type | value in the self-describing form | path | what of the error is the type | error`.
#[test]
fn each_error_has_the_path_and_the_expected_type() {
    check_rows("write_errors.rows", |name, text| {
        let nested = (!name.starts_with("args ")).then(|| write_nested(name, text));
        (write(name, text), nested)
    });
}

fn named_field(name: &str, val: IDLValue) -> IDLField {
    let id = Label::Named(name.to_string());
    IDLField { id, val }
}

/// Values that no JSON is read as.
#[test]
fn values_that_are_none() {
    let options = JsonOptions::new();
    let twice = || {
        let fields = [("b", 1), ("a", 1), ("b", 2)];
        IDLValue::Record(
            fields
                .map(|(name, n)| named_field(name, IDLValue::Nat8(n)))
                .into(),
        )
    };
    let number = |text: &str| IDLValue::Number(text.to_string());
    let in_case = |val| IDLValue::Variant(VariantValue(Box::new(named_field("c", val)), 0));
    let rows = [
        (
            IDLValue::Vec(vec![IDLValue::Null, twice()]),
            r#"expected each label once for a self-describing record, found "b" again at [1]"#,
        ),
        (
            in_case(IDLValue::Opt(Box::new(twice()))),
            r#"expected each label once for a self-describing record, found "b" again at c"#,
        ),
        (
            in_case(number("five")),
            r#"expected digits for a self-describing number, found "five" at c"#,
        ),
        (
            number(""),
            r#"expected digits for a self-describing number, found """#,
        ),
    ];
    for (value, expected) in rows {
        let error = lossless::to_string(&value, &options).unwrap_err();
        assert_eq!(error.to_string(), expected);
        let args = IDLArgs::new(&[IDLValue::Null, value]);
        let error = lossless::args_to_string(&args, &options).unwrap_err();
        assert!(error.path().starts_with('1'), "{error}");
        assert!(error.is_subtype());
    }
    let nat8 = || ty(TypeInner::Nat8);
    let three = named(
        &[("a", nat8()), ("b", nat8()), ("c", nat8())],
        TypeInner::Record,
    );
    let error = json::to_string(&twice(), &TypeEnv::new(), &three, &options).unwrap_err();
    assert_eq!(error.to_string(), "missing field `c`: expected nat8");
    let two = vec_of(named(&[("a", nat8()), ("b", nat8())], TypeInner::Record));
    let error = json::to_string(
        &IDLValue::Vec(vec![twice()]),
        &TypeEnv::new(),
        &two,
        &options,
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "expected a value of type record { a : nat8; b : nat8 }, found record { b = 1 : nat8; a = 1 : nat8; b = 2 : nat8;} at [0]"
    );
}

/// Also a long name is whole in the path: it leads to the value that was not written.
#[test]
fn paths_of_long_names_lead_back() {
    let bad = IDLValue::Number("five".to_string());
    for name in ["k".repeat(61), format!("a.b{}", "ö".repeat(100))] {
        let value = IDLValue::Record(vec![named_field(&name, bad.clone())]);
        let error = lossless::to_string(&value, &JsonOptions::new()).unwrap_err();
        assert_eq!(value.at(&error.path()).unwrap(), &bad, "{error}");
    }
}

/// The end of the stack.
#[test]
fn deep_values() {
    let found = "found a value that is nested too deeply for the stack";
    // On a stack of its own, whose size does not depend on who runs the test.
    let check = move || {
        let options = JsonOptions::new();
        let (env, ty) = type_of("endless");
        let nested = named(&[("a", ty.unwrap())], TypeInner::Record);
        let deep = (0..200_000).fold(IDLValue::None, |value, _| IDLValue::Opt(Box::new(value)));
        // Values are dropped level by level, for which this stack would not suffice either.
        let value = ManuallyDrop::new(IDLValue::Record(vec![named_field("a", deep)]));
        let error = json::to_string(&value, &env, &nested, &options).unwrap_err();
        assert!(error.is_limit());
        assert_eq!(
            error.to_string(),
            format!("expected fewer levels for Endless, {found} at a")
        );
        let args = ManuallyDrop::new(IDLArgs {
            args: vec![ManuallyDrop::into_inner(value)],
        });
        let error = lossless::args_to_string(&args, &options).unwrap_err();
        assert!(error.is_limit());
        assert_eq!(
            error.to_string(),
            format!(
                "expected fewer levels for a self-describing value, {found} in argument 1 at a"
            )
        );
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(check);
    thread.unwrap().join().unwrap();
}

/// Long types, values and paths make no long errors.
#[test]
fn sizes_are_bounded() {
    let options = JsonOptions::new();
    let long = "k".repeat(100_000);
    let fields = (0..5_000).map(|i| field(Label::Id(i + 1), ty(TypeInner::Nat8)));
    let wide = ty(TypeInner::Record(fields.collect()));
    let record = IDLValue::Record(vec![named_field(&long, IDLValue::Text(long.clone()))]);
    for (value, ty) in [
        (record.clone(), wide.clone()),
        (IDLValue::Text(long.clone()), wide),
        (record, named(&[], TypeInner::Record)),
    ] {
        let error = json::to_string(&value, &TypeEnv::new(), &ty, &options).unwrap_err();
        assert!(
            error.to_string().len() < 600,
            "{} bytes: {:.600}",
            error.to_string().len(),
            error.to_string()
        );
    }
}
