//! Reading of LEB128 numbers: single bytes inline, longer numbers outlined.
//!
//! Almost every length, variant index and type index is one byte. Numbers of up to 64 bits may be padded up to
//! [`MAX_LEB64_LEN`](crate::limits::MAX_LEB64_LEN) bytes, those that are values (`nat`, `int`) without limit.

use super::{fail, Reader};
use crate::error::{WireError, WireErrorKind};
use crate::leb128::parse::{self, Parsed};
use crate::leb128::step;
use crate::mechanisms;

impl<'de> Reader<'de> {
    /// Reads an unsigned LEB128 number of at most 32 bits: a field id.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_leb_u64`].
    #[inline]
    pub fn read_leb_u32(&mut self) -> Result<u32, WireError> {
        // Field ids are hashes, so nearly all of them take five bytes.
        let mut ahead = self.clone();
        if let Some((number, _)) = ahead.read_short_leb() {
            if let Ok(number) = u32::try_from(number) {
                *self = ahead;
                return Ok(number);
            }
        }
        self.advance(read_leb_u32_cold(self.rest(), self.len))
    }

    /// Reads an unsigned LEB128 number of at most 64 bits.
    ///
    /// # Errors
    ///
    /// [`LebOverflow`](WireErrorKind::LebOverflow) if it does not fit,
    /// [`LebTooLong`](WireErrorKind::LebTooLong) if it takes more than ten bytes,
    /// [`Truncated`](WireErrorKind::Truncated) if the input ends inside it.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[5, 0x80, 0x01, 0x85, 0x80, 0x00]);
    /// assert_eq!(reader.read_leb_u64(), Ok(5));
    /// assert_eq!(reader.read_leb_u64(), Ok(128));
    /// assert_eq!(reader.read_leb_u64(), Ok(5)); // padded
    /// ```
    #[inline]
    pub fn read_leb_u64(&mut self) -> Result<u64, WireError> {
        match self.read_leb_byte() {
            Some(byte) => Ok(u64::from(byte)),
            None => self.advance(read_leb_u64_cold(self.rest(), self.len)),
        }
    }

    /// Reads an unsigned LEB128 number as a `usize` length.
    ///
    /// It may exceed the input: check it before reserving memory for it.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_leb_u64`].
    #[inline]
    pub fn read_len(&mut self) -> Result<usize, WireError> {
        match self.read_leb_byte() {
            Some(byte) => Ok(usize::from(byte)),
            None => self.advance(read_len_cold(self.rest(), self.len)),
        }
    }

    /// Reads a `nat` of at most 128 bits.
    ///
    /// # Errors
    ///
    /// [`LebOverflow`](WireErrorKind::LebOverflow) if it does not fit,
    /// [`Truncated`](WireErrorKind::Truncated) if the input ends inside it.
    #[inline]
    pub fn read_leb_u128(&mut self) -> Result<u128, WireError> {
        match self.read_leb_byte() {
            Some(byte) => Ok(u128::from(byte)),
            None => self.advance(read_leb_u128_cold(self.rest(), self.len)),
        }
    }

    /// Reads a signed LEB128 number of at most 64 bits: an opcode or a type index.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_leb_u64`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[0x7f, 0xff, 0x00, 0xff, 0x7f]);
    /// assert_eq!(reader.read_sleb_i64(), Ok(-1));
    /// assert_eq!(reader.read_sleb_i64(), Ok(127));
    /// assert_eq!(reader.read_sleb_i64(), Ok(-1)); // padded
    /// ```
    #[inline]
    pub fn read_sleb_i64(&mut self) -> Result<i64, WireError> {
        match self.read_leb_byte() {
            Some(byte) => Ok(i64::from(parse::sign_extend(byte))),
            None => self.advance(read_sleb_i64_cold(self.rest(), self.len)),
        }
    }

    /// Reads an `int` of at most 128 bits.
    ///
    /// # Errors
    ///
    /// Those of [`Reader::read_leb_u128`].
    #[inline]
    pub fn read_sleb_i128(&mut self) -> Result<i128, WireError> {
        match self.read_leb_byte() {
            Some(byte) => Ok(i128::from(parse::sign_extend(byte))),
            None => self.advance(read_sleb_i128_cold(self.rest(), self.len)),
        }
    }

    /// Reads an unsigned LEB128 number of at most eight bytes, and returns it with its length in bytes.
    ///
    /// Fully inlined, for numbers that are values. Returns `None`, consuming nothing, if the number is longer, or if
    /// the input ends inside it.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[5, 0x80, 0x01, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(reader.read_short_leb(), Some((5, 1)));
    /// assert_eq!(reader.read_short_leb(), Some((128, 2)));
    /// assert_eq!(Reader::new(&[0x80, 0x01]).read_short_leb(), Some((128, 2)));
    /// assert_eq!(Reader::new(&[0x80, 0x81]).read_short_leb(), None);
    /// ```
    #[inline(always)]
    pub fn read_short_leb(&mut self) -> Option<(u64, u32)> {
        if let Some(byte) = self.read_leb_byte() {
            return Some((u64::from(byte), 1));
        }
        match self.next_leb_step()? {
            Step::Pair(number) => Some((number, 2)),
            Step::Word(word, rest) => self.read_leb_step(word, rest),
        }
    }

    /// Reads a signed LEB128 number of at most eight bytes, as [`Reader::read_short_leb`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[0x7f, 0xff, 0x7e, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(reader.read_short_sleb(), Some((-1, 1)));
    /// assert_eq!(reader.read_short_sleb(), Some((-129, 2)));
    /// ```
    #[inline(always)]
    pub fn read_short_sleb(&mut self) -> Option<(i64, u32)> {
        if let Some(byte) = self.read_leb_byte() {
            return Some((i64::from(parse::sign_extend(byte)), 1));
        }
        let (bits, n_bytes) = match self.next_leb_step()? {
            Step::Pair(number) => return Some(((number << 50) as i64 >> 50, 2)),
            Step::Word(word, rest) => self.read_leb_step(word, rest)?,
        };
        // At least one of eight bytes was read, so the shift is less than 64.
        let shift = u64::BITS.wrapping_sub(n_bytes.wrapping_mul(7));
        Some(((bits << shift) as i64 >> shift, n_bytes))
    }

    /// Reads a field id and the byte after it, a type of one byte: nearly all fields of a type table are of this form.
    ///
    /// Fully inlined. Returns `None`, consuming nothing, if id and type are longer than eight bytes, if the type takes
    /// more than one byte or the id more than 32 bits, or near the end of the input.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[0x80, 0x01, 0x71, 0, 0, 0, 0, 0]);
    /// assert_eq!(reader.read_short_field(), Some((128, 0x71)));
    /// assert_eq!(reader.offset(), 3);
    /// assert_eq!(Reader::new(&[5, 0x71]).read_short_field(), None);
    /// ```
    #[inline(always)]
    pub fn read_short_field(&mut self) -> Option<(u32, u8)> {
        if !mechanisms::LEB_BY_WORDS {
            return None;
        }
        let word = u64::from_le_bytes(*self.rest().first_chunk()?);
        // Most hashes of names take five bytes. Then of six bytes the first four continue, and the fifth has four bits.
        if word & 0x0000_80f0_8080_8080 == 0x0000_0000_8080_8080 {
            self.advance_by::<6>();
            return Some((step::join_five(word), ((word >> 40) & 0xff) as u8));
        }
        let last = !word & step::CONTINUED;
        // The position of the first bit after the id: not above 56 for an id of seven bytes at most.
        let n_bits = last.trailing_zeros().wrapping_add(1);
        if n_bits > 56 {
            return None;
        }
        let id = u32::try_from(step::join(word & (last ^ last.wrapping_sub(1)))).ok()?;
        let ty = ((word >> n_bits) & 0xff) as u8;
        if ty >= 0x80 {
            return None;
        }
        // With the type, as many bytes are left.
        self.rest.nth((n_bits / u8::BITS) as usize);
        Some((id, ty))
    }

    /// Returns the next eight bytes; consumes a number of exactly two, which takes a third of the instructions.
    #[inline(always)]
    fn next_leb_step(&mut self) -> Option<Step<'de>> {
        if !mechanisms::LEB_BY_WORDS {
            return None;
        }
        let rest = self.rest();
        let word = match rest.first_chunk() {
            Some(word) => u64::from_le_bytes(*word),
            None => return Some(Step::Word(last_word_cold(rest), rest)),
        };
        if word & 0x8000 != 0 {
            return Some(Step::Word(word, rest));
        }
        self.advance_by::<2>();
        Some(Step::Pair(word & 0x7f | word >> 1 & 0x3f80))
    }

    /// Reads a number that ends within the next eight bytes, which are `word`, of `rest`.
    #[inline(always)]
    fn read_leb_step(&mut self, word: u64, rest: &'de [u8]) -> Option<(u64, u32)> {
        let last = !word & step::CONTINUED;
        if last == 0 {
            return None;
        }
        // All bits up to the lowest clear continuation bit.
        let bits = step::join(word & (last ^ last.wrapping_sub(1)));
        let n_bytes = last.trailing_zeros().wrapping_add(1) / u8::BITS;
        self.advance_to(rest.get(n_bytes as usize..)?);
        Some((bits, n_bytes))
    }

    /// Reads the bytes of one LEB128 number, signed or not, of any length; the last byte is the one without the
    /// continuation bit.
    ///
    /// # Errors
    ///
    /// [`Truncated`](WireErrorKind::Truncated) if the input ends inside it.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::reader::Reader;
    ///
    /// let mut reader = Reader::new(&[0x80, 0x80, 0x01, 0x05]);
    /// assert_eq!(reader.read_leb_raw(), Ok(&[0x80, 0x80, 0x01][..]));
    /// assert_eq!(reader.read_leb_raw(), Ok(&[0x05][..]));
    /// assert!(reader.read_leb_raw().unwrap_err().is_truncated());
    /// ```
    #[inline]
    pub fn read_leb_raw(&mut self) -> Result<&'de [u8], WireError> {
        match self.rest().first_chunk::<1>() {
            Some(number @ [0..=0x7f]) => {
                self.advance_by::<1>();
                Ok(number)
            }
            _ => self.advance(read_leb_raw_cold(self.rest(), self.len)),
        }
    }

    /// Skips one LEB128 number, signed or not, of any length, and returns its length in bytes.
    ///
    /// # Errors
    ///
    /// [`Truncated`](WireErrorKind::Truncated) if the input ends inside it.
    #[inline]
    pub fn skip_leb(&mut self) -> Result<usize, WireError> {
        match self.read_short_leb() {
            Some((_, n_bytes)) => Ok(n_bytes as usize),
            None => self
                .advance(read_leb_raw_cold(self.rest(), self.len))
                .map(<[u8]>::len),
        }
    }

    /// Reads a single-byte number. Returns `None`, consuming nothing, if it is longer.
    #[inline(always)]
    fn read_leb_byte(&mut self) -> Option<u8> {
        match self.rest().first() {
            Some(&byte) if byte < 0x80 => {
                self.advance_by::<1>();
                Some(byte)
            }
            _ => None,
        }
    }

    /// Consumes the bytes that a function without access to the reader has read.
    #[inline(always)]
    fn advance<T>(&mut self, read: Read<'de, T>) -> Result<T, WireError> {
        let (value, rest) = read?;
        self.advance_to(rest);
        Ok(value)
    }
}

/// What follows a byte that does not end a number.
enum Step<'de> {
    /// A number of two bytes, which was consumed.
    Pair(u64),
    /// Eight bytes, or fewer and then continuation bytes; and all that remains.
    Word(u64, &'de [u8]),
}

// The functions below take the two parts of the reader instead of the reader, so that it need not be in memory: a
// caller's own copy stays in registers.

/// A number and the input after it.
type Read<'de, T> = Result<(T, &'de [u8]), WireError>;

#[cold]
#[inline(never)]
fn read_leb_u32_cold(rest: &[u8], len: usize) -> Read<'_, u32> {
    read_narrow(rest, len, parse::parse_leb_u64)
}

#[cold]
#[inline(never)]
fn read_len_cold(rest: &[u8], len: usize) -> Read<'_, usize> {
    if let Some((number, rest)) = two_bytes(rest) {
        return Ok((usize::from(number), rest));
    }
    read_narrow(rest, len, parse::parse_leb_u64)
}

#[cold]
#[inline(never)]
fn read_leb_u64_cold(rest: &[u8], len: usize) -> Read<'_, u64> {
    if let Some((number, rest)) = two_bytes(rest) {
        return Ok((u64::from(number), rest));
    }
    read_narrow(rest, len, parse::parse_leb_u64)
}

#[cold]
#[inline(never)]
fn read_leb_u128_cold(rest: &[u8], len: usize) -> Read<'_, u128> {
    read_narrow(rest, len, parse::parse_leb_u128)
}

#[cold]
#[inline(never)]
fn read_sleb_i64_cold(rest: &[u8], len: usize) -> Read<'_, i64> {
    read_narrow(rest, len, parse::parse_sleb_i64)
}

#[cold]
#[inline(never)]
fn read_sleb_i128_cold(rest: &[u8], len: usize) -> Read<'_, i128> {
    read_narrow(rest, len, parse::parse_sleb_i128)
}

#[cold]
#[inline(never)]
fn read_leb_raw_cold(rest: &[u8], len: usize) -> Read<'_, &[u8]> {
    // 32 bytes at a time, then eight: big numbers take some 1.5 instructions per byte, one by one 16.
    let mut tail = rest;
    while let Some((bytes, after)) = tail.split_first_chunk::<32>() {
        let all = bytes
            .as_chunks()
            .0
            .iter()
            .fold(step::CONTINUED, |all, word| all & u64::from_le_bytes(*word));
        if all != step::CONTINUED {
            break;
        }
        tail = after;
    }
    let n_continued = loop {
        match tail.split_first_chunk() {
            Some((bytes, after)) => match !u64::from_le_bytes(*bytes) & step::CONTINUED {
                0 => tail = after,
                last => break Some(last.trailing_zeros() as usize / 8),
            },
            None => break tail.iter().position(|byte| *byte < 0x80),
        }
    };
    let n_before = rest.len().wrapping_sub(tail.len());
    n_continued
        .map(|n_continued| n_before.wrapping_add(n_continued).wrapping_add(1))
        .and_then(|n_bytes| rest.split_at_checked(n_bytes))
        .ok_or_else(|| fail(WireErrorKind::Truncated, rest, len))
}

/// Returns the fewer than eight bytes at the end of the input, followed by continuation bytes: a number that is not
/// truncated ends before them.
#[cold]
#[inline(never)]
fn last_word_cold(rest: &[u8]) -> u64 {
    let (mut word, mut rest, mut n_bits) = (0, rest, 0);
    if let Some((four, others)) = rest.split_first_chunk() {
        word = u64::from(u32::from_le_bytes(*four));
        (rest, n_bits) = (others, u32::BITS);
    }
    if let Some((two, others)) = rest.split_first_chunk() {
        word |= u64::from(u16::from_le_bytes(*two)) << n_bits;
        (rest, n_bits) = (others, n_bits + u16::BITS);
    }
    if let Some(byte) = rest.first() {
        word |= u64::from(*byte) << n_bits;
        n_bits += u8::BITS;
    }
    word | u64::MAX << n_bits
}

/// Reads a number of two bytes, the most frequent length above one.
#[inline(always)]
fn two_bytes(rest: &[u8]) -> Option<(u16, &[u8])> {
    match rest {
        [first, second @ ..=0x7f, rest @ ..] => {
            Some((u16::from(first & 0x7f) | u16::from(*second) << 7, rest))
        }
        _ => None,
    }
}

/// Reads a number with `parse` and converts it to `Narrow`, which it has to fit.
#[inline(always)]
fn read_narrow<'de, Wide, Narrow: TryFrom<Wide>>(
    rest: &'de [u8],
    len: usize,
    parse: fn(&'de [u8]) -> Parsed<'de, Wide>,
) -> Read<'de, Narrow> {
    match parse(rest) {
        Ok((wide, tail)) => match Narrow::try_from(wide) {
            Ok(narrow) => Ok((narrow, tail)),
            Err(_) => Err(fail(WireErrorKind::LebOverflow, rest, len)),
        },
        Err(kind) => Err(fail(kind, rest, len)),
    }
}
