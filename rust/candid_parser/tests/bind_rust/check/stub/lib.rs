//! Bindings of many interfaces. `ci.sh` puts them here.
#![deny(warnings)]

#[path = "../target/generated/stub/mod.rs"]
pub mod stub;
