//! Decoding: the header, the plan, and the values.

pub(crate) mod config;
pub(crate) mod cost;
#[doc(hidden)]
pub mod direct;
#[cfg(feature = "value")]
pub(crate) mod dynamic;
pub(crate) mod errors;
pub(crate) mod excess;
pub(crate) mod header;
pub(crate) mod message;
pub(crate) mod payload;
pub(crate) mod plan;
pub(crate) mod read;
pub(crate) mod record_header;
pub(crate) mod serde;
pub(crate) mod state;
pub(crate) mod table_types;

pub use config::DecoderConfig;
pub use message::IDLDeserialize;
