//! `Int`: an integer of any size, Candid's `int`.

use crate::data::big_number::big_number;
use crate::data::decimal::parse_integer;
use crate::data::leb128_io::read_raw;
use crate::data::nat::{big_from_digits, big_to_u64, is_short, not_a_number, Nat};
use crate::error::{Error, Result};
use crate::ser::buffer::{append_block, Buffer, Write as _};
use crate::util::digits::pp_num_str;
use candid_wire::{leb128, writer};
use num_bigint::{BigInt, Sign};
use serde::de::{self, value::SeqAccessDeserializer, Deserialize, Visitor};
use std::fmt;
use std::io::{Read, Write};
use std::str::FromStr;

/// An integer of any size: the type `int`.
///
/// Arithmetic and comparison work with every integer type of Rust on either side. Division rounds
/// towards zero, as Rust's does.
///
/// # Panics
///
/// Division and remainder panic if the divisor is zero.
///
/// # Examples
///
/// ```
/// use candid::{Int, Nat};
///
/// let change = Int::from(Nat::from(7u8)) - 12u8;
/// assert_eq!(change, -5);
/// assert_eq!((change * 1_000_000i32).to_string(), "-5_000_000");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Int(pub BigInt);

impl Int {
    /// Parses a decimal number with an optional sign; `_` may separate digits.
    ///
    /// # Errors
    ///
    /// If `v` is anything else.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::Int;
    ///
    /// assert_eq!(Int::parse(b"-1_000")?, -1000);
    /// assert!(Int::parse(b"1.5").is_err());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn parse(v: &[u8]) -> Result<Self> {
        match parse_integer(v) {
            Some(number) => Ok(Int(number)),
            None => Err(not_a_number("an integer", v)),
        }
    }

    /// Writes the number as signed LEB128, the encoding of an `int` value.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::Int;
    ///
    /// let mut bytes = vec![];
    /// Int::from(-123_456).encode(&mut bytes)?;
    /// assert_eq!(bytes, [0xc0, 0xbb, 0x78]);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn encode<W>(&self, w: &mut W) -> Result<()>
    where
        W: ?Sized + Write,
    {
        let mut bytes = Vec::new();
        self.write_sleb128(&mut bytes);
        Ok(w.write_all(&bytes)?)
    }

    /// Reads one signed LEB128 number without reading beyond it, in time linear in its length.
    ///
    /// # Errors
    ///
    /// If the input ends within the number ([`Error::is_truncated`]), and those of the reader.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::Int;
    ///
    /// assert_eq!(Int::decode(&mut &[0xc0, 0xbb, 0x78][..])?, -123_456);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn decode<R>(r: &mut R) -> Result<Self>
    where
        R: Read,
    {
        Ok(Int::from_sleb128(&read_raw(r)?))
    }

    /// Returns the number encoded by the bytes of one signed LEB128 number.
    pub(crate) fn from_sleb128(leb: &[u8]) -> Self {
        if let Some(small) = is_short(leb).then(|| leb128::sleb_to_i64(leb)).flatten() {
            return Int(small.into());
        }
        Int::from_long_sleb128(leb)
    }

    /// Returns the number encoded by the bytes of one signed LEB128 number, likely of more than 64 bits.
    #[inline]
    pub(crate) fn from_long_sleb128(leb: &[u8]) -> Self {
        let magnitude = big_from_digits(|| leb128::sleb_digits(leb), leb128::iter_sleb_digits(leb));
        let sign = if leb128::is_negative(leb) {
            Sign::Minus
        } else {
            Sign::Plus
        };
        Int(BigInt::from_biguint(sign, magnitude))
    }

    /// Returns the number if it fits 32 bits.
    #[inline(always)]
    pub(crate) fn to_short(&self) -> Option<i32> {
        let mut digits = self.0.iter_u32_digits();
        if digits.len() > 1 {
            return None;
        }
        let magnitude = digits.next().unwrap_or(0);
        match self.0.sign() {
            Sign::Minus => 0i32.checked_sub_unsigned(magnitude),
            Sign::NoSign | Sign::Plus => magnitude.try_into().ok(),
        }
    }

    /// Appends the number as signed LEB128.
    #[inline]
    pub(crate) fn write_sleb128<B: Buffer>(&self, out: &mut B) {
        let magnitude = big_to_u64(self.0.magnitude());
        let small = magnitude.and_then(|magnitude| match self.0.sign() {
            Sign::Minus => 0i64.checked_sub_unsigned(magnitude),
            Sign::NoSign | Sign::Plus => magnitude.try_into().ok(),
        });
        match small {
            Some(small) => out.sleb_i64(small),
            None => self.write_sleb128_cold(out),
        }
    }

    #[cold]
    #[inline(never)]
    fn write_sleb128_cold<B: Buffer>(&self, out: &mut B) {
        let is_negative = self.0.sign() == Sign::Minus;
        let n_bits = self.0.bits();
        // The negative of a power of two has its sign in its highest bit.
        let has_sign = is_negative && self.0.trailing_zeros().unwrap_or(0) + 1 == n_bits;
        let n_bits = n_bits + u64::from(!has_sign);
        let digits = self.0.iter_u32_digits();
        match out.__as_vec() {
            Some(out) => writer::write_sleb_digits(out, is_negative, n_bits, digits),
            None => leb128::write_sleb_digits(is_negative, n_bits, digits, append_block(out)),
        }
    }
}

impl From<Nat> for Int {
    fn from(number: Nat) -> Self {
        Int(number.0.into())
    }
}

big_number! {
    Int(BigInt), "int", IntVisitor, IntBytes;
    /// Accepts the forms of our decoder, numbers and decimal text of other formats, and the serialized form: the sign,
    /// then the base-2³² digits, least significant first.
    fn deserialize;

    #[inline]
    fn visit_i64<E: de::Error>(self, v: i64) -> std::result::Result<Int, E> {
        Ok(Int(v.into()))
    }

    #[inline]
    fn visit_u64<E: de::Error>(self, v: u64) -> std::result::Result<Int, E> {
        Ok(Int(v.into()))
    }

    fn visit_i128<E: de::Error>(self, v: i128) -> std::result::Result<Int, E> {
        Ok(Int(BigInt::from(v)))
    }

    fn visit_u128<E: de::Error>(self, v: u128) -> std::result::Result<Int, E> {
        Ok(Int(BigInt::from(v)))
    }
}

/// The bytes inside the newtype: those of an `int` are borrowed from the message, those of a `nat` are an owned buffer.
struct IntBytes;

impl<'de> Visitor<'de> for IntBytes {
    type Value = Int;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the LEB128 bytes of an int or a nat")
    }

    fn visit_borrowed_bytes<E: de::Error>(self, v: &'de [u8]) -> std::result::Result<Int, E> {
        Ok(Int::from_sleb128(v))
    }

    /// Decodes the bytes of a `nat`. Serde's buffer for untagged enums passes an owned buffer on to this method.
    fn visit_bytes<E: de::Error>(self, v: &[u8]) -> std::result::Result<Int, E> {
        Ok(Nat::from_leb128(v).into())
    }
}
