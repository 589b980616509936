//! Vectors, decoded element by element.

use crate::de::errors;
use crate::de::plan::step::Step;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_element;
use crate::de::read::reserve;
use crate::error::{Error, Result};
use serde::de::{DeserializeSeed, SeqAccess, Visitor};
use std::mem::size_of;

/// The size of the largest value that has all its elements elsewhere: that of a hash set and its hasher.
const MAX_HEADER: usize = size_of::<[usize; 8]>();

/// The elements of a vector: one step serves all of them.
pub(crate) struct VecAccess<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    step: Step,
    len: usize,
    rest: usize,
    /// The size hint for the visitor.
    capacity: usize,
}

impl<'a, 'p, 'de> VecAccess<'a, 'p, 'de> {
    /// Returns the elements of a vector that has been entered, each of which takes at least `min` bytes.
    #[inline]
    pub(crate) fn new(cx: &'a mut Context<'p, 'de>, step: Step, len: usize, min: u64) -> Self {
        VecAccess {
            capacity: cx.state.reserve(len, min),
            cx,
            step,
            len,
            rest: len,
        }
    }

    /// Visits the vector, and checks that the visitor took all elements: one for an array of fixed length may not.
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        // A value that holds elements in itself, such as a `SmallVec`, is at least as large as one of them. Those of other
        // crates reserve all that the hint says.
        if const { size_of::<V::Value>() > MAX_HEADER } {
            self.capacity = self
                .capacity
                .min(const { reserve::RESERVED / (size_of::<V::Value>() + 1) });
        }
        let mut result = visitor.visit_seq(&mut self);
        if result.is_ok() && self.rest != 0 {
            if let Err(error) = errors::check_unread(self.cx.plan, self.step, self.rest, self.len) {
                result = Err(error);
            }
        }
        result
    }
}

impl<'de> SeqAccess<'de> for &mut VecAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.rest == 0 {
            return Ok(None);
        }
        self.rest -= 1;
        match seed.deserialize(Decoder {
            cx: self.cx,
            step: self.step,
        }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(in_element(error, self.cx.state, self.len - self.rest - 1)),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.capacity.min(self.rest))
    }
}

#[inline]
pub(crate) fn check_all_read(rest: usize, len: usize) -> Result<()> {
    if rest == 0 {
        return Ok(());
    }
    Err(errors::unread_elements(rest, len))
}
