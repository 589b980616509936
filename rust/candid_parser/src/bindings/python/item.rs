//! What a module defines, and how its parts are written.

use serde::Serialize;
use std::collections::HashSet;

/// The names of built-in types in annotations.
const BUILTINS: [&str; 8] = [
    "bool", "bytes", "float", "int", "list", "object", "str", "tuple",
];

/// The number of cases of a union up to which it is written with operators.
const MAX_OPERANDS: usize = 100;

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
        /// Whether there are too many for an expression of operators, which Python nests as deep as there are operands.
        is_long: bool,
    },
    /// Any other type.
    Alias {
        name: String,
        docs: Vec<String>,
        annotation: String,
    },
}

impl Item {
    pub(super) fn union(name: String, docs: Vec<String>, cases: Vec<String>) -> Self {
        Item::Union {
            is_long: cases.len() > MAX_OPERANDS,
            name,
            docs,
            cases,
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Item::Record { name, .. }
            | Item::Case { name, .. }
            | Item::Union { name, .. }
            | Item::Alias { name, .. } => name,
        }
    }

    pub(super) fn is_long(&self) -> bool {
        matches!(self, Item::Union { is_long: true, .. })
    }

    pub(super) fn is_alias(&self) -> bool {
        matches!(self, Item::Union { .. } | Item::Alias { .. })
    }
}

/// A field or a parameter.
#[derive(Clone, Serialize)]
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
