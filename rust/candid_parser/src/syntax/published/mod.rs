//! The modules `token` and `grammar` with the API of candid_parser 0.4.1, so that programs that combine tokens and a
//! parser themselves keep compiling. Nothing else in this crate uses them.

pub mod grammar;
mod logos;
pub mod token;
