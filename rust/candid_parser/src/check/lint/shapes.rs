//! Lints for types that have a better equivalent.

use crate::check::definitions::Definitions;
use crate::check::Checked;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::TypeKind;
use crate::syntax::PrimType;

/// Warns about `vec nat8`.
pub(super) fn vec_nat8(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    let Some(main) = checked.files.first() else {
        return;
    };
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
pub(super) fn opt_opt(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    let Some(main) = checked.files.first() else {
        return;
    };
    let mut names = Definitions::of(checked);
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
