//! References and owning pointers: they have the type of their target and are encoded as it.

use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::Emplace;
use crate::impls::read_boxed;
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::Type;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

macro_rules! pointers {
    ($(impl [$($generics:tt)*] for $ty:ty { $($read:tt)* })*) => {$(
        impl<$($generics)*> CandidType for $ty {
            fn _ty() -> Type {
                T::ty()
            }

            #[inline]
            fn idl_serialize<S: Serializer>(&self, mut serializer: S) -> Result<(), S::Error> {
                serializer.__check_stack()?;
                T::idl_serialize(self, serializer)
            }

            fn __descriptor() -> &'static Descriptor {
                T::__descriptor()
            }

            const __CHECKS_STACK: bool = true;

            $($read)*
        }
    )*};
}

pointers! {
    impl [T: CandidType + ?Sized] for &T {}
    impl [T: CandidType + ?Sized] for &mut T {}
    impl [T: CandidType + ?Sized] for Box<T> {
        const __READS: bool = T::__READS;

        read_boxed!();

        #[inline]
        fn __read_with<W: Emplace<Self>>(
            decoder: Decoder<'_, '_, '_>,
            wrap: W,
        ) -> crate::error::Result<W::Out> {
            // A type that contains itself without end, which has no values, fails here.
            if decoder.step.is_refusal() {
                return Err(decoder.refuse());
            }
            T::__read_boxed(decoder).map(|value| wrap.wrap(value))
        }
    }
    impl [T: CandidType + ?Sized] for Rc<T> {}
    impl [T: CandidType + ?Sized] for Arc<T> {}
    impl [T: CandidType + ToOwned + ?Sized] for Cow<'_, T> {}
}
