//! What `didc check` of the first published implementation does (K1 to K8), and what it gets wrong (B…): one test each.

use candid_parser::check::{self, Disk, Lint, Loader, Memory};
use candid_parser::types::subtype::format_report;
use candid_parser::types::{TypeEnv, TypeInner};
use candid_parser::utils::{
    service_compatibility, service_compatibility_report, service_compatible, service_differences,
    service_equal, CandidSource,
};
use candid_parser::Error;
use cpu_time::ThreadTime;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Checks `main.did` among files; returns what is said.
fn said(files: &[(&str, &str)]) -> String {
    let files: Memory = files.iter().copied().collect();
    match check::file(&files, Path::new("main.did")) {
        Ok(checked) => match checked.actor {
            Some(actor) => format!("{actor}"),
            None => String::new(),
        },
        Err(error) => error.to_string(),
    }
}

/// Checks one text; returns what is said.
fn said_of(text: &str) -> String {
    said(&[("main.did", text)])
}

/// The lints of `didc check`.
const FIVE: [Lint; 5] = [
    Lint::UnusedType,
    Lint::UnusedImport,
    Lint::Uninhabited,
    Lint::CaseOnly,
    Lint::MissingDocs,
];

#[test]
fn k1_a_file_with_its_imports_is_checked() {
    let files = [
        ("main.did", "import \"a.did\"; service : { f : (A) -> () }"),
        ("a.did", "type A = nat;"),
    ];
    assert_eq!(said(&files), "service { f : (A) -> () }");
}

const OLD: &str = "
    type Shape = variant { circle : nat; square : nat };
    service : (nat) -> {
      draw : (Shape) -> (record { id : nat; name : text });
      get : () -> (Shape);
      count : (nat) -> (nat) query;
      gone : () -> ();
    }";

const NEW: &str = "
    type Form = variant { circle : nat; line : nat };
    service : {
      draw : (Form) -> (record { id : int });
      get : () -> (Form);
      count : (nat, text) -> (nat);
      added : () -> ();
    }";

#[test]
fn k2_k3_all_incompatibilities_by_method_and_direction() {
    let (new, old) = (CandidSource::Text(NEW), CandidSource::Text(OLD));
    let report = service_compatibility_report(new, old).expect("both are correct");
    assert_eq!(
        format_report(&report),
        "\
- method \"gone\" is expected by the old interface but missing in the new one
method \"count\":
  - function annotation changed from query to update
  - new service requires argument 2 (type text), which old callers don't provide and is not optional
method \"draw\":
  argument 1: old callers may send variant case square, which the new service no longer handles
  result 1:
    - new type is missing required field name (type text), which is expected by the old type and is not optional
    record field id: int is not a subtype of nat
method \"get\":
  result 1: new variant has case line that does not exist in the old type"
    );
    assert!(service_compatible(new, old).is_err());
}

#[test]
fn k4_only_the_rule_for_opt() {
    let old = CandidSource::Text("service : { f : () -> (opt text) }");
    let new = CandidSource::Text("service : { f : () -> (opt nat) }");
    assert!(service_compatible(new, old).is_ok());
}

#[test]
fn k5_what_a_service_is_installed_with_is_not_compared() {
    let old = CandidSource::Text("service : (nat) -> { f : () -> () }");
    let new = CandidSource::Text("service : (text) -> { f : () -> () }");
    assert!(service_compatible(new, old).is_ok());
}

#[test]
fn k6_strict_looks_at_everything_but_names() {
    let rows = [
        (
            "type A = nat; service : { f : (A) -> () }",
            "type B = nat; service : { f : (B) -> () }",
            true,
        ),
        (
            "service : (nat) -> { f : () -> () }",
            "service : (text) -> { f : () -> () }",
            false,
        ),
        ("service : (nat) -> {}", "service : {}", false),
        (
            "service : { f : (nat) -> () }",
            "service : { f : (int) -> () }",
            false,
        ),
        (
            "service : { f : () -> (); g : () -> () }",
            "service : { f : () -> () }",
            false,
        ),
        (
            "type L = opt record { L }; service : { f : (L) -> () }",
            "type M = opt record { opt record { M } }; service : { f : (M) -> () }",
            true,
        ),
    ];
    for (left, right, expected) in rows {
        let equal = service_equal(CandidSource::Text(left), CandidSource::Text(right));
        assert_eq!(equal.is_ok(), expected, "{left} | {right}");
    }
}

#[test]
fn k7_both_need_a_main_service() {
    let (with, without) = (
        CandidSource::Text("service : {}"),
        CandidSource::Text("type A = nat"),
    );
    let error = |result: candid_parser::Result<()>| result.unwrap_err().to_string();
    assert_eq!(
        error(service_compatible(without, with)),
        "the new interface has no main service type"
    );
    assert_eq!(
        error(service_compatible(with, without)),
        "the old interface has no main service type"
    );
    assert_eq!(
        error(service_equal(with, without)),
        "the right interface has no main service type"
    );
}

#[test]
fn k8_every_check() {
    let rows = [
        ("type A = B", "main.did:1:10: unbound type identifier B"),
        (
            "type A = nat; type A = nat",
            "main.did:1:20: the type A is defined twice",
        ),
        (
            "type A = B; type B = A",
            "main.did:1:10: the type A has a cyclic definition: A = B = A",
        ),
        (
            "type F = nat; service : { m : F }",
            "main.did:1:31: the type of method m is not a function",
        ),
        (
            "type S = nat; service : S",
            "main.did:1:25: the main service is not a service type",
        ),
        (
            "service : { m : () -> () query oneway }",
            "main.did:1:32: a function has at most one annotation",
        ),
        (
            "service : { m : () -> (nat) oneway }",
            "main.did:1:24: a oneway function cannot have results",
        ),
        (
            "type R = record { a : nat; a : text }",
            "main.did:1:28: duplicate field a",
        ),
        (
            "type R = record { a : nat; 97 : text }",
            "main.did:1:28: the fields a and 97 are the same: 97 is the hash of a",
        ),
        (
            "service : { m : (a : nat, a : nat) -> () }",
            "main.did:1:27: duplicate argument a",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(said_of(text), expected, "{text}");
    }
}

/// The time a debug build may take for what an optimised one does in a fraction of it.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn b15_a_chain_of_definitions_needs_no_stack() {
    const LENGTH: usize = 20_000;
    let chain = |link: &dyn Fn(usize) -> String, last: &str| {
        let mut text = String::new();
        for idx in 0..LENGTH {
            let _ = writeln!(text, "type T{idx} = {};", link(idx + 1));
        }
        let _ = writeln!(
            text,
            "type T{LENGTH} = {last};\nservice : {{ f : (T0) -> () }}"
        );
        text
    };
    let alias = chain(&|idx| format!("T{idx}"), "nat");
    let method = alias
        .replace("= nat;", "= func () -> ();")
        .replace("f : (T0) -> ()", "f : T0");
    let texts = [
        alias,
        method,
        chain(&|idx| format!("record {{ next : T{idx} }}"), "nat"),
        chain(
            &|idx| format!("opt variant {{ a : vec T{idx}; b : T{idx} }}"),
            "record {}",
        ),
    ];
    let check = move || {
        for text in texts {
            let checked = check::text(&Memory::default(), Path::new("a.did"), &text);
            let checked = checked.expect("the chain is correct");
            assert_eq!(checked.env.0.len(), LENGTH + 1);
            assert_eq!(checked.warnings(&FIVE).list.len(), 1);
        }
        let cycle = chain(&|idx| format!("T{idx}"), "T0");
        let error = check::text(&Memory::default(), Path::new("a.did"), &cycle).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.did:1:11: the type T0 has a cyclic definition: \
             T0 = T1 = T2 = T3 = T4 = T5 = T6 = T7 = … = T0"
        );
    };
    let start = ThreadTime::now();
    let thread = std::thread::Builder::new()
        .stack_size(512 * 1024)
        .spawn(check);
    thread
        .expect("a thread can be started")
        .join()
        .expect("the check succeeds");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[test]
fn b26_errors_show_the_file_and_the_line() {
    let text = "type A = record {\n  b : B;\n};\n";
    let error = check::text(&Memory::default(), Path::new("a.did"), text).unwrap_err();
    let Error::Parse(findings) = error else {
        panic!("no places: {error}");
    };
    assert_eq!(
        findings.render(),
        "\
error[E0201]: unbound type identifier B
  ┌─ a.did:2:7
  │
2 │   b : B;
  │       ^

"
    );
}

#[test]
fn b27_a_collision_points_at_both_labels() {
    let text = "type A = record {\n  x : nat;\n  y : nat;\n  x : text;\n};\n";
    let error = check::text(&Memory::default(), Path::new("a.did"), text).unwrap_err();
    let Error::Parse(findings) = error else {
        panic!("no places: {error}");
    };
    assert_eq!(
        findings.render(),
        "\
error[E0204]: duplicate field x
  ┌─ a.did:4:3
  │
2 │   x : nat;
  │   - first used here
3 │   y : nat;
4 │   x : text;
  │   ^ used again

"
    );
}

#[test]
fn b31_why_a_file_cannot_be_read() {
    let folder = std::env::temp_dir().join(format!("candid-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.join(name), bytes).expect("the file can be written");
    };
    write("bom.did", b"\xef\xbb\xbftype A = nat;");
    write("latin.did", b"type A = nat; // caf\xe9");
    write(
        "main.did",
        b"import \"gone.did\";\nimport \".\";\nimport \"latin.did\";",
    );
    let said = |name: &str| match check::file(&Disk, &folder.join(name)) {
        Ok(checked) => checked.env.to_string(),
        Err(error) => error
            .to_string()
            .replace(&format!("{}/", folder.display()), ""),
    };
    assert_eq!(said("bom.did"), "type A = nat\n");
    assert_eq!(
        said("latin.did"),
        "latin.did:1:21: the file is not valid UTF-8"
    );
    assert!(
        said("gone.did").starts_with("cannot read gone.did: "),
        "{}",
        said("gone.did")
    );
    let of_main = said("main.did");
    let lines: Vec<&str> = of_main.lines().collect();
    let [gone, folder_itself, latin] = lines.as_slice() else {
        panic!("{of_main}");
    };
    // What follows is the operating system's.
    assert!(
        gone.starts_with("main.did:1:8: cannot import \"gone.did\": "),
        "{gone}"
    );
    assert!(
        folder_itself.starts_with("main.did:2:8: cannot import \".\": "),
        "{folder_itself}"
    );
    assert_eq!(*latin, "latin.did:1:21: the file is not valid UTF-8");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn b32_a_file_may_import_itself_and_a_cycle_may_pass_through_the_main_file() {
    let itself = [(
        "main.did",
        "import \"main.did\"; type X = nat; service : { f : (X) -> () }",
    )];
    assert_eq!(said(&itself), "service { f : (X) -> () }");
    let cycle = [
        (
            "main.did",
            "import \"b.did\"; type A = opt B; service : { f : (A) -> () }",
        ),
        ("b.did", "import \"./main.did\"; type B = opt A;"),
    ];
    assert_eq!(said(&cycle), "service { f : (A) -> () }");
    let services = [
        (
            "main.did",
            "import service \"b.did\"; service : { a : () -> () }",
        ),
        (
            "b.did",
            "import service \"main.did\"; service : { b : () -> () }",
        ),
    ];
    assert_eq!(said(&services), "service { a : () -> (); b : () -> () }");
}

#[test]
fn b35_each_use_of_the_rule_for_opt_once_with_its_path() {
    let old = CandidSource::Text(
        "type R = record { a : opt nat; b : opt text };
         service : { f : (R) -> (R); g : () -> (opt R, vec R) }",
    );
    let new = CandidSource::Text(
        "type R = record { a : opt text; b : opt text };
         service : { f : (R) -> (R); g : () -> (opt R, vec R) }",
    );
    let compatibility = service_compatibility(new, old).expect("both are correct");
    assert!(compatibility.errors.is_empty());
    assert_eq!(format_report(&compatibility.warnings), "\
method \"f\":
  argument 1:
    record field a: opt nat is a subtype of opt text only by the special rule for opt: the types have diverged and values may be lost
  result 1:
    record field a: opt text is a subtype of opt nat only by the special rule for opt: the types have diverged and values may be lost
method \"g\":
  result 1: opt R is a subtype of opt R/1 only by the special rule for opt: the types have diverged and values may be lost
  result 2: R is a subtype of the other R only by the special rule for opt: the types have diverged and values may be lost (see above)");
}

#[test]
fn b36_strict_lists_every_difference() {
    let (left, right) = (
        "service : (nat) -> { f : (nat) -> (text); g : () -> (); h : () -> () query }",
        "service : (int) -> { f : (int) -> (text); h : () -> (); i : () -> () }",
    );
    let differences = service_differences(CandidSource::Text(left), CandidSource::Text(right));
    let differences = differences.expect("both are correct");
    assert_eq!(
        format_report(&differences),
        "\
- method \"g\" is only in the first type
- method \"i\" is only in the second type
init argument 1: nat is not equal to int
method \"f\":
  argument 1: nat is not equal to int
method \"h\": function annotation query differs from the expected update"
    );
}

#[test]
fn b37_what_is_allowed_and_not_meant() {
    let text = "type Unused = nat; type A = record { x : A }; type a = nat;
        service : { f : (A, a) -> () }";
    let checked = check::text(&Memory::default(), Path::new("a.did"), text);
    let warnings = checked.expect("nothing is wrong").warnings(&FIVE);
    assert!(!warnings.has_errors());
    assert_eq!(
        warnings.to_string(),
        "\
a.did:1:6: the type Unused is never used
a.did:1:25: uninhabited type A: it contains itself without a base case
a.did:1:52: the types A and a differ only in case
a.did:2:21: the method f has no comment"
    );
}

#[test]
fn twenty_thousand_types_and_methods_take_linear_time() {
    let text = |n: usize| {
        let mut text = String::new();
        for idx in 0..n {
            let next = (idx + 1) % n;
            let _ = writeln!(
                text,
                "type Type{idx} = record {{ id : nat; name : text; next : opt Type{next} }};"
            );
        }
        text.push_str("service : {\n");
        for idx in 0..n {
            let _ = writeln!(
                text,
                "  method_{idx} : (Type{idx}, opt nat) -> (vec Type{idx}) query;"
            );
        }
        text.push('}');
        text
    };
    let seconds = |n| {
        let text = text(n);
        let start = ThreadTime::now();
        let checked = check::text(&Memory::default(), Path::new("a.did"), &text);
        let checked = checked.expect("the interface is correct");
        assert_eq!(checked.env.0.len(), n);
        assert!(checked.warnings(&Lint::DEFAULT).list.is_empty());
        start.elapsed()
    };
    // Four times the work, where quadratic work would take sixteen times as long. On a machine that has other work too,
    // not every attempt tells.
    let is_linear = |_| {
        let (few, many) = (seconds(5_000), seconds(20_000));
        assert!(many < PATIENCE, "{many:?}");
        many < few * 9
    };
    assert!((0..8).any(is_linear));
}

#[test]
fn twenty_thousand_errors_take_linear_time() {
    let mut text = String::new();
    for idx in 0..20_000 {
        let _ = writeln!(
            text,
            "type T{idx} = record {{ a : Missing{idx}; a : Missing }};"
        );
    }
    let start = ThreadTime::now();
    let error = check::text(&Memory::default(), Path::new("a.did"), &text).unwrap_err();
    let said = error.to_string();
    assert_eq!(said.lines().count(), 201);
    assert_eq!(said.lines().last(), Some("39801 more errors are not shown"));
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[test]
fn types_as_deep_as_the_parser_takes_them_are_checked_and_dropped() {
    let rows = [
        ("opt ", "nat", ""),
        ("vec ", "A", ""),
        ("record { a : nat; b : ", "opt A", " }"),
        ("variant { a; b : ", "empty", " }"),
        ("func (nat) -> (", "A", ")"),
        ("service { m : (", "text", ") -> () }"),
    ];
    let check = move || {
        for (open, inner, close) in rows {
            let mut n_accepted = 0;
            for depth in [10, 100, 1_000, 5_000, 20_000, 100_000] {
                let text = format!(
                    "type A = {}{inner}{}; service : {{ f : (A) -> () }}",
                    open.repeat(depth),
                    close.repeat(depth)
                );
                match check::text(&Memory::default(), Path::new("a.did"), &text) {
                    Ok(checked) => {
                        n_accepted += 1;
                        assert!(!checked.warnings(&FIVE).has_errors());
                        assert!(checked.actor.is_some());
                    }
                    Err(error) => {
                        let said = error.to_string();
                        assert!(said.contains("nested too deeply"), "{depth}: {said}");
                        assert_eq!(said.lines().count(), 1, "{depth}: {said}");
                    }
                }
            }
            assert!((2..6).contains(&n_accepted), "{open}: {n_accepted}");
        }
    };
    let thread = std::thread::Builder::new()
        .stack_size(2 * 1024 * 1024)
        .spawn(check);
    thread
        .expect("a thread can be started")
        .join()
        .expect("the check succeeds");
}

/// What has been checked is compared as its text is.
#[test]
fn k2_k6_checked_interfaces_are_compared_like_texts() {
    let load = |text| check::text(&Memory::default(), Path::new("a.did"), text).expect("correct");
    let texts = [
        NEW,
        OLD,
        "service : { f : () -> (opt nat) }",
        "service : (nat) -> { f : () -> (opt text) }",
    ];
    for (new, old) in texts.iter().flat_map(|new| texts.map(|old| (*new, old))) {
        let (new_source, old_source) = (CandidSource::Text(new), CandidSource::Text(old));
        let expected = service_compatibility(new_source, old_source).expect("both have a service");
        let found = load(new)
            .compatibility(&load(old))
            .expect("both have a service");
        assert_eq!(
            format_report(&found.errors),
            format_report(&expected.errors)
        );
        assert_eq!(
            format_report(&found.warnings),
            format_report(&expected.warnings)
        );
        let expected = service_differences(new_source, old_source).expect("both have a service");
        let found = load(new)
            .differences(&load(old))
            .expect("both have a service");
        assert_eq!(format_report(&found), format_report(&expected));
    }
    let error = load("type A = nat").compatibility(&load(NEW)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the new interface has no main service type"
    );
}

#[test]
fn what_was_perhaps_meant() {
    let mut env = TypeEnv::new();
    for name in ["Account", "account_id", "Memo", "Transfer"] {
        env.0.insert(name.to_string(), TypeInner::Nat.into());
    }
    let rows = [
        ("Nat", Some("nat")),
        ("STRING", Some("text")),
        ("u64", Some("nat64")),
        ("memo", Some("Memo")),
        ("Acount", Some("Account")),
        ("Transfers", Some("Transfer")),
        ("in64", Some("int64")),
        ("X", None),
        ("Wallet", None),
    ];
    for (name, expected) in rows {
        let Err(Error::Parse(findings)) = check::ty(&env, "", name) else {
            panic!("{name} is not unbound");
        };
        let expected = expected.map(|meant| format!("did you mean {meant}?"));
        let notes: Vec<String> = expected.into_iter().collect();
        assert_eq!(findings.list[0].notes, notes, "{name}");
    }
}

#[test]
fn dots_are_taken_out_of_paths() {
    let rows = [
        ("a.did", "a.did"),
        ("./a.did", "a.did"),
        ("b/./../a.did", "a.did"),
        ("b/c/../../a.did", "a.did"),
        ("../a.did", "../a.did"),
        ("b/../../a.did", "../a.did"),
        ("/b/../a.did", "/a.did"),
        ("/../a.did", "/../a.did"),
        ("", ""),
    ];
    for (path, expected) in rows {
        let files = Memory::from_iter([(path, "")]);
        let canonical = files.canonical(Path::new(path)).unwrap();
        assert_eq!(canonical, Path::new(expected), "{path}");
    }
}
