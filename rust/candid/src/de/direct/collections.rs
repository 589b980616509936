//! Vectors, arrays, hash maps and hash sets, read without serde.

use crate::de::errors;
use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{Identity, Push};
use crate::de::read::layout::AsPayload;
use crate::de::read::path::in_element;
use crate::de::read::reserve;
use crate::error::Result;
use crate::traits::CandidType;
use crate::util::mechanisms;

impl Decoder<'_, '_, '_> {
    /// Reads the elements of a vector.
    ///
    /// # Errors
    ///
    /// If the value is not a vector that coerces, or exceeds a quota.
    pub(crate) fn read_vec<T: CandidType>(mut self) -> Result<Vec<T>> {
        let (step, len, min, is_fixed) = match self.step.op() {
            Op::Vec => {
                let (node, len) = self.enter_vec()?;
                let is_fixed = const { T::__SIZE != 0 }
                    && (usize::from(node.fixed_size) == T::__SIZE
                        || node.element.op().is_fixed_width()
                            && node.element_min == T::__SIZE as u64);
                (node.element, len, node.element_min, is_fixed)
            }
            // The bytes are charged here; each element is then a `nat8`.
            Op::Blob => {
                let len = self.enter_blob()?;
                (Step::new(Op::Nat8), len, 1, const { T::__SIZE == 1 })
            }
            _ => return Err(self.wrong_form("a vector", &"a sequence")),
        };
        // How the elements are read is known at the first one, or after it.
        let tries = const { mechanisms::FIXED_RECORDS && mechanisms::FIXED_VECTORS && T::__FROM_BYTES }
            && (is_fixed
                || const { T::__SIZE == 0 } && (step.is(Op::Record) || step.is_plain_opt()));
        let mut elements = if tries && is_fixed {
            Vec::new()
        } else {
            reserve::for_elements(self.cx.state, len, min)
        };
        let is_granted = elements.capacity() > 0;
        let start = self.cx.state.reader.remaining();
        let n_deserialize_calls = self.cx.state.n_deserialize_calls;
        let (mut i, mut next_try, mut n_failed) = (0, 0, 0);
        while i < len {
            if tries && i == next_try {
                // A newtype's own `Deserialize` has read none of those before, if there are any.
                let is_known = is_fixed
                    && (is_number::<T>(step)
                        || i > 0 && n_deserialize_calls == self.cx.state.n_deserialize_calls);
                let n = self.read_at_once(step, is_known, &mut elements, len - i);
                i += n;
                if i == len {
                    break;
                }
                if n > 0 {
                    n_failed = 0;
                }
                if is_fixed && elements.is_empty() {
                    elements.reserve_exact(reserve::n_elements::<T>(self.cx.state, len - i, min));
                }
                // Where it fails again and again, ever more seldom.
                next_try = i + 1 + n_failed;
                n_failed = 2 * n_failed + 1;
            }
            // Small elements got capacity for all of them, or double it.
            if const { !reserve::is_small::<T>(1) } && elements.len() == elements.capacity() {
                let start = is_granted.then_some(start);
                reserve::for_rest(self.cx.state, &mut elements, len, min, start);
                if tries && !is_fixed && next_try > i && i > 0 {
                    // It was the capacity that ended.
                    (next_try, n_failed) = (i, 0);
                    continue;
                }
            }
            if let Err(error) = T::__read_with(self.child(step), Push(&mut elements)) {
                return Err(in_element(error, self.cx.state, i));
            }
            i += 1;
        }
        Ok(elements)
    }

    /// Reads an array.
    ///
    /// # Errors
    ///
    /// If the value is not a vector of `N` elements that coerces, or exceeds a quota.
    #[inline]
    pub(crate) fn read_array<T: CandidType, const N: usize>(mut self) -> Result<[T; N]> {
        let (step, len, _) = enter_elements(&mut self, ["an array", "an array"])?;
        if len == N && is_number::<T>(step) {
            let reader = &mut self.cx.state.reader;
            if let Some((bytes, rest)) = reader.rest().split_at_checked(N * T::__SIZE) {
                if let Some(array) = T::__array_from_bytes(bytes) {
                    reader.advance_to(rest);
                    return Ok(array);
                }
            }
        }
        let mut elements = Vec::with_capacity(len.min(N));
        for i in 0..len.min(N) {
            if let Err(error) = T::__read_with(self.child(step), Push(&mut elements)) {
                return Err(in_element(error, self.cx.state, i));
            }
        }
        let Ok(array) = elements.try_into() else {
            return Err(errors::too_few_elements(len, N));
        };
        if len > N {
            errors::check_unread(self.cx.plan, step, len - N, len)?;
        }
        Ok(array)
    }
}

/// Returns whether elements of type `T`, of this step, are numbers of fixed width or `bool`s. Not a newtype of one, which may
/// have a `Deserialize` of its own.
#[inline(always)]
fn is_number<T: CandidType>(step: Step) -> bool {
    match T::__AS_PAYLOAD {
        AsPayload::Leaf(op) => step.is_leaf(Op::of(op)),
        AsPayload::Never | AsPayload::Record(_) => false,
    }
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
        // As many bytes as those of a fixed size.
        if const { T::__FROM_BYTES && T::__SIZE != 0 } && i == 1 && min == T::__SIZE as u64 {
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
    insert: impl FnMut(T),
) -> usize {
    if !is_number::<T>(step) && decoder.built_at_once::<T>(step).is_none() {
        return 0;
    }
    let elements = decoder.fixed_elements(n);
    let n_built = elements.len();
    elements.for_each(insert);
    n_built
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
