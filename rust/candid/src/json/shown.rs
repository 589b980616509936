//! Text of the input and of types in errors: short, and without control characters.

use crate::error::PathSegment;
use crate::types::ty::label::Label;
use crate::types::ty::print::brief;
use crate::types::ty::Type;
use crate::util::escape::{path_segment, start_of};

/// The maximum number of characters of a key.
const MAX_CHARS: usize = 60;

/// Returns the name of a field for an error: no longer than a line.
pub(super) fn start(name: &str) -> String {
    let (start, more) = start_of(name, MAX_CHARS);
    format!("{}{more}", start.escape_debug())
}

/// Returns a key for an error: quoted, and no longer than a line.
pub(super) fn shown(key: &str) -> String {
    let (start, more) = start_of(key, MAX_CHARS);
    format!("{start:?}{more}")
}

/// Returns a key for the path of an error.
pub(super) fn segment(key: &str) -> PathSegment {
    let (start, _) = start_of(key, MAX_CHARS);
    PathSegment::Field(path_segment(start).into_owned())
}

/// Returns the label of a value for the path of an error.
pub(super) fn segment_of(label: &Label) -> PathSegment {
    match label {
        Label::Named(name) => segment(name),
        Label::Id(_) | Label::Unnamed(_) => PathSegment::Field(label.path_segment()),
    }
}

/// Returns a type for an error: as written, unless that is the name of one without parts, which says less.
pub(super) fn named(ty: &Type, written: &Type) -> String {
    brief(if ty.parts().next().is_some() {
        written
    } else {
        ty
    })
}

/// Returns what the text begins with, at the position of a value, in words.
pub(super) fn found(rest: &str) -> String {
    const MAX_CHARS: usize = 40;
    match rest.as_bytes().first() {
        None => "the end of the text".to_string(),
        Some(b'n' | b't' | b'f') => {
            let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next();
            printable(
                &word
                    .unwrap_or_default()
                    .chars()
                    .take(MAX_CHARS)
                    .collect::<String>(),
            )
        }
        Some(b'"') => {
            let inner = rest.get(1..).unwrap_or_default();
            let mut end = 0;
            let mut escaped = false;
            for (i, c) in inner.char_indices().take(MAX_CHARS) {
                if c == '"' && !escaped {
                    let text = inner.get(..i).unwrap_or_default();
                    return format!("the string \"{}\"", printable(text));
                }
                escaped = c == '\\' && !escaped;
                end = i + c.len_utf8();
            }
            let text = inner.get(..end).unwrap_or_default();
            format!("the string \"{}…", printable(text))
        }
        Some(b'[') => "an array".to_string(),
        Some(b'{') => "an object".to_string(),
        Some(b'-' | b'0'..=b'9') => {
            let is_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
            let start: String = rest
                .chars()
                .take(MAX_CHARS)
                .take_while(|c| is_number(*c))
                .collect();
            let is_cut = rest
                .get(start.len()..)
                .is_some_and(|rest| rest.starts_with(is_number));
            format!("the number {start}{}", if is_cut { "…" } else { "" })
        }
        Some(_) => match rest.chars().next() {
            Some(c) => format!("`{}`", c.escape_debug()),
            None => String::new(),
        },
    }
}

/// Returns text of the input for an error: control characters would garble a terminal.
fn printable(text: &str) -> String {
    let escape = |c: char| -> String {
        if c.is_control() {
            c.escape_unicode().to_string()
        } else {
            c.to_string()
        }
    };
    text.chars().map(escape).collect()
}
