//! LEB128 numbers of any size, to and from the bytes that number libraries take.
//!
//! Eight LEB128 bytes carry 56 bits, which are seven bytes: all functions here move eight bytes to
//! seven or back per step, so they are linear in the size of the number, as an arithmetic library
//! that shifts the whole number by seven bits per byte is not.

pub(crate) mod parse;
pub(crate) mod step;

use alloc::vec::Vec;
use parse::sign_extend;
use step::{CONTINUED, LEB_STEP, PLAIN_STEP};

/// Returns the bytes of the unsigned number that `leb` is, least significant byte first, without
/// zeros at the end: none for 0.
///
/// `leb` is one number as [`Reader::read_leb_raw`](crate::reader::Reader::read_leb_raw) returns it;
/// continuation bits are ignored.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::leb_to_le_bytes;
///
/// assert_eq!(leb_to_le_bytes(&[0xff, 0x03]), [0xff, 0x01]); // 511
/// assert_eq!(leb_to_le_bytes(&[0x80, 0x00]), []); // 0, padded
/// ```
#[must_use]
pub fn leb_to_le_bytes(leb: &[u8]) -> Vec<u8> {
    let mut bytes = unpack(leb, 0);
    trim_end(&mut bytes, 0, |_, last| last == 0);
    bytes
}

/// Returns the bytes of the signed number that `leb` is in two's complement, least significant byte
/// first, as few as keep the sign: none for 0.
///
/// `leb` is one number as [`Reader::read_leb_raw`](crate::reader::Reader::read_leb_raw) returns it;
/// continuation bits are ignored.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::sleb_to_twos_complement;
///
/// assert_eq!(sleb_to_twos_complement(&[0x7f]), [0xff]); // -1
/// assert_eq!(sleb_to_twos_complement(&[0xff, 0x01]), [0xff, 0x00]); // 255
/// assert_eq!(sleb_to_twos_complement(&[0x80, 0x7e]), [0x00, 0xff]); // -256
/// ```
#[must_use]
pub fn sleb_to_twos_complement(leb: &[u8]) -> Vec<u8> {
    let is_negative = leb.last().is_some_and(|last| sign_extend(*last) < 0);
    let mut bytes = unpack(leb, if is_negative { u64::MAX } else { 0 });
    trim_end(&mut bytes, 0, |before, last| {
        matches!((before, last), (0..=0x7f, 0) | (0x80.., 0xff))
    });
    bytes
}

/// Returns the number that `leb` is if it fits 64 bits, however far it is padded.
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

/// Returns the number that `leb` is if it fits 128 bits, however far it is padded.
#[must_use]
pub fn leb_to_u128(leb: &[u8]) -> Option<u128> {
    parse::parse_leb_u128(leb).ok().map(|(value, _)| value)
}

/// Returns the signed number that `leb` is if it fits 64 bits, however far it is padded.
#[must_use]
pub fn sleb_to_i64(leb: &[u8]) -> Option<i64> {
    sleb_to_i128(leb)?.try_into().ok()
}

/// Returns the signed number that `leb` is if it fits 128 bits, however far it is padded.
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

/// Appends the unsigned number with the bytes `le`, least significant byte first, as LEB128, in as
/// few bytes as possible.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::write_leb_le_bytes;
///
/// let mut out = vec![];
/// write_leb_le_bytes(&mut out, &[0xff, 0x01, 0x00]); // 511
/// assert_eq!(out, [0xff, 0x03]);
/// ```
pub fn write_leb_le_bytes(out: &mut Vec<u8>, le: &[u8]) {
    let start = out.len();
    pack(out, le, 0);
    trim_end(out, start.saturating_add(1), |_, last| last == 0x80);
    finish(out);
}

/// Appends the signed number with the bytes `le` in two's complement, least significant byte first,
/// as signed LEB128, in as few bytes as possible. No bytes stand for 0.
///
/// # Examples
///
/// ```
/// use candid_wire::leb128::write_sleb_twos_complement;
///
/// let mut out = vec![];
/// write_sleb_twos_complement(&mut out, &[0x00, 0xff, 0xff]); // -256
/// assert_eq!(out, [0x80, 0x7e]);
/// ```
pub fn write_sleb_twos_complement(out: &mut Vec<u8>, le: &[u8]) {
    let is_negative = le.last().is_some_and(|last| *last >= 0x80);
    let start = out.len();
    pack(out, le, if is_negative { u64::MAX } else { 0 });
    // The last byte is not needed where the one before has the same sign bit, 0x40.
    let sign_byte = if is_negative { 0xff } else { 0x80 };
    trim_end(out, start.saturating_add(1), |before, last| {
        last == sign_byte && (before ^ last) & 0x40 == 0
    });
    finish(out);
}

/// The bits that `leb` carries as bytes, then those of `fill`, up to a whole number of steps.
fn unpack(leb: &[u8], fill: u64) -> Vec<u8> {
    let n_steps = leb.len().div_ceil(LEB_STEP);
    let mut bytes = Vec::with_capacity(n_steps.saturating_mul(PLAIN_STEP));
    let mut chunks = leb.chunks_exact(LEB_STEP);
    for chunk in &mut chunks {
        unpack_step(&mut bytes, chunk, 0);
    }
    if !chunks.remainder().is_empty() {
        unpack_step(&mut bytes, chunks.remainder(), fill);
    }
    bytes
}

fn unpack_step(bytes: &mut Vec<u8>, chunk: &[u8], fill: u64) {
    let mut word = fill;
    for byte in chunk.iter().rev() {
        word = word << 8 | u64::from(*byte);
    }
    let [step @ .., _] = step::join(word).to_le_bytes();
    bytes.extend_from_slice(&step);
}

/// Appends the bits of `le`, then those of `fill`, in LEB128 bytes that all have the continuation
/// bit; at least one bit of `fill`, so that the last byte tells the sign.
fn pack(out: &mut Vec<u8>, le: &[u8], fill: u64) {
    // One step more than fits exactly, so that there is always room for the sign.
    let n_steps = (le.len() / PLAIN_STEP).saturating_add(1);
    out.reserve(n_steps.saturating_mul(LEB_STEP));
    let mut chunks = le.chunks_exact(PLAIN_STEP);
    for chunk in &mut chunks {
        pack_step(out, chunk, 0);
    }
    pack_step(out, chunks.remainder(), fill);
}

fn pack_step(out: &mut Vec<u8>, chunk: &[u8], fill: u64) {
    let mut bits = fill;
    for byte in chunk.iter().rev() {
        bits = bits << 8 | u64::from(*byte);
    }
    out.extend_from_slice(&(step::spread(bits) | CONTINUED).to_le_bytes());
}

/// Takes the continuation bit off the last byte.
fn finish(out: &mut [u8]) {
    if let Some(last) = out.last_mut() {
        *last &= 0x7f;
    }
}

/// Shortens `bytes` down to `min_len` while the last one is redundant after the one before it, which
/// counts as 0 where there is none.
fn trim_end(bytes: &mut Vec<u8>, min_len: usize, is_redundant: impl Fn(u8, u8) -> bool) {
    let mut kept = bytes.as_slice();
    while kept.len() > min_len {
        let Some((last, rest)) = kept.split_last() else {
            break;
        };
        if !is_redundant(rest.last().copied().unwrap_or(0), *last) {
            break;
        }
        kept = rest;
    }
    let len = kept.len();
    bytes.truncate(len);
}
