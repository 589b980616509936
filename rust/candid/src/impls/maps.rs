//! Maps, encoded as vectors of pairs: `vec record { key; value }`.

use crate::de::direct::collections::{is_loose, read_hashed};
use crate::de::direct::sorted::read_sorted;
use crate::de::direct::Decoder;
use crate::error::{Error, Result};
use crate::impls::keys::{HashedKey, OrderedKey};
use crate::impls::reads;
use crate::impls::sequences::serialize_in_parts;
use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::traits::{__size_of_record, CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use crate::util::mechanisms;
use serde::de::value::MapDeserializer;
use serde::de::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::iter;

/// Implements `_ty` and `__descriptor` for a map. Its pairs are told from tuples, for serde's buffer.
macro_rules! map_type {
    ($key:ident, $value:ident) => {
        fn _ty() -> Type {
            TypeInner::Vec(<($key, $value)>::ty()).into()
        }

        #[inline(never)]
        fn __descriptor() -> &'static Descriptor {
            const {
                &Descriptor::Vec(|| {
                    const {
                        &Descriptor::Record(
                            const {
                                &[
                                    FieldDescriptor::unnamed(0, $key::__descriptor),
                                    FieldDescriptor::map_value($value::__descriptor),
                                ]
                            },
                        )
                    }
                })
            }
        }
    };
}
#[allow(unused_imports, reason = "used by features")]
pub(super) use map_type;

impl<K, V> CandidType for BTreeMap<K, V>
where
    K: OrderedKey,
    V: CandidType,
{
    map_type!(K, V);

    reads! { <(K, V)>::__READS, #[inline] |decoder, wrap| {
        wrap.wrap_read(read_sorted(decoder))
    } }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<(), S::Error> {
        serialize_pairs(self.len(), self, serializer)
    }
}

impl<K, V, H> CandidType for HashMap<K, V, H>
where
    K: HashedKey,
    V: CandidType,
    H: BuildHasher,
{
    map_type!(K, V);

    fn __read<'de>(decoder: Decoder<'_, '_, 'de>) -> Result<Self>
    where
        Self: Deserialize<'de>,
    {
        if const { !mechanisms::DIRECT_READS || !<(K, V)>::__READS } {
            return decoder.read_by_deserialize();
        }
        // Serde knows the hasher that this implementation does not ask for.
        let no_pairs = MapDeserializer::<_, Error>::new(iter::empty::<((), ())>());
        let mut map = Self::deserialize(no_pairs)?;
        let reserve = |n| {
            map.reserve(n);
            map
        };
        read_hashed(
            decoder,
            ["a vector", "a map"],
            reserve,
            |map, (key, value)| {
                map.insert(key, value);
            },
            |map| {
                if is_loose(map.len(), map.capacity()) {
                    map.shrink_to_fit();
                }
            },
        )
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<(), S::Error> {
        serialize_pairs(self.len(), self, serializer)
    }
}

pub(super) fn serialize_pairs<'a, K, V, S>(
    len: usize,
    pairs: impl IntoIterator<Item = (&'a K, &'a V)>,
    serializer: S,
) -> std::result::Result<(), S::Error>
where
    K: CandidType + 'a,
    V: CandidType + 'a,
    S: Serializer,
{
    // References have no size of their own.
    let size = const { __size_of_record(&[K::__SIZE, V::__SIZE]) };
    serialize_in_parts::<(&K, &V), _, _>(len, size, pairs, serializer)
}
