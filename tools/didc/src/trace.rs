//! What `--verbose` says on standard error: which files are read, and how they are found.

use candid_parser::diagnostic::{one_line, sanitize_terminal};
use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once, at the start.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// Turns it on.
pub(crate) fn turn_on() {
    IS_ON.store(true, Ordering::Relaxed);
}

/// Returns whether it is on.
pub(crate) fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Writes a line, if it is on.
pub(crate) fn say(text: impl Display) {
    if is_on() {
        let line = format!("didc: {text}");
        // If standard error is closed, the text is not needed.
        let _ = writeln!(std::io::stderr(), "{}", sanitize_terminal(&one_line(&line)));
    }
}
