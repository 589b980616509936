//! Tuples, encoded as records with the labels 0, 1, …

use crate::de::direct::{AsPayload, FieldLayout, Input};
use crate::de::read::emplace::Identity;
use crate::impls::reads;
use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::ser::batch::FieldBatch;
use crate::traits::{__size_of_record, CandidType, Compound, Serializer};
use crate::types::ty::label::Label;
use crate::types::ty::{Field, Type, TypeInner};
use crate::util::tuples::for_tuples;

macro_rules! tuples {
    ($(($($index:tt $name:ident),+))*) => {$(
        impl<$($name: CandidType),+> CandidType for ($($name,)+) {
            fn _ty() -> Type {
                TypeInner::Record(vec![$(Field {
                    id: Label::Unnamed($index).into(),
                    ty: $name::ty(),
                }),+])
                .into()
            }

            const __SIZE: usize = __size_of_record(&[$($name::__SIZE),+]);

            #[inline]
            fn idl_serialize<Ser: Serializer>(&self, serializer: Ser) -> Result<(), Ser::Error> {
                let mut compound = serializer.serialize_struct()?;
                let mut bytes = [0; FieldBatch::SIZE];
                let mut batch = FieldBatch::new(&mut bytes);
                $(compound.__field(&mut batch, &self.$index)?;)+
                compound.__end(&mut batch);
                Ok(())
            }

            reads! { $($name::__READS)&&+,
                #[inline]
                #[allow(non_snake_case, reason = "the macro uses one identifier for an element and its type")]
                |decoder, wrap| {
                let mut decoder = decoder;
                if let Some(value) = decoder.at_once() {
                    return Ok(wrap.wrap(value));
                }
                let (mut record, [$($name),+]) = decoder.record("a tuple")?;
                $(
                    record.skip_to($name)?;
                    let $name = match $name::__read_with(record.field($name), Identity) {
                        Ok(value) => value,
                        Err(error) => return Err(record.failed($name, error)),
                    };
                )+
                record.finish_as::<Self>()?;
                Ok(wrap.wrap(($($name,)+)))
            } }

            const __CHECKS_STACK: bool = true;

            const __IS_EXACT: bool = $($name::__IS_EXACT)&&+;

            const __LAYOUT: &'static [FieldLayout] = &[$($name::__AS_FIELD),+];

            const __AS_PAYLOAD: AsPayload = AsPayload::of::<Self>();

            #[inline(always)]
            fn __from_bytes<Bytes: Input>(input: &mut Bytes) -> Option<Self> {
                Some(($($name::__from_bytes(input)?,)+))
            }

            #[inline(never)]
            fn __descriptor() -> &'static Descriptor {
                const {
                    &Descriptor::Record(
                        const { &[$(FieldDescriptor::unnamed($index, $name::__descriptor)),+] },
                    )
                }
            }
        }
    )*};
}

for_tuples!(tuples);
