//! LEB128 numbers of any size, converted to and from the digits of number libraries.
//!
//! Eight LEB128 bytes carry 56 bits, and each step converts as many, so the time is linear in the size of the number,
//! unlike with an arithmetic library that shifts the whole number by seven bits per byte. There is no intermediate
//! buffer: digits are read and written one by one.

mod digits;
pub(crate) mod parse;
pub(crate) mod step;

use parse::sign_extend;
use step::{CONTINUED, LEB_STEP, STEP_BITS};

pub use digits::Digits;

/// Returns the digits of the unsigned number `leb`, to the base 2³², least significant first. There may be zeros at the
/// end.
///
/// `leb` is one number as returned by [`Reader::read_leb_raw`](crate::reader::Reader::read_leb_raw); continuation bits
/// are ignored.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::leb_digits;
///
/// assert!(leb_digits(&[0xff, 0x03]).eq([511]));
/// assert!(leb_digits(&[0x80, 0x00]).eq([0])); // 0, padded
/// ```
#[must_use]
pub fn leb_digits(leb: &[u8]) -> Digits<'_> {
    Digits::new(leb, false)
}

/// Returns whether the signed number `leb` is negative, and the digits of its magnitude, as [`leb_digits`] does.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::sleb_digits;
///
/// let (is_negative, digits) = sleb_digits(&[0x80, 0x7e]);
/// assert!(is_negative && digits.eq([256]));
/// ```
#[must_use]
pub fn sleb_digits(leb: &[u8]) -> (bool, Digits<'_>) {
    let is_negative = leb.last().is_some_and(|last| sign_extend(*last) < 0);
    (is_negative, Digits::new(leb, is_negative))
}

/// Returns the number `leb` if it fits 64 bits, with any amount of padding.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::leb_to_u64;
///
/// assert_eq!(leb_to_u64(&[0xff, 0x80, 0x00]), Some(127));
/// assert_eq!(leb_to_u64(&[0xff; 11]), None);
/// ```
#[must_use]
pub fn leb_to_u64(leb: &[u8]) -> Option<u64> {
    leb_to_u128(leb)?.try_into().ok()
}

/// Returns the number `leb` if it fits 128 bits, with any amount of padding.
#[must_use]
pub fn leb_to_u128(leb: &[u8]) -> Option<u128> {
    parse::parse_leb_u128(leb).ok().map(|(value, _)| value)
}

/// Returns the signed number `leb` if it fits 64 bits, with any amount of padding.
#[must_use]
pub fn sleb_to_i64(leb: &[u8]) -> Option<i64> {
    sleb_to_i128(leb)?.try_into().ok()
}

/// Returns the signed number `leb` if it fits 128 bits, with any amount of padding.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::sleb_to_i128;
///
/// assert_eq!(sleb_to_i128(&[0xff, 0xff, 0x7f]), Some(-1));
/// ```
#[must_use]
pub fn sleb_to_i128(leb: &[u8]) -> Option<i128> {
    parse::parse_sleb_i128(leb).ok().map(|(value, _)| value)
}

/// Writes the number with the bits of `words`, least significant first, as LEB128 in as many bytes as `n_bits` take,
/// passing them to `append` eight at a time. Zeros follow the last word.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::write_leb_words;
///
/// let mut out = vec![];
/// write_leb_words(9, [511], |bytes| out.extend_from_slice(bytes));
/// assert_eq!(out, [0xff, 0x03]);
/// ```
pub fn write_leb_words(
    n_bits: u64,
    words: impl IntoIterator<Item = u64>,
    mut append: impl FnMut(&[u8]),
) {
    let mut words = words.into_iter();
    // The remainder of the last word: after seven steps it is a step of its own.
    let (mut rest, mut n_rest) = (0, 0);
    let mut next_step = || {
        let mut step = rest;
        if n_rest < STEP_BITS {
            let word = words.next().unwrap_or(0);
            step |= word << n_rest;
            rest = word >> STEP_BITS.wrapping_sub(n_rest);
            n_rest = n_rest.wrapping_add(u64::BITS - STEP_BITS);
        } else {
            (rest, n_rest) = (0, 0);
        }
        (step::spread(step) | CONTINUED).to_le_bytes()
    };
    let n_before_last = n_bits.saturating_sub(1) / 7;
    for _ in 0..n_before_last / LEB_STEP as u64 {
        append(&next_step());
    }
    let n_before_last = (n_before_last % LEB_STEP as u64) as usize;
    let mut bytes = next_step();
    if let Some(last) = bytes.get_mut(n_before_last) {
        *last &= 0x7f;
    }
    append(bytes.get(..=n_before_last).unwrap_or_default());
}

/// Writes the signed number with the magnitude `words`, least significant first, as signed LEB128 in as many bytes as
/// `n_bits` take: the bits of its two's complement, including a sign bit.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::write_sleb_magnitude;
///
/// let mut out = vec![];
/// write_sleb_magnitude(true, 9, [256], |bytes| out.extend_from_slice(bytes));
/// assert_eq!(out, [0x80, 0x7e]); // -256
/// ```
pub fn write_sleb_magnitude(
    is_negative: bool,
    n_bits: u64,
    words: impl IntoIterator<Item = u64>,
    append: impl FnMut(&[u8]),
) {
    if !is_negative {
        return write_leb_words(n_bits, words, append);
    }
    let mut carry = true;
    let negated = words.into_iter().chain(core::iter::repeat(0)).map(|word| {
        let (word, overflows) = (!word).overflowing_add(carry.into());
        carry = overflows;
        word
    });
    write_leb_words(n_bits, negated, append);
}
