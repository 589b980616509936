//! Text that is plain ASCII, as most is: known to be UTF-8 eight bytes at a time.
//!
//! The one place of this crate with `unsafe`. Std's validation takes 2.8 instructions a byte on
//! wasm32, looking for ASCII half of one: a text of 2 MiB is decoded in 3.1 M instructions, without this in
//! 7.9 M. Texts that are not ASCII go the usual way.
#![allow(
    unsafe_code,
    reason = "std makes a str of checked ASCII without checking it again only so"
)]

use crate::error::Result;
use candid_wire::reader::Reader;

/// Reads a text.
///
/// # Errors
///
/// Those of [`Reader::read_text`].
#[inline]
pub(crate) fn read_text<'de>(reader: &mut Reader<'de>) -> Result<&'de str> {
    let mut ahead = reader.clone();
    match ahead.read_blob() {
        Ok(bytes) if is_ascii(bytes) => {
            *reader = ahead;
            // SAFETY: `from_utf8_unchecked` says "The bytes passed in must be valid UTF-8." All of them are
            // ASCII, and "UTF-8 is a superset of ASCII" (documentation of `char::is_ascii`'s
            // module and of `str`): a byte below 0x80 is a character of its own.
            Ok(unsafe { std::str::from_utf8_unchecked(bytes) })
        }
        _ => Ok(reader.read_text()?),
    }
}

/// Returns whether the visitor is serde's own for `String`, which takes a `String` as it is. Settled by the
/// compiler, which knows the name.
#[inline(always)]
pub(crate) fn is_string_visitor<V>() -> bool {
    let name = std::any::type_name::<V>();
    name == "serde_core::de::impls::StringVisitor" || name == "serde::de::impls::StringVisitor"
}

/// The top bit of each byte, which no ASCII character has.
const TOP_BITS: u64 = 0x8080_8080_8080_8080;

/// How many words are looked at together.
const N_WORDS: usize = 32;

/// Returns whether all bytes of a block are ASCII. Not inlined: in a loop the compiler works the address of
/// each word out.
#[inline(never)]
fn is_block_ascii(words: &[[u8; 8]; N_WORDS]) -> bool {
    let any = words
        .iter()
        .fold(0, |any, word| any | u64::from_ne_bytes(*word));
    any & TOP_BITS == 0
}

/// Returns whether all bytes are ASCII.
#[inline(always)]
fn is_ascii(bytes: &[u8]) -> bool {
    // Up to sixteen bytes are two words, which overlap.
    if bytes.len() > 16 {
        return is_long_ascii(bytes);
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & TOP_BITS == 0
        }
        _ => is_short_ascii(bytes),
    }
}

/// As [`is_ascii`], for fewer than eight bytes.
#[inline(always)]
fn is_short_ascii(bytes: &[u8]) -> bool {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            let any = u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last);
            u64::from(any) & TOP_BITS == 0
        }
        _ => bytes.iter().all(|byte| byte.is_ascii()),
    }
}

/// As [`is_ascii`], for more than eight bytes.
#[inline(never)]
fn is_long_ascii(bytes: &[u8]) -> bool {
    let mut blocks = bytes.chunks_exact(8 * N_WORDS);
    for block in &mut blocks {
        if !is_block_ascii(bytemuck::from_bytes(block)) {
            return false;
        }
    }
    let words = blocks.remainder().chunks_exact(8);
    // What is left of the last word is in one that overlaps.
    let last = bytes
        .last_chunk()
        .map_or(0, |last| u64::from_ne_bytes(*last));
    let any = words.fold(last, |any, word| {
        any | u64::from_ne_bytes(*bytemuck::from_bytes(word))
    });
    any & TOP_BITS == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_is_told_wherever_another_byte_stands() {
        for len in (0..80).chain(500..520) {
            let mut bytes = vec![0x7f; len];
            assert!(is_ascii(&bytes), "{len}");
            for at in 0..len {
                bytes[at] = 0x80;
                assert!(!is_ascii(&bytes), "{at} of {len}");
                bytes[at] = 0;
            }
        }
    }

    #[test]
    fn texts_and_errors_are_those_of_the_reader() {
        let texts: [&[u8]; 7] = [
            b"",
            b"plain",
            "h\u{e9}llo, plain for a while and then not: \u{10ffff}".as_bytes(),
            b"\xff",
            b"0123456789012345678901234567890123456789\xed\xa0\x80",
            b"\xc0\x80",
            b"cut short \xe2\x82",
        ];
        for text in texts {
            for missing in [0, 1] {
                let mut message = vec![u8::try_from(text.len()).unwrap()];
                message.extend_from_slice(text);
                message.truncate(message.len().saturating_sub(missing));
                let (mut ours, mut plain) = (Reader::new(&message), Reader::new(&message));
                let found = read_text(&mut ours).map_err(|error| error.to_string());
                let expected = plain
                    .read_text()
                    .map_err(|e| crate::Error::from(e).to_string());
                assert_eq!(found, expected);
                assert_eq!(ours.offset(), plain.offset());
            }
        }
    }
}
