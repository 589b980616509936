//! What the checker says: each `tests/check/*.did`, and `main.did` of each folder there, against the `.expected` beside it.
//!
//! `BLESS=1 cargo test -p candid_parser --test check` writes the expected output anew.

// The operating system says why a file cannot be read, and how paths look.
#![cfg(unix)]

use candid_parser::breaking::{self, Affected, Level, Options, Rule};
use candid_parser::check::{self, Checked, Disk, Lint, Memory};
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

/// `docs/breaking.md` has an example of each rule of breaking changes, with all findings.
#[test]
fn breaking_changes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/breaking.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut found = String::new();
    let mut documented = Vec::new();
    for section in text.split_inclusive("\n### ") {
        let id = section.get(..4).unwrap_or_default();
        let mut blocks = section
            .split("```did\n")
            .skip(1)
            .map(|block| block.split("```").next());
        let (Some(Some(old)), Some(Some(new))) = (blocks.next(), blocks.next()) else {
            documented.push(id);
            found.push_str(section);
            continue;
        };
        // The others have only what breaks nobody's messages.
        let is_wire = id.starts_with("B0");
        let affected = if is_wire {
            Affected::ALL.to_vec()
        } else {
            Options::default().affected
        };
        let lines = changes(old, new, affected);
        assert!(
            lines.iter().any(|line| line.starts_with(id)),
            "{id}: {lines:?}"
        );
        let name = section.lines().next().unwrap_or_default();
        let rule = Rule::ALL.iter().find(|rule| rule.id() == id).unwrap();
        assert_eq!(name, format!("{id} {}", rule.name()));
        documented.push(id);
        let (before, rest) = section.split_once("```text\n").unwrap();
        let (_, after) = rest.split_once("```").unwrap();
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        found.push_str(&format!("{before}```text\n{lines}```{after}"));
    }
    for rule in Rule::ALL {
        assert!(documented.contains(&rule.id()), "{}", rule.id());
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    } else {
        assert_eq!(found, text);
    }
}

/// Returns all changes of messages, source and JSON, of messages for some.
fn changes(old: &str, new: &str, affected: Vec<Affected>) -> Vec<String> {
    let load = |name, text| check::text(&Memory::default(), Path::new(name), text).unwrap();
    let (old, new) = (load("old.did", old), load("new.did", new));
    let options = Options {
        levels: vec![Level::Wire, Level::Source, Level::Json],
        affected,
    };
    let found = breaking::compare(&new, &old, &options).unwrap();
    let line = |change: &breaking::Change| {
        for (place, name) in [(change.new, "new.did"), (change.old, "old.did")] {
            if let Some((file, _)) = place {
                assert_eq!(found.sources.name(file), name);
            }
        }
        let affected: Vec<_> = change.affected.iter().map(|who| who.name()).collect();
        let affected = match affected.is_empty() {
            true => String::new(),
            false => format!(" ({})", affected.join(", ")),
        };
        let (id, path, message) = (change.rule.id(), &change.path, &change.message);
        let path = if path.is_empty() {
            String::new()
        } else {
            format!("{path}: ")
        };
        format!("{id} {path}{message}{affected}")
    };
    found.list.iter().map(line).collect()
}
