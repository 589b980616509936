//! Escaping of quoted text.
//!
//! Rust's escapes are Candid's with one exception: Rust prints NUL as `\0`, which Candid parses as the start of the
//! two-digit byte escape `\0b`. So NUL is printed as `\u{0}`.

use candid_wire::identifier::is_identifier;
use std::borrow::Cow;
use std::fmt::{self, Display};

/// Returns the name in Candid syntax: quoted unless it is an identifier.
pub(crate) fn quoted_name(name: &str) -> Cow<'_, str> {
    if is_identifier(name) {
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
