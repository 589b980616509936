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

macro_rules! encoded_as {
    ($($ty:ty => $number:ty: |$value:ident| $get:expr;)*) => {$(
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
    NonZeroU8 => u8: |value| value.get();
    NonZeroU16 => u16: |value| value.get();
    NonZeroU32 => u32: |value| value.get();
    NonZeroU64 => u64: |value| value.get();
    NonZeroU128 => u128: |value| value.get();
    NonZeroUsize => usize: |value| value.get();
    NonZeroI8 => i8: |value| value.get();
    NonZeroI16 => i16: |value| value.get();
    NonZeroI32 => i32: |value| value.get();
    NonZeroI64 => i64: |value| value.get();
    NonZeroI128 => i128: |value| value.get();
    NonZeroIsize => isize: |value| value.get();
}

// As serde reads them.
encoded_as! {
    AtomicBool => bool: |value| value.load(Ordering::Relaxed);
    AtomicU8 => u8: |value| value.load(Ordering::Relaxed);
    AtomicU16 => u16: |value| value.load(Ordering::Relaxed);
    AtomicU32 => u32: |value| value.load(Ordering::Relaxed);
    AtomicUsize => usize: |value| value.load(Ordering::Relaxed);
    AtomicI8 => i8: |value| value.load(Ordering::Relaxed);
    AtomicI16 => i16: |value| value.load(Ordering::Relaxed);
    AtomicI32 => i32: |value| value.load(Ordering::Relaxed);
    AtomicIsize => isize: |value| value.load(Ordering::Relaxed);
}

#[cfg(target_has_atomic = "64")]
encoded_as! {
    AtomicU64 => u64: |value| value.load(Ordering::Relaxed);
    AtomicI64 => i64: |value| value.load(Ordering::Relaxed);
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
