//! LEB128 numbers of any size, converted to and from the digits of number libraries.
//!
//! Eight LEB128 bytes carry 56 bits, and each step converts as many, so the time is linear in the size of the number,
//! unlike with an arithmetic library that shifts the whole number by seven bits per byte. There is no intermediate
//! buffer.

mod digits;
pub(crate) mod parse;
pub(crate) mod step;

pub use digits::{
    is_negative, iter_leb_digits, iter_sleb_digits, leb_digits, sleb_digits, write_leb_digits,
    write_sleb_digits, Block,
};

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
