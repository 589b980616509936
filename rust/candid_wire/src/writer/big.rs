//! Appends many numbers, mostly short ones; numbers of any size, from their digits.

use super::{exceeds_capacity, write_bytes};
use crate::leb128::{self, Block};
use alloc::vec::Vec;
use core::mem::take;

/// Appends many numbers as LEB128: those of which `short` returns the value here, others, and those for which capacity
/// is short, with `other`. If either panics, `out` is left empty.
///
/// # Examples
///
/// ```
/// use candid_wire::writer::{write_leb_u64, write_lebs};
///
/// let mut out = vec![];
/// let short = |number: &u64| u32::try_from(*number).ok();
/// write_lebs(&mut out, &[5, 300, 1 << 40], short, |out, number| write_leb_u64(out, *number));
/// assert_eq!(out, [0x05, 0xac, 0x02, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]);
/// ```
#[inline]
pub fn write_lebs<T>(
    out: &mut Vec<u8>,
    numbers: &[T],
    short: impl Fn(&T) -> Option<u32>,
    other: impl Fn(&mut Vec<u8>, &T),
) {
    let bytes_of = |number: &T| {
        let bits = short(number)?;
        // Each length on its own, so that it is a constant.
        if bits < 0x80 {
            Some(up_to_four(bits, 1))
        } else if bits < 0x4000 {
            Some(up_to_four(bits, 2))
        } else if bits < 0x20_0000 {
            Some(up_to_four(bits, 3))
        } else if bits < 0x1000_0000 {
            Some(up_to_four(bits, 4))
        } else {
            None
        }
    };
    write_short_or(out, numbers, bytes_of, other);
}

/// Appends many numbers as signed LEB128, as [`write_lebs`] does.
#[inline]
pub fn write_slebs<T>(
    out: &mut Vec<u8>,
    numbers: &[T],
    short: impl Fn(&T) -> Option<i32>,
    other: impl Fn(&mut Vec<u8>, &T),
) {
    let bytes_of = |number: &T| {
        let value = short(number)?;
        let bits = value.cast_unsigned();
        // The last byte carries the sign in its bit 0x40.
        if (-0x40..0x40).contains(&value) {
            Some(up_to_four(bits, 1))
        } else if (-0x2000..0x2000).contains(&value) {
            Some(up_to_four(bits, 2))
        } else if (-0x10_0000..0x10_0000).contains(&value) {
            Some(up_to_four(bits, 3))
        } else if (-0x800_0000..0x800_0000).contains(&value) {
            Some(up_to_four(bits, 4))
        } else {
            None
        }
    };
    write_short_or(out, numbers, bytes_of, other);
}

/// Returns the low bits of a number as `n` bytes of LEB128, at most four, and `n`.
#[inline(always)]
fn up_to_four(bits: u32, n: usize) -> (u32, usize) {
    let byte = |i: u32| (bits >> (7 * i) & 0x7f) << (8 * i);
    let word = match n {
        1 => byte(0),
        2 => byte(0) | byte(1) | 0x80,
        3 => byte(0) | byte(1) | byte(2) | 0x8080,
        _ => byte(0) | byte(1) | byte(2) | byte(3) | 0x80_8080,
    };
    (word, n)
}

/// Appends numbers of which `short` returns the bytes and their number, at most four, and others with `other`.
#[inline(always)]
fn write_short_or<T>(
    out: &mut Vec<u8>,
    numbers: &[T],
    short: impl Fn(&T) -> Option<(u32, usize)>,
    other: impl Fn(&mut Vec<u8>, &T),
) {
    // As a local, its parts are not stored and reloaded for each number.
    let mut vec = take(out);
    for number in numbers {
        if let Some((word, n)) = short(number) {
            if !exceeds_capacity(&vec, 4) {
                let n_written = vec.len().wrapping_add(n);
                vec.extend_from_slice(&word.to_le_bytes());
                vec.truncate(n_written);
                continue;
            }
        }
        *out = vec;
        other(out, number);
        vec = take(out);
    }
    *out = vec;
}

/// Appends the number with these digits to the base 2³², least significant first, as LEB128 in as many bytes as
/// `n_bits` take.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_leb_digits(&mut out, 9, [511]);
/// assert_eq!(out, [0xff, 0x03]);
/// ```
pub fn write_leb_digits(
    out: &mut Vec<u8>,
    n_bits: u64,
    digits: impl IntoIterator<Item = u32, IntoIter: ExactSizeIterator>,
) {
    reserve_bits(out, n_bits);
    leb128::write_leb_digits(n_bits, digits, |block, n| write_block(out, block, n));
}

/// Appends the signed number with the magnitude `digits` as signed LEB128 in as many bytes as `n_bits` take: the bits
/// of its two's complement, including a sign bit.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_sleb_digits(&mut out, true, 9, [256]);
/// assert_eq!(out, [0x80, 0x7e]);
/// ```
pub fn write_sleb_digits(
    out: &mut Vec<u8>,
    is_negative: bool,
    n_bits: u64,
    digits: impl IntoIterator<Item = u32, IntoIter: ExactSizeIterator>,
) {
    reserve_bits(out, n_bits);
    leb128::write_sleb_digits(is_negative, n_bits, digits, |block, n| {
        write_block(out, block, n);
    });
}

/// The minimum size in bits of numbers that capacity is reserved for.
const MIN_RESERVED: u64 = 1024;

/// Reserves capacity for a large number of `n_bits` bits. Appended in blocks, its bytes would make the buffer double,
/// and be copied each time.
fn reserve_bits(out: &mut Vec<u8>, n_bits: u64) {
    if n_bits < MIN_RESERVED {
        return;
    }
    if let Ok(n_bytes) = n_bits.div_ceil(7).try_into() {
        let _ = out.try_reserve(n_bytes);
    }
}

/// Appends the first `n` bytes of a block.
#[inline(always)]
fn write_block(out: &mut Vec<u8>, block: &Block, n: usize) {
    let bytes = block.as_flattened();
    if n < bytes.len() && exceeds_capacity(out, bytes.len()) {
        return write_bytes(out, bytes.get(..n).unwrap_or_default());
    }
    let n_written = out.len().wrapping_add(n);
    out.extend_from_slice(bytes);
    if n < bytes.len() {
        out.truncate(n_written);
    }
}
