//! `vec`: slices, arrays, lists, sets, heaps.

use crate::data::bounded_vec::BoundedVec;
use crate::impls::keys::{HashedKey, OrderedKey};
use crate::impls::{reads, type_of};
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Compound, Serializer};
use crate::types::ty::{Type, TypeInner};
use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};
use std::hash::BuildHasher;

/// Implements `_ty` and `__descriptor` for a sequence of `T`.
macro_rules! vec_type {
    ($ty:ty) => {
        fn _ty() -> Type {
            TypeInner::Vec(<$ty as CandidType>::ty()).into()
        }

        fn __descriptor() -> &'static Descriptor {
            const { &Descriptor::Vec(<$ty as CandidType>::__descriptor) }
        }
    };
}
#[allow(unused_imports, reason = "used by features")]
pub(super) use vec_type;

impl<T: CandidType> CandidType for [T] {
    vec_type!(T);

    fn idl_serialize<S: Serializer>(&self, mut serializer: S) -> Result<(), S::Error> {
        if const { T::__SIZE == 0 } {
            serializer.__check_stack()?;
        }
        let mut compound = serializer.serialize_vec(self.len())?;
        T::__serialize_elements(self, &mut compound)
    }
}

impl<T: CandidType> CandidType for Vec<T> {
    vec_type!(T);

    const __IS_EXACT: bool = T::__IS_EXACT;

    reads! { T::__READS, #[inline] |decoder, wrap| {
        T::__read_vec(decoder).map(|value| wrap.wrap(value))
    } }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.as_slice().idl_serialize(serializer)
    }
}

impl<T: CandidType, const N: usize> CandidType for [T; N] {
    vec_type!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.as_slice().idl_serialize(serializer)
    }
}

impl<T: CandidType> CandidType for VecDeque<T> {
    vec_type!(T);

    fn idl_serialize<S: Serializer>(&self, mut serializer: S) -> Result<(), S::Error> {
        serializer.__check_stack()?;
        let mut compound = serializer.serialize_vec(self.len())?;
        let (front, back) = self.as_slices();
        T::__serialize_elements(front, &mut compound)?;
        T::__serialize_elements(back, &mut compound)
    }
}

macro_rules! collections {
    ($(impl [$($generics:tt)*] for $ty:ty;)*) => {$(
        impl<$($generics)*> CandidType for $ty {
            vec_type!(T);

            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serialize_each(self.len(), self, serializer)
            }
        }
    )*};
}

collections! {
    impl [T: CandidType] for LinkedList<T>;
    impl [T: OrderedKey] for BTreeSet<T>;
    impl [T: HashedKey, H: BuildHasher] for HashSet<T, H>;
    impl [T: OrderedKey] for BinaryHeap<T>;
}

pub(super) fn serialize_each<'a, T, S>(
    len: usize,
    elements: impl IntoIterator<Item = &'a T>,
    mut serializer: S,
) -> Result<(), S::Error>
where
    T: CandidType + 'a,
    S: Serializer,
{
    serializer.__check_stack()?;
    let mut compound = serializer.serialize_vec(len)?;
    for element in elements {
        compound.serialize_element(element)?;
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

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.get().idl_serialize(serializer)
    }
}
