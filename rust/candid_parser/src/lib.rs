//! The Candid language: `.did` files, text values, and tools based on them.
//!
//! Re-exports everything of [`candid`], so that a program needs only one dependency.

#[cfg(feature = "assist")]
pub mod assist;
pub mod bindings;
pub mod check;
pub mod codegen;
mod compare;
pub mod configs;
mod conformance;
pub mod diagnostic;
pub mod error;
#[cfg(feature = "random")]
pub mod random;
mod stack;
mod suggest;
pub mod syntax;
pub mod test;
pub mod typing;
pub mod utils;
pub mod value;

pub use candid;
pub use candid::*;

#[doc(inline)]
pub use error::{pretty_parse, pretty_wrap, Error, Result};
#[doc(inline)]
pub use syntax::published::{grammar, token};
#[doc(inline)]
pub use syntax::{parse_idl_args, parse_idl_value, IDLProg};
#[doc(inline)]
pub use typing::{check_file, check_prog, pretty_check_file};
