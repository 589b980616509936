//! Random numbers.

use super::boundary;
use super::config::Distribution;
use super::range::Range;
use crate::error::{Error, Result};
use arbitrary::Unstructured;
use candid::types::{Type, TypeInner};
use candid::{IDLValue, Int, Nat};
use num_bigint::{BigInt, BigUint, Sign};

/// The largest number of bits of `nat` and `int` without a range, where they are as large as it gets.
const MAX_BITS: u32 = 256;

/// Returns a random number of a type, within a range if there is one.
pub(super) fn any(
    source: &mut Unstructured<'_>,
    ty: &Type,
    range: Option<&Range>,
    distribution: Distribution,
) -> Result<IDLValue> {
    let is_boundary = distribution == Distribution::Boundary && boundary::is_next(source)?;
    macro_rules! fixed {
        ($int:ty, $wrap:expr) => {{
            let (low, high) = within(range, <$int>::MIN.into(), <$int>::MAX.into())?;
            let fitting = |number: &Int| <$int>::try_from(&number.0).unwrap_or_default();
            $wrap(match is_boundary {
                true => fitting(&boundary::integer(source, &low, &high)?),
                false => source.int_in_range(fitting(&low)..=fitting(&high))?,
            })
        }};
    }
    Ok(match ty.as_ref() {
        TypeInner::Nat8 => fixed!(u8, IDLValue::Nat8),
        TypeInner::Nat16 => fixed!(u16, IDLValue::Nat16),
        TypeInner::Nat32 => fixed!(u32, IDLValue::Nat32),
        TypeInner::Nat64 => fixed!(u64, IDLValue::Nat64),
        TypeInner::Int8 => fixed!(i8, IDLValue::Int8),
        TypeInner::Int16 => fixed!(i16, IDLValue::Int16),
        TypeInner::Int32 => fixed!(i32, IDLValue::Int32),
        TypeInner::Int64 => fixed!(i64, IDLValue::Int64),
        TypeInner::Nat => {
            let number = integer(source, range, Sign::NoSign, distribution, is_boundary)?;
            // Not negative, for zero is the least.
            IDLValue::Nat(Nat(number.0.magnitude().clone()))
        }
        TypeInner::Int => IDLValue::Int(integer(
            source,
            range,
            Sign::Minus,
            distribution,
            is_boundary,
        )?),
        TypeInner::Float32 | TypeInner::Float64 => {
            float(source, ty, range, distribution, is_boundary)?
        }
        _ => return Err(Error::msg(format!("{ty} is not a number type"))),
    })
}

/// Returns the intersection of a range with that of a type.
fn within(range: Option<&Range>, min: Int, max: Int) -> Result<(Int, Int)> {
    let Some(range) = range else {
        return Ok((min, max));
    };
    let (low, high) = range.integers()?;
    if low > max || high < min {
        return Err(no_number(range));
    }
    Ok((low.max(min), high.min(max)))
}

fn no_number(range: &Range) -> Error {
    Error::msg(format!("the type has no number in the range {range}"))
}

/// Returns a random number without a limit; the least sign is that of the least number of the type.
fn integer(
    source: &mut Unstructured<'_>,
    range: Option<&Range>,
    least_sign: Sign,
    distribution: Distribution,
    is_boundary: bool,
) -> Result<Int> {
    let is_natural = least_sign != Sign::Minus;
    let limit = Int((BigInt::from(1) << MAX_BITS) - 1);
    let (low, high) = match range {
        Some(range) => {
            let (low, high) = range.integers()?;
            if is_natural && high < 0 {
                return Err(no_number(range));
            }
            let low = if is_natural {
                low.max(Int::from(0))
            } else {
                low
            };
            (low, high)
        }
        None if is_natural => (Int::from(0), limit),
        None => (Int(-&limit.0), limit),
    };
    if is_boundary {
        return boundary::integer(source, &low, &high);
    }
    match (range, distribution) {
        (None, Distribution::Uniform) if is_natural => {
            return Ok(Int::from(source.int_in_range(0..=u128::MAX)?))
        }
        (None, Distribution::Uniform) => {
            return Ok(Int::from(source.int_in_range(i128::MIN..=i128::MAX)?))
        }
        (None, _) => {
            // All lengths are equally likely, so that small numbers come up, too.
            let bits = source.int_in_range(0..=MAX_BITS)?;
            let number = random_bits(source, bits)?;
            let is_negative = !is_natural && source.arbitrary()?;
            let sign = if is_negative { Sign::Minus } else { Sign::Plus };
            return Ok(Int(BigInt::from_biguint(sign, number)));
        }
        (Some(_), _) => {}
    }
    if is_natural {
        if let (Ok(low), Ok(high)) = (u128::try_from(&low.0), u128::try_from(&high.0)) {
            return Ok(Int::from(source.int_in_range(low..=high)?));
        }
    } else if let (Ok(low), Ok(high)) = (i128::try_from(&low.0), i128::try_from(&high.0)) {
        return Ok(Int::from(source.int_in_range(low..=high)?));
    }
    let span = (&high.0 - &low.0).magnitude() + 1_u8;
    // With this many more bits than the span, all numbers are nearly equally likely.
    let bits = u32::try_from(span.bits() + 64).unwrap_or(u32::MAX);
    let offset = random_bits(source, bits)? % span;
    Ok(Int(low.0 + BigInt::from(offset)))
}

/// Returns a number of at most so many bits.
fn random_bits(source: &mut Unstructured<'_>, bits: u32) -> Result<BigUint> {
    let len = bits.div_ceil(8) as usize;
    let bytes = super::state::bytes(source, len)?;
    Ok(BigUint::from_bytes_le(&bytes) >> (len as u64 * 8 - u64::from(bits)))
}

/// Returns a random float: any finite one of 32 bits, one in the range, or any.
fn float(
    source: &mut Unstructured<'_>,
    ty: &Type,
    range: Option<&Range>,
    distribution: Distribution,
    is_boundary: bool,
) -> Result<IDLValue> {
    let is_single = matches!(ty.as_ref(), TypeInner::Float32);
    let number = match (range, distribution) {
        (Some(range), _) => {
            const STEPS: u32 = 1 << 24;
            let (low, high) = range.floats()?;
            let step = source.int_in_range(0..=STEPS)?;
            let part = match is_boundary {
                true => f64::from(step % 2),
                false => f64::from(step) / f64::from(STEPS),
            };
            let number = match (high - low).is_finite() {
                true => low + (high - low) * part,
                false => low * (1.0 - part) + high * part,
            };
            number.clamp(low, high)
        }
        (None, _) if is_boundary => match is_single {
            true => boundary::float32(source)?.into(),
            false => boundary::float64(source)?,
        },
        (None, Distribution::Uniform) => {
            let number: f32 = source.arbitrary()?;
            match number.is_finite() {
                true => number.into(),
                false => 0.0,
            }
        }
        (None, _) => match is_single {
            true => number_or_nan(f32::from_bits(source.arbitrary()?).into()),
            false => number_or_nan(f64::from_bits(source.arbitrary()?)),
        },
    };
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the nearest number of the type will do"
    )]
    Ok(match is_single {
        true => IDLValue::Float32(number as f32),
        false => IDLValue::Float64(number),
    })
}

/// Returns the number, or the NaN that its text stands for.
fn number_or_nan(number: f64) -> f64 {
    match number.is_nan() {
        true => f64::NAN,
        false => number,
    }
}
