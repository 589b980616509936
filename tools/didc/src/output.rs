//! What a command prints: results to standard output or a file, findings to standard error.

use crate::failure::{Failure, Result};
use crate::json;
use crate::Color;
use candid_parser::diagnostic::{sanitize_terminal, Diagnostics};
use candid_parser::types::subtype::{format_report, Incompatibility, MAX_REASONS};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// After so many warnings nobody reads on.
const MAX_WARNINGS: usize = 20;

/// Where results go. The destination is opened when the first of them comes.
pub(crate) struct Output {
    color: Color,
    path: Option<PathBuf>,
    writer: Option<Box<dyn Write>>,
    /// Who reads why the command ends early.
    reader: Reader,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Person,
    Program,
}

impl Output {
    pub(crate) fn new(color: Color) -> Self {
        Output {
            color,
            path: None,
            writer: None,
            reader: Reader::Person,
        }
    }

    /// From now on a program reads the results, and also why there are none.
    pub(crate) fn fail_in_json(&mut self) {
        self.reader = Reader::Program;
    }

    /// Sends the results to a file, unless there is none or it is `-`.
    pub(crate) fn send_to(&mut self, path: Option<&PathBuf>) {
        self.path = path.filter(|path| path.as_os_str() != "-").cloned();
    }

    /// Writes a part of the results.
    pub(crate) fn write(&mut self, bytes: impl AsRef<[u8]>) -> Result<()> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            None => {
                let writer: Box<dyn Write> = match &self.path {
                    Some(path) => {
                        Box::new(std::fs::File::create(path).map_err(|e| Failure::file(path, e))?)
                    }
                    None => Box::new(std::io::stdout().lock()),
                };
                self.writer.insert(Box::new(BufWriter::new(writer)))
            }
        };
        Ok(writer.write_all(bytes.as_ref())?)
    }

    /// Writes a line of the results.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.write(text.as_ref())?;
        self.write("\n")
    }

    /// Writes data for other programs.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<()> {
        let text = serde_json::to_string_pretty(value).map_err(Failure::new)?;
        self.line(text)
    }

    /// Whether somebody looks at the results on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.path.is_none() && std::io::stdout().is_terminal()
    }

    /// Writes what is still held back.
    pub(crate) fn finish(&mut self) -> Result<()> {
        match &mut self.writer {
            Some(writer) => Ok(writer.flush()?),
            None => Ok(()),
        }
    }

    /// Writes warnings like [`findings`](Self::findings), the first of them if they are many.
    pub(crate) fn warnings(&self, mut warnings: Diagnostics) {
        let n_more = warnings.list.len().saturating_sub(MAX_WARNINGS);
        warnings.list.truncate(MAX_WARNINGS);
        self.findings(&warnings);
        match n_more {
            0 => {}
            1 => self.note("warning: one more is not shown\n"),
            n => self.note(format!("warning: {n} more are not shown\n")),
        }
    }

    /// Warns of the places where values become `null`, the first of them if they are many.
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

    /// Writes findings, with the lines they are about, to standard error.
    pub(crate) fn findings(&self, findings: &Diagnostics) {
        match self.color {
            Color::Auto => findings.print(),
            Color::Always => to_standard_error(&findings.render_coloured()),
            Color::Never => to_standard_error(&findings.render()),
        }
    }

    /// Writes text to standard error. It may have names from interfaces and messages of strangers in it, so what steers a
    /// terminal is replaced.
    pub(crate) fn note(&self, text: impl AsRef<str>) {
        to_standard_error(&sanitize_terminal(text.as_ref()));
    }

    /// Says why the command ends early and returns the code to end with.
    pub(crate) fn report(&mut self, failure: Failure) -> ExitCode {
        // What was written before stays; the failure is what matters now.
        let _ = self.finish();
        if self.reader == Reader::Program {
            // A file that was to have the results is left alone.
            (self.path, self.writer) = (None, None);
            let _ = self.json(&json::failure(&failure));
            let _ = self.finish();
            return failure.code();
        }
        match &failure {
            Failure::Closed => {}
            Failure::Findings { findings, .. } => self.findings(findings),
            Failure::Message { text, .. } => self.note(format!("error: {text}\n")),
        }
        failure.code()
    }
}

/// Says how many places are in a list, which stops at some number.
pub(crate) fn places(n: usize) -> String {
    match n {
        1 => "1 place".into(),
        n if n > MAX_REASONS => format!("more than {MAX_REASONS} places"),
        n => format!("{n} places"),
    }
}

fn to_standard_error(text: &str) {
    // Whoever closed standard error does not want to read it.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
