//! The error of this crate.

use crate::diagnostic::Diagnostics;
use std::fmt;

/// The result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What went wrong.
#[derive(Debug)]
pub enum Error {
    /// A text is refused: what was found in it, each finding with its place.
    Parse(Box<Diagnostics>),
    /// From encoding, decoding, types or values.
    CandidError(candid::Error),
    /// Anything else.
    Custom(anyhow::Error),
}

impl Error {
    /// Returns an error with that message.
    pub fn msg<T: ToString>(msg: T) -> Self {
        Error::Custom(anyhow::Error::msg(msg.to_string()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse(findings) => findings.fmt(f),
            Error::CandidError(error) => error.fmt(f),
            Error::Custom(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Parse(_) => None,
            Error::CandidError(error) => error.source(),
            Error::Custom(error) => error.source(),
        }
    }
}

impl From<Diagnostics> for Error {
    fn from(findings: Diagnostics) -> Self {
        Error::Parse(Box::new(findings))
    }
}

impl From<candid::Error> for Error {
    fn from(error: candid::Error) -> Self {
        Error::CandidError(error)
    }
}

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Self {
        Error::Custom(error)
    }
}

impl From<toml::de::Error> for Error {
    fn from(error: toml::de::Error) -> Self {
        Error::msg(format!("toml error: {error}"))
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Custom(error.into())
    }
}
