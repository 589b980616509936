//! The interfaces of the repository and, where it is there, of the corpus next to it.

use crate::folder;
use std::fs;
use std::path::{Path, PathBuf};

/// An interface, or a file that is meant to be none.
#[derive(Debug, Clone)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
}

/// Returns the `.did` files of the repository, sorted.
#[must_use]
pub fn of_repository() -> Vec<Source> {
    let root = folder().join("../..");
    let folders = ["docs", "rust", "spec", "tools"].map(|name| root.join(name));
    sources(&folders)
}

/// Returns the `.did` files of the corpus next to the repository, sorted; none if it is not there.
#[must_use]
pub fn of_corpus() -> Vec<Source> {
    sources(&[folder().join("../../../shared")])
}

fn sources(folders: &[PathBuf]) -> Vec<Source> {
    let mut found = Vec::new();
    for folder in folders {
        collect(folder, &mut found);
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && name != "target" && name != "node_modules" && name != "wip" {
            collect(&path, found);
        } else if path.extension().is_some_and(|end| end == "did") {
            // A file that is not UTF-8 is none to either parser.
            if let Ok(text) = fs::read_to_string(&path) {
                found.push(Source { path, text });
            }
        }
    }
}
