//! The guide: a page for each topic, in the documentation only.
//!
//! The folder `examples` of the repository has short programs to copy from, with their output.

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
    #[cfg_attr(
        feature = "json",
        doc = "[The page about JSON](json) has the mapping, with examples."
    )]
    pub mod dynamic {}
    #[doc = include_str!("../docs/errors.md")]
    pub mod errors {}
    #[doc = include_str!("../docs/evolution.md")]
    pub mod evolution {}
    #[cfg(feature = "json")]
    #[doc = include_str!("../docs/json.md")]
    pub mod json {}
    #[doc = include_str!("../docs/quotas.md")]
    pub mod quotas {}
    #[doc = include_str!("../docs/types.md")]
    pub mod types {}
    #[doc = include_str!("../docs/wasm.md")]
    pub mod wasm {}
}
