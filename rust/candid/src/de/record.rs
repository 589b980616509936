//! Records: fields by name or ordinal, or by position for tuples.
//!
//! `spec/Candid.md#records-1`

use super::decoder::Decoder;
use super::label::FieldKey;
use super::plan::want::FieldName;
use super::plan::{internal, FieldStep, Op, Plan, RecordNode};
use super::skip;
use super::state::{check_finished, State};
use crate::error::{Error, PathSegment, Result};
use serde::de::{Deserialize, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use std::marker::PhantomData;

/// The fields of a record, in wire order, as they come up.
struct Walk<'a, 'p, 'de> {
    state: &'a mut State<'de>,
    plan: &'p Plan,
    node: &'p RecordNode,
    rest: std::slice::Iter<'p, FieldStep>,
}

impl<'a, 'p, 'de> Walk<'a, 'p, 'de> {
    #[inline]
    fn new(state: &'a mut State<'de>, plan: &'p Plan, node: &'p RecordNode) -> Self {
        Walk {
            state,
            plan,
            node,
            rest: node.fields.iter(),
        }
    }

    /// Returns the next field that is wanted, after skipping those before it that are not.
    #[inline(always)]
    fn next_wanted(&mut self) -> Result<Option<&'p FieldStep>> {
        let Some(field) = self.rest.next() else {
            return Ok(None);
        };
        if field.step.op != Op::SkipRun {
            return Ok(Some(field));
        }
        skip::skip_run(self.state, self.plan, self.node, field.step)?;
        // Neighbouring fields that nobody wants are one run, so this is none.
        Ok(self.rest.next())
    }

    #[inline(always)]
    fn value<S: DeserializeSeed<'de>>(&mut self, field: &FieldStep, seed: S) -> Result<S::Value> {
        seed.deserialize(Decoder {
            state: self.state,
            plan: self.plan,
            step: field.step,
        })
        .map_err(|error| in_field(error, self.state, &field.name))
    }

    /// Reads what the visitor has not asked for: surplus fields; wanted ones are an error.
    #[inline]
    fn finish(&mut self) -> Result<()> {
        match self.next_wanted()? {
            None => Ok(()),
            Some(field) => Err(not_taken(self.node.n_wanted, &field.name)),
        }
    }
}

#[cold]
#[inline(never)]
pub(super) fn in_field(error: Error, state: &State<'_>, name: &FieldName) -> Error {
    state.within(error, PathSegment::Field(name.to_string()))
}

#[cold]
#[inline(never)]
fn not_taken(n_wanted: usize, name: &FieldName) -> Error {
    Error::msg(format_args!(
        "the Rust type takes fewer values than the {n_wanted} fields of its Candid type: \
         field {name} is left over"
    ))
}

/// A record as a map from field names, or ordinals where the visitor takes them, to values.
pub(crate) struct ByField<'a, 'p, 'de> {
    walk: Walk<'a, 'p, 'de>,
    current: Option<&'p FieldStep>,
    by_ordinal: bool,
    /// By ordinal, and no field is skipped: then there is nothing else to look at.
    is_plain: bool,
}

impl<'a, 'p, 'de> ByField<'a, 'p, 'de> {
    #[inline]
    pub(crate) fn new(
        state: &'a mut State<'de>,
        plan: &'p Plan,
        node: &'p RecordNode,
        by_ordinal: bool,
    ) -> Self {
        ByField {
            walk: Walk::new(state, plan, node),
            current: None,
            by_ordinal,
            is_plain: by_ordinal && node.runs.is_empty(),
        }
    }

    /// Visits the record.
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_map(&mut self);
        // A visitor that takes ordinals goes on until there is nothing left.
        if !self.by_ordinal {
            check_finished(&mut result, || self.walk.finish());
        }
        result
    }
}

impl<'de> MapAccess<'de> for &mut ByField<'_, '_, 'de> {
    type Error = Error;

    // All of it is inlined into the loop of a derived visitor: then what it counts is in registers.
    #[inline(always)]
    fn next_key<K: Deserialize<'de>>(&mut self) -> Result<Option<K>> {
        self.next_key_seed(PhantomData)
    }

    #[inline(always)]
    fn next_value<T: Deserialize<'de>>(&mut self) -> Result<T> {
        self.next_value_seed(PhantomData)
    }

    #[inline(always)]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let (field, by_ordinal) = if self.is_plain {
            (self.walk.rest.next(), true)
        } else {
            (self.walk.next_wanted()?, self.by_ordinal)
        };
        let Some(field) = field else {
            return Ok(None);
        };
        self.current = Some(field);
        seed.deserialize(FieldKey {
            name: &field.name,
            ordinal: field.ordinal,
            by_ordinal,
        })
        .map(Some)
    }

    #[inline(always)]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.current {
            Some(field) => self.walk.value(field, seed),
            None => Err(internal()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.walk.node.n_wanted)
    }
}

/// A record whose labels are 0, 1, … as a sequence.
pub(crate) struct ByPosition<'a, 'p, 'de> {
    walk: Walk<'a, 'p, 'de>,
}

impl<'a, 'p, 'de> ByPosition<'a, 'p, 'de> {
    #[inline]
    pub(crate) fn new(state: &'a mut State<'de>, plan: &'p Plan, node: &'p RecordNode) -> Self {
        ByPosition {
            walk: Walk::new(state, plan, node),
        }
    }

    /// Visits the record.
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_seq(&mut self);
        check_finished(&mut result, || self.walk.finish());
        result
    }
}

impl<'de> SeqAccess<'de> for &mut ByPosition<'_, '_, 'de> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.walk.next_wanted()? {
            Some(field) => self.walk.value(field, seed).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.walk.node.n_wanted)
    }
}

/// A record whose fields are all wanted and come in the order of their ordinals, as a sequence.
///
/// It is given away to a derived visitor, which takes all of them, so that what it counts need not be in memory.
pub(crate) struct InOrder<'a, 'p, 'de> {
    state: &'a mut State<'de>,
    plan: &'p Plan,
    rest: std::slice::Iter<'p, FieldStep>,
}

impl<'a, 'p, 'de> InOrder<'a, 'p, 'de> {
    #[inline(always)]
    pub(crate) fn new(state: &'a mut State<'de>, plan: &'p Plan, node: &'p RecordNode) -> Self {
        InOrder {
            state,
            plan,
            rest: node.fields.iter(),
        }
    }
}

impl<'de> SeqAccess<'de> for InOrder<'_, '_, 'de> {
    type Error = Error;

    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(field) = self.rest.next() else {
            return Ok(None);
        };
        match seed.deserialize(Decoder {
            state: self.state,
            plan: self.plan,
            step: field.step,
        }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(in_field(error, self.state, &field.name)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
