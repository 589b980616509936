//! Bindings of many interfaces, for each target. `ci.sh` puts them here.
#![deny(warnings)]

#[path = "../target/generated/agent/mod.rs"]
pub mod agent;
#[path = "../target/generated/call/mod.rs"]
pub mod call;
#[path = "../target/generated/stub/mod.rs"]
pub mod stub;
