//! Numbers of any size.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::impls::{primitive_type, reads};
use crate::traits::{CandidType, Serializer};

macro_rules! big_numbers {
    ($($name:ident: $read:ident, $serialize:ident;)*) => {$(
        impl CandidType for $name {
            primitive_type!($name);
            reads! { true, #[inline(always)] |decoder, wrap| decoder.$read(Self::from, wrap) }

            const __IS_EXACT: bool = true;

            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serializer.$serialize(self)
            }
        }
    )*};
}

big_numbers! {
    Nat: read_nat_with, serialize_nat;
    Int: read_int_with, serialize_int;
}
