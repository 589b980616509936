//! Writing the self-describing form, and the words of its errors.

use crate::error::{Error, PathSegment, Result};
use crate::json::shown::shown;
use crate::json::write::{too_deep_for_stack, Sink, Writer};
use crate::json::{key, number};
use crate::value::model::{IDLField, IDLValue};
use std::collections::HashSet;

/// What is expected where any value may be, in errors.
pub(in crate::json) const VALUE: &str = "a self-describing value";

/// What is expected of the fields of a record, in errors.
pub(super) const RECORD: &str = "a self-describing record";

/// What is expected of an integer literal, in errors.
pub(super) const NUMBER: &str = "a self-describing number";

/// What is expected of a message, in errors.
pub(in crate::json) const ARGS: &str = "self-describing arguments";

/// Writes a value.
pub(super) fn write(writer: &mut Writer<'_, '_>, value: &IDLValue) -> Result<()> {
    writer
        .stack
        .check()
        .map_err(|_| too_deep_for_stack(VALUE))?;
    writer.out.flush_if_long()?;
    match value {
        IDLValue::Null => writer.out.text.push_str("null"),
        IDLValue::Bool(b) => writer.out.text.push_str(if *b { "true" } else { "false" }),
        IDLValue::Text(text) => writer.out.string(text),
        IDLValue::Vec(items) => write_items(writer, items, PathSegment::Index)?,
        other => {
            let out = &mut writer.out;
            out.text.push('{');
            out.string(tag_of(other));
            out.text.push(':');
            write_content(writer, other)?;
            writer.out.text.push('}');
        }
    }
    Ok(())
}

/// Writes an array, whose items are in paths as `at` has them.
pub(super) fn write_items(
    writer: &mut Writer<'_, '_>,
    items: &[IDLValue],
    at: fn(usize) -> PathSegment,
) -> Result<()> {
    writer.out.text.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            writer.out.text.push(',');
        }
        write(writer, item).map_err(|error| error.in_segment(at(i)))?;
    }
    writer.out.text.push(']');
    Ok(())
}

/// Returns the kind of a value, as a key.
fn tag_of(value: &IDLValue) -> &'static str {
    match value {
        IDLValue::Number(_) => "number",
        IDLValue::Opt(_) => "opt",
        IDLValue::None => "none",
        IDLValue::Blob(_) => "blob",
        IDLValue::Record(_) => "record",
        IDLValue::Variant(_) => "variant",
        IDLValue::Service(_) => "service",
        IDLValue::Func(..) => "func",
        primitive => primitive
            .primitive()
            .map_or("", |primitive| primitive.name()),
    }
}

fn write_content(writer: &mut Writer<'_, '_>, value: &IDLValue) -> Result<()> {
    let options = writer.options;
    match value {
        IDLValue::None | IDLValue::Reserved => writer.out.text.push_str("null"),
        IDLValue::Opt(content) => write(writer, content)?,
        IDLValue::Blob(bytes) => writer.out.blob(bytes, options)?,
        IDLValue::Number(digits) if is_literal(digits) => writer.out.string(digits),
        IDLValue::Number(digits) => return Err(unreadable("digits", NUMBER, digits, "")),
        IDLValue::Record(fields) => write_fields(writer, fields)?,
        IDLValue::Variant(variant) => write_fields(writer, std::slice::from_ref(&variant.0))?,
        other => {
            let out: &mut Sink<'_> = &mut writer.out;
            let _ = number::write(other, &mut out.text) || out.reference(other);
        }
    }
    Ok(())
}

fn write_fields(writer: &mut Writer<'_, '_>, fields: &[IDLField]) -> Result<()> {
    check_labels(fields)?;
    writer.out.text.push('{');
    for (i, field) in fields.iter().enumerate() {
        if i > 0 {
            writer.out.text.push(',');
        }
        key::write_key(&mut writer.out, &field.id);
        let written = write(writer, &field.val);
        let segment = || PathSegment::Field(field.id.path_segment());
        written.map_err(|error| error.in_segment(segment()))?;
    }
    writer.out.text.push('}');
    Ok(())
}

/// Checks that the labels differ: of equal ones, JSON is refused when it is read.
fn check_labels(fields: &[IDLField]) -> Result<()> {
    let ids = || fields.iter().map(|field| field.id.get_id());
    // As in values that were decoded.
    if ids().is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    let mut seen = HashSet::new();
    match fields.iter().find(|field| !seen.insert(field.id.get_id())) {
        Some(field) => {
            let label = field.id.to_string();
            Err(unreadable("each label once", RECORD, &label, " again"))
        }
        None => Ok(()),
    }
}

/// The error of a value that would not be read again.
#[cold]
fn unreadable(expected: &str, ty: &str, found: &str, end: &str) -> Error {
    let found = shown(found);
    Error::subtype(format_args!(
        "expected {expected} for {ty}, found {found}{end}"
    ))
}

/// Returns whether this is an integer literal of Candid: a sign, and digits with single `_` between them.
pub(super) fn is_literal(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    digits.split('_').all(is_group)
}
