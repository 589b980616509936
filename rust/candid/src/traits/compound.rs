//! [`Compound`]: how the parts of a value are written.

use crate::ser::batch::FieldBatch;
use crate::traits::CandidType;

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
