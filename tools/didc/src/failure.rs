//! Why a command ends early, and with which code.

use candid_parser::diagnostic::{Diagnostics, Sources};
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A text is wrong: what, and where.
    Findings {
        findings: Box<Diagnostics>,
        code: u8,
    },
    /// Something else is wrong.
    Message { text: String, code: u8 },
    /// Nobody reads the output any more, which is no failure.
    Closed,
}

impl Failure {
    /// Something could not be done.
    pub(crate) fn new(text: impl Display) -> Self {
        Failure::Message {
            text: text.to_string(),
            code: 1,
        }
    }

    /// The command line itself is wrong.
    pub(crate) fn usage(text: impl Display) -> Self {
        Failure::Message {
            text: text.to_string(),
            code: 2,
        }
    }

    /// A file could not be used.
    pub(crate) fn file(path: &Path, error: impl Display) -> Self {
        Self::new(format_args!("{}: {error}", path.display()))
    }

    /// Returns what the command ends with.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Failure::Findings { code, .. } | Failure::Message { code, .. } => ExitCode::from(*code),
            Failure::Closed => ExitCode::SUCCESS,
        }
    }

    /// The same where the findings are about one text, which had no name when they were made.
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

    /// The same where what is wrong was an argument.
    pub(crate) fn in_argument(self) -> Self {
        match self {
            Failure::Findings { findings, .. } => Failure::Findings { findings, code: 2 },
            Failure::Message { text, .. } => Failure::Message { text, code: 2 },
            Failure::Closed => Failure::Closed,
        }
    }
}

impl From<candid_parser::Error> for Failure {
    fn from(error: candid_parser::Error) -> Self {
        match error {
            candid_parser::Error::Parse(findings) => Failure::Findings { findings, code: 1 },
            // With everything that led to it.
            error => Failure::new(format!("{error:#}").trim_end()),
        }
    }
}

impl From<candid_parser::candid::Error> for Failure {
    fn from(error: candid_parser::candid::Error) -> Self {
        Failure::new(error)
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
