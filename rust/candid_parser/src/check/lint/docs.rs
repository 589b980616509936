//! Lint for methods without documentation.

use crate::check::Checked;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::TypeKind;

/// Warns about methods of the main file's service that have no comment.
pub(super) fn methods(checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    let Some(file) = checked.files.first() else {
        return;
    };
    let Some(actor) = &file.prog.actor else {
        return;
    };
    let service = match &actor.typ.kind {
        TypeKind::Class(_, service) => &service.kind,
        kind => kind,
    };
    if let TypeKind::Service(methods) = service {
        for method in methods.iter().filter(|method| method.docs.is_empty()) {
            let message = format!("the method {} has no comment", method.name.text);
            found(Diagnostic::warning(message, file.id, method.name.span));
        }
    }
}
