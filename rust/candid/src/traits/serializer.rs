//! The writers of a value and of its parts.

use crate::data::rest::Rest;
use crate::ser::batch::FieldBatch;
use crate::traits::CandidType;

/// Writes one value. Implementations of [`CandidType`] call exactly one of its methods.
///
/// A method that starts a record, vector or variant returns a [`Compound`], which writes the parts. What is written must be a
/// value of the type that [`CandidType::_ty`] returns: the order of fields and cases is that of their ids, as in the type.
///
/// # Examples
///
/// ```
/// use candid::types::{Compound as _, Field, Label, Serializer, Type, TypeInner};
/// use candid::{decode_one, encode_one, CandidType};
///
/// /// `record { lo : nat64; hi : nat64 }`, sorted by the ids of the names.
/// struct Bits128(u128);
///
/// impl CandidType for Bits128 {
///     fn _ty() -> Type {
///         let field = |name: &str| Field { id: Label::Named(name.to_string()).into(), ty: u64::ty() };
///         let mut fields = vec![field("lo"), field("hi")];
///         fields.sort_by_key(|field| field.id.get_id());
///         TypeInner::Record(fields).into()
///     }
///     fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
///         // The hash of `hi` is the smaller one.
///         let mut record = serializer.serialize_struct()?;
///         record.serialize_element(&((self.0 >> 64) as u64))?;
///         record.serialize_element(&(self.0 as u64))
///     }
/// }
///
/// #[derive(CandidType, candid::Deserialize)]
/// struct Parts { lo: u64, hi: u64 }
/// let parts: Parts = decode_one(&encode_one(Bits128(7 << 64 | 5))?)?;
/// assert_eq!((parts.hi, parts.lo), (7, 5));
/// # Ok::<(), candid::Error>(())
/// ```
pub trait Serializer: Sized {
    /// The error of a failed write.
    type Error: serde::ser::Error;
    /// The writer of the parts of a record, variant or vector.
    type Compound: Compound<Error = Self::Error>;
    /// Writes a `bool`.
    fn serialize_bool(self, v: bool) -> Result<(), Self::Error>;
    /// Writes a `nat`.
    #[cfg(feature = "bignum")]
    fn serialize_nat(self, v: &crate::data::nat::Nat) -> Result<(), Self::Error>;
    /// Writes a `nat` that fits 128 bits.
    fn serialize_u128(self, v: u128) -> Result<(), Self::Error>;
    /// Writes a `nat8`.
    fn serialize_nat8(self, v: u8) -> Result<(), Self::Error>;
    /// Writes a `nat16`.
    fn serialize_nat16(self, v: u16) -> Result<(), Self::Error>;
    /// Writes a `nat32`.
    fn serialize_nat32(self, v: u32) -> Result<(), Self::Error>;
    /// Writes a `nat64`.
    fn serialize_nat64(self, v: u64) -> Result<(), Self::Error>;
    /// Writes an `int`.
    #[cfg(feature = "bignum")]
    fn serialize_int(self, v: &crate::data::int::Int) -> Result<(), Self::Error>;
    /// Writes an `int` that fits 128 bits.
    fn serialize_i128(self, v: i128) -> Result<(), Self::Error>;
    /// Writes an `int8`.
    fn serialize_int8(self, v: i8) -> Result<(), Self::Error>;
    /// Writes an `int16`.
    fn serialize_int16(self, v: i16) -> Result<(), Self::Error>;
    /// Writes an `int32`.
    fn serialize_int32(self, v: i32) -> Result<(), Self::Error>;
    /// Writes an `int64`.
    fn serialize_int64(self, v: i64) -> Result<(), Self::Error>;
    /// Writes a `float32`.
    fn serialize_float32(self, v: f32) -> Result<(), Self::Error>;
    /// Writes a `float64`.
    fn serialize_float64(self, v: f64) -> Result<(), Self::Error>;
    /// Writes a `text`.
    fn serialize_text(self, v: &str) -> Result<(), Self::Error>;
    /// Writes `null` or `reserved`: no bytes.
    fn serialize_null(self, v: ()) -> Result<(), Self::Error>;
    /// Returns an error: `empty` has no values.
    fn serialize_empty(self) -> Result<(), Self::Error>;
    /// Writes an `opt`.
    fn serialize_option<T: ?Sized + CandidType>(self, v: Option<&T>) -> Result<(), Self::Error>;
    /// Starts a `record`; its fields follow in the order of their ids.
    fn serialize_struct(self) -> Result<Self::Compound, Self::Error>;
    /// Starts a `vec` of `len` elements.
    fn serialize_vec(self, len: usize) -> Result<Self::Compound, Self::Error>;
    /// Writes a `vec nat8`.
    fn serialize_blob(self, v: &[u8]) -> Result<(), Self::Error>;
    /// Starts a `variant`: `index` is the position of the case in the order of the ids.
    fn serialize_variant(self, index: u64) -> Result<Self::Compound, Self::Error>;
    /// Writes a `principal` or a `service`.
    fn serialize_principal(self, v: &[u8]) -> Result<(), Self::Error>;
    /// Writes a `func`.
    fn serialize_function(self, v: &[u8], meth: &str) -> Result<(), Self::Error>;

    /// Writes a value that is encoded already. Returns `None` if this serializer does not write the binary format.
    #[doc(hidden)]
    fn __encoded(self, _bytes: &[u8]) -> Option<Result<(), Self::Error>> {
        None
    }

    /// Checks that the stack is not used up: called where a value contains another, which may be as deep as memory
    /// allows.
    #[doc(hidden)]
    #[inline(always)]
    fn __check_stack(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Notes the fields that a record has besides those of its type: called before the record is written.
    ///
    /// # Errors
    ///
    /// If there are any, and the serializer does not write them.
    #[doc(hidden)]
    fn __other_fields(&mut self, rest: &Rest) -> Result<(), Self::Error> {
        if rest.is_empty() {
            return Ok(());
        }
        Err(serde::ser::Error::custom(
            "this serializer does not write the other fields of a record (`candid::Rest`)",
        ))
    }
}

/// Writes the parts of a record, variant or vector: [`Serializer`](crate::traits::Serializer) has an example.
pub trait Compound {
    /// The error of a failed write.
    type Error;
    /// Writes the next field, payload or element.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn serialize_element<T: ?Sized + CandidType>(&mut self, v: &T) -> Result<(), Self::Error>;

    /// Writes the bytes of many fixed-width elements at once, if this serializer writes the binary
    /// format; returns whether it did.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn try_write_raw_elements(&mut self, _bytes: &[u8]) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Writes the next field of a record. One of fixed size may stay in `batch` for the fields after it, until
    /// [`Compound::__end`].
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    #[doc(hidden)]
    #[inline]
    fn __field<T: ?Sized + CandidType>(
        &mut self,
        _batch: &mut FieldBatch<'_>,
        v: &T,
    ) -> Result<(), Self::Error> {
        self.serialize_element(v)
    }

    /// Writes the contents of `batch`.
    #[doc(hidden)]
    #[inline]
    fn __end(&mut self, _batch: &mut FieldBatch<'_>) {}

    /// Returns the output, if this serializer writes the binary format to a vector: to write many elements at once, or
    /// to reserve capacity for them.
    #[doc(hidden)]
    #[inline(always)]
    fn __as_vec(&mut self) -> Option<&mut Vec<u8>> {
        None
    }

    /// Writes the next field as a blob: for `#[serde(with = "serde_bytes")]`.
    #[doc(hidden)]
    fn serialize_blob(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Writes the only field as a blob: [`Compound::serialize_blob`] with the arguments of [`CandidType::__write_part`].
    #[doc(hidden)]
    #[inline(always)]
    fn __blob_part(bytes: &[u8], compound: &mut Self) -> Result<(), Self::Error> {
        compound.serialize_blob(bytes)
    }

    /// Writes one field of several as a blob, as [`CandidType::__write_field`] others.
    #[doc(hidden)]
    #[inline(always)]
    fn __blob_field(
        bytes: &[u8],
        compound: &mut Self,
        batch: &mut FieldBatch<'_>,
    ) -> Result<(), Self::Error> {
        compound.__end(batch);
        compound.serialize_blob(bytes)
    }
}
