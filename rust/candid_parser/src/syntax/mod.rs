//! Parsing and printing of Candid text: tokens, the parser, two syntax trees, the printer.
//!
//! In the tree of [`ast`] every node has its source location, comments are kept, and unreadable source becomes an error
//! node: the parser builds it for files. The types of this module (`IDLType`, [`IDLProg`], …) are the plain form, for
//! programs that analyze interfaces; a plain tree has no locations, and valid text is parsed into it directly. The
//! checker works on both through one trait.

pub mod ast;
mod comment;
mod duplicates;
mod from_str;
mod lexer;
mod list;
mod literal;
pub(crate) mod lower;
mod merged;
mod nesting;
pub mod parse;
mod parser;
mod plain;
mod prim;
mod printer;
mod program;
pub(crate) mod published;
pub(crate) mod raise;
mod token;
mod types;
mod values;
mod walk;

pub use from_str::{parse_idl_args, parse_idl_value};
pub use merged::IDLMergedProg;
pub(crate) use parser::MAX_FINDINGS;
pub use plain::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs, IDLProg, IDLType, IDLTypes,
    TypeField,
};
pub use prim::PrimType;
pub use printer::pretty_print;
pub(crate) use printer::print_named;
