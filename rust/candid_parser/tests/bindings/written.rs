//! Candid printed as it was written (B-did; B23).

use candid_parser::bindings::did;
use candid_parser::check::{self, Checked, Disk, Memory};
use candid_parser::format::{format, Options};
use candid_parser::syntax::{Binding, Dec, IDLProg, IDLType};
use candid_parser::types::{Type, TypeInner};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(super) fn load(text: &str) -> Checked {
    check::text(&Memory::default(), Path::new("a.did"), text).unwrap()
}

pub(super) fn print(checked: &Checked) -> String {
    did::as_written(checked, &checked.actor).unwrap()
}

/// What it is installed with, and its methods in the order of their names.
fn service(checked: &Checked) -> Option<(Vec<Type>, BTreeMap<String, Type>)> {
    let actor = checked.actor.as_ref()?;
    let methods = checked.env.as_service(actor).unwrap();
    let init = match actor.as_ref() {
        TypeInner::Class(init, _) => init.clone(),
        _ => Vec::new(),
    };
    Some((init, methods.iter().cloned().collect()))
}

/// The definitions and the methods with their comments, each in text.
pub(super) fn docs(checked: &Checked) -> (Vec<String>, Vec<String>) {
    let mut bindings: Vec<Binding> = checked.prog.bindings().cloned().collect();
    let mut service_docs = Vec::new();
    if let Some(actor) = checked.prog.resolve_actor().unwrap() {
        service_docs = actor.docs;
        match actor.typ {
            IDLType::ServT(methods) => bindings.extend(methods),
            typ => bindings.push(Binding {
                id: String::new(),
                typ,
                docs: Vec::new(),
            }),
        }
    }
    let bindings = bindings.into_iter().map(|binding| IDLProg {
        decs: vec![Dec::TypD(binding)],
        actor: None,
    });
    let mut texts: Vec<String> = bindings.map(|prog| prog.to_string()).collect();
    texts.sort();
    (texts, service_docs)
}

/// The order, the name of the service and the comments above items stay (B23).
#[test]
fn b23_what_was_written_stays() {
    let text = "\
// of the type
type t = record {
  // of zeta
  zeta : nat;
  alpha : variant { B; A : record { b : nat; a : nat } };
  7 : vec record { y : nat; x : nat };
  8 : vec record {
    // of the first
    nat;
    // of the second
    text;
  };
};
// of the service
service ledger : (start : record { supply : nat; owner : principal }) -> {
  // of transfer
  transfer : (to : t, record { z : nat; a : nat }) -> () oneway;
  add : (x : nat, y : nat) -> (service { q : () -> (); p : () -> () }) query;
}";
    assert_eq!(print(&load(text)), text);
}

/// Comments stay where they are between declarations, and come above an item within one.
#[test]
fn b23_comments_are_kept() {
    let text = "\
// The licence.

/* A header,
   in two lines. */
// of a
type a = nat; // behind a

// Apart.
import \"none.did\"; // import
type b = /* inside b */ text;
type c = record { // first of c
  // of x
  x : nat; // behind x
  y : record { z : nat }; /* behind y */

  // a section

  // of w
  w : func (nat /* argument */) -> ();
  // last of c
}; // behind c
// above the service

service s : (/* init */) -> { // methods
  f : () -> (nat, // first
    text); // second
} // behind
// the end";
    let files = Memory::from_iter([("a.did", text), ("none.did", "// of nothing")]);
    let checked = check::file(&files, Path::new("a.did")).unwrap();
    let once = print(&checked);
    let expected = "\
// The licence.

/* A header,
   in two lines. */
// of a
type a = nat; // behind a

// Apart.
// import

type b = text; /* inside b */
type c = record {
  // first of c

  // of x
  x : nat; // behind x
  y : record { z : nat }; /* behind y */
  // a section

  // of w
  w : func (nat) -> (); /* argument */
  // last of c
}; // behind c

// above the service

service s : () -> {
  /* init */
  // methods
  // second

  f : () -> (nat, text); // first
} // behind

// the end
// of nothing
";
    assert_eq!(once, expected);
    assert_eq!(print(&load(&once)), once);
    assert_eq!(docs(&load(&once)), docs(&checked));
}

/// A record whose numbers are not in order is not taken for a tuple.
#[test]
fn numbers_keep_their_fields() {
    for (text, printed) in [
        (
            "type a = record { 1 : nat; 0 : text };",
            "type a = record { 1 : nat; 0 : text };",
        ),
        (
            "type a = record { 0 : nat; 1 : text };",
            "type a = record { nat; text };",
        ),
        (
            "type a = record { 5 : nat; text };",
            "type a = record { 5 : nat; 6 : text };",
        ),
    ] {
        assert_eq!(print(&load(text)).trim_end(), printed);
    }
}

/// Printing what was printed changes nothing, and no part of the interface and no comment is lost.
#[test]
fn b23_printing_again_changes_nothing() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "tests/bindings/hard",
        "tests/bind_rust/hard",
        "../../../shared/did",
    ];
    let files = |folder: &str| -> Vec<PathBuf> {
        let Ok(entries) = here.join(folder).read_dir() else {
            eprintln!("no {folder} here");
            return Vec::new();
        };
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let (mut n_files, mut n_comments) = (0, 0);
    for path in folders.iter().flat_map(|folder| files(folder)) {
        if path.extension().is_none_or(|ending| ending != "did") {
            continue;
        }
        let checked = check::file(&Disk, &path).unwrap();
        let once = print(&checked);
        assert_eq!(print(&load(&once)), once, "{}", path.display());
        let formatted = format(&once, &Options::default()).unwrap();
        assert_eq!(formatted.trim_end(), once.trim_end(), "{}", path.display());
        let again = load(&once);
        assert_eq!(again.env.0, checked.env.0, "{}", path.display());
        assert_eq!(service(&again), service(&checked), "{}", path.display());
        assert_eq!(docs(&again), docs(&checked), "{}", path.display());
        for file in &checked.files {
            let text = checked.sources.text(file.id);
            for comment in &file.prog.comments {
                let words = &text[std::ops::Range::from(comment.span)];
                let marks = |c: char| "/* \t\r".contains(c);
                for line in words.lines().map(|line| line.trim_matches(marks)) {
                    assert!(once.contains(line), "{}: {line}", path.display());
                    n_comments += usize::from(!line.is_empty());
                }
            }
        }
        n_files += 1;
    }
    assert!(
        n_files > 10 && n_comments > 5,
        "{n_files} files, {n_comments} lines of comments"
    );
}

/// Init arguments are split off and joined again, with their comments.
#[test]
fn init_args() {
    let rows = [
        ("service : (nat) -> {}", "service : {}", Some("(nat)")),
        (
            "type S = service {};\nservice ledger : (owner : principal, \"->\" : opt text) -> S // end",
            "type S = service {};\nservice ledger : S // end",
            Some("(owner : principal, \"->\" : opt text)"),
        ),
        (
            "service : (\n  // -> the first\n  nat,\n) /* -> */ -> /* -> */ { f : (func () -> ()) -> () }",
            "service : { f : (func () -> ()) -> () }",
            None,
        ),
        ("service : () -> {}", "service : {}", Some("()")),
        ("service : {}", "service : {}", None),
        ("type A = nat;", "type A = nat;", None),
    ];
    for (text, expected, expected_args) in rows {
        let checked = check::text(&Memory::default(), Path::new("a.did"), text).unwrap();
        let (service, args) = did::split_init_args(&checked).unwrap();
        // Which comments are where depends on the layout, not the types.
        let without_args = check::text(&Memory::default(), Path::new("a.did"), &service).unwrap();
        let expected = check::text(&Memory::default(), Path::new("a.did"), expected).unwrap();
        assert_eq!(without_args.actor, expected.actor, "{text}");
        if let Some(expected) = expected_args {
            assert_eq!(args.as_deref(), Some(expected), "{text}");
        }
        let joined = did::join_init_args(&service, args.as_deref().unwrap_or("()")).unwrap();
        let joined = check::text(&Memory::default(), Path::new("a.did"), &joined).unwrap();
        let is_empty = args.as_deref().is_none_or(|args| args == "()");
        let actor = if is_empty {
            &without_args.actor
        } else {
            &checked.actor
        };
        assert_eq!(joined.actor, *actor, "{text}");
        for comment in ["the first", "end"] {
            let all = format!("{service}{}", args.as_deref().unwrap_or_default());
            assert_eq!(
                all.contains(comment),
                text.contains(comment),
                "{text}: {all}"
            );
        }
    }
    assert_eq!(
        did::join_init_args("service : {}", "(nat")
            .unwrap_err()
            .to_string(),
        "candid:args:1:1: \"(\" is never closed"
    );
    // What is wrong with the service is said by its check.
    assert_eq!(
        did::join_init_args("service : {", "(nat)").unwrap(),
        "service : (nat) -> {"
    );
}
