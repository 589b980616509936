//! Errors of the parser, which does not know the expected type, and what becomes of them.

use crate::error::{Error, ErrorKind};
use std::fmt::Display;

/// An error without the expected type: an [`Error`] is made of it by adding that.
#[derive(Debug)]
pub(super) struct SyntaxError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    offset: usize,
    /// The position, and what is expected.
    start: String,
    found: String,
}

impl SyntaxError {
    #[cold]
    pub(super) fn new(kind: ErrorKind, offset: usize, start: String, found: impl Display) -> Self {
        let found = found.to_string();
        SyntaxError(Box::new(Inner {
            kind,
            offset,
            start,
            found,
        }))
    }

    /// Adds the type of the value that was being read.
    #[cold]
    pub(super) fn for_type(self, ty: impl Display) -> Error {
        let Inner {
            kind,
            offset,
            start,
            found,
        } = *self.0;
        Error::new(kind, format!("{start} for {ty}, found {found}")).at_offset(offset)
    }
}

/// An error within a value.
#[derive(Debug)]
pub(super) enum ReadError {
    Syntax(SyntaxError),
    /// One that has the expected type.
    Typed(Error),
}

impl ReadError {
    /// Adds the type of the value that was being read, unless the error has that of a part.
    #[cold]
    pub(super) fn for_type<T: Display>(self, ty: impl FnOnce() -> T) -> Error {
        match self {
            ReadError::Syntax(error) => error.for_type(ty()),
            ReadError::Typed(error) => error,
        }
    }
}

impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> Self {
        ReadError::Syntax(error)
    }
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        ReadError::Typed(error)
    }
}
