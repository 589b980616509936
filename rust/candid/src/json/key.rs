//! Labels as keys of objects.

use crate::json::write::Sink;
use crate::types::ty::label::Label;
use crate::types::ty::Field;
use crate::util::suggest::did_you_mean;
use candid_wire::label::label_hash;
use std::borrow::Cow;
use std::cell::Cell;

/// The mark before a number, doubled before a name that begins with it.
const MARK: char = '#';

/// The maximum number of names that an unknown one is compared with.
const MAX_COMPARED: usize = 256;

/// Returns the key of a label.
pub(super) fn key_of(label: &Label) -> Cow<'_, str> {
    match label {
        Label::Id(id) | Label::Unnamed(id) => format!("{MARK}{id}").into(),
        Label::Named(name) if name.starts_with(MARK) => format!("{MARK}{name}").into(),
        Label::Named(name) => name.into(),
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

/// Returns the field id of a key, if it is one.
fn id_of(key: &str) -> Option<u32> {
    Some(match label_of(key)? {
        Label::Named(name) => label_hash(&name),
        number => number.get_id(),
    })
}

/// The fields of a record or cases of a variant by their keys.
pub(super) struct Keys<'a> {
    fields: &'a [Field],
    /// Whether they are sorted by id: types made by hand may have them in any order. Found out when it matters, once, as
    /// text may have any number of unknown keys.
    is_sorted: Cell<Option<bool>>,
}

impl<'a> Keys<'a> {
    pub(super) fn of(fields: &'a [Field]) -> Self {
        let is_sorted = Cell::new(None);
        Keys { fields, is_sorted }
    }

    /// Returns the field with this key, and its position; `next` is tried first.
    pub(super) fn find(&self, key: &str, next: usize) -> Option<(usize, &'a Field)> {
        let has_key = |(_, field): &(usize, &Field)| match field.id.as_ref() {
            Label::Named(name) if !name.starts_with(MARK) => name == key,
            label => key_of(label) == key,
        };
        let at = |i: usize| self.fields.get(i).map(|field| (i, field));
        if let Some(found) = at(next).filter(has_key) {
            return Some(found);
        }
        self.position(id_of(key)?).and_then(at).filter(has_key)
    }

    /// Returns the known key that is perhaps meant by an unknown one: that of the same id, or a name that is close.
    pub(super) fn perhaps_meant(&self, key: &str) -> Option<Cow<'a, str>> {
        let of_id = |key: &str| {
            let found = self.fields.get(self.position(id_of(key)?)?);
            found.map(|field| key_of(&field.id))
        };
        let found = of_id(key).or_else(|| of_id(&format!("{MARK}{key}")));
        found.or_else(|| {
            let known = self.fields.iter().take(MAX_COMPARED);
            let names = known.filter_map(|field| match field.id.as_ref() {
                Label::Named(name) => Some(name.as_str()),
                _ => None,
            });
            let label = label_of(key)?;
            let Label::Named(name) = &label else {
                return None;
            };
            let close = did_you_mean(name, names)?;
            let marks = if close.starts_with(MARK) { "#" } else { "" };
            Some(format!("{marks}{close}").into())
        })
    }

    fn position(&self, id: u32) -> Option<usize> {
        let id_of = |field: &Field| field.id.get_id();
        let found = self.fields.binary_search_by_key(&id, id_of);
        if let Ok(found) = found {
            return Some(found);
        }
        let is_sorted = self.is_sorted.get();
        let is_sorted = is_sorted.unwrap_or_else(|| self.fields.is_sorted_by_key(id_of));
        self.is_sorted.set(Some(is_sorted));
        if is_sorted {
            return None;
        }
        self.fields.iter().position(|field| id_of(field) == id)
    }
}
