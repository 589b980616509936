//! Candid for Rust.
//!
//! Candid is the interface description language and binary format of the Internet Computer. This
//! crate encodes Rust values as Candid messages, decodes messages into Rust values, and knows
//! Candid's types, subtyping and text.
//!
//! # Examples
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
//! // An older reader skips what it does not know; a newer one reads what is missing as null.
//! #[derive(CandidType, Deserialize)]
//! struct Older {
//!     to: String,
//! }
//! assert_eq!(Decode!(&bytes, Older).unwrap().to, "alice");
//! ```
//!
//! # Features
//!
//! | feature | what it adds | default |
//! |---|---|---|
//! | `bignum` | [`Nat`] and [`Int`], numbers of any size | yes |
//! | `printer` | [`pretty`]: types and services as text | yes |
//! | `serde_bytes` | `CandidType` for `serde_bytes`' types | yes |
//! | `value` | `IDLValue` and `IDLArgs`: values whose type is known at run time only; [`testing`]; turns on `bignum` and `printer` | no |
//! | `json` | `json`: values as JSON at their types, as `spec/json.md` defines; turns on `value` | no |
//! | `bytes` | `CandidType` for the buffers of `bytes`, encoding into `bytes::BytesMut` | no |
//! | `all` | the six above, and `arbitrary::Arbitrary` for [`Principal`] (feature `arbitrary` of `ic_principal`) | no |
//! | `binary_parser` | `candid::binary_parser`: headers of messages from streams, by the library `binrw`; not in `all` | no |
//! | `chrono`, `indexmap`, `rust_decimal`, `smallvec`, `time`, `uuid` | `CandidType` for types of the crate of that name; not in `all` | no |
//! | `serde_json` | `Json`: any value as JSON text; `json::to_value`; not in `all` | no |

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
| [by_hand](guide::by_hand) | `CandidType` without the derive |
| [wasm](guide::wasm) | canisters |
"
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

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
// Its examples need these features.
#[cfg(all(any(doc, doctest), feature = "value", feature = "serde_bytes"))]
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
    encode_one, encode_one_into, try_decode_args_with_decoding_and_skipping_quota,
    try_decode_args_with_decoding_quota, try_decode_args_with_skipping_quota,
    try_decode_one_with_decoding_and_skipping_quota, try_decode_one_with_decoding_quota,
    try_decode_one_with_skipping_quota, write_args,
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
}
