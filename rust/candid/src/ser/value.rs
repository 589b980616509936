//! Encoding of values: function `M` of the specification.
//!
//! `spec/Candid.md#memory`

use crate::data::rest::Rest;
use crate::error::{Error, Result};
use crate::ser::batch::FieldBatch;
use crate::ser::buffer::{Buffer, Write as _};
use crate::ser::rest::Registry;
use crate::traits;
use crate::traits::{CandidType, Serializer};
use crate::util::mechanisms;
use crate::util::stack::StackLimit;
use std::collections::TryReserveError;

/// Writes values, without their types.
pub struct ValueSerializer<B = Vec<u8>> {
    value: B,
    stack: StackLimit,
    /// Where records register fields that their types do not have.
    registry: Registry,
}

impl Default for ValueSerializer {
    fn default() -> Self {
        ValueSerializer::over(Vec::new())
    }
}

impl ValueSerializer {
    /// Returns a serializer with an empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the bytes written.
    pub fn get_result(&self) -> &[u8] {
        &self.value
    }

    /// Reserves capacity for `additional` more bytes.
    #[doc(hidden)]
    pub fn try_reserve(&mut self, additional: usize) -> std::result::Result<(), TryReserveError> {
        self.value.try_reserve(additional)
    }
}

impl<B: Buffer> ValueSerializer<B> {
    /// Returns a serializer that appends to `buffer`.
    #[inline]
    pub(crate) fn over(buffer: B) -> Self {
        ValueSerializer {
            value: buffer,
            stack: StackLimit::of_this_thread(),
            registry: Registry::NONE,
        }
    }

    /// Sets where records register fields that their types do not have; by default they are refused.
    #[inline]
    pub(crate) fn set_registry(&mut self, registry: Registry) {
        self.registry = registry;
    }

    /// Returns the registry, leaving none.
    pub(crate) fn take_registry(&mut self) -> Registry {
        std::mem::replace(&mut self.registry, Registry::NONE)
    }

    /// Returns a serializer that appends a value of fixed size, which does not nest, to `buffer`.
    #[inline(always)]
    pub(crate) fn of_fixed(buffer: B) -> Self {
        ValueSerializer {
            value: buffer,
            stack: StackLimit::NONE,
            registry: Registry::NONE,
        }
    }

    /// Checks the stack, unless the type does; see [`CandidType::__CHECKS_STACK`].
    #[inline(always)]
    pub(crate) fn check_stack_of<T: ?Sized + CandidType>(&mut self) -> Result<()> {
        if const { T::__SIZE == 0 && !T::__CHECKS_STACK } {
            self.stack.check()?;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn buffer(&mut self) -> &mut B {
        &mut self.value
    }

    /// Appends bytes as they are.
    #[doc(hidden)]
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.value.append(bytes);
        Ok(())
    }

    /// Appends a number as LEB128.
    #[doc(hidden)]
    pub fn write_leb128(&mut self, value: u64) -> Result<()> {
        self.value.leb_u64(value);
        Ok(())
    }

    /// Appends bytes, preceded by their number.
    #[inline]
    fn write_blob(&mut self, bytes: &[u8]) {
        self.value.blob(bytes);
    }

    /// Appends a reference that is not opaque: a flag, the length, the bytes.
    #[inline]
    fn write_principal(&mut self, bytes: &[u8]) {
        self.value.principal(bytes);
    }
}

/// Defines the methods of fixed-width numbers: little-endian bytes.
macro_rules! fixed {
    ($($method:ident($ty:ty);)*) => {$(
        #[inline]
        fn $method(self, v: $ty) -> Result<()> {
            self.value.append(&v.to_le_bytes());
            Ok(())
        }
    )*};
}

impl<'a, B: Buffer> Serializer for &'a mut ValueSerializer<B> {
    type Error = Error;
    type Compound = Compound<'a, B>;

    #[inline]
    fn serialize_bool(self, v: bool) -> Result<()> {
        self.value.byte(u8::from(v));
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
    fn serialize_nat(self, v: &crate::data::nat::Nat) -> Result<()> {
        v.write_leb128(&mut self.value);
        Ok(())
    }

    #[cfg(feature = "bignum")]
    #[inline]
    fn serialize_int(self, v: &crate::data::int::Int) -> Result<()> {
        v.write_sleb128(&mut self.value);
        Ok(())
    }

    #[inline]
    fn serialize_u128(self, v: u128) -> Result<()> {
        self.value.leb_u128(v);
        Ok(())
    }

    #[inline]
    fn serialize_i128(self, v: i128) -> Result<()> {
        self.value.sleb_i128(v);
        Ok(())
    }

    #[inline]
    fn serialize_text(self, v: &str) -> Result<()> {
        self.write_blob(v.as_bytes());
        Ok(())
    }

    #[inline]
    fn serialize_blob(self, v: &[u8]) -> Result<()> {
        self.write_blob(v);
        Ok(())
    }

    #[inline]
    fn serialize_null(self, _v: ()) -> Result<()> {
        Ok(())
    }

    fn serialize_empty(self) -> Result<()> {
        Err(Error::msg("cannot encode type empty: it has no values"))
    }

    #[inline]
    fn serialize_option<T: ?Sized + CandidType>(self, v: Option<&T>) -> Result<()> {
        match v {
            None => {
                self.value.byte(0);
                Ok(())
            }
            Some(v) => {
                let mut bytes = [0; FieldBatch::SIZE];
                let mut batch = FieldBatch::new(&mut bytes);
                self.write_batched(&mut batch, &1u8)?;
                self.write_batched(&mut batch, v)?;
                self.end_batch(&mut batch);
                Ok(())
            }
        }
    }

    #[inline]
    fn serialize_struct(self) -> Result<Compound<'a, B>> {
        Ok(Compound { serializer: self })
    }

    #[inline]
    fn serialize_vec(self, len: usize) -> Result<Compound<'a, B>> {
        self.value.leb_u64(len as u64);
        Ok(Compound { serializer: self })
    }

    #[inline]
    fn serialize_variant(self, index: u64) -> Result<Compound<'a, B>> {
        self.value.leb_u64(index);
        Ok(Compound { serializer: self })
    }

    fn __encoded(self, bytes: &[u8]) -> Option<Result<()>> {
        self.value.append(bytes);
        Some(Ok(()))
    }

    #[inline(always)]
    fn __check_stack(&mut self) -> Result<()> {
        self.stack.check()
    }

    #[cold]
    fn __other_fields(&mut self, rest: &Rest) -> Result<()> {
        self.registry.add(self.value.written(), rest)
    }

    #[inline]
    fn serialize_principal(self, v: &[u8]) -> Result<()> {
        self.write_principal(v);
        Ok(())
    }

    fn serialize_function(self, v: &[u8], meth: &str) -> Result<()> {
        self.value.byte(1);
        self.write_principal(v);
        self.write_blob(meth.as_bytes());
        Ok(())
    }
}

impl<B: Buffer> ValueSerializer<B> {
    /// Writes the field into the batch, or directly, after the batch.
    #[inline(always)]
    fn write_batched<T: ?Sized + CandidType>(
        &mut self,
        batch: &mut FieldBatch<'_>,
        field: &T,
    ) -> Result<()> {
        // A large record is written directly.
        if const { !mechanisms::FIELD_BATCHES || T::__SIZE == 0 || T::__SIZE > FieldBatch::SIZE / 4 }
        {
            self.end_batch(batch);
            self.check_stack_of::<T>()?;
            return field.idl_serialize(self);
        }
        if !batch.fits(T::__SIZE) {
            self.end_batch(batch);
        }
        let slot = FieldBytes { rest: batch.rest() };
        field.idl_serialize(&mut ValueSerializer::of_fixed(slot))?;
        batch.advance(T::__SIZE);
        Ok(())
    }

    /// Writes the contents of the batch.
    #[inline(always)]
    fn end_batch(&mut self, batch: &mut FieldBatch<'_>) {
        let waiting = batch.take();
        if !waiting.is_empty() {
            self.value.append(waiting);
        }
    }
}

/// The bytes of one field: a buffer of fixed capacity. Excess bytes would be dropped, but never occur.
#[derive(Default)]
struct FieldBytes<'a> {
    rest: &'a mut [u8],
}

impl Buffer for FieldBytes<'_> {
    fn written(&self) -> usize {
        0
    }

    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        let rest = std::mem::take(&mut self.rest);
        if let Some((slot, rest)) = rest.split_at_mut_checked(bytes.len()) {
            slot.copy_from_slice(bytes);
            self.rest = rest;
        }
    }

    fn truncate(&mut self, _len: usize) {}
}

/// Writes the parts of a record, variant or vector.
pub struct Compound<'a, B = Vec<u8>> {
    serializer: &'a mut ValueSerializer<B>,
}

impl<B: Buffer> traits::Compound for Compound<'_, B> {
    type Error = Error;

    #[inline]
    fn serialize_element<T: ?Sized + CandidType>(&mut self, value: &T) -> Result<()> {
        self.serializer.check_stack_of::<T>()?;
        value.idl_serialize(&mut *self.serializer)
    }

    #[inline(always)]
    fn __field<T: ?Sized + CandidType>(
        &mut self,
        batch: &mut FieldBatch<'_>,
        value: &T,
    ) -> Result<()> {
        self.serializer.write_batched(batch, value)
    }

    #[inline(always)]
    fn __end(&mut self, batch: &mut FieldBatch<'_>) {
        self.serializer.end_batch(batch);
    }

    #[inline]
    fn try_write_raw_elements(&mut self, bytes: &[u8]) -> Result<bool> {
        self.serializer.value.bytes(bytes);
        Ok(true)
    }

    #[inline(always)]
    fn __as_vec(&mut self) -> Option<&mut Vec<u8>> {
        self.serializer.value.__as_vec()
    }

    #[inline]
    fn serialize_blob(&mut self, blob: &[u8]) -> Result<()> {
        self.serializer.write_blob(blob);
        Ok(())
    }
}
