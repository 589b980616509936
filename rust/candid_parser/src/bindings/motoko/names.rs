//! Motoko names, as the Motoko compiler maps them to and from Candid names.
//!
//! A name that ends in `_` stands for the name without it, so that keywords can be named, and `_5_` for the number 5.

use crate::keywords;
use candid::idl_hash;
use candid::pretty::candid::is_valid_as_id;
use candid::types::Label;

/// Returns the name of a method, a field, a case or an argument; `None` if Motoko has no name for it.
pub(super) fn identifier(name: &str) -> Option<String> {
    if !is_valid_as_id(name) {
        None
    } else if name.ends_with('_') || keywords::MOTOKO.contains(&name) {
        Some(format!("{name}_"))
    } else {
        Some(name.to_string())
    }
}

/// Returns the name of a definition.
pub(super) fn type_name(name: &str) -> String {
    if keywords::MOTOKO_TYPES.contains(&name) {
        return format!("{name}_");
    }
    identifier(name).unwrap_or_else(|| by_hash(idl_hash(name)))
}

/// Returns the name of a field or a case.
pub(super) fn label(label: &Label) -> String {
    let number = by_hash(label.get_id());
    match label {
        Label::Named(name) => identifier(name).unwrap_or(number),
        Label::Id(_) | Label::Unnamed(_) => format!("{number} "),
    }
}

fn by_hash(id: u32) -> String {
    format!("_{id}_")
}
