//! What bindings are printed from: one resolved model, and names that do not collide.
//!
//! Every target language prints the same [`Model`]: definitions, types and methods with their comments and the names
//! of arguments, in the order of Candid's own canonical form. What a target may call things is decided by
//! [`names`].

mod build;
pub mod model;
pub mod names;
pub(crate) mod order;

pub use model::{Actor, Arg, Def, Field, Func, Method, Model, Prim, Ty};
pub use names::{Names, Rules};
