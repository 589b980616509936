//! References and owning pointers: they have the type of their target and are encoded as it.

use crate::impls::{reads, type_of};
use crate::schema::flatten::RecordFields;
use crate::traits::{CandidType, Serializer};
use crate::types::docs::TypeDoc;
use crate::types::ty::Type;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

macro_rules! pointers {
    ($(impl [$($generics:tt)*] for $ty:ty { $($read:tt)* })*) => {$(
        impl<$($generics)*> CandidType for $ty {
            type_of!(T);

            #[inline]
            fn idl_serialize<S: Serializer>(&self, mut serializer: S) -> Result<(), S::Error> {
                serializer.__check_stack()?;
                T::idl_serialize(self, serializer)
            }

            fn _ty_doc() -> TypeDoc {
                T::_ty_doc()
            }

            const __FIELDS: RecordFields = T::__FIELDS;

            fn __flattened_ty() -> Type {
                T::__flattened_ty()
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
        reads! { T::__READS, #[inline(always)] |decoder, wrap| {
            let mut decoder = decoder;
            // A type that contains itself without end, which has no values, fails here.
            if decoder.step.is_failure() {
                return Err(decoder.mismatch());
            }
            match T::__read_boxed(decoder.by_ref()) {
                Some(value) => Ok(wrap.wrap(value)),
                None => Err(decoder.cx.state.take_failure()),
            }
        } }
    }
    impl [T: CandidType + ?Sized] for Rc<T> {}
    impl [T: CandidType + ?Sized] for Arc<T> {}
    impl [T: CandidType + ToOwned + ?Sized] for Cow<'_, T> {}
}
