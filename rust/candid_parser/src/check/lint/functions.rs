//! Lints for arguments and results.

use crate::check::definitions::Definitions;
use crate::check::Checked;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Arg, Func, TypeKind};

/// Warns about functions with arguments that are told apart by their positions only. One argument whose type has a name or
/// fields is not.
pub(super) fn unnamed_arguments(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    let Some(main) = checked.files.first() else {
        return;
    };
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
pub(super) fn closed_results(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    const NEITHER: &str = "a result that is neither a record nor a variant";
    let mut names = Definitions::of(checked);
    for (file, func) in functions(checked) {
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
pub(super) fn variant_arguments(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    let mut names = Definitions::of(checked);
    for (file, func) in functions(checked) {
        for arg in &func.args {
            if matches!(names.resolve(&arg.typ).kind, TypeKind::Variant(_)) {
                let message = "an argument that is a variant";
                found(Diagnostic::warning(message, file, arg.typ.span));
            }
        }
    }
}

/// Returns the types of functions in the main file.
fn functions(checked: &Checked) -> impl Iterator<Item = (FileId, &Func)> {
    let main = checked.files.iter().take(1);
    main.flat_map(|file| {
        file.prog.types().filter_map(move |ty| match &ty.kind {
            TypeKind::Func(func) => Some((file.id, &**func)),
            _ => None,
        })
    })
}
