//! Vectors, element by element.

use super::decoder::Decoder;
use super::plan::Step;
use super::state::{check_finished, Context, State};
use crate::error::{Error, PathSegment, Result};
use serde::de::value::U8Deserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, SeqAccess, Visitor};

/// The elements of a vector: one step serves all of them.
pub(crate) struct VecAccess<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    step: Step,
    len: usize,
    rest: usize,
    /// What the visitor is told to make room for.
    room: usize,
}

impl<'a, 'p, 'de> VecAccess<'a, 'p, 'de> {
    #[inline]
    pub(crate) fn new(cx: &'a mut Context<'p, 'de>, step: Step, len: usize) -> Self {
        VecAccess {
            room: cx.state.room(len),
            cx,
            step,
            len,
            rest: len,
        }
    }

    /// Visits the vector, and checks that the visitor took all elements: an array of fixed length may not.
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_seq(&mut self);
        check_finished(&mut result, || check_taken(self.rest, self.len));
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
        Some(self.room.min(self.rest))
    }
}

#[cold]
#[inline(never)]
pub(crate) fn in_element(error: Error, state: &State<'_>, index: usize) -> Error {
    state.within(error, PathSegment::Index(index))
}

#[inline]
pub(crate) fn check_taken(rest: usize, len: usize) -> Result<()> {
    if rest == 0 {
        return Ok(());
    }
    Err(not_taken(rest, len))
}

#[cold]
#[inline(never)]
fn not_taken(rest: usize, len: usize) -> Error {
    Error::msg(format_args!(
        "the Rust type takes {} elements, the vector has {len}",
        len - rest
    ))
}

/// The bytes of a `vec nat8`, one by one, for types that take them so.
pub(crate) struct BlobAccess<'de> {
    len: usize,
    rest: std::slice::Iter<'de, u8>,
}

impl<'de> BlobAccess<'de> {
    pub(crate) fn new(blob: &'de [u8]) -> Self {
        BlobAccess {
            len: blob.len(),
            rest: blob.iter(),
        }
    }

    pub(crate) fn finish(&self) -> Result<()> {
        check_taken(self.rest.len(), self.len)
    }
}

impl<'de> SeqAccess<'de> for &mut BlobAccess<'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.rest.next() {
            Some(byte) => {
                let byte: U8Deserializer<Error> = (*byte).into_deserializer();
                seed.deserialize(byte).map(Some)
            }
            None => Ok(None),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
