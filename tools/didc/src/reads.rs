//! The files that a command has read, none of which its results may replace.
//!
//! It is a record, and changes nothing about how files are read. Each function that opens a file adds it, so that no command
//! can forget one: an import, a template, a configuration.

use same_file::Handle;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// What is said of something that has its content only once.
const ONCE: &str = "can be read only once, and this command reads it twice";

thread_local! {
    /// Without links.
    static FILES: RefCell<BTreeSet<PathBuf>> = const { RefCell::new(BTreeSet::new()) };
    static IS_STDIN_READ: Cell<bool> = const { Cell::new(false) };
    static IS_STDIN_PLANNED: Cell<bool> = const { Cell::new(false) };
}

/// Forgets all: a command begins.
pub(crate) fn begin() {
    FILES.take();
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
    let is_new = FILES.with_borrow_mut(|files| files.insert(real));
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
            FILES.with_borrow_mut(|files| files.insert(real));
        }
    }
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
    // Only regular files are opened: a pipe would wait.
    let open = |path: &Path| match path.is_file() {
        true => Handle::from_path(path).ok(),
        false => None,
    };
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
        // By a link of the other kind, which is a file like any.
        is_known
            || file.is_some_and(|file| files.iter().any(|path| open(path).as_ref() == Some(&file)))
    })
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
