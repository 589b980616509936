//! Type-directed configuration in TOML: properties attached to places in types by selectors.
//!
//! A selector is a path of labels, names of definitions and constructors, and applies to every place whose path ends in
//! it. If several selectors match, the shortest wins; selectors restricted to a method (`func:name`, `func:name.arg:0`,
//! `func:init`) take precedence over unrestricted ones.
//!
//! ```toml
//! [rust]
//! Account.visibility = "pub(crate)"
//! record.subaccount.use_type = "Subaccount"
//! ```
//!
//! A [`ConfigState`] defines the available properties; [`ConfigTree`] holds the configuration as written, and a
//! [`State`] follows a traversal of types and provides the properties of the current place.
//!
#![doc = include_str!("../../../configuration.md")]

mod state;
mod tree;
mod words;

pub use state::{ConfigBackup, State};
pub use tree::{ConfigMistake, ConfigTree};

use crate::error::{Error, Result};
use candid::types::{Type, TypeInner};
use serde::de::DeserializeOwned;
use std::fmt;

/// A configuration as written: a TOML table.
///
/// # Examples
///
/// ```
/// use candid_parser::configs::Configs;
///
/// let configs: Configs = "[rust]\nrecord.id.name = \"identifier\"".parse().unwrap();
/// assert!(configs.get_subtable(&["rust".to_string(), "record".to_string()]).is_some());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Configs(pub toml::Table);

impl Configs {
    /// Returns the table at a path of keys, if there is one.
    pub fn get_subtable(&self, path: &[String]) -> Option<&toml::Table> {
        path.iter()
            .try_fold(&self.0, |table, key| table.get(key)?.as_table())
    }
}

impl std::str::FromStr for Configs {
    type Err = Error;

    /// Parses a TOML text.
    ///
    /// # Errors
    ///
    /// If it is not valid TOML; the message shows the line.
    fn from_str(text: &str) -> Result<Self> {
        Ok(Configs(text.parse::<toml::Table>()?))
    }
}

/// A set of properties that selectors may attach, and their inheritance from one place to the next.
///
/// The struct is deserialized from the keys of a table that are not tables themselves; a key that is not one of its
/// fields is an error.
pub trait ConfigState: DeserializeOwned + Default + Clone + fmt::Debug {
    /// Overwrites the properties that `config` sets, and returns their names. There is no context for properties that
    /// apply everywhere.
    fn merge_config(&mut self, config: &Self, ctx: Option<Context<'_>>) -> Vec<String>;
    /// Called on the way into a place, before its selectors are looked up.
    fn update_state(&mut self, elem: &StateElem<'_>);
    /// Called on the way out, before the properties are restored to those before [`update_state`](Self::update_state).
    fn restore_state(&mut self, elem: &StateElem<'_>);
    /// Returns the properties merged at a place that no selector matches; by default, those of an empty configuration.
    fn unmatched_config() -> Self {
        Self::default()
    }
    /// Rejects invalid property values. Called on everything read from a configuration; by default, accepts everything.
    ///
    /// # Errors
    ///
    /// The property, its value, and what was expected.
    fn check(&self) -> std::result::Result<(), String> {
        Ok(())
    }
    /// Returns the names of the properties that are set.
    fn list_properties(&self) -> Vec<String>;
}

/// The place where properties are merged.
#[derive(Debug)]
pub struct Context<'a> {
    /// The last element of the path.
    pub elem: &'a StateElem<'a>,
    /// Whether the matching selector has already matched further up on this path, as it does inside a recursive type.
    pub is_recursive: bool,
}

/// One step of a path.
#[derive(Debug, Clone)]
pub enum StateElem<'a> {
    /// Into a type: its constructor, or the name of a definition.
    Type(&'a Type),
    /// Into a type of which only the constructor or name is known.
    TypeStr(&'a str),
    /// To a field, a method, an argument, a result.
    Label(&'a str),
}

/// Prints the element as written in selectors.
impl fmt::Display for StateElem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateElem::Type(ty) => f.write_str(&type_name(ty)),
            StateElem::TypeStr(name) | StateElem::Label(name) => f.write_str(name),
        }
    }
}

/// Returns the constructor of a type, or the name of a definition.
fn type_name(ty: &Type) -> String {
    let name = match ty.as_ref() {
        TypeInner::Var(name) => name,
        TypeInner::Knot(id) => return id.to_string(),
        TypeInner::Opt(_) => "opt",
        TypeInner::Vec(item) if matches!(item.as_ref(), TypeInner::Nat8) => "blob",
        TypeInner::Vec(_) => "vec",
        TypeInner::Record(_) => "record",
        TypeInner::Variant(_) => "variant",
        TypeInner::Func(_) => "func",
        TypeInner::Service(_) => "service",
        TypeInner::Class(..) => "class",
        TypeInner::Unknown => "unknown",
        TypeInner::Future => "future",
        // The remaining types have no children, so they print as one word.
        _ => return ty.to_string(),
    };
    name.to_string()
}

/// The arguments or results of a method that a traversal visits.
#[derive(Debug, Clone)]
pub struct Scope<'a> {
    /// The name of the method; `init` for the service constructor.
    pub method: &'a str,
    /// Arguments or results; if `None`, only properties of the method as a whole apply.
    pub position: Option<ScopePos>,
}

/// Arguments or results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScopePos {
    /// The arguments.
    Arg,
    /// The results.
    Ret,
}

/// Returns whether a key restricts the selectors below it to a method, an argument or a result.
///
/// # Examples
///
/// ```
/// use candid_parser::configs::is_scoped_key;
///
/// assert!(is_scoped_key("func:transfer") && is_scoped_key("arg:0"));
/// assert!(!is_scoped_key("func"));
/// ```
pub fn is_scoped_key(key: &str) -> bool {
    ["func:", "arg:", "ret:"]
        .iter()
        .any(|scope| key.starts_with(scope))
}
