//! The parser on texts: what is found in wrong ones, what right ones become, and how deep they may nest.
//!
//! `tests/syntax/*.did` are wrong; `*.expected` is everything that is reported about each. With the environment variable
//! `BLESS` set, the test writes them.

use candid::IDLValue;
use candid_parser::diagnostic::{Diagnostic, Diagnostics};
use candid_parser::syntax::ast::Dec;
use candid_parser::syntax::parse::{self, Parsed};
use candid_parser::syntax::{pretty_print, IDLInitArgs, IDLMergedProg, IDLType, IDLTypes};
use candid_parser::{parse_idl_args, parse_idl_value, IDLProg};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax")
}

fn render<T>(name: &str, text: &str, parsed: Parsed<T>) -> String {
    let mut findings = Diagnostics::default();
    findings.sources.add(name, text);
    findings.list = parsed.findings;
    findings.render()
}

fn check_expected(path: &Path, found: &str) {
    let expected = path.with_extension("expected");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&expected, found).unwrap();
    }
    let expected = std::fs::read_to_string(expected).unwrap_or_default();
    assert_eq!(found, expected, "{}", path.display());
}

#[test]
fn wrong_programs() {
    let mut n_files = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ext| ext == "did") {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            check_expected(&path, &render(&name, &text, parse::parse_prog(&text)));
            n_files += 1;
        }
    }
    assert!(n_files > 5, "{n_files} files");
}

/// Each line of `values.txt` is a text of arguments; the expected file has what it becomes, or what is reported.
#[test]
fn values() {
    let path = folder().join("values.txt");
    let mut found = String::new();
    for line in std::fs::read_to_string(&path).unwrap().lines() {
        let parsed = parse::parse_args(line);
        if parsed.findings.is_empty() {
            let args: Vec<String> = parsed
                .tree
                .args
                .iter()
                .map(|arg| format!("{arg:?}"))
                .collect();
            writeln!(found, "{line}\n  ({})\n", args.join(", ")).unwrap();
        } else {
            writeln!(found, "{}", render("", line, parsed)).unwrap();
        }
        // What has places says the same about the syntax.
        let (plain, spanned) = (parse::parse_args(line), parse::parse_args_spanned(line));
        assert!(spanned.findings.len() <= plain.findings.len(), "{line}");
    }
    check_expected(&path, &found);
}

#[test]
fn b25_all_errors_are_found_in_one_run() {
    let text = std::fs::read_to_string(folder().join("multi.did")).unwrap();
    assert_eq!(parse::parse_prog(&text).findings.len(), 3);
}

#[test]
fn b1_nul_is_printed_as_it_is_read() {
    assert_eq!(
        parse_idl_value(r#""a\u{0}b""#).unwrap(),
        IDLValue::Text("a\0b".to_string())
    );
    assert_eq!(
        parse_idl_value(r#""a\0b""#).unwrap(),
        IDLValue::Text("a\u{b}".to_string())
    );
    let printed = parse_idl_args("(\"x\0y\")").unwrap().to_string();
    assert_eq!(printed, r#"("x\u{0}y")"#);
    assert_eq!(parse_idl_args(&printed).unwrap().to_string(), printed);
}

#[test]
fn b11_the_x_of_hexadecimal_numbers_may_be_large() {
    assert_eq!(
        parse_idl_value("0X1F").unwrap(),
        IDLValue::Number("31".to_string())
    );
    let typ: IDLType = "record { 0X1F : nat }".parse().unwrap();
    assert_eq!(typ.to_string(), "record { 31 : nat }");
}

/// Nesting is bounded by the stack; whatever is accepted can also be copied, compared and dropped there.
#[test]
fn b15_deep_nesting_is_an_error() {
    let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
    thread.spawn(deep_texts).unwrap().join().unwrap();
}

fn deep_texts() {
    const DEEP: usize = 100_000;
    let values = [
        ("opt ", "1", ""),
        ("vec {", "", "}"),
        ("record {", "", "}"),
        ("record { a = ", "1", "}"),
        ("variant { a = ", "1", "}"),
        ("(", "1", ")"),
        ("opt (vec { record { variant { a = ", "1", "} } })"),
    ];
    for (open, inner, close) in values {
        let nested = |n: usize| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
        refused(open, parse::parse_value(&nested(DEEP)).findings);
        refused(open, parse::parse_value(&open.repeat(DEEP)).findings);
        refused(
            open,
            parse::parse_args_spanned(&format!("({})", nested(DEEP))).findings,
        );
        let deepest = deepest(|n| parse_idl_value(&nested(n)).is_ok());
        let value = parse_idl_value(&nested(deepest)).unwrap();
        assert!(value.clone() == value);
    }
    let types = [
        ("opt ", "nat", ""),
        ("vec ", "nat", ""),
        ("record {", "", "}"),
        ("variant { a : ", "nat", "}"),
        ("func (", "nat", ") -> ()"),
        ("service { a : (", "nat", ") -> () }"),
    ];
    for (open, inner, close) in types {
        let nested = |n: usize| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
        refused(open, parse::parse_type(&nested(DEEP)).findings);
        refused(open, parse::parse_type(&open.repeat(DEEP)).findings);
        refused(
            open,
            parse::parse_prog(&format!("type A = {};", nested(DEEP))).findings,
        );
        let deepest = deepest(|n| nested(n).parse::<IDLType>().is_ok());
        let typ: IDLType = nested(deepest).parse().unwrap();
        assert!(typ.clone() == typ);
        assert!(typ.to_string().len() > deepest);
    }
    let comments = format!("{}{} (1)", "/*".repeat(DEEP), "*/".repeat(DEEP));
    assert!(parse_idl_args(&comments).is_ok());
}

fn refused(what: &str, findings: Vec<candid_parser::diagnostic::Diagnostic>) {
    let last = findings.last().map(|finding| finding.message.as_str());
    assert!(
        last.is_some_and(|message| message.starts_with("nested too deeply")),
        "{what}: {last:?}"
    );
}

/// Returns the largest number up to ten thousand that is accepted.
fn deepest(accepted: impl Fn(usize) -> bool) -> usize {
    let (mut fits, mut fails) = (1, 10_000);
    while fails - fits > 1 {
        let middle = fits + (fails - fits) / 2;
        match accepted(middle) {
            true => fits = middle,
            false => fails = middle,
        }
    }
    assert!(fits >= 100, "{fits} levels");
    fits
}

#[test]
fn b28_findings_are_in_words_of_the_text() {
    let error = "service : { f : nat -> nat }"
        .parse::<IDLProg>()
        .unwrap_err();
    assert_eq!(error.to_string(), "1:17: expected \"(\", found \"nat\"");
}

#[test]
fn b31_a_byte_order_mark_is_no_error() {
    assert!("\u{feff}type A = nat;".parse::<IDLProg>().is_ok());
    assert!(parse_idl_args("\u{feff}(1)").is_ok());
}

#[test]
fn b27_a_label_twice_has_both_places() {
    let error = "record { a : nat; b : nat; a : text }"
        .parse::<IDLType>()
        .unwrap_err();
    let candid_parser::Error::Parse(findings) = error else {
        panic!("{error}");
    };
    let places: Vec<_> = findings.list[0]
        .labels
        .iter()
        .map(|label| label.span.start)
        .collect();
    assert_eq!((findings.list.len(), places), (1, vec![27, 9]));
}

#[test]
fn the_largest_label() {
    let typ: IDLType = "record { 4294967295 : nat }".parse().unwrap();
    assert_eq!(typ.to_string(), "record { 4_294_967_295 : nat }");
    assert!(parse_idl_value("record { 4294967295 = 1 }").is_ok());
    assert!(parse_idl_value("record { 4294967295 = 1; 2 }").is_err());
}

#[test]
fn types_and_init_args() {
    let types: IDLTypes = "(nat, x : opt text, \"y z\" : record { nat; text },)"
        .parse()
        .unwrap();
    assert_eq!(
        types.to_string(),
        "(nat, x : opt text, \"y z\" : record { nat; text })"
    );
    let init: IDLInitArgs = "import \"a.did\"; type A = nat; (A, x : opt A)"
        .parse()
        .unwrap();
    assert_eq!(
        init.to_string(),
        "import \"a.did\";\ntype A = nat;\n(A, x : opt A)"
    );
    assert_eq!(init.to_string().parse::<IDLInitArgs>().unwrap(), init);
}

#[test]
fn assertions() {
    let text = r#"
        type N = nat8;
        assert blob "DIDL\00\00" : () "empty";
        assert "(1)" == blob "a" : (N);
        assert "(1)" != "(2)" : (N) "differs";
        assert "(256)" !: (x : N)"#;
    let parsed = parse::parse_test(text);
    assert_eq!(parsed.findings, []);
    let asserts: Vec<_> = parsed
        .tree
        .asserts
        .iter()
        .map(|a| (a.pass, a.right.is_some()))
        .collect();
    assert_eq!(
        asserts,
        [(true, false), (true, true), (false, true), (false, false)]
    );
    assert_eq!(parsed.tree.decs.len(), 1);
    let wrong = parse::parse_test(
        "assert 5 : (); assert \"a\" = \"b\" : (); assert \"a\" : nat; service : {}",
    );
    let messages: Vec<_> = wrong.findings.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "expected text or blob \"…\", found \"5\"",
            "expected \":\", \"!:\", \"==\" or \"!=\", found \"=\"",
            "expected \"(\", found \"nat\"",
            "expected assert, found \"service\"",
        ]
    );
}

/// Where the interfaces lie beside the repository.
#[test]
fn interfaces_survive_printing() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/did");
    let Ok(entries) = std::fs::read_dir(dir) else {
        eprintln!("no interfaces beside the repository");
        return;
    };
    let mut n_files = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ext| ext == "did") {
            let text = std::fs::read_to_string(&path).unwrap();
            let prog: IDLProg = text.parse().unwrap();
            let again: IDLProg = prog.to_string().parse().unwrap();
            assert_eq!(again, prog, "{}", path.display());
            let merged = IDLMergedProg::new(prog);
            assert!(pretty_print(&merged).parse::<IDLProg>().is_ok());
            n_files += 1;
        }
    }
    assert!(n_files > 80, "{n_files} files");
}

#[test]
fn a_finding_in_a_long_line_does_not_show_the_line() {
    let text = format!("(vec {{ {} oops }})", "1; ".repeat(100_000));
    assert_eq!(
        render("arg", &text, parse::parse_args(&text)),
        "error[E0101]: expected a value, found \"oops\"\n  ┌─ arg:1:300009: oops\n  \
         = text must be quoted: \"oops\"\n\n"
    );
}

#[test]
fn docs_of_a_definition() {
    for (text, docs) in [
        ("// a\ntype A = nat;", vec!["a"]),
        ("// a\n\ntype A = nat;", vec![]),
        ("// a\n  \n type A = nat;", vec![]),
        ("// a\n\n// b\n// c\ntype A = nat;", vec!["b", "c"]),
        ("//a\n//  b\n///c\ntype A = nat;", vec!["a", "b", "/c"]),
        (
            "////a\n///// b\n//////\n// // c\ntype A = nat;",
            vec!["a", "/ b", "", "// c"],
        ),
        ("/* a */ type A = nat;", vec![]),
        ("// a\n/* b */ type A = nat;", vec!["a"]),
        ("// a\n/* b */\ntype A = nat;", vec!["a"]),
        ("  // a \t\r\n  type A = nat;", vec!["a"]),
        ("//\n// a\n//\ntype A = nat;", vec!["", "a", ""]),
        ("// a /* b\ntype A = nat;", vec!["a /* b"]),
        ("import \"a\"; // b\ntype A = nat;", vec![]),
        ("import \"a\"; // b\n// c\ntype A = nat;", vec!["c"]),
        ("\u{feff}// a\ntype A = nat;", vec!["a"]),
        ("\u{feff} // a\ntype A = nat;", vec!["a"]),
        ("// a\ntype\n// b\nA = nat;", vec!["a"]),
    ] {
        let parsed = parse::parse_prog(text);
        assert_eq!(parsed.findings, [], "{text:?}");
        let Some(Dec::Type(def)) = parsed.tree.decs.last() else {
            panic!("{text:?}: no definition");
        };
        assert_eq!(def.docs, docs, "{text:?}");
    }
}

/// Only reserved words cannot be the names of types.
#[test]
fn keywords() {
    let is_name = |word: &str| {
        let parsed = parse::parse_prog(&format!("type {word} = nat;"));
        parsed.findings.is_empty()
    };
    let reserved = "blob composite_query false func import null oneway opt principal query record \
                    service true type variant vec";
    for text in reserved.split(' ') {
        assert!(!is_name(text), "{text}");
        for other in [
            format!("{text}_"),
            format!("_{text}"),
            format!("long_{text}"),
        ] {
            assert!(is_name(&other), "{other}");
        }
    }
    for text in ["assert", "opx", "tree", "Type", "inf", "nat"] {
        assert!(is_name(text), "{text}");
    }
}

/// What people write who come from other languages, and the first note about it.
#[test]
fn hints() {
    for (text, note) in [
        // Rust.
        ("type A = Vec<u8>;", "write Vec<…> as: vec …"),
        ("type A = vec<nat>;", "write vec<…> as: vec …"),
        ("type A = opt<nat>;", "write opt<…> as: opt …"),
        ("type A = Option<nat>;", "write Option<…> as: opt …"),
        ("type A = opt (nat);", "write the type without parentheses"),
        ("type A = Option(nat);", "write Option(…) as: opt …"),
        (
            "type A = record { a : Vec(nat) };",
            "write Vec(…) as: vec …",
        ),
        ("type A = (nat, text);", "write a tuple as: record { …; … }"),
        (
            "type A = record { a : (nat, record { b : text }) };",
            "write a tuple as: record { …; … }",
        ),
        (
            "type A = ();",
            "write null for a type of one value, or record {} for a record without fields",
        ),
        (
            "type A = (nat) -> (nat) query;",
            "write a function type as: func (…) -> (…)",
        ),
        (
            "type A = record { pub a : nat; b : text };",
            "leave out pub",
        ),
        (
            "pub type A = nat;",
            "leave out pub: a file has types, imports and a service",
        ),
        (
            "struct A { a : nat };",
            "struct is not a word of Candid: write type name = record { … }",
        ),
        ("record A { a : nat };", "write type name = record { … }"),
        (
            "type A = variant { a(nat); b };",
            "write a case with a type as: a : …",
        ),
        (
            "type A = variant { b; a { c : nat } };",
            "write a case with fields as: a : record { … }",
        ),
        (
            "type A = candid::Nat;",
            "the name of a type has no path before it",
        ),
        (
            "type A = record { a : candid::Nat };",
            "the name of a type has no path before it",
        ),
        (
            "fn f(a : nat) -> nat;",
            "methods are in the service: service : { name : (…) -> (…) }",
        ),
        (
            "service : { fn f : () -> () };",
            "a method is written as: name : (…) -> (…)",
        ),
        (
            "service : { f(a : nat) -> (nat) };",
            "a method is written as: name : (…) -> (…)",
        ),
        (
            "service : { f : (nat) };",
            "write the results, too, even if there are none: (…) -> ()",
        ),
        (
            "service : { f : () -> () update };",
            "leave out update: a method without an annotation is an update",
        ),
        ("use types;", "write import \"file.did\""),
        // Motoko.
        ("type A = ?nat;", "an optional type is written as opt …"),
        (
            "type A = [nat];",
            "use vec … for sequences and opt … for options",
        ),
        (
            "type A = { x : nat };",
            "write record { … }, or variant { … } for one of several cases",
        ),
        (
            "type A = opt { x : nat };",
            "write record { … }, or variant { … } for one of several cases",
        ),
        (
            "service : { f : ({ x : nat }) -> () };",
            "write record { … }, or variant { … } for one of several cases",
        ),
        (
            "type A = variant { #a; #b : nat };",
            "a case is written without #: variant { a }",
        ),
        (
            "type A = variant { #b : nat };",
            "a case is written without #: variant { b : … }",
        ),
        (
            "type A = Principal.Principal;",
            "the name of a type has no dots",
        ),
        (
            "service : { f : (nat) -> async nat };",
            "all calls are asynchronous; results must be in parentheses: (nat, text) -> (nat)",
        ),
        (
            "service : { f : (nat) : async nat };",
            "results follow an arrow: (…) -> (…)",
        ),
        (
            "service : { f : shared query (nat) -> (nat) };",
            "leave out shared: all methods are; query is behind the results: (…) -> (…) query",
        ),
        (
            "service : { f : shared (nat) -> (nat) };",
            "leave out shared: all methods are; query is behind the results: (…) -> (…) query",
        ),
        (
            "service : { f : query (nat) -> (nat) };",
            "write query behind the results: (…) -> (…) query",
        ),
        (
            "service : { query f : (nat) -> (nat) };",
            "write query behind the results: (…) -> (…) query",
        ),
        (
            "service : { public query func f(a : nat) : async nat };",
            "write query behind the results: (…) -> (…) query",
        ),
        (
            "service : { public f : (nat) -> (nat) };",
            "a method is written as: name : (…) -> (…)",
        ),
        (
            "actor { f : () -> () };",
            "actor is not a word of Candid: write service : { … }",
        ),
        // TypeScript.
        (
            "interface A { a : nat };",
            "write service : { … } for methods, and type name = record { … } for data",
        ),
        (
            "export type A = nat;",
            "leave out export: a file has types, imports and a service",
        ),
        (
            "type A = nat | text;",
            "a choice is written as variant { … }, with a name for each case",
        ),
        (
            "type A = \"a\" | \"b\";",
            "types are not quoted; a choice of names is written as: variant { a; b }",
        ),
        (
            "type A = record { a? : nat };",
            "an optional type is written as opt …",
        ),
        (
            "type A = record { readonly a : nat };",
            "leave out readonly",
        ),
        ("type A = Array<nat>;", "write Array<…> as: vec …"),
        (
            "type A = Record<text, nat>;",
            "write Record<…> as: vec record { …; … }",
        ),
        ("type A = Promise<nat>;", "write Promise<…> as: …"),
        (
            "service : { f : (a : nat) -> void };",
            "no results are written as: ()",
        ),
        (
            "service : { f : (a : nat) => nat };",
            "arguments and results must be in parentheses: (nat, text) -> (nat)",
        ),
        ("service : { f : () -> () view };", "write view as: query"),
        // Python, Protobuf and others.
        (
            "type A = tuple(nat, text);",
            "write tuple(…) as: record { …; … }",
        ),
        (
            "type A = record { a : tuple(nat, text); b : nat };",
            "write tuple(…) as: record { …; … }",
        ),
        (
            "service : { f : (a : tuple(nat, text)) -> () };",
            "write tuple(…) as: record { …; … }",
        ),
        (
            "message A { string a = 1; }",
            "message is not a word of Candid: write type name = record { … }",
        ),
        (
            "type A = message { a : nat };",
            "message is not a word of Candid: write record { … }",
        ),
        (
            "type A = record { text a = 1; };",
            "a field is written as: name : type",
        ),
        (
            "type A = record { optional a : nat };",
            "write optional as: name : opt …",
        ),
        (
            "type A = record { repeated text a = 1 };",
            "write repeated as: name : vec …",
        ),
        ("type A = optional nat;", "write optional … as: opt …"),
        (
            "type A = record { a : array nat; b : text };",
            "write array … as: vec …",
        ),
        (
            "package a;",
            "leave out package: a file has types, imports and a service",
        ),
        (
            "rpc F(A) returns (B);",
            "methods are in the service: service : { name : (…) -> (…) }",
        ),
        // Maps and sets.
        (
            "type A = map nat text;",
            "write map … … as: vec record { …; … }",
        ),
        (
            "type A = map<nat, text>;",
            "write map<…> as: vec record { …; … }",
        ),
        (
            "type A = record { a : HashMap nat text; b : nat };",
            "write HashMap … … as: vec record { …; … }",
        ),
        ("type A = set nat;", "write set … as: vec …"),
        ("type A = list<nat>;", "write list<…> as: vec …"),
        // Other brackets, and what is left out.
        (
            "type A = record (nat);",
            "write the brackets as braces: record { … }",
        ),
        (
            "type A = variant [a];",
            "write the brackets as braces: variant { … }",
        ),
        (
            "service : { f : (x nat) -> () }",
            "write a name and its type as: x : nat; two types need \",\" between them",
        ),
        (
            "service = { f : () -> () }",
            "the syntax is: service : { … }",
        ),
        ("type A = opt;", "a type follows opt: opt nat"),
        (
            "type A = record { a : vec };",
            "a type follows vec: vec nat",
        ),
    ] {
        let found = parse::parse_prog(text).findings;
        let notes = notes_of(&found);
        assert_eq!(notes.first().copied(), Some(note), "{text}: {found:?}");
    }
}

/// What corrects a mistake, where there is only one change that does: the text with it, until there is none.
#[test]
fn fixes() {
    for (text, fixed) in [
        ("type A = Option<nat>;", "type A = opt nat;"),
        ("type A = Vec<Option<nat>>;", "type A = vec opt nat;"),
        (
            "type A = HashMap<text, vec<nat>>;",
            "type A = vec record { text; vec nat };",
        ),
        (
            "type A = Result<record { nat }, text>;",
            "type A = variant { Ok : record { nat }; Err : text };",
        ),
        ("type A = ?nat;", "type A = opt nat;"),
        (
            "type A = variant { #a; #b : nat };",
            "type A = variant { a; b : nat };",
        ),
        (
            "type A = struct { a = nat, b : enum { c, d } };",
            "type A = record { a : nat; b : variant { c; d } };",
        ),
        (
            "type A : nat type B = record { a : A b : A };",
            "type A = nat; type B = record { a : A; b : A };",
        ),
        (
            "type A = record { type : nat };",
            "type A = record { \"type\" : nat };",
        ),
        (
            "type A = record { 'b c' : nat };",
            "type A = record { \"b c\" : nat };",
        ),
        (
            "service { f : nat => vec text query; g : nat -> record { a : nat } }",
            "service : { f : (nat) -> (vec text) query; g : (nat) -> (record { a : nat }) }",
        ),
        ("service = { f : () -> () }", "service : { f : () -> () }"),
        (
            "type A = [nat]; type B = record { a : [[opt text]]; b : nat8[] };",
            "type A = vec nat; type B = record { a : vec vec opt text; b : vec nat8 };",
        ),
        (
            "# A.\nstruct A { x : nat };\npub type B = optional nat;\nalias C = opt (nat)",
            "// A.\ntype A = record { x : nat };\ntype B = opt nat;\ntype C = opt nat",
        ),
        (
            "use \"a.did\"; record A { a.b : nat; readonly c : nat }; actor D { }",
            "import \"a.did\"; type A = record { \"a.b\" : nat; c : nat }; service D : { }",
        ),
        (
            "type A = variant { a(nat); b { c : nat }; d.e : nat }",
            "type A = variant { a : nat; b : record { c : nat }; \"d.e\" : nat }",
        ),
        (
            "service : { a(nat) -> void; b : (nat) : () composite; c : (); d : -> () view; e : () -> () update }",
            "service : { a : (nat) -> (); b : (nat) -> () composite_query; c : () -> (); d : () -> () query; e : () -> () }",
        ),
        (
            "service : service { a : func () -> (); shared b : () -> (); c : async () -> () }",
            "service : { a : () -> (); b : () -> (); c : () -> () }",
        ),
        ("service : { f : () -> [nat] query }", "service : { f : () -> (vec nat) query }"),
        (
            "type F = func service : text -> (); service : { f : (type : nat) -> (); g : import : nat -> (); h : a : record { b : nat } -> () }",
            "type F = func (\"service\" : text) -> (); service : { f : (\"type\" : nat) -> (); g : (\"import\" : nat) -> (); h : (a : record { b : nat }) -> () }",
        ),
    ] {
        let mut current = text.to_string();
        for _ in 0..20 {
            let found = parse::parse_prog(&current).findings;
            let Some(first) = found.first() else { break };
            let fix = first
                .fix
                .as_ref()
                .unwrap_or_else(|| panic!("{current}: {first:?}"));
            current.replace_range(std::ops::Range::from(fix.span), &fix.text);
        }
        assert_eq!(current, fixed, "{text}");
        assert!(parse::parse_prog(&current).findings.is_empty(), "{current}");
    }
    // What may mean several things has none.
    for text in [
        "type A = Option<>;",
        "type A = Map<nat>;",
        "type A = nat?;",
        "type A = opt nat[];",
        "type A = variant { a(b : nat) };",
        // A comment would be lost.
        "type A = [nat /* A. */];",
        "pub /* B. */ type B = nat",
        "type C = Option</* C. */ nat>",
        "type A = [nat, text];",
        "type A = opt (nat, text);",
        "type A { x : nat };",
        "service : { f : () -> (nat) throws; g : () -> () one way }",
        "type A = nat | text;",
        "service : { f : () -> nat, text }",
        "service : { f : g : () -> () }",
        "service : { f : a : nat, b : nat -> () }",
    ] {
        let found = parse::parse_prog(text).findings;
        assert_eq!(found.first().map(|first| &first.fix), Some(&None), "{text}");
    }
}

/// Cases as Motoko writes them: nothing is reported but the `#`, as the rest of the line is read.
#[test]
fn cases_with_a_hash() {
    for (text, columns) in [
        (
            "type R = variant { #ok; #err : text }; service : { f : () -> (R) }",
            vec![19, 24],
        ),
        ("type R = variant { #ok : nat; b; #c };", vec![19, 33]),
        (
            "type R = variant {\n#ok;\n#err : text;\n#a };",
            vec![19, 24, 37],
        ),
        (
            "type A = nat; # a comment; with } and (\ntype B = nat;",
            vec![14],
        ),
        ("type A = nat; #comment\ntype B = nat;", vec![14]),
        ("type A = nat #comment;\n; type B = nat;", vec![13]),
    ] {
        let found = parse::parse_prog(text).findings;
        let starts = found.iter().map(|finding| finding.labels[0].span.start);
        assert_eq!(starts.collect::<Vec<_>>(), columns, "{text}: {found:?}");
    }
}

#[test]
fn types_without_parentheses() {
    for text in ["nat", "nat, text", "record { nat }", "nat -> nat", ""] {
        let found = parse::parse_types(text).findings;
        let notes = notes_of(&found);
        assert_eq!(
            notes,
            ["types must be in parentheses, even a single one: (nat)"],
            "{text}"
        );
    }
}

fn notes_of(findings: &[Diagnostic]) -> Vec<&str> {
    let notes = findings.iter().flat_map(|finding| &finding.notes);
    notes.map(String::as_str).collect()
}

/// Mistakes that have another cause than the words in them: none is called one of another language.
#[test]
fn no_hints() {
    for (text, note) in [
        (
            "type A = record { a : list b : nat };",
            "missing \";\" after the previous field",
        ),
        (
            "type A = record { optional; a : nat b : text };",
            "missing \";\" after the previous field",
        ),
        (
            "type A = record { a : array b : nat };",
            "missing \";\" after the previous field",
        ),
        (
            "service : { f : () -> () update : () -> () };",
            "missing \";\" after the previous method",
        ),
        (
            "service : { f : () -> () view : () -> () };",
            "missing \";\" after the previous method",
        ),
        (
            "service : { async : () -> () shared : () -> () };",
            "missing \";\" after the previous method",
        ),
        (
            "service : { f : (a : tuple text) -> () };",
            "missing \",\" after the previous type",
        ),
        // A word at the start of a line begins an item, also one of another language.
        (
            "type A = variant { a : List\nb; c };",
            "missing \";\" after the previous case",
        ),
        (
            "type A = record { List\nMaybe };",
            "missing \";\" after the previous field",
        ),
        (
            "service : { f : (a : nat, List\ntext2) -> () };",
            "missing \",\" after the previous type",
        ),
        (
            "type A = variant { shared owned };",
            "missing \";\" after the previous case",
        ),
        (
            "type A = variant { a b };",
            "missing \";\" after the previous case",
        ),
        (
            "type A = list type B = nat;",
            "missing \";\" after the previous declaration",
        ),
    ] {
        let found = parse::parse_prog(text).findings;
        let notes = notes_of(&found);
        assert_eq!(notes, [note], "{text}: {found:?}");
    }
    // Words that are only in Candid what they look like.
    for text in [
        "type A = record { optional : nat; pub : text; shared : shared; message : tuple };",
        "service : { fn : (optional) -> (list) query; update : () -> (); async : shared }",
        "type tuple = record { list : nat }; type message = variant { a : tuple; view };",
    ] {
        assert!(parse::parse_prog(text).findings.is_empty(), "{text}");
    }
    // Messages without a note.
    for text in [
        "type A = ;",
        "type A = 5;",
        "service : { f : 5 };",
        "type A = record { a : };",
        "type A = variant { a : } ;",
        "x",
    ] {
        let found = parse::parse_prog(text).findings;
        assert!(
            found.iter().all(|finding| finding.notes.is_empty()),
            "{text}: {found:?}"
        );
    }
    // Values have notes of their own.
    for (text, note) in [
        ("(record { a (5) })", None),
        ("(record { optional a = 5 })", None),
        (
            "(tuple (5, 6))",
            Some("write a case as: variant { tuple = … }; text must be quoted"),
        ),
    ] {
        let found = parse::parse_args(text).findings;
        let notes = notes_of(&found);
        assert_eq!(notes.first().copied(), note, "{text}: {found:?}");
    }
}
