//! `vec`: slices, arrays, lists, sets, heaps.

use crate::data::bounded_vec::BoundedVec;
use crate::de::direct::collections::{is_loose, read_hashed};
use crate::de::direct::sorted::read_sorted;
use crate::de::direct::Decoder;
use crate::error::{Error, Result};
use crate::impls::keys::{HashedKey, OrderedKey};
use crate::impls::{reads, type_of};
use crate::schema::descriptor::Descriptor;
use crate::ser::parts;
use crate::traits::{CandidType, Compound, Serializer};
use crate::types::ty::{Type, TypeInner};
use crate::util::mechanisms;
use serde::de::value::SeqDeserializer;
use serde::de::Deserialize;
use std::borrow::Borrow;
use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};
use std::hash::BuildHasher;
use std::iter;
use std::mem::size_of;

/// Implements `_ty` and `__descriptor` for a sequence of `T`.
macro_rules! vec_type {
    ($ty:ty) => {
        fn _ty() -> Type {
            TypeInner::Vec(<$ty as CandidType>::ty()).into()
        }

        #[inline(never)]
        fn __descriptor() -> &'static Descriptor {
            const { &Descriptor::Vec(<$ty as CandidType>::__descriptor) }
        }
    };
}
#[allow(unused_imports, reason = "used by features")]
pub(super) use vec_type;

impl<T: CandidType> CandidType for [T] {
    vec_type!(T);

    fn idl_serialize<S: Serializer>(&self, mut serializer: S) -> std::result::Result<(), S::Error> {
        if const { T::__SIZE == 0 } {
            serializer.__check_stack()?;
        }
        let mut compound = serializer.serialize_vec(self.len())?;
        T::__serialize_elements(self, &mut compound)
    }

    const __READS: bool = T::__READS;

    #[inline]
    fn __read_boxed(mut decoder: Decoder<'_, '_, '_>) -> Option<Box<Self>> {
        let value = T::__read_vec(decoder.by_ref()).map(Vec::into_boxed_slice);
        decoder.boxed(value)
    }
}

impl<T: CandidType> CandidType for Vec<T> {
    vec_type!(T);

    const __IS_EXACT: bool = T::__IS_EXACT;

    reads! { T::__READS, #[inline] |decoder, wrap| {
        wrap.wrap_read(T::__read_vec(decoder))
    } }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<(), S::Error> {
        self.as_slice().idl_serialize(serializer)
    }
}

impl<T: CandidType, const N: usize> CandidType for [T; N] {
    vec_type!(T);

    const __IS_EXACT: bool = T::__IS_EXACT;

    reads! { T::__READS, #[inline] |decoder, wrap| {
        wrap.wrap_read(decoder.read_array())
    } }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<(), S::Error> {
        self.as_slice().idl_serialize(serializer)
    }
}

impl<T: CandidType> CandidType for VecDeque<T> {
    vec_type!(T);

    reads! { T::__READS, #[inline] |decoder, wrap| {
        T::__read_vec(decoder).map(|value| wrap.wrap(value.into()))
    } }

    fn idl_serialize<S: Serializer>(&self, mut serializer: S) -> std::result::Result<(), S::Error> {
        serializer.__check_stack()?;
        let mut compound = serializer.serialize_vec(self.len())?;
        // For both parts at once.
        parts::start(compound.__as_vec(), T::__SIZE, self.len());
        let (front, back) = self.as_slices();
        T::__serialize_elements(front, &mut compound)?;
        T::__serialize_elements(back, &mut compound)
    }
}

macro_rules! collections {
    ($(impl [$($generics:tt)*] for $ty:ty { $($read:tt)* })*) => {$(
        impl<$($generics)*> CandidType for $ty {
            vec_type!(T);

            $($read)*

            fn idl_serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<(), S::Error> {
                serialize_each(self.len(), self, serializer)
            }
        }
    )*};
}

collections! {
    impl [T: CandidType] for LinkedList<T> {
        reads! { T::__READS, #[inline] |decoder, wrap| {
            T::__read_vec(decoder).map(|value| wrap.wrap(value.into_iter().collect()))
        } }
    }
    impl [T: OrderedKey] for BTreeSet<T> {
        reads! { T::__READS, #[inline] |decoder, wrap| {
            wrap.wrap_read(read_sorted(decoder))
        } }
    }
    impl [T: HashedKey, H: BuildHasher] for HashSet<T, H> {
        fn __read<'de>(decoder: Decoder<'_, '_, 'de>) -> Result<Self>
        where
            Self: Deserialize<'de>,
        {
            if const { !mechanisms::DIRECT_READS || !T::__READS } {
                return decoder.read_by_deserialize();
            }
            // As a map does.
            let no_elements = SeqDeserializer::<_, Error>::new(iter::empty::<()>());
            let mut set = Self::deserialize(no_elements)?;
            let reserve = |n| {
                set.reserve(n);
                set
            };
            read_hashed(
                decoder,
                ["a vector", "a sequence"],
                reserve,
                |set, element| {
                    set.insert(element);
                },
                |set| {
                    if is_loose(set.len(), set.capacity()) {
                        set.shrink_to_fit();
                    }
                },
            )
        }
    }
    impl [T: OrderedKey] for BinaryHeap<T> {}
}

pub(super) fn serialize_each<'a, T, S>(
    len: usize,
    elements: impl IntoIterator<Item = &'a T>,
    serializer: S,
) -> std::result::Result<(), S::Error>
where
    T: CandidType + 'a,
    S: Serializer,
{
    serialize_in_parts::<T, _, _>(len, T::__SIZE, elements, serializer)
}

/// Writes elements one by one, with capacity according to those before them; all take `size` bytes, or 0 for others.
#[inline(always)]
pub(super) fn serialize_in_parts<T, E, S>(
    len: usize,
    size: usize,
    elements: impl IntoIterator<Item = E>,
    mut serializer: S,
) -> std::result::Result<(), S::Error>
where
    T: CandidType,
    E: Borrow<T>,
    S: Serializer,
{
    serializer.__check_stack()?;
    let mut compound = serializer.serialize_vec(len)?;
    let start = parts::start(compound.__as_vec(), size, len);
    let mut n_left = parts::first_part(size, len);
    let mut n_planned = n_left;
    for element in elements {
        if !parts::is_whole(size) {
            if n_left == 0 {
                n_left = parts::next_part(
                    compound.__as_vec(),
                    start,
                    [n_planned, len.saturating_sub(n_planned)],
                    size_of::<T>(),
                );
                // At least one: this one is.
                n_left = n_left.max(1);
                n_planned += n_left;
            }
            n_left -= 1;
        }
        compound.serialize_element(element.borrow())?;
    }
    Ok(())
}

impl<
        const MAX_ALLOWED_LEN: usize,
        const MAX_ALLOWED_TOTAL_DATA_SIZE: usize,
        const MAX_ALLOWED_ELEMENT_DATA_SIZE: usize,
        T: CandidType,
    > CandidType
    for BoundedVec<MAX_ALLOWED_LEN, MAX_ALLOWED_TOTAL_DATA_SIZE, MAX_ALLOWED_ELEMENT_DATA_SIZE, T>
{
    type_of!(Vec<T>);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<(), S::Error> {
        self.get().idl_serialize(serializer)
    }
}
