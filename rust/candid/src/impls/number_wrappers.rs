//! Numbers in other forms: not zero, with other arithmetic, atomic. They have the type of the number.

use crate::impls::type_of;
use crate::traits::{CandidType, Serializer};
use std::num::{
    NonZeroI128, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI8, NonZeroIsize, NonZeroU128,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU8, NonZeroUsize, Saturating, Wrapping,
};
use std::sync::atomic::{
    AtomicBool, AtomicI16, AtomicI32, AtomicI8, AtomicIsize, AtomicU16, AtomicU32, AtomicU8,
    AtomicUsize, Ordering,
};
#[cfg(target_has_atomic = "64")]
use std::sync::atomic::{AtomicI64, AtomicU64};

/// Implements [`CandidType`] of types whose number `$get` returns.
macro_rules! encoded_as {
    (|$value:ident| $get:expr; $($ty:ty => $number:ty,)*) => {$(
        impl CandidType for $ty {
            type_of!($number);

            #[inline]
            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                let $value = self;
                $get.idl_serialize(serializer)
            }
        }
    )*};
}

// Zero is an error of decoding.
encoded_as! {
    |value| value.get();
    NonZeroU8 => u8,
    NonZeroU16 => u16,
    NonZeroU32 => u32,
    NonZeroU64 => u64,
    NonZeroU128 => u128,
    NonZeroUsize => usize,
    NonZeroI8 => i8,
    NonZeroI16 => i16,
    NonZeroI32 => i32,
    NonZeroI64 => i64,
    NonZeroI128 => i128,
    NonZeroIsize => isize,
}

// As serde reads them.
encoded_as! {
    |value| value.load(Ordering::Relaxed);
    AtomicBool => bool,
    AtomicU8 => u8,
    AtomicU16 => u16,
    AtomicU32 => u32,
    AtomicUsize => usize,
    AtomicI8 => i8,
    AtomicI16 => i16,
    AtomicI32 => i32,
    AtomicIsize => isize,
}

#[cfg(target_has_atomic = "64")]
encoded_as! {
    |value| value.load(Ordering::Relaxed);
    AtomicU64 => u64,
    AtomicI64 => i64,
}

impl<T: CandidType> CandidType for Wrapping<T> {
    type_of!(T);

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

impl<T: CandidType> CandidType for Saturating<T> {
    type_of!(T);

    #[inline]
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}
