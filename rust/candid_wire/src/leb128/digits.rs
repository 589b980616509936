//! An iterator over the digits of a LEB128 number.

use super::step::{self, LEB_STEP, STEP_BITS};
use core::slice::Chunks;

/// The digits of a number, or of its magnitude, to the base 2³², least significant first: returned by
/// [`leb_digits`](super::leb_digits) and [`sleb_digits`](super::sleb_digits).
#[derive(Clone, Debug)]
pub struct Digits<'a> {
    steps: Chunks<'a, u8>,
    /// The bits above the last byte: copies of the sign.
    fill: u64,
    /// Bits that were read and belong to the next digits.
    rest: u64,
    n_rest: u32,
    /// Added to the complement of the next digit if the number is negative.
    carry: bool,
    n_left: usize,
}

impl<'a> Digits<'a> {
    pub(super) fn new(leb: &'a [u8], is_negative: bool) -> Self {
        let n_bits = (leb.len() as u64).saturating_mul(7);
        Digits {
            steps: leb.chunks(LEB_STEP),
            fill: if is_negative { u64::MAX } else { 0 },
            rest: 0,
            n_rest: 0,
            carry: is_negative,
            // There are no more digits than bytes.
            n_left: usize::try_from(n_bits.div_ceil(DIGIT_BITS.into())).unwrap_or(leb.len()),
        }
    }

    /// Returns the next 56 bits.
    #[inline]
    fn step(&mut self) -> u64 {
        let Some(chunk) = self.steps.next() else {
            return step::join(self.fill);
        };
        step::join(match chunk.first_chunk() {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => chunk
                .iter()
                .rev()
                .fold(self.fill, |word, byte| word << 8 | u64::from(*byte)),
        })
    }

    /// Returns the next 32 bits.
    #[inline]
    fn bits(&mut self) -> u32 {
        let mut bits = self.rest;
        if self.n_rest < DIGIT_BITS {
            let step = self.step();
            bits |= step << self.n_rest;
            self.rest = step >> DIGIT_BITS.wrapping_sub(self.n_rest);
            self.n_rest = self.n_rest.wrapping_add(STEP_BITS - DIGIT_BITS);
        } else {
            self.rest >>= DIGIT_BITS;
            self.n_rest = self.n_rest.wrapping_sub(DIGIT_BITS);
        }
        (bits & 0xffff_ffff) as u32
    }
}

const DIGIT_BITS: u32 = u32::BITS;

impl Iterator for Digits<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.n_left = self.n_left.checked_sub(1)?;
        let bits = self.bits();
        if self.fill == 0 {
            return Some(bits);
        }
        let (digit, overflows) = (!bits).overflowing_add(self.carry.into());
        self.carry = overflows;
        Some(digit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.n_left, Some(self.n_left))
    }
}

impl ExactSizeIterator for Digits<'_> {}
