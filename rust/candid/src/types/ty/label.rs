//! Labels of fields and cases: field ids on the wire, optionally with the name that hashes to them.

use crate::util::digits::pp_num_str;
use candid_wire::label::label_hash;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A label, shared between copies of a type.
pub type SharedLabel = Rc<Label>;

/// The label of a record field or a variant case.
///
/// Two labels are equal if their ids are, regardless of their spelling.
///
/// # Examples
///
/// ```
/// use candid::types::Label;
///
/// let named = Label::Named("owner".to_string());
/// assert_eq!(named, Label::Id(947_296_307));
/// assert_eq!(named.to_string(), "owner");
/// ```
#[derive(Clone, Debug)]
pub enum Label {
    /// A number.
    Id(u32),
    /// A name, whose hash is the id.
    Named(String),
    /// The position in a tuple, which is not printed.
    Unnamed(u32),
}

impl Label {
    /// Returns the field id (hash) of the label on the wire.
    pub fn get_id(&self) -> u32 {
        match self {
            Label::Id(id) | Label::Unnamed(id) => *id,
            Label::Named(name) => label_hash(name),
        }
    }
}

/// Prints the name unquoted, or the number with `_` between groups of three digits.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Id(id) | Label::Unnamed(id) => f.write_str(&pp_num_str(&id.to_string())),
            Label::Named(name) => f.write_str(name),
        }
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            // Equal names need no hash; different names may still collide.
            (Label::Named(a), Label::Named(b)) if a == b => true,
            _ => self.get_id() == other.get_id(),
        }
    }
}

impl Eq for Label {}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        self.get_id().cmp(&other.get_id())
    }
}

impl Hash for Label {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.get_id().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let rows = [
            (0, "0"),
            (999, "999"),
            (1_000, "1_000"),
            (u32::MAX, "4_294_967_295"),
        ];
        for (number, printed) in rows {
            assert_eq!(Label::Id(number).to_string(), printed);
        }
    }

    #[test]
    fn only_the_id_counts() {
        let named = Label::Named("5".to_string());
        assert_eq!(named, Label::Id(53));
        assert_eq!(Label::Id(5), Label::Unnamed(5));
        assert_ne!(named, Label::Id(5));
        assert!(Label::Named("a".to_string()) > Label::Id(96));
    }
}
