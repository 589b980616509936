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
        None => &useless_imports(program),
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
fn useless_imports(program: &Program<'_>) -> HashSet<usize> {
    let named: HashSet<&str> = program.main.prog.types().filter_map(Type::name).collect();
    // Methods come with any import of their service.
    useless(program.files, 0, |idx| {
        let file = &program.files[idx];
        let mut defs = file.prog.defs();
        file.imported_at.is_some() || defs.any(|def| named.contains(def.name.text.as_str()))
    })
}

/// Returns the files that a file imports and has nothing from: neither are they needed, nor a file that comes by them, and that
/// it does not import itself.
pub(in crate::check) fn useless(
    files: &[File],
    main: usize,
    is_needed: impl Fn(usize) -> bool,
) -> HashSet<usize> {
    let direct: HashSet<usize> = files[main].imports.iter().flatten().copied().collect();
    let mut useless = direct.clone();
    useless.retain(|target| *target == main || !is_needed(*target));
    // The files that come by those, each with the files that it comes by.
    let mut importers: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut needed = Vec::new();
    let mut open: Vec<usize> = useless.iter().copied().filter(|at| *at != main).collect();
    while let Some(at) = open.pop() {
        for next in files[at].imports.iter().flatten().copied() {
            if next == main || direct.contains(&next) {
                continue;
            }
            let importers = importers.entry(next).or_default();
            if importers.is_empty() {
                match is_needed(next) {
                    true => needed.push(next),
                    false => open.push(next),
                }
            }
            importers.push(at);
        }
    }
    while let Some(at) = needed.pop() {
        let importers = importers.remove(&at).unwrap_or_default();
        for importer in &importers {
            useless.remove(importer);
        }
        needed.extend(importers);
    }
    useless
}
