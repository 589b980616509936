//! Archives made by tar, compressed or not, and by zip. Nothing is written to disk.

use super::git::path_of;
use super::tree::{plain, Content, Tree};
use super::{below, zip};
use crate::failure::{Failure, Result};
use crate::input;
use crate::typing::shown;
use candid_parser::diagnostic::without_long_words;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The files of an archive by their paths.
type Files = BTreeMap<PathBuf, Content>;

/// Limit on the number of files.
pub(super) const MAX_FILES: usize = 100_000;

/// Returns the files of an archive, which is written as `FILE` or `FILE:path`, and the path: by default the one that the new file
/// is given by, if it is there. `None` if the file is not an archive.
pub(super) fn tree(given: &Path, all: &[PathBuf]) -> Result<Option<(Tree, Option<PathBuf>)>> {
    let new = all.first().map_or(Path::new("."), PathBuf::as_path);
    let parts = parts(given).filter(|(file, _)| !given.exists() && file.is_file());
    let (file, path) = match &parts {
        Some((file, path)) => (file.as_path(), Some(path.as_path())),
        None => (given, None),
    };
    if input::is_stdin(file) || !file.is_file() {
        return Ok(None);
    }
    let is_packed = input::is_binary(file);
    if !is_packed && path.is_none() && !is_named_as_archive(file) {
        return Ok(None);
    }
    let bytes = input::bytes(file)?;
    let files = if input::is_tar(&bytes) {
        files(&bytes)
    } else if input::is_zip(&bytes) {
        zip::files(&bytes)
    } else if path.is_some() || is_named_as_archive(file) {
        return Err(Failure::file(file, "not an archive made by tar or zip"));
    } else {
        return Ok(None);
    };
    let files = files.and_then(without_files_as_folders);
    let files =
        files.map_err(|error| Failure::file(file, format_args!("invalid archive: {error}")))?;
    let mut tree = Tree::new(file, files);
    if !is_whole(&tree, path, all)? {
        tree = tree.without_top();
    }
    let path = match (path, all) {
        (Some(_), [_, _, ..]) => {
            let message = "several new interfaces are compared with those of their paths; use FILE without a path";
            return Err(Failure::usage(message));
        }
        (None, [_, _, ..]) => return Ok(Some((tree, None))),
        (Some(path), _) => match plain(path).filter(|path| tree.contains(path)) {
            Some(path) => Some(path),
            None => return Err(not_there(file, path, &tree)),
        },
        (None, _) => match plain(new) {
            Some(path) if tree.contains(&path) => Some(path),
            // Everything in an archive, as that of a release.
            _ if new.is_dir() && tree.contains(Path::new("")) => Some(PathBuf::new()),
            // What is not there is new.
            Some(_) if !input::is_stdin(new) => return Ok(Some((tree, None))),
            _ => None,
        },
    };
    match path {
        Some(path) => Ok(Some((tree, Some(path)))),
        None => Err(Failure::file(
            file,
            "no such file in the archive; use FILE:path",
        )),
    }
}

/// Splits `FILE:path`.
fn parts(given: &Path) -> Option<(PathBuf, PathBuf)> {
    let bytes = given.as_os_str().as_encoded_bytes();
    let colon = bytes.iter().rposition(|byte| *byte == b':')?;
    let part = |bytes: &[u8]| path_of(bytes).ok();
    Some((part(&bytes[..colon])?, part(&bytes[colon + 1..])?))
}

/// Returns whether paths are those in the whole archive, rather than in its top folder: if it has one of them, or if its top folder
/// has none, but it has a file of a new folder.
fn is_whole(tree: &Tree, named: Option<&Path>, all: &[PathBuf]) -> Result<bool> {
    let named = named.map(|path| [path.to_path_buf()]);
    let mut sought = Vec::new();
    for path in named.as_ref().map_or(all, |path| path.as_slice()) {
        // What is at no path is everything, which is in both.
        sought.extend(plain(path).filter(|path| *path != Path::new("")));
    }
    if sought.iter().any(|path| tree.contains(path)) {
        return Ok(true);
    }
    let top = tree.top().unwrap_or_default();
    if sought.iter().any(|path| tree.contains(&top.join(path))) {
        return Ok(false);
    }
    for new in all {
        if !input::is_stdin(new) && new.is_dir() {
            let files = below(new)?;
            if files.iter().any(|(path, _)| tree.contains(path)) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Returns the failure for a path that an archive does not have, with those that it has if they are few.
fn not_there(file: &Path, path: &Path, tree: &Tree) -> Failure {
    const MAX_SHOWN: usize = 10;
    let path = path.to_string_lossy();
    let failure = Failure::file(file, format_args!("no {} in the archive", shown(&path)));
    let files = tree.interfaces(Path::new(""));
    let names = || {
        let names = files.iter().map(|(path, _)| path.to_string_lossy());
        let names: Vec<_> = names
            .map(|name| shown(&without_long_words(&name)).into_owned())
            .collect();
        format!("it has {}", names.join(", "))
    };
    failure.with_notes(matches!(files.len(), 1..=MAX_SHOWN).then(names))
}

/// Returns the error for an entry with this path, which leads out of the archive, or is none.
pub(super) fn outside(path: &Path) -> std::io::Error {
    let path = quoted(path);
    std::io::Error::other(format!("an entry is outside of the archive: {path}"))
}

fn quoted(path: &Path) -> String {
    format!("{:?}", without_long_words(&path.to_string_lossy()))
}

fn is_named_as_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    [".tar", ".tar.gz", ".tgz", ".tar.zst", ".zip"]
        .iter()
        .any(|end| name.ends_with(end))
}

/// Fails if a file is a folder of another one, too.
fn without_files_as_folders(files: Files) -> std::io::Result<Files> {
    // Paths are sorted by their names: those below one follow it.
    let next = files.keys().skip(1);
    let found = files.keys().zip(next).find(|(a, b)| b.starts_with(a));
    match found {
        None => Ok(files),
        Some((path, _)) => Err(std::io::Error::other(format!(
            "an entry is a file and a folder: {}",
            quoted(path)
        ))),
    }
}

/// Reads the entries. As for tar, the last one of a path replaces those before it; what has a hard link to them keeps their content.
fn files(bytes: &[u8]) -> std::io::Result<Files> {
    let mut files = Files::new();
    let mut end = 0;
    for entry in tar::Archive::new(bytes).entries()? {
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        // What a sparse file takes is not known here.
        end = match kind.is_gnu_sparse() {
            true => u64::MAX,
            false => entry.raw_file_position().saturating_add(entry.size()),
        };
        let path = entry.path()?.into_owned();
        // Folders, and entries about the entries.
        if kind.is_dir() {
            plain(&path).and_then(|path| files.remove(&path));
            continue;
        }
        if kind.is_pax_global_extensions() {
            continue;
        }
        let Some(path) = plain(&path).filter(|path| *path != PathBuf::new()) else {
            return Err(outside(&path));
        };
        let content = match kind.is_file() {
            true if is_of_interest(&path) => {
                let mut content = Vec::new();
                entry.read_to_end(&mut content)?;
                Content::Bytes(Rc::new(content))
            }
            true => continue,
            false => link(&entry, &path, &files)?,
        };
        files.insert(path, content);
        if files.len() > MAX_FILES {
            return Err(std::io::Error::other(format!(
                "more than {MAX_FILES} files"
            )));
        }
    }
    match has_end(bytes, end) {
        true => Ok(files),
        false => Err(std::io::Error::other(
            "it is cut off: the blocks of zeros at its end are missing",
        )),
    }
}

/// Returns what an entry that is not a file leads to. A hard link is a file whose content is that of an entry before it.
fn link(entry: &tar::Entry<'_, &[u8]>, path: &Path, files: &Files) -> std::io::Result<Content> {
    let kind = entry.header().entry_type();
    let target = entry.link_name()?;
    Ok(match target.as_deref() {
        Some(target) if kind.is_symlink() => Content::link(path, target),
        Some(target) if kind.is_hard_link() => {
            match plain(target).and_then(|target| files.get(&target)) {
                Some(Content::Bytes(shared)) => Content::Bytes(Rc::clone(shared)),
                _ => Content::Special,
            }
        }
        _ => Content::Special,
    })
}

/// Returns whether blocks of zeros follow the last entry, which tar and git write behind it: a lone one is enough for tar, too.
fn has_end(bytes: &[u8], end: u64) -> bool {
    const BLOCK: usize = 512;
    let Ok(end) = usize::try_from(end) else {
        return true;
    };
    let Some(start) = end.checked_next_multiple_of(BLOCK) else {
        return true;
    };
    let block = bytes.get(start..).and_then(|rest| rest.get(..BLOCK));
    block.is_some_and(|block| block.iter().all(|byte| *byte == 0))
}

/// Returns whether a file may be an interface.
pub(super) fn is_of_interest(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["did", "wasm", "gz", "zst"].contains(&extension))
}
