//! Validation of UTF-8, by words: on wasm32 with half the instructions of std's, which goes letter by letter.
//!
//! `spec/Candid.md#memory` has text as UTF-8, which is the table of RFC 3629, section 4.

/// The top bit of each byte, clear in ASCII.
const TOP_BITS: u64 = 0x8080_8080_8080_8080;

/// Returns whether `std::str::from_utf8` accepts these bytes.
#[inline(never)]
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    // Between two rounds, `rest` is at the start of a letter.
    while let Some(word) = rest.first_chunk() {
        match n_valid(u64::from_le_bytes(*word)) {
            0 => return false,
            n => rest = rest.get(n..).unwrap_or_default(),
        }
    }
    while !rest.is_empty() {
        // Zeros follow, which continue no letter: one that is cut off is invalid.
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(rest) {
            *to = *from;
        }
        match n_valid_outlined(u64::from_le_bytes(word)) {
            0 => return false,
            n => rest = rest.get(n..).unwrap_or_default(),
        }
    }
    true
}

#[inline(never)]
fn n_valid_outlined(word: u64) -> usize {
    n_valid(word)
}

/// Returns how many bytes from the start of a word, the first of which is the lowest, are entire letters, perhaps fewer
/// than there are. Returns 0 if the first letter is invalid; where it is valid and another one is not, either 0 or the
/// number of bytes before that.
#[inline(always)]
fn n_valid(word: u64) -> usize {
    // Two letters of three bytes.
    if word & 0xc0c0_f0c0_c0f0 == 0x8080_e080_80e0 {
        // The last bits of the first byte, and the bit that the second byte has from 0xa0.
        let ranges = word & 0x0020_0f00_200f;
        // The top bits of lanes of 24 bits that are not zero: neither below U+0800 nor a surrogate.
        let is_long = ranges.wrapping_add(0x7fff_ff7f_ffff);
        let is_scalar = (ranges ^ 0x0020_0d00_200d).wrapping_add(0x7fff_ff7f_ffff);
        return if is_long & is_scalar & 0x8000_0080_0000 == 0x8000_0080_0000 {
            6
        } else {
            // Perhaps the second letter is the invalid one: of three bytes, it is found next.
            n_letter_of_three(word)
        };
    }
    let top = word & TOP_BITS;
    if top == 0 {
        return 8;
    }
    // Two letters of four bytes.
    if word & 0xc0c0_c0f8_c0c0_c0f8 == 0x8080_80f0_8080_80f0 {
        // The last bits of the first byte, and two of the second: from U+10000 to U+10FFFF.
        let ranges = (word & 0x0000_0007_0000_0007) << 2 | (word >> 12 & 0x0000_0003_0000_0003);
        let is_long = ranges.wrapping_add(0x7fff_ffff_7fff_ffff);
        let is_too_large = ranges.wrapping_add(0x7fff_ffef_7fff_ffef);
        return if is_long & !is_too_large & 0x8000_0000_8000_0000 == 0x8000_0000_8000_0000 {
            8
        } else {
            n_letter_of_four(word)
        };
    }
    // Bytes from 0xc0 and from 0xe0: first bytes of letters, and of those of more than two bytes.
    let first = word << 1 & top;
    let wide = word << 2 & first;
    if wide == 0 {
        // ASCII and letters of two bytes: the others continue a letter, and only after a first byte. Of these, 0xc0 and
        // 0xc1 are the ones with none of four bits.
        let is_minimal = (word & 0x1e1e_1e1e_1e1e_1e1e).wrapping_add(0x7e7e_7e7e_7e7e_7e7e);
        if (top ^ first ^ first << 8) | (first & !is_minimal) != 0 {
            return 0;
        }
        // The last letter may go on in the next word.
        return if first >> 63 == 0 { 8 } else { 7 };
    }
    n_first_letters(word, top)
}

/// Returns the length in bytes of a letter of three bytes at the start of a word: 0 if it is invalid.
#[inline(always)]
fn n_letter_of_three(word: u64) -> usize {
    match word & 0x200f {
        0 | 0x200d => 0,
        _ if word & 0xc0_c0f0 == 0x80_80e0 => 3,
        _ => 0,
    }
}

/// As [`n_valid`], for the first letter, or all ASCII before a letter that is not.
#[inline(always)]
fn n_first_letters(word: u64, top: u64) -> usize {
    match word & 0xff {
        ..=0x7f => top.trailing_zeros() as usize / 8,
        0xc2..=0xdf if word & 0xc000 == 0x8000 => 2,
        0xe0..=0xef => n_letter_of_three(word),
        0xf0..=0xf4 => n_letter_of_four(word),
        _ => 0,
    }
}

/// Returns the length in bytes of a letter of four bytes at the start of a word: 0 if it is invalid.
#[inline(always)]
fn n_letter_of_four(word: u64) -> usize {
    // From U+10000 to U+10FFFF: the last three bits of the first byte, and two of the second.
    match (word & 7) << 2 | (word >> 12 & 3) {
        0 | 17.. => 0,
        _ if word & 0xc0c0_c0f8 == 0x8080_80f0 => 4,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::is_utf8;
    use proptest::prelude::{any, prop_assert_eq, prop_oneof, proptest, Just};

    #[track_caller]
    fn check(bytes: &[u8]) {
        assert_eq!(
            is_utf8(bytes),
            std::str::from_utf8(bytes).is_ok(),
            "{bytes:02x?}"
        );
    }

    /// Around each value at which the verdict on a byte changes.
    const BOUNDARIES: [u8; 31] = [
        0x00, 0x01, 0x0f, 0x20, 0x7f, 0x80, 0x81, 0x8f, 0x90, 0x91, 0x9f, 0xa0, 0xa1, 0xbf, 0xc0,
        0xc1, 0xc2, 0xc3, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5,
        0xff,
    ];

    /// Checks the bytes alone, and at each position of a word, before and after letters of each length.
    #[track_caller]
    fn check_in_text(bytes: &[u8]) {
        check(bytes);
        for (before, after) in [
            ("", "a"),
            ("a", "bcdefgh"),
            ("é", "éééé"),
            ("aé", ""),
            ("€", "€€"),
            ("a€", "a"),
            ("€é", "€"),
            ("😀", "😀"),
            ("abcdefg", "é"),
            ("€€", "abcdefghi"),
        ] {
            check(&[before.as_bytes(), bytes, after.as_bytes()].concat());
        }
    }

    #[test]
    fn all_sequences_of_two_bytes() {
        for first in 0..=u8::MAX {
            check_in_text(&[first]);
            for second in 0..=u8::MAX {
                check_in_text(&[first, second]);
            }
        }
    }

    #[test]
    fn all_sequences_at_boundaries() {
        for a in BOUNDARIES {
            for b in BOUNDARIES {
                for c in BOUNDARIES {
                    check_in_text(&[a, b, c]);
                    for d in BOUNDARIES {
                        check(&[a, b, c, d]);
                        check(&[a, b, c, d, b'a', b'b', b'c', b'd', b'e']);
                        check(&[a, b, c, d, 0xe2, 0x82, 0xac, 0xc3, 0xa9]);
                    }
                }
            }
        }
    }

    /// Two letters of four bytes are validated together.
    #[test]
    fn all_pairs_of_letters_of_four_bytes() {
        let letters = || {
            (0xef..=0xf8).flat_map(|a| {
                [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
                    .into_iter()
                    .flat_map(move |b| [[a, b, 0x80, 0xbf], [a, b, 0x80, 0xc0], [a, b, 0, 0x80]])
            })
        };
        for first in letters() {
            for second in letters() {
                let both = [first, second].concat();
                check(&both);
                check(&[b"a", &both[..], "é€".as_bytes()].concat());
            }
        }
    }

    /// Two letters of three bytes are validated together.
    #[test]
    fn all_pairs_of_letters_of_three_bytes() {
        let letters = || {
            (0xe0..=0xef)
                .flat_map(|a| [0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0].map(|b| [a, b]))
                .flat_map(|[a, b]| [0x80, 0xbf, 0xc0].map(|c| [a, b, c]))
        };
        for first in letters() {
            for second in letters() {
                let both = [first, second].concat();
                check(&both);
                check(&[&both[..], b"ab"].concat());
                check(&[&both[..], "é€".as_bytes()].concat());
            }
        }
    }

    #[test]
    fn all_letters() {
        for letter in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text = letter.encode_utf8(&mut bytes);
            assert!(is_utf8(text.as_bytes()), "{letter:?}");
            assert!(is_utf8(format!("{text}{text}abcdefg").as_bytes()));
        }
    }

    proptest! {
        #[test]
        fn any_text(text in any::<String>(), repeated in 0usize..4) {
            prop_assert_eq!(is_utf8(text.repeat(repeated).as_bytes()), true);
        }

        #[test]
        fn damaged(
            text in "[a-zé-я€-힣😀-🙃]{1,40}",
            position in any::<proptest::sample::Index>(),
            byte in any::<u8>(),
        ) {
            let mut bytes = text.into_bytes();
            check(&bytes[..position.index(bytes.len())]);
            let i = position.index(bytes.len());
            bytes[i] = byte;
            check(&bytes);
            bytes.remove(i);
            check(&bytes);
        }

        #[test]
        fn any_bytes(bytes in proptest::collection::vec(
            prop_oneof![any::<u8>(), Just(0x80), Just(0xe2), Just(0xc3), proptest::sample::select(&BOUNDARIES[..])],
            0..40,
        )) {
            check(&bytes);
        }
    }
}
