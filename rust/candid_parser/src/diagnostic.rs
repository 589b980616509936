//! Diagnostics: findings with their locations, rendered with the lines they are about.

mod shown;

use crate::source_layout::Span;
use codespan_reporting::diagnostic as codespan;
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term;
use codespan_reporting::term::termcolor::{Ansi, NoColor, WriteColor};
use std::collections::HashMap;
use std::fmt;
use std::io::{IsTerminal, Write};

pub(crate) use shown::shown_name;
use shown::shows_long_line;

pub use crate::code::{Code, UnknownCode};
pub use crate::source_layout::{FileId, Lines, Sources};
pub use shown::sanitize_terminal;
// For messages of `didc` that are no findings.
#[doc(hidden)]
pub use shown::{one_line, without_long_words};

/// Maximum number of characters shown of a location in a longer line.
const MAX_SHOWN: usize = 60;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A warning: nothing is rejected.
    Warning,
    /// An error: the text is rejected.
    Error,
}

/// A location with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The file.
    pub file: FileId,
    /// The location in the file.
    pub span: Span,
    /// The message about the location; may be empty.
    pub message: String,
}

impl Label {
    pub(crate) fn new(message: impl Into<String>, file: FileId, span: Span) -> Self {
        let message = message.into();
        Label {
            file,
            span,
            message,
        }
    }
}

/// A replacement of part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The id of the kind of finding, if it has one; shown in brackets after the severity.
    pub code: Option<&'static str>,
    /// The message, in lower case, in one line.
    pub message: String,
    /// The locations; the first is that of the finding itself, the others explain it.
    pub labels: Vec<Label>,
    /// Further information: what was expected, how to fix it.
    pub notes: Vec<String>,
    /// The change that corrects it, if there is only one: in the file of the first location.
    pub fix: Option<Box<Edit>>,
}

impl Diagnostic {
    /// Returns an error at a location.
    pub fn error(message: impl Into<String>, file: FileId, span: Span) -> Self {
        Self::new(Severity::Error, message.into(), file, span)
    }

    /// Returns a warning at a location.
    pub fn warning(message: impl Into<String>, file: FileId, span: Span) -> Self {
        Self::new(Severity::Warning, message.into(), file, span)
    }

    fn new(severity: Severity, message: String, file: FileId, span: Span) -> Self {
        Self::nowhere(severity, message).also("", file, span)
    }

    pub(crate) fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// Returns the position by which findings are sorted.
    pub(crate) fn start(&self) -> Option<(FileId, u32)> {
        let label = self.labels.first();
        label.map(|label| (label.file, label.span.start))
    }

    /// Returns a finding without a location.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::diagnostic::{Diagnostic, Severity};
    ///
    /// let finding = Diagnostic::nowhere(Severity::Error, "a.did: no such file");
    /// assert!(finding.labels.is_empty() && finding.code.is_none());
    /// ```
    #[must_use]
    pub fn nowhere(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            severity,
            code: None,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            fix: None,
        }
    }

    /// Returns the error of a file that cannot be read, which has no lines.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::diagnostic::Diagnostic;
    ///
    /// let finding = Diagnostic::unreadable("a.did", "no such file");
    /// assert_eq!((finding.code, &*finding.message), (Some("E0216"), "cannot read a.did: no such file"));
    /// ```
    #[must_use]
    pub fn unreadable(file: impl fmt::Display, reason: impl fmt::Display) -> Self {
        let message = format!("cannot read {}: {reason}", one_line(&file.to_string()));
        Self::nowhere(Severity::Error, message).coded(Code::UnreadableFile.id())
    }

    /// Returns the error of a file that is not UTF-8. What is shown of it is the text that `String::from_utf8_lossy` makes of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::diagnostic::{Diagnostic, Diagnostics};
    ///
    /// let bytes = b"type A = nat; // caf\xe9";
    /// let mut findings = Diagnostics::default();
    /// let file = findings.sources.add("a.did", String::from_utf8_lossy(bytes));
    /// let error = std::str::from_utf8(bytes).unwrap_err();
    /// findings.list.push(Diagnostic::not_utf8(file, &error));
    /// assert_eq!(findings.to_string(), "a.did:1:21: the file is not valid UTF-8");
    /// ```
    #[must_use]
    pub fn not_utf8(file: FileId, error: &std::str::Utf8Error) -> Self {
        let at = error.valid_up_to();
        // The replacement character there is three bytes long.
        let span = Span::of(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
        Self::error("the file is not valid UTF-8", file, span).coded(Code::FileNotUtf8.id())
    }

    /// Sets the message about the location of the finding.
    #[must_use]
    pub fn here(mut self, message: impl Into<String>) -> Self {
        if let Some(label) = self.labels.first_mut() {
            label.message = message.into();
        }
        self
    }

    /// Sets the id of the kind of finding.
    #[must_use]
    pub fn coded(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Adds another location that explains the finding.
    #[must_use]
    pub fn also(mut self, message: impl Into<String>, file: FileId, span: Span) -> Self {
        self.labels.push(Label::new(message, file, span));
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Sets the change that corrects the finding, if there is one.
    pub(crate) fn fixed_by(mut self, fix: Option<Edit>) -> Self {
        self.fix = fix.map(Box::new);
        self
    }

    /// Returns the finding in the form of the `codespan-reporting` crate.
    #[must_use]
    pub fn to_codespan(&self) -> codespan::Diagnostic<usize> {
        let severity = match self.severity {
            Severity::Warning => codespan::Severity::Warning,
            Severity::Error => codespan::Severity::Error,
        };
        let labels = self.labels.iter().enumerate().map(|(idx, label)| {
            let style = match idx {
                0 => codespan::LabelStyle::Primary,
                _ => codespan::LabelStyle::Secondary,
            };
            codespan::Label::new(style, label.file.0 as usize, label.span)
                .with_message(&label.message)
        });
        let mut finding = codespan::Diagnostic::new(severity);
        finding.code = self.code.map(str::to_string);
        finding
            .with_message(&self.message)
            .with_labels(labels.collect())
            .with_notes(self.notes.clone())
    }

    /// Returns the finding as people read it: names that fill the screen are shortened.
    fn shortened(mut self) -> Self {
        let labels = self.labels.iter_mut().map(|label| &mut label.message);
        let texts = labels.chain(&mut self.notes).chain([&mut self.message]);
        for text in texts {
            *text = without_long_words(text).into_owned();
        }
        self
    }
}

/// Findings and the texts they are about.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Memory};
/// use candid_parser::Error;
/// use std::path::Path;
///
/// let text = "type A = record { x : B; y : C };";
/// let error = check::text(&Memory::default(), Path::new("a.did"), text).unwrap_err();
/// let Error::Parse(findings) = error else { panic!("{error}") };
/// assert!(findings.has_errors());
/// assert_eq!(findings.to_string(), "a.did:1:23: unbound type identifier B\na.did:1:30: unbound type identifier C");
/// let places: Vec<_> = findings.list.iter().map(|finding| &text[finding.labels[0].span.start as usize..]).collect();
/// assert_eq!(places, ["B; y : C };", "C };"]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    /// The findings, in the order in which they were added.
    pub list: Vec<Diagnostic>,
    /// The texts.
    pub sources: Sources,
}

impl Diagnostics {
    /// Returns whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Returns the findings with their source lines, as plain text.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::diagnostic::{Diagnostic, Diagnostics};
    /// use candid_parser::syntax::ast::Span;
    ///
    /// let mut findings = Diagnostics::default();
    /// let file = findings.sources.add("a.did", "type A = B;");
    /// findings.list.push(Diagnostic::error("unbound type B", file, Span { start: 9, end: 10 }));
    /// assert!(findings.render().contains("a.did:1:10"));
    /// ```
    #[must_use]
    pub fn render(&self) -> String {
        let out = self.emit(NoColor::new(Vec::new()));
        String::from_utf8_lossy(out.get_ref()).into_owned()
    }

    /// Returns the findings with their source lines, with terminal colour escapes.
    #[must_use]
    pub fn render_coloured(&self) -> String {
        let out = self.emit(Ansi::new(Vec::new()));
        String::from_utf8_lossy(out.get_ref()).into_owned()
    }

    /// Writes the findings with their source lines to standard error, coloured if that is a terminal and neither
    /// `NO_COLOR` is set nor `TERM` is `dumb`.
    pub fn print(&self) {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_coloured = std::io::stderr().is_terminal() && !is_set("NO_COLOR") && !is_dumb;
        let text = if is_coloured {
            self.render_coloured()
        } else {
            self.render()
        };
        // If standard error is closed, the text is not needed.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    fn emit<W: WriteColor>(&self, mut out: W) -> W {
        let config = term::Config::default();
        let mut files = SimpleFiles::new();
        for (name, text) in &self.sources.files {
            let name = one_line(name);
            files.add(
                sanitize_terminal(&name).into_owned(),
                sanitize_terminal(text),
            );
        }
        let mut lines = HashMap::new();
        for diagnostic in &self.list {
            let diagnostic = &diagnostic.clone().shortened();
            // Writing to memory cannot fail, and a location outside its text renders as nothing.
            let _ = if self.has_long_line(diagnostic) {
                let text = self.without_lines(diagnostic, &mut lines);
                out.write_all(sanitize_terminal(&text).as_bytes())
            } else {
                let mut finding = diagnostic.to_codespan();
                let labels = finding.labels.iter_mut().map(|label| &mut label.message);
                let texts = labels.chain(&mut finding.notes);
                for text in texts.chain([&mut finding.message]) {
                    *text = sanitize_terminal(text).into_owned();
                }
                term::emit_to_write_style(&mut out, &config, &files, &finding).or(Ok(()))
            };
        }
        out
    }

    /// Returns whether a line to be shown is too long: a value of many megabytes may be one line.
    fn has_long_line(&self, diagnostic: &Diagnostic) -> bool {
        let mut labels = diagnostic.labels.iter();
        labels.any(|label| shows_long_line(self.sources.text(label.file), label.span.into()))
    }

    /// Returns a finding with its locations and the start of their text, instead of whole lines.
    fn without_lines<'a>(
        &'a self,
        diagnostic: &Diagnostic,
        lines: &mut HashMap<FileId, Lines<'a>>,
    ) -> String {
        let severity = match diagnostic.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let code = diagnostic.code.map(|code| format!("[{code}]"));
        let code = code.unwrap_or_default();
        let mut out = format!("{severity}{code}: {}\n", diagnostic.message);
        for label in &diagnostic.labels {
            let text = self.sources.text(label.file);
            let lines = lines.entry(label.file).or_insert_with(|| Lines::new(text));
            let (line, column) = lines.line_and_column(label.span.start as usize);
            let shown = text.get(std::ops::Range::from(label.span)).unwrap_or("");
            let shown = shown.chars().take_while(|c| *c != '\n');
            let shown: String = shown.take(MAX_SHOWN).collect();
            let shown = shown.trim_end_matches('\r');
            let name = one_line(self.sources.name(label.file));
            let place = format!("  ┌─ {name}:{line}:{column}: {shown} {}", label.message);
            out.push_str(place.trim_end());
            out.push('\n');
        }
        for note in &diagnostic.notes {
            out.push_str(&format!("  = {note}\n"));
        }
        out.push('\n');
        out
    }
}

/// Prints the messages, one per line, each with the name of its file and its line and column.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines: HashMap<FileId, Lines<'_>> = HashMap::new();
        for (idx, diagnostic) in self.list.iter().enumerate() {
            if idx > 0 {
                writeln!(f)?;
            }
            let label = diagnostic.labels.first();
            let source = |label: &Label| self.sources.files.get(label.file.0 as usize);
            // Findings about tokens have no text.
            if let Some((label, (name, text))) = label.and_then(|l| Some((l, source(l)?))) {
                let lines = lines.entry(label.file).or_insert_with(|| Lines::new(text));
                let (line, column) = lines.line_and_column(label.span.start as usize);
                if !name.is_empty() {
                    write!(f, "{}:", one_line(name))?;
                }
                write!(f, "{line}:{column}: ")?;
            }
            write!(f, "{}", diagnostic.message)?;
        }
        Ok(())
    }
}
