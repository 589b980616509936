//! Vectors of pairs decoded as maps: `vec record { k; v }` for Rust's maps, or pair by pair for serde.

use crate::de::errors;
use crate::de::plan::node::{
    EntryChecks, FieldStep, Node, RecordNode, SpanIndex, VecNode, NO_SPAN,
};
use crate::de::plan::step::Op;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::{in_element, in_field};
use crate::de::read::skip;
use crate::de::serde::seq::check_all_read;
use crate::error::{internal, Error, Result};
use serde::de::{DeserializeSeed, MapAccess};

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
            Op::Record => match cx.plan.node(step.slot())? {
                Node::Record(pair) if pair.is_sequence() && pair.fields.len() == 2 => Some(&**pair),
                Node::Record(_) => return Err(errors::not_pairs()),
                _ => return Err(internal()),
            },
            _ if len == 0 => None,
            _ => return Err(Decoder { cx, step }.mismatch_of_first(step)),
        };
        Ok(PairAccess {
            capacity: cx.state.reserve(len, node.element_min),
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
            Some(pair) => skip::skip_span(self.cx, pair, &span)
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
        let error = in_field(error, self.cx.state, field);
        in_element(error, self.cx.state, self.len - self.rest - 1)
    }

    /// Reads what follows the last value and checks that all pairs were taken.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let span = std::mem::take(&mut self.last_span);
        self.skip_span(span)?;
        check_all_read(self.rest, self.len)
    }
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
            EntryChecks::Count => state.charge_entry(pair),
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
