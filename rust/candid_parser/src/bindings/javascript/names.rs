//! JavaScript names of constants and of properties.

use crate::keywords::{self, JAVASCRIPT_PROTO as PROTO};
use candid::idl_hash;
use candid::pretty::candid::is_valid_as_id;
use candid::pretty::utils::quote_ident;
use candid::types::Label;
use pretty::RcDoc;

/// Returns an identifier for a name: the name itself, if it is an identifier and not a reserved word.
pub(in crate::bindings) fn identifier(name: &str) -> String {
    if !is_valid_as_id(name) {
        format!("_{}_", idl_hash(name))
    } else if keywords::JAVASCRIPT.contains(&name) {
        format!("{name}_")
    } else {
        name.to_string()
    }
}

/// Returns the key of a property in an object literal, followed by a space.
pub(super) fn key(name: &str) -> RcDoc<'_> {
    match name {
        PROTO => RcDoc::text(format!("['{PROTO}'] ")),
        _ => quote_ident(name),
    }
}

/// Returns the key of a field or a case in an object literal, followed by a space.
pub(super) fn label_key(label: &Label) -> RcDoc<'_> {
    key_of(label, key)
}

/// Returns the key of a field or a case in a type, followed by a space.
pub(in crate::bindings) fn label_type_key(label: &Label) -> RcDoc<'_> {
    key_of(label, quote_ident)
}

fn key_of<'a>(label: &'a Label, key: fn(&'a str) -> RcDoc<'a>) -> RcDoc<'a> {
    match label {
        Label::Named(name) if keywords::read_as_number(name).is_none() => key(name),
        _ => RcDoc::text(format!("_{}_ ", label.get_id())),
    }
}
