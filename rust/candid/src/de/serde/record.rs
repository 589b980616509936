//! Records: fields by name, or by position for tuples.
//!
//! `spec/Candid.md#records-1`

use crate::de::errors;
use crate::de::plan::node::{FieldStep, RecordNode, SpanIndex};
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_field;
use crate::de::read::skip;
use crate::de::serde::identifier::FieldKey;
use crate::error::{internal, Error, Result};
use serde::de::{Deserialize, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use std::marker::PhantomData;

/// The fields of a record, in wire order.
pub(crate) struct TupleAccess<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    node: &'p RecordNode,
    rest: std::slice::Iter<'p, FieldStep>,
    /// The surplus fields after them.
    last_span: SpanIndex,
    /// How many records that keep their surplus fields are being read, if it is one of them.
    n_keeping: usize,
}

/// However reading has ended, nothing that is kept of it is left for the records around it.
impl Drop for TupleAccess<'_, '_, '_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.n_keeping > 0 {
            self.cx.state.stop_keeping(self.n_keeping);
        }
    }
}

impl<'a, 'p, 'de> TupleAccess<'a, 'p, 'de> {
    #[inline]
    pub(crate) fn new(cx: &'a mut Context<'p, 'de>, node: &'p RecordNode) -> Self {
        let n_keeping = match node.rest {
            Some(_) => cx.state.start_keeping(),
            None => 0,
        };
        TupleAccess {
            cx,
            node,
            rest: node.fields.iter(),
            last_span: node.last_span,
            n_keeping,
        }
    }

    /// Visits a tuple.
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_seq(&mut self);
        if result.is_ok() {
            if let Err(error) = self.finish() {
                result = Err(error);
            }
        }
        result
    }

    /// Returns the next expected field, after skipping the surplus fields before it.
    #[inline(always)]
    fn next_expected(&mut self) -> Result<Option<&'p FieldStep>> {
        let field = self.rest.next();
        let span = match field {
            Some(field) => field.span,
            // Skipped once, however often this is called.
            None => std::mem::take(&mut self.last_span),
        };
        skip::skip_span(self.cx, self.node, &span)?;
        Ok(field)
    }

    #[inline(always)]
    fn value<S: DeserializeSeed<'de>>(&mut self, field: &FieldStep, seed: S) -> Result<S::Value> {
        match seed.deserialize(Decoder {
            cx: self.cx,
            step: field.step,
        }) {
            Ok(value) => Ok(value),
            Err(error) => Err(in_field(error, self.cx.state, field)),
        }
    }

    /// Reads the fields that the visitor did not request: surplus ones, and expected ones that take no bytes. Any other
    /// is an error.
    #[inline]
    fn finish(&mut self) -> Result<()> {
        while let Some(field) = self.next_expected()? {
            check_unread(self.cx, self.node.fields.len(), field)?;
        }
        Ok(())
    }
}

/// Checks that a field that a visitor did not request takes no bytes: otherwise its bytes would be read as the next
/// value.
#[cold]
#[inline(never)]
fn check_unread(cx: &Context<'_, '_>, n_expected: usize, field: &FieldStep) -> Result<()> {
    if cx.plan.takes_no_bytes(field.step) {
        Ok(())
    } else {
        Err(errors::unread_field(n_expected, &field.name))
    }
}

/// A record as a map: the keys are names.
pub(crate) struct FieldAccess<'a, 'p, 'de> {
    rest: TupleAccess<'a, 'p, 'de>,
    current: Option<&'p FieldStep>,
}

impl<'a, 'p, 'de> FieldAccess<'a, 'p, 'de> {
    #[inline(always)]
    pub(crate) fn new(cx: &'a mut Context<'p, 'de>, node: &'p RecordNode) -> Self {
        FieldAccess {
            rest: TupleAccess::new(cx, node),
            current: None,
        }
    }

    #[inline(always)]
    pub(crate) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_map(&mut self);
        if result.is_ok() {
            if let Err(error) = self.rest.finish() {
                result = Err(error);
            }
        }
        result
    }
}

impl<'de> MapAccess<'de> for &mut FieldAccess<'_, '_, 'de> {
    type Error = Error;

    // Inlined into the loop of a derived visitor, so that its counters are in registers.
    #[inline(always)]
    fn next_key<K: Deserialize<'de>>(&mut self) -> Result<Option<K>> {
        let Some(field) = self.rest.next_expected()? else {
            return Ok(None);
        };
        self.current = Some(field);
        match K::deserialize(FieldKey(&field.name)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(error),
        }
    }

    #[inline(always)]
    fn next_value<T: Deserialize<'de>>(&mut self) -> Result<T> {
        self.next_value_seed(PhantomData)
    }

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(field) = self.rest.next_expected()? else {
            return Ok(None);
        };
        self.current = Some(field);
        seed.deserialize(FieldKey(&field.name)).map(Some)
    }

    #[inline(always)]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.current {
            Some(field) => self.rest.value(field, seed),
            None => Err(internal()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.node.fields.len())
    }
}

/// A record whose labels are 0, 1, … as a sequence.
impl<'de> SeqAccess<'de> for &mut TupleAccess<'_, '_, 'de> {
    type Error = Error;

    // Outlined, so that reading tuples through serde, which is rare, does not duplicate the code of all its elements.
    #[inline(never)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.next_expected()? {
            Some(field) => self.value(field, seed).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.node.fields.len())
    }
}
