//! Duplicate labels: equal ones, or two with the same field id (hash).

use crate::check::findings::Findings;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Arg, Field, Name, Span};
use candid::idl_hash;
use candid::types::Label;
use std::collections::HashMap;

/// Reports fields of one record, or cases of one variant, with the same id. `kind` is the word for them.
pub(crate) fn check_fields(kind: &str, fields: &[Field], file: FileId, findings: &mut Findings) {
    let labels = fields.iter().map(|f| (&f.label, (file, f.label_span)));
    check_labels(kind, labels, findings);
}

/// Reports methods of one service with the same name, or with names that have the same hash.
pub(crate) fn check_methods<'a>(
    methods: impl Iterator<Item = (FileId, &'a Name)> + Clone,
    findings: &mut Findings,
) {
    let ids = methods.clone().map(|(_, name)| idl_hash(&name.text));
    if !occurs_twice(ids) {
        return;
    }
    let label =
        |(file, name): (FileId, &Name)| (Label::Named(name.text.clone()), (file, name.span));
    let labels: Vec<(Label, Place)> = methods.map(label).collect();
    let labels = labels.iter().map(|(label, place)| (label, *place));
    check_labels("method", labels, findings);
}

type Place = (FileId, Span);

fn check_labels<'a>(
    kind: &str,
    labels: impl Iterator<Item = (&'a Label, Place)>,
    findings: &mut Findings,
) {
    let mut seen: HashMap<u32, (&Label, Place)> = HashMap::new();
    for (label, place) in labels {
        let id = label.get_id();
        match seen.get(&id) {
            None => drop(seen.insert(id, (label, place))),
            Some((first, first_place)) => {
                findings.push(twice(clash(kind, id, first, label), place, *first_place));
            }
        }
    }
}

/// Returns whether an id occurs twice. Most services and records are valid, and need no map to show that.
fn occurs_twice(ids: impl Iterator<Item = u32>) -> bool {
    let mut ids: Vec<u32> = ids.collect();
    ids.sort_unstable();
    ids.windows(2).any(|pair| pair[0] == pair[1])
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
            let message = format!("duplicate {kind} {}", name.text);
            findings.push(twice(message, (file, name.span), (file, *first)));
        } else {
            seen.insert(&name.text, name.span);
        }
    }
}

fn twice(message: String, again: Place, first: Place) -> Diagnostic {
    let finding = Diagnostic::error(message, again.0, again.1).here("used again");
    finding.also("first used here", first.0, first.1)
}

/// Returns the message: a duplicate label, or two labels with the same id.
fn clash(kind: &str, id: u32, first: &Label, second: &Label) -> String {
    match (first, second) {
        (Label::Named(a), Label::Named(b)) if a == b => format!("duplicate {kind} {a}"),
        (Label::Named(a), Label::Named(b)) => {
            format!("the {kind}s {a} and {b} have the same hash, {id}")
        }
        (Label::Named(name), _) | (_, Label::Named(name)) => {
            format!("the {kind}s {name} and {id} are the same: {id} is the hash of {name}")
        }
        _ => format!("duplicate {kind} {id}"),
    }
}
