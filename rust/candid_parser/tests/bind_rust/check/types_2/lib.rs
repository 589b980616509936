//! The types of the bindings of many interfaces. `ci.sh` puts them here.
#![deny(warnings)]

#[path = "../target/generated/types_2/mod.rs"]
pub mod types_2;
