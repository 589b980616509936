//! Diagnostics for duplicate labels in text parsed to a plain tree. For checked programs, the checker reports them.

use crate::check::{check_args, check_fields, check_methods, Findings};
use crate::diagnostic::{Diagnostic, FileId, Sources};
use crate::syntax::ast::{Arg, Dec, Prog, Type, TypeKind};
use crate::syntax::parse::Parsed;

pub(super) fn of_prog(mut parsed: Parsed<Prog>) -> Parsed<Prog> {
    find(parsed.tree.types(), &[], &mut parsed.findings);
    parsed
}

pub(super) fn of_init_args(
    mut parsed: Parsed<(Vec<Dec>, Vec<Arg>)>,
) -> Parsed<(Vec<Dec>, Vec<Arg>)> {
    let (decs, args) = &parsed.tree;
    let defs = decs.iter().filter_map(|dec| match dec {
        Dec::Type(def) => Some(&def.typ),
        Dec::Import(_) => None,
    });
    find(defs.flat_map(Type::walk), args, &mut parsed.findings);
    parsed
}

pub(super) fn of_types(mut parsed: Parsed<Vec<Arg>>) -> Parsed<Vec<Arg>> {
    find(std::iter::empty(), &parsed.tree, &mut parsed.findings);
    parsed
}

pub(super) fn of_type(mut parsed: Parsed<Type>) -> Parsed<Type> {
    find(parsed.tree.walk(), &[], &mut parsed.findings);
    parsed
}

/// Checks types, and then arguments and all types in them.
fn find<'t>(
    types: impl Iterator<Item = &'t Type>,
    args: &'t [Arg],
    findings: &mut Vec<Diagnostic>,
) {
    let mut found = Findings::default();
    types.for_each(|ty| check(ty, &mut found));
    check_args("argument", args, FileId::default(), &mut found);
    let types = args.iter().flat_map(|arg| arg.typ.walk());
    types.for_each(|ty| check(ty, &mut found));
    findings.extend(found.into_diagnostics(Sources::default()).list);
}

fn check(typ: &Type, found: &mut Findings) {
    let file = FileId::default();
    match &typ.kind {
        TypeKind::Record(fields) => check_fields("field", fields, file, found),
        TypeKind::Variant(cases) => check_fields("case", cases, file, found),
        TypeKind::Func(func) => {
            check_args("argument", &func.args, file, found);
            check_args("result", &func.rets, file, found);
        }
        TypeKind::Service(methods) => {
            let names = methods.iter().map(|method| (file, &method.name));
            check_methods(names, found);
        }
        TypeKind::Class(args, _) => check_args("argument", args, file, found),
        _ => {}
    }
}
