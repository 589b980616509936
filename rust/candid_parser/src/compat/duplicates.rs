//! Diagnostics for duplicate labels in text parsed to a plain tree. For checked programs, the checker reports them.

use crate::check::{check_args, check_fields, check_methods, Findings};
use crate::diagnostic::{FileId, Sources};
use crate::syntax::ast::{Arg, Dec, Prog, Type, TypeKind};
use crate::syntax::parse::Parsed;

pub(super) fn of_prog(parsed: Parsed<Prog>) -> Parsed<Prog> {
    with(parsed, |prog, check| {
        prog.types().for_each(|ty| check.ty(ty))
    })
}

pub(super) fn of_init_args(parsed: Parsed<(Vec<Dec>, Vec<Arg>)>) -> Parsed<(Vec<Dec>, Vec<Arg>)> {
    with(parsed, |(decs, args), check| {
        for dec in decs {
            if let Dec::Type(def) = dec {
                check.all(&def.typ);
            }
        }
        check.types(args);
    })
}

pub(super) fn of_types(parsed: Parsed<Vec<Arg>>) -> Parsed<Vec<Arg>> {
    with(parsed, |args, check| check.types(args))
}

pub(super) fn of_type(parsed: Parsed<Type>) -> Parsed<Type> {
    with(parsed, |typ, check| check.all(typ))
}

/// Adds the findings of a check to those of the parser.
fn with<T>(mut parsed: Parsed<T>, check: impl Fn(&T, &mut DuplicateCheck)) -> Parsed<T> {
    let mut duplicates = DuplicateCheck::default();
    check(&parsed.tree, &mut duplicates);
    if !duplicates.0.is_empty() {
        let more = duplicates.0.into_diagnostics(Sources::default());
        parsed.findings.extend(more.list);
    }
    parsed
}

#[derive(Default)]
struct DuplicateCheck(Findings);

impl DuplicateCheck {
    /// Checks a type and all types in it.
    fn all(&mut self, typ: &Type) {
        typ.walk().for_each(|ty| self.ty(ty));
    }

    /// Checks arguments and all types in them.
    fn types(&mut self, args: &[Arg]) {
        check_args("argument", args, FileId::default(), &mut self.0);
        args.iter().for_each(|arg| self.all(&arg.typ));
    }

    fn ty(&mut self, typ: &Type) {
        let file = FileId::default();
        match &typ.kind {
            TypeKind::Record(fields) => check_fields("field", fields, file, &mut self.0),
            TypeKind::Variant(cases) => check_fields("case", cases, file, &mut self.0),
            TypeKind::Func(func) => {
                check_args("argument", &func.args, file, &mut self.0);
                check_args("result", &func.rets, file, &mut self.0);
            }
            TypeKind::Service(methods) => {
                let names = methods.iter().map(|method| (file, &method.name));
                check_methods(names, &mut self.0);
            }
            TypeKind::Class(args, _) => check_args("argument", args, file, &mut self.0),
            TypeKind::Prim(_)
            | TypeKind::Principal
            | TypeKind::Blob
            | TypeKind::Var(_)
            | TypeKind::Opt(_)
            | TypeKind::Vec(_)
            | TypeKind::Error => {}
        }
    }
}
