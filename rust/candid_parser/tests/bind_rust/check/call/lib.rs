//! Bindings of many interfaces. `ci.sh` puts them here.
#![deny(warnings)]

#[path = "../target/generated/call/mod.rs"]
pub mod call;
