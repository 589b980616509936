//! Bindings of many interfaces. `ci.sh` puts them here.
#![deny(warnings)]

#[path = "../target/generated/agent/mod.rs"]
pub mod agent;
