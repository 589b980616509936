//! `Nat` and `Int`, read without serde.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::emplace::Emplace;
use crate::de::read::number::{short_int, short_nat, BigNumber};
use crate::error::Result;
use crate::util::mechanisms;
use serde::Deserialize;

impl Decoder<'_, '_, '_> {
    /// Decodes a `nat`: if it takes at most eight bytes, without a call.
    #[inline(always)]
    pub(crate) fn read_nat<W: Emplace<Nat>>(self, wrap: W) -> Result<W::Out> {
        if mechanisms::DIRECT_LEAVES && self.step.is_leaf(Op::Nat) {
            if let Some(number) = short_nat(self.cx.state)? {
                return Ok(wrap.wrap(number.into()));
            }
        }
        read_other_nat(self.cx, self.step, wrap)
    }

    /// Decodes an `int`, as [`Decoder::read_nat`] does a `nat`.
    #[inline(always)]
    pub(crate) fn read_int<W: Emplace<Int>>(self, wrap: W) -> Result<W::Out> {
        if mechanisms::DIRECT_LEAVES && self.step.is_leaf(Op::Int) {
            if let Some(number) = short_int(self.cx.state)? {
                return Ok(wrap.wrap(number.into()));
            }
        }
        read_other_int(self.cx, self.step, wrap)
    }
}

/// Reads a longer `nat`, or the value of another step.
#[cold]
#[inline(never)]
fn read_other_nat<W: Emplace<Nat>>(
    cx: &mut Context<'_, '_>,
    step: Step,
    wrap: W,
) -> Result<W::Out> {
    let number = if mechanisms::DIRECT_LEAVES && step.is_leaf(Op::Nat) {
        match BigNumber::long_nat(cx.state)? {
            BigNumber::Nat(leb) => Nat::from_long_leb128(leb),
            number => number.to_u128()?.into(),
        }
    } else {
        Nat::deserialize(Decoder { cx, step })?
    };
    Ok(wrap.wrap(number))
}

/// Reads a longer `int`, or the value of another step.
#[cold]
#[inline(never)]
fn read_other_int<W: Emplace<Int>>(
    cx: &mut Context<'_, '_>,
    step: Step,
    wrap: W,
) -> Result<W::Out> {
    let number = if mechanisms::DIRECT_LEAVES && step.is_leaf(Op::Int) {
        match BigNumber::long_int(cx.state)? {
            BigNumber::Int(leb) => Int::from_long_sleb128(leb),
            number => number.to_i128()?.into(),
        }
    } else {
        Int::deserialize(Decoder { cx, step })?
    };
    Ok(wrap.wrap(number))
}
