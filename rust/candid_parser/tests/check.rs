//! What the checker says: each `tests/check/*.did`, and `main.did` of each folder there, against the `.expected` beside it.
//!
//! `BLESS=1 cargo test -p candid_parser --test check` writes the expected output anew.

// The operating system says why a file cannot be read, and how paths look.
#![cfg(unix)]

use candid_parser::check::{self, Checked, Disk, Lint};
use candid_parser::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[test]
fn every_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check");
    let mut wrong = Vec::new();
    let mut n_cases = 0;
    for case in cases(&folder) {
        n_cases += 1;
        let file = if case.is_dir() {
            case.join("main.did")
        } else {
            case.clone()
        };
        let found = said(&file).replace(&format!("{}/", folder.display()), "");
        let expected = case.with_extension("expected");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &found).expect("the file can be written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", case.display()));
        }
    }
    assert!(n_cases > 20, "only {n_cases} cases");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn cases(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().expect("the folder can be read");
    let mut cases: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    cases.retain(|case| case.is_dir() || case.extension().is_some_and(|ext| ext == "did"));
    cases.sort();
    cases
}

/// Everything that is said about a file.
fn said(file: &Path) -> String {
    match check::file(&Disk, file) {
        Ok(checked) => accepted(&checked),
        Err(Error::Parse(findings)) => findings.render(),
        Err(error) => format!("{error}\n"),
    }
}

fn accepted(checked: &Checked) -> String {
    let mut out = checked.env.to_string();
    if let Some(actor) = &checked.actor {
        let _ = writeln!(out, "actor = {actor}");
    }
    let names: Vec<&str> = checked.prog.bindings().map(|def| def.id.as_str()).collect();
    let _ = writeln!(out, "merged: {}", names.join(", "));
    out.push_str(&checked.warnings(&Lint::ALL).render());
    out
}
