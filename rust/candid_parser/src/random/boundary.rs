//! Values at which code that handles them is often wrong: the limits of types and of encodings, and their neighbours.

use crate::error::Result;
use arbitrary::Unstructured;
use candid::{Int, Principal};
use num_bigint::BigInt;

/// The numbers of bits at which representations end: of LEB128 with one and two bytes, of fixed widths, of the integers in
/// floats.
const BITS: [u32; 14] = [6, 7, 8, 13, 14, 15, 16, 31, 32, 53, 63, 64, 127, 128];

/// Characters around the limits of UTF-8 and UTF-16, and those with a meaning in texts, on terminals and in JSON.
const CHARACTERS: [char; 18] = [
    '\0',
    '\n',
    '\u{1b}',
    '"',
    '\\',
    '\u{7f}',
    '\u{80}',
    '\u{7ff}',
    '\u{800}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{feff}',
    '\u{ffff}',
    '\u{10000}',
    '\u{10ffff}',
    '\u{301}',
    '\u{202e}',
    '\u{2028}',
];

/// The bytes of which boundary blobs consist.
const BYTES: [u8; 4] = [0, 0x7f, 0x80, 0xff];

/// Returns whether the next value is to be one of these: three out of four are.
pub(super) fn is_next(source: &mut Unstructured<'_>) -> Result<bool> {
    Ok(source.ratio(3_u8, 4)?)
}

/// Returns a boundary integer from `low` to `high`: one of these, a power of two, zero, or a neighbour of any of them.
pub(super) fn integer(source: &mut Unstructured<'_>, low: &Int, high: &Int) -> Result<Int> {
    let mut numbers = vec![low.clone(), high.clone(), Int::from(0)];
    for bits in BITS {
        let power = Int(BigInt::from(1) << bits);
        numbers.push(Int(-&power.0));
        numbers.push(power);
    }
    let neighbours = |number: &Int| [-1, 0, 1].map(|n| number.clone() + n);
    let mut numbers: Vec<Int> = numbers.iter().flat_map(neighbours).collect();
    numbers.retain(|number| low <= number && number <= high);
    numbers.sort();
    numbers.dedup();
    Ok(source.choose(&numbers)?.clone())
}

/// Returns a boundary number of `float32`.
pub(super) fn float32(source: &mut Unstructured<'_>) -> Result<f32> {
    let numbers = [
        0.0,
        1.0,
        f32::MIN_POSITIVE,
        f32::from_bits(1),
        f32::EPSILON,
        16_777_216.0,
        f32::MAX,
        f32::INFINITY,
        f32::NAN,
    ];
    let number = *source.choose(&numbers)?;
    Ok(match source.arbitrary::<bool>()? && !number.is_nan() {
        true => -number,
        false => number,
    })
}

/// Returns a boundary number of `float64`.
pub(super) fn float64(source: &mut Unstructured<'_>) -> Result<f64> {
    let numbers = [
        0.0,
        1.0,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        f64::EPSILON,
        9_007_199_254_740_992.0,
        f64::from(f32::MAX),
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let number = *source.choose(&numbers)?;
    Ok(match source.arbitrary::<bool>()? && !number.is_nan() {
        true => -number,
        false => number,
    })
}

/// Returns a boundary length up to `width`: none, one, all but one, or all.
pub(super) fn length(source: &mut Unstructured<'_>, width: usize) -> Result<usize> {
    let lengths = [0, width.min(1), width.saturating_sub(1), width];
    Ok(*source.choose(&lengths)?)
}

/// Returns a text of boundary characters.
pub(super) fn text(source: &mut Unstructured<'_>, width: usize) -> Result<String> {
    let len = length(source, width)?;
    (0..len).map(|_| Ok(*source.choose(&CHARACTERS)?)).collect()
}

/// Returns boundary bytes.
pub(super) fn bytes(source: &mut Unstructured<'_>, len: usize) -> Result<Vec<u8>> {
    (0..len).map(|_| Ok(*source.choose(&BYTES)?)).collect()
}

/// Returns a boundary principal: the shortest, the longest, and those with a meaning.
pub(super) fn principal(source: &mut Unstructured<'_>) -> Result<Principal> {
    let principals = [
        Principal::management_canister(),
        Principal::anonymous(),
        Principal::from_slice(&[0]),
        Principal::from_slice(&[0xff; Principal::MAX_LENGTH_IN_BYTES]),
        Principal::from_slice(&[0; Principal::MAX_LENGTH_IN_BYTES]),
    ];
    Ok(*source.choose(&principals)?)
}
