//! Values of Candid types that std lacks: big numbers, references, `reserved`, `empty`.

pub mod bounded_vec;
#[cfg(feature = "bignum")]
mod decimal;
mod digits;
mod func;
#[cfg(feature = "bignum")]
mod int;
pub mod leb128_io;
#[cfg(feature = "bignum")]
mod nat;
#[cfg(feature = "bignum")]
mod number_ops;
pub mod principal;
mod reference_macros;
pub mod reserved;
pub mod result;
mod service;
mod shared;

pub use digits::pp_num_str;
pub use func::{Func, FuncVisitor};
#[cfg(feature = "bignum")]
pub use int::Int;
#[cfg(feature = "bignum")]
pub use nat::Nat;
pub use principal::Principal;
pub use reserved::{Empty, Reserved};
pub use result::MotokoResult;
pub use service::Service;
pub use shared::{arc, rc};
