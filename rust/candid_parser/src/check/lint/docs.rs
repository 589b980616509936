//! Lint for methods without documentation.

use crate::check::definitions::Definitions;
use crate::check::Checked;
use crate::diagnostic::{shown_name, Diagnostic, FileId};
use crate::syntax::ast::{Type, TypeKind};

/// Warns about methods of the main file's service that have no comment, if the service has no name: what `didc check` has
/// always reported.
pub(super) fn methods(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    let Some(file) = checked.files.first() else {
        return;
    };
    let Some(actor) = &file.prog.actor else {
        return;
    };
    match &actor.typ.kind {
        TypeKind::Class(_, service) => undocumented(file.id, service, found),
        _ => undocumented(file.id, &actor.typ, found),
    }
}

/// Does the same also for a service that is defined by name in the file, as Motoko does.
pub(super) fn methods_by_any_name(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    let Some(file) = checked.files.first() else {
        return;
    };
    let Some(actor) = &file.prog.actor else {
        return;
    };
    let mut names = Definitions::of(checked);
    let mut service = names.resolve(&actor.typ);
    if let TypeKind::Class(_, constructed) = &service.kind {
        service = names.resolve(constructed);
    }
    // It may be a definition of another file.
    if file.prog.types().any(|ty| std::ptr::eq(ty, service)) {
        undocumented(file.id, service, found);
    }
}

fn undocumented(file: FileId, service: &Type, found: &mut dyn FnMut(Diagnostic)) {
    if let TypeKind::Service(methods) = &service.kind {
        for method in methods.iter().filter(|method| method.docs.is_empty()) {
            let message = format!(
                "the method {} has no comment",
                shown_name(&method.name.text)
            );
            found(Diagnostic::warning(message, file, method.name.span));
        }
    }
}
