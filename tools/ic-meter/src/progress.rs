//! One line that says what runs, gone when it is done. Only a person at a terminal sees it.

use std::io::{stderr, IsTerminal, Write};

/// The line; dropped, it is wiped.
pub struct Progress {
    is_shown: bool,
    done: usize,
    all: usize,
}

impl Progress {
    /// For so many steps.
    #[must_use]
    pub fn new(all: usize) -> Self {
        Self {
            is_shown: stderr().is_terminal(),
            done: 0,
            all,
        }
    }

    /// The next step begins.
    pub fn step(&mut self, what: &str) {
        self.done += 1;
        self.show(&format!("[{}/{}] {what} ...", self.done, self.all));
    }

    fn show(&self, line: &str) {
        if self.is_shown {
            // A terminal that cannot be written to is no reason to stop.
            let _ = write!(stderr(), "\r\x1b[K{line}").and_then(|()| stderr().flush());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.show("");
    }
}
