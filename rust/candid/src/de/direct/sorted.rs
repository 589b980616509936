//! Sorted maps and sets, read without serde.

use crate::de::direct::collections::enter_elements;
use crate::de::plan::step::Op;
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{Identity, Push};
use crate::de::read::path::in_element;
use crate::de::read::reserve;
use crate::error::Result;
use crate::traits::CandidType;
use crate::util::mechanisms;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::{swap, take};

/// A map or set of std, sorted by the keys of its elements.
pub(crate) trait Sorted: Default {
    type Element: CandidType;

    /// Whether equal keys are indistinguishable, and ordered as std orders them.
    const IS_EXACT: bool;

    /// What the Rust type expects, and its description, for errors.
    const FORM: [&'static str; 2];

    /// Compares the keys of two elements.
    fn compare(a: &Self::Element, b: &Self::Element) -> Ordering;

    /// Returns whether the first key is less than the second, and not equal to it by `==` either, whose author may be another.
    fn is_less(a: &Self::Element, b: &Self::Element) -> bool;

    /// Returns the collection of the elements, built at once. Among equal keys, any key and the last value are kept.
    fn build(elements: Vec<Self::Element>) -> Self;

    /// Inserts elements one by one. Among equal keys, the first key and the last value are kept.
    fn insert(&mut self, elements: impl IntoIterator<Item = Self::Element>);
}

impl<K: CandidType + Ord, V: CandidType> Sorted for BTreeMap<K, V> {
    type Element = (K, V);
    const IS_EXACT: bool = K::__IS_EXACT;
    const FORM: [&'static str; 2] = ["a vector", "a map"];

    #[inline(always)]
    fn compare(a: &(K, V), b: &(K, V)) -> Ordering {
        a.0.cmp(&b.0)
    }

    #[inline(always)]
    fn is_less(a: &(K, V), b: &(K, V)) -> bool {
        a.0.cmp(&b.0).is_lt() && a.0 != b.0
    }

    #[inline]
    fn build(elements: Vec<(K, V)>) -> Self {
        elements.into_iter().collect()
    }

    #[inline]
    fn insert(&mut self, elements: impl IntoIterator<Item = (K, V)>) {
        self.extend(elements);
    }
}

impl<T: CandidType + Ord> Sorted for BTreeSet<T> {
    type Element = T;
    const IS_EXACT: bool = T::__IS_EXACT;
    const FORM: [&'static str; 2] = ["a vector", "a sequence"];

    #[inline(always)]
    fn compare(a: &T, b: &T) -> Ordering {
        a.cmp(b)
    }

    #[inline(always)]
    fn is_less(a: &T, b: &T) -> bool {
        a.cmp(b).is_lt() && a != b
    }

    #[inline]
    fn build(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }

    #[inline]
    fn insert(&mut self, elements: impl IntoIterator<Item = T>) {
        self.extend(elements);
    }
}

/// The minimum number of elements collected before their order is examined, so that most messages need not.
const MIN_COLLECTED: usize = 1024;

/// How many elements there may be for one entry without being found: of so many, one is compared.
const STRIDE: usize = 8;

/// Reads a sorted map or set.
///
/// Inserting a key takes a search, thirty comparisons in a map of a million. Std builds a map from a vector by sorting
/// it, one comparison per element if they come in the order of encoded maps, and fills the nodes from it: so elements
/// are collected to the end, and the map is built once.
///
/// Others than ascending ones may be many for few entries. Whenever the elements are twice as many as before, their
/// order is examined, and if need be they are sorted and those with equal keys removed: no more are collected than
/// twice [`STRIDE`] times the entries, or [`MIN_COLLECTED`]. This needs keys of which the compiler knows that equal ones are
/// indistinguishable: when it builds, std keeps the last of equal keys, and compares with `==`, not `Ord`. With other keys, each
/// is compared with the one before. While all ascend, no two are equal, and the map is built of them; from where they do not,
/// elements are inserted, [`MIN_COLLECTED`] at a time.
///
/// # Errors
///
/// If the value is not a vector that coerces, or exceeds a quota.
pub(crate) fn read_sorted<S: Sorted>(mut decoder: Decoder<'_, '_, '_>) -> Result<S> {
    if const { mechanisms::SORTED_MAPS && is_compact::<S::Element>() } && decoder.step.is(Op::Vec) {
        // Copied from the message, or read in one loop.
        return S::Element::__read_vec(decoder).map(|elements| match can_build::<S>(&elements) {
            true => S::build(elements),
            false => inserted(S::default(), elements),
        });
    }
    let (step, len, min) = enter_elements(&mut decoder, S::FORM)?;
    let mut all = S::default();
    if !mechanisms::SORTED_MAPS {
        for i in 0..len {
            match S::Element::__read_with(decoder.child(step), Identity) {
                Ok(element) => all.insert([element]),
                Err(error) => return Err(in_element(error, decoder.cx.state, i)),
            }
        }
        return Ok(all);
    }
    let capacity = reserve::n_elements_of::<S::Element>(decoder.cx.state, len, min);
    let most = if S::IS_EXACT { len } else { MIN_COLLECTED };
    let mut elements = Vec::with_capacity(capacity.min(most));
    let start = (capacity > 0).then_some(decoder.cx.state.reader.remaining());
    let mut limit = MIN_COLLECTED;
    let mut n_ascending = 0;
    let mut builds = true;
    for i in 0..len {
        if elements.len() == limit {
            let rest = elements.get(n_ascending..).unwrap_or_default();
            if S::IS_EXACT {
                if !is_ascending::<S>(rest) {
                    sort::<S>(&mut elements);
                }
                // The last one that was compared is yet to be compared with the next.
                n_ascending = elements.len().saturating_sub(1) / STRIDE * STRIDE;
            } else if builds && can_build::<S>(rest) {
                n_ascending = elements.len().saturating_sub(1);
            } else {
                builds = false;
                all = inserted(all, take(&mut elements));
            }
            limit = elements.len() + elements.len().max(MIN_COLLECTED);
            if elements.len() < i {
                // Further ones may be equal to these, too.
                elements.reserve_exact((limit - elements.len()).min(len - i));
            } else if elements.len() == elements.capacity() {
                reserve::for_rest(decoder.cx.state, &mut elements, len, min, start);
            }
        }
        if let Err(error) = S::Element::__read_with(decoder.child(step), Push(&mut elements)) {
            return Err(in_element(error, decoder.cx.state, i));
        }
    }
    if builds && can_build::<S>(elements.get(n_ascending..).unwrap_or_default()) {
        return Ok(S::build(elements));
    }
    Ok(inserted(all, elements))
}

/// Returns whether building the collection of the elements keeps the same as inserting each.
#[inline]
fn can_build<S: Sorted>(elements: &[S::Element]) -> bool {
    S::IS_EXACT || elements.is_sorted_by(S::is_less)
}

#[cold]
#[inline(never)]
fn inserted<S: Sorted>(mut all: S, elements: Vec<S::Element>) -> S {
    all.insert(elements);
    all
}

/// Returns whether of each [`STRIDE`] elements the first is greater than the first of those before.
#[inline]
fn is_ascending<S: Sorted>(elements: &[S::Element]) -> bool {
    let mut rest = elements;
    while let (Some(first), Some(after)) = (rest.first(), rest.get(STRIDE..)) {
        if after
            .first()
            .is_some_and(|next| S::compare(first, next).is_ge())
        {
            return false;
        }
        rest = after;
    }
    true
}

/// Sorts the elements, and removes all with equal keys but the last.
#[cold]
#[inline(never)]
fn sort<S: Sorted>(elements: &mut Vec<S::Element>) {
    elements.sort_by(S::compare);
    elements.dedup_by(|next, kept| {
        let is_equal = S::compare(next, kept).is_eq();
        if is_equal {
            swap(next, kept);
        }
        is_equal
    });
}

/// Returns whether elements take a fixed number of bytes of a message, and in memory not many more: a vector of them is
/// at most four times as large as its message.
const fn is_compact<T: CandidType>() -> bool {
    T::__SIZE != 0 && size_of::<T>() / 4 <= T::__SIZE
}
