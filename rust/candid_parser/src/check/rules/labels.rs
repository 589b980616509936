//! Duplicate labels: equal ones, or two with the same field id (hash).

use crate::check::findings::Findings;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Arg, Field, Name, Span};
use candid::types::Label;
use std::collections::hash_map::Entry;
use std::collections::HashMap;

/// Reports fields of one record, or cases of one variant, with the same id. `kind` is the word for them.
pub(crate) fn check_fields(kind: &str, fields: &[Field], file: FileId, findings: &mut Findings) {
    let mut seen: HashMap<u32, &Field> = HashMap::new();
    for field in fields {
        match seen.entry(field.label.get_id()) {
            Entry::Vacant(entry) => {
                entry.insert(field);
            }
            Entry::Occupied(entry) => {
                let first = entry.get();
                let message = clash(kind, *entry.key(), &first.label, &field.label);
                let (first, again) = (first.label_span, field.label_span);
                findings.push(twice(message, (file, again), (file, first)));
            }
        }
    }
}

/// Reports methods of one service with the same name, or with names that have the same hash.
pub(crate) fn check_methods<'a>(
    methods: impl Iterator<Item = (FileId, &'a Name)> + Clone,
    findings: &mut Findings,
) {
    let id = |method: &Name| candid::idl_hash(&method.text);
    if !occurs_twice(methods.clone().map(|(_, method)| id(method))) {
        return;
    }
    let label = |method: &Name| Label::Named(method.text.clone());
    let mut seen: HashMap<u32, (FileId, &Name)> = HashMap::new();
    for (file, method) in methods {
        match seen.entry(id(method)) {
            Entry::Vacant(entry) => {
                entry.insert((file, method));
            }
            Entry::Occupied(entry) => {
                let (first_file, first) = *entry.get();
                let message = clash("method", *entry.key(), &label(first), &label(method));
                let first = (first_file, first.span);
                findings.push(twice(message, (file, method.span), first));
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

fn twice(message: String, again: (FileId, Span), first: (FileId, Span)) -> Diagnostic {
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
