//! Parsing of long decimal numbers in subquadratic time.
//!
//! num-bigint multiplies by the base once for each group of digits, in quadratic time. Here a long number is split in
//! half at a power of ten, recursively, so that the time is that of multiplying long numbers.

use num_bigint::{BigInt, BigUint};

/// The number of digits up to which num-bigint is as fast.
const PART: u32 = 1_000;

/// The minimum length for which splitting pays.
const MIN_LEN: usize = 2_000;

/// The number of bytes that determine whether a text starts as a number: a sign, a digit, and the byte after it.
const START: usize = 3;

/// Parses a natural number as num-bigint does: an optional `+`, then digits with `_` in between.
pub(crate) fn parse_natural(text: &[u8]) -> Option<BigUint> {
    if text.len() < MIN_LEN {
        return BigUint::parse_bytes(text, 10);
    }
    BigUint::parse_bytes(text.get(..START)?, 10)?;
    parse_cold(text)
}

/// Parses an integer as num-bigint does: an optional sign, then digits with `_` in between.
pub(crate) fn parse_integer(text: &[u8]) -> Option<BigInt> {
    if text.len() < MIN_LEN {
        return BigInt::parse_bytes(text, 10);
    }
    BigInt::parse_bytes(text.get(..START)?, 10)?;
    let magnitude = BigInt::from(parse_cold(text)?);
    match text.first() {
        Some(b'-') => Some(-magnitude),
        _ => Some(magnitude),
    }
}

/// Returns the magnitude of a number whose start has been validated.
#[cold]
#[inline(never)]
fn parse_cold(text: &[u8]) -> Option<BigUint> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let mut rest = text.get(START..)?.iter();
    if !rest.all(|byte| is_digit(byte) || *byte == b'_') {
        return None;
    }
    let digits: Vec<u8> = text.iter().copied().filter(is_digit).collect();
    let mut powers = Vec::new();
    let mut power = Power {
        n_zeros: PART as usize,
        value: BigUint::from(10u8).pow(PART),
    };
    while power.n_zeros < digits.len() {
        let next = Power {
            n_zeros: power.n_zeros.saturating_mul(2),
            value: &power.value * &power.value,
        };
        powers.push(std::mem::replace(&mut power, next));
    }
    join(&digits, &powers)
}

/// A power of ten.
struct Power {
    n_zeros: usize,
    value: BigUint,
}

/// Returns the number with these digits, at most twice as many as the last power has zeros.
fn join(digits: &[u8], powers: &[Power]) -> Option<BigUint> {
    let Some((power, smaller)) = powers.split_last() else {
        return BigUint::parse_bytes(digits, 10);
    };
    match digits.len().checked_sub(power.n_zeros) {
        None | Some(0) => join(digits, smaller),
        Some(n_high) => {
            let (high, low) = digits.split_at(n_high);
            Some(join(high, smaller)? * &power.value + join(low, smaller)?)
        }
    }
}
