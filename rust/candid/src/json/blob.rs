//! Bytes as text: base64 and hexadecimal digits.

use crate::json::options::BlobEncoding;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HEX: &[u8; 16] = b"0123456789abcdef";

/// The number of bytes that are written at once, so that the text of a large blob is not in memory as a whole: divisible by
/// three, because base64 writes groups of three bytes.
pub(super) const CHUNK: usize = 3 * 1024;

/// Appends the text of the bytes. Only the last of several chunks may have a length that [`CHUNK`] does not divide.
pub(super) fn encode(bytes: &[u8], encoding: BlobEncoding, out: &mut String) {
    let digit = |n: usize| char::from(BASE64.get(n & 63).copied().unwrap_or(b'='));
    match encoding {
        BlobEncoding::Hex => {
            for byte in bytes {
                for half in [byte >> 4, byte & 15] {
                    out.push(char::from(
                        HEX.get(usize::from(half)).copied().unwrap_or(b'0'),
                    ));
                }
            }
        }
        BlobEncoding::Base64 => {
            for group in bytes.chunks(3) {
                let mut bits = 0;
                for i in 0..3 {
                    bits = bits << 8 | usize::from(group.get(i).copied().unwrap_or(0));
                }
                for i in 0..4 {
                    let is_digit = i <= group.len();
                    out.push(if is_digit {
                        digit(bits >> (18 - 6 * i))
                    } else {
                        '='
                    });
                }
            }
        }
    }
}

/// Returns the bytes that this text stands for, if it is what [`encode`] writes; hexadecimal digits in either case.
pub(super) fn decode(text: &str, encoding: BlobEncoding) -> Option<Vec<u8>> {
    match encoding {
        BlobEncoding::Hex => decode_hex(text.as_bytes()),
        BlobEncoding::Base64 => decode_base64(text.as_bytes()),
    }
}

fn decode_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.chunks(2).map(byte).collect()
}

fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let n_groups = text.len() / 4;
    for (i, group) in text.chunks(4).enumerate() {
        let n_digits = match group {
            [_, _, b'=', b'='] if i + 1 == n_groups => 2,
            [_, _, _, b'='] if i + 1 == n_groups => 3,
            _ => 4,
        };
        let mut bits = 0u32;
        for byte in group.iter().take(n_digits) {
            bits = bits << 6 | u32::from(digit(*byte)?);
        }
        bits <<= 6 * (4 - n_digits);
        let [_, decoded @ ..] = bits.to_be_bytes();
        let (kept, unused) = decoded.split_at_checked(n_digits - 1)?;
        // One text for each blob.
        if unused.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(kept);
    }
    Some(bytes)
}
