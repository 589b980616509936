//! Labels as keys of objects.

use crate::json::write::Sink;
use crate::types::ty::label::Label;
use crate::types::ty::Field;
use candid_wire::label::label_hash;

/// The mark before a number, doubled before a name that begins with it.
const MARK: char = '#';

/// Returns the key of a label.
pub(super) fn key_of(label: &Label) -> String {
    match label {
        Label::Id(id) | Label::Unnamed(id) => format!("{MARK}{id}"),
        Label::Named(name) if name.starts_with(MARK) => format!("{MARK}{name}"),
        Label::Named(name) => name.clone(),
    }
}

/// Writes the key of a label and the colon.
pub(super) fn write_key(out: &mut Sink<'_>, label: &Label) {
    match label {
        Label::Named(name) if !name.starts_with(MARK) => out.string(name),
        _ => out.string(&key_of(label)),
    }
    out.text.push(':');
}

/// Returns the label of a key, if it is one.
pub(super) fn label_of(key: &str) -> Option<Label> {
    let Some(rest) = key.strip_prefix(MARK) else {
        return Some(Label::Named(key.to_string()));
    };
    if rest.starts_with(MARK) {
        return Some(Label::Named(rest.to_string()));
    }
    let is_canonical = rest == "0" || rest.starts_with(|c: char| matches!(c, '1'..='9'));
    let is_number = is_canonical && rest.bytes().all(|byte| byte.is_ascii_digit());
    rest.parse().ok().filter(|_| is_number).map(Label::Id)
}

/// Returns the position of the field with this key. `fields` are sorted by id; `next` is tried first.
pub(super) fn find(fields: &[Field], key: &str, next: usize) -> Option<usize> {
    let has_key = |field: &Field| match field.id.as_ref() {
        Label::Named(name) if !name.starts_with(MARK) => name == key,
        label => key_of(label) == key,
    };
    if fields.get(next).is_some_and(has_key) {
        return Some(next);
    }
    let id = match label_of(key)? {
        Label::Named(name) => label_hash(&name),
        number => number.get_id(),
    };
    // Types made by hand may have their fields in any order.
    let found = match fields.binary_search_by_key(&id, |field| field.id.get_id()) {
        Ok(found) => Some(found),
        Err(_) if fields.is_sorted_by_key(|field| field.id.get_id()) => None,
        Err(_) => fields.iter().position(|field| field.id.get_id() == id),
    };
    found.filter(|found| fields.get(*found).is_some_and(has_key))
}
