//! Version 1: an identifier is a number, and an amount is what it is.

use candid::types::{Serializer, Type, TypeInner};
use candid::{CandidType, Deserialize};

/// A number.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct Id(pub u64);

impl CandidType for Id {
    fn _ty() -> Type {
        TypeInner::Nat64.into()
    }
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_nat64(self.0)
    }
}

/// Derived in both versions, here without a bound.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub struct Amount {
    /// As it was sent.
    pub e8s: u64,
}

/// Derived in both versions, with other cases.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub enum State {
    /// Nothing yet.
    Open,
    /// Done.
    Closed,
}
