//! The Candid language: `.did` files, text values, and tools based on them.
//!
//! Re-exports everything of [`candid`], so that a program needs only one dependency.
//!
//! | to | use |
//! |---|---|
//! | parse a `.did` file, check it, with its imports | [`IDLProg`], [`check_prog`]; [`check_file`], [`check`] |
//! | find what is valid in a `.did` file and probably mistaken | [`check::Checked::lint`] |
//! | find out whether clients of an interface can use another | [`utils::service_compatible`] |
//! | list what breaks when an interface replaces another one, and whom | [`breaking`] |
//! | test that the interface of a canister is the one in its `.did` file, and that stored messages stay readable | [`testing`] |
//! | describe a method by JSON Schema, with the comments of the `.did` file | [`check::Checked::docs`], [`json::method_schema`] |
//! | show what each byte of a message stands for, and where a message is broken | [`explain`] |
//! | describe a service as OpenAPI, or the binding model as JSON for generators | [`openapi`](mod@openapi), [`codegen::Model::to_json`] |
//! | document an interface as a page | `doc`, a feature |
//! | parse values and arguments in text | [`parse_idl_value`], [`parse_idl_args`]; at types and with warnings: [`value::TextArgs`] |
//! | bring a `.did` file into the one layout, comments included | [`format`](mod@format) |
//! | generate Rust, JavaScript, TypeScript, Motoko, Candid | [`bindings`], with [`configs`] |
//! | run assertions about messages | [`test`](mod@test) |
//! | show errors with their source lines | [`pretty_parse`], [`diagnostic`] |
//! | answer an editor: hover, references, completion, … | the module of the feature `ide` |
//! | make random values, or have them entered | the modules of the features `random` and `assist`; `all` turns on all features |
//!
//! # Examples
//!
//! An interface, a message of one of its methods, and one that does not fit:
//!
//! ```
//! use candid_parser::{check_prog, parse_idl_args, IDLArgs, IDLProg, TypeEnv};
//!
//! let source = "service : { balance_of : (record { owner : text }) -> (nat) query }";
//! let program: IDLProg = source.parse()?;
//! let mut types = TypeEnv::new();
//! let service = check_prog(&mut types, &program)?.expect("there is a service");
//! let method = types.get_method(&service, "balance_of")?;
//!
//! let args = parse_idl_args(r#"(record { owner = "alice" })"#)?;
//! let bytes = args.to_bytes_with_types(&types, &method.args)?;
//! assert_eq!(IDLArgs::from_bytes_with_types(&bytes, &types, &method.args)?.to_string(), r#"(record { owner = "alice" })"#);
//!
//! let bytes = parse_idl_args("(record { owner = 5 : nat })")?.to_bytes()?;
//! let error = IDLArgs::from_bytes_with_types(&bytes, &types, &method.args).unwrap_err();
//! assert_eq!(error.to_string(), "expected text, found nat at 0.owner, byte offset 15");
//! # Ok::<(), candid_parser::Error>(())
//! ```
//!
//! Two versions of an interface:
//!
//! ```
//! use candid_parser::utils::{service_compatible, CandidSource};
//!
//! let old = "service : { put : (record { name : text }) -> () }";
//! let new = "service : { put : (record { name : text; age : opt nat8 }) -> () }";
//! service_compatible(CandidSource::Text(new), CandidSource::Text(old))?;
//! // The other way round, too: the old service skips the field.
//! service_compatible(CandidSource::Text(old), CandidSource::Text(new))?;
//!
//! let required = "service : { put : (record { name : text; age : nat8 }) -> () }";
//! let error = service_compatible(CandidSource::Text(required), CandidSource::Text(old)).unwrap_err();
//! assert!(error.to_string().contains("age"));
//! # Ok::<(), candid_parser::Error>(())
//! ```
//!
//! Bindings:
//!
//! ```
//! use candid_parser::{bindings, check_prog, IDLProg, TypeEnv};
//!
//! let program: IDLProg = "service : { add : (nat, nat) -> (nat) query }".parse()?;
//! let mut types = TypeEnv::new();
//! let service = check_prog(&mut types, &program)?;
//! let script = bindings::javascript::compile(&types, &service);
//! assert!(script.contains("'add' : IDL.Func([IDL.Nat, IDL.Nat], [IDL.Nat], ['query'])"));
//! # Ok::<(), candid_parser::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "assist")]
pub mod assist;
pub mod bindings;
pub mod check;
mod code;
pub mod collision;
mod compare;
mod compat;
mod conformance;
pub mod diagnostic;
#[cfg(feature = "doc")]
pub mod doc;
pub mod error;
pub mod explain;
pub mod format;
#[cfg(feature = "ide")]
pub mod ide;
mod keywords;
pub mod openapi;
#[cfg(feature = "random")]
pub mod random;
mod source_layout;
mod stack;
mod suggest;
pub mod syntax;
pub mod testing;
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
pub use compare::breaking;
#[doc(inline)]
pub use compat::typing::{check_file, check_prog, pretty_check_file};
#[doc(inline)]
pub use compat::{grammar, token, typing, utils};
#[doc(inline)]
pub use error::{pretty_parse, pretty_wrap, Error, Result};
#[doc(inline)]
pub use syntax::{parse_idl_args, parse_idl_value, IDLProg};
