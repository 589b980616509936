//! From text to trees: tokens, the parser, the trees, and back to text.
//!
//! There are two trees. [`ast`] is what the parser makes and what is checked: every node says where it
//! stands, comments are kept, and a part that could not be read is a node too. The types of this module
//! (`IDLType`, [`IDLProg`], …) are the plain form of the same, for programs that take
//! interfaces apart; a plain tree has no places.

pub mod ast;
mod merged;
mod plain;

pub use merged::IDLMergedProg;
pub use plain::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs, IDLProg, IDLType, IDLTypes,
    PrimType, TypeField,
};
