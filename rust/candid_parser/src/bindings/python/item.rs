//! What a module defines, and how its parts are written.

use serde::Serialize;
use std::collections::HashSet;

/// The names of built-in types in annotations.
const BUILTINS: [&str; 8] = [
    "bool", "bytes", "float", "int", "list", "object", "str", "tuple",
];

/// What a module defines for types.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Item {
    /// A record, or a case whose value is a record.
    Record {
        name: String,
        docs: Vec<String>,
        fields: Vec<Field>,
    },
    /// Another case.
    Case {
        name: String,
        docs: Vec<String>,
        value: Option<String>,
    },
    /// A variant.
    Union {
        name: String,
        docs: Vec<String>,
        cases: Vec<String>,
    },
    /// Any other type.
    Alias {
        name: String,
        docs: Vec<String>,
        annotation: String,
    },
}

impl Item {
    pub(super) fn is_alias(&self) -> bool {
        matches!(self, Item::Union { .. } | Item::Alias { .. })
    }
}

/// A field or a parameter.
#[derive(Serialize)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) annotation: String,
    pub(super) docs: Vec<String>,
    /// Whether its default is None.
    pub(super) optional: bool,
}

/// A type as an annotation, and as a number: of a primitive type, or of an entry of the table.
pub(super) struct Part {
    pub(super) annotation: String,
    pub(super) reference: i64,
}

/// The built-in types that members of a class hide in its annotations.
#[derive(Default)]
pub(super) struct Scope(Vec<&'static str>);

impl Scope {
    pub(super) fn of(members: &[String]) -> Self {
        let members: HashSet<&str> = members.iter().map(String::as_str).collect();
        let hidden = BUILTINS.into_iter().filter(|name| members.contains(name));
        Self(hidden.collect())
    }

    pub(super) fn hides(&self, name: &str) -> bool {
        self.0.contains(&name)
    }
}
