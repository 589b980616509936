//! Lints for types that have a better equivalent.

use super::Program;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::TypeKind;
use crate::syntax::PrimType;

/// Warns about `vec nat8`.
pub(super) fn vec_nat8(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    for ty in main.prog.types() {
        if let TypeKind::Vec(part) = &ty.kind {
            if part.kind == TypeKind::Prim(PrimType::Nat8) {
                let message = "vec nat8 instead of blob";
                found(Diagnostic::warning(message, main.id, ty.span));
            }
        }
    }
}

/// Warns about options of options, once for several levels of them.
pub(super) fn opt_opt(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    let mut names = program.definitions();
    // The start of the last option in a chain that was reported.
    let mut reported = None;
    for ty in main.prog.types() {
        let TypeKind::Opt(part) = &ty.kind else {
            continue;
        };
        if reported.is_some_and(|reported| ty.span.start <= reported) {
            continue;
        }
        if !matches!(names.resolve(part).kind, TypeKind::Opt(_)) {
            continue;
        }
        let mut last = ty;
        while let TypeKind::Opt(part) = &last.kind {
            reported = Some(last.span.start);
            last = part;
        }
        let message = match part.name() {
            Some(name) => format!("opt of {name}, which is an opt"),
            None => "opt of opt".to_string(),
        };
        found(Diagnostic::warning(message, main.id, ty.span));
    }
}
