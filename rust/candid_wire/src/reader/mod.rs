//! The reader of binary input, from front to back; no other code parses bytes.
//!
//! A [`Reader`] is the remaining input, and no other mutable state. A successful read splits off the front and computes
//! no offset; a failed one computes the offset from the remaining input, in an outlined function. A failed read leaves
//! the reader unchanged.

mod fixed;
mod number;

use crate::error::{WireError, WireErrorKind};
use crate::limits::MAX_PRINCIPAL_LEN;
use core::slice;
use core::str::Utf8Error;

/// A reader of the remaining input.
///
/// # Examples
///
/// ```
/// use candid_wire::reader::Reader;
///
/// let mut reader = Reader::new(b"\x02hi\x01\xff");
/// assert_eq!(reader.read_text()?, "hi");
/// assert!(reader.read_bool()?);
/// assert_eq!(reader.offset(), 4);
/// assert_eq!(reader.rest(), [0xff]);
/// # Ok::<(), candid_wire::error::WireError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'de> {
    /// An iterator, because to read a part of a length known to the compiler changes one of its two words: of a slice, it
    /// changes both.
    rest: slice::Iter<'de, u8>,
    /// The length of the whole input, from which the offset is computed on demand.
    len: usize,
}

impl<'de> Reader<'de> {
    /// Returns a reader at the start of `input`.
    #[inline]
    #[must_use]
    pub fn new(input: &'de [u8]) -> Self {
        Reader {
            rest: input.iter(),
            len: input.len(),
        }
    }

    /// Returns the number of bytes read so far.
    #[inline]
    #[must_use]
    pub fn offset(&self) -> usize {
        offset(self.rest(), self.len)
    }

    /// Returns the number of remaining bytes.
    #[inline]
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// Returns the remaining bytes.
    #[inline]
    #[must_use]
    pub fn rest(&self) -> &'de [u8] {
        self.rest.as_slice()
    }

    /// Advances to `rest`, which must be a suffix of the remaining input: consumes bytes that were inspected through
    /// [`Reader::rest`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[1, 2, 3]);
    /// let (_, rest) = reader.rest().split_at(2);
    /// reader.advance_to(rest);
    /// assert_eq!((reader.offset(), reader.remaining()), (2, 1));
    /// ```
    #[inline]
    pub fn advance_to(&mut self, rest: &'de [u8]) {
        self.rest = rest.iter();
    }

    /// Advances by `N` bytes, at most to the end: consumes bytes that were inspected through [`Reader::rest`].
    #[inline(always)]
    pub fn advance_by<const N: usize>(&mut self) {
        if let Some(last) = N.checked_sub(1) {
            self.rest.nth(last);
        }
    }

    /// Returns whether no input remains.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest().is_empty()
    }

    /// Reads `n` bytes.
    ///
    /// # Errors
    ///
    /// [`Truncated`](WireErrorKind::Truncated) if fewer are left.
    #[inline]
    pub fn read_bytes(&mut self, n: usize) -> Result<&'de [u8], WireError> {
        match self.rest().split_at_checked(n) {
            Some((bytes, rest)) => {
                self.advance_to(rest);
                Ok(bytes)
            }
            None => Err(self.truncated()),
        }
    }

    /// Reads the bytes of `n_items` items of `item_size` bytes each.
    ///
    /// # Errors
    ///
    /// [`Truncated`](WireErrorKind::Truncated) if fewer are left, also if the product has no
    /// representation.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[1, 0, 2, 0, 3]);
    /// assert!(reader.read_items(usize::MAX, 2).unwrap_err().is_truncated());
    /// assert_eq!(reader.read_items(2, 2).unwrap(), [1, 0, 2, 0]);
    /// ```
    #[inline]
    pub fn read_items(&mut self, n_items: usize, item_size: usize) -> Result<&'de [u8], WireError> {
        match n_items.checked_mul(item_size) {
            Some(n) => self.read_bytes(n),
            None => Err(self.truncated()),
        }
    }

    /// Skips `n` bytes.
    ///
    /// # Errors
    ///
    /// [`Truncated`](WireErrorKind::Truncated) if fewer are left.
    #[inline]
    pub fn skip_bytes(&mut self, n: usize) -> Result<(), WireError> {
        self.read_bytes(n).map(|_| ())
    }

    /// Returns a reader of the input after the next `n` bytes: an empty one if fewer are left.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let reader = Reader::new(&[1, 2, 3]);
    /// assert_eq!(reader.after(2).rest(), [3]);
    /// assert_eq!(reader.after(2).offset(), 2);
    /// assert!(reader.after(4).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn after(&self, n: usize) -> Self {
        Reader {
            rest: self.rest().get(n..).unwrap_or_default().iter(),
            len: self.len,
        }
    }

    /// Reads a `blob`: a length and as many bytes.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_len`], and [`Truncated`](WireErrorKind::Truncated) if fewer bytes are
    /// left.
    #[inline]
    pub fn read_blob(&mut self) -> Result<&'de [u8], WireError> {
        // Works on a copy, so that a failure leaves this reader unchanged; the copy lives in registers.
        let mut reader = self.clone();
        let n = reader.read_len()?;
        let bytes = reader.read_bytes(n)?;
        *self = reader;
        Ok(bytes)
    }

    /// Reads a `text`: a length and as many bytes of UTF-8.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_blob`], and [`InvalidUtf8`](WireErrorKind::InvalidUtf8) at the first
    /// byte that is not UTF-8.
    #[inline]
    pub fn read_text(&mut self) -> Result<&'de str, WireError> {
        let mut reader = self.clone();
        let bytes = reader.read_blob()?;
        match core::str::from_utf8(bytes) {
            Ok(text) => {
                *self = reader;
                Ok(text)
            }
            Err(error) => Err(fail_utf8(bytes, reader.rest(), self.len, error)),
        }
    }

    /// Reads the flag byte of a reference: a `principal`, `service` or `func`.
    ///
    /// # Errors
    ///
    /// [`OpaqueReference`](WireErrorKind::OpaqueReference) for 0,
    /// [`InvalidReferenceFlag`](WireErrorKind::InvalidReferenceFlag) for anything but 0 and 1,
    /// [`Truncated`](WireErrorKind::Truncated) if nothing is left.
    #[inline]
    pub fn read_reference_flag(&mut self) -> Result<(), WireError> {
        match self.rest().first() {
            Some(1) => {
                self.advance_by::<1>();
                Ok(())
            }
            Some(0) => Err(fail(WireErrorKind::OpaqueReference, self.rest(), self.len)),
            _ => Err(fail_byte(
                WireErrorKind::InvalidReferenceFlag,
                self.rest(),
                self.len,
            )),
        }
    }

    /// Reads a `principal`, which is also the encoding of a `service`: a flag, a length of at most 29 and as many
    /// bytes.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_reference_flag`] and [`Reader::read_blob`], and
    /// [`PrincipalTooLong`](WireErrorKind::PrincipalTooLong).
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let anonymous = Reader::new(&[1, 1, 4]).read_principal();
    /// assert_eq!(anonymous, Ok(&[4][..]));
    /// ```
    #[inline]
    pub fn read_principal(&mut self) -> Result<&'de [u8], WireError> {
        self.read_principal_in_place()
    }

    /// Returns the result of [`Reader::read_principal`], always inlined: for callers that read little else.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_principal`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn read_principal_in_place(&mut self) -> Result<&'de [u8], WireError> {
        let mut reader = self.clone();
        reader.read_reference_flag()?;
        let at_len = reader.rest();
        let n = reader.read_len()?;
        if n > MAX_PRINCIPAL_LEN {
            return Err(fail(WireErrorKind::PrincipalTooLong, at_len, self.len));
        }
        let bytes = reader.read_bytes(n)?;
        *self = reader;
        Ok(bytes)
    }

    /// Returns the error for input that ends too early.
    #[inline(always)]
    fn truncated(&self) -> WireError {
        fail(WireErrorKind::Truncated, self.rest(), self.len)
    }
}

// Error constructors take the two parts of a reader instead of the reader, so that it need not be in memory: a caller's
// own copy stays in registers.

/// Returns the error of this kind at the start of `rest`, the remaining input out of `len` bytes.
#[cold]
#[inline(never)]
fn fail(kind: WireErrorKind, rest: &[u8], len: usize) -> WireError {
    WireError::new(kind, offset(rest, len))
}

/// Returns the error for the first byte of `rest`, if there is one.
#[cold]
#[inline(never)]
fn fail_byte(kind: WireErrorKind, rest: &[u8], len: usize) -> WireError {
    match rest {
        [] => fail(WireErrorKind::Truncated, rest, len),
        _ => fail(kind, rest, len),
    }
}

/// Returns the error for `bytes`, which precede `rest`.
#[cold]
#[inline(never)]
fn fail_utf8(bytes: &[u8], rest: &[u8], len: usize, error: Utf8Error) -> WireError {
    let n_bad = bytes.len().saturating_sub(error.valid_up_to());
    let offset = offset(rest, len).saturating_sub(n_bad);
    WireError::new(WireErrorKind::InvalidUtf8, offset)
}

/// Returns the offset of `rest`, the remaining input out of `len` bytes.
#[inline]
fn offset(rest: &[u8], len: usize) -> usize {
    // `rest` only ever gets shorter, so this never wraps.
    len.wrapping_sub(rest.len())
}
