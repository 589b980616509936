//! Bindings of many interfaces. `ci.sh` puts them here.
#![deny(warnings)]

#[path = "../target/generated/pocket/mod.rs"]
pub mod pocket;

#[path = "../target/generated/guide.rs"]
pub mod guide;
