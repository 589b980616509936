//! `bool` and numbers. A slice of fixed-width numbers is written at once: on little-endian machines its memory is its
//! Candid encoding.

use crate::de::direct::{read_generally, AsPayload, Input};
use crate::de::plan::step::Op;
use crate::de::read::decoder::Decoder;
use crate::impls::{primitive_type, reads};
use crate::traits::{serialize_each, CandidType, Compound, Serializer};
use crate::util::mechanisms;
use bytemuck::NoUninit;
use serde::Deserialize;

/// Returns a value from its bytes.
macro_rules! from_bytes {
    (Bool $input:ident $from_bytes:expr) => {
        $input.take_bool()
    };
    ($name:ident $input:ident $from_bytes:expr) => {
        $from_bytes($input.take()?)
    };
}

macro_rules! fixed_width {
    ($($ty:ty => $name:ident, $serialize:ident, $from_bytes:expr;)*) => {$(
        impl CandidType for $ty {
            primitive_type!($name);

            reads! { true, #[inline(always)] |decoder, wrap| {
                decoder.read_fixed(Op::$name, $from_bytes, wrap)
            } }

            const __FROM_BYTES: bool = true;

            const __AS_PAYLOAD: AsPayload = AsPayload::Leaf(Op::$name as u8);

            const __IS_EXACT: bool = true;

            #[inline(always)]
            fn __from_bytes<I: Input>(input: &mut I) -> Option<Self> {
                from_bytes!($name input $from_bytes)
            }

            #[inline]
            fn __read_vec(decoder: Decoder<'_, '_, '_>) -> crate::error::Result<Vec<Self>> {
                Deserialize::deserialize(decoder)
            }

            #[inline(always)]
            fn __array_from_bytes<const N: usize>(bytes: &[u8]) -> Option<[Self; N]> {
                let elements: &[[u8; size_of::<$ty>()]; N] = bytes.as_chunks().0.try_into().ok()?;
                let from_bytes = $from_bytes;
                if elements.iter().any(|bytes| from_bytes(*bytes).is_none()) {
                    return None;
                }
                Some(elements.map(|bytes| from_bytes(bytes).unwrap_or_default()))
            }

            const __SIZE: usize = size_of::<$ty>();

            #[inline]
            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serializer.$serialize(*self)
            }

            fn __serialize_elements<C: Compound>(
                elements: &[Self],
                compound: &mut C,
            ) -> Result<(), C::Error> {
                serialize_fixed(elements, compound)
            }
        }
    )*};
}

fixed_width! {
    bool => Bool, serialize_bool, |[byte]: [u8; 1]| (byte <= 1).then_some(byte != 0);
    u8 => Nat8, serialize_nat8, |bytes| Some(u8::from_le_bytes(bytes));
    u16 => Nat16, serialize_nat16, |bytes| Some(u16::from_le_bytes(bytes));
    u32 => Nat32, serialize_nat32, |bytes| Some(u32::from_le_bytes(bytes));
    u64 => Nat64, serialize_nat64, |bytes| Some(u64::from_le_bytes(bytes));
    i8 => Int8, serialize_int8, |bytes| Some(i8::from_le_bytes(bytes));
    i16 => Int16, serialize_int16, |bytes| Some(i16::from_le_bytes(bytes));
    i32 => Int32, serialize_int32, |bytes| Some(i32::from_le_bytes(bytes));
    i64 => Int64, serialize_int64, |bytes| Some(i64::from_le_bytes(bytes));
    f32 => Float32, serialize_float32, |bytes| Some(f32::from_le_bytes(bytes));
    f64 => Float64, serialize_float64, |bytes| Some(f64::from_le_bytes(bytes));
}

/// Implements the machine-dependent widths, which are 64 bits in Candid: the memory of a slice is its Candid encoding
/// only on 64-bit machines, not in a canister.
macro_rules! pointer_width {
    ($($ty:ty => $name:ident, $serialize:ident, $wide:ty;)*) => {$(
        impl CandidType for $ty {
            primitive_type!($name);
            reads! { true, #[inline(always)] |decoder, wrap| {
                decoder.read_fixed(
                    Op::$name,
                    |bytes| <$wide>::from_le_bytes(bytes).try_into().ok(),
                    wrap,
                )
            } }

            const __IS_EXACT: bool = true;

            const __FROM_BYTES: bool = true;

            const __AS_PAYLOAD: AsPayload = AsPayload::Leaf(Op::$name as u8);

            #[inline(always)]
            fn __from_bytes<I: Input>(input: &mut I) -> Option<Self> {
                <$wide>::__from_bytes(input)?.try_into().ok()
            }

            const __SIZE: usize = size_of::<$wide>();

            #[inline]
            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serializer.$serialize(*self as $wide)
            }

            fn __serialize_elements<C: Compound>(
                elements: &[Self],
                compound: &mut C,
            ) -> Result<(), C::Error> {
                if cfg!(target_pointer_width = "64") {
                    serialize_fixed(elements, compound)
                } else {
                    serialize_each(elements, compound)
                }
            }
        }
    )*};
}

pointer_width! {
    usize => Nat64, serialize_nat64, u64;
    isize => Int64, serialize_int64, i64;
}

macro_rules! variable_width {
    ($($ty:ty => $name:ident, $read:ident, $serialize:ident;)*) => {$(
        impl CandidType for $ty {
            primitive_type!($name);
            reads! { true, #[inline(always)] |decoder, wrap| {
                decoder.$read(wrap, read_generally)
            } }

            const __IS_EXACT: bool = true;

            #[inline]
            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serializer.$serialize(*self)
            }
        }
    )*};
}

variable_width! {
    u128 => Nat, read_nat_as, serialize_u128;
    i128 => Int, read_int_as, serialize_i128;
}

/// Writes elements whose memory on a little-endian machine is their Candid encoding.
fn serialize_fixed<T, C>(elements: &[T], compound: &mut C) -> Result<(), C::Error>
where
    T: CandidType + NoUninit,
    C: Compound,
{
    if mechanisms::RAW_NUMBERS
        && cfg!(target_endian = "little")
        && compound.try_write_raw_elements(bytemuck::cast_slice(elements))?
    {
        return Ok(());
    }
    serialize_each(elements, compound)
}
