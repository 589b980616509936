//! `Nat` and `Int`, read without serde.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::de::direct::Called;
use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::emplace::Emplace;
use crate::de::read::number::BigNumber;
use crate::error::Result;
use crate::util::mechanisms;
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
        self.read_int_as(wrap, read_other_int)
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

/// Reads a longer `int`, or the value of another step.
#[cold]
#[inline(never)]
fn read_other_int<W: Emplace<Int>>(
    cx: &mut Context<'_, '_>,
    step: Step,
    wrap: W,
) -> Called<W::Out> {
    match other_int(cx, step) {
        Ok(number) => Called::Continue(wrap.wrap(number)),
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
