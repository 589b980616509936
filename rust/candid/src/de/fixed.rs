//! Decoding of fixed-size records in place, and of the values in them.
//!
//! Their fields can be read in any order, so they are read in the order of the Rust declaration. A derived visitor
//! takes the fields of such a sequence in straight-line code: no dispatch on the field, no record of the fields seen.
//! The offsets were computed once, and one check and one charge cover all fields.

use super::decoder::Decoder;
use super::plan::fixed::{FixedField, FixedRecord};
use super::plan::Op;
use super::record::{in_field, not_taken};
use super::seq::{check_taken, in_element};
use super::state::{check_finished, Context, State};
#[cfg(feature = "value")]
use super::visitor_kind::is_visitor_of;
use super::visitor_kind::takes_ordinals;
use crate::error::{Error, Result};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use std::marker::PhantomData;

/// The position of a fixed-size value: the input from its first byte. The reader stays at the start of the outermost
/// such value until all of it is read.
#[derive(Clone, Copy)]
pub(super) struct RecordCursor<'de>(&'de [u8]);

impl<'de> RecordCursor<'de> {
    #[inline(always)]
    fn of(state: &State<'de>) -> Self {
        RecordCursor(state.reader.rest())
    }

    /// Returns the position `n` bytes further on.
    #[inline(always)]
    fn after(self, n: usize) -> Self {
        // Never beyond the end: the input has as many bytes as the values take.
        RecordCursor(self.0.get(n..).unwrap_or_default())
    }

    /// Reads the `N` bytes at `offset`: one comparison, because an offset is far too small for the sum to overflow.
    #[inline(always)]
    fn read<const N: usize>(self, offset: u16) -> Option<[u8; N]> {
        let start = usize::from(offset);
        self.0.get(start..start + N)?.first_chunk().copied()
    }

    /// Returns the distance from the reader's position.
    fn distance(self, state: &State<'_>) -> usize {
        state.reader.remaining().wrapping_sub(self.0.len())
    }

    /// Returns whether all `bool`s of the record here are valid. If not, only the general way finds the first error on
    /// the wire.
    #[inline(always)]
    fn has_bools(self, record: &FixedRecord) -> bool {
        record.bools.is_empty() || {
            let mut bools = record.bools.iter();
            bools.all(|offset| matches!(self.read(*offset), Some([0 | 1])))
        }
    }
}

/// Decodes one value in place.
pub(crate) struct InPlace<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    /// The position of the record that contains the value.
    cursor: RecordCursor<'de>,
    field: &'p FixedField,
}

impl<'a, 'p, 'de> InPlace<'a, 'p, 'de> {
    /// Returns the position of the value.
    #[inline(always)]
    fn start(&self) -> RecordCursor<'de> {
        self.cursor.after(self.field.offset.into())
    }

    /// Returns the plan and the position of the value if it is a record of fixed size.
    #[inline(always)]
    fn record(&self) -> Option<(&'p FixedRecord, RecordCursor<'de>)> {
        let record = self.field.record.as_deref()?;
        let bytes = self.cursor.0.get(self.field.offset.into()..)?;
        Some((record, RecordCursor(bytes)))
    }

    /// Decodes the value in the general way, which gives the same result for any value.
    fn general<T>(self, read: impl FnOnce(Decoder<'_, 'p, 'de>) -> Result<T>) -> Result<T> {
        let start = self.cx.state.reader.clone();
        let distance = self.start().distance(self.cx.state);
        self.cx.state.reader = start.after(distance);
        let value = read(Decoder {
            cx: self.cx,
            step: self.field.step,
        })?;
        self.cx.state.reader = start;
        Ok(value)
    }
}

/// Decodes a value that is not a number where a number is requested: one function for all fields with the same request,
/// so that each is small. Takes the parts of an [`InPlace`], so that the fields need not put theirs in memory.
#[cold]
#[inline(never)]
fn other<'p, 'de, V: Visitor<'de>>(
    cx: &mut Context<'p, 'de>,
    cursor: RecordCursor<'de>,
    field: &'p FixedField,
    visitor: V,
) -> Result<V::Value> {
    let value = InPlace { cx, cursor, field };
    value.general(|decoder| decoder.visit_any(visitor))
}

/// Defines the method of a number type: read in place if the value is of that type, else in the general way.
macro_rules! fixed {
    ($($method:ident: $op:ident, $ty:ty => $visit:ident;)*) => {$(
        #[inline(always)]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            if self.field.step.is(Op::$op) {
                if let Some(bytes) = self.cursor.read(self.field.offset) {
                    return visitor.$visit(<$ty>::from_le_bytes(bytes));
                }
            }
            other(self.cx, self.cursor, self.field, visitor)
        }
    )*};
}

macro_rules! general {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.general(|decoder| decoder.$method(visitor))
        }
    )*};
}

impl<'de> Deserializer<'de> for InPlace<'_, '_, 'de> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    fixed! {
        deserialize_u8: Nat8, u8 => visit_u8;
        deserialize_u16: Nat16, u16 => visit_u16;
        deserialize_u32: Nat32, u32 => visit_u32;
        deserialize_u64: Nat64, u64 => visit_u64;
        deserialize_i8: Int8, i8 => visit_i8;
        deserialize_i16: Int16, i16 => visit_i16;
        deserialize_i32: Int32, i32 => visit_i32;
        deserialize_i64: Int64, i64 => visit_i64;
        deserialize_f32: Float32, f32 => visit_f32;
        deserialize_f64: Float64, f64 => visit_f64;
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.field.step.is(Op::Bool) {
            if let Some([byte @ (0 | 1)]) = self.cursor.read(self.field.offset) {
                return visitor.visit_bool(byte == 1);
            }
        }
        other(self.cx, self.cursor, self.field, visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.field.step.is(Op::None) {
            return visitor.visit_none();
        }
        self.general(|decoder| decoder.deserialize_option(visitor))
    }

    #[inline(never)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Some((record, cursor)) = self.record() {
            if takes_ordinals::<V>(record, fields) && cursor.has_bools(record) {
                return ByOrdinal::new(self.cx, record, cursor).visit(visitor);
            }
        }
        self.general(|decoder| decoder.deserialize_struct(name, fields, visitor))
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        if let Some((record, cursor)) = self.record() {
            if record.is_tuple && record.fields.len() == len && cursor.has_bools(record) {
                return ByOrdinal::new(self.cx, record, cursor).visit(visitor);
            }
        }
        self.general(|decoder| decoder.deserialize_tuple(len, visitor))
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        #[cfg(feature = "value")]
        if is_visitor_of::<V, crate::IDLValue>() {
            return self.general(|decoder| decoder.deserialize_newtype_struct(name, visitor));
        }
        let _ = name;
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.general(|decoder| decoder.deserialize_unit_struct(name, visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.general(|decoder| decoder.deserialize_enum(name, variants, visitor))
    }

    general! {
        deserialize_any deserialize_i128 deserialize_u128 deserialize_char deserialize_str
        deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_seq
        deserialize_map deserialize_identifier deserialize_ignored_any
    }
}

/// The fields of a fixed-size record, in the order of their ordinals.
struct ByOrdinal<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    cursor: RecordCursor<'de>,
    rest: std::slice::Iter<'p, FixedField>,
}

impl<'a, 'p, 'de> ByOrdinal<'a, 'p, 'de> {
    #[inline(always)]
    fn new(
        cx: &'a mut Context<'p, 'de>,
        record: &'p FixedRecord,
        cursor: RecordCursor<'de>,
    ) -> Self {
        ByOrdinal {
            cx,
            cursor,
            rest: record.fields.iter(),
        }
    }

    /// Visits the record.
    #[inline(always)]
    fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let n_fields = self.rest.len();
        let mut result = visitor.visit_seq(&mut self);
        check_finished(&mut result, || {
            match self.rest.find(|field| field.end > field.offset) {
                None => Ok(()),
                Some(field) => Err(not_taken(n_fields, &field.name)),
            }
        });
        result
    }
}

impl<'de> SeqAccess<'de> for &mut ByOrdinal<'_, '_, 'de> {
    type Error = Error;

    // Inlined rather than a call per field: each field is then a few loads at known offsets.
    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(field) = self.rest.next() else {
            return Ok(None);
        };
        match seed.deserialize(InPlace {
            cx: self.cx,
            cursor: self.cursor,
            field,
        }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(failed(error, self.cx.state, self.cursor, field)),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Gives an error without an offset the offset of the end of the field, up to which the general way would have read.
#[cold]
#[inline(never)]
fn failed(error: Error, state: &State<'_>, cursor: RecordCursor<'_>, field: &FixedField) -> Error {
    let end = cursor.after(field.end.into()).distance(state);
    let end = state.reader.after(end).offset();
    in_field(error.at_offset(end), state, &field.name)
}

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Returns the position of a fixed-size record and the input after it, if all of its bytes are there and its
    /// `bool`s are valid. If not, the general way reports the error.
    #[inline(always)]
    pub(super) fn record_cursor(
        &self,
        record: &FixedRecord,
    ) -> Option<(RecordCursor<'de>, &'de [u8])> {
        let cursor = RecordCursor::of(self.cx.state);
        let tail = cursor.0.get(record.size.into()..)?;
        cursor.has_bools(record).then_some((cursor, tail))
    }

    /// Visits a fixed-size record as the sequence of its fields.
    #[inline(always)]
    pub(super) fn visit_fixed<V: Visitor<'de>>(
        self,
        record: &'p FixedRecord,
        cursor: RecordCursor<'de>,
        tail: &'de [u8],
        visitor: V,
    ) -> Result<V::Value> {
        let result = ByOrdinal::new(&mut *self.cx, record, cursor).visit(visitor);
        if result.is_ok() {
            self.cx.state.reader.advance_to(tail);
        }
        result
    }

    /// Visits the elements of a vector of such records. The vector has been entered, so the bytes are there.
    #[inline]
    pub(super) fn visit_vec_of_fixed<V: Visitor<'de>>(
        self,
        element: &'p FixedField,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        let access = FixedElements {
            cursor: RecordCursor::of(self.cx.state),
            cx: self.cx,
            element,
            len,
            rest: len,
        };
        access.visit(visitor)
    }
}

/// The elements of a vector of fixed-size records.
struct FixedElements<'a, 'p, 'de> {
    cx: &'a mut Context<'p, 'de>,
    element: &'p FixedField,
    cursor: RecordCursor<'de>,
    len: usize,
    rest: usize,
}

impl<'de> FixedElements<'_, '_, 'de> {
    #[inline]
    fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let mut result = visitor.visit_seq(&mut self);
        check_finished(&mut result, || self.finish());
        result
    }

    /// Checks that all elements were taken, and moves the reader past them.
    #[inline]
    fn finish(&mut self) -> Result<()> {
        check_taken(self.rest, self.len)?;
        let size = self.cursor.distance(self.cx.state);
        self.cx.state.reader = self.cx.state.reader.after(size);
        Ok(())
    }
}

impl<'de> SeqAccess<'de> for &mut FixedElements<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.rest == 0 {
            return Ok(None);
        }
        self.rest -= 1;
        let cursor = self.cursor;
        self.cursor = cursor.after(self.element.end.into());
        match seed.deserialize(InPlace {
            cx: self.cx,
            cursor,
            field: self.element,
        }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                let end = self.cursor.distance(self.cx.state);
                let end = self.cx.state.reader.after(end).offset();
                let error = error.at_offset(end);
                Err(in_element(error, self.cx.state, self.len - self.rest - 1))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest)
    }
}
