//! Lints for arguments and results.

use super::Program;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Arg, Func, TypeKind};

/// Warns about functions with arguments that are told apart by their positions only. One argument whose type has a name or
/// fields is not.
pub(super) fn unnamed_arguments(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    for ty in main.prog.types() {
        let args: &[Arg] = match &ty.kind {
            TypeKind::Func(func) => &func.args,
            TypeKind::Class(init, _) => init,
            _ => continue,
        };
        if let [Arg { typ, .. }] = args {
            if matches!(typ.kind, TypeKind::Var(_) | TypeKind::Record(_)) {
                continue;
            }
        }
        let mut unnamed = (1..).zip(args).filter(|(_, arg)| arg.name.is_none());
        let Some((number, first)) = unnamed.next() else {
            continue;
        };
        let message = match unnamed.count() {
            0 => format!("argument {number} has no name"),
            n => format!("{} arguments have no names", n + 1),
        };
        found(Diagnostic::warning(message, main.id, first.typ.span));
    }
}

/// Warns about results that are neither a record nor an option of a record or variant.
pub(super) fn closed_results(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    const NEITHER: &str = "a result that is neither a record nor a variant";
    let mut names = program.definitions();
    for (file, func) in functions(program) {
        let closed = func.rets.iter().find_map(|ret| {
            let message = match &names.resolve(&ret.typ).kind {
                TypeKind::Record(_) => return None,
                TypeKind::Variant(_) => "a result that is a variant, which is not in an opt",
                TypeKind::Opt(part) => match names.resolve(part).kind {
                    TypeKind::Record(_) | TypeKind::Variant(_) => return None,
                    _ => NEITHER,
                },
                _ => NEITHER,
            };
            Some(Diagnostic::warning(message, file, ret.typ.span))
        });
        closed.into_iter().for_each(&mut *found);
    }
}

/// Warns about arguments that are variants.
pub(super) fn variant_arguments(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let mut names = program.definitions();
    for (file, func) in functions(program) {
        for arg in &func.args {
            if matches!(names.resolve(&arg.typ).kind, TypeKind::Variant(_)) {
                let message = "an argument that is a variant";
                found(Diagnostic::warning(message, file, arg.typ.span));
            }
        }
    }
}

/// Returns the types of functions in the main file.
fn functions<'a>(program: &Program<'a>) -> impl Iterator<Item = (FileId, &'a Func)> {
    let file = program.main;
    file.prog.types().filter_map(|ty| match &ty.kind {
        TypeKind::Func(func) => Some((file.id, &**func)),
        _ => None,
    })
}
