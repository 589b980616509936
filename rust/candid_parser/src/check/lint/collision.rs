//! Lint for labels that some programs take for the number of another one.

use super::Program;
use crate::diagnostic::{Diagnostic, FileId};
use crate::keywords::read_as_number;
use crate::syntax::ast::{Field, TypeKind};
use std::collections::HashMap;

/// Warns about names such as `_5_` and `"5"` beside a field or case with this number. That two labels have the same number
/// is an error.
pub(super) fn labels(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    for ty in main.prog.types() {
        match &ty.kind {
            TypeKind::Record(fields) => siblings("field", main.id, fields, found),
            TypeKind::Variant(cases) => siblings("case", main.id, cases, found),
            _ => {}
        }
    }
}

fn siblings(kind: &str, file: FileId, fields: &[Field], found: &mut dyn FnMut(Diagnostic)) {
    let numbers = fields.iter().filter_map(|field| {
        let name = field.name()?;
        Some((field, name, number(name)?))
    });
    let mut numbers = numbers.peekable();
    if numbers.peek().is_none() {
        return;
    }
    let by_id = fields.iter().map(|field| (field.label.get_id(), field));
    let by_id: HashMap<u32, &Field> = by_id.collect();
    for (field, name, number) in numbers {
        let Some(other) = by_id
            .get(&number)
            .filter(|other| !std::ptr::eq(**other, field))
        else {
            continue;
        };
        let which = match other.name() {
            Some(name) => format!("{name}, whose number is {number}"),
            None => number.to_string(),
        };
        let message = format!("the {kind} \"{name}\" reads as the {kind} {which}");
        let finding = Diagnostic::warning(message, file, field.label_span);
        found(finding.also("the other one", file, other.label_span));
    }
}

/// Returns the number that a name is read as by programs that have numbers as names: in JavaScript and Motoko between
/// underscores, elsewhere as it is.
fn number(name: &str) -> Option<u32> {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.parse().ok();
    }
    read_as_number(name)
}
