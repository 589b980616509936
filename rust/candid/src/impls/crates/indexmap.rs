//! Crate `indexmap`: maps and sets in the order of insertion, which the vectors keep.

use crate::impls::keys::HashedKey;
use crate::impls::maps::{map_type, serialize_pairs};
use crate::impls::sequences::{serialize_each, vec_type};
use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use indexmap::{IndexMap, IndexSet};
use std::hash::BuildHasher;

impl<K, V, H> CandidType for IndexMap<K, V, H>
where
    K: HashedKey,
    V: CandidType,
    H: BuildHasher,
{
    map_type!(K, V);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serialize_pairs(self.len(), self, serializer)
    }
}

impl<T, H> CandidType for IndexSet<T, H>
where
    T: HashedKey,
    H: BuildHasher,
{
    vec_type!(T);

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serialize_each(self.len(), self, serializer)
    }
}
