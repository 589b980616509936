//! Pretty-printing of Candid: types, services with their comments, values.
//!
//! [`candid::compile`] prints an interface, `candid::value` prints values, and [`utils`] has the layout combinators
//! that printers of other languages share.

pub mod candid;
pub(crate) mod display;
#[cfg(feature = "value")]
pub(crate) mod flat;
pub(crate) mod service;
#[path = "doc.rs"]
pub mod utils;
