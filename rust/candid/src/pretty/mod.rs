//! Prints Candid: types, services with their comments, values.
//!
//! [`candid::compile`] prints an interface, `candid::value` prints
//! values, and [`utils`] has the few layout pieces that printers of other languages share.

pub mod candid;
pub(crate) mod escape;
#[cfg(feature = "value")]
pub(crate) mod flat;
mod service;
#[path = "doc.rs"]
pub mod utils;
