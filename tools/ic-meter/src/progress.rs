//! A progress line, shown only on a terminal, and wiped at the end.

use std::io::{stderr, IsTerminal, Write};

/// A progress line; it is wiped on drop.
pub struct Progress {
    is_shown: bool,
    done: usize,
    all: usize,
}

impl Progress {
    /// Returns a progress line for the given number of steps.
    #[must_use]
    pub fn new(all: usize) -> Self {
        Self {
            is_shown: stderr().is_terminal(),
            done: 0,
            all,
        }
    }

    /// Starts the next step.
    pub fn step(&mut self, what: &str) {
        self.done += 1;
        self.show(&format!("[{}/{}] {what} ...", self.done, self.all));
    }

    fn show(&self, line: &str) {
        if self.is_shown {
            // A terminal that cannot be written to is not a reason to stop.
            let _ = write!(stderr(), "\r\x1b[K{line}").and_then(|()| stderr().flush());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.show("");
    }
}
