//! Parsing and printing of Candid text.
//!
//! In the tree of [`ast`] every node has its source location, comments are kept, and unreadable source becomes an error
//! node: the parser builds it, and the checker works on it. The types of this module (`IDLType`, [`IDLProg`], …) are the
//! plain form, for programs that analyze interfaces; a plain tree has no locations, and is made from the other one.

pub mod ast;
pub(crate) mod lex;
pub mod parse;
pub(crate) mod plain;
mod print;

pub use crate::value::plain::{parse_idl_args, parse_idl_value};
pub use plain::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs, IDLMergedProg, IDLProg, IDLType,
    IDLTypes, PrimType, TypeField,
};
pub use print::pretty_print;
pub(crate) use print::print_named;
