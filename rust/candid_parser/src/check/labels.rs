//! Labels that are used twice: the same one, or two that stand for one number.

use super::findings::Findings;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Arg, Field, Method, Span};
use candid::types::Label;
use std::collections::HashMap;

/// Reports fields of one record, or cases of one variant, with one number. `kind` is the word for them.
pub(crate) fn check_fields(kind: &str, fields: &[Field], file: FileId, findings: &mut Findings) {
    let mut seen: HashMap<u32, &Field> = HashMap::with_capacity(fields.len());
    for field in fields {
        let id = field.label.get_id();
        let place = |field: &'_ Field| (file, field.label_span);
        if let Some(first) = seen.get(&id) {
            let message = clash(kind, id, &first.label, &field.label);
            findings.push(twice(message, place(field), place(first)));
        } else {
            seen.insert(id, field);
        }
    }
}

/// Reports methods of one service with one name, or with names that have one hash.
pub(crate) fn check_methods<'a>(
    methods: impl IntoIterator<Item = (FileId, &'a Method)>,
    findings: &mut Findings,
) {
    let mut seen: HashMap<u32, (FileId, &Method)> = HashMap::new();
    for (file, method) in methods {
        let label = Label::Named(method.name.text.clone());
        let id = label.get_id();
        if let Some((first_file, first)) = seen.get(&id) {
            let first_label = Label::Named(first.name.text.clone());
            let message = clash("method", id, &first_label, &label);
            let first = (*first_file, first.name.span);
            findings.push(twice(message, (file, method.name.span), first));
        } else {
            seen.insert(id, (file, method));
        }
    }
}

/// Reports arguments, or results, of one name. A name of an argument is never hashed.
pub(crate) fn check_args(kind: &str, args: &[Arg], file: FileId, findings: &mut Findings) {
    let mut seen: HashMap<&str, Span> = HashMap::new();
    for name in args.iter().filter_map(|arg| arg.name.as_ref()) {
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

/// Says whether it is the same label, or two that stand for one number.
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
