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

/// Returns the name as a segment of a path in errors: quoted only if it has what separates segments, begins as a number or a quoted
/// name, or has control characters. [`IDLValue::at`](crate::IDLValue) reads both.
#[cold]
pub(crate) fn path_segment(name: &str) -> Cow<'_, str> {
    let starts_otherwise = name.starts_with(|c: char| c.is_ascii_digit() || c == '"');
    if !name.is_empty()
        && !starts_otherwise
        && !name.contains(['.', '['])
        && !name.contains(char::is_control)
    {
        return name.into();
    }
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // Not by `escape_debug`, whose tables are large.
            c if c.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted.into()
}

/// Returns at most so many characters of a text from its start, and `…` if there are more.
#[cold]
pub(crate) fn start_of(text: &str, max_chars: usize) -> (&str, &'static str) {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => (text.split_at(end).0, "…"),
        None => (text, ""),
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
