//! Conversions of `Nat` and `Int` to and from the integers of Rust that do not always fit.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::error::{Error, Result};
use num_traits::ToPrimitive;
use std::fmt::Display;

/// Numbers of more bits are not printed in errors.
const MAX_PRINTED_BITS: u64 = 128;

#[cold]
#[inline(never)]
fn out_of_range(number: &dyn Display, bits: u64, ty: &str) -> Error {
    if bits > MAX_PRINTED_BITS {
        return Error::msg(format_args!("a number of {bits} bits does not fit {ty}"));
    }
    Error::msg(format_args!("{number} does not fit {ty}"))
}

/// Implements the conversions of one big number to primitives.
macro_rules! to_primitives {
    ($Big:ident: $($prim:ident $to_prim:ident)*) => {$(
        #[doc = concat!("Converts a number that fits `", stringify!($prim), "`; an error otherwise.")]
        impl TryFrom<&$Big> for $prim {
            type Error = Error;

            #[inline]
            fn try_from(number: &$Big) -> Result<$prim> {
                let converted = number.0.$to_prim();
                converted.ok_or_else(|| out_of_range(number, number.0.bits(), stringify!($prim)))
            }
        }

        #[doc = concat!("Converts a number that fits `", stringify!($prim), "`; an error otherwise.")]
        impl TryFrom<$Big> for $prim {
            type Error = Error;

            #[inline]
            fn try_from(number: $Big) -> Result<$prim> {
                $prim::try_from(&number)
            }
        }
    )*};
}

to_primitives!(Nat: u8 to_u8 u16 to_u16 u32 to_u32 u64 to_u64 u128 to_u128 usize to_usize);
to_primitives!(Nat: i8 to_i8 i16 to_i16 i32 to_i32 i64 to_i64 i128 to_i128 isize to_isize);
to_primitives!(Int: u8 to_u8 u16 to_u16 u32 to_u32 u64 to_u64 u128 to_u128 usize to_usize);
to_primitives!(Int: i8 to_i8 i16 to_i16 i32 to_i32 i64 to_i64 i128 to_i128 isize to_isize);

/// Implements the conversion of signed primitives to `Nat`.
macro_rules! from_signed {
    ($($prim:ident)*) => {$(
        /// Converts a number that is not negative; an error otherwise.
        impl TryFrom<$prim> for Nat {
            type Error = Error;

            #[inline]
            fn try_from(number: $prim) -> Result<Nat> {
                match number {
                    0.. => Ok(Nat(number.unsigned_abs().into())),
                    _ => Err(out_of_range(&number, 0, "nat")),
                }
            }
        }
    )*};
}

from_signed!(i8 i16 i32 i64 i128 isize);

/// Converts a number that is not negative; an error otherwise.
///
/// # Examples
///
/// ```
/// use candid::{Int, Nat};
///
/// assert_eq!(Nat::try_from(Int::from(5))?, 5u8);
/// let error = Nat::try_from(Int::from(-5)).unwrap_err();
/// assert_eq!(error.to_string(), "-5 does not fit nat");
///
/// assert_eq!(u64::try_from(Nat::from(7u8))?, 7);
/// let error = u8::try_from(&Nat::from(300u16)).unwrap_err();
/// assert_eq!(error.to_string(), "300 does not fit u8");
/// # Ok::<(), candid::Error>(())
/// ```
impl TryFrom<Int> for Nat {
    type Error = Error;

    fn try_from(number: Int) -> Result<Nat> {
        Nat::try_from(&number)
    }
}

/// As [`TryFrom<Int>`](#impl-TryFrom%3CInt%3E-for-Nat).
impl TryFrom<&Int> for Nat {
    type Error = Error;

    fn try_from(number: &Int) -> Result<Nat> {
        match number.0.to_biguint() {
            Some(natural) => Ok(Nat(natural)),
            None => Err(out_of_range(number, number.0.bits(), "nat")),
        }
    }
}
