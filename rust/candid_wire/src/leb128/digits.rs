//! Numbers of any size to and from the digits of number libraries, in blocks.
//!
//! A block is 32 LEB128 bytes, which carry 224 bits: seven digits of 32 bits. All shifts are known to the compiler, so
//! a step of eight bytes takes some 50 instructions on wasm32 in either direction, with variable shifts over 100.

use super::parse::sign_extend;
use super::step::{self, CONTINUED, LEB_STEP, STEP_BITS};
use alloc::vec::Vec;

/// The number of steps in a block.
const STEPS: usize = 4;
/// The number of LEB128 bytes in a block.
const BLOCK_BYTES: usize = STEPS * LEB_STEP;
/// The number of digits in a block.
const DIGITS: usize = 7;

// A block is full in both forms.
const _: () = assert!(STEPS * STEP_BITS as usize == DIGITS * u32::BITS as usize);

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
/// assert_eq!(leb_digits(&[0xff, 0x03]), [511]);
/// assert_eq!(leb_digits(&[0x85, 0x80, 0x80, 0x80, 0x80, 0x00]), [5]); // padded
/// ```
#[must_use]
#[inline]
pub fn leb_digits(leb: &[u8]) -> Vec<u32> {
    digits(leb, 0)
}

/// Returns the digits of the magnitude of the signed number `leb`, as [`leb_digits`] does; its sign is that of
/// [`is_negative`].
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::sleb_digits;
///
/// assert_eq!(sleb_digits(&[0x80, 0x7e]), [256]); // -256
/// ```
#[must_use]
#[inline]
pub fn sleb_digits(leb: &[u8]) -> Vec<u32> {
    digits(leb, if is_negative(leb) { u64::MAX } else { 0 })
}

/// Returns the digits of [`leb_digits`] one by one, for libraries whose own digits are others: there may be zeros at the
/// end.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::iter_leb_digits;
///
/// assert!(iter_leb_digits(&[0xff, 0x03]).eq([511]));
/// ```
pub fn iter_leb_digits(leb: &[u8]) -> impl Iterator<Item = u32> + '_ {
    iter_digits(leb, 0)
}

/// Returns the digits of [`sleb_digits`] one by one, as [`iter_leb_digits`] does.
pub fn iter_sleb_digits(leb: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let mut carry = is_negative(leb);
    iter_digits(leb, if carry { u64::MAX } else { 0 }).map(move |digit| {
        let (digit, overflows) = digit.overflowing_add(carry.into());
        carry = overflows;
        digit
    })
}

/// Returns whether the signed number `leb` is negative.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::is_negative;
///
/// assert!(is_negative(&[0x80, 0x7e]));
/// assert!(!is_negative(&[0xff, 0x00]));
/// ```
#[must_use]
pub fn is_negative(leb: &[u8]) -> bool {
    leb.last().is_some_and(|last| sign_extend(*last) < 0)
}

/// Returns how many digits hold the bits of so many LEB128 bytes.
fn n_digits(n_bytes: usize) -> usize {
    let n_bits = (n_bytes as u64).saturating_mul(7);
    // There are no more digits than bytes.
    usize::try_from(n_bits.div_ceil(u32::BITS.into())).unwrap_or(n_bytes)
}

fn iter_digits(leb: &[u8], flip: u64) -> impl Iterator<Item = u32> + '_ {
    let blocks = leb.chunks(BLOCK_BYTES).flat_map(move |chunk| {
        // Bytes that end up as zeros.
        let mut block = [(flip & 0x7f) as u8; BLOCK_BYTES];
        for (to, from) in block.iter_mut().zip(chunk) {
            *to = *from;
        }
        let mut steps = [0; STEPS];
        for (step, bytes) in steps.iter_mut().zip(block.as_chunks().0) {
            *step = step::join(u64::from_le_bytes(*bytes) ^ flip);
        }
        let mut digits = Digits::default();
        join_steps(steps, &mut digits);
        digits.map(u32::from_le_bytes)
    });
    blocks.take(n_digits(leb.len()))
}

/// Returns the digits of the magnitude of `leb`. All bits of `flip` are those above the number: copies of the sign.
#[inline(never)]
fn digits(leb: &[u8], flip: u64) -> Vec<u32> {
    let n_digits = n_digits(leb.len());
    let mut digits = Vec::with_capacity(n_digits);
    let mut blocks = leb.chunks_exact(BLOCK_BYTES);
    for block in &mut blocks {
        let mut steps = [0; STEPS];
        for (step, bytes) in steps.iter_mut().zip(block.as_chunks().0) {
            *step = step::join(u64::from_le_bytes(*bytes) ^ flip);
        }
        let mut block = Digits::default();
        join_steps(steps, &mut block);
        digits.extend(block.iter().map(|digit| u32::from_le_bytes(*digit)));
    }
    let (whole, partial) = blocks.remainder().as_chunks();
    let partial = if partial.is_empty() {
        0
    } else {
        // The last bytes of the number, with those of the step before first.
        let word = match leb.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => partial
                .iter()
                .fold(0, |word, byte| word >> 8 | u64::from(*byte) << STEP_BITS),
        };
        let n_excess = LEB_STEP.wrapping_sub(partial.len());
        step::join((word ^ flip) >> (n_excess % LEB_STEP * 8))
    };
    // A block without an array, which would be in memory.
    let step = |i| match whole.get(i) {
        Some(bytes) => step::join(u64::from_le_bytes(*bytes) ^ flip),
        None if i == whole.len() => partial,
        None => 0,
    };
    let mut last = Digits::default();
    join_steps([step(0), step(1), step(2), step(3)], &mut last);
    let n_left = n_digits.wrapping_sub(digits.len());
    let last = last.iter().map(|digit| u32::from_le_bytes(*digit));
    if n_left == DIGITS {
        digits.extend(last);
    } else {
        digits.extend(last.take(n_left));
    }
    if flip != 0 {
        // The magnitude is the complement plus one, and needs no more bits than those of `leb`.
        for digit in &mut digits {
            let overflows;
            (*digit, overflows) = digit.overflowing_add(1);
            if !overflows {
                break;
            }
        }
    }
    // The highest digit is zero where the highest bits are only padding: number libraries would look for more of them.
    if digits.last() == Some(&0) {
        digits.pop();
    }
    digits
}

/// The digits of a block, as bytes.
type Digits = [[u8; 4]; DIGITS];

/// Stores the digits of a block. The steps are stored on top of each other, 56 bits apart: shifting them into digits takes 35
/// instructions more, and returning the digits 27.
#[inline(always)]
fn join_steps([a, b, c, d]: [u64; STEPS], digits: &mut Digits) {
    let bytes = digits.as_flattened_mut();
    let mut put = |offset, step: u64| {
        let to = bytes.get_mut(offset..).and_then(<[u8]>::first_chunk_mut);
        if let Some(to) = to {
            *to = step.to_le_bytes();
        }
    };
    put(0, a);
    put(7, b);
    put(14, c);
    // Eight bytes from the 21st on would not fit.
    put(20, c >> 48 | d << 8);
}

/// Eight LEB128 bytes four times: a block.
pub type Block = [[u8; LEB_STEP]; STEPS];

/// Writes the number with these digits to the base 2³², least significant first, as LEB128 in as many bytes as `n_bits`
/// take. Zeros follow the last digit.
///
/// The bytes are passed to `append` in blocks, with the number of bytes of the block that belong to the number: all,
/// but for the last block.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::write_leb_digits;
///
/// let mut out = vec![];
/// write_leb_digits(9, [511], |block, n| out.extend_from_slice(&block.as_flattened()[..n]));
/// assert_eq!(out, [0xff, 0x03]);
/// ```
#[inline]
pub fn write_leb_digits(
    n_bits: u64,
    digits: impl IntoIterator<Item = u32, IntoIter: ExactSizeIterator>,
    append: impl FnMut(&Block, usize),
) {
    write_digits(n_bits, digits.into_iter(), |digit| digit, append);
}

/// Writes the signed number with the magnitude `digits`, as [`write_leb_digits`] does, as signed LEB128 in as many
/// bytes as `n_bits` take: the bits of its two's complement, including a sign bit.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::write_sleb_digits;
///
/// let mut out = vec![];
/// write_sleb_digits(true, 9, [256], |block, n| out.extend_from_slice(&block.as_flattened()[..n]));
/// assert_eq!(out, [0x80, 0x7e]); // -256
/// ```
#[inline]
pub fn write_sleb_digits(
    is_negative: bool,
    n_bits: u64,
    digits: impl IntoIterator<Item = u32, IntoIter: ExactSizeIterator>,
    append: impl FnMut(&Block, usize),
) {
    let digits = digits.into_iter();
    if !is_negative {
        return write_digits(n_bits, digits, |digit| digit, append);
    }
    let mut carry = true;
    let negate = |digit: u32| {
        let (digit, overflows) = (!digit).overflowing_add(carry.into());
        carry = overflows;
        digit
    };
    write_digits(n_bits, digits, negate, append);
}

#[inline(always)]
fn write_digits(
    n_bits: u64,
    mut digits: impl ExactSizeIterator<Item = u32>,
    mut each: impl FnMut(u32) -> u32,
    mut append: impl FnMut(&Block, usize),
) {
    // At least one byte.
    let mut n_before_last = n_bits.saturating_sub(1) / 7;
    if n_before_last >= BLOCK_BYTES as u64 {
        // Blocks that have all digits and are not the last: without zeros in place of digits, 40 instructions fewer.
        let n_blocks = (n_before_last / BLOCK_BYTES as u64).min((digits.len() / DIGITS) as u64);
        for _ in 0..n_blocks {
            let Some(digits) = all_digits(|| digits.next().map(&mut each)) else {
                return;
            };
            append(&spread_digits(digits), BLOCK_BYTES);
        }
        n_before_last = n_before_last.wrapping_sub(n_blocks.wrapping_mul(BLOCK_BYTES as u64));
    }
    loop {
        let mut next = || each(digits.next().unwrap_or(0));
        // Not `map`, which the compiler does not always inline.
        let digits = [next(), next(), next(), next(), next(), next(), next()];
        let mut block = spread_digits(digits);
        match usize::try_from(n_before_last) {
            Ok(n) if n < BLOCK_BYTES => {
                if let Some(last) = block.as_flattened_mut().get_mut(n) {
                    *last &= 0x7f;
                }
                return append(&block, n.wrapping_add(1));
            }
            _ => append(&block, BLOCK_BYTES),
        }
        n_before_last = n_before_last.wrapping_sub(BLOCK_BYTES as u64);
    }
}

#[inline(always)]
fn all_digits(mut next: impl FnMut() -> Option<u32>) -> Option<[u32; DIGITS]> {
    Some([
        next()?,
        next()?,
        next()?,
        next()?,
        next()?,
        next()?,
        next()?,
    ])
}

/// Returns the bytes of a block, none of them the last one of a number.
#[inline(always)]
fn spread_digits(digits: [u32; DIGITS]) -> Block {
    let [a, b, c, d, e, f, g] = digits.map(u64::from);
    let step = |bits| (step::spread(bits) | CONTINUED).to_le_bytes();
    [
        step(a | b << 32),
        step(b >> 24 | c << 8 | d << 40),
        step(d >> 16 | e << 16 | f << 48),
        step(f >> 8 | g << 24),
    ]
}
