//! Infallible functions that append encoded values to a byte vector.
//!
//! Numbers are written in as few bytes as possible, single bytes inline and longer numbers outlined. Numbers of a fixed
//! size need no function: `out.extend_from_slice(&n.to_le_bytes())`.

use crate::leb128::step::{self, CONTINUED, STEP_BITS};
use crate::mechanisms;
use alloc::vec::Vec;

mod big;

pub use big::{write_leb_digits, write_lebs, write_sleb_digits, write_slebs};

/// Up to this many bytes are copied in chunks. A chunk of 16 bytes takes some 35 instructions, counted in WebAssembly
/// operators; a bulk memory copy is charged 100 and one per byte on chain.
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
    write_leb_u64(out, u64::from(value));
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

/// Appends fields of a type table: the id of each, and the code of its type.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_fields(&mut out, [(1, -1), (300, 2)]);
/// assert_eq!(out, [1, 0x7f, 0xac, 0x02, 2]);
/// ```
#[inline]
pub fn write_fields(out: &mut Vec<u8>, fields: impl IntoIterator<Item = (u32, i64)>) {
    // As a local, its parts are not stored and reloaded for each field.
    let mut vec = core::mem::take(out);
    for (id, code) in fields {
        if mechanisms::LEB_BY_WORDS && (-0x40..0x2000).contains(&code) && !exceeds_capacity(&vec, 8)
        {
            let (continued, n_bits) = frame(id);
            let low = (code & 0x7f) as u64;
            let (code, n) = if code < 0x40 {
                (low, n_bits / 8 + 1)
            } else {
                (low | 0x80 | (code as u64 >> 7) << 8, n_bits / 8 + 2)
            };
            let word = step::spread(id.into()) | continued | code << n_bits;
            let n_written = vec.len().wrapping_add(n);
            vec.extend_from_slice(&word.to_le_bytes());
            vec.truncate(n_written);
            continue;
        }
        *out = vec;
        write_leb_u64(out, id.into());
        write_sleb_i64(out, code);
        vec = core::mem::take(out);
    }
    *out = vec;
}

/// Appends one field of a type table: the id, and the byte of its type.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_field(&mut out, 300, 0x7f);
/// assert_eq!(out, [0xac, 0x02, 0x7f]);
/// ```
#[inline]
pub fn write_field(out: &mut Vec<u8>, id: u32, code: u8) {
    if mechanisms::LEB_BY_WORDS && !exceeds_capacity(out, 8) {
        let (continued, n_bits) = frame(id);
        let word = step::spread(id.into()) | continued | u64::from(code) << n_bits;
        let n_written = out.len().wrapping_add(n_bits / 8 + 1);
        out.extend_from_slice(&word.to_le_bytes());
        out.truncate(n_written);
    } else {
        write_leb_u64(out, id.into());
        out.push(code);
    }
}

/// Returns the number of bytes of an id.
#[inline]
pub fn id_len(id: u32) -> usize {
    frame(id).1 / 8
}

/// Returns the continuation bits of an id, and the number of bits after which its type begins.
#[inline(always)]
fn frame(id: u32) -> (u64, usize) {
    // Nearly all ids are hashes, most of which take five bytes.
    match id {
        0x1000_0000.. => (0x8080_8080, 40),
        0x20_0000.. => (0x80_8080, 32),
        0x4000.. => (0x8080, 24),
        0x80.. => (0x80, 16),
        _ => (0, 8),
    }
}

/// Appends a `usize` length as an unsigned LEB128 number.
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

/// Appends bytes as `out.extend_from_slice(bytes)` does, with fewer instructions if they are few.
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
    if mechanisms::SHORT_WRITES && bytes.len() <= MAX_SHORT {
        write_short::<0>(out, 0, bytes);
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
    if mechanisms::SHORT_WRITES && bytes.len() <= MAX_SHORT {
        write_short::<1>(out, bytes.len() as u64, bytes);
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

/// Appends a `principal`, which is also the encoding of a `service`: a flag, the length, the bytes.
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
    if mechanisms::SHORT_WRITES && bytes.len() <= MAX_SHORT {
        write_short::<2>(out, (bytes.len() as u64) << 8 | 1, bytes);
    } else {
        write_reference_flag(out);
        write_blob(out, bytes);
    }
}

/// Appends many principals, each as [`write_principal`] does, with fewer instructions if they are short. If the
/// iterator panics, `out` is left empty.
///
/// # Examples
///
/// ```
/// let mut out = vec![];
/// candid_wire::writer::write_principals(&mut out, [&[4][..], &[]]);
/// assert_eq!(out, [1, 1, 4, 1, 0]);
/// ```
#[inline]
pub fn write_principals<'a>(out: &mut Vec<u8>, principals: impl IntoIterator<Item = &'a [u8]>) {
    // As a local, its parts are not stored and reloaded for each principal.
    let mut vec = core::mem::take(out);
    for bytes in principals {
        let n = bytes.len();
        if n < 8 {
            if (4..=6).contains(&n) && !exceeds_capacity(&vec, 8) {
                if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
                    let n_written = vec.len().wrapping_add(n).wrapping_add(2);
                    let word = four_to_seven(first, last, n) << 16 | (n as u64) << 8 | 1;
                    vec.extend_from_slice(&word.to_le_bytes());
                    vec.truncate(n_written);
                    continue;
                }
            }
        } else if n < 15 && !exceeds_capacity(&vec, 16) {
            // The principal of a canister has ten bytes.
            if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
                let n_written = vec.len().wrapping_add(n).wrapping_add(2);
                let word = eight_to_sixteen(first, last, n) << 16 | (n as u128) << 8 | 1;
                vec.extend_from_slice(&word.to_le_bytes());
                vec.truncate(n_written);
                continue;
            }
        }
        *out = vec;
        write_principal(out, bytes);
        vec = core::mem::take(out);
    }
    *out = vec;
}

/// Appends the flag byte of a reference that is not opaque.
#[inline]
pub fn write_reference_flag(out: &mut Vec<u8>) {
    out.push(1);
}

#[cold]
#[inline(never)]
fn write_leb_u64_cold(out: &mut Vec<u8>, mut value: u64) {
    // Most numbers here are short, and two or three bytes are stored faster than eight.
    let byte = |shift: u32| (value >> shift & 0x7f) as u8;
    if !mechanisms::LEB_BY_WORDS || exceeds_capacity(out, 8) {
        return write_leb_by_byte(out, value);
    }
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
fn write_leb_by_byte(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push((value & 0x7f) as u8);
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
    // The caller has checked that more than 64 bits are needed, so the rest is not 0.
    write_step(out, (value & 0xffff_ffff_ffff_ffff) as u64);
    write_leb_u128(out, value >> STEP_BITS);
}

#[cold]
#[inline(never)]
fn write_sleb_i128_cold(out: &mut Vec<u8>, value: i128) {
    // The caller has checked that more than 64 bits are needed, so the rest is not just the sign.
    write_step(out, (value & 0xffff_ffff_ffff_ffff) as u64);
    write_sleb_i128(out, value >> STEP_BITS);
}

/// Appends the low 56 bits in eight bytes, all with the continuation bit.
fn write_step(out: &mut Vec<u8>, bits: u64) {
    out.extend_from_slice(&(step::spread(bits) | CONTINUED).to_le_bytes());
}

/// Appends the low `n_bits`, at least 1 and at most 56, and the bits of `bits` above them up to a whole number of
/// bytes, the last of which has no continuation bit.
///
/// Eight bytes are appended, which is one store, and the excess is truncated: appending a slice of unknown length costs
/// a call to copy it.
fn write_last_step(out: &mut Vec<u8>, bits: u64, n_bits: u32) {
    let n_bytes = n_bits.div_ceil(7);
    let continued = CONTINUED & !(u64::MAX << ((n_bytes.wrapping_sub(1) & 7) * 8));
    let n_written = out.len().saturating_add(n_bytes as usize);
    out.extend_from_slice(&(step::spread(bits) | continued).to_le_bytes());
    out.truncate(n_written);
}

/// Appends the low `N_PREFIX` bytes of `prefix`, at most two, and then at most [`MAX_SHORT`] bytes, for less than a
/// bulk memory copy.
///
/// Loads and stores are of constant sizes: up to 16 bytes are one word or two, made of the first and the last half of
/// `bytes`, which overlap, and the excess is truncated.
#[inline(never)]
fn write_short<const N_PREFIX: usize>(out: &mut Vec<u8>, prefix: u64, bytes: &[u8]) {
    // Neither overflows: `bytes` are few, and the second counts only where there is capacity.
    let n = bytes.len().wrapping_add(N_PREFIX);
    let n_written = out.len().wrapping_add(n);
    let n_bits = N_PREFIX * 8;
    if n > 16 || exceeds_capacity(out, 16) {
        let prefix = prefix.to_le_bytes();
        out.extend_from_slice(prefix.get(..N_PREFIX).unwrap_or_default());
        return write_blocks(out, bytes);
    }
    if n > 8 || bytes.len() > 7 {
        let word = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => eight_to_sixteen(first, last, bytes.len()),
            _ => u128::from(up_to_seven(bytes)),
        };
        out.extend_from_slice(&(word << n_bits | u128::from(prefix)).to_le_bytes());
    } else {
        out.extend_from_slice(&(up_to_seven(bytes) << n_bits | prefix).to_le_bytes());
    }
    out.truncate(n_written);
}

/// Returns whether `n` more bytes exceed the capacity. Memory that was reserved for the exact content must not grow for
/// bytes that are truncated again.
#[inline(always)]
fn exceeds_capacity(out: &Vec<u8>, n: usize) -> bool {
    out.capacity().wrapping_sub(out.len()) < n
}

/// Returns the bytes, at most seven, as a little-endian word.
#[inline(always)]
fn up_to_seven(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return four_to_seven(first, last, bytes.len());
    }
    bytes
        .iter()
        .rev()
        .fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Returns `n` bytes, four to seven, as a little-endian word, from the first four and the last four.
#[inline(always)]
fn four_to_seven(first: &[u8; 4], last: &[u8; 4], n: usize) -> u64 {
    u64::from(u32::from_le_bytes(*last)) << (n % 4 * 8) | u64::from(u32::from_le_bytes(*first))
}

/// Returns `n` bytes, eight to sixteen, as a little-endian word, from the first eight and the last eight. For eight
/// bytes the word has excess bytes, for sixteen it is exact.
#[inline(always)]
fn eight_to_sixteen(first: &[u8; 8], last: &[u8; 8], n: usize) -> u128 {
    let rest = u64::from_le_bytes(*last) >> (n.wrapping_neg() % 8 * 8);
    u128::from(rest) << 64 | u128::from(u64::from_le_bytes(*first))
}

/// Appends bytes 16 at a time; the last 16 overlap the ones before.
#[inline(always)]
fn write_blocks(out: &mut Vec<u8>, bytes: &[u8]) {
    let Some(last) = bytes.last_chunk::<16>() else {
        return out.extend_from_slice(bytes);
    };
    let last_start = out.len().saturating_add(bytes.len().saturating_sub(16));
    let mut rest = bytes;
    while let Some((block, tail)) = rest.split_first_chunk::<16>() {
        out.extend_from_slice(block);
        rest = tail;
    }
    if !rest.is_empty() {
        out.truncate(last_start);
        out.extend_from_slice(last);
    }
}
