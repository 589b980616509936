//! Traversal of syntax trees of types.

use crate::stack;
use crate::syntax::ast::{Arg, Prog, Type, TypeKind};

/// Calls `visit` with a type and everything inside it, in pre-order.
pub(super) fn each_part<'a>(ty: &'a Type, visit: &mut dyn FnMut(&'a Type)) {
    stack::level(|| {
        visit(ty);
        match &ty.kind {
            TypeKind::Opt(part) | TypeKind::Vec(part) => each_part(part, visit),
            TypeKind::Record(fields) | TypeKind::Variant(fields) => {
                fields.iter().for_each(|field| each_part(&field.typ, visit));
            }
            TypeKind::Func(func) => each_arg(func.args.iter().chain(&func.rets), visit),
            TypeKind::Service(methods) => {
                methods
                    .iter()
                    .for_each(|method| each_part(&method.typ, visit));
            }
            TypeKind::Class(args, service) => {
                each_arg(args, visit);
                each_part(service, visit);
            }
            TypeKind::Prim(_)
            | TypeKind::Principal
            | TypeKind::Blob
            | TypeKind::Var(_)
            | TypeKind::Error => {}
        }
    });
}

fn each_arg<'a>(args: impl IntoIterator<Item = &'a Arg>, visit: &mut dyn FnMut(&'a Type)) {
    args.into_iter().for_each(|arg| each_part(&arg.typ, visit));
}

/// Calls `visit` with every type of a program.
pub(super) fn each_type<'a>(prog: &'a Prog, visit: &mut dyn FnMut(&'a Type)) {
    super::defs(prog).for_each(|def| each_part(&def.typ, visit));
    if let Some(actor) = &prog.actor {
        each_part(&actor.typ, visit);
    }
}

/// Returns the names in a type.
pub(super) fn names(ty: &Type) -> Vec<&str> {
    let mut names = Vec::new();
    each_part(ty, &mut |part| {
        if let TypeKind::Var(name) = &part.kind {
            names.push(name.as_str());
        }
    });
    names
}
