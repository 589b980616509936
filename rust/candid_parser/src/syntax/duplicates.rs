//! Diagnostics for duplicate labels, which a plain tree made from text does not have either. In programs that are
//! checked, the checker reports them.

use super::ast::{Arg, Dec, Func, Prog, Type, TypeKind};
use super::parse::Parsed;
use super::tree::Tree;
use crate::check::{check_args, check_fields, check_methods, Findings};
use crate::diagnostic::{FileId, Sources};
use crate::stack;
use candid::idl_hash as label_hash;

/// Adds the findings about duplicate labels in a program.
pub(super) fn of_prog(parsed: Parsed<Prog>) -> Parsed<Prog> {
    with(parsed, |prog, walk| {
        walk.decs(&prog.decs);
        if let Some(actor) = &prog.actor {
            walk.ty(&actor.typ);
        }
    })
}

/// Adds the findings about duplicate labels in declarations and arguments.
pub(super) fn of_init_args(parsed: Parsed<(Vec<Dec>, Vec<Arg>)>) -> Parsed<(Vec<Dec>, Vec<Arg>)> {
    with(parsed, |(decs, args), walk| {
        walk.decs(decs);
        walk.args("argument", args);
    })
}

/// Adds the findings about duplicate labels in types in parentheses.
pub(super) fn of_types(parsed: Parsed<Vec<Arg>>) -> Parsed<Vec<Arg>> {
    with(parsed, |args, walk| walk.args("argument", args))
}

/// Adds the findings about duplicate labels in a type.
pub(super) fn of_type(parsed: Parsed<Type>) -> Parsed<Type> {
    with(parsed, |typ, walk| walk.ty(typ))
}

fn with<T>(mut parsed: Parsed<T>, walk_tree: impl Fn(&T, &mut DuplicateCheck)) -> Parsed<T> {
    let mut walk = DuplicateCheck::default();
    walk_tree(&parsed.tree, &mut walk);
    if !walk.findings.is_empty() {
        let more = walk.findings.into_diagnostics(Sources::default());
        parsed.findings.extend(more.list);
    }
    parsed
}

#[derive(Default)]
struct DuplicateCheck {
    findings: Findings,
    /// Scratch buffer for label ids; kept for its capacity.
    ids: Vec<u32>,
}

impl DuplicateCheck {
    fn decs(&mut self, decs: &[Dec]) {
        for dec in decs {
            if let Dec::Type(def) = dec {
                self.ty(&def.typ);
            }
        }
    }

    /// Returns whether any two of these ids are equal. Duplicates are rare, so this test comes first.
    fn any_twice(&mut self, ids: impl Iterator<Item = u32>) -> bool {
        self.ids.clear();
        self.ids.extend(ids);
        self.ids.sort_unstable();
        self.ids
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a == b))
    }

    fn args(&mut self, kind: &str, args: &[Arg]) {
        if args.iter().filter(|arg| arg.name.is_some()).count() > 1 {
            check_args::<Type>(kind, args, FileId::default(), &mut self.findings);
        }
        for arg in args {
            self.ty(&arg.typ);
        }
    }

    fn func(&mut self, func: &Func) {
        self.args("argument", &func.args);
        self.args("result", &func.rets);
    }

    fn ty(&mut self, typ: &Type) {
        match &typ.kind {
            TypeKind::Prim(_) | TypeKind::Principal | TypeKind::Blob | TypeKind::Var(_) => {}
            kind => stack::level(|| self.kind(kind)),
        }
    }

    fn kind(&mut self, kind: &TypeKind) {
        let file = FileId::default();
        match kind {
            TypeKind::Opt(part) | TypeKind::Vec(part) => self.ty(part),
            TypeKind::Record(fields) | TypeKind::Variant(fields) => {
                let word = match kind {
                    TypeKind::Record(_) => "field",
                    _ => "case",
                };
                if self.any_twice(fields.iter().map(|field| field.label.get_id())) {
                    check_fields::<Type>(word, fields, file, &mut self.findings);
                }
                for field in fields {
                    self.ty(&field.typ);
                }
            }
            TypeKind::Func(func) => self.func(func),
            TypeKind::Service(methods) => {
                let ids = methods.iter().map(|method| label_hash(&method.name.text));
                if self.any_twice(ids) {
                    let methods = methods.iter().map(|method| (file, Type::method(method)));
                    check_methods(methods, &mut self.findings);
                }
                for method in methods {
                    self.ty(&method.typ);
                }
            }
            TypeKind::Class(args, service) => {
                self.args("argument", args);
                self.ty(service);
            }
            TypeKind::Prim(_)
            | TypeKind::Principal
            | TypeKind::Blob
            | TypeKind::Var(_)
            | TypeKind::Error => {}
        }
    }
}
