//! Failures of commands, and their exit codes.

use crate::code::{self, Code};
use crate::paths::shown;
use candid_parser::bindings::rust::TemplateMistake;
use candid_parser::diagnostic::{one_line, Diagnostic, Diagnostics, Sources};
use std::fmt::{self, Display};
use std::path::Path;
use std::process::ExitCode;
use std::str::Utf8Error;

pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// The reason why a command fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A text is invalid; contains the findings with their locations.
    Findings {
        findings: Box<Diagnostics>,
        code: u8,
    },
    /// Any other error.
    Message {
        text: String,
        code: u8,
        /// The id of an error of Candid or of `didc`.
        id: Option<&'static str>,
    },
    /// The output was closed by its reader, which is not an error.
    Closed,
}

impl Failure {
    /// Returns a failure with exit code 1, which needs an id.
    pub(crate) fn new(text: impl Display) -> Self {
        Failure::Message {
            text: text.to_string(),
            code: 1,
            id: None,
        }
    }

    /// Returns the failure of an invalid command line.
    pub(crate) fn usage(text: impl Display) -> Self {
        Failure::Message {
            text: text.to_string(),
            code: 2,
            id: Some(code::WRONG_ARGUMENTS.id),
        }
    }

    /// Returns the failure of a file, other than that it cannot be read.
    pub(crate) fn file(path: &Path, error: impl Display) -> Self {
        Self::new(format_args!("{}: {error}", shown(path)))
    }

    /// Returns the failure of a file that cannot be written.
    pub(crate) fn unwritable(path: &Path, error: impl Display) -> Self {
        Self::file(path, error).coded(code::UNWRITABLE_FILE)
    }

    /// Sets the id of a message or of findings that have none.
    pub(crate) fn coded(mut self, code: Code) -> Self {
        if let Failure::Findings { findings, .. } = &mut self {
            for finding in &mut findings.list {
                finding.code.get_or_insert(code.id);
            }
        }
        match self.id() {
            None => self.with_code(code),
            Some(_) => self,
        }
    }

    /// Sets the id of a message.
    pub(crate) fn with_code(mut self, code: Code) -> Self {
        if let Failure::Message { id, .. } = &mut self {
            *id = Some(code.id);
        }
        self
    }

    /// Sets the id of a message to that of an error in interfaces.
    pub(crate) fn with_id(mut self, of: candid_parser::diagnostic::Code) -> Self {
        if let Failure::Message { id, .. } = &mut self {
            *id = Some(of.id());
        }
        self
    }

    /// Returns the failure of a file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: impl Display) -> Self {
        let finding = Diagnostic::unreadable(shown(path), error);
        Self::of_finding(finding, Sources::default())
    }

    /// Returns the failure of a file that is not UTF-8.
    pub(crate) fn not_utf8(path: &Path, bytes: &[u8], error: Utf8Error) -> Self {
        let mut sources = Sources::default();
        let text = String::from_utf8_lossy(bytes);
        let file = sources.add(path.display().to_string(), text);
        Self::of_finding(Diagnostic::not_utf8(file, &error), sources)
    }

    fn of_finding(finding: Diagnostic, sources: Sources) -> Self {
        let list = vec![finding];
        let findings = Box::new(Diagnostics { list, sources });
        Failure::Findings { findings, code: 1 }
    }

    /// Returns the failure of an error of Candid, with a text of its own.
    pub(crate) fn candid(error: &candid_parser::candid::Error, text: impl Display) -> Self {
        Failure::Message {
            text: text.to_string(),
            code: 1,
            id: Some(error.code()),
        }
    }

    /// Returns the stable code of the first error, if it has one.
    pub(crate) fn id(&self) -> Option<&'static str> {
        match self {
            Failure::Findings { findings, .. } => findings.list.first()?.code,
            Failure::Message { id, .. } => *id,
            Failure::Closed => None,
        }
    }

    /// Returns the id as people see it.
    pub(crate) fn shown_id(&self) -> String {
        self.id().map_or_else(String::new, |id| format!("[{id}]"))
    }

    /// Returns the exit code of the command.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Failure::Findings { code, .. } | Failure::Message { code, .. } => ExitCode::from(*code),
            Failure::Closed => ExitCode::SUCCESS,
        }
    }

    /// Sets the name of the one text that the findings are about, if it had no name when they were made.
    pub(crate) fn in_text(self, name: &str, text: &str) -> Self {
        match self {
            Failure::Findings { mut findings, code } => {
                findings.sources = Sources::default();
                findings.sources.add(name, text);
                Failure::Findings { findings, code }
            }
            other => other,
        }
    }

    /// Begins a message that is about an input with its name. Findings have it already.
    pub(crate) fn named(self, name: &str) -> Self {
        match self {
            Failure::Message { text, code, id } => Failure::Message {
                text: format!("{}: {text}", one_line(name)),
                code,
                id,
            },
            other => other,
        }
    }

    /// Adds a note: a line of a message, or a note of the first finding.
    pub(crate) fn with_note(self, note: impl Display) -> Self {
        self.with_notes([note])
    }

    /// Adds notes, such as a hint if there is one.
    pub(crate) fn with_notes(mut self, notes: impl IntoIterator<Item = impl Display>) -> Self {
        for note in notes {
            match &mut self {
                Failure::Message { text, .. } => {
                    text.push('\n');
                    text.push_str(&note.to_string());
                }
                Failure::Findings { findings, .. } => {
                    if let Some(first) = findings.list.first_mut() {
                        first.notes.push(note.to_string());
                    }
                }
                Failure::Closed => {}
            }
        }
        self
    }

    /// Converts to the failure of an invalid argument.
    pub(crate) fn in_argument(self) -> Self {
        match self {
            Failure::Findings { findings, .. } => Failure::Findings { findings, code: 2 },
            Failure::Message { text, id, .. } => Failure::Message { text, code: 2, id },
            Failure::Closed => Failure::Closed,
        }
    }
}

/// The text of a failure, with findings on one line each.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Findings { findings, .. } => findings.fmt(f),
            Failure::Message { text, .. } => f.write_str(text),
            Failure::Closed => f.write_str("the output was closed"),
        }
    }
}

impl From<candid_parser::Error> for Failure {
    fn from(error: candid_parser::Error) -> Self {
        match error {
            candid_parser::Error::Parse(findings) => Failure::Findings { findings, code: 1 },
            candid_parser::Error::CandidError(error) => error.into(),
            candid_parser::Error::Custom(error) => {
                // Including its chain of causes.
                let failure = Failure::new(format!("{error:#}").trim_end());
                match error.is::<TemplateMistake>() {
                    true => failure.with_code(code::INVALID_TEMPLATE),
                    false => failure,
                }
            }
        }
    }
}

impl From<candid_parser::candid::Error> for Failure {
    fn from(error: candid_parser::candid::Error) -> Self {
        Failure::candid(&error, &error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::new(error),
        }
    }
}
