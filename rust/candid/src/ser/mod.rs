//! Encoding: the types, followed by the values in the same buffer.

pub(crate) mod batch;
mod buckets;
pub(crate) mod buffer;
pub(crate) mod builder;
pub(crate) mod entry;
#[cfg(feature = "value")]
pub(crate) mod graph_header;
pub(crate) mod header;
pub(crate) mod part;
pub(crate) mod parts;
pub(crate) mod rest;
mod small_table;
pub(crate) mod table;
pub(crate) mod value;

pub use buffer::Buffer;
pub use builder::IDLBuilder;
pub use table::TypeSerialize;
pub use value::{Compound, ValueSerializer};
