//! Tuples are records with the labels 0, 1, …

use super::read_boxed;
use crate::de::direct::{AsIs, Decoder, Wrap};
use crate::types::descriptor::{Descriptor, FieldDescriptor, Fields};
use crate::types::{
    __size_of_record, CandidType, Compound, Field, Label, Serializer, Type, TypeInner,
};

macro_rules! tuples {
    ($(($($index:tt $name:ident $step:ident),+))*) => {$(
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
                $(compound.serialize_element(&self.$index)?;)+
                Ok(())
            }

            const __READS: bool = $($name::__READS)&&+;

            read_boxed!();

            #[inline]
            fn __read_with<Wrapped: Wrap<Self>>(
                decoder: Decoder<'_, '_, '_>,
                wrap: Wrapped,
            ) -> crate::Result<Wrapped::Out> {
                let mut decoder = decoder;
                if let Some(value) = decoder.fixed() {
                    return Ok(wrap.wrap(value));
                }
                let (mut record, [$($step),+]) = decoder.record("a tuple")?;
                $(let $step = match $name::__read_with(record.at($step)?, AsIs) {
                    Ok(value) => value,
                    Err(error) => return Err(record.failed($step, error)),
                };)+
                record.finish()?;
                Ok(wrap.wrap(($($step,)+)))
            }

            #[inline(always)]
            fn __from_fixed(bytes: &mut &[u8]) -> Option<Self> {
                Some(($($name::__from_fixed(bytes)?,)+))
            }

            fn __descriptor() -> &'static Descriptor {
                const {
                    &Descriptor::Record(Fields::new(
                        const { &[$(FieldDescriptor::unnamed($index, $name::__descriptor)),+] },
                    ))
                }
            }
        }
    )*};
}

tuples! {
    (0 A a)
    (0 A a, 1 B b)
    (0 A a, 1 B b, 2 C c)
    (0 A a, 1 B b, 2 C c, 3 D d)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i, 9 J j)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i, 9 J j, 10 K k)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i, 9 J j, 10 K k, 11 L l)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i, 9 J j, 10 K k, 11 L l, 12 M m)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i, 9 J j, 10 K k, 11 L l, 12 M m, 13 N n)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i, 9 J j, 10 K k, 11 L l, 12 M m, 13 N n, 14 O o)
    (0 A a, 1 B b, 2 C c, 3 D d, 4 E e, 5 F f, 6 G g, 7 H h, 8 I i, 9 J j, 10 K k, 11 L l, 12 M m, 13 N n, 14 O o, 15 P p)
}
