//! Nothing but the code in the README of the repository, which `cargo test` runs: here, because a published crate has no
//! files of other folders.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
