//! Ranges of numbers: of any size, and for floats with fractions.

use crate::error::{Error, Result};
use candid::Int;
use serde::de::{self, Deserializer, Visitor};
use serde::Deserialize;
use std::fmt;

/// The smallest and the largest number.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "two numbers")]
pub(super) struct Range(Bound, Bound);

/// A bound: an integer, of more than 64 bits as text, or a finite float.
#[derive(Debug, Clone)]
enum Bound {
    Integer(Int),
    Float(f64),
}

impl Range {
    /// Returns the bounds for integers: the least and the greatest in the range.
    ///
    /// # Errors
    ///
    /// If the range is empty, or has no integer.
    pub(super) fn integers(&self) -> Result<(Int, Int)> {
        self.check()?;
        let integer = |bound: &Bound, round: fn(f64) -> f64| match bound {
            Bound::Integer(number) => number.clone(),
            // The digits of a float that is an integer: exact, however large it is.
            Bound::Float(number) => format!("{:.0}", round(*number)).parse().unwrap_or_default(),
        };
        let (low, high) = (integer(&self.0, f64::ceil), integer(&self.1, f64::floor));
        if low > high {
            return Err(Error::msg(format!("no integer is in the range {self}")));
        }
        Ok((low, high))
    }

    /// Returns the bounds for floats.
    ///
    /// # Errors
    ///
    /// If the range is empty.
    pub(super) fn floats(&self) -> Result<(f64, f64)> {
        self.check()?;
        Ok((self.0.float(), self.1.float()))
    }

    pub(super) fn check(&self) -> Result<()> {
        let is_empty = match (&self.0, &self.1) {
            (Bound::Integer(low), Bound::Integer(high)) => low > high,
            (low, high) => low.float() > high.float(),
        };
        match is_empty {
            true => Err(Error::msg(format!("empty range {self}"))),
            false => Ok(()),
        }
    }
}

impl Bound {
    /// Returns the nearest finite float.
    fn float(&self) -> f64 {
        match self {
            Bound::Integer(number) => {
                let float: f64 = number.0.to_string().parse().unwrap_or_default();
                float.clamp(f64::MIN, f64::MAX)
            }
            Bound::Float(number) => *number,
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.0, self.1)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Integer(number) => number.0.fmt(f),
            Bound::Float(number) => number.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(BoundVisitor)
    }
}

struct BoundVisitor;

impl Visitor<'_> for BoundVisitor {
    type Value = Bound;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a finite number, or the digits of an integer in quotes")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> std::result::Result<Bound, E> {
        Ok(Bound::Integer(number.into()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> std::result::Result<Bound, E> {
        Ok(Bound::Integer(number.into()))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> std::result::Result<Bound, E> {
        match number.is_finite() {
            true => Ok(Bound::Float(number)),
            false => Err(E::invalid_value(de::Unexpected::Float(number), &self)),
        }
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> std::result::Result<Bound, E> {
        let number = digits.parse().map(Bound::Integer);
        number.map_err(|_| E::invalid_value(de::Unexpected::Str(digits), &self))
    }
}
