//! `assert_interface!`: what is equal, and what the failure says.

use candid::{candid_method, export_service, CandidType, Deserialize};
use candid_parser::testing::{assert_interface, check_interface, Bless};
use std::fs;
use std::path::PathBuf;

#[derive(CandidType, Deserialize)]
struct Transfer {
    to: String,
    amount: u64,
    memo: Option<Vec<u8>>,
}

/// Moves tokens.
#[candid_method]
fn transfer(transfer: Transfer) -> Result<u64, String> {
    Ok(transfer.amount)
}

#[candid_method(query)]
fn history(from: u64) -> Vec<Transfer> {
    let _ = from;
    Vec::new()
}

export_service!();

#[test]
fn the_macro_compares_with_a_file() {
    assert_interface!("tests/interface/ledger.did");
    assert_interface!("tests/interface/ledger.did", __export_service());
    let _ = (
        history(0),
        transfer(Transfer {
            to: String::new(),
            amount: 0,
            memo: None,
        }),
    );
}

mod tests_in_a_module {
    use super::*;

    #[test]
    fn the_function_may_be_in_scope_by_use() {
        candid_parser::assert_interface!("tests/interface/ledger.did");
    }
}

struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, text: Option<&str>) -> Self {
        let folder = format!("candid interface {}", std::process::id());
        let file = TempFile(std::env::temp_dir().join(folder).join(name));
        if let Some(text) = text {
            fs::create_dir_all(file.0.parent().unwrap()).unwrap();
            fs::write(&file.0, text).unwrap();
        }
        file
    }

    fn check(&self, bless: Bless) -> Result<(), String> {
        check_interface(&__export_service(), &self.0, bless).map_err(|error| {
            error
                .to_string()
                .replace(&self.0.display().to_string(), "FILE")
        })
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Names of definitions and arguments, comments, order and init arguments of one side make no difference.
#[test]
fn equal_interfaces() {
    let texts = [
        __export_service(),
        "type T = record { amount : nat64; to : text; memo : opt blob };
         // Comment.
         service : { history : (from : nat64) -> (vec T) query;
                     transfer : (T) -> (variant { Ok : nat64; Err : text }); }"
            .to_string(),
        "service : (nat) -> {
           transfer : (record { amount : nat64; to : text; memo : opt blob }) -> (variant { Ok : nat64; Err : text });
           history : (nat64) -> (vec record { amount : nat64; to : text; memo : opt vec nat8 }) query }"
            .to_string(),
    ];
    for (i, text) in texts.iter().enumerate() {
        let file = TempFile::new(&format!("equal {i}"), Some(text));
        assert_eq!(file.check(Bless::No), Ok(()));
        // An equal file is not written again.
        assert_eq!(file.check(Bless::Compatible), Ok(()));
        assert_eq!(fs::read_to_string(&file.0).unwrap(), *text);
    }
}

#[test]
fn differences_are_listed_by_method() {
    let file = TempFile::new(
        "other",
        Some(
            "type T = record { amount : nat; to : text };
             service : { history : (nat64) -> (vec T); transfer : (T) -> (variant { Ok : nat64; Err : text }); mint : () -> () }",
        ),
    );
    let failure = file.check(Bless::No).unwrap_err();
    assert_eq!(
        failure,
        "\
the interface of the Rust source (first) is not the one of FILE (second)
- method \"mint\" is only in the second type
method \"history\":
  - function annotation query differs from the expected update
  result 1:
    - field memo is only in the first type
    record field amount: nat64 is not equal to nat
method \"transfer\":
  argument 1: Transfer is not equal to T (see above)
if the source is right, run the test with CANDID_BLESS=1 to write the file"
    );
    assert_eq!(file.check(Bless::Compatible), Ok(()));
    assert_eq!(file.check(Bless::No), Ok(()));
    assert_eq!(
        fs::read_to_string(&file.0).unwrap().trim_end(),
        __export_service().trim_end()
    );
}

#[test]
fn files_that_cannot_be_compared() {
    let missing = TempFile::new("missing/file", None);
    assert_eq!(
        missing.check(Bless::No).unwrap_err(),
        "FILE does not exist: run the test with CANDID_BLESS=1 to write it"
    );
    assert_eq!(missing.check(Bless::Compatible), Ok(()));
    assert_eq!(missing.check(Bless::No), Ok(()));
    for text in ["service : {", "type A = nat;"] {
        let invalid = TempFile::new("invalid", Some(text));
        assert!(invalid.check(Bless::No).is_err());
        // What somebody has written by hand, with a mistake, is not lost.
        assert!(invalid.check(Bless::Compatible).is_err());
        assert_eq!(fs::read_to_string(&invalid.0).unwrap(), text);
    }
}
