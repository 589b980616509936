//! Configuration by type: properties attached to places in types, written as TOML.
//!
//! A selector is a path of labels, names of definitions and constructors, and it says something about every place whose
//! path ends in it. Where several selectors fit, the shortest wins; one that is restricted to a method (`func:name`,
//! `func:name.arg:0`, `func:init`) goes before those that are not.
//!
//! ```toml
//! [rust]
//! Account.visibility = "pub(crate)"
//! record.subaccount.use_type = "Subaccount"
//! ```
//!
//! What properties there are is up to a [`ConfigState`]; [`ConfigTree`] holds what was written, and a [`State`] follows
//! a walk over types and knows the properties of the place where it stands.
//!
#![doc = include_str!("../../configuration.md")]

mod state;
mod tree;

pub use state::{ConfigBackup, State};
pub use tree::ConfigTree;

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

    /// Reads a TOML text.
    ///
    /// # Errors
    ///
    /// If it is not TOML; the message shows the line.
    fn from_str(text: &str) -> Result<Self> {
        Ok(Configs(text.parse::<toml::Table>()?))
    }
}

/// Properties that selectors may attach, and what becomes of them from one place to the next.
///
/// The struct is deserialized from the keys of a table that are not tables themselves; a key that is none of its fields
/// is an error.
pub trait ConfigState: DeserializeOwned + Default + Clone + fmt::Debug {
    /// Takes over the properties that `config` sets, and returns their names. The context is missing for properties
    /// that hold everywhere.
    fn merge_config(&mut self, config: &Self, ctx: Option<Context<'_>>) -> Vec<String>;
    /// Called before a place is looked up, on the way into it.
    fn update_state(&mut self, elem: &StateElem<'_>);
    /// Called on the way out, before the properties are again what they were before
    /// [`update_state`](Self::update_state).
    fn restore_state(&mut self, elem: &StateElem<'_>);
    /// What is merged at a place that no selector fits; by default, what is so without a configuration.
    fn unmatched_config() -> Self {
        Self::default()
    }
    /// Says which property has a value that cannot be used, if one has. What is read from a configuration is checked; by
    /// default, everything that could be read is fine.
    ///
    /// # Errors
    ///
    /// The property, its value, and what was expected.
    fn check(&self) -> std::result::Result<(), String> {
        Ok(())
    }
    /// Names the properties that are set.
    fn list_properties(&self) -> Vec<String>;
}

/// Where properties are merged.
#[derive(Debug)]
pub struct Context<'a> {
    /// The last element of the path.
    pub elem: &'a StateElem<'a>,
    /// Whether the selector that fits has fitted further up on this path already, as it does inside a recursive type.
    pub is_recursive: bool,
}

/// One step of a path.
#[derive(Debug, Clone)]
pub enum StateElem<'a> {
    /// Into a type: its constructor, or the name of a definition.
    Type(&'a Type),
    /// Into a type that is known by its constructor or name only.
    TypeStr(&'a str),
    /// To a field, a method, an argument, a result.
    Label(&'a str),
}

/// The element as selectors write it.
impl fmt::Display for StateElem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateElem::Type(ty) => f.write_str(&type_name(ty)),
            StateElem::TypeStr(name) | StateElem::Label(name) => f.write_str(name),
        }
    }
}

/// The constructor of a type, or the name that it is.
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
        // What is left has no parts, so it prints as one word.
        _ => return ty.to_string(),
    };
    name.to_string()
}

/// Which arguments or results of which method a walk goes through.
#[derive(Debug, Clone)]
pub struct Scope<'a> {
    /// The name of the method; `init` for the service constructor.
    pub method: &'a str,
    /// Arguments or results; without it, only what is said about the method as a whole counts.
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

/// Whether a key restricts what is below it to a method, an argument or a result.
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
