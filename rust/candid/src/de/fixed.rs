//! Values at a known place: records of fixed size, and what is in them.
//!
//! Their fields can be read in any order, so they are read in the order of the Rust declaration. A
//! derived visitor takes the fields of such a sequence in straight line: no look at which field it is, no mark
//! that it was seen. Where they are was worked out once, and one check and one charge did for all
//! of them.

use super::decoder::Decoder;
use super::plan::fixed::{FixedField, FixedRecord};
use super::plan::{Op, Plan, Step};
use super::record::{in_field, takes_fixed_ordinals};
use super::seq::{check_taken, in_element};
use super::state::State;
use crate::error::{Error, Result};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use std::marker::PhantomData;

/// The bytes of values of fixed size. The reader stays where they begin until all are read.
#[derive(Clone, Copy)]
struct Place<'de> {
    bytes: &'de [u8],
    /// Where the value begins.
    offset: usize,
}

impl<'de> Place<'de> {
    /// The place `n` bytes further on.
    #[inline(always)]
    fn after(self, n: usize) -> Self {
        Place {
            bytes: self.bytes,
            // Within the bytes, or nothing is read there.
            offset: self.offset.wrapping_add(n),
        }
    }

    #[inline(always)]
    fn read<const N: usize>(self) -> Option<[u8; N]> {
        self.bytes.get(self.offset..)?.first_chunk().copied()
    }

    /// Whether the `bool`s of the record here are such. If not, only the general way finds the error that is first
    /// on the wire.
    #[inline(always)]
    fn has_bools(self, record: &FixedRecord) -> bool {
        record
            .bools
            .iter()
            .all(|offset| matches!(self.after(*offset).read(), Some([0 | 1])))
    }
}

/// Decodes one value at its place.
pub(crate) struct InPlace<'a, 'p, 'de> {
    state: &'a mut State<'de>,
    plan: &'p Plan,
    place: Place<'de>,
    step: Step,
    /// If the value is a record of fixed size.
    record: Option<&'p FixedRecord>,
}

impl<'a, 'p, 'de> InPlace<'a, 'p, 'de> {
    /// Reads the value in the general way, which answers the same for any value.
    fn general<T>(self, read: impl FnOnce(Decoder<'_, 'p, 'de>) -> Result<T>) -> Result<T> {
        let start = self.state.reader.clone();
        self.state.reader = start.after(self.place.offset);
        let value = read(Decoder {
            state: self.state,
            plan: self.plan,
            step: self.step,
        })?;
        self.state.reader = start;
        Ok(value)
    }
}

impl<'de> InPlace<'_, '_, 'de> {
    /// A number is asked for and the value is none: one function for all fields that ask the same
    /// way, so that each of them is small.
    #[cold]
    #[inline(never)]
    fn other<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.general(|decoder| decoder.visit_any(visitor))
    }
}

/// One method of a number: read at its place if the value is one, else in the general way.
macro_rules! fixed {
    ($($method:ident: $op:ident, $ty:ty => $visit:ident;)*) => {$(
        #[inline(always)]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            if self.step.op == Op::$op {
                if let Some(bytes) = self.place.read() {
                    return visitor.$visit(<$ty>::from_le_bytes(bytes));
                }
            }
            self.other(visitor)
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
        if self.step.op == Op::Bool {
            if let Some([byte @ (0 | 1)]) = self.place.read() {
                return visitor.visit_bool(byte == 1);
            }
        }
        self.other(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.step.op == Op::None {
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
        match self.record {
            Some(record)
                if takes_fixed_ordinals::<V>(record, fields) && self.place.has_bools(record) =>
            {
                visitor.visit_seq(ByOrdinal::new(self.state, self.plan, record, self.place))
            }
            _ => self.general(|decoder| decoder.deserialize_struct(name, fields, visitor)),
        }
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        match self.record {
            Some(record)
                if record.is_tuple
                    && record.fields.len() == len
                    && self.place.has_bools(record) =>
            {
                visitor.visit_seq(ByOrdinal::new(self.state, self.plan, record, self.place))
            }
            _ => self.general(|decoder| decoder.deserialize_tuple(len, visitor)),
        }
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
        if std::ptr::eq(name, crate::value::NEWTYPE_NAME) {
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

/// The fields of a record of fixed size, in the order of their ordinals.
///
/// It is given away to a visitor that takes all of them, so that what it counts need not be in memory.
struct ByOrdinal<'a, 'p, 'de> {
    state: &'a mut State<'de>,
    plan: &'p Plan,
    place: Place<'de>,
    rest: std::slice::Iter<'p, FixedField>,
}

impl<'a, 'p, 'de> ByOrdinal<'a, 'p, 'de> {
    #[inline(always)]
    fn new(
        state: &'a mut State<'de>,
        plan: &'p Plan,
        record: &'p FixedRecord,
        place: Place<'de>,
    ) -> Self {
        ByOrdinal {
            state,
            plan,
            place,
            rest: record.fields.iter(),
        }
    }
}

impl<'de> SeqAccess<'de> for ByOrdinal<'_, '_, 'de> {
    type Error = Error;

    // Not a call per field: inlined, each of them is a few loads at a place that is known.
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
            state: self.state,
            plan: self.plan,
            place: self.place.after(field.offset),
            step: field.step,
            record: field.record.as_deref(),
        }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(failed(error, self.state, self.place.offset, field)),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Gives an error that has no offset that of the end of the field, up to which the general way would have read.
#[cold]
#[inline(never)]
fn failed(error: Error, state: &State<'_>, offset: usize, field: &FixedField) -> Error {
    let end = state.reader.after(offset.wrapping_add(field.end)).offset();
    in_field(error.at_offset(end), state, &field.name)
}

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Visits a record of fixed size as the sequence of its fields, if all of its bytes are there.
    ///
    /// # Errors
    ///
    /// The visitor, for the general way, which says what is wrong.
    #[inline]
    pub(super) fn visit_fixed<V: Visitor<'de>>(
        &mut self,
        record: &'p FixedRecord,
        visitor: V,
    ) -> std::result::Result<Result<V::Value>, V> {
        let Some(bytes) = self.state.reader.rest().get(..record.size) else {
            return Err(visitor);
        };
        let place = Place { bytes, offset: 0 };
        if !place.has_bools(record) {
            return Err(visitor);
        }
        let fields = ByOrdinal::new(self.state, self.plan, record, place);
        let value = visitor.visit_seq(fields);
        if value.is_ok() {
            self.state.reader = self.state.reader.after(record.size);
        }
        Ok(value)
    }

    /// Visits the elements of a vector of such records. The vector was entered, so the bytes are there.
    #[inline]
    pub(super) fn visit_vec_of_fixed<V: Visitor<'de>>(
        self,
        record: &'p FixedRecord,
        element: Step,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        let size = record.size.saturating_mul(len);
        let mut access = FixedElements {
            place: Place {
                bytes: self.state.reader.rest().get(..size).unwrap_or_default(),
                offset: 0,
            },
            state: self.state,
            plan: self.plan,
            record,
            element,
            len,
            rest: len,
        };
        let value = visitor.visit_seq(&mut access)?;
        let FixedElements { state, rest, .. } = access;
        check_taken(rest, len)?;
        state.reader = state.reader.after(size);
        Ok(value)
    }
}

/// The elements of a vector of records of fixed size.
struct FixedElements<'a, 'p, 'de> {
    state: &'a mut State<'de>,
    plan: &'p Plan,
    record: &'p FixedRecord,
    element: Step,
    place: Place<'de>,
    len: usize,
    rest: usize,
}

impl<'de> SeqAccess<'de> for &mut FixedElements<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.rest == 0 {
            return Ok(None);
        }
        self.rest -= 1;
        let place = self.place;
        self.place = place.after(self.record.size);
        match seed.deserialize(InPlace {
            state: self.state,
            plan: self.plan,
            place,
            step: self.element,
            record: Some(self.record),
        }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                let end = self.state.reader.after(self.place.offset).offset();
                let error = error.at_offset(end);
                Err(in_element(error, self.state, self.len - self.rest - 1))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest)
    }
}
