//! Duplicate labels: equal ones, or two with the same field id (hash).

use super::findings::Findings;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::Span;
use crate::syntax::tree::{BindingView, FieldView, Tree};
use candid::types::Label;
use std::collections::hash_map::Entry;
use std::collections::HashMap;

/// Reports fields of one record, or cases of one variant, with the same id. `kind` is the word for them.
pub(crate) fn check_fields<T: Tree>(
    kind: &str,
    fields: &[T::Field],
    file: FileId,
    findings: &mut Findings,
) {
    if !occurs_twice(fields.iter().map(|field| T::field(field).label.get_id())) {
        return;
    }
    let mut seen: HashMap<u32, FieldView<'_, T>> = HashMap::new();
    for field in fields.iter().map(T::field) {
        match seen.entry(field.label.get_id()) {
            Entry::Vacant(entry) => {
                entry.insert(field);
            }
            Entry::Occupied(entry) => {
                let first = entry.get();
                let message = clash(kind, *entry.key(), first.label, field.label);
                let (first, again) = (first.label_span, field.label_span);
                findings.push(twice(message, (file, again), (file, first)));
            }
        }
    }
}

/// Reports methods of one service with the same name, or with names that have the same hash.
pub(crate) fn check_methods<'a, T: Tree + 'a>(
    methods: impl Iterator<Item = (FileId, BindingView<'a, T>)> + Clone,
    findings: &mut Findings,
) {
    let id = |method: &BindingView<'_, T>| candid::idl_hash(method.name.text);
    if !occurs_twice(methods.clone().map(|(_, method)| id(&method))) {
        return;
    }
    let label = |method: &BindingView<'_, T>| Label::Named(method.name.text.to_string());
    let mut seen: HashMap<u32, (FileId, BindingView<'_, T>)> = HashMap::new();
    for (file, method) in methods {
        match seen.entry(id(&method)) {
            Entry::Vacant(entry) => {
                entry.insert((file, method));
            }
            Entry::Occupied(entry) => {
                let (first_file, first) = *entry.get();
                let message = clash("method", *entry.key(), &label(&first), &label(&method));
                let first = (first_file, first.name.span);
                findings.push(twice(message, (file, method.name.span), first));
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
pub(crate) fn check_args<T: Tree>(
    kind: &str,
    args: &[T::Arg],
    file: FileId,
    findings: &mut Findings,
) {
    let names = || args.iter().filter_map(|arg| T::arg(arg).name);
    if names().nth(1).is_none() {
        return;
    }
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for name in names() {
        if let Some(first) = seen.get(name.text) {
            let message = format!("duplicate {kind} {}", name.text);
            findings.push(twice(message, (file, name.span), (file, *first)));
        } else {
            seen.insert(name.text, name.span);
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
