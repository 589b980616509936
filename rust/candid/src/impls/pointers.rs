//! References and owning pointers: they have the type of their target and are encoded as it.

use crate::de::direct::{Decoder, FieldStep, Identity, Record};
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

/// Reads the value inside into a box, of which a pointer is made, as serde does.
macro_rules! reads_boxed {
    () => {
        reads! { T::__READS, #[inline(always)] |decoder, wrap| {
            let mut decoder = decoder;
            match T::__read_boxed(decoder.by_ref()) {
                Some(value) => Ok(wrap.wrap(value.into())),
                None => Err(decoder.cx.state.take_failure()),
            }
        } }

        // A newtype that contains itself without end, which has no values, fails here. Fields are not read by this: what they
        // are in fails before.
        #[inline(always)]
        fn __read<'de>(decoder: Decoder<'_, '_, 'de>) -> crate::error::Result<Self>
        where
            Self: Sized + serde::Deserialize<'de>,
        {
            if const { !Self::__READS } {
                return decoder.read_by_deserialize();
            }
            if decoder.step.is_failure() {
                return Err(decoder.mismatch());
            }
            Self::__read_with(decoder, Identity)
        }

        #[inline(always)]
        fn __read_field<'p, 'de>(
            record: &mut Record<'_, 'p, 'de>,
            field: &'p FieldStep,
        ) -> crate::error::Result<Self>
        where
            Self: Sized + serde::Deserialize<'de>,
        {
            match record.skip_to(field) {
                Ok(()) if const { Self::__READS } => {
                    Self::__read_with(record.field(field), Identity)
                }
                Ok(()) => record.field(field).read_by_deserialize(),
                Err(error) => Err(error),
            }
        }
    };
}

pointers! {
    impl [T: CandidType + ?Sized] for &T {}
    impl [T: CandidType + ?Sized] for &mut T {}
    impl [T: CandidType + ?Sized] for Box<T> {
        reads_boxed!();
    }
    impl [T: CandidType + ?Sized] for Rc<T> {
        reads_boxed!();
    }
    impl [T: CandidType + ?Sized] for Arc<T> {
        reads_boxed!();
    }
    impl [T: CandidType + ToOwned + ?Sized] for Cow<'_, T> {}
}
