//! Parsing of LEB128 numbers of 64 and 128 bits from the front of a slice.
//!
//! Nine bytes carry 63 bits, so a 64-bit number is one group of nine bytes and one more byte, a 128-bit number two
//! groups and one more byte. Working by groups keeps the 128-bit arithmetic, which a 32-bit machine has to emulate, out
//! of the loop.

use super::step;
use crate::error::WireErrorKind;
use crate::limits::MAX_LEB64_LEN;

/// A number and the input after it.
pub(crate) type Parsed<'a, T> = Result<(T, &'a [u8]), WireErrorKind>;

/// The number of bytes in a group.
const GROUP_BYTES: usize = 9;
/// The number of bits in a group.
const GROUP_BITS: u32 = 63;

// A 64-bit number may take one group and one byte, which holds the last bit.
const _: () = assert!(GROUP_BYTES + 1 == MAX_LEB64_LEN);

/// Returns the bits of one byte as a signed number.
#[inline(always)]
pub(crate) const fn sign_extend(byte: u8) -> i8 {
    ((byte << 1) as i8) >> 1
}

/// Parses an unsigned number of at most 64 bits in at most ten bytes.
pub(crate) fn parse_leb_u64(bytes: &[u8]) -> Parsed<'_, u64> {
    let group = parse_group(bytes)?;
    if group.is_last {
        return Ok((group.bits, group.rest));
    }
    match group.rest.split_first() {
        None => Err(WireErrorKind::Truncated),
        Some((0x80.., _)) => Err(WireErrorKind::LebTooLong),
        Some((&byte @ (0 | 1), rest)) => Ok((group.bits | u64::from(byte) << GROUP_BITS, rest)),
        Some(_) => Err(WireErrorKind::LebOverflow),
    }
}

/// Parses a signed number of at most 64 bits in at most ten bytes.
pub(crate) fn parse_sleb_i64(bytes: &[u8]) -> Parsed<'_, i64> {
    let group = parse_group(bytes)?;
    if group.is_last {
        return Ok((group.signed(), group.rest));
    }
    match group.rest.split_first() {
        None => Err(WireErrorKind::Truncated),
        Some((0x80.., _)) => Err(WireErrorKind::LebTooLong),
        // The tenth byte has one bit of the number, and six that repeat it.
        Some((0, rest)) => Ok((group.bits as i64, rest)),
        Some((0x7f, rest)) => Ok(((group.bits | 1 << GROUP_BITS) as i64, rest)),
        Some(_) => Err(WireErrorKind::LebOverflow),
    }
}

/// Parses an unsigned number of at most 128 bits in any number of bytes.
pub(crate) fn parse_leb_u128(bytes: &[u8]) -> Parsed<'_, u128> {
    let low = parse_group(bytes)?;
    if low.is_last {
        return Ok((u128::from(low.bits), low.rest));
    }
    let high = parse_group(low.rest)?;
    let value = u128::from(low.bits) | u128::from(high.bits) << GROUP_BITS;
    if high.is_last {
        return Ok((value, high.rest));
    }
    match high.rest.split_first() {
        None => Err(WireErrorKind::Truncated),
        Some((byte, rest)) => {
            let top = byte & 0x7f;
            let rest = if *byte < 0x80 {
                rest
            } else {
                skip_padding(rest, 0)?
            };
            if top > 0b11 {
                return Err(WireErrorKind::LebOverflow);
            }
            Ok((value | u128::from(top) << (2 * GROUP_BITS), rest))
        }
    }
}

/// Parses a signed number of at most 128 bits in any number of bytes.
pub(crate) fn parse_sleb_i128(bytes: &[u8]) -> Parsed<'_, i128> {
    let low = parse_group(bytes)?;
    if low.is_last {
        return Ok((i128::from(low.signed()), low.rest));
    }
    let high = parse_group(low.rest)?;
    if high.is_last {
        let value = i128::from(high.signed()) << GROUP_BITS | i128::from(low.bits);
        return Ok((value, high.rest));
    }
    match high.rest.split_first() {
        None => Err(WireErrorKind::Truncated),
        Some((byte, rest)) => {
            let top = sign_extend(*byte);
            let rest = if *byte < 0x80 {
                rest
            } else {
                skip_padding(rest, if top < 0 { 0x7f } else { 0 })?
            };
            // Two bits of the number, and five that repeat the sign.
            if !(-0b10..=0b01).contains(&top) {
                return Err(WireErrorKind::LebOverflow);
            }
            let value = i128::from(top) << (2 * GROUP_BITS)
                | i128::from(high.bits) << GROUP_BITS
                | i128::from(low.bits);
            Ok((value, rest))
        }
    }
}

/// Up to nine bytes of a number.
struct Group<'a> {
    bits: u64,
    n_bits: u32,
    /// Whether the number ends here.
    is_last: bool,
    rest: &'a [u8],
}

impl Group<'_> {
    /// Returns the bits as a signed number, with the highest one as the sign.
    #[inline]
    fn signed(&self) -> i64 {
        // At least one byte was read, so the shift is less than 64.
        let shift = u64::BITS.wrapping_sub(self.n_bits);
        (self.bits << shift) as i64 >> shift
    }
}

#[inline(always)]
fn parse_group(bytes: &[u8]) -> Result<Group<'_>, WireErrorKind> {
    match bytes.split_first_chunk() {
        Some((step, rest)) => parse_whole_group(bytes, u64::from_le_bytes(*step), rest),
        None => parse_last_group(bytes),
    }
}

/// Parses a group of `bytes` that starts with the bytes of `word`, followed by `rest`.
#[inline(always)]
fn parse_whole_group<'a>(
    bytes: &'a [u8],
    word: u64,
    rest: &'a [u8],
) -> Result<Group<'a>, WireErrorKind> {
    let bits = step::join(word);
    let ends = !word & step::CONTINUED;
    if ends != 0 {
        // The position of the first clear continuation bit.
        let n_bytes = (ends.trailing_zeros() >> 3).wrapping_add(1);
        let n_bits = n_bytes.wrapping_mul(7);
        return Ok(Group {
            bits: bits & ((1 << n_bits) - 1),
            n_bits,
            is_last: true,
            rest: bytes.get(n_bytes as usize..).unwrap_or_default(),
        });
    }
    let Some((&byte, rest)) = rest.split_first() else {
        return Err(WireErrorKind::Truncated);
    };
    Ok(Group {
        bits: bits | u64::from(byte & 0x7f) << step::STEP_BITS,
        n_bits: GROUP_BITS,
        is_last: byte < 0x80,
        rest,
    })
}

/// Parses a group near the end of the input: the number has fewer than eight bytes or is truncated.
#[inline(never)]
fn parse_last_group(bytes: &[u8]) -> Result<Group<'_>, WireErrorKind> {
    let mut group = Group {
        bits: 0,
        n_bits: 0,
        is_last: true,
        rest: bytes,
    };
    while let Some((&byte, rest)) = group.rest.split_first() {
        // Fewer than eight bytes, so the shift is less than 56.
        group.bits |= u64::from(byte & 0x7f) << group.n_bits;
        group.n_bits = group.n_bits.wrapping_add(7);
        group.rest = rest;
        if byte < 0x80 {
            return Ok(group);
        }
    }
    Err(WireErrorKind::Truncated)
}

/// Skips bytes that only repeat the sign of the number, and returns the input after it.
fn skip_padding(bytes: &[u8], padding: u8) -> Result<&[u8], WireErrorKind> {
    let mut rest = bytes;
    let mut is_padding = true;
    while let Some((byte, tail)) = rest.split_first() {
        is_padding &= byte & 0x7f == padding;
        rest = tail;
        if *byte < 0x80 {
            return if is_padding {
                Ok(rest)
            } else {
                Err(WireErrorKind::LebOverflow)
            };
        }
    }
    Err(WireErrorKind::Truncated)
}
