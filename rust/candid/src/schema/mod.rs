//! Types in the forms that decoding and encoding start from.

mod definitions;
pub mod descriptor;
pub(crate) mod expected;
pub(crate) mod fingerprint;
pub(crate) mod flatten;
pub(crate) mod graph;
pub(crate) mod named;
