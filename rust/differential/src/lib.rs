//! This implementation and the first published one ("the incumbent") side by side.
//!
//! The tests run both on the same input: real messages, hostile ones, random ones. Whatever differs
//! is an entry in `known.txt`, with the reason; a difference that is not listed fails, and
//! so does a listed one that no longer occurs ([`known`]).
//!
//! The data of most tests lies beside the repository (`../shared`); a test whose data is not there
//! says so and passes.

pub mod api;
pub mod causes;
pub mod convert;
pub mod corpus;
pub mod dynamic;
pub mod floats;
pub mod header;
pub mod known;
pub mod line;
pub mod max_label;
pub mod random;
pub mod shrink;
pub mod sides;
pub mod text;
pub mod trees;
pub mod words;
