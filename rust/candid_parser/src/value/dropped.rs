//! The content of a message that the types it was decoded as do not have.

use super::describe::{shown_label, Path, Step};
use super::walk::{not_shown, MAX_FINDINGS};
use crate::stack;
use candid::types::value::IDLField;
use candid::{IDLArgs, IDLValue};
use std::borrow::Cow;
use std::collections::HashMap;

/// Compares a message decoded without types with the same message decoded at types, and describes the content missing
/// in the latter: fields that a type does not have, and values that have become `null`. Those at the same place of the type, in
/// several items of a vector, are one finding. Names the first of many, and counts the others. Arguments present on only one side are left out, and so is content hidden by `reserved`.
///
/// # Examples
///
/// ```
/// use candid_parser::value::dropped;
/// use candid_parser::parse_idl_args;
///
/// let message = parse_idl_args("(record { 1 = 5; 2 = opt 6; 3 = true })").unwrap();
/// let typed = parse_idl_args("(record { 2 = null; 3 = true })").unwrap();
/// assert_eq!(
///     dropped(&message, &typed),
///     [
///         "field 1 is dropped: the type has no such field, in argument 1",
///         "a value has become null, in argument 1, field 2",
///     ]
/// );
/// ```
#[must_use]
pub fn dropped(message: &IDLArgs, typed: &IDLArgs) -> Vec<String> {
    let mut walk = DroppedParts::default();
    for (i, (whole, typed)) in message.args.iter().zip(&typed.args).enumerate() {
        walk.step(Some(Step::Argument(i)), whole, typed);
    }
    let found = walk.found.into_iter();
    let mut lines: Vec<String> = found
        .map(|(message, n_places)| match n_places {
            1 => message,
            2 => format!("{message}, and in one more item"),
            n => format!("{message}, and in {} more items", n - 1),
        })
        .collect();
    if walk.n_more > 0 {
        lines.push(not_shown(walk.n_more));
    }
    lines
}

#[derive(Default)]
struct DroppedParts<'a> {
    path: Path<'a>,
    /// The place in the type, which all items of a vector share.
    place: usize,
    /// The places below places, by the argument, field or case.
    places: HashMap<(usize, bool, u32), usize>,
    /// The findings, and in how many items they are.
    found: Vec<(String, usize)>,
    /// The positions of the findings, by the place and the field that is dropped.
    known: HashMap<(usize, Option<u32>), usize>,
    n_more: usize,
}

impl<'a> DroppedParts<'a> {
    fn step(&mut self, step: Option<Step<'a>>, whole: &'a IDLValue, typed: &'a IDLValue) {
        let (len, place) = (self.path.0.len(), self.place);
        let below = match &step {
            Some(Step::Argument(i)) => Some((true, u32::try_from(*i).unwrap_or(u32::MAX))),
            Some(Step::Field(label) | Step::Case(label)) => Some((false, label.get_id())),
            Some(Step::Item(_)) | None => None,
        };
        if let Some((is_argument, id)) = below {
            let next = self.places.len() + 1;
            let below = self.places.entry((place, is_argument, id));
            self.place = *below.or_insert(next);
        }
        self.path.0.extend(step);
        stack::level(|| self.value(whole, typed));
        self.path.0.truncate(len);
        self.place = place;
    }

    fn find(&mut self, field: Option<u32>, message: impl FnOnce() -> String) {
        let key = (self.place, field);
        let known = self.known.get(&key);
        if let Some((_, n_places)) = known.and_then(|idx| self.found.get_mut(*idx)) {
            *n_places += 1;
        } else if self.found.len() < MAX_FINDINGS {
            self.known.insert(key, self.found.len());
            self.found.push((self.path.within(message()), 1));
        } else {
            self.n_more += 1;
        }
    }

    fn value(&mut self, whole: &'a IDLValue, typed: &'a IDLValue) {
        match (whole, typed) {
            (IDLValue::Record(whole), IDLValue::Record(typed)) => self.record(whole, typed),
            (IDLValue::Vec(whole), IDLValue::Vec(typed)) => {
                for (i, (whole, typed)) in whole.iter().zip(typed).enumerate() {
                    self.step(Some(Step::Item(i)), whole, typed);
                }
            }
            (IDLValue::Variant(whole), IDLValue::Variant(typed)) => {
                self.step(
                    Some(Step::Case(Cow::Borrowed(&typed.0.id))),
                    &whole.0.val,
                    &typed.0.val,
                );
            }
            (IDLValue::Opt(whole), IDLValue::Opt(typed)) => self.step(None, whole, typed),
            // A value decodes as `opt` of its type.
            (whole, IDLValue::Opt(typed)) => self.step(None, whole, typed),
            (IDLValue::Null | IDLValue::None | IDLValue::Reserved, _) => {}
            (_, IDLValue::None | IDLValue::Null) => {
                self.find(None, || "a value has become null".to_string());
            }
            _ => {}
        }
    }

    fn record(&mut self, whole: &'a [IDLField], typed: &'a [IDLField]) {
        let typed: HashMap<u32, &IDLField> = typed.iter().map(|f| (f.id.get_id(), f)).collect();
        for field in whole {
            match typed.get(&field.id.get_id()) {
                Some(found) => self.step(
                    Some(Step::Field(Cow::Borrowed(&found.id))),
                    &field.val,
                    &found.val,
                ),
                None => self.find(Some(field.id.get_id()), || {
                    let label = shown_label(&field.id);
                    format!("field {label} is dropped: the type has no such field")
                }),
            }
        }
    }
}
