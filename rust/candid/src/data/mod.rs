//! Values of Candid types that std lacks: big numbers, references, `reserved`, `empty`.

pub mod array;
#[cfg(feature = "bignum")]
pub(crate) mod as_string;
#[cfg(feature = "bignum")]
pub(crate) mod big_number;
pub mod bounded_vec;
#[cfg(feature = "bignum")]
pub(crate) mod conversions;
#[cfg(feature = "bignum")]
pub(crate) mod decimal;
pub(crate) mod func;
#[cfg(feature = "bignum")]
pub(crate) mod int;
#[cfg(feature = "serde_json")]
pub(crate) mod json;
pub mod leb128_io;
#[cfg(feature = "bignum")]
pub(crate) mod nat;
#[cfg(feature = "bignum")]
pub(crate) mod number_ops;
pub mod principal;
pub(crate) mod reference_macros;
pub mod reserved;
pub(crate) mod rest;
pub mod result;
pub mod serde_value;
pub(crate) mod service;
pub(crate) mod shared;

pub use crate::util::digits::pp_num_str;
#[cfg(feature = "bignum")]
pub use as_string::nat_as_string;
pub use func::{Func, FuncVisitor};
#[cfg(feature = "bignum")]
pub use int::Int;
#[cfg(feature = "serde_json")]
pub use json::Json;
#[cfg(feature = "bignum")]
pub use nat::Nat;
pub use principal::Principal;
pub use reserved::{Empty, Reserved};
pub use rest::Rest;
pub use result::MotokoResult;
pub use service::Service;
pub use shared::{arc, rc};
