//! Descriptions of interfaces for people and programs: pages, OpenAPI, the binding model, templates.
//!
//! `BLESS=1 cargo test -p candid_parser --all-features --test describe` writes the expected files in `describe` anew.
//! Besides the interfaces of this repository, those of `../shared` are described where they are.

#[path = "describe/doc.rs"]
mod doc;
#[path = "describe/html.rs"]
mod html;
#[path = "describe/json.rs"]
mod json;
#[path = "describe/template.rs"]
mod template;

use candid_parser::check::{self, Checked, Disk, Memory};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

#[track_caller]
fn checked(text: &str) -> Checked {
    check::text(&Memory::default(), Path::new("a.did"), text).unwrap()
}

/// Returns the interfaces of these tests, of those of bindings, and of `../shared`, with their names.
fn interfaces() -> Vec<(String, Checked)> {
    let root = folder().join("../../..");
    let folders = ["describe", "bindings/hard", "bind_rust/hard"].map(|name| folder().join(name));
    let mut files = Vec::new();
    for folder in folders.into_iter().chain([root.join("../shared/did")]) {
        for entry in folder.read_dir().into_iter().flatten() {
            files.push(entry.unwrap().path());
        }
    }
    files.retain(|file| file.extension().is_some_and(|ext| ext == "did"));
    files.sort();
    assert!(files.len() > 10);
    let load = |file: PathBuf| {
        let checked = check::file(&Disk, &file).unwrap_or_else(|error| panic!("{error}"));
        (file.display().to_string(), checked)
    };
    files.into_iter().map(load).collect()
}

#[track_caller]
fn compare(file: &str, text: &str) {
    let file = folder().join("describe").join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, text).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        text == expected,
        "{} differs; BLESS=1 writes it anew. It would be:\n{text}",
        file.display()
    );
}
