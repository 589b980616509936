//! Dynamic values, whose type is known only at run time.
//!
//! An [`IDLValue`] is any Candid value, an [`IDLArgs`] an argument list. They print as Candid, and are decoded and
//! encoded with the types on the wire or with types given at run time.

pub(crate) mod access;
pub(crate) mod aliases;
pub(crate) mod annotate;
pub(crate) mod args;
pub(crate) mod bounded_display;
pub(crate) mod candid_type;
pub(crate) mod cases;
pub(crate) mod cast;
pub(crate) mod diff;
pub(crate) mod display;
pub(crate) mod encode;
pub(crate) mod from;
pub(crate) mod inference;
mod layout;
mod merge;
pub(crate) mod model;
pub(crate) mod path;
pub(crate) mod rust;
mod short;
mod type_at;
pub(crate) mod value_slot;
pub(crate) mod value_ty;
pub(crate) mod visitor;
mod writer;

pub use access::ValueIndex;
pub use bounded_display::ValueDisplay;
pub use diff::{Difference, MAX_DIFFERENCES};
pub use model::{IDLArgs, IDLField, IDLValue, VariantValue};
pub use visitor::IDLValueVisitor;
