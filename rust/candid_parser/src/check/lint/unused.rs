//! Lints for unused definitions and imports.

use super::Program;
use crate::check::File;
use crate::diagnostic::{one_line, Diagnostic};
use crate::syntax::ast::{Span, Type, TypeDef};
use std::collections::{HashMap, HashSet};

/// Warns about definitions of the main file that the service does not need, directly or through others.
pub(super) fn types(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    let files = || program.files.iter();
    let services = files().filter(|file| file.id == main.id || file.imported_at.is_some());
    let actors = services.filter_map(|file| file.prog.actor.as_ref());
    let mut open: Vec<&str> = actors.flat_map(|actor| actor.typ.names()).collect();
    open.extend(program.outer.into_iter().flat_map(|outer| &outer.used));
    if !program.has_service {
        return;
    }
    let all = files().flat_map(|file| file.prog.defs());
    let all: HashMap<&str, &TypeDef> = all.map(|def| (def.name.text.as_str(), def)).collect();
    let mut used: HashSet<&str> = HashSet::new();
    while let Some(name) = open.pop() {
        if used.insert(name) {
            let def = all.get(name).into_iter();
            open.extend(def.flat_map(|def| def.typ.names()));
        }
    }
    for def in main.prog.defs() {
        if !used.contains(def.name.text.as_str()) {
            let message = format!("the type {} is never used", def.name.text);
            found(Diagnostic::warning(message, main.id, def.name.span));
        }
    }
}

/// Warns about imports of the main file that provide no definition which it uses, and about repeated imports.
pub(super) fn imports(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    let useless = match program.outer {
        Some(outer) => &outer.useless,
        None => &useless(program),
    };
    let mut seen: HashMap<usize, (bool, Span)> = HashMap::new();
    for (import, target) in main.import_decs().zip(&main.imports) {
        let Some(target) = *target else {
            continue;
        };
        let path = &import.path;
        match seen.get(&target) {
            Some((service, first)) if *service || !import.service => {
                let message = format!("the file \"{}\" is imported twice", one_line(&path.text));
                let finding = Diagnostic::warning(message, main.id, path.span);
                found(finding.also("first imported here", main.id, *first));
                continue;
            }
            _ => seen.insert(target, (import.service, path.span)),
        };
        // A service import adds methods, or nothing if the file has no service.
        if !import.service && useless.contains(&target) {
            let message = format!("unused import \"{}\"", one_line(&path.text));
            found(Diagnostic::warning(message, main.id, path.span));
        }
    }
}

/// Returns the files that the main file imports and has nothing from.
fn useless(program: &Program<'_>) -> HashSet<usize> {
    let main = program.main;
    let named: HashSet<&str> = main.prog.types().filter_map(Type::name).collect();
    let is_used = |file: &File| {
        let mut defs = file.prog.defs();
        defs.any(|def| named.contains(def.name.text.as_str()))
    };
    // Methods come with any import of their service.
    let is_needed = |file: &File| file.imported_at.is_some() || is_used(file);
    let needed: Vec<bool> = program.files.iter().map(is_needed).collect();
    let mut targets: HashSet<usize> = main.imports.iter().flatten().copied().collect();
    targets.retain(|target| !provides(program.files, 0, *target, |file| needed[file]));
    targets
}

/// Returns whether a file is needed, or one that it imports and the main file does not.
pub(in crate::check) fn provides(
    files: &[File],
    main: usize,
    start: usize,
    is_needed: impl Fn(usize) -> bool,
) -> bool {
    if start == main {
        return false;
    }
    // The direct imports.
    let imports = files[main].imports.iter().flatten();
    let mut seen: HashSet<usize> = imports.copied().collect();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if is_needed(at) {
            return true;
        }
        let next = files[at].imports.iter().flatten();
        open.extend(next.filter(|target| **target != main && seen.insert(**target)));
    }
    false
}
