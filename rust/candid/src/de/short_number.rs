//! `Nat` and `Int` of numbers that fit 64 bits, decoded without serde's visitors.

use super::decoder::Decoder;
use super::direct::{read_generally, Emplace};
use super::number::{short_int, short_nat};
use super::plan::Op;
use crate::error::Result;
use serde::de::DeserializeOwned;

impl Decoder<'_, '_, '_> {
    /// Decodes a value made from a `nat`: with `make` if the number takes at most eight bytes, else in the general way.
    #[inline(always)]
    pub(crate) fn read_nat_with<T: DeserializeOwned, W: Emplace<T>>(
        self,
        make: impl FnOnce(u64) -> T,
        wrap: W,
    ) -> Result<W::Out> {
        if self.step.is_leaf(Op::Nat) {
            if let Some(number) = short_nat(self.cx.state)? {
                return Ok(wrap.wrap(make(number)));
            }
        }
        read_generally(self.cx, self.step, wrap)
    }

    /// Decodes a value made from an `int`, as [`Decoder::read_nat_with`] does from a `nat`.
    #[inline(always)]
    pub(crate) fn read_int_with<T: DeserializeOwned, W: Emplace<T>>(
        self,
        make: impl FnOnce(i64) -> T,
        wrap: W,
    ) -> Result<W::Out> {
        if self.step.is_leaf(Op::Int) {
            if let Some(number) = short_int(self.cx.state)? {
                return Ok(wrap.wrap(make(number)));
            }
        }
        read_generally(self.cx, self.step, wrap)
    }
}
