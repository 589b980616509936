//! Vectors and sorted maps, read without serde.

use crate::de::plan::step::{Op, Step};
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::{Identity, Push};
use crate::de::read::path::in_element;
use crate::de::read::reserve;
use crate::error::Result;
use crate::traits::CandidType;
use crate::util::mechanisms;
use std::collections::BTreeMap;
use std::mem::take;

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

/// The minimum number of pairs collected before a map is built, so that most messages build it at once.
const MIN_PAIRS: usize = 1024;

/// Reads a sorted map.
///
/// Inserting a key takes a search, thirty comparisons in a map of a million. Std builds a map from a vector by sorting
/// it, one comparison per pair if the pairs come in the order of encoded maps, and fills the nodes from it. Merging
/// into a map builds it again, so ascending pairs are collected to the end and built at once. Others may be many for few
/// entries, and are merged whenever they are as many as the map has entries.
///
/// # Errors
///
/// If the value is not a vector of pairs that coerces, or exceeds a quota.
pub(crate) fn read_sorted<K: CandidType + Ord, V: CandidType>(
    mut decoder: Decoder<'_, '_, '_>,
) -> Result<BTreeMap<K, V>> {
    if !decoder.step.is(Op::Vec) {
        return Err(decoder.wrong_form("a vector", &"a map"));
    }
    let (node, len) = decoder.enter_vec()?;
    let mut map = BTreeMap::new();
    if !mechanisms::SORTED_MAPS {
        for i in 0..len {
            match <(K, V)>::__read_with(decoder.child(node.element), Identity) {
                Ok((key, value)) => {
                    map.insert(key, value);
                }
                Err(error) => return Err(in_element(error, decoder.cx.state, i)),
            }
        }
        return Ok(map);
    }
    let mut pairs = reserve::for_elements(decoder.cx.state, len);
    let mut limit = MIN_PAIRS;
    let mut n_ascending = 0;
    for i in 0..len {
        if pairs.len() == limit {
            if map.is_empty() && are_ascending(pairs.get(n_ascending..).unwrap_or_default()) {
                // The last one is yet to be compared with the next.
                n_ascending = limit - 1;
            } else {
                join(&mut map, take(&mut pairs));
            }
            let n_entries = map.len().max(pairs.len());
            pairs.reserve_exact(n_entries.min(len - i));
            limit = pairs.len() + n_entries.max(MIN_PAIRS);
        }
        if let Err(error) = <(K, V)>::__read_with(decoder.child(node.element), Push(&mut pairs)) {
            return Err(in_element(error, decoder.cx.state, i));
        }
    }
    join(&mut map, pairs);
    Ok(map)
}

/// Returns whether each key is greater than the one before it, by an order that std knows.
fn are_ascending<K: CandidType + Ord, V>(pairs: &[(K, V)]) -> bool {
    K::__IS_EXACT && pairs.is_sorted_by(|(a, _), (b, _)| a < b)
}

/// Inserts pairs into a map. Among equal keys, the first key and the last value are kept, as by inserting each pair.
fn join<K: CandidType + Ord, V>(map: &mut BTreeMap<K, V>, pairs: Vec<(K, V)>) {
    // A map that std builds from many pairs keeps the last of equal keys, and compares with `==`, not `Ord`.
    if K::__IS_EXACT {
        map.append(&mut pairs.into_iter().collect());
    } else {
        map.extend(pairs);
    }
}
