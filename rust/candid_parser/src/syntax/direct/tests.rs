//! Tests that the fast path and the parser build equal trees.

use super::super::{duplicates, from_str::whole, parse};
use super::{init_args, prog, types, whole_type};
use crate::syntax::{lower, IDLProg, IDLType};
use std::fs;
use std::path::Path;

/// Programs with everything that is read directly.
const PROGRAMS: [&str; 14] = [
    "",
    "// nothing\n",
    "\u{feff}// a\ntype A = nat;",
    "type A = record { x : nat; y : opt vec text; };\ntype B = A",
    "type long_name_of_a_type = variant { a_; b : null; \"c d\" : blob; 17 : principal; reserved : reserved; end };",
    "type T = record { nat; text : text; int; 7 : bool; float64; record {}; vec record { T; opt T } };",
    "type \t A\r\n=/* a /* b */ */record{a:nat;b:A}// c\r\n;",
    "// d\n// e\ntype A = record {\n  // f\n  b : nat; // g\n  // h\n\n  // i\n  a : nat;\n  /* j */ c : int;\n};",
    "type F = func (nat, name : text, \"a b\" : opt F) -> (record { nat }) query;\n\
     type G = func () -> () oneway; type H = func (S) -> (blob, null) composite_query;\n\
     type S = service { m : F; \"n n\" : () -> (); // o\n  // p\n  a : (nat8, nat16) -> (int8) query };",
    "import \"a.did\"; import service \"b.did\";\ntype A = nat8;\n// s\nservice : { get : () -> (A) query }",
    "service name : (nat, owner : principal) -> { get : (nat) -> () };",
    "type S = service {}\nservice : (opt nat) -> S;",
    "service : S",
    "type abcdefgh = nat32; type abcdefghi = abcdefgh; type Type = variant { abcdefgh; principal_; composite_query_ };",
];

/// Programs that the parser has to read after all.
const UNUSUAL: [&str; 3] = [
    "type A = record { \"a\\n\" : nat };",
    "type A = record { 1_000 : nat; 0x10 : nat };",
    "import \"\\61.did\";",
];

fn parsed(text: &str) -> Option<IDLProg> {
    let tree = whole(text, duplicates::of_prog(parse::parse_prog(text))).ok()?;
    Some(IDLProg::from(tree))
}

#[test]
fn programs() {
    for text in PROGRAMS {
        let read = prog(text);
        assert!(read.is_some(), "{text}");
        assert_eq!(read, parsed(text), "{text}");
    }
    for text in UNUSUAL {
        assert_eq!(prog(text), None, "{text}");
        assert_eq!(text.parse().ok(), parsed(text), "{text}");
        assert!(parsed(text).is_some(), "{text}");
    }
}

/// The interfaces in this repository, and those next to it.
#[test]
fn files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut n_read, mut n_unusual) = (0, 0);
    for folder in ["rust", "spec", "tools", "../shared/did"] {
        each_did_file(&root.join(folder), &mut |text| {
            let parsed = parsed(text);
            let read = prog(text);
            match read {
                Some(_) => n_read += 1,
                None => n_unusual += usize::from(parsed.is_some()),
            }
            assert!(read.is_none() || read == parsed, "{text}");
        });
    }
    assert!(
        n_read > 50 && n_unusual < n_read / 10,
        "{n_read} {n_unusual}"
    );
}

fn each_did_file(folder: &Path, check: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name() != Some("target".as_ref()) {
            each_did_file(&path, check);
        } else if path.extension() == Some("did".as_ref()) {
            check(&String::from_utf8_lossy(&fs::read(&path).unwrap()));
        }
    }
}

/// With a character left out, put in, or in place of another one.
#[test]
fn changed_programs() {
    const PUT: [&str; 22] = [
        "{", "}", "(", ")", ";", ":", ",", "=", "-", ">", "\"", "\\", "/", "*", " ", "\n", "a",
        "0", "_", ".", "\u{e9}", "\0",
    ];
    let (mut n_read, mut n_wrong) = (0, 0);
    let mut check = |text: &str| {
        let parsed = parsed(text);
        match prog(text) {
            Some(read) => {
                n_read += 1;
                assert_eq!(Some(read), parsed, "{text:?}");
            }
            None if parsed.is_none() => n_wrong += 1,
            None => {}
        }
    };
    for text in PROGRAMS {
        for (at, c) in text.char_indices() {
            let (before, rest) = text.split_at(at);
            let after = &rest[c.len_utf8()..];
            check(before);
            check(&[before, after].concat());
            for put in PUT {
                check(&[before, put, rest].concat());
                check(&[before, put, after].concat());
            }
        }
    }
    assert!(n_read > 5_000 && n_wrong > 10_000, "{n_read} {n_wrong}");
}

#[test]
fn words() {
    let words = "blob bool composite_query empty false float32 float64 func import int int8 int16 int32 int64 nat nat8 \
                 nat16 nat32 nat64 null oneway opt principal query record reserved service text true type variant vec \
                 Nat nat_ principals composite_query_ a0 _ 0 0a 12 4294967295 4294967296";
    for word in words.split_whitespace() {
        for text in [
            format!("type {word} = nat;"),
            format!("type A = {word};"),
            format!("type A = opt {word};"),
            format!("type A = record {{ {word} }};"),
            format!("type A = record {{ {word} : nat }};"),
            format!("type A = variant {{ {word} }};"),
            format!("type A = variant {{ {word} : nat }};"),
            format!("type A = func ({word}) -> ({word} : nat) {word};"),
            format!("type A = service {{ {word} : {word} }};"),
            format!("{word} : {{}}"),
            format!("service {word} : {word};"),
        ] {
            assert_eq!(prog(&text), parsed(&text), "{text}");
        }
    }
}

/// Two labels with one number are for the parser to report.
#[test]
fn labels_that_clash() {
    for text in [
        "type A = record { a : nat; a : nat };",
        "type A = record { a : nat; 97 : nat };",
        "type A = variant { nxrslrvsnmaxhagq; nxrslrvsnmaxhagq };",
        "type A = service { a : () -> (); a : () -> () };",
        "type A = func (a : nat, a : nat) -> ();",
        "type A = record { 4294967295 : nat; nat };",
    ] {
        assert_eq!(prog(text), None, "{text}");
        assert_eq!(parsed(text), None, "{text}");
    }
}

#[test]
fn other_texts() {
    let text = "type A = nat; (A, name : opt text)";
    let args = parse::parse_init_args(text);
    assert_eq!(args.findings, []);
    let (decs, args) = args.tree;
    assert_eq!(
        init_args(text),
        Some((lower::decs(decs), lower::args(args)))
    );
    let text = " (nat, name : opt text) // no comment is kept";
    let args = parse::parse_types(text);
    assert_eq!(args.findings, []);
    assert_eq!(types(text), Some(lower::args(args.tree)));
    let text = "record { // no comment is kept\n a : nat }";
    let typ = parse::parse_type(text);
    assert_eq!(typ.findings, []);
    assert_eq!(whole_type(text), Some(IDLType::from(typ.tree)));
    for text in ["nat nat", "(nat", "()()", "type A = nat"] {
        assert_eq!(init_args(text), None, "{text}");
        assert_eq!(types(text), None, "{text}");
        assert_eq!(whole_type(text), None, "{text}");
    }
}

#[test]
fn many_comments() {
    let text = format!("{}type A = nat;", "// a\n/* b */".repeat(100_000));
    assert!(prog(&text).is_some());
    assert_eq!(prog(&text), parsed(&text));
}

/// As deep as the stack allows; then the parser says so.
#[test]
fn nesting() {
    let nested = |depth: usize| format!("type A = {} nat;", "opt ".repeat(depth));
    assert_eq!(prog(&nested(100)), parsed(&nested(100)));
    assert!(prog(&nested(100)).is_some());
    assert_eq!(prog(&nested(1_000_000)), None);
}
