//! Types in the forms that decoding and encoding start from.

mod definitions;
pub mod descriptor;
pub(crate) mod expected;
pub(crate) mod fingerprint;
pub(crate) mod flatten;
pub(crate) mod graph;
#[cfg(feature = "value")]
pub(crate) mod known_types;
pub(crate) mod named;
#[cfg_attr(not(feature = "value"), path = "references_not_kept.rs")]
pub(crate) mod references;
