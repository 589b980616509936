//! Paths of one file, of which there are many: through links, `..`, and folders that are not there yet.

use candid_parser::diagnostic::one_line;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Limit on the number of links on the way to a file that is not there: they may lead in a circle.
const MAX_LINKS: usize = 40;

/// Returns a path as messages show it, on one line, as findings do.
pub(crate) fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

/// Returns what is the same for all paths of a file, also of one that is not there yet: its path without links and `..`.
pub(crate) fn identity(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let resolved = resolved(path);
    // As the system spells it, as far as it is there.
    let found = resolved
        .ancestors()
        .find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
    match found.and_then(|(folder, real)| Some(real.join(resolved.strip_prefix(folder).ok()?))) {
        Some(path) => path,
        None => resolved,
    }
}

/// Follows the names of a path one by one.
fn resolved(path: &Path) -> PathBuf {
    let mut found = std::env::current_dir().unwrap_or_default();
    let mut left = names(path);
    let mut n_links = 0;
    while let Some(name) = left.pop() {
        match Path::new(&name).components().next() {
            Some(Component::CurDir) | None => {}
            Some(Component::ParentDir) => {
                found.pop();
            }
            _ => {
                let next = found.join(&name);
                match next.read_link() {
                    Ok(target) if n_links < MAX_LINKS => {
                        n_links += 1;
                        left.extend(names(&target));
                    }
                    _ => found = next,
                }
            }
        }
    }
    found
}

/// Returns the names in a path, the first one last.
fn names(path: &Path) -> Vec<OsString> {
    let names = path.components().rev();
    names.map(|name| name.as_os_str().to_os_string()).collect()
}

/// Returns the path of a file from a folder, whose path has no links: the same for each way to write the path of the file's
/// folder. If the file is in another drive, its path is whole.
pub(crate) fn relative(path: &Path, from: &Path) -> PathBuf {
    let path = absolute(path);
    let mut up = PathBuf::new();
    for folder in from.ancestors() {
        if let Ok(below) = path.strip_prefix(folder) {
            return up.join(below);
        }
        up.push("..");
    }
    path
}

/// Returns the path of a file in its real folder; a link keeps its name.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => identity(folder).join(name),
        _ => identity(path),
    }
}
