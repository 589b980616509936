//! The Candid language: `.did` files, text values, and tools based on them.
//!
//! Re-exports everything of [`candid`], so that a program needs only one dependency. Its
//! [guide](https://docs.rs/candid/latest/candid/guide/) is about messages: Rust types and their Candid types, attributes, changing
//! types, quotas, errors, values whose type is known at run time only, Wasm.
//!
//! # Quick start
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
//! assert_eq!(error.to_string(), "expected text, found nat in argument 1 at owner, byte offset 15");
//! # Ok::<(), candid_parser::Error>(())
//! ```
//!
//! `Cargo.toml` needs `candid_parser = "0.4"`. The folder `examples` of the repository has short programs to copy from.
//!
//! # Where to look
//!
//! | to | use |
//! |---|---|
//! | parse a `.did` file, check it, with its imports | [`check_file`], [`check`]; without imports [`IDLProg`], [`check_prog`] |
//! | find what is valid in a `.did` file and probably mistaken | [`check::Checked::lint`] |
//! | find out whether clients of an interface can use another | [`utils::service_compatible`] |
//! | list what breaks when an interface replaces another one, and whom | [`breaking`] |
//! | test that the interface of a canister is the one in its `.did` file, and that stored messages stay readable | [`testing`] |
//! | describe a method by JSON Schema, with the comments of the `.did` file | [`check::Checked::docs`], [`json::method_schema`] |
//! | show what each byte of a message stands for, and where a message is broken | [`explain`] |
//! | describe a service as OpenAPI, or the binding model as JSON for generators | [`openapi`](mod@openapi), [`codegen::Model::to_json`] |
//! | document an interface as a page | [`doc`](doc/index.html), feature `doc` |
//! | parse values and arguments in text | [`parse_idl_value`], [`parse_idl_args`]; at types and with warnings: [`value::TextArgs`] |
//! | bring a `.did` file into the one layout, comments included | [`format`](mod@format) |
//! | generate Candid, JavaScript, Motoko, Rust, TypeScript | [`bindings::did`], [`bindings::javascript`], [`bindings::motoko`], [`bindings::rust`], [`bindings::typescript`], with [`configs`] |
//! | generate a client in TypeScript, with types as people write them | [`bindings::typescript_client`] |
//! | generate Go or Python | [`bindings::go`](bindings/go/index.html), [`bindings::python`](bindings/python/index.html), feature `template` |
//! | generate any other language by a template | [`bindings::template`](bindings/template/index.html), feature `template` |
//! | find the types that methods need | [`bindings::analysis`] |
//! | run assertions about messages | [`test`](mod@test) |
//! | show errors with their source lines | [`pretty_parse`], [`diagnostic`] |
//! | answer an editor: hover, references, completion, … | [`ide`](ide/index.html), feature `ide` |
//! | make random values, or have them entered | [`random`](random/index.html) and [`assist`](assist/index.html), features of these names |
//! | find names that have the same field id | [`collision`] |
//! | work with the trees of a text | [`syntax`] |
//!
//! # Files and their imports
//!
//! [`check::file`] reads a file and all that it imports, [`check::text`] a text as if it were a file. What is imported is merged:
//! definitions into one environment, the methods of `import service` into the main service.
//!
//! ```
//! use candid_parser::check::{self, Memory};
//! use std::path::Path;
//!
//! let files = Memory::from_iter([
//!     ("fees.did", "type Fee = nat;"),
//!     ("base.did", "service : { version : () -> (text) query }"),
//! ]);
//! let text = r#"
//!     import "fees.did";
//!     import service "base.did";
//!     service : (Fee) -> { fee : () -> (Fee) query }"#;
//! // From the disk with `check::Disk`, or `check_file` alone.
//! let checked = check::text(&files, Path::new("ledger.did"), text)?;
//! assert_eq!(
//!     candid_parser::pretty::candid::compile(&checked.env, &checked.actor),
//!     "type Fee = nat;
//! service : (Fee) -> { fee : () -> (Fee) query; version : () -> (text) query }"
//! );
//! # Ok::<(), candid_parser::Error>(())
//! ```
//!
//! [`pretty::candid::compile`] prints types; [`bindings::did`] prints the interface in one file with its
//! comments; [`format`](mod@format) changes nothing but the layout of a text.
//!
//! # Errors with their places
//!
//! The checker reports all problems at once, each with its place as a range of bytes:
//!
//! ```
//! use candid_parser::check::{self, Memory};
//! use candid_parser::Error;
//! use std::path::Path;
//!
//! let text = "type Account = record { owner : Principal };\ntype Fee = Nat;";
//! let Err(Error::Parse(findings)) = check::text(&Memory::default(), Path::new("a.did"), text) else {
//!     panic!("there are no such types");
//! };
//! assert_eq!(findings.list.len(), 2);
//! let label = &findings.list[0].labels[0];
//! assert_eq!(&text[std::ops::Range::from(label.span)], "Principal");
//! assert_eq!(findings.list[0].notes, ["did you mean principal?"]);
//! // One line for each; `findings.render()` has the source lines too, `render_coloured()` for a terminal.
//! assert_eq!(
//!     findings.to_string(),
//!     "a.did:1:33: unbound type identifier Principal\na.did:2:12: unbound type identifier Nat"
//! );
//! ```
//!
//! # Two versions of an interface
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
//! # Values in text
//!
//! Numbers without a type are `int`; at types, they become what the type says, if they are in its range:
//!
//! ```
//! use candid_parser::value::TextArgs;
//! use candid_parser::{check, parse_idl_value, TypeEnv};
//!
//! let value = parse_idl_value(r#"record { name = "a"; tags = vec { 1; 2 } }"#)?;
//! assert_eq!(value["name"].as_text(), Some("a"));
//! assert_eq!(value.value_ty().to_string(), "record { name : text; tags : vec int }");
//!
//! let types = check::types(&TypeEnv::new(), "<types>", "(nat8, opt text)")?;
//! let args = TextArgs::new("(200)").at_types(&TypeEnv::new(), &types)?.args;
//! assert_eq!(args.to_string(), "(200 : nat8, null)");
//! let error = TextArgs::new("(300)").at_types(&TypeEnv::new(), &types).unwrap_err();
//! assert_eq!(error.to_string(), "1:2: 300 is not in the range of nat8, 0 to 255, in argument 1");
//! # Ok::<(), candid_parser::Error>(())
//! ```
//!
//! # Bindings
//!
//! ```
//! use candid_parser::bindings::{javascript, motoko, rust, typescript};
//! use candid_parser::check::{self, Memory};
//! use std::path::Path;
//!
//! let text = "service : { add : (nat, nat) -> (nat) query }";
//! let checked = check::text(&Memory::default(), Path::new("adder.did"), text)?;
//! let (types, service, program) = (&checked.env, &checked.actor, &checked.prog);
//!
//! let module = javascript::try_compile(types, service)?;
//! assert!(module.contains("'add' : IDL.Func([IDL.Nat, IDL.Nat], [IDL.Nat], ['query'])"));
//! let module = typescript::try_compile(types, service, program)?;
//! assert!(module.contains("'add' : ActorMethod<[bigint, bigint], bigint>"));
//! let module = motoko::try_compile(types, service, program)?;
//! assert!(module.contains("add : shared query (Nat, Nat) -> async Nat"));
//!
//! // For a canister; for an agent, or as the skeleton of the service, by `target`.
//! let mut external = rust::ExternalConfig::default();
//! external.0.insert("target".to_string(), "agent".to_string());
//! let config = rust::Config::parse("add.name = 'sum'".parse()?)?;
//! let (module, unused) = rust::try_compile(&config, types, service, program, external)?;
//! assert!(module.contains("pub async fn sum(&self, ") && unused.is_empty());
//! # Ok::<(), candid_parser::Error>(())
//! ```
//!
//! # Test suites, random values
//!
//! ```
//! let suite = r#"
//!     type Age = nat8;
//!     assert blob "DIDL\00\01\7b\05" == "(5)" : (Age) "a message and its value";
//!     assert "(256)" !: (Age) "out of range";
//! "#;
//! let cases = candid_parser::test::run(suite)?;
//! assert!(cases.iter().all(|case| case.failure.is_none()));
//!
//! # #[cfg(feature = "random")] {
//! // The feature `random`: the same bytes give the same values.
//! let (types, env) = (candid_parser::check::types(&Default::default(), "", "(nat8, vec bool)")?, Default::default());
//! let args = candid_parser::random::any(&[7; 100], "range = [1, 6]".parse()?, &env, &types, &None)?;
//! assert!(matches!(args.args[0], candid_parser::IDLValue::Nat8(1..=6)));
//! # }
//! # Ok::<(), candid_parser::Error>(())
//! ```
//!
//! # Limits
//!
//! Texts may come from strangers: parsing, checking and printing them takes time and memory in proportion to their length, or
//! ends in an error. They may be nested as deep as three quarters of the stack allow, at most 20,000 levels; imports are at
//! most 10,000 files of 256 MiB in total; a list of findings ends after 100 of the parser, and 200 of the checker.
//!
//! ```
//! let deep = format!("type A = {}nat;", "opt ".repeat(1_000_000));
//! let error = deep.parse::<candid_parser::IDLProg>().unwrap_err();
//! assert!(error.to_string().contains("too deep"), "{error}");
//! ```
//!
//! [`check_file`] reads imports wherever their paths lead: check the interface of a stranger as text by [`check_prog`], which
//! follows none, or by [`check::text`] with a [`Loader`](check::Loader) of your own. Messages have quotas:
//! [`DecoderConfig`].
//!
//! # Features
//!
#![doc = include_str!("../docs/features.md")]
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
