//! Pairs that are known to be related, and the reasons why others are not.

use crate::types::ty::Type;
use std::collections::HashSet;
use std::fmt;

/// Pairs of types that are known to be in the relation, kept between calls on one environment.
///
/// The functions of this module add the pairs that they find to hold, if a name is involved. Use one `Gamma` for one
/// relation only: subtyping or equality.
pub type Gamma = HashSet<(Type, Type)>;

/// The treatment of types that are a subtype of an `opt` only by the special rule, so that their values become `null`.
#[derive(Clone, Copy, Debug)]
pub enum OptReport {
    /// Do nothing.
    Silence,
    /// Write a line to standard error.
    Warning,
    /// Fail.
    Error,
}

/// One reason why a type is not a subtype of another.
#[derive(Clone, Debug)]
pub struct Incompatibility {
    /// The location: fields, cases, methods, from the outside in. A long path is shortened to both ends and the number
    /// of steps between them.
    pub path: Vec<String>,
    /// The reason.
    pub message: String,
}

/// Prints the path and the message on one line.
impl fmt::Display for Incompatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path.join(" > "))?;
        }
        f.write_str(&self.message)
    }
}
