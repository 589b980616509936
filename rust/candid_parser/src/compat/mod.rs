//! Modules that exist only for the API of candid_parser 0.4.1; `lib.rs` has them at their public paths.

mod duplicates;
mod from_str;
pub mod grammar;
mod logos;
pub mod token;
pub mod typing;
pub mod utils;
