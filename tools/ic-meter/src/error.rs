//! Errors, each with the information needed to fix its cause.

use std::fmt;
use std::path::PathBuf;

/// A `Result` with the error of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of this crate.
#[derive(Debug)]
pub enum Error {
    /// A file could not be read or written.
    File {
        /// The path.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A file could be read, but its content is invalid.
    Contents {
        /// The path.
        path: PathBuf,
        /// The line, counted from one; zero for the whole file.
        line: usize,
        /// The expected content.
        what: String,
    },
    /// The bytes are not a WebAssembly module, or use features that a canister must not use.
    Module(String),
    /// The module imports something that the Internet Computer does not provide.
    Import {
        /// The module and name of the import.
        name: String,
        /// The problem with it.
        what: &'static str,
    },
    /// There are no exports that look like benchmarks, or none that match the patterns.
    NoBenchmarks(String),
    /// The canister has no method of the given name.
    NoMethod {
        /// The requested name.
        method: String,
        /// The names of the existing methods.
        known: Vec<String>,
    },
    /// The message trapped.
    Trap {
        /// The method, or `canister_init`.
        method: String,
        /// The message of the canister or the engine.
        reason: String,
    },
    /// The message exceeded its instruction limit.
    OutOfInstructions {
        /// The method, or `canister_init`.
        method: String,
        /// The limit.
        limit: i64,
    },
    /// The message ended without a reply.
    NoReply(String),
    /// The canister replied, but not in the expected format.
    Reply {
        /// The method.
        method: String,
        /// The problem with the reply.
        what: String,
    },
    /// An interface is invalid.
    Interface {
        /// The file, or the section of the module.
        of: String,
        /// The problem with it.
        what: String,
    },
    /// The command that builds the canister failed.
    Build {
        /// The command.
        command: String,
        /// Its exit status.
        status: String,
    },
    /// An argument on the command line is invalid.
    Usage(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Contents {
                path,
                line: 0,
                what,
            } => write!(f, "{}: {what}", path.display()),
            Self::Contents { path, line, what } => write!(f, "{}:{line}: {what}", path.display()),
            Self::Module(what) => write!(f, "not a canister module: {what}"),
            Self::Import { name, what } => write!(f, "import {name}: {what}"),
            Self::NoBenchmarks(what) => f.write_str(what),
            Self::NoMethod { method, known } if known.is_empty() => {
                write!(f, "unknown method {method:?}: the canister has no methods")
            }
            Self::NoMethod { method, known } => {
                write!(
                    f,
                    "unknown method {method:?}; available: {}",
                    known.join(", ")
                )
            }
            Self::Trap { method, reason } => write!(f, "{method} trapped: {reason}"),
            Self::OutOfInstructions { method, limit } => {
                write!(f, "{method} reached the limit of {limit} instructions")
            }
            Self::NoReply(method) => write!(f, "{method} did not reply"),
            Self::Reply { method, what } => write!(f, "{method}: {what}"),
            Self::Interface { of, what } => write!(f, "{of}: {what}"),
            Self::Build { command, status } => {
                write!(f, "the build command failed ({status}): {command}")
            }
            Self::Usage(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl Error {
    /// Adds the functions on the stack to the reason of a trap.
    #[must_use]
    pub(crate) fn within(mut self, stack: Option<String>) -> Self {
        if let (Self::Trap { reason, .. }, Some(stack)) = (&mut self, stack) {
            *reason = format!("{reason}, in {stack}");
        }
        self
    }

    /// Returns the error for a failed file operation.
    pub fn file(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::File {
            path: path.into(),
            source,
        }
    }
}
