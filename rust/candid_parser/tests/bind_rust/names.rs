//! Rust names and literals for any Candid name.

use super::{bind, interface};

#[track_caller]
fn has(text: &str, expected: &[&str]) {
    for expected in expected {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

/// Names, those of their fields, and those of their cases.
#[test]
fn fields_and_cases() {
    for (name, field, case) in [
        ("fooBar", "foo_bar", "FooBar"),
        ("HTTPServer", "h_t_t_p_server", "HTTPServer"),
        ("foo_bar3", "foo_bar3", "FooBar3"),
        ("_X", "_x", "_X"),
        ("__X", "__x", "__X"),
        ("X__Y", "x__y", "XY"),
        ("_Foo_Bar_", "_foo_bar_", "_FooBar_"),
        ("_", "__", "__"),
        ("__", "__", "__"),
        ("self", "self_", "Self_"),
        ("crate", "crate_", "Crate"),
        ("fn", "r#fn", "Fn"),
        ("union", "union", "Union"),
        ("", "_0_", "_0_"),
        ("a b", "_4830947_", "_4830947_"),
        ("日本", "_1431689442_", "_1431689442_"),
        ("1a", "_11024_", "_11024_"),
    ] {
        let did = |ty: &str| format!("type T = {ty} {{ \"{name}\" : nat; other : nat }}");
        let of = |ty: &str| bind("agent", &did(ty));
        has(&of("record"), &[&format!(" pub {field}: candid::Nat")]);
        has(&of("variant"), &[&format!(" {case}(candid::Nat)")]);
    }
}

/// A tuple struct defines a function of its name too.
#[test]
fn definitions() {
    for (did, expected) in [
        ("type Ok = record { a : nat }", "pub struct Ok {"),
        ("type Ok = record { nat; nat }", "pub struct Ok_ (pub "),
        ("type string = record { a : nat }", "pub struct String_ {"),
    ] {
        has(&bind("agent", did), &[expected]);
    }
}

/// Types without a name, called after the path to them.
#[test]
fn places() {
    for (did, name) in [
        ("type R = record { a : opt record { x : nat } }", "RAInner"),
        (
            "type R = record { a : opt record { c : vec record { x : nat } } }",
            "RaInnerCItem",
        ),
        (
            "type FOO_BAR = record { foo_bar_baz : opt record { x : nat } }",
            "FooBarFooBarBazInner",
        ),
        (
            "type snake_case_1 = record { \"a b\" : record { x : nat } }",
            "SnakeCase1AB",
        ),
        (
            "type A = record { \"日本\" : record { x : nat } }",
            "A1431689442",
        ),
        (
            "service : { \"\" : (record { x : nat }) -> () }",
            "Type0Arg",
        ),
        ("type _ = record { _ : record { x : nat } }", "Type"),
        ("type _ = record { string : record { x : nat } }", "String_"),
    ] {
        let expected = format!("pub struct {name} {{ pub x: candid::Nat }}");
        has(&bind("agent", did), &[&expected]);
    }
}

/// Names of places end, however long the path is, and differ.
#[test]
fn places_end() {
    let structs = |did: &str| -> Vec<String> {
        let text = bind("agent", did);
        let names = text.split("pub struct ").skip(1);
        names
            .map(|rest| rest.split(' ').next().unwrap().to_string())
            .collect()
    };
    let long = "a".repeat(5_000);
    let names = structs(&format!(
        "type R = record {{ {long} : record {{ b : record {{ {long} : record {{}} }}; c : record {{}} }} }};
         type S = record {{ {long} : record {{}}; b : record {{ {long} : record {{}} }} }}"
    ));
    assert_eq!(names.len(), 9, "{names:?}");
    for (i, name) in names.iter().enumerate() {
        let is_short = ["R", "S", "SB"].contains(&name.as_str());
        assert!(is_short || (110..=120).contains(&name.len()), "{name}");
        assert!(!names[..i].contains(name), "{names:?}");
    }
    let deep = format!("type T = {}record {{ x : nat }}", "vec ".repeat(500));
    assert_eq!(structs(&deep), [format!("T{}", "Item".repeat(15))]);
    // The longest name that is not shortened.
    let fits = "a".repeat(119);
    let names = structs(&format!("type R = record {{ {fits} : record {{}} }}"));
    assert_eq!(names[0], format!("RA{}", "a".repeat(118)));
}

#[test]
fn literals_and_comments() {
    let one = interface(
        "// a */ \"\n//\n// b\u{202e}c\ntype A = record { \"a\\\"#b\" : nat; \"é\" : nat }; type B = A;
         service : { m : (A, B) -> () }",
    );
    let (text, _) = one.bind("agent", "m.arg0.use_type = 'X'").unwrap();
    has(
        &text,
        &[
            "/// a */ \"\n///\n/// b\\u{202e}c\n#[derive",
            "#[serde(rename=\"a\\\"#b\")]",
            "let candid_src = r##\"type A = record { \"é\" : nat; \"a\\\"#b\" : nat };\n(A)\"##;",
        ],
    );
}
