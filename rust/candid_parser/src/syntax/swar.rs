//! Word-parallel (SWAR) byte scanning, eight bytes at a time: a third of the instructions of a byte-by-byte scan for
//! words and comments.

/// Returns the position of the next line feed, or of the end.
pub(super) fn end_of_line(bytes: &[u8], mut pos: usize) -> usize {
    let mut pairs = bytes.get(pos..).unwrap_or_default().chunks_exact(16);
    for pair in &mut pairs {
        let (first, second) = (line_feeds(chunk(pair, 0)), line_feeds(chunk(pair, 8)));
        let (found, before) = match first {
            0 => (second, 8),
            _ => (first, 0),
        };
        if found != 0 {
            return pos + before + found.trailing_zeros() as usize / 8;
        }
        pos += 16;
    }
    let rest = pairs.remainder();
    pos + rest
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(rest.len())
}

/// Returns a mask with the highest bit of the first byte that is a line feed, and perhaps of later bytes; 0 if there is
/// none.
#[inline(always)]
fn line_feeds(chunk: u64) -> u64 {
    let differences = chunk ^ all(b'\n');
    differences.wrapping_sub(all(1)) & !differences & all(0x80)
}

/// Returns a chunk of one byte repeated.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Returns the eight bytes at `pos`, the first one lowest; zeros after the end.
#[inline(always)]
pub(super) fn chunk(bytes: &[u8], pos: usize) -> u64 {
    match bytes.get(pos..pos + 8).map(TryInto::try_into) {
        Some(Ok(chunk)) => u64::from_le_bytes(chunk),
        _ => last_chunk(bytes, pos),
    }
}

#[cold]
fn last_chunk(bytes: &[u8], pos: usize) -> u64 {
    let rest = bytes.get(pos..).unwrap_or_default().iter();
    let mut chunk = [0; 8];
    for (to, from) in chunk.iter_mut().zip(rest) {
        *to = *from;
    }
    u64::from_le_bytes(chunk)
}

/// Returns the number of leading bytes of a chunk that continue a word: letters, digits and `_`. Tests all eight at
/// once, in a third of the instructions of a byte-by-byte test.
#[inline(always)]
pub(super) fn word_len(chunk: u64) -> usize {
    /// Returns the summand with which a byte below 0x80 reaches its highest bit if it is at least `from`.
    const fn up_to(from: u8) -> u64 {
        all(0x80 - from)
    }
    let low = chunk & all(0x7f);
    // Capitals become small letters; `_` becomes 0x7f, as 0x7f itself does.
    let small = low | all(0x20);
    let letters = (small + up_to(b'a')) & !(small + up_to(b'z' + 1));
    let digits = (low + up_to(b'0')) & !(low + up_to(b'9' + 1));
    let not_underscores = (low ^ all(b'_')) + all(0x7f);
    let in_word = (letters | digits | !not_underscores) & !chunk & all(0x80);
    let others = in_word ^ all(0x80);
    others.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::{end_of_line, word_len};

    #[test]
    fn lines() {
        for before in 0..20 {
            let mut bytes = [
                b"\x0b\x8a\xff*/ \0x".repeat(3).as_slice(),
                b"\n",
                b"after\n",
            ]
            .concat();
            bytes.drain(..24 - before);
            assert_eq!(end_of_line(&bytes, 0), before, "{before}");
            bytes.truncate(before);
            assert_eq!(end_of_line(&bytes, 0), before, "{before}");
        }
    }

    #[test]
    fn every_byte_at_every_place() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut bytes = *b"aZ_09zA_";
                bytes[at] = byte;
                let len = if byte.is_ascii_alphanumeric() || byte == b'_' {
                    8
                } else {
                    at
                };
                assert_eq!(word_len(u64::from_le_bytes(bytes)), len, "{byte} at {at}");
            }
        }
    }
}
