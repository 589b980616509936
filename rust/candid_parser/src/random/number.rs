//! Random numbers.

use crate::error::{Error, Result};
use arbitrary::Unstructured;
use candid::types::{Type, TypeInner};
use candid::{IDLValue, Int, Nat};

/// Returns a random number of a type, within a range if there is one.
pub(super) fn any(
    source: &mut Unstructured<'_>,
    ty: &Type,
    range: Option<(i64, i64)>,
) -> Result<IDLValue> {
    if let Some((low, high)) = range.filter(|(low, high)| low > high) {
        return Err(Error::msg(format!("empty range {low} to {high}")));
    }
    macro_rules! fixed {
        ($int:ty, $wrap:expr) => {{
            let (low, high) = match range {
                None => (<$int>::MIN, <$int>::MAX),
                Some((low, high)) => within::<$int>(low, high, <$int>::MIN, <$int>::MAX)?,
            };
            $wrap(source.int_in_range(low..=high)?)
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
        TypeInner::Nat => fixed!(u128, |n| IDLValue::Nat(Nat::from(n))),
        TypeInner::Int => fixed!(i128, |n| IDLValue::Int(Int::from(n))),
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the nearest number of the type will do"
        )]
        TypeInner::Float32 => IDLValue::Float32(float(source, range)? as f32),
        TypeInner::Float64 => IDLValue::Float64(float(source, range)?),
        _ => return Err(Error::msg(format!("{ty} is not a number type"))),
    })
}

/// Returns the intersection of a range with that of a type.
fn within<T: TryFrom<i64> + Copy>(low: i64, high: i64, min: T, max: T) -> Result<(T, T)> {
    match (T::try_from(low), T::try_from(high)) {
        (Ok(low), Ok(high)) => Ok((low, high)),
        (Err(_), Ok(high)) if low < 0 => Ok((min, high)),
        (Ok(low), Err(_)) if high > 0 => Ok((low, max)),
        (Err(_), Err(_)) if low < 0 && high > 0 => Ok((min, max)),
        _ => Err(Error::msg(format!(
            "the type has no number in the range {low} to {high}"
        ))),
    }
}

/// Returns a random float: any finite one, or one in the range.
fn float(source: &mut Unstructured<'_>, range: Option<(i64, i64)>) -> Result<f64> {
    match range {
        None => {
            let number: f32 = source.arbitrary()?;
            Ok(if number.is_finite() {
                number.into()
            } else {
                0.0
            })
        }
        Some((low, high)) => {
            const STEPS: u32 = 1 << 24;
            let part = f64::from(source.int_in_range(0..=STEPS)?) / f64::from(STEPS);
            let (low, high) = (low as f64, high as f64);
            Ok((low + (high - low) * part).clamp(low, high))
        }
    }
}
