//! Numbers of any size.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::impls::{primitive_type, reads};
use crate::traits::{serialize_in_parts, CandidType, Compound, Serializer};
use crate::util::mechanisms;
use candid_wire::writer;

macro_rules! big_numbers {
    ($($name:ident: $read:ident, $serialize:ident, $write:ident, $write_all:ident;)*) => {$(
        impl CandidType for $name {
            primitive_type!($name);
            reads! { true, #[inline(always)] |decoder, wrap| decoder.$read(wrap) }

            const __IS_EXACT: bool = true;

            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serializer.$serialize(self)
            }

            fn __serialize_elements<C: Compound>(
                elements: &[Self],
                compound: &mut C,
            ) -> Result<(), C::Error> {
                serialize_numbers(elements, compound, |out, elements| {
                    writer::$write_all(out, elements, $name::to_short, |out, number| number.$write(out));
                })
            }
        }
    )*};
}

big_numbers! {
    Nat: read_nat, serialize_nat, write_leb128, write_lebs;
    Int: read_int, serialize_int, write_sleb128, write_slebs;
}

/// Writes numbers: at once with `write_all` to a vector, for which the first one tells the capacity.
#[inline]
fn serialize_numbers<T: CandidType, C: Compound>(
    elements: &[T],
    compound: &mut C,
    write_all: impl Fn(&mut Vec<u8>, &[T]),
) -> Result<(), C::Error> {
    match compound.__as_vec() {
        Some(_) if mechanisms::NUMBERS_AT_ONCE => {
            serialize_in_parts(elements, compound, |part, compound| {
                if let Some(out) = compound.__as_vec() {
                    write_all(out, part);
                }
                Ok(())
            })
        }
        _ => {
            for element in elements {
                compound.serialize_element(element)?;
            }
            Ok(())
        }
    }
}
