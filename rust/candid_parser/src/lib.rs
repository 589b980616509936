//! The Candid language: `.did` files, text values, and tools based on them.
//!
//! Re-exports everything of [`candid`], so that a program needs only one dependency.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "assist")]
pub mod assist;
pub mod bindings;
pub mod check;
mod compare;
mod compat;
mod conformance;
pub mod diagnostic;
pub mod error;
#[cfg(feature = "random")]
pub mod random;
mod source_layout;
mod stack;
mod suggest;
pub mod syntax;
pub mod value;

/// Conformance tests: assertions about messages and values, in `.test.did` files.
///
/// ```
/// use candid_parser::test::{check, Test};
///
/// let test: Test = r#"assert blob "DIDL\00\01\7b\05" == "(5)" : (nat8) "a number";"#.parse().unwrap();
/// check(test).unwrap();
/// ```
pub mod test {
    pub use crate::conformance::{check, run, Assert, Case, HostAssert, HostTest, Input, Test};
}

/// Runs the code in the README of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use candid;
pub use candid::*;

#[doc(inline)]
pub use bindings::{config as configs, model as codegen};
#[doc(inline)]
pub use compat::typing::{check_file, check_prog, pretty_check_file};
#[doc(inline)]
pub use compat::{grammar, token, typing, utils};
#[doc(inline)]
pub use error::{pretty_parse, pretty_wrap, Error, Result};
#[doc(inline)]
pub use syntax::{parse_idl_args, parse_idl_value, IDLProg};
