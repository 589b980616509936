//! The content of a message that the types it was decoded as do not have.

use super::describe::{Path, Step};
use super::walk::{not_shown, MAX_FINDINGS};
use crate::stack;
use candid::types::value::IDLField;
use candid::{IDLArgs, IDLValue};
use std::collections::HashMap;

/// Compares a message decoded without types with the same message decoded at types, and describes the content missing
/// in the latter: fields that a type does not have, and values that have become `null`. Names the first of many, and
/// counts the others. Arguments present on only one side are left out, and so is content hidden by `reserved`.
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
///     ["field 1 is dropped: the type has no such field", "a value has become null, in field 2"]
/// );
/// ```
#[must_use]
pub fn dropped(message: &IDLArgs, typed: &IDLArgs) -> Vec<String> {
    let mut walk = DroppedParts::default();
    let n_args = message.args.len().max(typed.args.len());
    for (i, (whole, typed)) in message.args.iter().zip(&typed.args).enumerate() {
        let step = (n_args > 1).then_some(Step::Argument(i));
        walk.step(step, whole, typed);
    }
    if walk.n_more > 0 {
        walk.found.push(not_shown(walk.n_more));
    }
    walk.found
}

#[derive(Default)]
struct DroppedParts<'a> {
    path: Path<'a>,
    found: Vec<String>,
    n_more: usize,
}

impl<'a> DroppedParts<'a> {
    fn step(&mut self, step: Option<Step<'a>>, whole: &'a IDLValue, typed: &'a IDLValue) {
        let len = self.path.0.len();
        self.path.0.extend(step);
        stack::level(|| self.value(whole, typed));
        self.path.0.truncate(len);
    }

    fn find(&mut self, message: impl FnOnce() -> String) {
        if self.found.len() < MAX_FINDINGS {
            self.found.push(self.path.within(message()))
        } else {
            self.n_more += 1
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
                self.step(Some(Step::Case(&typed.0.id)), &whole.0.val, &typed.0.val);
            }
            (IDLValue::Opt(whole), IDLValue::Opt(typed)) => self.step(None, whole, typed),
            // A value decodes as `opt` of its type.
            (whole, IDLValue::Opt(typed)) => self.step(None, whole, typed),
            (IDLValue::Null | IDLValue::None | IDLValue::Reserved, _) => {}
            (_, IDLValue::None | IDLValue::Null) => {
                self.find(|| "a value has become null".to_string());
            }
            _ => {}
        }
    }

    fn record(&mut self, whole: &'a [IDLField], typed: &'a [IDLField]) {
        let typed: HashMap<u32, &IDLField> = typed.iter().map(|f| (f.id.get_id(), f)).collect();
        for field in whole {
            match typed.get(&field.id.get_id()) {
                Some(found) => self.step(Some(Step::Field(&found.id)), &field.val, &found.val),
                None => self
                    .find(|| format!("field {} is dropped: the type has no such field", field.id)),
            }
        }
    }
}
