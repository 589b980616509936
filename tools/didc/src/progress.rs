//! How far a command is that works on many files: a line on a terminal, once the work takes more than a second.

use candid_parser::diagnostic::sanitize_terminal;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time after which the line appears.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two changes of the line.
const INTERVAL: Duration = Duration::from_millis(100);

/// Limit on the characters of a name, so that the line is one on most terminals.
const MAX_NAME: usize = 60;

/// Moves to the start of the line, and clears it.
const CLEAR: &str = "\r\u{1b}[K";

/// A line on standard error with the number of files that are done; nothing unless that is a terminal. It is removed when the
/// value is dropped.
pub(crate) struct Progress<W: Write = std::io::Stderr> {
    writer: Option<W>,
    n_files: usize,
    n_done: usize,
    next: Instant,
    is_shown: bool,
}

impl Progress {
    /// Starts the work on so many files.
    pub(crate) fn new(n_files: usize) -> Self {
        let stderr = std::io::stderr();
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let writer = (n_files > 1 && stderr.is_terminal() && !is_dumb).then_some(stderr);
        Progress::on(writer, n_files, Instant::now())
    }
}

impl<W: Write> Progress<W> {
    fn on(writer: Option<W>, n_files: usize, now: Instant) -> Self {
        Progress {
            writer,
            n_files,
            n_done: 0,
            next: now + DELAY,
            is_shown: false,
        }
    }

    /// Says that the work on the next file begins.
    pub(crate) fn begin(&mut self, file: &Path) {
        if self.writer.is_some() {
            self.begin_at(file, Instant::now());
        }
    }

    fn begin_at(&mut self, file: &Path, now: Instant) {
        self.n_done += 1;
        let Some(writer) = self.writer.as_mut().filter(|_| now >= self.next) else {
            return;
        };
        let name = file.display().to_string().replace(['\n', '\r', '\t'], " ");
        let n_chars = name.chars().count();
        let end: String = name
            .chars()
            .skip(n_chars.saturating_sub(MAX_NAME))
            .collect();
        let dots = if n_chars > MAX_NAME { "…" } else { "" };
        let (n, of) = (self.n_done, self.n_files);
        // If standard error is closed, the line is not needed.
        let _ = write!(
            writer,
            "{CLEAR}{n} of {of} files: {dots}{}",
            sanitize_terminal(&end)
        );
        let _ = writer.flush();
        self.is_shown = true;
        self.next = now + INTERVAL;
    }

    /// Removes the line, before something else is written. It comes back with the next file.
    pub(crate) fn pause(&mut self) {
        if let Some(writer) = self.writer.as_mut().filter(|_| self.is_shown) {
            let _ = write!(writer, "{CLEAR}");
            let _ = writer.flush();
            self.is_shown = false;
        }
    }
}

impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        self.pause();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_after_a_second() {
        let start = Instant::now();
        let mut written = Vec::new();
        let mut progress = Progress::on(Some(&mut written), 5, start);
        let mut at = |millis, file: &str| {
            progress.begin_at(Path::new(file), start + Duration::from_millis(millis));
        };
        at(0, "a.did");
        at(999, "b.did");
        at(1_000, "c.did");
        at(1_050, "d.did");
        at(1_100, &format!("{}\u{1b}\n/e.did", "x".repeat(100)));
        progress.pause();
        drop(progress);
        let expected = format!(
            "{CLEAR}3 of 5 files: c.did{CLEAR}5 of 5 files: …{}? /e.did{CLEAR}",
            "x".repeat(52)
        );
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }

    #[test]
    fn nothing_where_nobody_looks() {
        let mut progress = Progress::<Vec<u8>>::on(None, 5, Instant::now());
        progress.begin(Path::new("a.did"));
        progress.pause();
        assert!(!progress.is_shown);
    }
}
