//! Files of assertions: ours for each rule of `spec/Candid.md`, the official ones, and how failures are reported.

use candid::types::TypeInner;
use candid::TypeEnv;
use candid_parser::test::{check, run, Case, HostAssert, HostTest, Input, Test};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the test files of a folder with their texts, by name.
fn files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str());
            let text = fs::read_to_string(&path).expect("a text file");
            (name.expect("a name").to_string(), text)
        })
        .filter(|(name, _)| name.ends_with(".test.did"))
        .collect();
    files.sort();
    files
}

fn failures(name: &str, text: &str) -> (usize, Vec<String>) {
    let cases = run(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let failed = cases.iter().filter(|case| case.failure.is_some());
    let failed = failed.map(|case| format!("{name}: {case}")).collect();
    (cases.len(), failed)
}

#[test]
fn our_own_files() {
    let expected = [
        ("coercion.test.did", 48),
        ("construct.test.did", 48),
        ("options.test.did", 31),
        ("overshoot.test.did", 25),
        ("prim.test.did", 80),
        ("reference.test.did", 36),
        ("spacebomb.test.did", 9),
        ("text.test.did", 76),
    ];
    let mut found = Vec::new();
    for (name, text) in files(&root().join("spec/test")) {
        let (n_cases, failed) = failures(&name, &text);
        assert_eq!(failed, [""; 0]);
        found.push((name, n_cases));
    }
    let expected = expected.map(|(name, n_cases)| (name.to_string(), n_cases));
    assert_eq!(found, expected);
}

/// Rules about which an assertion at types can say nothing.
const WITHOUT_ASSERTION: [&str; 1] = ["text-untyped"];

#[test]
fn every_rule_has_an_assertion() {
    let spec = fs::read_to_string(root().join("spec/Candid.md")).expect("the rules");
    let rules: BTreeSet<&str> = spec
        .split("<a id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|rule| !WITHOUT_ASSERTION.contains(rule))
        .collect();
    let files = files(&root().join("spec/test"));
    let mut cited = BTreeSet::new();
    for (name, text) in &files {
        for case in run(text).expect("a test file") {
            let rule = case.name.split(": ").next().unwrap_or_default();
            let rule = rules.get(rule);
            cited.extend(rule.copied());
            assert!(rule.is_some(), "{name}: {case}: cites no rule");
        }
    }
    assert_eq!(cited, rules);
}

#[test]
fn official_files() {
    let folder = root().join("../shared/conformance");
    if !folder.exists() {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
    let mut found = Vec::new();
    let mut failed = Vec::new();
    for (name, text) in files(&folder) {
        let (n_cases, failures) = failures(&name, &text);
        found.push((name, n_cases));
        failed.extend(failures);
    }
    assert_eq!(failed, [""; 0]);
    let expected = [
        ("construct.test.did", 164),
        ("prim.test.did", 168),
        ("reference.test.did", 50),
        ("spacebomb.test.did", 17),
    ];
    let expected = expected.map(|(name, n_cases)| (name.to_string(), n_cases));
    assert_eq!(found, expected);
}

/// A file with assertions that do not hold, one of each kind.
const FAILING: &str = r#"
type N = nat8;
assert blob "DIDL\00\01\7b" : (N) "too short";
assert blob "DIDL\00\01\7b\05" !: (N) "fits";
assert "(5)" == "(6)" : (N) "differ";
assert "(5)" != "(0x5)" : (N);
assert "(x)" == "(5)" : (N) "no value";
assert "(5)" == blob "DADL" : (N) "no message";
assert "(256)" !: (N) "holds";
"#;

#[test]
fn every_failure_is_reported() {
    let cases = run(FAILING).unwrap();
    let lines: Vec<String> = cases.iter().map(Case::to_string).collect();
    let starts = [
        "line 3: too short: refused: ",
        "line 4: fits: accepted as (5 : nat8)",
        "line 5: differ: (5 : nat8) is not equal to (6 : nat8)",
        "line 6: assertion 4: (5 : nat8) is equal to (5 : nat8)",
        "line 7: no value: the left side is refused: ",
        "line 8: no message: the right side is refused: ",
        "line 9: holds: ok",
    ];
    assert_eq!(lines.len(), starts.len());
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let error = check(FAILING.parse().unwrap()).unwrap_err().to_string();
    let mut lines = error.lines();
    assert_eq!(lines.next(), Some("6 of 7 assertions failed"));
    assert!(
        error.contains("\n2: fits: accepted as (5 : nat8)"),
        "{error}"
    );
}

#[test]
fn files_that_cannot_be_read() {
    for text in [
        "import \"a.did\"; assert \"(5)\" : (nat);",
        "type A = B; assert blob \"DIDL\" !: (nat);",
        "assert 5 : (nat);",
        "assert \"(5)\" (nat);",
    ] {
        assert!(run(text).is_err(), "{text}");
        let checked = text.parse().and_then(check);
        assert!(checked.is_err(), "{text}");
    }
    assert_eq!(run("").unwrap(), []);
}

/// One assertion whose types are wrong is one that fails, also if it says that something is refused.
#[test]
fn types_that_are_not_defined() {
    let text = "assert blob \"DIDL\" !: (Missing);\nassert \"(5)\" : (nat) \"five\";\nassert \"(5)\" : (nat,\n Gone);";
    let cases: Vec<String> = run(text).unwrap().iter().map(Case::to_string).collect();
    assert_eq!(
        cases,
        [
            "line 1: assertion 1: unbound type identifier Missing",
            "line 2: five: ok",
            "line 3: assertion 3: unbound type identifier Gone",
        ]
    );
    let checked = text.parse().and_then(check);
    assert!(checked.is_err());
}

/// A failure is about the part of the assertion that is to blame.
#[test]
fn failures_have_their_place() {
    for (text, part) in [
        ("assert \"(5)\" : (nat);", None),
        ("assert \"(5)\" : (text);", Some("\"(5)\"")),
        ("assert \"(5)\" !: (nat);", Some("\"(5)\"")),
        ("assert \"(5)\" == \"(a)\" : (nat);", Some("\"(a)\"")),
        (
            "assert \"(5)\" == blob \"DI\" : (nat);",
            Some("blob \"DI\""),
        ),
        ("assert \"(a)\" == \"(5)\" : (nat);", Some("\"(a)\"")),
        ("assert \"(5)\" : (nat, Gone);", Some("Gone")),
        (
            "assert \"(5)\" == \"(6)\" : (nat) \"x\"",
            Some("assert \"(5)\" == \"(6)\" : (nat) \"x\""),
        ),
    ] {
        let cases = run(text).unwrap();
        let finding = cases[0].finding(Default::default());
        let found = finding.map(|finding| &text[std::ops::Range::from(finding.labels[0].span)]);
        assert_eq!(found, part, "{text}");
    }
}

#[test]
fn the_parts_of_an_assertion() {
    let text = r#"
        type N = nat8;
        assert blob "DIDL\00\01\7b\05" == "(5)" : (N, n : opt text) "both";
        assert "(\"a\")" !: (N);
    "#;
    let test: Test = text.parse().unwrap();
    assert_eq!(test.defs.len(), 1);
    let [both, one] = &test.asserts[..] else {
        panic!("{} assertions", test.asserts.len())
    };
    assert_eq!(both.left, Input::Blob(b"DIDL\x00\x01\x7b\x05".to_vec()));
    assert_eq!(both.right, Some(Input::Text("(5)".to_string())));
    assert_eq!(both.typ.len(), 2);
    assert!(both.pass);
    assert_eq!(both.desc(), "both");
    assert_eq!(one.left, Input::Text("(\"a\")".to_string()));
    assert_eq!((&one.right, one.pass), (&None, false));
    assert_eq!((&one.desc, one.desc()), (&None, String::new()));
}

/// What a test in another language has to check: for each assertion its description and the checks in short.
#[test]
fn host_tests() {
    let rows = [
        (
            r#"blob "DIDL\00\01\7b\05" == "(5)" : (nat8) "a""#,
            "a",
            "decode 05 = (5 : nat8)",
        ),
        (
            r#"blob "DIDL\00\01\7b\05" : (nat8)"#,
            "",
            "decode 05 = (5 : nat8)",
        ),
        (r#"blob "DIDL\00\01\7b" !: (nat8)"#, "", "cannot decode 7b"),
        (
            r#"blob "DIDL\00\01\7b\05" != "(6)" : (nat8)"#,
            "",
            "decode 05 = (5 : nat8); decode 05 != (6 : nat8)",
        ),
        (
            r#"blob "DIDL\00\01\7b\05" == blob "DIDL\01\6e\7b\01\7b\05" : (nat8) "c""#,
            "c",
            "decode 05 = (5 : nat8); decode 05 = (5 : nat8)",
        ),
        (
            r#"blob "DIDL\00\01\7b\05" != blob "DIDL\00\01\7b\06" : (nat8)"#,
            "",
            "decode 05 = (5 : nat8); decode 06 = (6 : nat8); decode 05 != (6 : nat8)",
        ),
        (
            r#""(5)" == "(0x5)" : (nat8) "t""#,
            "(encode?) t",
            "encode (5) = 05; decode 05 = (5 : nat8)",
        ),
        (
            r#""(500)" !: (nat8) "u""#,
            "(encode?) u",
            "cannot encode (500)",
        ),
        // It does not hold, so there is nothing to check.
        (r#""(500)" : (nat8) "v""#, "(encode?) v", ""),
    ];
    let types = [TypeInner::Nat8.into()];
    for (text, desc, expected) in rows {
        let test: Test = format!("assert {text};").parse().unwrap();
        let host = HostTest::from_assert(&test.asserts[0], &TypeEnv::new(), &types);
        assert_eq!(host.desc, desc, "{text}");
        let checks: Vec<String> = host.asserts.iter().map(in_short).collect();
        assert_eq!(checks.join("; "), expected, "{text}");
    }
}

/// Messages by their last byte.
fn in_short(check: &HostAssert) -> String {
    let last = |bytes: &[u8]| format!("{:02x}", bytes.last().expect("a message"));
    let sign = |holds: &bool| if *holds { "=" } else { "!=" };
    match check {
        HostAssert::Encode(args, _, holds, bytes) => {
            format!("encode {args} {} {}", sign(holds), last(bytes))
        }
        HostAssert::NotEncode(args, _) => format!("cannot encode {args}"),
        HostAssert::Decode(bytes, _, holds, args) => {
            format!("decode {} {} {args}", last(bytes), sign(holds))
        }
        HostAssert::NotDecode(bytes, _) => format!("cannot decode {}", last(bytes)),
    }
}
