//! The files that a command has read, none of which its results may replace.
//!
//! It is a record, and changes nothing about how files are read. Each function that opens a file adds it, so that no command
//! can forget one: an import, a template, a configuration.

use same_file::Handle;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs::Metadata;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// What is said of something that has its content only once.
const ONCE: &str = "can be read only once, and this command reads it twice";

thread_local! {
    /// Without links.
    static FILES: RefCell<BTreeSet<PathBuf>> = const { RefCell::new(BTreeSet::new()) };
    /// What the system knew them by when they were added.
    static IDENTITIES: RefCell<BTreeSet<Identity>> = const { RefCell::new(BTreeSet::new()) };
    static IS_STDIN_READ: Cell<bool> = const { Cell::new(false) };
    static IS_STDIN_PLANNED: Cell<bool> = const { Cell::new(false) };
}

/// Forgets all: a command begins.
pub(crate) fn begin() {
    FILES.take();
    IDENTITIES.take();
    IS_STDIN_READ.set(false);
    IS_STDIN_PLANNED.set(false);
}

/// Adds a file that is about to be read.
///
/// # Errors
///
/// If it is a pipe that has been read: it would wait for somebody to write again.
pub(crate) fn add(path: &Path) -> Result<()> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let is_new = insert(real);
    match is_new || !is_pipe(path) {
        true => Ok(()),
        false => Err(Error::other(format!("a pipe {ONCE}"))),
    }
}

/// Adds files that will be read, and standard input for `-`, so that nothing is written to one of them before it is its turn.
pub(crate) fn plan(paths: &[PathBuf]) {
    for path in paths {
        if path.as_os_str() == "-" {
            IS_STDIN_PLANNED.set(true);
        } else if let (true, Ok(real)) = (path.is_file(), path.canonicalize()) {
            insert(real);
        }
    }
}

/// Adds a file by its path without links. Returns whether it is new.
fn insert(real: PathBuf) -> bool {
    if let Some(identity) = real.metadata().ok().and_then(|data| identity(&data)) {
        IDENTITIES.with_borrow_mut(|identities| identities.insert(identity));
    }
    FILES.with_borrow_mut(|files| files.insert(real))
}

/// Adds standard input.
///
/// # Errors
///
/// If it has been read.
pub(crate) fn add_stdin() -> std::result::Result<(), String> {
    match IS_STDIN_READ.replace(true) {
        false => Ok(()),
        true => Err(format!("standard input {ONCE}")),
    }
}

/// Returns whether a file was read, also by another path; or the one that standard output leads to, if there is no path.
pub(crate) fn include(output: Option<&Path>) -> bool {
    let is_regular = |file: &Handle| file.as_file().metadata().is_ok_and(|data| data.is_file());
    let real = output.and_then(|path| path.canonicalize().ok());
    let file = match output {
        Some(path) => open(path),
        None => Handle::stdout().ok().filter(is_regular),
    };
    let is_stdin = IS_STDIN_READ.get() || IS_STDIN_PLANNED.get();
    if let (true, Some(file)) = (is_stdin, &file) {
        let stdin = Handle::stdin().ok().filter(is_regular);
        if stdin.is_some_and(|stdin| stdin == *file) {
            return true;
        }
    }
    FILES.with_borrow(|files| {
        let is_known = real.is_some_and(|real| real.is_file() && files.contains(&real));
        // By a link of the other kind, which is a file like any. Each is looked at only if the system knows one by that identity:
        // a folder may have as many results as files.
        is_known
            || file.is_some_and(|file| {
                may_be_known(&file) && files.iter().any(|path| open(path).as_ref() == Some(&file))
            })
    })
}

/// Opens a file if it is a regular one: a pipe would wait.
fn open(path: &Path) -> Option<Handle> {
    #[cfg(all(test, unix))]
    tests::N_OPENED.set(tests::N_OPENED.get() + 1);
    path.is_file()
        .then(|| Handle::from_path(path).ok())
        .flatten()
}

/// Returns whether a file may be one that was added.
fn may_be_known(file: &Handle) -> bool {
    let data = file.as_file().metadata().ok();
    match data.and_then(|data| identity(&data)) {
        Some(identity) => IDENTITIES.with_borrow(|identities| identities.contains(&identity)),
        None => true,
    }
}

/// The device and the number of a file on it.
type Identity = (u64, u64);

/// Returns what the system knows a file by, if it can be told.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "not all systems tell")]
fn identity(data: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(_data: &Metadata) -> Option<Identity> {
    None
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    path.metadata().is_ok_and(|data| data.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_path: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::{add, begin, include, plan};
    use std::cell::Cell;
    use std::fs;

    thread_local! {
        /// How many files were looked at, to find whether they are the same as others.
        pub(super) static N_OPENED: Cell<usize> = const { Cell::new(0) };
    }

    /// As where the pages of a folder are written anew.
    #[test]
    fn each_result_that_is_there_is_looked_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str, i: usize| folder.path().join(format!("{name}{i}"));
        for n in [100, 400] {
            begin();
            for i in 0..n {
                fs::write(path("input", i), "").unwrap();
                fs::write(path("output", i), "").unwrap();
            }
            plan(&[path("input", 0)]);
            for i in 1..n {
                add(&path("input", i)).unwrap();
            }
            N_OPENED.set(0);
            for i in 0..n {
                assert!(!include(Some(&path("output", i))), "{i}");
            }
            assert_eq!(N_OPENED.get(), n);
        }
        // By other paths: a link, and a file of two names.
        std::os::unix::fs::symlink(path("input", 0), path("link", 0)).unwrap();
        fs::hard_link(path("input", 1), path("link", 1)).unwrap();
        for i in [0, 1] {
            assert!(
                include(Some(&path("input", i))) && include(Some(&path("link", i))),
                "{i}"
            );
        }
        begin();
        assert!(!include(Some(&path("link", 1))));
    }
}
