//! Appends values to a byte vector. Nothing here can fail.
//!
//! Numbers are written in as few bytes as possible, one byte inline and more in a function that is
//! never inlined. Numbers of a fixed size need no function: `out.extend_from_slice(&n.to_le_bytes())`.

use crate::leb128::step::{self, CONTINUED, STEP_BITS};
use alloc::vec::Vec;

/// Up to so many bytes are copied by chunks. A chunk of 16 bytes takes some 35 instructions, by count
/// of WebAssembly operators; a call to copy memory is charged 100 and one for each byte on chain.
const MAX_SHORT: usize = 64;

/// Appends an unsigned LEB128 number.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_leb_u32(&mut out, 300);
/// assert_eq!(out, [0xac, 0x02]);
/// ```
#[inline]
pub fn write_leb_u32(out: &mut Vec<u8>, value: u32) {
    // Nearly all field ids are hashes, and most hashes take five bytes.
    if value < 1 << 28 {
        return write_leb_u64(out, u64::from(value));
    }
    let [a, b, c, d, e, ..] = (step::spread(u64::from(value)) | 0x8080_8080).to_le_bytes();
    out.extend_from_slice(&[a, b, c, d, e]);
}

/// Appends an unsigned LEB128 number.
#[inline]
pub fn write_leb_u64(out: &mut Vec<u8>, value: u64) {
    if value < 0x80 {
        out.push((value & 0x7f) as u8);
    } else {
        write_leb_u64_cold(out, value);
    }
}

/// Appends a length in memory as an unsigned LEB128 number.
#[inline]
pub fn write_len(out: &mut Vec<u8>, len: usize) {
    // No machine has more than 64 bits of addresses.
    write_leb_u64(out, len as u64);
}

/// Appends an unsigned LEB128 number: a `nat`.
#[inline]
pub fn write_leb_u128(out: &mut Vec<u8>, value: u128) {
    match u64::try_from(value) {
        Ok(value) => write_leb_u64(out, value),
        Err(_) => write_leb_u128_cold(out, value),
    }
}

/// Appends a signed LEB128 number: an opcode or a type index.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_sleb_i64(&mut out, -1);
/// candid_wire::writer::write_sleb_i64(&mut out, 64);
/// assert_eq!(out, [0x7f, 0xc0, 0x00]);
/// ```
#[inline]
pub fn write_sleb_i64(out: &mut Vec<u8>, value: i64) {
    if (-0x40..0x40).contains(&value) {
        out.push((value & 0x7f) as u8);
    } else {
        write_sleb_i64_cold(out, value);
    }
}

/// Appends a signed LEB128 number: an `int`.
#[inline]
pub fn write_sleb_i128(out: &mut Vec<u8>, value: i128) {
    match i64::try_from(value) {
        Ok(value) => write_sleb_i64(out, value),
        Err(_) => write_sleb_i128_cold(out, value),
    }
}

/// Appends bytes, as `out.extend_from_slice(bytes)` does, with fewer instructions when they are few.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_bytes(&mut out, b"DIDL");
/// assert_eq!(out, b"DIDL");
/// ```
#[inline]
pub fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    if bytes.len() <= MAX_SHORT {
        write_short::<false>(out, bytes);
    } else {
        out.extend_from_slice(bytes);
    }
}

/// Appends a `blob`: the length and the bytes.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_blob(&mut out, &[7, 8]);
/// assert_eq!(out, [2, 7, 8]);
/// ```
#[inline]
pub fn write_blob(out: &mut Vec<u8>, bytes: &[u8]) {
    if bytes.len() <= MAX_SHORT {
        write_short::<true>(out, bytes);
    } else {
        write_len(out, bytes.len());
        out.extend_from_slice(bytes);
    }
}

/// Appends a `text`: the length in bytes and the UTF-8.
#[inline]
pub fn write_text(out: &mut Vec<u8>, text: &str) {
    write_blob(out, text.as_bytes());
}

/// Appends a `principal`, which is also how a `service` is written: a flag, the length, the bytes.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_principal(&mut out, &[4]);
/// assert_eq!(out, [1, 1, 4]);
/// ```
#[inline]
pub fn write_principal(out: &mut Vec<u8>, bytes: &[u8]) {
    write_reference_flag(out);
    write_blob(out, bytes);
}

/// Appends the flag byte of a reference that is not opaque.
#[inline]
pub fn write_reference_flag(out: &mut Vec<u8>) {
    out.push(1);
}

#[cold]
#[inline(never)]
fn write_leb_u64_cold(out: &mut Vec<u8>, mut value: u64) {
    // Most numbers that come here are short, and two or three bytes are stored faster than eight.
    let byte = |shift: u32| (value >> shift & 0x7f) as u8;
    if value < 1 << 14 {
        out.extend_from_slice(&[byte(0) | 0x80, byte(7)]);
        return;
    }
    if value < 1 << 21 {
        out.extend_from_slice(&[byte(0) | 0x80, byte(7) | 0x80, byte(14)]);
        return;
    }
    if value >> STEP_BITS != 0 {
        write_step(out, value);
        value >>= STEP_BITS;
    }
    let n_bits = u64::BITS.wrapping_sub(value.leading_zeros());
    write_last_step(out, value, n_bits);
}

#[cold]
#[inline(never)]
fn write_sleb_i64_cold(out: &mut Vec<u8>, mut value: i64) {
    // As for unsigned numbers.
    let byte = |shift: u32| (value >> shift & 0x7f) as u8;
    if (-1 << 13..1 << 13).contains(&value) {
        out.extend_from_slice(&[byte(0) | 0x80, byte(7)]);
        return;
    }
    if (-1 << 20..1 << 20).contains(&value) {
        out.extend_from_slice(&[byte(0) | 0x80, byte(7) | 0x80, byte(14)]);
        return;
    }
    if !(-1 << (STEP_BITS - 1)..1 << (STEP_BITS - 1)).contains(&value) {
        write_step(out, value as u64);
        value >>= STEP_BITS;
    }
    // All bits that differ from the sign, and the sign.
    let differing = (value ^ (value >> 63)) as u64;
    let n_bits = (u64::BITS + 1).wrapping_sub(differing.leading_zeros());
    write_last_step(out, value as u64, n_bits);
}

#[cold]
#[inline(never)]
fn write_leb_u128_cold(out: &mut Vec<u8>, value: u128) {
    // The caller has seen that more than 64 bits are needed, so the rest is not 0.
    write_step(out, (value & 0xffff_ffff_ffff_ffff) as u64);
    write_leb_u128(out, value >> STEP_BITS);
}

#[cold]
#[inline(never)]
fn write_sleb_i128_cold(out: &mut Vec<u8>, value: i128) {
    // The caller has seen that more than 64 bits are needed, so the rest is not a mere sign.
    write_step(out, (value & 0xffff_ffff_ffff_ffff) as u64);
    write_sleb_i128(out, value >> STEP_BITS);
}

/// Appends the low 56 bits in eight bytes, all with the continuation bit.
fn write_step(out: &mut Vec<u8>, bits: u64) {
    out.extend_from_slice(&(step::spread(bits) | CONTINUED).to_le_bytes());
}

/// Appends the low `n_bits`, at least 1 and at most 56, and what `bits` has above them up to a whole
/// number of bytes, the last of which has no continuation bit.
///
/// Eight bytes are appended, which is one store, and those that are too many cut off again:
/// appending a slice whose length is not known costs a call to copy it.
fn write_last_step(out: &mut Vec<u8>, bits: u64, n_bits: u32) {
    let n_bytes = n_bits.div_ceil(7);
    let continued = CONTINUED & !(u64::MAX << ((n_bytes.wrapping_sub(1) & 7) * 8));
    let n_written = out.len().saturating_add(n_bytes as usize);
    out.extend_from_slice(&(step::spread(bits) | continued).to_le_bytes());
    out.truncate(n_written);
}

/// Appends at most [`MAX_SHORT`] bytes, behind their number if `HAS_LEN`, which costs less here than a call to copy
/// memory.
///
/// Loads and stores are of known sizes: what is shorter than 16 bytes becomes one word or two, the first and the last
/// half of which overlap, and what these have too many is cut off again.
#[inline(never)]
fn write_short<const HAS_LEN: bool>(out: &mut Vec<u8>, bytes: &[u8]) {
    let n = bytes.len();
    let n_bits = if HAS_LEN { 8 } else { 0 };
    if n >= 16 {
        if HAS_LEN {
            out.push((n & 0x7f) as u8);
        }
        return write_blocks(out, bytes);
    }
    let len = if HAS_LEN { n as u64 } else { 0 };
    let n_written = out.len().saturating_add(n).saturating_add(n_bits / 8);
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // Of eight bytes the last are the first, and all of them are cut off.
        let rest = u64::from_le_bytes(*last) >> (n.wrapping_neg() % 8 * 8);
        let word = u128::from(rest) << 64 | u128::from(u64::from_le_bytes(*first));
        out.extend_from_slice(&(word << n_bits | u128::from(len)).to_le_bytes());
    } else {
        let word = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            let rest = u64::from(u32::from_le_bytes(*last)) << (n % 4 * 8);
            rest | u64::from(u32::from_le_bytes(*first))
        } else {
            bytes
                .iter()
                .rev()
                .fold(0, |word, byte| word << 8 | u64::from(*byte))
        };
        out.extend_from_slice(&(word << n_bits | len).to_le_bytes());
    }
    out.truncate(n_written);
}

/// Appends 16 bytes or more, 16 at a time; the last 16 overlap what comes before.
#[inline(always)]
fn write_blocks(out: &mut Vec<u8>, bytes: &[u8]) {
    let last_start = out.len().saturating_add(bytes.len().saturating_sub(16));
    let mut rest = bytes;
    while let Some((block, tail)) = rest.split_first_chunk::<16>() {
        out.extend_from_slice(block);
        rest = tail;
    }
    if let (false, Some(last)) = (rest.is_empty(), bytes.last_chunk::<16>()) {
        out.truncate(last_start);
        out.extend_from_slice(last);
    }
}
