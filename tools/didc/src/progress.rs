//! How far a command is that works on many files or lines, or that it works: a line on a terminal, once the work takes more than
//! a second.

use crate::{input, trace};
use candid_parser::diagnostic::sanitize_terminal;
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
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
        Progress::on(terminal().filter(|_| n_files > 1), n_files, Instant::now())
    }

    /// Starts the work on lines, how many of which are there is not known; nothing is shown if their results are.
    pub(crate) fn of_lines(are_results_shown: bool) -> Self {
        let writer = terminal().filter(|_| !are_results_shown);
        Progress::on(writer, 0, Instant::now())
    }
}

/// Returns standard error, if it is a terminal on which a line can be changed.
fn terminal() -> Option<std::io::Stderr> {
    let stderr = std::io::stderr();
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    (stderr.is_terminal() && !is_dumb).then_some(stderr)
}

/// A line on standard error that says what is worked on, as long as the value is there; nothing unless that is a terminal.
pub(crate) struct Working(Sender<()>, Option<JoinHandle<()>>);

impl Working {
    /// Starts the work on a file. Nothing is shown where the line would be among others, or where somebody writes the input.
    pub(crate) fn on(file: &Path) -> Option<Self> {
        let is_typed = input::is_stdin(file) && std::io::stdin().is_terminal();
        let writer = terminal().filter(|_| !is_typed && !trace::is_on());
        writer.and_then(|writer| Self::start(writer, file, DELAY))
    }

    fn start(
        mut writer: impl Write + Send + 'static,
        file: &Path,
        delay: Duration,
    ) -> Option<Self> {
        let name = shown(input::name(file));
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::Builder::new().spawn(move || {
            if receiver.recv_timeout(delay) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            // If standard error is closed, the line is not needed.
            let _ = write!(writer, "{CLEAR}working on {name}").and_then(|()| writer.flush());
            // Until the work is done.
            let _ = receiver.recv();
            let _ = write!(writer, "{CLEAR}").and_then(|()| writer.flush());
        });
        // Without a thread, the work goes on all the same.
        thread.ok().map(|thread| Working(sender, Some(thread)))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = self.0.send(());
        if let Some(thread) = self.1.take() {
            // The line is removed before anything else is written.
            let _ = thread.join();
        }
    }
}

/// Returns the end of the name of a file, on one line.
fn shown(file: &Path) -> String {
    let name = file.display().to_string().replace(['\n', '\r', '\t'], " ");
    let n_chars = name.chars().count();
    let end: String = name
        .chars()
        .skip(n_chars.saturating_sub(MAX_NAME))
        .collect();
    let dots = if n_chars > MAX_NAME { "…" } else { "" };
    format!("{dots}{}", sanitize_terminal(&end))
}

/// What a command says of its work where its output is written. It is removed before something else is.
#[derive(Default)]
pub(crate) struct Work {
    on_one: Cell<Option<Working>>,
    on_many: RefCell<Option<Progress>>,
}

impl Work {
    /// Starts the work on a file.
    pub(crate) fn begin_on(&self, file: &Path) {
        self.on_one.set(Working::on(file));
    }

    /// Starts the work on so many files.
    pub(crate) fn begin_many(&self, n_files: usize) {
        self.on_many.replace(Some(Progress::new(n_files)));
    }

    /// Says that the work on the next of them begins.
    pub(crate) fn begin(&self, file: &Path) {
        if let Some(progress) = self.on_many.borrow_mut().as_mut() {
            progress.begin(file);
        }
    }

    /// Removes the line.
    pub(crate) fn pause(&self) {
        self.on_one.take();
        if let Some(progress) = self.on_many.borrow_mut().as_mut() {
            progress.pause();
        }
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
        let (n, of) = (self.n_done, self.n_files);
        self.show(now, || format!("{n} of {of} files: {}", shown(file)));
    }

    /// Says that the work on the line of this number begins.
    pub(crate) fn line(&mut self, number: usize) {
        if self.writer.is_some() {
            self.show(Instant::now(), || format!("line {number}"));
        }
    }

    fn show(&mut self, now: Instant, text: impl FnOnce() -> String) {
        let Some(writer) = self.writer.as_mut().filter(|_| now >= self.next) else {
            return;
        };
        // If standard error is closed, the line is not needed.
        let _ = write!(writer, "{CLEAR}{}", text()).and_then(|()| writer.flush());
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
    fn the_number_of_a_line_after_a_second() {
        let mut written = Vec::new();
        let start = Instant::now().checked_sub(DELAY).expect("a second");
        let mut progress = Progress::on(Some(&mut written), 0, start);
        progress.line(7);
        progress.line(8);
        drop(progress);
        let expected = format!("{CLEAR}line 7{CLEAR}");
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }

    /// A writer to a channel.
    struct Sent(Sender<String>);

    impl Write for Sent {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).map_err(std::io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn work_on_one_file_is_shown_until_it_ends() {
        let path = Path::new("a\n.did");
        let (sender, receiver) = mpsc::channel();
        let working = Working::start(Sent(sender), path, Duration::ZERO);
        let expected = format!("{CLEAR}working on a .did");
        let mut found = String::new();
        while found != expected {
            found += &receiver.recv().expect("it is shown");
        }
        assert!(receiver.try_recv().is_err());
        drop(working);
        assert_eq!(receiver.iter().collect::<String>(), CLEAR);
        // Work that is done before.
        let (sender, receiver) = mpsc::channel();
        drop(Working::start(Sent(sender), path, Duration::MAX));
        assert_eq!(receiver.iter().count(), 0);
    }

    #[test]
    fn nothing_where_nobody_looks() {
        let mut progress = Progress::<Vec<u8>>::on(None, 5, Instant::now());
        progress.begin(Path::new("a.did"));
        progress.pause();
        assert!(!progress.is_shown);
    }
}
