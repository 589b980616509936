//! What can go wrong, each with what a person needs to put it right.

use std::fmt;
use std::path::PathBuf;

/// The result of everything here that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a canister was not run, or a file not used.
#[derive(Debug)]
pub enum Error {
    /// A file could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file could be read, but does not say what it should.
    Contents {
        /// Which.
        path: PathBuf,
        /// The line, counted from one; zero for the file as a whole.
        line: usize,
        /// What was expected there.
        what: String,
    },
    /// Not a WebAssembly module, or one with features that a canister may not use.
    Module(String),
    /// The module asks for something that the Internet Computer does not offer.
    Import {
        /// Module and name of the import.
        name: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// No exports that look like benchmarks, or none that match the patterns.
    NoBenchmarks(String),
    /// The canister has no method of that name.
    NoMethod {
        /// The name asked for.
        method: String,
        /// Those it has.
        known: Vec<String>,
    },
    /// The message trapped.
    Trap {
        /// The method, or `canister_init`.
        method: String,
        /// What the canister or the engine said.
        reason: String,
    },
    /// The message used all instructions it was given.
    OutOfInstructions {
        /// The method, or `canister_init`.
        method: String,
        /// The limit it ran into.
        limit: i64,
    },
    /// The message ended without a reply.
    NoReply(String),
    /// The canister replied, but not as expected of it.
    Reply {
        /// The method.
        method: String,
        /// Why the reply is of no use.
        what: String,
    },
    /// An interface that cannot be used.
    Interface {
        /// The file, or the section of the module.
        of: String,
        /// What is wrong with it.
        what: String,
    },
    /// The command that builds the canister did not succeed.
    Build {
        /// What the shell ran.
        command: String,
        /// How it ended.
        status: String,
    },
    /// An argument on the command line.
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
                write!(f, "no method {method:?}: the canister has none")
            }
            Self::NoMethod { method, known } => {
                write!(f, "no method {method:?}: there are {}", known.join(", "))
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
    /// Says which file an error of the system was about.
    pub fn file(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::File {
            path: path.into(),
            source,
        }
    }
}
