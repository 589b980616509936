//! The error type of reading: one enum and one offset, formatted as text only on demand.

use core::fmt;

/// A read error: the rule that the bytes break, and the byte offset.
///
/// Two words, copied freely, created without allocation.
///
/// # Examples
///
/// ```
/// use candid_wire::{error::WireErrorKind, reader::Reader};
///
/// let mut reader = Reader::new(&[1, 2]);
/// assert!(reader.read_bool().unwrap());
/// let error = reader.read_bool().unwrap_err();
/// assert_eq!(error.kind(), WireErrorKind::InvalidBool);
/// assert_eq!(error.offset(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError {
    kind: WireErrorKind,
    offset: usize,
}

const _: () = assert!(size_of::<WireError>() == 2 * size_of::<usize>());

/// The rule of the format that the bytes break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WireErrorKind {
    /// The input ends before the value does.
    Truncated,
    /// The byte of a `bool` is neither 0 nor 1.
    InvalidBool,
    /// The tag of an `opt` is neither 0 nor 1.
    InvalidOptTag,
    /// The bytes of a `text` are not UTF-8.
    InvalidUtf8,
    /// A LEB128 number does not fit the type that reads it.
    LebOverflow,
    /// A LEB128 number of at most 64 bits takes more than
    /// [`MAX_LEB64_LEN`](crate::limits::MAX_LEB64_LEN) bytes.
    LebTooLong,
    /// A reference is opaque (flag byte 0): its value is not in the message.
    OpaqueReference,
    /// The flag byte of a reference is neither 0 nor 1.
    InvalidReferenceFlag,
    /// A principal is longer than [`MAX_PRINCIPAL_LEN`](crate::limits::MAX_PRINCIPAL_LEN) bytes.
    PrincipalTooLong,
}

impl WireError {
    /// Returns the error of this kind at this byte of the input.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::error::{WireError, WireErrorKind};
    ///
    /// let error = WireError::new(WireErrorKind::Truncated, 7);
    /// assert!(error.is_truncated());
    /// assert_eq!(
    ///     error.to_string(),
    ///     "expected more bytes, found the end of the input at byte offset 7"
    /// );
    /// ```
    #[cold]
    pub const fn new(kind: WireErrorKind, offset: usize) -> Self {
        WireError { kind, offset }
    }

    /// Returns the rule that is broken.
    pub const fn kind(&self) -> WireErrorKind {
        self.kind
    }

    /// Returns the position, from the start of the input, of the first byte of the part that could not be read; for
    /// text that is not UTF-8, that of the first invalid byte.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns whether the input ends before the value does, so that more bytes might help.
    pub const fn is_truncated(&self) -> bool {
        matches!(self.kind, WireErrorKind::Truncated)
    }
}

impl WireErrorKind {
    const fn as_str(self) -> &'static str {
        match self {
            WireErrorKind::Truncated => "expected more bytes, found the end of the input",
            WireErrorKind::InvalidBool => "expected 0 or 1 for a bool, found another byte",
            WireErrorKind::InvalidOptTag => {
                "expected 0 or 1 as the tag of an opt, found another byte"
            }
            WireErrorKind::InvalidUtf8 => "expected text in UTF-8, found other bytes",
            WireErrorKind::LebOverflow => {
                "expected a LEB128 number in the range of its type, found one out of range"
            }
            WireErrorKind::LebTooLong => {
                "expected a LEB128 number of at most 10 bytes, found a longer one"
            }
            WireErrorKind::OpaqueReference => "expected a principal id, found an opaque reference",
            WireErrorKind::InvalidReferenceFlag => {
                "expected 0 or 1 as the flag of a reference, found another byte"
            }
            WireErrorKind::PrincipalTooLong => {
                "expected a principal of at most 29 bytes, found a longer one"
            }
        }
    }
}

impl fmt::Display for WireErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte offset {}", self.kind, self.offset)
    }
}

impl core::error::Error for WireError {}
