//! `Nat` and `Int`, read without serde.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::de::direct::Called;
use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::emplace::Emplace;
use crate::de::read::number::{short_int, BigNumber};
use crate::error::Result;
use crate::util::mechanisms;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero as _;
use serde::Deserialize;

impl Decoder<'_, '_, '_> {
    /// Decodes a `nat`.
    #[inline(always)]
    pub(crate) fn read_nat<W: Emplace<Nat>>(self, wrap: W) -> Result<W::Out> {
        self.read_nat_as(wrap, read_other_nat)
    }

    /// Decodes an `int`.
    #[inline(always)]
    pub(crate) fn read_int<W: Emplace<Int>>(self, wrap: W) -> Result<W::Out> {
        let Decoder { cx, step } = self;
        let short = if mechanisms::DIRECT_LEAVES && step.is_leaf(Op::Int) {
            short_int(cx.state)?
        } else {
            None
        };
        let number = match short.and_then(of_one_digit) {
            Some(number) => number,
            None => {
                let (sign, magnitude) = match short {
                    Some(number) => parts_of(number),
                    None => match read_other_int(cx, step) {
                        Called::Continue(parts) => parts,
                        Called::Break(error) => return Err(error),
                    },
                };
                // Of its parts, which are in variables: as a whole, the bytes between them would be copied, too.
                if magnitude.is_zero() {
                    zero()
                } else if sign == Sign::Minus {
                    -BigInt::from(magnitude)
                } else {
                    BigInt::from(magnitude)
                }
            }
        };
        Ok(wrap.wrap(Int(number)))
    }
}

/// Reads a longer `nat`, or the value of another step.
#[cold]
#[inline(never)]
fn read_other_nat<W: Emplace<Nat>>(
    cx: &mut Context<'_, '_>,
    step: Step,
    wrap: W,
) -> Called<W::Out> {
    match other_nat(cx, step) {
        Ok(number) => Called::Continue(wrap.wrap(number)),
        Err(error) => Called::Break(error),
    }
}

fn other_nat(cx: &mut Context<'_, '_>, step: Step) -> Result<Nat> {
    if mechanisms::DIRECT_LEAVES && step.is_leaf(Op::Nat) {
        match BigNumber::long_nat(cx.state)? {
            BigNumber::Nat(leb) => Ok(Nat::from_long_leb128(leb)),
            number => Ok(number.to_u128()?.into()),
        }
    } else {
        Nat::deserialize(Decoder { cx, step })
    }
}

/// Returns the number if its magnitude fits 32 bits, so that it takes no memory.
#[inline(always)]
fn of_one_digit(number: i64) -> Option<BigInt> {
    // As one without sign, of which one comparison determines whether it fits.
    match u32::try_from(number as u64) {
        Ok(0) => Some(zero()),
        Ok(number) => Some(number.into()),
        Err(_) => {
            let magnitude = u32::try_from(number.unsigned_abs()).ok()?;
            Some(-BigInt::from(magnitude))
        }
    }
}

/// Returns 0, in variables: [`BigInt::ZERO`] is in memory.
#[inline(always)]
fn zero() -> BigInt {
    let mut number = BigInt::from(1u32);
    number.set_zero();
    number
}

/// Returns the parts of any number.
#[cold]
#[inline(never)]
fn parts_of(number: i64) -> (Sign, BigUint) {
    BigInt::from(number).into_parts()
}

/// Reads a longer `int`, or the value of another step. Returns its parts.
#[cold]
#[inline(never)]
fn read_other_int(cx: &mut Context<'_, '_>, step: Step) -> Called<(Sign, BigUint)> {
    match other_int(cx, step) {
        Ok(number) => Called::Continue(number.0.into_parts()),
        Err(error) => Called::Break(error),
    }
}

fn other_int(cx: &mut Context<'_, '_>, step: Step) -> Result<Int> {
    if mechanisms::DIRECT_LEAVES && step.is_leaf(Op::Int) {
        match BigNumber::long_int(cx.state)? {
            BigNumber::Int(leb) => Ok(Int::from_long_sleb128(leb)),
            number => Ok(number.to_i128()?.into()),
        }
    } else {
        Int::deserialize(Decoder { cx, step })
    }
}
