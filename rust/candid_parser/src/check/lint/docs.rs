//! Lint for methods without documentation.

use super::Program;
use crate::diagnostic::{shown_name, Diagnostic};
use crate::syntax::ast::{Comment, Method, Span, Type, TypeKind};
use crate::syntax::lex::comment::{is_directive, is_first_on_line};

/// Warns about methods of the main file's service that have no comment, if the service has no name: what `didc check` has
/// always reported.
pub(super) fn methods(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let file = program.main;
    let Some(actor) = &file.prog.actor else {
        return;
    };
    match &actor.typ.kind {
        TypeKind::Class(_, service) => undocumented(program, service, found),
        _ => undocumented(program, &actor.typ, found),
    }
}

/// Does the same also for a service that is defined by name in the file, as Motoko does.
pub(super) fn methods_by_any_name(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let file = program.main;
    let Some(actor) = &file.prog.actor else {
        return;
    };
    let mut names = program.definitions();
    let mut service = names.resolve(&actor.typ);
    if let TypeKind::Class(_, constructed) = &service.kind {
        service = names.resolve(constructed);
    }
    // It may be a definition of another file.
    if file.prog.types().any(|ty| std::ptr::eq(ty, service)) {
        undocumented(program, service, found);
    }
}

fn undocumented(program: &Program<'_>, service: &Type, found: &mut dyn FnMut(Diagnostic)) {
    let (main, TypeKind::Service(methods)) = (program.main, &service.kind) else {
        return;
    };
    let text = program.sources.text(main.id);
    for method in methods.iter().filter(|method| method.docs.is_empty()) {
        let name = shown_name(&method.name.text);
        let span = method.name.span;
        found(match comment_beside(text, &main.prog.comments, method) {
            None => {
                let message = format!("the method {name} has no comment");
                Diagnostic::warning(message, main.id, span)
            }
            Some(comment) => {
                let message = format!("the method {name} has no comment above it with //");
                let finding = Diagnostic::warning(message, main.id, span);
                finding.also("this comment documents nothing", main.id, comment)
            }
        });
    }
}

/// Returns the comment that people may take for the documentation of a method without any: one between `/*` and `*/` above
/// it, or one behind it on its line.
fn comment_beside(text: &str, comments: &[Comment], method: &Method) -> Option<Span> {
    let (start, end) = (method.name.span.start, method.typ.span.end);
    let between = |from: u32, to: u32| text.get(from as usize..to as usize).unwrap_or("");
    let is_note = |span: &Span| !is_directive(between(span.start, span.end));
    let above = comments.partition_point(|comment| comment.span.end <= start);
    let above = above.checked_sub(1).and_then(|idx| comments.get(idx));
    let above = above.map(|comment| comment.span).filter(|span| {
        let gap = between(span.end, start);
        // Only space, and no blank line.
        gap.trim().is_empty()
            && gap.matches('\n').count() <= 1
            && is_first_on_line(text, span.start as usize)
            && is_note(span)
    });
    let behind = comments.partition_point(|comment| comment.span.start < end);
    let behind = comments.get(behind).map(|comment| comment.span);
    let behind = behind.filter(|span| {
        let gap = between(end, span.start);
        gap.trim_matches([' ', '\t', ';']).is_empty() && is_note(span)
    });
    above.or(behind)
}
