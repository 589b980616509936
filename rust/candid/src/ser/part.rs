//! Encoding of records into which others are flattened: the fields of all of them, in the order of their ids.
//!
//! Each part is serialized once for each run of its fields that no field of another part interrupts, and writes only
//! these.

use crate::schema::flatten::{HasParts, Part, Run};
use crate::traits::{CandidType, Compound, Serializer};
use serde::ser::Error;

impl<T: CandidType + ?Sized> HasParts for T {
    const PARTS: &'static [Part] = T::__PARTS;
}

/// Calls `write` for each run of fields of one part, in order: with the number of the part, and with what takes a run of
/// its fields.
///
/// # Errors
///
/// Those of `write`.
pub fn serialize_parts<C: Compound>(
    compound: &mut C,
    runs: &[Run],
    mut write: impl FnMut(usize, RecordPart<'_, C>) -> Result<(), C::Error>,
) -> Result<(), C::Error> {
    for run in runs {
        let record_part = RecordPart {
            compound: &mut *compound,
            n_before: run.n_before,
            n_fields: run.n_fields,
        };
        write(run.part, record_part)?;
    }
    Ok(())
}

/// Serializes a record, of which it writes some adjacent fields.
#[derive(Debug)]
pub struct RecordPart<'a, C> {
    compound: &'a mut C,
    /// How many fields to leave out, then how many to write.
    n_before: usize,
    n_fields: usize,
}

impl<C: Compound> RecordPart<'_, C> {
    /// Returns whether the next field is one to write.
    fn is_next(&mut self) -> bool {
        if self.n_before > 0 {
            self.n_before -= 1;
            return false;
        }
        let is_one = self.n_fields > 0;
        self.n_fields -= usize::from(is_one);
        is_one
    }
}

impl<C: Compound> Compound for RecordPart<'_, C> {
    type Error = C::Error;

    fn serialize_element<T: ?Sized + CandidType>(&mut self, v: &T) -> Result<(), C::Error> {
        if self.is_next() {
            self.compound.serialize_element(v)?;
        }
        Ok(())
    }

    fn serialize_blob(&mut self, bytes: &[u8]) -> Result<(), C::Error> {
        if self.is_next() {
            self.compound.serialize_blob(bytes)?;
        }
        Ok(())
    }
}

/// Returns the error for a value that is not the record which its type is.
fn not_a_record<T, E: Error>() -> Result<T, E> {
    Err(E::custom(
        "a flattened field has to be serialized as a record",
    ))
}

/// Refuses every value but a record.
macro_rules! refuse {
    ($($(#[$attribute:meta])* $method:ident($($ty:ty),*) -> $result:ty;)*) => {$(
        $(#[$attribute])*
        fn $method(self, $(_: $ty),*) -> Result<$result, Self::Error> {
            not_a_record()
        }
    )*};
}

impl<'a, C: Compound<Error: Error>> Serializer for RecordPart<'a, C> {
    type Error = C::Error;
    type Compound = RecordPart<'a, C>;

    fn serialize_struct(self) -> Result<Self, C::Error> {
        Ok(self)
    }

    fn serialize_option<T: ?Sized + CandidType>(self, _: Option<&T>) -> Result<(), C::Error> {
        not_a_record()
    }

    refuse! {
        serialize_bool(bool) -> ();
        #[cfg(feature = "bignum")]
        serialize_nat(&crate::data::nat::Nat) -> ();
        serialize_u128(u128) -> ();
        serialize_nat8(u8) -> ();
        serialize_nat16(u16) -> ();
        serialize_nat32(u32) -> ();
        serialize_nat64(u64) -> ();
        #[cfg(feature = "bignum")]
        serialize_int(&crate::data::int::Int) -> ();
        serialize_i128(i128) -> ();
        serialize_int8(i8) -> ();
        serialize_int16(i16) -> ();
        serialize_int32(i32) -> ();
        serialize_int64(i64) -> ();
        serialize_float32(f32) -> ();
        serialize_float64(f64) -> ();
        serialize_text(&str) -> ();
        serialize_null(()) -> ();
        serialize_empty() -> ();
        serialize_vec(usize) -> Self;
        serialize_blob(&[u8]) -> ();
        serialize_variant(u64) -> Self;
        serialize_principal(&[u8]) -> ();
        serialize_function(&[u8], &str) -> ();
    }
}
