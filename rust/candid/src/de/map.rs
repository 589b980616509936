//! Vectors of pairs decoded as maps: `vec record { k; v }` for Rust's maps, or pair by pair for serde.

use super::decoder::Decoder;
use super::direct::Push;
use super::plan::{
    internal, EntryChecks, FieldStep, Node, Op, RecordNode, SpanIndex, VecNode, NO_SPAN,
};
use super::seq::{check_taken, in_element};
use super::state::Context;
use super::{reserve, skip};
use crate::error::{Error, PathSegment, Result};
use crate::types::CandidType;
use serde::de::{DeserializeSeed, MapAccess};
use std::collections::BTreeMap;
use std::mem::take;

/// The minimum number of pairs collected before they are made a map, so that most messages build theirs at once.
const MIN_PAIRS: usize = 1024;

/// Reads a sorted map.
///
/// Inserting a key takes a search, thirty comparisons in a map of a million. Std builds a map from a vector by sorting
/// it, one comparison per pair if the pairs come in the order of encoded maps, and fills the nodes from it. A vector of
/// all pairs would take as much memory as the map, so whenever there are as many pairs as the map has entries, they are
/// merged into it.
///
/// # Errors
///
/// If the value is not a vector of pairs that coerces, or exceeds a quota.
pub(crate) fn read_sorted<K: CandidType + Ord, V: CandidType>(
    mut decoder: Decoder<'_, '_, '_>,
) -> Result<BTreeMap<K, V>> {
    if !decoder.step.is(Op::Vec) {
        return Err(decoder.refuse_form("a vector", &"a map"));
    }
    let (node, len) = decoder.enter_vec()?;
    let mut map = BTreeMap::new();
    let mut pairs = reserve::for_elements(decoder.cx.state, len);
    for i in 0..len {
        if pairs.len() == MIN_PAIRS.max(map.len()) {
            join(&mut map, take(&mut pairs));
            // The message has their bytes, as it had those of the map.
            pairs.reserve_exact(map.len().min(len - i));
        }
        if let Err(error) = <(K, V)>::__read_with(decoder.at(node.element), Push(&mut pairs)) {
            return Err(in_element(error, decoder.cx.state, i));
        }
    }
    join(&mut map, pairs);
    Ok(map)
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

/// The entries of a map, one pair at a time.
pub(crate) struct PairAccess<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    /// `None` if there are no pairs: an empty vector may have any element type.
    pair: Option<&'p RecordNode>,
    /// The remaining fields of the current pair.
    fields: std::slice::Iter<'p, FieldStep>,
    /// The surplus fields after them.
    last_span: SpanIndex,
    len: usize,
    rest: usize,
    /// The size hint for the visitor.
    capacity: usize,
}

impl<'a, 'p, 'de> PairAccess<'a, 'p, 'de> {
    /// Returns the pairs of a vector of `len` elements that has been entered.
    ///
    /// # Errors
    ///
    /// If its elements are not pairs.
    pub(crate) fn new(cx: &'a mut Context<'p, 'de>, node: &'p VecNode, len: usize) -> Result<Self> {
        let step = node.element;
        let pair = match step.op() {
            Op::Record => match cx.plan.node(step.index())? {
                Node::Record(pair) if pair.is_tuple && pair.fields.len() == 2 => Some(pair),
                Node::Record(_) => return Err(not_pairs()),
                _ => return Err(internal()),
            },
            _ if len == 0 => None,
            _ => return Err(Decoder { cx, step }.refuse_first(step)),
        };
        Ok(PairAccess {
            capacity: cx.state.reserve(len),
            cx,
            pair,
            fields: [].iter(),
            last_span: NO_SPAN,
            len,
            rest: len,
        })
    }

    #[inline]
    fn skip_span(&mut self, span: SpanIndex) -> Result<()> {
        match self.pair {
            Some(pair) => skip::skip_span(self.cx.state, self.cx.plan, pair, span)
                .map_err(|error| in_element(error, self.cx.state, self.len - self.rest - 1)),
            None => Ok(()),
        }
    }

    #[inline]
    fn part<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let Some(field) = self.fields.next() else {
            return Err(internal());
        };
        self.skip_span(field.span)?;
        match seed.deserialize(Decoder {
            cx: self.cx,
            step: field.step,
        }) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.in_part(error, field)),
        }
    }

    #[cold]
    #[inline(never)]
    fn in_part(&self, error: Error, field: &FieldStep) -> Error {
        let error = self
            .cx
            .state
            .within(error, PathSegment::Field(field.name.to_string()));
        in_element(error, self.cx.state, self.len - self.rest - 1)
    }

    /// Reads what follows the last value and checks that all pairs were taken.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let span = std::mem::take(&mut self.last_span);
        self.skip_span(span)?;
        check_taken(self.rest, self.len)
    }
}

#[cold]
#[inline(never)]
fn not_pairs() -> Error {
    Error::subtype("the Rust type is a map, but the elements of its Candid type are not pairs")
}

impl<'de> MapAccess<'de> for &mut PairAccess<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        // Surplus fields after the value of the previous pair.
        let span = std::mem::take(&mut self.last_span);
        self.skip_span(span)?;
        let (Some(pair), false) = (self.pair, self.rest == 0) else {
            return Ok(None);
        };
        self.rest -= 1;
        let state = &mut *self.cx.state;
        let counted = match pair.checks {
            EntryChecks::Count => state.count_more(pair),
            EntryChecks::Stack | EntryChecks::Nothing => Ok(()),
        };
        if let Err(error) = counted.and_then(|()| state.budget.charge(pair.cost)) {
            return Err(in_element(error, state, self.len - self.rest - 1));
        }
        self.fields = pair.fields.iter();
        self.last_span = pair.last_span;
        self.part(seed).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.part(seed)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.capacity.min(self.rest))
    }
}
