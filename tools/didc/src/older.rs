//! Older versions of interfaces: files, folders, revisions of a Git repository, archives.

mod archive;
mod git;
mod tree;
mod zip;

use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::{files, input};
use candid_parser::check::Checked;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tree::Tree;

/// How a revision is written.
const GIT: &str = "git:";

/// An older version of an interface, or of those in a folder.
pub(crate) enum Older {
    File(PathBuf),
    Folder(PathBuf),
    /// A file or folder in a revision or an archive.
    In(Tree, PathBuf),
}

/// A new file and its older version; one of them may be missing, but not both.
pub(crate) struct Pair {
    /// The name in reports.
    pub(crate) name: String,
    pub(crate) new: Option<PathBuf>,
    pub(crate) old: Option<PathBuf>,
}

impl Older {
    /// Finds the older version of a new file or folder.
    pub(crate) fn find(text: &str, new: &Path) -> Result<Self> {
        if let Some(revision) = text.strip_prefix(GIT) {
            let (tree, path) = git::tree(revision, new)?;
            return Ok(Older::In(tree, path));
        }
        let path = Path::new(text);
        if !input::is_stdin(path) && path.is_dir() {
            return Ok(Older::Folder(path.to_path_buf()));
        }
        match archive::tree(text, new)? {
            Some((tree, path)) => Ok(Older::In(tree, path)),
            None => Ok(Older::File(path.to_path_buf())),
        }
    }

    /// Pairs the new files with the old ones, by their paths in the folders.
    pub(crate) fn pairs(&self, new: &Path) -> Result<Vec<Pair>> {
        let is_folder = !input::is_stdin(new) && new.is_dir();
        let (has_folder, what) = match self {
            Older::File(path) => (false, path.display().to_string()),
            Older::Folder(path) => (true, path.display().to_string()),
            Older::In(tree, path) => (tree.is_folder(path), tree.name(path)),
        };
        if is_folder != has_folder {
            let kind = |is_folder| if is_folder { "a folder" } else { "a file" };
            return Err(Failure::usage(format_args!(
                "{} is {}, but {what} is {}",
                input::name(new).display(),
                kind(is_folder),
                kind(has_folder)
            )));
        }
        if !is_folder {
            let old = match self {
                Older::File(path) | Older::Folder(path) | Older::In(_, path) => path.clone(),
            };
            return Ok(vec![Pair {
                name: input::name(new).display().to_string(),
                new: Some(new.to_path_buf()),
                old: Some(old),
            }]);
        }
        let old = match self {
            Older::File(_) => Vec::new(),
            Older::Folder(path) => below(path)?,
            Older::In(tree, path) => tree.interfaces(path),
        };
        let folder = new;
        let new: BTreeMap<PathBuf, PathBuf> = below(new)?.into_iter().collect();
        if old.is_empty() && new.is_empty() {
            return Err(Failure::file(
                folder,
                "no .did file in this folder, nor in the old one",
            ));
        }
        let mut old: BTreeMap<PathBuf, PathBuf> = old.into_iter().collect();
        let mut pairs = Vec::new();
        for (relative, path) in new {
            pairs.push(Pair {
                name: path.display().to_string(),
                old: old.remove(&relative),
                new: Some(path),
            });
        }
        pairs.extend(old.into_iter().map(|(relative, path)| Pair {
            name: relative.display().to_string(),
            new: None,
            old: Some(path),
        }));
        Ok(pairs)
    }

    /// Returns the name of an old interface in findings.
    pub(crate) fn name(&self, path: &Path) -> String {
        match self {
            Older::File(_) | Older::Folder(_) => input::name(path).display().to_string(),
            Older::In(tree, _) => tree.name(path),
        }
    }

    /// Checks an old interface.
    pub(crate) fn load(&self, path: &Path, imports: &Imports) -> Result<Checked> {
        match self {
            Older::File(_) | Older::Folder(_) => imports.load_one_of_many(path),
            Older::In(tree, _) => tree.load(path),
        }
    }
}

/// Returns the interfaces in a folder, each with its path relative to it.
fn below(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    let files = files::interfaces_below(folder)?;
    // The paths of those in the current folder do not begin with `.`.
    let relative = |path: &Path| match path.strip_prefix(folder) {
        Ok(path) => path.to_path_buf(),
        Err(_) => path.to_path_buf(),
    };
    Ok(files
        .into_iter()
        .map(|path| (relative(&path), path))
        .collect())
}
