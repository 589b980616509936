//! Tests of `argument`.

use super::*;
use crate::interface::Interface;

const DID: &str = "
        type Account = record { owner : text; sub : opt blob };
        service : (nat8) -> {
            send : (Account, opt nat64) -> (variant { Ok : nat; Err : text });
            get : () -> (record { amount : nat }) query;
        }";

fn interface() -> Interface {
    let mut module = wasm_encoder::Module::new();
    module.section(&wasm_encoder::CustomSection {
        name: "icp:public candid:service".into(),
        data: DID.as_bytes().into(),
    });
    Interface::of_module(&module.finish()).unwrap().unwrap()
}

fn shown(result: Result<Vec<u8>>) -> String {
    result.map_or_else(|e| e.to_string(), hex::encode)
}

#[test]
fn arguments_without_an_interface() {
    let neither = |text| {
        format!("not an argument: {text:?}; give Candid text in parentheses, or the bytes of the message in hex")
    };
    let rows = [
        ("()", "4449444c0000".to_string()),
        (" ( ) ", "4449444c0000".to_string()),
        ("4449444c00017f", "4449444c00017f".to_string()),
        ("0x4449", "4449".to_string()),
        ("", String::new()),
        ("(1)", "4449444c00017c01".to_string()),
        ("(1 : nat8, \"a\")", "4449444c00027b71010161".to_string()),
        ("444", neither("444")),
        ("1 : nat", neither("1 : nat")),
    ];
    for (text, expected) in rows {
        assert_eq!(shown(parse(text, None)), expected, "{text}");
    }
    assert!(shown(parse("(1", None)).starts_with("argument \"(1\": "));
}

#[test]
fn arguments_at_the_types_of_a_method() {
    let interface = interface();
    let (takes, _) = interface.method("send").unwrap();
    // The second argument is optional, so it may be absent.
    for text in [
        "(record { owner = \"a\"; sub = null }, null)",
        "(record { owner = \"a\" })",
    ] {
        let bytes = parse(text, Some(takes)).unwrap();
        assert_eq!(
            print(&bytes, Some(takes), Form::Text),
            "(record { sub = null; owner = \"a\" }, null)"
        );
    }
    let bytes = parse("(record { owner = \"a\" }, opt 7)", Some(takes)).unwrap();
    assert_eq!(
        print(&bytes, Some(takes), Form::Text),
        "(record { sub = null; owner = \"a\" }, opt (7 : nat64))"
    );
    for text in [
        "(1)",
        "()",
        "(record { owner = 1 })",
        "(record { owner = \"a\" }, opt -1)",
    ] {
        let error = shown(parse(text, Some(takes)));
        assert!(
            error.starts_with(&format!("argument {text:?}: ")),
            "{error}"
        );
    }
    assert_eq!(
        shown(parse("(255)", Some(interface.init()))),
        "4449444c00017bff"
    );
    assert!(interface.method("other").is_none());
}

#[test]
fn replies() {
    let interface = interface();
    let (_, gives) = interface.method("get").unwrap();
    let record = parse("(record { amount = 42 })", Some(gives)).unwrap();
    let other = parse("(record { amount = \"a\" })", None).unwrap();
    let rows = [
        (
            record.clone(),
            Some(gives),
            Form::Text,
            "(record { amount = 42 : nat })",
        ),
        (
            record.clone(),
            None,
            Form::Text,
            "(record { 3_573_748_184 = 42 : nat })",
        ),
        (
            record,
            Some(gives),
            Form::Hex,
            "4449444c016c01d8a38ca80d7d01002a",
        ),
        // Does not match the interface, so it is decoded without expected types.
        (
            other,
            Some(gives),
            Form::Text,
            "(record { 3_573_748_184 = \"a\" })",
        ),
        (
            hex::decode("4449444c00017d2a").unwrap(),
            Some(gives),
            Form::Text,
            "(42 : nat)",
        ),
        (
            hex::decode("4449444c00017d2a").unwrap(),
            None,
            Form::Text,
            "(42 : nat)",
        ),
        (hex::decode("4449444c0000").unwrap(), None, Form::Text, "()"),
        (vec![0xff, 0], None, Form::Text, "ff00"),
    ];
    for (bytes, at, form, expected) in rows {
        assert_eq!(print(&bytes, at, form), expected);
    }
}
