//! `Nat`: a natural number of any size, Candid's `nat`.

use crate::data::big_number::big_number;
use crate::data::decimal::parse_natural;
use crate::data::leb128_io::read_raw;
use crate::error::{Error, Result};
use crate::ser::buffer::{append_block, Buffer, Write as _};
use crate::util::digits::pp_num_str;
use candid_wire::leb128;
use candid_wire::limits::MAX_LEB64_LEN;
use candid_wire::writer;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use serde::de::value::{SeqAccessDeserializer, SeqDeserializer};
use serde::de::{self, Deserialize, Unexpected, Visitor};
use std::fmt;
use std::io::{Read, Write};
use std::str::FromStr;

/// A natural number of any size: the type `nat`.
///
/// Arithmetic and comparison work with every unsigned type of Rust on either side.
///
/// # Panics
///
/// Subtraction panics if the result is negative, division and remainder if the divisor is zero.
///
/// # Examples
///
/// ```
/// use candid::Nat;
///
/// let supply: Nat = "1_000_000_000_000_000_000_000".parse()?;
/// let double = supply.clone() * 2u8 + 1u8;
/// assert!(double > supply);
/// assert_eq!(double.to_string(), "2_000_000_000_000_000_000_001");
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Nat(pub BigUint);

impl Nat {
    /// Parses a decimal number; `_` may separate digits.
    ///
    /// # Errors
    ///
    /// If `v` is anything else.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::Nat;
    ///
    /// assert_eq!(Nat::parse(b"1_000")?, 1000u32);
    /// assert!(Nat::parse(b"-1").is_err());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn parse(v: &[u8]) -> Result<Self> {
        match parse_natural(v) {
            Some(number) => Ok(Nat(number)),
            None => Err(not_a_number("a natural number", v)),
        }
    }

    /// Writes the number as LEB128, the encoding of a `nat` value.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::Nat;
    ///
    /// let mut bytes = vec![];
    /// Nat::from(624_485u32).encode(&mut bytes)?;
    /// assert_eq!(bytes, [0xe5, 0x8e, 0x26]);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn encode<W>(&self, w: &mut W) -> Result<()>
    where
        W: ?Sized + Write,
    {
        let mut bytes = Vec::new();
        self.write_leb128(&mut bytes);
        Ok(w.write_all(&bytes)?)
    }

    /// Reads one LEB128 number without reading beyond it, in time linear in its length.
    ///
    /// # Errors
    ///
    /// If the input ends within the number ([`Error::is_truncated`]), and those of the reader.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::Nat;
    ///
    /// assert_eq!(Nat::decode(&mut &[0xe5, 0x8e, 0x26][..])?, 624_485u32);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn decode<R>(r: &mut R) -> Result<Self>
    where
        R: Read,
    {
        Ok(Nat::from_leb128(&read_raw(r)?))
    }

    /// Returns the number encoded by the bytes of one LEB128 number.
    pub(crate) fn from_leb128(leb: &[u8]) -> Self {
        let small = is_short(leb).then(|| leb128::leb_to_u64(leb)).flatten();
        match small {
            Some(small) => Nat(small.into()),
            None => Nat::from_long_leb128(leb),
        }
    }

    /// Returns the number encoded by the bytes of one LEB128 number, likely of more than 64 bits.
    #[inline]
    pub(crate) fn from_long_leb128(leb: &[u8]) -> Self {
        Nat(big_from_digits(
            || leb128::leb_digits(leb),
            leb128::iter_leb_digits(leb),
        ))
    }

    /// Returns the number if it has one digit.
    #[inline(always)]
    pub(crate) fn to_short(&self) -> Option<u32> {
        let mut digits = self.0.iter_u32_digits();
        match digits.len() {
            0 | 1 => Some(digits.next().unwrap_or(0)),
            _ => None,
        }
    }

    /// Appends the number as LEB128.
    #[inline]
    pub(crate) fn write_leb128<B: Buffer>(&self, out: &mut B) {
        match big_to_u64(&self.0) {
            Some(small) => out.leb_u64(small),
            None => self.write_leb128_cold(out),
        }
    }

    #[cold]
    #[inline(never)]
    fn write_leb128_cold<B: Buffer>(&self, out: &mut B) {
        let n_bits = self.0.bits();
        let digits = self.0.iter_u32_digits();
        match out.__as_vec() {
            Some(out) => writer::write_leb_digits(out, n_bits, digits),
            None => leb128::write_leb_digits(n_bits, digits, append_block(out)),
        }
    }
}

/// Returns whether these may be the bytes of a 64-bit number: decided by their count, because long numbers are long to
/// scan. Building such a number from digits would allocate.
pub(crate) fn is_short(leb: &[u8]) -> bool {
    leb.len() <= MAX_LEB64_LEN
}

/// Returns the error for text that is not a number, with only the start of long text.
#[cold]
pub(crate) fn not_a_number(expected: &str, found: &[u8]) -> Error {
    const SHOWN: usize = 40;
    let text = String::from_utf8_lossy(found.get(..4 * SHOWN).unwrap_or(found));
    let start: String = text.chars().take(SHOWN).collect();
    let more = if start.len() < found.len() { "…" } else { "" };
    Error::msg(format_args!("expected {expected}, found {start:?}{more}"))
}

impl From<Nat> for BigInt {
    fn from(number: Nat) -> Self {
        number.0.into()
    }
}

big_number! {
    Nat(BigUint), "nat", NatVisitor, NatBytes;
    /// Accepts the forms of our decoder, numbers and decimal text of other formats, and the serialized form: the
    /// base-2³² digits, least significant first.
    fn deserialize;

    #[inline]
    fn visit_u64<E: de::Error>(self, v: u64) -> std::result::Result<Nat, E> {
        Ok(Nat(v.into()))
    }

    fn visit_i64<E: de::Error>(self, v: i64) -> std::result::Result<Nat, E> {
        match u64::try_from(v) {
            Ok(v) => self.visit_u64(v),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(v), &self)),
        }
    }

    fn visit_u128<E: de::Error>(self, v: u128) -> std::result::Result<Nat, E> {
        Ok(Nat(BigUint::from(v)))
    }

    fn visit_i128<E: de::Error>(self, v: i128) -> std::result::Result<Nat, E> {
        match u128::try_from(v) {
            Ok(v) => self.visit_u128(v),
            Err(_) => Err(E::invalid_value(
                Unexpected::Other("a negative number"),
                &self,
            )),
        }
    }
}

/// Returns the number if it fits 64 bits. The two digits are combined here, because num-bigint does it in a loop.
#[inline]
pub(crate) fn big_to_u64(number: &BigUint) -> Option<u64> {
    if cfg!(target_pointer_width = "64") {
        return number.to_u64();
    }
    let mut digits = number.iter_u32_digits();
    if digits.len() > 2 {
        return None;
    }
    let mut digit = || u64::from(digits.next().unwrap_or_default());
    let low = digit();
    Some(digit() << 32 | low)
}

/// Builds a big number from its digits, given in both forms. Where num-bigint's digits have 32 bits, as on wasm32, it
/// takes a vector of them unchanged. Elsewhere, its serde implementation is the only constructor that takes them one by
/// one: all others need them in memory first.
#[inline]
pub(crate) fn big_from_digits(
    digits: impl FnOnce() -> Vec<u32>,
    one_by_one: impl Iterator<Item = u32>,
) -> BigUint {
    if cfg!(target_pointer_width = "32") {
        return BigUint::new(digits());
    }
    let one_by_one = SeqDeserializer::<_, de::value::Error>::new(one_by_one);
    BigUint::deserialize(one_by_one).unwrap_or_else(|_| BigUint::new(digits()))
}

/// The bytes inside the newtype.
struct NatBytes;

impl Visitor<'_> for NatBytes {
    type Value = Nat;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the LEB128 bytes of a nat")
    }

    fn visit_bytes<E: de::Error>(self, v: &[u8]) -> std::result::Result<Nat, E> {
        Ok(Nat::from_leb128(v))
    }
}
