//! Output of commands: results to standard output or a file, findings to standard error.

mod long;

use crate::failure::{Failure, Result};
use crate::progress::Work;
use crate::report::{Format, Report};
use crate::{code, input, json, paths, reads, replace, Color};
use candid_parser::diagnostic::{sanitize_terminal, without_long_words, Diagnostics, Severity};
use candid_parser::types::subtype::{format_report, Incompatibility, MAX_REASONS};
use std::cell::LazyCell;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The name of standard output in errors.
const STDOUT: &str = "<stdout>";

/// Limit on the number of warnings shown.
const MAX_WARNINGS: usize = 20;

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const CYAN: &str = "\u{1b}[36m";
const PLAIN: &str = "\u{1b}[0m";

/// The destination of results, opened when the first of them is written.
#[allow(clippy::struct_excessive_bools, reason = "independent of each other")]
pub(crate) struct Output {
    color: Color,
    path: Option<PathBuf>,
    sink: Option<Sink>,
    /// Whether a file has results as they come, and is not written at once.
    is_stream: bool,
    /// The format in which failures are reported.
    reader: Reader,
    /// The inputs that are named in a failure in JSON, if the results name them too.
    inputs: Vec<String>,
    /// Whether standard output is a terminal, which the system is asked once.
    is_stdout_terminal: LazyCell<bool>,
    /// Whether warnings and notes are left out.
    is_quiet: bool,
    /// Whether something has been written since the last flush.
    is_pending: bool,
    /// The line that says that the command works, and whether results appear where it does.
    pub(crate) work: Work,
    is_working_on_terminal: bool,
}

/// Where results go.
enum Sink {
    Direct(BufWriter<Box<dyn Write>>),
    /// To a file, when there are all of them.
    Whole(Vec<u8>),
}

/// Who reads failures.
#[derive(Clone, Copy)]
enum Reader {
    Person,
    /// A program that reads JSON.
    Program,
    /// A service that reads the reports of a command.
    Service(&'static str, Format),
}

impl Output {
    pub(crate) fn new(color: Color) -> Self {
        Output {
            color,
            path: None,
            sink: None,
            is_stream: false,
            reader: Reader::Person,
            inputs: Vec::new(),
            is_stdout_terminal: LazyCell::new(|| std::io::stdout().is_terminal()),
            is_quiet: false,
            is_pending: false,
            work: Work::default(),
            is_working_on_terminal: false,
        }
    }

    /// Says on a terminal what is worked on, if it takes long, until something else is written there.
    pub(crate) fn working_on(&mut self, what: &Path) {
        self.work.begin_on(what);
        self.is_working_on_terminal = self.is_terminal();
    }

    /// Leaves out warnings and notes from now on.
    pub(crate) fn be_quiet(&mut self) {
        self.is_quiet = true;
    }

    /// Returns whether there are results that have not been flushed.
    pub(crate) fn is_pending(&self) -> bool {
        self.is_pending
    }

    /// Switches failures to JSON, for a program that reads the results.
    pub(crate) fn fail_in_json(&mut self) {
        self.reader = Reader::Program;
    }

    /// Does the same, for a command whose results name its inputs.
    pub(crate) fn fail_in_json_of<'a>(&mut self, inputs: impl IntoIterator<Item = &'a PathBuf>) {
        self.fail_in_json();
        let name = |path: &PathBuf| input::name(path).display().to_string();
        self.inputs = inputs.into_iter().map(name).collect();
    }

    /// Switches failures to the format of the reports of a command, whose results name its inputs.
    pub(crate) fn fail_in_reports_of<'a>(
        &mut self,
        (tool, format): (&'static str, Format),
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) {
        match format {
            Format::Text => {}
            Format::Json => self.fail_in_json_of(inputs),
            Format::Github | Format::Sarif | Format::Junit => {
                self.reader = Reader::Service(tool, format);
            }
        }
    }

    /// Returns a failure in JSON.
    pub(crate) fn failure(&self, failure: &Failure) -> serde_json::Value {
        json::failure(failure, &self.inputs)
    }

    /// Sends the results to a file, unless there is no path or it is that of standard output.
    pub(crate) fn send_to(&mut self, path: Option<&PathBuf>) {
        let is_file =
            |path: &&PathBuf| path.as_os_str() != "-" && replace::descriptor(path) != Some(1);
        self.path = path.filter(is_file).cloned();
    }

    /// Writes results to a file as they come: there may be no last one.
    pub(crate) fn stream(&mut self) {
        self.is_stream = true;
    }

    /// Checks that results are not written to a file that was read. Writing the first of them does, too.
    ///
    /// # Errors
    ///
    /// If they are, also by another name of the file.
    pub(crate) fn check(&self) -> Result<()> {
        let path = self.path.as_deref();
        match reads::include(path) {
            true => {
                let name = paths::shown(path.unwrap_or(Path::new(STDOUT)));
                let text = format_args!("{name}: the output is also an input");
                Err(Failure::usage(text))
            }
            false => Ok(()),
        }
    }

    /// Writes a part of the results. The first one opens the file, unless it was read.
    pub(crate) fn write(&mut self, bytes: impl AsRef<[u8]>) -> Result<()> {
        if self.is_working_on_terminal {
            self.work.pause();
        }
        let sink = match &mut self.sink {
            Some(sink) => sink,
            None => {
                self.check()?;
                self.sink.insert(self.open()?)
            }
        };
        self.is_pending = true;
        let written = match sink {
            Sink::Direct(writer) => writer.write_all(bytes.as_ref()),
            Sink::Whole(results) => {
                results.extend_from_slice(bytes.as_ref());
                Ok(())
            }
        };
        written.map_err(|error| self.failed(error))
    }

    fn open(&self) -> Result<Sink> {
        let writer: Box<dyn Write> = match &self.path {
            Some(path) if replace::is_replaceable(path) && !self.is_stream => {
                return Ok(Sink::Whole(Vec::new()))
            }
            Some(path) => {
                Box::new(replace::open(path).map_err(|error| Failure::unwritable(path, error))?)
            }
            None => Box::new(std::io::stdout().lock()),
        };
        Ok(Sink::Direct(BufWriter::new(writer)))
    }

    /// Returns the failure to write.
    fn failed(&self, error: std::io::Error) -> Failure {
        match (Failure::from(error), &self.path) {
            (Failure::Message { text, .. }, Some(path)) => Failure::unwritable(path, text),
            (failure, None) => failure.coded(code::UNWRITABLE_FILE),
            (failure, Some(_)) => failure,
        }
    }

    /// Writes a line of the results, which is JSON or has no characters that control a terminal.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.json_text(text.as_ref())?;
        self.write("\n")
    }

    /// Writes a text; to a terminal without characters that control it.
    pub(crate) fn text(&mut self, text: &str) -> Result<()> {
        if self.is_terminal() {
            self.write(sanitize_terminal(text).as_bytes())
        } else {
            self.write(text)
        }
    }

    fn is_colored(&self) -> bool {
        match self.color {
            Color::Auto => self.is_terminal() && is_color_wanted(),
            Color::Always => true,
            Color::Never => false,
        }
    }

    /// Writes a unified diff, in colors as findings have them.
    pub(crate) fn diff(&mut self, diff: &str) -> Result<()> {
        if !self.is_colored() {
            return self.text(diff);
        }
        for line in sanitize_terminal(diff).lines() {
            let color = match line.as_bytes() {
                [b'-', b'-', b'-', ..] | [b'+', b'+', b'+', ..] => BOLD,
                [b'-', ..] => RED,
                [b'+', ..] => GREEN,
                [b'@', ..] => CYAN,
                _ => {
                    self.line(line)?;
                    continue;
                }
            };
            self.line(format!("{color}{line}{PLAIN}"))?;
        }
        Ok(())
    }

    /// Writes JSON for other programs.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<()> {
        let text = serde_json::to_string_pretty(value).map_err(std::io::Error::other)?;
        self.line(text)
    }

    /// Writes a part of a text of JSON; to a terminal with escapes for characters that control it.
    pub(crate) fn json_text(&mut self, text: &str) -> Result<()> {
        match self.is_terminal() {
            true => self.write(json::escaped_json(text)),
            false => self.write(text),
        }
    }

    /// Returns findings with their source lines, coloured if the results are to be.
    pub(crate) fn rendered(&self, findings: &Diagnostics) -> String {
        match self.is_colored() {
            true => findings.render_coloured(),
            false => findings.render(),
        }
    }

    /// Returns whether the results go to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.path.is_none() && *self.is_stdout_terminal
    }

    /// Flushes the output of a command that has done its work. A file is written also if there are no results: those of before
    /// must not stay in it.
    pub(crate) fn complete(&mut self) -> Result<()> {
        let Some(path) = &self.path else {
            return self.finish();
        };
        let path = path.clone();
        self.write("")?;
        if let Some(Sink::Whole(results)) = &mut self.sink {
            let results = std::mem::take(results);
            // What has been read since the first result.
            self.check()?;
            replace::write(&path, &results).map_err(|error| self.failed(error))?;
            // The file is not changed any more.
            (self.path, self.sink) = (None, None);
        }
        self.finish()
    }

    /// Flushes the output, unless it is a file that is written at once.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.is_pending = false;
        let flushed = match &mut self.sink {
            Some(Sink::Direct(writer)) => writer.flush(),
            Some(Sink::Whole(_)) | None => Ok(()),
        };
        flushed.map_err(|error| self.failed(error))
    }

    /// Writes warnings like [`findings`](Self::findings); only the first of many.
    pub(crate) fn warnings(&self, mut warnings: Diagnostics) {
        let n_more = warnings.list.len().saturating_sub(MAX_WARNINGS);
        warnings.list.truncate(MAX_WARNINGS);
        self.findings(&warnings);
        self.warnings_not_shown(n_more);
    }

    fn warnings_not_shown(&self, n: usize) {
        match n {
            0 => {}
            1 => self.note("warning: one more warning is not shown\n"),
            n => self.note(format!("warning: {n} more warnings are not shown\n")),
        }
    }

    /// Warns of the places where values become `null`; only the first of many.
    pub(crate) fn becoming_null(&self, places: &[Incompatibility]) {
        let shown = places.get(..MAX_WARNINGS).unwrap_or(places);
        let n_more = places.len() - shown.len();
        let more = match n_more {
            0 => String::new(),
            n => format!("\nand {n} more"),
        };
        let (n, report) = (self::places(places.len()), format_report(shown));
        self.note(format!(
            "warning: values become null in {n}\n{report}{more}\n"
        ));
    }

    /// Warns that names are something; only the first of many are shown.
    pub(crate) fn warn_of(&self, names: &[String], what: &str) {
        let shown = names.iter().take(MAX_WARNINGS);
        shown.for_each(|name| self.note(format!("warning: {name} is {what}\n")));
        self.warnings_not_shown(names.len().saturating_sub(MAX_WARNINGS));
    }

    /// Writes findings, with their source lines, to standard error.
    pub(crate) fn findings(&self, findings: &Diagnostics) {
        self.work.pause();
        let errors;
        let mut findings = findings;
        if self.is_quiet && !findings.list.is_empty() {
            let mut shown = findings.clone();
            shown
                .list
                .retain(|finding| finding.severity == Severity::Error);
            errors = shown;
            findings = &errors;
        }
        match self.color {
            Color::Auto => findings.print(),
            Color::Always => to_standard_error(&findings.render_coloured()),
            Color::Never => to_standard_error(&findings.render()),
        }
    }

    /// Writes a warning or a note to standard error, like [`error`](Self::error).
    pub(crate) fn note(&self, text: impl AsRef<str>) {
        if !self.is_quiet {
            self.error(text);
        }
    }

    /// Writes text to standard error. It may contain names from untrusted interfaces and messages, so terminal control
    /// characters are replaced.
    pub(crate) fn error(&self, text: impl AsRef<str>) {
        self.work.pause();
        to_standard_error(&sanitize_terminal(text.as_ref()));
    }

    /// Writes an error, of which people see no names that fill the screen.
    pub(crate) fn error_of(&self, id: &str, text: &str) {
        self.error(format!("error{id}: {}\n", without_long_words(text)));
    }

    /// Reports a failure and returns the exit code.
    pub(crate) fn report(&mut self, failure: Failure) -> ExitCode {
        debug_assert!(
            failure.id().is_some() || matches!(failure, Failure::Closed),
            "each has an id: {failure}"
        );
        // Results written before are kept; the failure is more important than an error here.
        let _ = self.finish();
        if !matches!(self.reader, Reader::Person) {
            // The output file, if any, is not changed any more.
            (self.path, self.sink) = (None, None);
            let written = match self.reader {
                Reader::Service(tool, format) => Report::of_failure(tool, &failure)
                    .map_or(Ok(()), |report| report.print(format, self).map(|_| ())),
                _ => self.json(&self.failure(&failure)),
            };
            let written = written.and_then(|()| self.finish());
            // Where nothing can be written, it is said to people at least; and so is what a service reads from a file.
            if let (Reader::Program, Ok(()) | Err(Failure::Closed)) = (self.reader, &written) {
                return failure.code();
            }
        }
        match &failure {
            Failure::Closed => {}
            Failure::Findings { findings, .. } => self.findings(findings),
            Failure::Message { text, .. } => self.error_of(&failure.shown_id(), text),
        }
        failure.code()
    }
}

/// Returns the exit code of a command that has done its work, for a result that is fine or not.
pub(crate) fn exit_code(is_fine: bool) -> ExitCode {
    if is_fine {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the number of places in a list, which is truncated at some number.
pub(crate) fn places(n: usize) -> String {
    match n {
        n if n > MAX_REASONS => format!("more than {MAX_REASONS} places"),
        n => count(n, "place"),
    }
}

/// Returns a number of things in words.
pub(crate) fn count(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// Returns whether a terminal may have colors: neither `NO_COLOR` is set nor `TERM` is `dumb`.
fn is_color_wanted() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !no_color && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

fn to_standard_error(text: &str) {
    // If standard error is closed, the text is not needed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
