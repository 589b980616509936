//! Conversion of eight LEB128 bytes at once: 56 bits with or without a gap after every seven.
//!
//! Removing or inserting the gaps is three rounds of masks and multiplications on one word: counted in WebAssembly
//! operators some 25, as many as a loop over bytes takes for each of them.

/// The number of LEB128 bytes in a step.
pub(crate) const LEB_STEP: usize = 8;
/// The number of bits carried by a step.
pub(crate) const STEP_BITS: u32 = 56;
/// The continuation bits of all bytes of a step.
pub(crate) const CONTINUED: u64 = 0x8080_8080_8080_8080;

/// Returns the 56 bits that eight LEB128 bytes carry.
///
/// Each round doubles the groups. Adding a multiple of the lower group of each pair to itself, rather than shifting the
/// upper one, closes the gap between them, and multiplies the number: by 2, 4 and 16.
#[inline]
pub(crate) const fn join(word: u64) -> u64 {
    let word = word & 0x7f7f_7f7f_7f7f_7f7f;
    let word = word.wrapping_add(word & 0x00ff_00ff_00ff_00ff);
    let word = word.wrapping_add((word & 0x0000_ffff_0000_ffff).wrapping_mul(3));
    word.wrapping_add((word & 0x0000_0000_ffff_ffff).wrapping_mul(15)) >> 7
}

/// Returns the number that the first five bytes carry, of which the fifth has four bits: as [`join`], for fewer instructions.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "halves, of the second the lowest bits"
)]
pub(crate) const fn join_five(word: u64) -> u32 {
    let low = word as u32 & 0x7f7f_7f7f;
    let low = low.wrapping_add(low & 0x00ff_00ff);
    let low = low.wrapping_add((low & 0x0000_ffff).wrapping_mul(3));
    low >> 3 | ((word >> u32::BITS) as u32) << 28
}

/// Returns the eight LEB128 bytes, without continuation bits, that carry the low 56 of `bits`.
///
/// Each round halves the groups: adding a multiple of the upper half of each to itself opens a gap. The first one drops
/// the bits above.
#[inline]
pub(crate) const fn spread(bits: u64) -> u64 {
    let word = bits & 0x0000_0000_0fff_ffff | (bits & 0x00ff_ffff_f000_0000) << 4;
    let word = word.wrapping_add((word & 0x0fff_c000_0fff_c000).wrapping_mul(3));
    word.wrapping_add(word & 0x3f80_3f80_3f80_3f80)
}

#[cfg(test)]
mod tests {
    use super::{join, join_five, spread, STEP_BITS};

    #[test]
    fn five_bytes_are_joined_as_eight_are() {
        for bit in 0..u32::BITS {
            for others in [0, spread(0x5a5a_5a5a), spread(0xffff_ffff)] {
                // Continuation bits, and bytes behind the fifth.
                for more in [0, 0x7f7f_7fe0_8080_8080, 0xffff_fff0_8080_8080] {
                    let word = others ^ spread(1 << bit);
                    let joined = u64::from(join_five(word | more & !0xf_0000_0000));
                    assert_eq!(joined, join(word), "{word:x}");
                }
            }
        }
    }

    #[test]
    fn one_bit_at_a_time() {
        for bit in 0..STEP_BITS {
            let word = 1u64 << (bit / 7 * 8 + bit % 7);
            assert_eq!(spread(1 << bit), word);
            assert_eq!(join(word), 1 << bit);
        }
        for bit in STEP_BITS..64 {
            assert_eq!(spread(1 << bit), 0);
        }
        for byte in 0..8 {
            assert_eq!(join(0x80 << (byte * 8)), 0, "a continuation bit");
        }
    }
}
