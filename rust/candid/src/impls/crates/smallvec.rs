//! Crate `smallvec`: `vec`.

use crate::impls::reads;
use crate::impls::sequences::vec_type;
use crate::schema::descriptor::Descriptor;
use crate::traits::{CandidType, Serializer};
use crate::types::ty::{Type, TypeInner};
use smallvec::{Array, SmallVec};

impl<A: Array> CandidType for SmallVec<A>
where
    A::Item: CandidType,
{
    vec_type!(A::Item);

    // By way of a `Vec`: bytes are copied at once, and records are read without visitors.
    reads! { A::Item::__READS, #[inline] |decoder, wrap| {
        A::Item::__read_vec(decoder).map(|elements| wrap.wrap(SmallVec::from_vec(elements)))
    } }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.as_slice().idl_serialize(serializer)
    }
}
