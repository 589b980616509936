//! Conversion of eight LEB128 bytes at once: 56 bits with or without a gap after every seven.
//!
//! Removing or inserting the gaps is three rounds of masks and shifts on one word: counted in WebAssembly operators
//! some 30, as many as a loop over bytes takes for each of them.

/// The number of LEB128 bytes in a step.
pub(crate) const LEB_STEP: usize = 8;
/// The number of bits carried by a step.
pub(crate) const STEP_BITS: u32 = 56;
/// The continuation bits of all bytes of a step.
pub(crate) const CONTINUED: u64 = 0x8080_8080_8080_8080;

/// Returns the 56 bits that eight LEB128 bytes carry.
#[inline]
pub(crate) const fn join(word: u64) -> u64 {
    let word = word & 0x007f_007f_007f_007f | (word & 0x7f00_7f00_7f00_7f00) >> 1;
    let word = word & 0x0000_3fff_0000_3fff | (word & 0x3fff_0000_3fff_0000) >> 2;
    word & 0x0000_0000_0fff_ffff | (word & 0x0fff_ffff_0000_0000) >> 4
}

/// Returns the eight LEB128 bytes, without continuation bits, that carry the low 56 of `bits`.
#[inline]
pub(crate) const fn spread(bits: u64) -> u64 {
    let word = bits & 0x0000_0000_0fff_ffff | (bits & 0x00ff_ffff_f000_0000) << 4;
    let word = word & 0x0000_3fff_0000_3fff | (word & 0x0fff_c000_0fff_c000) << 2;
    word & 0x007f_007f_007f_007f | (word & 0x3f80_3f80_3f80_3f80) << 1
}

#[cfg(test)]
mod tests {
    use super::{join, spread, STEP_BITS};

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
