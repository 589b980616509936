//! Candid printed as it was written (B-did; B23).

use candid_parser::bindings::did;
use candid_parser::check::{self, Checked, Disk, Memory};
use candid_parser::IDLProg;
use std::path::{Path, PathBuf};

fn load(text: &str) -> Checked {
    check::text(&Memory::default(), Path::new("a.did"), text).unwrap()
}

fn print(checked: &Checked) -> String {
    did::as_written(checked, &checked.actor).unwrap()
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

/// Printing what was printed changes nothing, and no part of the interface or comment above an item is lost.
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
    let mut n_files = 0;
    for path in folders.iter().flat_map(|folder| files(folder)) {
        if path.extension().is_none_or(|ending| ending != "did") {
            continue;
        }
        let checked = check::file(&Disk, &path).unwrap();
        let once = print(&checked);
        assert_eq!(print(&load(&once)), once, "{}", path.display());
        let again: IDLProg = once.parse().unwrap();
        assert_eq!(again.decs, checked.prog.decs(), "{}", path.display());
        let service = checked.prog.resolve_actor().unwrap();
        let Some(mut service) = service else {
            assert_eq!(again.actor, None);
            continue;
        };
        // Those of imported services come last.
        if let candid_parser::syntax::IDLType::ServT(methods) = &mut service.typ {
            methods.sort_by(|a, b| a.id.cmp(&b.id));
        }
        assert_eq!(again.actor, Some(service), "{}", path.display());
        n_files += 1;
    }
    assert!(n_files > 10, "{n_files} files");
}
