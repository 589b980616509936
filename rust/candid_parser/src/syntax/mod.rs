//! From text to trees: tokens, the parser, the trees, and back to text.
//!
//! There are two trees. In [`ast`] every node says where it stands, comments are kept, and a part that could not be read
//! is a node too: files are read so, by the parser. The types of this module (`IDLType`, [`IDLProg`], …) are the plain
//! form of the same, for programs that take interfaces apart; a plain tree has no places, and is read directly where
//! nothing is wrong. The checker sees both through one trait.

pub mod ast;
mod atoms;
mod build;
mod comment;
mod direct;
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
mod printer;
mod program;
pub(crate) mod published;
mod swar;
mod token;
pub(crate) mod tree;
mod types;
mod values;

pub use from_str::{parse_idl_args, parse_idl_value};
pub use merged::IDLMergedProg;
pub use plain::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs, IDLProg, IDLType, IDLTypes,
    PrimType, TypeField,
};
pub use printer::pretty_print;
pub(crate) use printer::print_named;
