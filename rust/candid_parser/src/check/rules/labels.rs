//! Duplicate labels: equal ones, or two with the same field id (hash).

use crate::check::findings::Findings;
use crate::diagnostic::{shown_name, Code, Diagnostic, FileId};
use crate::syntax::ast::{Arg, Field, Name, Span};
use candid::idl_hash;
use std::collections::HashMap;

/// Reports fields of one record, or cases of one variant, with the same id. `kind` is the word for them.
pub(crate) fn check_fields(kind: &str, fields: &[Field], file: FileId, findings: &mut Findings) {
    let labels = fields
        .iter()
        .map(|field| (field.label.get_id(), field.name(), (file, field.label_span)));
    check_labels(kind, labels, findings);
}

/// Reports methods of one service with the same name, or with names that have the same hash.
pub(crate) fn check_methods<'a>(
    methods: impl Iterator<Item = (FileId, &'a Name)> + Clone,
    findings: &mut Findings,
) {
    let label = |(file, name): (FileId, &'a Name)| {
        let text = name.text.as_str();
        (idl_hash(text), Some(text), (file, name.span))
    };
    check_labels("method", methods.map(label), findings);
}

type Place = (FileId, Span);

/// Reports labels with the same id, given the id, the name and the location of each.
fn check_labels<'a>(
    kind: &str,
    labels: impl Iterator<Item = (u32, Option<&'a str>, Place)> + Clone,
    findings: &mut Findings,
) {
    let mut ids: Vec<u32> = labels.clone().map(|(id, ..)| id).collect();
    ids.sort_unstable();
    // Most are valid, and need no map to show that.
    if ids.is_sorted_by(|a, b| a < b) {
        return;
    }
    let mut seen: HashMap<u32, (Option<&str>, Place)> = HashMap::new();
    for (id, name, place) in labels {
        match seen.get(&id) {
            None => drop(seen.insert(id, (name, place))),
            Some((first, first_place)) => {
                let (code, message) = clash(kind, id, *first, name);
                findings.push(twice(code, message, place, *first_place));
            }
        }
    }
}

/// Reports arguments, or results, with the same name. Argument names are never hashed.
pub(crate) fn check_args(kind: &str, args: &[Arg], file: FileId, findings: &mut Findings) {
    let names = || args.iter().filter_map(|arg| arg.name.as_ref());
    if names().nth(1).is_none() {
        return;
    }
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for name in names() {
        if let Some(first) = seen.get(name.text.as_str()) {
            let message = format!("duplicate {kind} {}", shown_name(&name.text));
            let (again, first) = ((file, name.span), (file, *first));
            findings.push(twice(Code::DuplicateLabel, message, again, first));
        } else {
            seen.insert(&name.text, name.span);
        }
    }
}

fn twice(code: Code, message: String, again: Place, first: Place) -> Diagnostic {
    let finding = Diagnostic::error(message, again.0, again.1).here("used again");
    finding
        .coded(code.id())
        .also("first used here", first.0, first.1)
}

/// Returns the message: a duplicate label, or two labels with the same id.
fn clash(kind: &str, id: u32, first: Option<&str>, second: Option<&str>) -> (Code, String) {
    match (first.map(shown_name), second.map(shown_name)) {
        (Some(a), Some(b)) if a == b => (Code::DuplicateLabel, format!("duplicate {kind} {a}")),
        (Some(a), Some(b)) => (
            Code::HashCollision,
            format!("the {kind}s {a} and {b} have the same hash, {id}"),
        ),
        (Some(name), None) | (None, Some(name)) => (
            Code::HashCollision,
            format!("the {kind}s {name} and {id} are the same: {id} is the hash of {name}"),
        ),
        (None, None) => (Code::DuplicateLabel, format!("duplicate {kind} {id}")),
    }
}
