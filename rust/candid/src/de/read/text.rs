//! Text decoding with a fast path for ASCII: validated and copied eight bytes at a time.
//!
//! The only file of this crate with `unsafe`. On wasm32, std's validation takes 2.8 instructions per byte of ASCII, the
//! check here half an instruction. Other texts are validated by `utf8.rs`.
#![allow(
    unsafe_code,
    reason = "std has no safe conversion of checked ASCII to str without a second check"
)]

use crate::de::cost;
use crate::de::read::utf8::is_utf8;
use crate::de::state::State;
use crate::error::Result;
use crate::util::mechanisms;
use candid_wire::reader::Reader;
use candid_wire::text::to_string;

/// Reads a text.
///
/// # Errors
///
/// Those of [`Reader::read_text`].
#[inline(always)]
pub(crate) fn read_text<'de>(reader: &mut Reader<'de>) -> Result<&'de str> {
    let mut ahead = reader.clone();
    match ahead.read_blob() {
        Ok(bytes) if mechanisms::TEXTS_BY_WORDS && is_text(bytes) => {
            *reader = ahead;
            // SAFETY: `from_utf8_unchecked` says "The bytes passed in must be valid UTF-8." Either all of them are
            // ASCII, and "UTF-8 is a superset of ASCII" (documentation of `char::is_ascii`'s
            // module and of `str`): a byte below 0x80 is a character of its own. Or `is_utf8` accepts them, which
            // accepts what `std::str::from_utf8` does: "this function checks to ensure that the bytes are valid UTF-8".
            Ok(unsafe { std::str::from_utf8_unchecked(bytes) })
        }
        _ => Ok(reader.read_text()?),
    }
}

/// Reads an ASCII text of at most 16 bytes. Returns `None`, consuming nothing, for any other input, for which the
/// caller uses [`read_string`].
#[inline(always)]
pub(crate) fn try_read_short<'de>(reader: &mut Reader<'de>) -> Option<&'de str> {
    let mut ahead = reader.clone();
    let bytes = ahead.read_blob().ok()?;
    if bytes.len() > 16 || !is_short_ascii(bytes) {
        return None;
    }
    *reader = ahead;
    // SAFETY: as in `read_text`.
    Some(unsafe { std::str::from_utf8_unchecked(bytes) })
}

/// Reads a text into a `String` and charges for it.
pub(crate) fn read_string(state: &mut State<'_>) -> Result<String> {
    let len = state.reader.rest().first().copied().unwrap_or(0);
    macro_rules! by_size {
        ($($size:literal)*) => {
            match usize::from(len).div_ceil(WORD) * WORD {
                $($size => read_by_words::<$size>(state),)*
                _ => read_any_string(state),
            }
        };
    }
    by_size!(24 32 40 48 56 64 72 80 88 96 104 112 120)
}

/// Reads a text of `SIZE` bytes, or up to seven fewer.
///
/// ASCII is copied by whole words, and the excess of the last one is truncated. On chain, a copy of a length unknown to
/// the compiler costs 100 instructions and one per byte, a word four. Outlined for the same reason as
/// [`is_block_ascii`].
#[inline(never)]
fn read_by_words<const SIZE: usize>(state: &mut State<'_>) -> Result<String> {
    let Some((bytes, len, rest)) = split_text::<SIZE>(state.reader.rest()) else {
        return read_any_string(state);
    };
    state.reader.advance_to(rest);
    state.budget.charge(cost::bytes(len))?;
    let mut copy = Vec::with_capacity(SIZE);
    // In two pieces, because a longer copy becomes a bulk memory operation.
    let (first, second) = bytes.split_at(SIZE.min(8 * WORD));
    copy.extend_from_slice(first);
    copy.extend_from_slice(second);
    copy.truncate(len);
    // SAFETY: `from_utf8_unchecked` asks for "valid UTF-8" of the bytes passed in. They are those that `split_text`
    // found to be ASCII, as in [`read_text`].
    Ok(unsafe { String::from_utf8_unchecked(copy) })
}

/// Returns the words that contain the text at the start of the input, the length of the text in bytes, and the input
/// after it. Returns `None` if the text is not ASCII, or if the input after it does not fill the last word.
#[inline(always)]
fn split_text<const SIZE: usize>(input: &[u8]) -> Option<(&[u8; SIZE], usize, &[u8])> {
    let (&len, text) = input.split_first()?;
    let len = usize::from(len);
    let too_much = SIZE.checked_sub(len).filter(|n| *n < WORD)?;
    let bytes: &[u8; SIZE] = text.first_chunk()?;
    let (words, last) = bytes.split_last_chunk()?;
    let last = u64::from_le_bytes(*last) & (u64::MAX >> (8 * too_much));
    (any_of(words, last) & TOP_BITS == 0).then_some((bytes, len, text.get(len..)?))
}

/// Reads a text of any length and content.
#[inline(never)]
fn read_any_string(state: &mut State<'_>) -> Result<String> {
    let text = read_text(&mut state.reader)?;
    state.budget.charge(cost::bytes(text.len()))?;
    Ok(to_string(text))
}

/// The top bit of each byte, clear in ASCII.
const TOP_BITS: u64 = 0x8080_8080_8080_8080;

/// The number of bytes in a word.
const WORD: usize = 8;

/// Returns the bits that are set in any of the words, or in `last`.
#[inline(always)]
fn any_of(words: &[u8], last: u64) -> u64 {
    words.chunks_exact(WORD).fold(last, |any, word| {
        any | u64::from_le_bytes(*bytemuck::from_bytes(word))
    })
}

/// The number of words tested together.
const N_WORDS: usize = 32;

/// Returns whether all bytes of a block are ASCII. Outlined: in a loop the compiler computes the address of each word.
#[inline(never)]
fn is_block_ascii(words: &[[u8; 8]; N_WORDS]) -> bool {
    let any = words
        .iter()
        .fold(0, |any, word| any | u64::from_ne_bytes(*word));
    any & TOP_BITS == 0
}

/// Returns whether the bytes are UTF-8: nearly always ASCII.
#[inline(always)]
fn is_text(bytes: &[u8]) -> bool {
    match bytes.len() {
        ..=16 => is_short_ascii(bytes) || is_utf8(bytes),
        _ => is_long_text(bytes),
    }
}

/// Returns whether all bytes, of at most two words, are ASCII.
#[inline(always)]
fn is_short_ascii(bytes: &[u8]) -> bool {
    // The first and last words overlap, as do the halves of a single word.
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & TOP_BITS == 0;
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            let any = u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last);
            u64::from(any) & TOP_BITS == 0
        }
        _ => bytes.iter().all(|byte| byte.is_ascii()),
    }
}

/// As [`is_text`], for more than eight bytes.
#[inline(never)]
fn is_long_text(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((block, after)) = rest.split_first_chunk::<{ WORD * N_WORDS }>() {
        if !is_block_ascii(bytemuck::cast_ref(block)) {
            return is_utf8(rest);
        }
        rest = after;
    }
    // The remainder is in a last word that overlaps the one before.
    let last = bytes
        .last_chunk()
        .map_or(0, |last| u64::from_ne_bytes(*last));
    let any = rest.chunks_exact(WORD).fold(last, |any, word| {
        any | u64::from_ne_bytes(*bytemuck::from_bytes(word))
    });
    any & TOP_BITS == 0 || is_utf8(rest)
}

#[cfg(test)]
mod tests;
