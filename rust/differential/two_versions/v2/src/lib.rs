//! Version 2: an identifier is a text, and an amount has a bound.

use candid::types::{Serializer, Type, TypeInner};
use candid::{CandidType, Deserialize};

/// A text.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct Id(pub String);

impl CandidType for Id {
    fn _ty() -> Type {
        TypeInner::Text.into()
    }
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_text(&self.0)
    }
}

/// Read by what version 1 derives, and never more than [`Amount::MAX`].
#[derive(CandidType, Clone, Debug, PartialEq)]
pub struct Amount {
    /// At most [`Amount::MAX`].
    pub e8s: u64,
}

impl Amount {
    /// The bound.
    pub const MAX: u64 = 100;
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let older = one::Amount::deserialize(deserializer)?;
        Ok(Self {
            e8s: older.e8s.min(Self::MAX),
        })
    }
}

/// Derived in both versions, with other cases.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
pub enum State {
    /// New in this version.
    Archived,
    /// Done.
    Closed,
}
