//! Labels of fields and cases: field ids on the wire, optionally with the name that hashes to them.

use crate::util::digits::pp_num_str;
#[cfg(feature = "value")]
use crate::util::escape::path_segment;
use crate::util::escape::quoted_name;
use candid_wire::label::label_hash;
use std::borrow::Cow;
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
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::Label;
    ///
    /// assert_eq!(Label::Named("owner".to_string()).get_id(), 947_296_307);
    /// assert_eq!(Label::Unnamed(1).get_id(), 1);
    /// ```
    pub fn get_id(&self) -> u32 {
        match self {
            Label::Id(id) | Label::Unnamed(id) => *id,
            Label::Named(name) => label_hash(name),
        }
    }

    /// Returns the label in Candid syntax: the name, quoted unless it is an identifier, or the number.
    pub(crate) fn quoted(&self) -> Cow<'_, str> {
        match self {
            Label::Named(name) => quoted_name(name),
            number => number.to_string().into(),
        }
    }

    /// Returns the label as a segment of a path in errors.
    #[cfg(feature = "value")]
    #[cold]
    pub(crate) fn path_segment(&self) -> String {
        match self {
            Label::Named(name) => path_segment(name).into_owned(),
            Label::Id(id) | Label::Unnamed(id) => id.to_string(),
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
