//! Values to bytes: function `M` of the specification.
//!
//! `spec/Candid.md#memory`

use crate::error::{Error, Result};
use crate::types::{self, CandidType, Serializer};
use candid_wire::writer;
use std::collections::TryReserveError;

/// Writes values, without their types.
#[derive(Default)]
pub struct ValueSerializer {
    value: Vec<u8>,
}

impl ValueSerializer {
    /// Returns a serializer with an empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes behind what `buffer` holds.
    pub(crate) fn over(buffer: Vec<u8>) -> Self {
        ValueSerializer { value: buffer }
    }

    pub(crate) fn into_inner(self) -> Vec<u8> {
        self.value
    }

    /// Returns what was written.
    pub fn get_result(&self) -> &[u8] {
        &self.value
    }

    /// Appends bytes as they are.
    #[doc(hidden)]
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.value.extend_from_slice(bytes);
        Ok(())
    }

    /// Appends a number as LEB128.
    #[doc(hidden)]
    pub fn write_leb128(&mut self, value: u64) -> Result<()> {
        writer::write_leb_u64(&mut self.value, value);
        Ok(())
    }

    /// Reserves room for `additional` more bytes.
    #[doc(hidden)]
    pub fn try_reserve(&mut self, additional: usize) -> std::result::Result<(), TryReserveError> {
        self.value.try_reserve(additional)
    }
}

/// The methods of fixed-width numbers: little-endian bytes.
macro_rules! fixed {
    ($($method:ident($ty:ty);)*) => {$(
        #[inline]
        fn $method(self, v: $ty) -> Result<()> {
            self.value.extend_from_slice(&v.to_le_bytes());
            Ok(())
        }
    )*};
}

impl<'a> Serializer for &'a mut ValueSerializer {
    type Error = Error;
    type Compound = Compound<'a>;

    #[inline]
    fn serialize_bool(self, v: bool) -> Result<()> {
        self.value.push(u8::from(v));
        Ok(())
    }

    fixed! {
        serialize_nat8(u8);
        serialize_nat16(u16);
        serialize_nat32(u32);
        serialize_nat64(u64);
        serialize_int8(i8);
        serialize_int16(i16);
        serialize_int32(i32);
        serialize_int64(i64);
        serialize_float32(f32);
        serialize_float64(f64);
    }

    #[cfg(feature = "bignum")]
    #[inline]
    fn serialize_nat(self, v: &crate::Nat) -> Result<()> {
        v.write_leb128(&mut self.value);
        Ok(())
    }

    #[cfg(feature = "bignum")]
    #[inline]
    fn serialize_int(self, v: &crate::Int) -> Result<()> {
        v.write_sleb128(&mut self.value);
        Ok(())
    }

    #[inline]
    fn serialize_u128(self, v: u128) -> Result<()> {
        writer::write_leb_u128(&mut self.value, v);
        Ok(())
    }

    #[inline]
    fn serialize_i128(self, v: i128) -> Result<()> {
        writer::write_sleb_i128(&mut self.value, v);
        Ok(())
    }

    #[inline]
    fn serialize_text(self, v: &str) -> Result<()> {
        writer::write_text(&mut self.value, v);
        Ok(())
    }

    #[inline]
    fn serialize_blob(self, v: &[u8]) -> Result<()> {
        writer::write_blob(&mut self.value, v);
        Ok(())
    }

    #[inline]
    fn serialize_null(self, _v: ()) -> Result<()> {
        Ok(())
    }

    fn serialize_empty(self) -> Result<()> {
        Err(Error::msg("there is no value of type empty to encode"))
    }

    #[inline]
    fn serialize_option<T: ?Sized + CandidType>(self, v: Option<&T>) -> Result<()> {
        match v {
            None => {
                self.value.push(0);
                Ok(())
            }
            Some(v) => {
                self.value.push(1);
                v.idl_serialize(self)
            }
        }
    }

    #[inline]
    fn serialize_struct(self) -> Result<Compound<'a>> {
        Ok(Compound { serializer: self })
    }

    #[inline]
    fn serialize_vec(self, len: usize) -> Result<Compound<'a>> {
        writer::write_leb_u64(&mut self.value, len as u64);
        Ok(Compound { serializer: self })
    }

    #[inline]
    fn serialize_variant(self, index: u64) -> Result<Compound<'a>> {
        writer::write_leb_u64(&mut self.value, index);
        Ok(Compound { serializer: self })
    }

    fn serialize_principal(self, v: &[u8]) -> Result<()> {
        writer::write_principal(&mut self.value, v);
        Ok(())
    }

    fn serialize_function(self, v: &[u8], meth: &str) -> Result<()> {
        writer::write_reference_flag(&mut self.value);
        writer::write_principal(&mut self.value, v);
        writer::write_text(&mut self.value, meth);
        Ok(())
    }
}

/// Writes the parts of a record, variant or vector.
pub struct Compound<'a> {
    serializer: &'a mut ValueSerializer,
}

impl types::Compound for Compound<'_> {
    type Error = Error;

    #[inline]
    fn serialize_element<T: ?Sized + CandidType>(&mut self, value: &T) -> Result<()> {
        value.idl_serialize(&mut *self.serializer)
    }

    #[inline]
    fn try_write_raw_elements(&mut self, bytes: &[u8]) -> Result<bool> {
        writer::write_bytes(&mut self.serializer.value, bytes);
        Ok(true)
    }

    #[inline]
    fn serialize_blob(&mut self, blob: &[u8]) -> Result<()> {
        writer::write_blob(&mut self.serializer.value, blob);
        Ok(())
    }
}
