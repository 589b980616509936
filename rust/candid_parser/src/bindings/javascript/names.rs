//! JavaScript names of constants and of properties.

use candid::idl_hash;
use candid::pretty::candid::is_valid_as_id;
use candid::pretty::utils::quote_ident;
use candid::types::Label;
use pretty::RcDoc;

/// Words that are not valid as names of constants, or were not in some version of the language.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "abstract", "arguments", "await", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "debugger", "default", "delete", "do", "double", "else", "enum", "eval", "export", "extends", "false",
    "final", "finally", "float", "for", "function", "goto", "if", "implements", "import", "in", "instanceof",
    "interface", "let", "long", "native", "new", "null", "package", "private", "protected", "public", "return",
    "short", "static", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "true", "try",
    "typeof", "var", "void", "volatile", "while", "with", "yield",
];

/// Not an ordinary property: in an object literal, it sets the prototype.
const PROTO: &str = "__proto__";

/// Returns an identifier for a name: the name itself, if it is an identifier and not a reserved word.
pub(in crate::bindings) fn identifier(name: &str) -> String {
    if !is_valid_as_id(name) {
        format!("_{}_", idl_hash(name))
    } else if RESERVED.contains(&name) {
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
        Label::Named(name) if !reads_as_number(name) => key(name),
        _ => RcDoc::text(format!("_{}_ ", label.get_id())),
    }
}

/// Returns whether the JavaScript library reads a property of this name, such as `_5_` or `_0x5_`, as a number. A field
/// with such a name is printed as its field id (hash).
fn reads_as_number(name: &str) -> bool {
    let inner = name.strip_prefix('_');
    let Some(inner) = inner.and_then(|name| name.strip_suffix('_')) else {
        return false;
    };
    let (digits, radix) = match inner.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (inner, 10),
    };
    // Leading zeros do not count; a number with more digits than these exceeds `u32` in either base.
    let digits = match digits.trim_start_matches('0') {
        "" if !digits.is_empty() => "0",
        digits => digits,
    };
    digits.chars().all(|c| c.is_digit(radix)) && u32::from_str_radix(digits, radix).is_ok()
}
