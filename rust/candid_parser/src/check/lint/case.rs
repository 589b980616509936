//! Lint for sibling names that differ only in case.

use super::Program;
use crate::check::File;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Field, Span, TypeKind};
use std::collections::HashMap;

/// Warns about types, and about methods, fields or cases of one type.
pub(super) fn names<'a>(program: &Program<'a>, found: &mut dyn FnMut(Diagnostic)) {
    let names = |file: &'a File| {
        let names = file.prog.defs().map(|def| &def.name);
        names.map(|name| (name.text.as_str(), file.id, name.span))
    };
    let others = program.files.iter().skip(1).flat_map(names);
    let imported = program.outer.into_iter().flat_map(|it| &it.of_other_case);
    let mut others: Vec<_> = others.chain(imported.copied()).collect();
    // The order of the files depends on which is the main one.
    others.sort_unstable_by_key(|(name, ..)| *name);
    similar("types", names(program.main).chain(others), found);
    for file in program.files {
        file.prog.types().for_each(|ty| match &ty.kind {
            TypeKind::Record(fields) => similar("fields", labels(file.id, fields), found),
            TypeKind::Variant(fields) => similar("cases", labels(file.id, fields), found),
            TypeKind::Service(methods) => {
                let methods = methods.iter().map(|method| &method.name);
                let names = methods.map(|name| (name.text.as_str(), file.id, name.span));
                similar("methods", names, found);
            }
            _ => {}
        });
    }
}

fn labels(file: FileId, fields: &[Field]) -> impl Iterator<Item = (&str, FileId, Span)> {
    let names = fields.iter().map(|field| (field.name(), field.label_span));
    names.filter_map(move |(name, span)| Some((name?, file, span)))
}

fn similar<'a>(
    kind: &str,
    names: impl Iterator<Item = (&'a str, FileId, Span)>,
    found: &mut dyn FnMut(Diagnostic),
) {
    let mut seen: HashMap<String, (&str, FileId, Span)> = HashMap::new();
    for (name, file, span) in names {
        let Some((first, first_file, first_span)) = seen.get(&name.to_lowercase()) else {
            seen.insert(name.to_lowercase(), (name, file, span));
            continue;
        };
        let message = format!("the {kind} {first} and {name} differ only in case");
        let finding = Diagnostic::warning(message, file, span);
        found(finding.also("the other name", *first_file, *first_span));
    }
}
