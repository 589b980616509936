//! What is encoded: one declaration of each type, compiled for both implementations of Candid.
//!
//! An implementation's derive names its own crate, so there are two structs of each name. The ones for
//! this repository's `candid` are also those of the other formats.

pub mod calls;
pub mod databento;
mod foreign;
pub mod market;
pub mod nns;
pub mod protobuf;

/// Declares types and functions twice. `types` get the derives, `functions` make the values.
macro_rules! both {
    ($types:tt $functions:tt) => {
        /// With the `candid` of this repository, and for all other formats.
        pub mod ours {
            use super::*;
            use candid::CandidType;

            both!(@items "::candid" $types $functions);
        }

        /// With the published `candid`.
        pub mod incumbent {
            use super::*;
            use candid_incumbent::CandidType;

            both!(@items "::candid_incumbent" $types $functions);
        }
    };
    (@items $path:literal { $($type:item)* } { $($function:item)* }) => {
        $(
            #[derive(
                CandidType, Serialize, Deserialize, BorshSerialize, BorshDeserialize,
                rkyv::Archive, rkyv::Serialize, rkyv::Deserialize, Clone, PartialEq, Debug,
            )]
            #[candid_path($path)]
            $type
        )*
        $($function)*
    };
}
use both;
