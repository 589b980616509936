//! The one error of this crate: what went wrong, where in the value, at which byte.
//!
//! An [`Error`] is one machine word. Everything it knows is behind a box that is only made on
//! failure, so a `Result` on the hot path costs nothing extra. While a failure travels outwards
//! every container adds its own segment of the path.

use crate::unexpected::Found;
use candid_wire::error::WireError;
use std::fmt::{self, Display};

/// The result type of this crate.
pub type Result<T = ()> = std::result::Result<T, Error>;

/// Why encoding, decoding or a type operation failed.
///
/// The text says what was expected, what was found, the field path and the byte offset. Programs
/// branch on the predicates ([`Error::is_subtype`], [`Error::is_quota`], …), never on the text.
///
/// # Examples
///
/// ```
/// let bytes = candid::encode_one("forty-two").unwrap();
/// let error = candid::decode_one::<u8>(&bytes).unwrap_err();
/// assert!(error.is_subtype());
/// assert_eq!(error.offset(), Some(7));
/// assert_eq!(error.path(), "0");
/// ```
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    offset: Option<usize>,
    /// Innermost segment first: each container pushes its own on the way out.
    path: Vec<PathSegment>,
    /// Segments that were not kept because the path was already [`MAX_PATH`] long.
    elided: usize,
    message: String,
}

/// Paths longer than this keep their innermost and outermost segments only, so that rendering an
/// error has a fixed bound.
const MAX_PATH: usize = 64;

/// What stands before a message that a `Deserialize`, or a `Serialize`, implementation gave: candid 0.10.39
/// prints it, and tests of programs look for it.
const FROM_DESERIALIZE: &str = "Deserialize error: ";
const FROM_SERIALIZE: &str = "Serialize error: ";

/// Which rule failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// The bytes are not a Candid message: header, value or trailing bytes.
    Malformed,
    /// The input ends inside a value.
    Truncated,
    /// The type on the wire, or the value, does not fit the wanted type.
    Subtype,
    /// A quota set by the caller is used up.
    Quota,
    /// A bound built into this crate is exceeded.
    Limit,
    /// Memory could not be reserved.
    Reserve,
    /// Anything else: messages of serde, of visitors, of users.
    Custom,
}

/// One step from the argument list to the value that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathSegment {
    /// The position in the argument list.
    Argument(usize),
    /// A record field or a variant tag, as printed.
    Field(String),
    /// The position in a vector.
    Index(usize),
}

impl Error {
    /// Returns an error with this text, for failures that are not Candid's.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(candid::Error::msg("no such account").to_string(), "no such account");
    /// ```
    #[cold]
    pub fn msg<T: ToString>(message: T) -> Self {
        Self::new(ErrorKind::Custom, message.to_string())
    }

    /// Returns an error for which [`Error::is_subtype`] is true: a type or value does not fit.
    #[cold]
    pub fn subtype<T: ToString>(message: T) -> Self {
        Self::new(ErrorKind::Subtype, message.to_string())
    }

    #[cold]
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error(Box::new(Inner {
            kind,
            offset: None,
            path: Vec::new(),
            elided: 0,
            message: message.into(),
        }))
    }

    /// Adds the byte offset, unless a deeper place already did.
    #[cold]
    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Adds one more segment on the outside of the path.
    #[cold]
    pub(crate) fn in_segment(mut self, segment: PathSegment) -> Self {
        let path = &mut self.0.path;
        if path.len() >= MAX_PATH {
            // Keep the innermost half, let the outer half slide.
            path.remove(MAX_PATH / 2);
            self.0.elided = self.0.elided.saturating_add(1);
        }
        path.push(segment);
        self
    }

    /// Returns a copy, for [`Error::or_original`].
    #[cold]
    pub(crate) fn duplicate(&self) -> Self {
        Error(self.0.clone())
    }

    /// Returns `original` in place of `self` if `self` is nothing but its text: what remains of an
    /// error that went through `custom`. The path collected since is kept.
    #[cold]
    pub(crate) fn or_original(self, original: Option<&Error>) -> Self {
        match original {
            Some(original) if self.is_custom() && self.is_text_of(original) => {
                let mut error = original.duplicate();
                for segment in self.0.path {
                    error = error.in_segment(segment);
                }
                error
            }
            _ => self,
        }
    }

    /// True if this is what `custom` makes of the text of `original`.
    fn is_text_of(&self, original: &Error) -> bool {
        let text = self.0.message.strip_prefix(FROM_DESERIALIZE);
        text == Some(original.to_string().as_str())
    }

    /// True if the type on the wire or the value does not fit the wanted type.
    pub fn is_subtype(&self) -> bool {
        self.0.kind == ErrorKind::Subtype
    }

    /// True if the bytes are not a valid Candid message; [`Error::is_truncated`] is one case of it.
    pub fn is_malformed(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Malformed | ErrorKind::Truncated)
    }

    /// True if the input ends inside a value.
    pub fn is_truncated(&self) -> bool {
        self.0.kind == ErrorKind::Truncated
    }

    /// True if a quota of [`crate::DecoderConfig`] is used up.
    pub fn is_quota(&self) -> bool {
        self.0.kind == ErrorKind::Quota
    }

    /// True if a bound built into this crate is exceeded (nesting depth, values without bytes).
    pub fn is_limit(&self) -> bool {
        self.0.kind == ErrorKind::Limit
    }

    /// True if memory could not be reserved.
    pub fn is_reserve(&self) -> bool {
        self.0.kind == ErrorKind::Reserve
    }

    /// True for everything else: messages of serde, of visitors, of [`Error::msg`].
    pub fn is_custom(&self) -> bool {
        self.0.kind == ErrorKind::Custom
    }

    /// Returns the byte offset in the message at which decoding failed, if it was decoding.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// Returns the path to the value that failed, as in `0.transfers[3].memo`: the position in the
    /// argument list, then fields and tags by name, then positions in vectors. Empty if there is
    /// none.
    pub fn path(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = self.write_path(&mut text);
        text
    }

    fn write_path(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for (i, segment) in self.0.path.iter().rev().enumerate() {
            if self.0.elided > 0 && i == MAX_PATH / 2 {
                out.write_str(".…")?;
            }
            match segment {
                PathSegment::Argument(n) => write!(out, "{n}")?,
                PathSegment::Field(name) if i == 0 => out.write_str(name)?,
                PathSegment::Field(name) => write!(out, ".{name}")?,
                PathSegment::Index(n) => write!(out, "[{n}]")?,
            }
        }
        Ok(())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if !self.0.path.is_empty() {
            f.write_str(" at ")?;
            self.write_path(f)?;
        }
        if let Some(offset) = self.0.offset {
            let join = if self.0.path.is_empty() { " at" } else { "," };
            write!(f, "{join} byte offset {offset}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}, {:?})", self.0.kind, self.to_string())
    }
}

impl std::error::Error for Error {}

impl serde::de::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Error::msg(format_args!("{FROM_DESERIALIZE}{message}"))
    }

    #[cold]
    fn invalid_type(found: serde::de::Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        let found = Found(found);
        Error::subtype(format_args!("expected {expected}, found {found}"))
    }

    #[cold]
    fn invalid_value(found: serde::de::Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        let found = Found(found);
        Self::custom(format_args!("invalid value: {found}, expected {expected}"))
    }
}

impl serde::ser::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Error::msg(format_args!("{FROM_SERIALIZE}{message}"))
    }
}

impl From<WireError> for Error {
    #[cold]
    fn from(error: WireError) -> Self {
        let kind = if error.is_truncated() {
            ErrorKind::Truncated
        } else {
            ErrorKind::Malformed
        };
        Error::new(kind, error.kind().to_string()).at_offset(error.offset())
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::msg(format_args!("input or output failed: {error}"))
    }
}

impl From<std::num::ParseIntError> for Error {
    fn from(error: std::num::ParseIntError) -> Self {
        Error::msg(format_args!("not an integer: {error}"))
    }
}

impl From<std::collections::TryReserveError> for Error {
    fn from(error: std::collections::TryReserveError) -> Self {
        Error::new(ErrorKind::Reserve, error.to_string())
    }
}
