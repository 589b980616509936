//! Ranges, encoded as records of their ends, and bounds, as variants: with serde's names.

use crate::impls::fields_type;
use crate::traits::{CandidType, Compound, Serializer};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};

impl<T: CandidType> CandidType for Range<T> {
    fields_type!(Record { "end" 1: T, "start" 0: T });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let mut compound = serializer.serialize_struct()?;
        compound.serialize_element(&self.end)?;
        compound.serialize_element(&self.start)
    }
}

impl<T: CandidType> CandidType for RangeInclusive<T> {
    fields_type!(Record { "end" 1: T, "start" 0: T });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let mut compound = serializer.serialize_struct()?;
        compound.serialize_element(self.end())?;
        compound.serialize_element(self.start())
    }
}

impl<T: CandidType> CandidType for RangeFrom<T> {
    fields_type!(Record { "start" 0: T });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let mut compound = serializer.serialize_struct()?;
        compound.serialize_element(&self.start)
    }
}

impl<T: CandidType> CandidType for RangeTo<T> {
    fields_type!(Record { "end" 0: T });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        let mut compound = serializer.serialize_struct()?;
        compound.serialize_element(&self.end)
    }
}

impl<T: CandidType> CandidType for Bound<T> {
    fields_type!(Variant { "Included" 1: T, "Unbounded" 0: (), "Excluded" 2: T });

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        match self {
            Bound::Included(value) => serializer.serialize_variant(0)?.serialize_element(value),
            Bound::Unbounded => serializer.serialize_variant(1)?.serialize_element(&()),
            Bound::Excluded(value) => serializer.serialize_variant(2)?.serialize_element(value),
        }
    }
}
