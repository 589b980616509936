//! The common input of the bindings generators: one resolved model, and names that do not collide.
//!
//! Every target language prints the same [`Model`]: definitions, types and methods with their comments and the names of
//! arguments, in the order of Candid's own canonical form. [`names`] assigns valid, unique names in the target
//! language.

mod build;
pub mod model;
pub mod names;
pub(crate) mod order;

pub use model::{Actor, Arg, Def, Field, Func, Method, Model, Prim, Ty};
pub use names::{Names, Rules};
