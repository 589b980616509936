//! Vectors, hash maps and hash sets, read without serde.

use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{Identity, Push};
use crate::de::read::path::in_element;
use crate::de::read::reserve;
use crate::error::Result;
use crate::traits::CandidType;
use crate::util::mechanisms;
use std::mem::size_of;

impl Decoder<'_, '_, '_> {
    /// Reads the elements of a vector.
    ///
    /// # Errors
    ///
    /// If the value is not a vector that coerces, or exceeds a quota.
    pub(crate) fn read_vec<T: CandidType>(mut self) -> Result<Vec<T>> {
        let (step, len, is_fixed) = match self.step.op() {
            Op::Vec => {
                let (node, len) = self.enter_vec()?;
                let is_fixed = mechanisms::FIXED_RECORDS
                    && mechanisms::FIXED_VECTORS
                    && T::__FROM_FIXED
                    && usize::from(node.fixed_size) == T::__SIZE;
                (node.element, len, is_fixed)
            }
            // The bytes are charged here; each element is then a `nat8`.
            Op::Blob => (Step::new(Op::Nat8), self.enter_blob()?, false),
            _ => return Err(self.wrong_form("a vector", &"a sequence")),
        };
        let mut elements = if is_fixed {
            Vec::new()
        } else {
            reserve::for_elements(self.cx.state, len)
        };
        let is_granted = elements.capacity() > 0;
        let start = self.cx.state.reader.remaining();
        for i in 0..len {
            // The first element determines how the others are read, if it is not known yet.
            if is_fixed && i < 2 {
                if self.is_built_from_bytes::<T>(step)
                    && read_fixed_elements(&mut self, &mut elements, len - i)
                {
                    return Ok(elements);
                }
                elements.reserve_exact(reserve::n_elements::<T>(self.cx.state, len - i));
            }
            // Small elements got capacity for all of them.
            if const { !reserve::is_small::<T>(1) } && elements.len() == elements.capacity() {
                let start = is_granted.then_some(start);
                reserve::for_rest(self.cx.state, &mut elements, len, start);
            }
            if let Err(error) = T::__read_with(self.child(step), Push(&mut elements)) {
                return Err(in_element(error, self.cx.state, i));
            }
        }
        Ok(elements)
    }
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

/// Returns whether elements take a fixed number of bytes of a message, and in memory not many more: a vector of them is
/// at most four times as large as its message.
pub(crate) const fn is_compact<T: CandidType>() -> bool {
    T::__SIZE != 0 && size_of::<T>() / 4 <= T::__SIZE
}

/// Returns whether a hash map or set has far fewer elements than it has capacity for: of the elements of its message, most
/// were equal. It may be kept for long, so that capacity is to be released.
#[inline]
pub(crate) fn is_loose(n: usize, capacity: usize) -> bool {
    n < capacity / 8
}

/// Reads the elements of a hash map or set, of which `empty` makes one with capacity, `insert` adds an element, and `fit`
/// releases capacity if it [`is_loose`].
///
/// # Errors
///
/// If the value is not a vector that coerces, or exceeds a quota.
#[inline(always)]
pub(crate) fn read_hashed<T: CandidType, C>(
    mut decoder: Decoder<'_, '_, '_>,
    form: [&'static str; 2],
    empty: impl FnOnce(usize) -> C,
    mut insert: impl FnMut(&mut C, T),
    fit: impl FnOnce(&mut C),
) -> Result<C> {
    let (step, len, min) = enter_elements(&mut decoder, form)?;
    let mut all = empty(reserve::n_elements_of::<T>(decoder.cx.state, len, min));
    let mut i = 0;
    while i < len {
        // Only those of a fixed size have as many bytes.
        if const { T::__FROM_FIXED && T::__SIZE != 0 } && i == 1 && min == T::__SIZE as u64 {
            i += insert_fixed(&mut decoder, step, len - i, |element| {
                insert(&mut all, element);
            });
            if i == len {
                break;
            }
        }
        match T::__read_with(decoder.child(step), Identity) {
            Ok(element) => insert(&mut all, element),
            Err(error) => return Err(in_element(error, decoder.cx.state, i)),
        }
        i += 1;
    }
    fit(&mut all);
    Ok(all)
}

/// Inserts elements after the first one of a vector, building them from their bytes, up to one that is invalid. Returns how
/// many of `n` there were.
#[inline(always)]
fn insert_fixed<T: CandidType>(
    decoder: &mut Decoder<'_, '_, '_>,
    step: Step,
    n: usize,
    mut insert: impl FnMut(T),
) -> usize {
    // The first number was read as this type.
    if step.is(Op::Record) && !decoder.is_built_from_bytes::<T>(step) {
        return 0;
    }
    let reader = &mut decoder.cx.state.reader;
    let mut rest = reader.rest();
    let mut n_inserted = 0;
    while n_inserted < n {
        let mut after = rest;
        let Some(element) = T::__from_fixed(&mut after) else {
            break;
        };
        insert(element);
        rest = after;
        n_inserted += 1;
    }
    reader.advance_to(rest);
    n_inserted
}

/// Enters a vector, or a blob whose bytes are elements. Returns the step of its elements, how many there are, and how
/// many bytes each takes at least. `form` has what the Rust type expects, and its description, for the error of any
/// other value.
pub(crate) fn enter_elements(
    decoder: &mut Decoder<'_, '_, '_>,
    [asked, form]: [&'static str; 2],
) -> Result<(Step, usize, u64)> {
    match decoder.step.op() {
        Op::Vec => {
            let (node, len) = decoder.enter_vec()?;
            Ok((node.element, len, node.element_min))
        }
        // The bytes are charged here; each element is then a `nat8`.
        Op::Blob => Ok((Step::new(Op::Nat8), decoder.enter_blob()?, 1)),
        _ => {
            let step = decoder.step;
            Err(decoder.child(step).wrong_form(asked, &form))
        }
    }
}
