//! Escaping of quoted text, and the rules for names without quotes.
//!
//! Rust's escapes are Candid's with one exception: Rust prints NUL as `\0`, which Candid parses as the start of the
//! two-digit byte escape `\0b`. So NUL is printed as `\u{0}`.

use std::borrow::Cow;
use std::fmt::{self, Display};

/// The keywords of the grammar. As names they need quotes.
///
/// `true` and `false` are included: the lexer always makes literals of them.
const KEYWORDS: [&str; 32] = [
    "blob",
    "bool",
    "composite_query",
    "empty",
    "false",
    "float32",
    "float64",
    "func",
    "import",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "nat",
    "nat16",
    "nat32",
    "nat64",
    "nat8",
    "null",
    "oneway",
    "opt",
    "principal",
    "query",
    "record",
    "reserved",
    "service",
    "text",
    "true",
    "type",
    "variant",
    "vec",
];

/// Returns whether the name needs no quotes.
fn is_plain_name(name: &str) -> bool {
    has_id_syntax(name) && KEYWORDS.binary_search(&name).is_err()
}

/// Returns whether the name is a letter or `_` and then letters, digits and `_`.
pub(crate) fn has_id_syntax(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Returns the name in Candid syntax: quoted unless it is an identifier.
pub(crate) fn quoted_name(name: &str) -> Cow<'_, str> {
    if is_plain_name(name) {
        name.into()
    } else {
        format!("\"{}\"", DoubleQuoted(name)).into()
    }
}

/// Prints the content of a quoted text in multi-line output.
pub(crate) struct DoubleQuoted<'a>(pub(crate) &'a str);

impl Display for DoubleQuoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.split('\0').enumerate() {
            if i > 0 {
                f.write_str("\\u{0}")?;
            }
            Display::fmt(&part.escape_debug(), f)?;
        }
        Ok(())
    }
}
