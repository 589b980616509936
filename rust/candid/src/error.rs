//! The error type of this crate: kind, path in the value, byte offset.
//!
//! An [`Error`] is one machine word. Its content is boxed and allocated only on failure, so a `Result` on the hot path
//! costs nothing extra. As a failure propagates outwards, every container adds its segment of the path.

mod kind;
pub(crate) mod unexpected;

use candid_wire::error::WireError;
use std::fmt::{self, Display};
use unexpected::Found;

pub(crate) use kind::ErrorKind;

/// The result type of this crate.
///
/// # Examples
///
/// ```
/// fn double(bytes: &[u8]) -> candid::Result<u64> {
///     Ok(2 * candid::decode_one::<u64>(bytes)?)
/// }
/// assert_eq!(double(&candid::encode_one(21u64)?)?, 42);
/// # Ok::<(), candid::Error>(())
/// ```
pub type Result<T = ()> = std::result::Result<T, Error>;

/// An error of encoding, decoding or a type operation.
///
/// The text includes the expected and the actual type, the field path and the byte offset. Programs branch on the
/// predicates ([`Error::is_subtype`], [`Error::is_quota`], …), never on the text.
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

const _: () = assert!(size_of::<Result<()>>() == size_of::<usize>());

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    offset: Option<usize>,
    /// Innermost segment first: each container adds its own as the error propagates.
    path: Vec<PathSegment>,
    /// The number of segments dropped because the path was already [`MAX_PATH`] long.
    elided: usize,
    message: String,
}

/// Longer paths keep only their innermost and outermost segments, so that printing an error takes bounded time.
const MAX_PATH: usize = 64;

/// The prefix of messages from a `Deserialize` or `Serialize` implementation: candid 0.10.39 prints it, and tests of
/// programs search for it.
const FROM_DESERIALIZE: &str = "Deserialize error: ";
const FROM_SERIALIZE: &str = "Serialize error: ";

/// One step on the path from the argument list to the value that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathSegment {
    /// The position in the argument list.
    Argument(usize),
    /// A record field or a variant case, as printed.
    Field(String),
    /// The position in a vector.
    Index(usize),
}

impl Error {
    /// Returns an error with this text, for failures outside Candid.
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

    /// Returns an error for which [`Error::is_subtype`] is true: a type or value does not coerce.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = candid::Error::subtype("expected an even number, found 3");
    /// assert!(error.is_subtype());
    /// ```
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

    /// Adds the byte offset, unless a deeper value has set one.
    #[cold]
    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Moves the byte offset, of an error in a part of the input that begins at `start`.
    #[cold]
    pub(crate) fn shifted_by(mut self, start: usize) -> Self {
        self.0.offset = self.0.offset.map(|offset| offset.saturating_add(start));
        self
    }

    /// Adds a segment at the outer end of the path.
    #[cold]
    pub(crate) fn in_segment(mut self, segment: PathSegment) -> Self {
        let path = &mut self.0.path;
        if path.len() >= MAX_PATH {
            // Keeps the innermost half and drops the oldest of the outer half.
            path.remove(MAX_PATH / 2);
            self.0.elided = self.0.elided.saturating_add(1);
        }
        path.push(segment);
        self
    }

    /// Removes the argument from the path and the offset, for a value that the caller has not seen as a message.
    #[cfg(feature = "value")]
    #[cold]
    pub(crate) fn in_value(mut self) -> Self {
        if let Some(PathSegment::Argument(_)) = self.0.path.last() {
            self.0.path.pop();
        }
        self.0.offset = None;
        self
    }

    /// Returns whether the error has a path already: it is that of a part.
    pub(crate) fn has_path(&self) -> bool {
        !self.0.path.is_empty()
    }

    /// Puts `hint` behind the message.
    #[cfg(feature = "json")]
    #[cold]
    pub(crate) fn with_hint(mut self, hint: &str) -> Self {
        self.0.message.push_str(hint);
        self
    }

    /// Puts `prefix` before the message.
    #[cold]
    pub(crate) fn with_prefix(mut self, prefix: &str) -> Self {
        self.0.message = format!("{prefix}{}", self.0.message);
        self
    }

    /// Returns a copy, for [`Error::or_original`].
    #[cold]
    pub(crate) fn duplicate(&self) -> Self {
        Error(self.0.clone())
    }

    /// Returns `original` instead of `self` if `self` consists only of its text: the remainder of an error that passed
    /// through `custom`. The path collected since then is kept.
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

    /// Returns whether `self` is the result of `custom` for the text of `original`.
    fn is_text_of(&self, original: &Error) -> bool {
        let text = self.0.message.strip_prefix(FROM_DESERIALIZE);
        text == Some(original.to_string().as_str())
    }

    /// Returns the byte offset in the message at which decoding failed, counted from its first byte `D`; `None` for errors of
    /// encoding, of types, and of [`Error::msg`].
    ///
    /// # Examples
    ///
    /// ```
    /// let bytes = candid::encode_one("five")?;
    /// // The value is behind the magic number, no type, and one argument of type text.
    /// assert_eq!(candid::decode_one::<u8>(&bytes).unwrap_err().offset(), Some(7));
    /// assert_eq!(candid::Error::msg("no such account").offset(), None);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// Returns the path to the value that failed, such as `0.transfers[3].memo`: the position in the argument list,
    /// then fields and cases by name, then positions in vectors. Empty if there is none. Of more than 64 steps, those in the
    /// middle are left out. Names that have a dot, a bracket or a control character, or begin as a number, are quoted: so each
    /// path leads to one part, unless steps are left out: by `IDLArgs::at` for errors of messages, by `IDLValue::at` for those
    /// of values.
    ///
    /// Positions count from 0, as `IDLArgs::at` takes them. The text says the same in words, in which
    /// arguments count from 1: `in argument 1 at transfers[3].memo`.
    ///
    /// # Examples
    ///
    /// ```
    /// let bytes = candid::encode_args((1u8, vec![Some("one"), Some("two")]))?;
    /// let error = candid::decode_args::<(u8, Vec<Option<String>>)>(&bytes[..bytes.len() - 1]).unwrap_err();
    /// assert_eq!(error.path(), "1[1]");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn path(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = self.write_path(&mut text);
        text
    }

    fn write_path(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_path_from(0, out)
    }

    /// Writes the path from the segment of this number, counted from the outermost.
    fn write_path_from(&self, start: usize, out: &mut impl fmt::Write) -> fmt::Result {
        for (i, segment) in self.0.path.iter().rev().enumerate().skip(start) {
            if self.0.elided > 0 && i == MAX_PATH / 2 {
                out.write_str(".…")?;
            }
            match segment {
                PathSegment::Argument(n) => write!(out, "{n}")?,
                PathSegment::Field(name) if i == start => out.write_str(name)?,
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
        let mut start = 0;
        if let Some(PathSegment::Argument(position)) = self.0.path.last() {
            start = 1;
            // People count from 1.
            write!(f, " in argument {}", position.saturating_add(1))?;
        }
        if self.0.path.len() > start {
            f.write_str(" at ")?;
            self.write_path_from(start, f)?;
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
        Error::msg(format_args!("I/O error: {error}"))
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

/// Plan and step disagree: a bug in this crate.
#[cold]
pub(crate) fn internal() -> Error {
    Error::new(
        ErrorKind::Custom,
        "internal error: a step does not match its plan",
    )
}
