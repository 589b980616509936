//! Arguments in text: put at types, printed and read again, and what is said when something does not fit.

#[path = "../../candid/tests/random_values/mod.rs"]
mod random_values;

use candid::types::Type;
use candid::{IDLArgs, TypeEnv};
use candid_parser::syntax::{IDLProg, IDLTypes};
use candid_parser::typing::{ast_to_type, check_prog};
use candid_parser::value::{dropped, Surplus, TextArgs};
use candid_parser::{parse_idl_args, Error};
use proptest::{prop_assert, prop_assert_eq, proptest};
use random_values::{some_type, typed_value};

const DEFINITIONS: &str = "
    type Account = record { owner : principal; subaccount : opt blob };
    type Transfer = record { to : Account; amount : nat; fee : opt nat; memo : opt blob };
    type Shape = variant { dot; circle : nat8; rectangle : record { width : nat; height : nat } };
    type List = opt record { head : int; tail : List };
";

fn definitions() -> TypeEnv {
    let mut env = TypeEnv::new();
    let prog: IDLProg = DEFINITIONS.parse().expect("definitions");
    check_prog(&mut env, &prog).expect("correct definitions");
    env
}

fn types(env: &TypeEnv, text: &str) -> Vec<Type> {
    let types: IDLTypes = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let ty = |arg: &candid_parser::syntax::IDLArgType| ast_to_type(env, &arg.typ).expect("a type");
    types.args.iter().map(ty).collect()
}

/// Text, types, and how to write what is meant.
#[test]
fn what_is_written_by_mistake() {
    let rows = [
        (
            "(\"aaaaa-aa\")",
            "(principal)",
            "write a principal as: principal \"aaaaa-aa\"",
        ),
        (
            "(\"me\")",
            "(principal)",
            "write a principal as: principal \"…\"",
        ),
        (
            "(\"aaaaa-aa\")",
            "(service {})",
            "write a service as: service \"aaaaa-aa\"",
        ),
        (
            "(principal \"aaaaa-aa\")",
            "(service {})",
            "write a service as: service \"aaaaa-aa\"",
        ),
        (
            "(\"aaaaa-aa\")",
            "(func () -> ())",
            "write a function as: func \"aaaaa-aa\".method",
        ),
        (
            "(\"xy\")",
            "(blob)",
            "write bytes as: blob \"xy\", where \\44 is the byte 0x44",
        ),
        (
            "(\"0x00fF\")",
            "(blob)",
            "write bytes in hex as: blob \"\\00\\fF\"; blob \"0x00fF\" has these characters",
        ),
        (
            "(record { owner = \"aaaaa-aa\"; subaccount = null })",
            "(Account)",
            "write a principal as: principal \"aaaaa-aa\"",
        ),
        ("(blob \"ab\")", "(text)", "write text without blob"),
        ("(\"5\")", "(nat)", "write a number without quotes: 5"),
        (
            "(\"-1.5\")",
            "(float64)",
            "write a number without quotes: -1.5",
        ),
        ("(\"true\")", "(bool)", "write it without quotes: true"),
        ("(5)", "(text)", "write text in quotes: \"5\""),
        (
            "(opt 5)",
            "(nat)",
            "the type is not an option: leave out opt",
        ),
        (
            "(\"dot\")",
            "(Shape)",
            "write a case as: variant { \"dot\" }",
        ),
    ];
    let env = definitions();
    for (text, ty, note) in rows {
        let Err(Error::Parse(findings)) = TextArgs::new(text).at_types(&env, &types(&env, ty))
        else {
            panic!("{text} is accepted at {ty}")
        };
        assert_eq!(findings.list[0].notes, [note], "{text}");
    }
    // Nothing is known of what is meant.
    for (text, ty) in [
        ("(\"five\")", "(nat)"),
        ("(\"x\")", "(Shape)"),
        ("(true)", "(nat)"),
    ] {
        let Err(Error::Parse(findings)) = TextArgs::new(text).at_types(&env, &types(&env, ty))
        else {
            panic!("{text} is accepted at {ty}")
        };
        assert_eq!(findings.list[0].notes, [""; 0], "{text}");
    }
}

/// Text, types, and the arguments at these types.
#[test]
fn arguments_at_types() {
    let rows = [
        ("(5)", "(nat8)", "(5 : nat8)"),
        ("(5, \"a\")", "(nat8, text)", "(5 : nat8, \"a\")"),
        ("(0xff)", "(nat8)", "(255 : nat8)"),
        (
            "(5)",
            "(int, opt nat, null, reserved)",
            "(5 : int, null, null : null, null : reserved)",
        ),
        ("(5 : nat)", "(int)", "(5 : int)"),
        (
            "(service \"aaaaa-aa\")",
            "(principal)",
            "(principal \"aaaaa-aa\")",
        ),
        ("(vec {1; 2})", "(blob)", r#"(blob "\01\02")"#),
        (
            "(record {owner = principal \"aaaaa-aa\"})",
            "(Account)",
            "(record { owner = principal \"aaaaa-aa\"; subaccount = null })",
        ),
        ("(variant {dot})", "(Shape)", "(variant { dot })"),
        (
            "(opt record {head = 1; tail = opt record {head = 2}})",
            "(List)",
            "(\n  opt record {\n    head = 1 : int;\n    tail = opt record { head = 2 : int; tail = null };\n  },\n)",
        ),
        ("(\"anything\")", "(reserved)", "(null : reserved)"),
        ("()", "()", "()"),
        // An integer is a float where it is exactly one.
        (
            "(1, -16777216)",
            "(float64, float32)",
            "(1.0 : float64, -16777216.0 : float32)",
        ),
        (
            "(1.5e3, 0.1)",
            "(float64, float32)",
            "(1500.0 : float64, 0.1 : float32)",
        ),
        (
            "(inf, -inf, nan, NaN)",
            "(float64, float32, float32, float64)",
            "(inf : float64, -inf : float32, NaN : float32, NaN : float64)",
        ),
    ];
    let env = definitions();
    for (text, ty, expected) in rows {
        let types = types(&env, ty);
        let args = TextArgs::new(text)
            .surplus(Surplus::Refuse)
            .at_types(&env, &types);
        let args = args.unwrap_or_else(|error| panic!("{text} at {ty}: {error}"));
        assert_eq!(args.args.to_string(), expected, "{text} at {ty}");
        assert_eq!(args.warnings.list, [], "{text} at {ty}");
        let (bytes, _) = TextArgs::new(text).to_bytes_at(&env, &types).unwrap();
        let back = IDLArgs::from_bytes_with_types(&bytes, &env, &types).unwrap();
        assert_eq!(back.to_string(), expected, "{text} at {ty}");
    }
}

/// Text, types, and what is said: the place, the cause, and the way there in words.
#[test]
fn b29_errors_name_the_value_and_the_way_to_it() {
    let rows = [
        ("(256)", "(nat8)", "1:2: 256 is not in the range of nat8, 0 to 255, in argument 1"),
        ("(-1)", "(nat)", "1:2: -1 is negative, but a nat cannot be negative, in argument 1"),
        ("(70_000)", "(int16)", "1:2: 70_000 is not in the range of int16, -32_768 to 32_767, in argument 1"),
        ("(\"x\")", "(nat8)", "1:2: \"x\" cannot be of type nat8, in argument 1"),
        ("(1, \"x\")", "(nat, nat)", "1:5: \"x\" cannot be of type nat, in argument 2"),
        ("(1)", "(nat, nat)", "1:3: missing argument 2 of type nat"),
        ("(1.5)", "(nat)", "1:2: 1.5 cannot be of type nat, in argument 1"),
        ("(5)", "(opt nat)", "1:2: 5 cannot be of type opt nat, in argument 1"),
        ("(opt \"x\")", "(opt nat)", "1:6: \"x\" cannot be of type nat, in argument 1"),
        ("(5 : nat16)", "(nat8)", "1:2: a value of type nat16 cannot be of type nat8, in argument 1"),
        (
            "(record {\n  to = record {owner = 5};\n  amount = -1;\n})",
            "(Transfer)",
            "2:24: 5 cannot be of type principal, in argument 1, field to, field owner\n3:12: -1 is negative, but a nat cannot be negative, in argument 1, field amount",
        ),
        (
            "(record {amount = 1})",
            "(Transfer)",
            "1:2: missing field to of type Account, in argument 1",
        ),
        (
            "(vec {record {1; 2}; record {1; \"x\"}})",
            "(vec record {nat; nat})",
            "1:33: \"x\" cannot be of type nat, in argument 1, item 2, field 1",
        ),
        ("(record { 1224700491 = 5 })", "(record { name : text })", "1:24: 5 cannot be of type text, in argument 1, field name"),
        ("(variant {circle = 300})", "(Shape)", "1:20: 300 is not in the range of nat8, 0 to 255, in argument 1, case circle"),
        ("(variant {circle})", "(Shape)", "1:11: case circle needs a value of type nat8, in argument 1"),
        ("(variant {cirle = 1})", "(Shape)", "1:11: the type has no case cirle, in argument 1"),
        ("(variant {dot = 1})", "(Shape)", "1:17: case dot has no value, in argument 1"),
        ("(record {1; 2})", "(Shape)", "1:2: record {1; 2} cannot be of type Shape, in argument 1"),
        ("(blob \"ab\")", "(vec nat)", "1:2: blob \"ab\" cannot be of type vec nat, in argument 1"),
        ("(vec {1; 300; 2; 400})", "(blob)", "1:10: 300 is not in the range of nat8, 0 to 255, in argument 1, item 2\n1:18: 400 is not in the range of nat8, 0 to 255, in argument 1, item 4"),
    ];
    let env = definitions();
    for (text, ty, expected) in rows {
        let error = TextArgs::new(text).at_types(&env, &types(&env, ty));
        let error = error.map(|args| args.args.to_string()).unwrap_err();
        assert!(matches!(error, Error::Parse(_)), "{text} at {ty}");
        assert_eq!(error.to_string(), expected, "{text} at {ty}");
    }
}

#[test]
fn b6_floats_are_never_changed_silently() {
    let rows = [
        (
            "(1e39)",
            "(float32)",
            "1:2: 1e39 is beyond the largest float32, in argument 1",
        ),
        (
            "(-1e39)",
            "(float32)",
            "1:2: -1e39 is beyond the largest float32, in argument 1",
        ),
        (
            "(9007199254740993)",
            "(float64)",
            "1:2: 9007199254740993 is not exactly representable as float64, in argument 1",
        ),
        (
            "(16777217)",
            "(float32)",
            "1:2: 16777217 is not exactly representable as float32, in argument 1",
        ),
    ];
    let env = definitions();
    for (text, ty, expected) in rows {
        let error = TextArgs::new(text)
            .at_types(&env, &types(&env, ty))
            .unwrap_err();
        assert_eq!(error.to_string(), expected, "{text} at {ty}");
    }
    // Beyond the largest float64 there is no value, with a type or without.
    for text in [
        "(1e400)",
        "(-1e400)",
        "(1e400 : float64)",
        "(1e39 : float32)",
    ] {
        let error = parse_idl_args(text).unwrap_err().to_string();
        assert!(
            error.starts_with("1:2: ") || error.starts_with("1:3: "),
            "{text}: {error}"
        );
    }
    for (text, expected) in [
        ("(1 : float64)", "(1.0 : float64)"),
        ("(0.1 : float32)", "(0.1 : float32)"),
        ("(7.038531e-26 : float32)", "(7.038531e-26 : float32)"),
    ] {
        assert_eq!(parse_idl_args(text).unwrap().to_string(), expected);
    }
}

/// Text, types, the warnings, and the arguments that are left.
#[test]
fn b7_what_is_dropped_is_said() {
    let rows = [
        (
            "(1, 2, \"x\")",
            "(nat)",
            "1:5: argument 2 is dropped: expected at most 1\n1:8: argument 3 is dropped: expected at most 1",
            "(1 : nat)",
        ),
        ("(1)", "()", "1:2: argument 1 is dropped: expected no arguments", "()"),
        (
            "(record {a = 1; zzz = 2})",
            "(record {a : nat})",
            "1:17: field zzz is dropped: the type has no such field, in argument 1",
            "(record { a = 1 : nat })",
        ),
        (
            "(vec {record {}; record {\"b c\" = opt 5}})",
            "(vec record {a : opt nat})",
            "1:26: field \"b c\" is dropped: the type has no such field, in argument 1, item 2",
            "(vec { record { a = null }; record { a = null } })",
        ),
    ];
    let env = definitions();
    for (text, ty, warnings, expected) in rows {
        let types = types(&env, ty);
        let args = TextArgs::new(text).at_types(&env, &types).unwrap();
        assert_eq!(args.warnings.to_string(), warnings, "{text} at {ty}");
        assert!(!args.warnings.has_errors());
        assert_eq!(args.args.to_string(), expected);

        let strict = TextArgs::new(text)
            .surplus(Surplus::Refuse)
            .at_types(&env, &types);
        let error = strict.unwrap_err().to_string();
        assert_eq!(error, warnings.replace(" is dropped", ""), "{text} at {ty}");
    }
}

/// What the types in the text have no place for, with and without types that are wanted.
#[test]
fn b7_what_types_in_the_text_drop_is_said() {
    let rows = [
        (
            "(record {a = 1; b = 2} : record {a : nat})",
            "(record {a : nat})",
            "1:17: field b is dropped: the type has no such field, in argument 1",
        ),
        (
            "(1, vec {opt (record {a = 1; b = 2} : record {a : nat})})",
            "(nat, vec opt record {a : nat})",
            "1:30: field b is dropped: the type has no such field, in argument 2, item 1",
        ),
        (
            "(record {a = 1; b = 2} : record {a : nat; b : nat})",
            "(record {a : nat})",
            "1:2: a part of this value is dropped: record { a : nat; b : nat } has fields that record { a : nat } does not have, in argument 1",
        ),
    ];
    let env = definitions();
    for (text, ty, warning) in rows {
        let types = types(&env, ty);
        let (_, warnings) = TextArgs::new(text).to_bytes_at(&env, &types).unwrap();
        assert_eq!(warnings.to_string(), warning, "{text} at {ty}");
        let strict = TextArgs::new(text).surplus(Surplus::Refuse);
        let error = strict.to_bytes_at(&env, &types).unwrap_err().to_string();
        assert_eq!(error, warning.replace(" is dropped", ""), "{text} at {ty}");

        // Without types only what the text says counts.
        let is_within = warning.contains("field b") || warning.contains("field \"b");
        let (_, warnings) = TextArgs::new(text).to_bytes().unwrap();
        assert_eq!(warnings.to_string(), if is_within { warning } else { "" });
        assert_eq!(strict.to_bytes().is_err(), is_within, "{text}");
    }
    // Of many, the first; the others are counted.
    let many = format!("({})", "record { b = 1 } : record {}, ".repeat(100));
    let (_, warnings) = TextArgs::new(&many).to_bytes().unwrap();
    assert_eq!(warnings.list.len(), 21);
    let last = warnings.list.last().map(|warning| warning.message.as_str());
    assert_eq!(last, Some("80 more warnings are not shown"));
}

/// A value that has not the type that the text says: which part of it.
#[test]
fn b29_errors_of_types_in_the_text_are_at_the_literal() {
    let rows = [
        (
            "(record {a = 1; b = vec {2; 300}} : record {a : nat; b : vec nat8})",
            "1:29: 300 is not in the range of nat8, 0 to 255, in argument 1, field b, item 2",
        ),
        (
            "(1, opt (\"x\" : nat))",
            "1:10: \"x\" cannot be of type nat, in argument 2",
        ),
        (
            "(variant {c = -1} : variant {c : nat})",
            "1:15: -1 is negative, but a nat cannot be negative, in argument 1, case c",
        ),
    ];
    let env = definitions();
    for (text, expected) in rows {
        let error = TextArgs::new(text).to_bytes().unwrap_err();
        assert_eq!(error.to_string(), expected);
        let error = TextArgs::new(text).to_bytes_at(&env, &[]).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

/// What a message has and the types it is read at have not.
#[test]
fn b7_what_types_drop_of_a_message_is_said() {
    let rows = [
        ("(record {1 = 5; 2 = 6})", "(record {1 = 5; 2 = 6})", vec![]),
        (
            "(null, vec {record {1 = 5; 2 = 6; 3 = 7}})",
            "(null, vec {record {b = 7 : nat; 3 = 5}})",
            vec![
                "field 1 is dropped: the type has no such field, in argument 2, item 1",
                "field 2 is dropped: the type has no such field, in argument 2, item 1",
            ],
        ),
        ("(5)", "(opt 5)", vec![]),
        (
            "(opt opt 5)",
            "(opt null)",
            vec!["a value has become null, in argument 1"],
        ),
        (
            "(opt 5)",
            "(null)",
            vec!["a value has become null, in argument 1"],
        ),
        (
            "(variant {1 = record {2 = 3}})",
            "(variant {1 = opt record {}})",
            vec!["field 2 is dropped: the type has no such field, in argument 1, case 1"],
        ),
        ("(blob \"ab\", 5)", "(vec {97; 98})", vec![]),
    ];
    for (message, typed, expected) in rows {
        let args = |text| parse_idl_args(text).unwrap();
        assert_eq!(dropped(&args(message), &args(typed)), expected, "{message}");
    }
    let record = "record {1 = 5};".repeat(100);
    let (message, typed) = (
        format!("(vec {{{record}}})"),
        format!("(vec {{{}}})", "record {};".repeat(100)),
    );
    let found = dropped(
        &parse_idl_args(&message).unwrap(),
        &parse_idl_args(&typed).unwrap(),
    );
    assert_eq!(
        found,
        ["field 1 is dropped: the type has no such field, in argument 1, item 1, and in 99 more items"]
    );
    let fields: String = (0..100).map(|id| format!("{id} = 5;")).collect();
    let found = dropped(
        &parse_idl_args(&format!("(record {{{fields}}})")).unwrap(),
        &parse_idl_args("(record {})").unwrap(),
    );
    assert_eq!(found.len(), 21);
    assert_eq!(found[20], "80 more warnings are not shown");
}

/// With the line and what may help.
#[test]
fn findings_show_the_line() {
    let env = definitions();
    let text = "(\n  record {\n    onwer = principal \"aaaaa-aa\";\n  }\n)";
    let error = TextArgs::new(text)
        .named("args")
        .at_types(&env, &types(&env, "(Account)"));
    let Err(Error::Parse(findings)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        findings.render(),
        "\
error[E0303]: missing field owner of type principal, in argument 1
  ┌─ args:2:3
  │  \n2 │ ╭   record {
3 │ │     onwer = principal \"aaaaa-aa\";
4 │ │   }
  │ ╰───^

warning[E0304]: field onwer is dropped: the type has no such field, in argument 1
  ┌─ args:3:5
  │
3 │     onwer = principal \"aaaaa-aa\";
  │     ^^^^^
  │
  = did you mean owner?

"
    );
}

/// A wrong label, and what it may be.
#[test]
fn notes_about_labels() {
    let many = format!(
        "(variant {{ {} }})",
        (0..20).map(|i| format!("f{i}; ")).collect::<String>()
    );
    for (text, ty, note) in [
        (
            "(record { onwer = 1 })",
            "(record { owner : opt nat; amount : opt nat })",
            "did you mean owner?",
        ),
        (
            "(record { to = 1 })",
            "(record { owner : opt nat; amount : opt nat })",
            "the fields of the type are: owner, amount",
        ),
        ("(variant { to })", "(variant {})", "the type has no cases"),
        (
            "(variant { to })",
            &many,
            "the cases of the type are: f0, f1, f2, f3, f4, f5, f6, f7, …",
        ),
    ] {
        let types = types(&TypeEnv::new(), ty);
        let found = TextArgs::new(text).at_types(&TypeEnv::new(), &types);
        let findings = match found {
            Ok(typed) => typed.warnings,
            Err(Error::Parse(findings)) => *findings,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(findings.list[0].notes, [note], "{text}");
    }
}

/// Of a long way both ends are shown.
#[test]
fn the_way_to_a_deep_value() {
    let nested = |value: &str| {
        let (open, close) = ("vec {".repeat(40), "}".repeat(40));
        format!("(1, record {{ owner = {open}{value}{close} }})")
    };
    let found = dropped(
        &parse_idl_args(&nested("5")).unwrap(),
        &parse_idl_args(&nested("null")).unwrap(),
    );
    let item = ", item 1";
    let (first, last) = (item.repeat(6), item.repeat(8));
    let way = format!("argument 2, field owner{first}, …{last}");
    assert_eq!(found, [format!("a value has become null, in {way}")]);
}

#[test]
fn b3_mixed_items_are_an_error_at_the_item() {
    let rows = [
        ("(vec {1; \"a\"})", "1:10: mismatched item types in a vec: expected int, found text, in argument 1, item 2"),
        (
            "(1, record {a = vec {opt 1; null; 5}})",
            "1:35: mismatched item types in a vec: expected opt int, found int, in argument 2, field a, item 3",
        ),
        (
            "(vec {vec {variant {a = 1}; variant {b}; variant {a}}})",
            "1:42: mismatched item types in a vec: expected variant { a : int; b }, found variant { a }, in argument 1, item 1, item 3",
        ),
        (
            "(vec {1 : nat8; 2; 256})",
            "1:20: 256 is not in the range of nat8, 0 to 255, in argument 1, item 3",
        ),
    ];
    for (text, expected) in rows {
        let error = TextArgs::new(text).to_bytes().unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
    for (text, expected) in [
        ("(vec {1 : nat; -1 : int})", "(vec { 1 : int; -1 : int })"),
        (
            "(vec {variant {0}; variant {1 = 5}})",
            "(vec { variant { 0 }; variant { 1 = 5 : int } })",
        ),
        ("(vec {null; opt 1})", "(vec { null; opt (1 : int) })"),
        ("(vec {1 : nat8; 2})", r#"(blob "\01\02")"#),
        ("(vec {1; 2.5})", "(vec { 1.0 : float64; 2.5 : float64 })"),
    ] {
        let (bytes, _) = TextArgs::new(text).to_bytes().unwrap();
        assert_eq!(
            IDLArgs::from_bytes(&bytes).unwrap().to_string(),
            expected,
            "{text}"
        );
    }
}

/// The types of functions and services are in the text only; whoever wants them reads the message.
#[test]
fn types_of_references_in_the_text_are_those_of_the_message() {
    let rows = [
        ("(func \"aaaaa-aa\".f)", "(func () -> ())"),
        (
            "(func \"aaaaa-aa\".f : func (nat) -> (text) query)",
            "(func (nat) -> (text) query)",
        ),
        (
            "(1, service \"aaaaa-aa\" : service { f : () -> () })",
            "(int, service { f : () -> () })",
        ),
        (
            "(record { x = (func \"aaaaa-aa\".f : func () -> (nat)); y = opt (1 : nat8) })",
            "(record { x : func () -> (nat); y : opt nat8 })",
        ),
        (
            "(opt (service \"aaaaa-aa\" : service { f : () -> (nat) }))",
            "(opt service { f : () -> (nat) })",
        ),
        (
            "(variant { a = service \"aaaaa-aa\" : service { f : () -> (nat) } })",
            "(variant { a : service { f : () -> (nat) } })",
        ),
        // What is around a type has the last word, and a function without a type is of any.
        (
            "((func \"aaaaa-aa\".f : func () -> (nat)) : func () -> (nat8))",
            "(func () -> (nat8))",
        ),
        (
            "(vec { func \"aaaaa-aa\".f; (func \"aaaaa-aa\".g : func () -> (nat)) })",
            "(vec func () -> (nat))",
        ),
        // The smallest type of all items.
        (
            "(vec { func \"aaaaa-aa\".f : func () -> (nat); func \"aaaaa-aa\".g : func () -> (int) })",
            "(vec func () -> (int))",
        ),
        (
            "(vec { variant { a = func \"aaaaa-aa\".f : func () -> (nat) }; variant { b } })",
            "(vec variant { a : func () -> (nat); b })",
        ),
        // What all of the services have.
        (
            "(vec { service \"aaaaa-aa\" : service { f : () -> (); g : () -> () }; service \"aaaaa-aa\" : service { f : () -> (); h : () -> () } })",
            "(vec service { f : () -> () })",
        ),
        // Other types are those of the values.
        (
            "(record { x = null : opt nat; y = service \"aaaaa-aa\" : service {} })",
            "(record { x : opt empty; y : service {} })",
        ),
    ];
    let env = TypeEnv::new();
    for (text, expected) in rows {
        let (bytes, _) = TextArgs::new(text).to_bytes().unwrap();
        let types = types(&env, expected);
        let args = parse_idl_args(text).unwrap();
        assert_eq!(
            bytes,
            args.to_bytes_with_types(&env, &types).unwrap(),
            "{text}"
        );
    }
    let error = TextArgs::new(
        "(vec { func \"aaaaa-aa\".f : func () -> (nat); func \"aaaaa-aa\".g : func () -> (text) })",
    )
    .to_bytes();
    assert_eq!(
        error.unwrap_err().to_string(),
        "1:46: mismatched item types in a vec: expected func () -> (nat), found func () -> (text)"
    );
}

/// What is printed and read again is the same; the rows are what the incumbent got wrong.
#[test]
fn b1_b16_what_is_printed_can_be_read() {
    for (text, expected) in [
        ("(\"a\\u{0}b\")", "(\"a\\u{0}b\")"),
        ("(\"\\00\\7f\\01\")", "(\"\\u{0}\\u{7f}\\u{1}\")"),
        ("(inf : float64)", "(inf : float64)"),
        ("(-inf : float32)", "(-inf : float32)"),
        ("(nan : float64)", "(NaN : float64)"),
        ("(1e300)", "(1e300 : float64)"),
        ("(-2.5e-300)", "(-2.5e-300 : float64)"),
        (
            "(record {inf = 1 : nat; nan = 2 : nat8})",
            "(record { inf = 1 : nat; nan = 2 : nat8 })",
        ),
        (
            "(func \"aaaaa-aa\".\"a\\u{0}\\\"\")",
            "(func \"aaaaa-aa\".\"a\\u{0}\\\"\")",
        ),
    ] {
        let args = parse_idl_args(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let printed = args.to_string();
        assert_eq!(printed, expected, "{text}");
        let again = parse_idl_args(&printed).unwrap();
        assert_eq!(
            again.to_bytes().unwrap(),
            args.to_bytes().unwrap(),
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(1_000))]

    /// However a value is printed, at its type it is read as the same value.
    #[test]
    fn printed_values_are_read_at_their_type((ty, value) in typed_value()) {
        let (env, types) = (TypeEnv::new(), [ty]);
        let args = IDLArgs::new(&[value]);
        let bytes = args.to_bytes_with_types(&env, &types).unwrap();
        for text in [args.to_string(), format!("{args:?}")] {
            let read = TextArgs::new(&text).surplus(Surplus::Refuse).at_types(&env, &types);
            let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
            prop_assert_eq!(format!("{:?}", read.args), format!("{args:?}"));
            prop_assert_eq!(read.args.to_bytes_with_types(&env, &types).unwrap(), bytes.clone());
        }
    }

    /// Without its type the text of a value is read too, and from then on nothing changes any more.
    #[test]
    fn printed_values_are_read_without_their_type((_, value) in typed_value()) {
        let read = |text: &str| {
            parse_idl_args(text).unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let args = read(&IDLArgs::new(&[value]).to_string());
        prop_assert_eq!(read(&args.to_string()).to_string(), args.to_string());
        prop_assert_eq!(format!("{:?}", read(&format!("{args:?}"))), format!("{args:?}"));
    }

    /// The walk that finds places and the one that makes the arguments agree on what fits.
    #[test]
    fn places_are_found_for_exactly_what_does_not_fit(
        (_, value) in typed_value(),
        ty in some_type(),
        literals in proptest::prelude::any::<bool>(),
    ) {
        let mut text = IDLArgs::new(&[value]).to_string();
        if literals {
            for annotation in ["nat", "int", "float"] {
                for width in ["8", "16", "32", "64", ""] {
                    text = text.replace(&format!(" : {annotation}{width}"), "");
                }
            }
        }
        let (env, types) = (TypeEnv::new(), [ty]);
        let Ok(args) = parse_idl_args(&text) else {
            return Ok(());
        };
        let plain = args.annotate_types(true, &env, &types);
        let placed = TextArgs::new(&text).at_types(&env, &types);
        match (&plain, &placed) {
            (Ok(plain), Ok(placed)) => prop_assert_eq!(plain.to_string(), placed.args.to_string()),
            (Err(_), Err(Error::Parse(findings))) => prop_assert!(findings.has_errors()),
            _ => prop_assert!(false, "{text} at {}: {plain:?}, {:?}", types[0], placed.map(|p| p.args)),
        }
    }
}
