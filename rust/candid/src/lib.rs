//! Candid for Rust.
//!
//! Candid is the interface description language and binary format of the Internet Computer. This
//! crate encodes Rust values as Candid messages, decodes messages into Rust values, and knows
//! Candid's types, subtyping and text.
//!
//! # Quick start
//!
//! ```
//! use candid::{CandidType, Decode, Deserialize, Encode};
//!
//! #[derive(CandidType, Deserialize, Debug, PartialEq)]
//! struct Transfer {
//!     to: String,
//!     amount: u64,
//!     memo: Option<Vec<u8>>,
//! }
//!
//! let transfer = Transfer { to: "alice".into(), amount: 100, memo: None };
//! let bytes = Encode!(&transfer).unwrap();
//! assert_eq!(Decode!(&bytes, Transfer).unwrap(), transfer);
//!
//! // A message has a list of arguments.
//! let bytes = Encode!(&transfer, &true).unwrap();
//! let (decoded, flag) = Decode!(&bytes, Transfer, bool).unwrap();
//! assert_eq!((decoded, flag), (transfer, true));
//!
//! // An older reader skips what it does not know; a newer one reads what is missing as null.
//! #[derive(CandidType, Deserialize)]
//! struct Older {
//!     to: String,
//! }
//! assert_eq!(Decode!(&bytes, Older).unwrap().to, "alice");
//! ```
//!
//! `Cargo.toml` needs `candid = "0.10"` and `serde = "1"`, which the code of `#[derive(Deserialize)]` names.
//!
//! # Where to look
//!
//! | to | use |
//! |---|---|
//! | encode and decode arguments | [`Encode!`], [`Decode!`]; [`encode_one`], [`decode_one`], [`encode_args`], [`decode_args`] |
//! | give a type a Candid type | [`#[derive(CandidType)]`](macro@CandidType), or the trait [`CandidType`](trait@CandidType) by hand |
//! | limit the work of a message | [`DecoderConfig`], [`DecoderConfig::for_payload`] |
//! | react to an error | [`Error::code`], [`Error::path`], [`Error::is_subtype`] and others |
//! | have numbers of any size | [`Nat`](struct.Nat.html), [`Int`](struct.Int.html) (feature `bignum`) |
//! | refer to canisters and their methods | [`Principal`], [`define_service!`], [`define_function!`] |
//! | have arrays of more than 32 elements, `Rc` and `Arc`, numbers as strings in JSON | [`array`](mod@array), [`rc`], [`arc`], [`nat_as_string`](nat_as_string/index.html) |
//! | bound the length of a vector by its type | [`BoundedVec`](types::bounded_vec::BoundedVec) |
//! | talk to Motoko's `Result` | [`MotokoResult`] |
//! | keep the fields that a type does not have | [`Rest`] |
//! | keep a part as its bytes until it is used | [`Lazy`] |
//! | write and read a vector larger than memory | [`stream`] |
//! | export the interface of a canister | [`candid_method`](macro@candid_method), [`export_service!`] |
//! | have the first call of a canister cost no more than later ones | [`prepare`], [`prepare_service!`] |
//! | compare types, look into them | [`types`] |
//! | print types, interfaces and values | [`pretty`](pretty/index.html) (feature `printer`) |
//! | use values whose type is known at run time only | [`IDLValue`](enum.IDLValue.html), [`IDLArgs`](struct.IDLArgs.html) (feature `value`) |
//! | write and read values as JSON, describe types by JSON Schema | [`json`](json/index.html) (feature `json`) |
//! | have any value as JSON text | [`Json`](struct.Json.html) (feature `serde_json`) |
//! | test that stored messages stay readable | [`testing`](testing/index.html) (feature `value`) |
//!
//! `.did` files and values in text are in the crate `candid_parser`. The folder `examples` of the repository has short programs to
//! copy from.
//!
//! # Types
//!
//! Structs are records, enums variants; types of std have the type that is closest:
//!
//! ```
//! # #[cfg(all(feature = "bignum", feature = "printer"))] {
//! use candid::{CandidType, Nat, Principal};
//! use std::collections::BTreeMap;
//!
//! #[derive(CandidType)]
//! struct Account {
//!     owner: Principal,
//!     subaccount: Option<[u8; 32]>,
//! }
//! #[derive(CandidType)]
//! enum Event {
//!     Closed,
//!     Moved(Account, u64),
//!     Named { name: String },
//! }
//! assert_eq!(Account::ty().to_string(), "record { owner : principal; subaccount : opt blob }");
//! assert_eq!(
//!     Event::ty().to_string(),
//!     "variant {
//!   Named : record { name : text };
//!   Closed;
//!   Moved : record { record { owner : principal; subaccount : opt blob }; nat64 };
//! }"
//! );
//! assert_eq!(BTreeMap::<String, Nat>::ty().to_string(), "vec record { text; nat }");
//! assert_eq!(Result::<(), String>::ty().to_string(), "variant { Ok; Err : text }");
//! # }
//! ```
//!
//! # Errors and limits
//!
//! An error says what was expected, what was found, and where. Any message is decoded within bounds on memory and stack; quotas
//! bound the work:
//!
//! ```
//! use candid::{decode_one_with_config, encode_one, DecoderConfig};
//!
//! type Balances = Vec<(String, u64)>;
//!
//! let bytes = encode_one(vec![("alice", 5u64), ("bob", 7)])?;
//! let mut config = DecoderConfig::for_payload::<Balances>(1_000);
//! assert_eq!(decode_one_with_config::<Balances>(&bytes, &config)?.len(), 2);
//!
//! let error = decode_one_with_config::<Vec<(String, u8)>>(&bytes, &config).unwrap_err();
//! assert_eq!(error.code(), "candid::subtype");
//! assert_eq!(error.to_string(), "expected nat8, found nat64 in argument 1 at [0].1, byte offset 22");
//!
//! config.set_decoding_quota(50);
//! assert!(decode_one_with_config::<Balances>(&bytes, &config).unwrap_err().is_quota());
//! # Ok::<(), candid::Error>(())
//! ```
//!
//! # Interfaces
//!
//! Methods with an attribute make up the interface of a canister, comments included:
//!
//! ```
//! # #[cfg(feature = "printer")] mod canister {
//! use candid::{candid_method, export_service};
//!
//! /// Greets by name.
//! #[candid_method(query)]
//! fn greet(name: String) -> String {
//!     format!("Hello, {name}!")
//! }
//!
//! export_service!();
//!
//! # pub
//! fn print() {
//!     assert_eq!(
//!         __export_service(),
//!         "service : {
//!   // Greets by name.
//!   greet : (text) -> (text) query;
//! }"
//!     );
//! }
//! # pub fn unused() { greet(String::new()); }
//! # }
//! # #[cfg(feature = "printer")] { canister::print(); canister::unused(); }
//! ```
//!
//! # Features
//!
//! [What each feature adds](guide::features), and the crates that it builds. The default is `bignum`, `printer` and
//! `serde_bytes`; `all` adds `value`, `json` and `bytes`.

#![cfg_attr(
    all(feature = "value", feature = "serde_bytes"),
    doc = "
# Guide

| page | what it is about |
|---|---|
| [types](guide::types) | Rust types and their Candid types |
| [attributes](guide::attributes) | attributes of serde and of this crate |
| [evolution](guide::evolution) | changing types while old and new programs exchange messages |
| [quotas](guide::quotas) | limits on the work of a message |
| [errors](guide::errors) | what errors tell |
| [dynamic](guide::dynamic) | values whose type is known at run time only |
| [json](guide/json/index.html) (feature `json`) | values as JSON |
| [by_hand](guide::by_hand) | `CandidType` without the derive |
| [wasm](guide::wasm) | canisters |
| [features](guide::features) | feature flags |
"
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(
        unused_imports,
        reason = "types that derive `CandidType` here; for other crates the macros are another crate's"
    )
)]

// The macros and the derive refer to this crate by its public path, also inside it.
extern crate self as candid;

mod api;
#[cfg(feature = "binary_parser")]
#[doc(hidden)]
pub mod binary_parser;
mod container;
mod data;
pub mod de;
pub mod error;
#[cfg(any(doc, doctest))]
pub mod guide;
mod impls;
#[cfg(feature = "json")]
pub mod json;
mod lazy;
#[cfg(feature = "printer")]
pub mod pretty;
mod schema;
pub mod ser;
pub mod stream;
#[cfg(feature = "value")]
pub mod testing;
mod traits;
pub mod types;
#[doc(hidden)]
pub mod types_macros;
mod util;
#[cfg(feature = "value")]
mod value;

/// Runs the code in the README of the crate.
#[cfg(all(doctest, feature = "bignum"))]
#[doc = include_str!("../README.md")]
struct Readme;

pub use api::{
    decode_args, decode_args_with_config, decode_args_with_decoding_and_skipping_quota,
    decode_args_with_decoding_quota, decode_args_with_skipping_quota, decode_one,
    decode_one_with_config, decode_one_with_decoding_and_skipping_quota,
    decode_one_with_decoding_quota, decode_one_with_skipping_quota, encode_args, encode_args_into,
    encode_one, encode_one_into, prepare, try_decode_args_with_decoding_and_skipping_quota,
    try_decode_args_with_decoding_quota, try_decode_args_with_skipping_quota,
    try_decode_one_with_decoding_and_skipping_quota, try_decode_one_with_decoding_quota,
    try_decode_one_with_skipping_quota, write_args, ArgumentTypes, MessageTypes,
};
pub use candid_derive::{candid_method, export_service, CandidType};
#[cfg(feature = "serde_json")]
pub use data::Json;
pub use data::{arc, array, rc, Empty, Func, MotokoResult, Principal, Reserved, Rest, Service};
#[cfg(feature = "bignum")]
pub use data::{nat_as_string, Int, Nat};
pub use de::DecoderConfig;
pub use error::{Error, Result};
pub use lazy::Lazy;
pub use serde::Deserialize;
pub use types::{CandidType, TypeEnv};
#[cfg(feature = "value")]
pub use value::{IDLArgs, IDLValue};

/// Returns the hash of a label's name: the id of a field, case or method name on the wire.
#[doc(hidden)]
pub const fn idl_hash(name: &str) -> u32 {
    candid_wire::label::label_hash(name)
}

/// Returns a lower bound on the remaining stack in bytes: for `candid_parser`, whose recursion has the same bounds.
#[doc(hidden)]
pub fn remaining_stack() -> usize {
    crate::util::stack::remaining()
}

/// Entry points by their paths in candid 0.10.39.
pub mod utils {
    #[doc(hidden)]
    pub use crate::api::{argument, decode_with, decode_with_cost, encode_list, EncodeList};
    pub use crate::api::{
        check_unique, decode_args, decode_args_with_config, decode_args_with_config_debug,
        decode_args_with_decoding_and_skipping_quota, decode_args_with_decoding_quota,
        decode_args_with_skipping_quota, decode_one, decode_one_with_config,
        decode_one_with_decoding_and_skipping_quota, decode_one_with_decoding_quota,
        decode_one_with_skipping_quota, encode_args, encode_args_into, encode_args_ref, encode_one,
        encode_one_into, try_decode_args_with_decoding_and_skipping_quota,
        try_decode_args_with_decoding_quota, try_decode_args_with_skipping_quota,
        try_decode_one_with_decoding_and_skipping_quota, try_decode_one_with_decoding_quota,
        try_decode_one_with_skipping_quota, write_args, write_args_ref, ArgumentDecoder,
        ArgumentEncoder,
    };
    pub use crate::data::pp_num_str;
    // For `candid_parser`.
    #[cfg(feature = "json")]
    #[doc(hidden)]
    pub use crate::util::suggest;
}
