//! The guide: a page for each topic, in the documentation only.
//!
//! The folder `examples` of the crate has programs to copy from, with their output:
//!
//! | example | what it shows |
//! |---|---|
//! | `quick_start` | encodes a value, decodes it, prints its Candid type |
//! | `big_numbers` | `Nat` and `Int` |
//! | `evolution` | a type gets a field; old and new programs exchange messages |
//! | `errors` | what errors tell |
//! | `quotas` | limits on the work of a message |
//! | `proxy` | `Rest`: fields that a type does not have are passed on |
//! | `lazy` | `Lazy`: a part is decoded when it is used |
//! | `stream` | a vector that is larger than memory |
//! | `json` | JSON and JSON Schema |
//! | `dynamic_values` | values whose type is known at run time only |
//! | `by_hand` | `CandidType` without the derive |
//! | `service_interface` | the interface of a canister, from its source |

#[doc = include_str!("../docs/features.md")]
pub mod features {}

#[cfg(all(feature = "value", feature = "serde_bytes"))]
pub use pages::*;

/// Those whose examples need these features.
#[cfg(all(feature = "value", feature = "serde_bytes"))]
mod pages {
    #[doc = include_str!("../docs/attributes.md")]
    pub mod attributes {}
    #[doc = include_str!("../docs/by_hand.md")]
    pub mod by_hand {}
    #[doc = include_str!("../docs/dynamic.md")]
    pub mod dynamic {}
    #[doc = include_str!("../docs/errors.md")]
    pub mod errors {}
    #[doc = include_str!("../docs/evolution.md")]
    pub mod evolution {}
    #[doc = include_str!("../docs/quotas.md")]
    pub mod quotas {}
    #[doc = include_str!("../docs/types.md")]
    pub mod types {}
    #[doc = include_str!("../docs/wasm.md")]
    pub mod wasm {}
}
