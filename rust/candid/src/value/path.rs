//! Paths to parts of values: `transfers[3].memo`.

use crate::error::{Error, PathSegment, Result};
use crate::types::ty::label::Label;
use crate::util::escape::{start_of, DoubleQuoted};
use candid_wire::identifier::has_id_syntax;
use std::fmt::{self, Write};

/// One step from a value to one of its parts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Segment {
    /// A field of a record, or the payload of a variant with this case.
    Field(Label),
    /// An element of a vector.
    Index(usize),
}

impl Segment {
    /// Returns the segment as in paths of errors.
    pub(crate) fn to_error_segment(&self) -> PathSegment {
        match self {
            Segment::Field(label) => PathSegment::Field(label.path_segment()),
            Segment::Index(i) => PathSegment::Index(*i),
        }
    }
}

/// Returns the text that [`parse_path`] takes apart.
pub(crate) fn path_of<'s>(segments: impl IntoIterator<Item = &'s Segment>) -> String {
    let mut text = String::new();
    for segment in segments {
        // Writing to a `String` cannot fail.
        let _ = write_segment(&mut text, segment);
    }
    text
}

/// Parses a path. The empty one leads to the value itself.
///
/// # Errors
///
/// If a segment is not a name, a quoted name, a number, or a number in brackets.
pub(crate) fn parse_path(path: &str) -> Result<Vec<Segment>> {
    let mut segments = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let (segment, tail) = match rest.strip_prefix('[') {
            Some(index) => read_index(index),
            // Names are separated by dots.
            None => match rest.strip_prefix('.') {
                Some(name) if !segments.is_empty() => read_label(name),
                None if segments.is_empty() => read_label(rest),
                _ => None,
            },
        }
        .ok_or_else(|| invalid(path, path.len() - rest.len()))?;
        segments.push(segment);
        rest = tail;
    }
    Ok(segments)
}

#[cold]
fn invalid(path: &str, at: usize) -> Error {
    Error::msg(format_args!(
        "invalid path `{}` at byte {at}: expected `name`, `.name`, `.\"name\"`, `.5` or `[5]`",
        shown(path)
    ))
}

/// Returns a path or a name for an error: its beginning, without control characters.
#[cold]
pub(crate) fn shown(text: &str) -> String {
    escaped(text, char::is_control)
}

/// Returns the start of a text for between quotes, in which these are escaped too.
pub(crate) fn shown_in_quotes(text: &str) -> String {
    escaped(text, |c| c.is_control() || matches!(c, '"' | '\\'))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let (start, more) = start_of(text, 200);
    let mut shown = String::with_capacity(start.len());
    for c in start.chars() {
        match is_escaped(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown + more
}

fn read_index(rest: &str) -> Option<(Segment, &str)> {
    let (digits, tail) = rest.split_once(']')?;
    Some((Segment::Index(number(digits)?), tail))
}

/// Parses digits: no sign.
fn number<N: std::str::FromStr>(digits: &str) -> Option<N> {
    let is_number = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

fn read_label(rest: &str) -> Option<(Segment, &str)> {
    if let Some(quoted) = rest.strip_prefix('"') {
        let (name, tail) = read_quoted(quoted)?;
        return Some((Segment::Field(Label::Named(name)), tail));
    }
    let end = rest.find(['.', '[']).unwrap_or(rest.len());
    let (name, tail) = rest.split_at(end);
    let label = match name.bytes().next()? {
        b'0'..=b'9' => Label::Id(number(name)?),
        _ => Label::Named(name.to_owned()),
    };
    Some((Segment::Field(label), tail))
}

/// Reads a quoted name up to the closing quote, with the escapes that [`DoubleQuoted`] prints.
fn read_quoted(rest: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut chars = rest.chars();
    loop {
        name.push(match chars.next()? {
            '"' => return Some((name, chars.as_str())),
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    let (hex, tail) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                    chars = tail.chars();
                    char::from_u32(u32::from_str_radix(hex, 16).ok()?)?
                }
                quoted @ ('"' | '\'' | '\\') => quoted,
                _ => return None,
            },
            c => c,
        });
    }
}

fn write_segment(out: &mut String, segment: &Segment) -> fmt::Result {
    match segment {
        Segment::Index(i) => write!(out, "[{i}]"),
        Segment::Field(label) => {
            if !out.is_empty() {
                out.push('.');
            }
            match label {
                Label::Named(name) if has_id_syntax(name) => out.write_str(name),
                Label::Named(name) => write!(out, "\"{}\"", DoubleQuoted(name)),
                Label::Id(id) | Label::Unnamed(id) => write!(out, "{id}"),
            }
        }
    }
}
