//! Vectors of pairs as maps: `vec record { k; v }` for Rust's maps, for serde's pair by pair.

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

/// How many pairs are made a map of at least, so that those of most messages are made one at once.
const MIN_PAIRS: usize = 1024;

/// Reads a sorted map.
///
/// To insert a key takes a search, of thirty comparisons in a map of a million. Std makes a map of a vector by sorting
/// that, which takes one comparison a pair if they come as maps are encoded, and fills the nodes from there. A vector of
/// all pairs would take as much memory as the map: so whenever there are as many as the map has, they are joined to it.
///
/// # Errors
///
/// If the value is no vector of pairs that coerces, or exceeds a quota.
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
            // Their bytes are there, as many as those of the map were.
            pairs.reserve_exact(map.len().min(len - i));
        }
        if let Err(error) = <(K, V)>::__read_with(decoder.at(node.element), Push(&mut pairs)) {
            return Err(in_element(error, decoder.cx.state, i));
        }
    }
    join(&mut map, pairs);
    Ok(map)
}

/// Inserts pairs into a map. Of those with equal keys, the first key and the last value stay, as where each is inserted.
fn join<K: CandidType + Ord, V>(map: &mut BTreeMap<K, V>, pairs: Vec<(K, V)>) {
    // A map that std makes of many pairs keeps the last key of equal ones, and asks `==` which are equal, not `Ord`.
    if K::__IS_EXACT {
        map.append(&mut pairs.into_iter().collect());
    } else {
        map.extend(pairs);
    }
}

/// The entries of a map, one pair a time.
pub(crate) struct PairAccess<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    /// None if there are no pairs: an empty vector may have any element type.
    pair: Option<&'p RecordNode>,
    /// The fields of the current pair that are still to come.
    fields: std::slice::Iter<'p, FieldStep>,
    /// The surplus fields behind them.
    last_span: SpanIndex,
    len: usize,
    rest: usize,
    /// What the visitor is told to make room for.
    capacity: usize,
}

impl<'a, 'p, 'de> PairAccess<'a, 'p, 'de> {
    /// The pairs of a vector of `len` elements that was entered.
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
        // Surplus fields after the value of the pair before.
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
