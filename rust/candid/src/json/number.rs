//! Numbers as JSON.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::types::ty::TypeInner;
use crate::value::model::IDLValue;
use std::fmt::Write;

/// The largest number that every JSON library keeps: 2^53 - 1.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// The floats of 32 and 64 bits, with what distinguishes them.
trait Float: Copy + std::fmt::Debug + std::str::FromStr {
    /// The number of hexadecimal digits of the bits.
    const N_DIGITS: usize;
    fn bits(self) -> u64;
    fn from_bits(bits: u64) -> Option<Self>;
    fn wide(self) -> f64;
    fn nan() -> Self;
}

impl Float for f32 {
    const N_DIGITS: usize = 8;
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
    fn from_bits(bits: u64) -> Option<Self> {
        u32::try_from(bits).ok().map(f32::from_bits)
    }
    fn wide(self) -> f64 {
        self.into()
    }
    fn nan() -> Self {
        f32::from_bits(0x7fc0_0000)
    }
}

impl Float for f64 {
    const N_DIGITS: usize = 16;
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn from_bits(bits: u64) -> Option<Self> {
        Some(f64::from_bits(bits))
    }
    fn wide(self) -> f64 {
        self
    }
    fn nan() -> Self {
        f64::from_bits(0x7ff8_0000_0000_0000)
    }
}

/// Appends the number, if the value is one.
pub(super) fn write(value: &IDLValue, out: &mut String) -> bool {
    // Writing to a `String` cannot fail.
    let _ = match value {
        IDLValue::Nat8(n) => write!(out, "{n}"),
        IDLValue::Nat16(n) => write!(out, "{n}"),
        IDLValue::Nat32(n) => write!(out, "{n}"),
        IDLValue::Int8(n) => write!(out, "{n}"),
        IDLValue::Int16(n) => write!(out, "{n}"),
        IDLValue::Int32(n) => write!(out, "{n}"),
        IDLValue::Nat64(n) => write!(out, "\"{n}\""),
        IDLValue::Int64(n) => write!(out, "\"{n}\""),
        IDLValue::Nat(n) => write!(out, "\"{}\"", n.0.to_str_radix(10)),
        IDLValue::Int(n) => write!(out, "\"{}\"", n.0.to_str_radix(10)),
        IDLValue::Float32(f) => write_float(*f, out),
        IDLValue::Float64(f) => write_float(*f, out),
        _ => return false,
    };
    true
}

fn write_float<T: Float>(float: T, out: &mut String) -> std::fmt::Result {
    let wide = float.wide();
    if wide.is_finite() {
        // With a fraction or an exponent, and the fewest digits that read back.
        write!(out, "{float:?}")
    } else if wide.is_infinite() {
        out.write_str(if wide > 0.0 {
            "\"Infinity\""
        } else {
            "\"-Infinity\""
        })
    } else if float.bits() == T::nan().bits() {
        out.write_str("\"NaN\"")
    } else {
        write!(
            out,
            "\"NaN(0x{:0width$x})\"",
            float.bits(),
            width = T::N_DIGITS
        )
    }
}

/// Returns the value of type `ty` that a JSON number stands for, if there is one.
pub(super) fn from_number(text: &str, ty: &TypeInner) -> Option<IDLValue> {
    let safe_nat = || text.parse().ok().filter(|n: &u64| *n <= MAX_SAFE);
    let safe_int = || {
        text.parse()
            .ok()
            .filter(|n: &i64| n.unsigned_abs() <= MAX_SAFE)
    };
    Some(match ty {
        TypeInner::Float32 => IDLValue::Float32(finite(text)?),
        TypeInner::Float64 => IDLValue::Float64(finite(text)?),
        // The only number with two spellings.
        _ if text == "-0" => from_number("0", ty)?,
        TypeInner::Nat8 => IDLValue::Nat8(text.parse().ok()?),
        TypeInner::Nat16 => IDLValue::Nat16(text.parse().ok()?),
        TypeInner::Nat32 => IDLValue::Nat32(text.parse().ok()?),
        TypeInner::Int8 => IDLValue::Int8(text.parse().ok()?),
        TypeInner::Int16 => IDLValue::Int16(text.parse().ok()?),
        TypeInner::Int32 => IDLValue::Int32(text.parse().ok()?),
        TypeInner::Nat64 => IDLValue::Nat64(safe_nat()?),
        TypeInner::Int64 => IDLValue::Int64(safe_int()?),
        TypeInner::Nat => IDLValue::Nat(safe_nat()?.into()),
        TypeInner::Int => IDLValue::Int(safe_int()?.into()),
        _ => return None,
    })
}

/// Parses a JSON number as a float, rounded once; not if it becomes infinite.
fn finite<T: Float>(text: &str) -> Option<T> {
    let float: T = text.parse().ok()?;
    float.wide().is_finite().then_some(float)
}

/// Returns the value of type `ty` that a JSON string stands for, if there is one.
pub(super) fn from_string(text: &str, ty: &TypeInner) -> Option<IDLValue> {
    Some(match ty {
        TypeInner::Float32 => IDLValue::Float32(special(text)?),
        TypeInner::Float64 => IDLValue::Float64(special(text)?),
        _ if !is_integer(text) => return None,
        TypeInner::Nat64 => IDLValue::Nat64(text.parse().ok()?),
        TypeInner::Int64 => IDLValue::Int64(text.parse().ok()?),
        TypeInner::Nat => IDLValue::Nat(Nat::parse(text.as_bytes()).ok()?),
        TypeInner::Int => IDLValue::Int(Int::parse(text.as_bytes()).ok()?),
        _ => return None,
    })
}

/// Returns whether this is how an integer is written: no sign but `-`, no leading zeros, no `-0`.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_canonical = text == "0" || digits.starts_with(|c: char| matches!(c, '1'..='9'));
    is_canonical && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses what is written of a float that is not finite.
fn special<T: Float>(text: &str) -> Option<T> {
    match text {
        "NaN" => return Some(T::nan()),
        "Infinity" => return "inf".parse().ok(),
        "-Infinity" => return "-inf".parse().ok(),
        _ => {}
    }
    let digits = text.strip_prefix("NaN(0x")?.strip_suffix(')')?;
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != T::N_DIGITS || !digits.bytes().all(is_digit) {
        return None;
    }
    let float = T::from_bits(u64::from_str_radix(digits, 16).ok()?)?;
    // The usual NaN has one text.
    (float.wide().is_nan() && float.bits() != T::nan().bits()).then_some(float)
}
