//! Vectors, decoded element by element.

use super::decoder::Decoder;
use super::direct::Push;
use super::plan::{Op, Plan, Step};
use super::reserve;
use super::state::{check_finished, Context, State};
use crate::error::{Error, PathSegment, Result};
use crate::types::CandidType;
use serde::de::{DeserializeSeed, SeqAccess, Visitor};

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
    #[inline]
    pub(crate) fn new(cx: &'a mut Context<'p, 'de>, step: Step, len: usize) -> Self {
        VecAccess {
            capacity: cx.state.reserve(len),
            cx,
            step,
            len,
            rest: len,
        }
    }

    /// Visits the vector, and checks that the visitor took all elements: one for an array of fixed length may not.
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_seq(&mut self);
        check_finished(&mut result, || match self.rest {
            0 => Ok(()),
            rest => check_rest(self.cx.plan, self.step, rest, self.len),
        });
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

#[cold]
#[inline(never)]
pub(crate) fn in_element(error: Error, state: &State<'_>, index: usize) -> Error {
    state.within(error, PathSegment::Index(index))
}

/// Checks that the elements that a visitor did not request take no bytes: otherwise their bytes would be read as the
/// next value.
#[cold]
#[inline(never)]
fn check_rest(plan: &Plan, step: Step, rest: usize, len: usize) -> Result<()> {
    match plan.takes_no_bytes(step) {
        true => Ok(()),
        false => Err(not_taken(rest, len)),
    }
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

/// Reads the elements of a vector.
///
/// # Errors
///
/// If the value is not a vector that coerces, or exceeds a quota.
pub(crate) fn read_vec<T: CandidType>(mut decoder: Decoder<'_, '_, '_>) -> Result<Vec<T>> {
    let (step, len, is_fixed) = match decoder.step.op() {
        Op::Vec => {
            let (node, len) = decoder.enter_vec()?;
            let is_fixed = T::__FROM_FIXED && usize::from(node.fixed_size) == T::__SIZE;
            (node.element, len, is_fixed)
        }
        // The bytes are charged here; each element is then a `nat8`.
        Op::Blob => (Step::new(Op::Nat8), decoder.enter_blob()?, false),
        _ => return Err(decoder.refuse_form("a vector", &"a sequence")),
    };
    let mut elements = match is_fixed {
        true => Vec::new(),
        false => reserve::for_elements(decoder.cx.state, len),
    };
    for i in 0..len {
        // If it is not yet known how the elements are read, the first one determines it.
        if is_fixed && i < 2 {
            if decoder.is_made_of_bytes::<T>(step)
                && read_fixed_elements(&mut decoder, &mut elements, len - i)
            {
                return Ok(elements);
            }
            elements.reserve_exact(reserve::n_elements::<T>(decoder.cx.state, len - i));
        }
        if let Err(error) = T::__read_with(decoder.at(step), Push(&mut elements)) {
            return Err(in_element(error, decoder.cx.state, i));
        }
    }
    Ok(elements)
}

/// Appends the next `n` elements of a vector that has been entered, building them from their bytes, and returns whether
/// all of them are valid. If not, consumes nothing.
#[inline]
fn read_fixed_elements<T: CandidType>(
    decoder: &mut Decoder<'_, '_, '_>,
    elements: &mut Vec<T>,
    n: usize,
) -> bool {
    let reader = &mut decoder.cx.state.reader;
    let size = n.saturating_mul(T::__SIZE);
    let Some((bytes, rest)) = reader.rest().split_at_checked(size) else {
        return false;
    };
    // Exact: the bytes of all elements are there.
    let n_before = elements.len();
    elements.reserve_exact(n);
    for mut element in bytes.chunks_exact(T::__SIZE) {
        match T::__from_fixed(&mut element) {
            Some(value) => elements.push(value),
            None => {
                elements.truncate(n_before);
                return false;
            }
        }
    }
    reader.advance_to(rest);
    true
}
