//! Traversal of syntax trees of types.

use super::{Arg, Dec, Prog, Type, TypeDef, TypeKind};

impl Prog {
    pub(crate) fn defs(&self) -> impl Iterator<Item = &TypeDef> {
        self.decs.iter().filter_map(|dec| match dec {
            Dec::Type(def) => Some(def),
            Dec::Import(_) => None,
        })
    }

    /// Returns all types, those of the definitions first, each before its children.
    pub(crate) fn types(&self) -> impl Iterator<Item = &Type> {
        let actor = self.actor.iter().map(|actor| &actor.typ);
        self.defs()
            .map(|def| &def.typ)
            .chain(actor)
            .flat_map(Type::walk)
    }
}

impl Type {
    /// Returns the type and all types in it, each before its children, in source order.
    pub(crate) fn walk(&self) -> TypeWalk<'_> {
        TypeWalk { open: vec![self] }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.walk().filter_map(Type::name)
    }

    /// Returns the name that the type is, if it is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.kind {
            TypeKind::Var(name) => Some(name),
            _ => None,
        }
    }
}

/// A traversal of a type, which needs no stack however deep the type is.
pub(crate) struct TypeWalk<'a> {
    /// The types to visit, the next one last.
    open: Vec<&'a Type>,
}

impl<'a> Iterator for TypeWalk<'a> {
    type Item = &'a Type;

    fn next(&mut self) -> Option<&'a Type> {
        let ty = self.open.pop()?;
        let n_open = self.open.len();
        let args = |args: &'a [Arg]| args.iter().map(|arg| &arg.typ);
        match &ty.kind {
            TypeKind::Opt(part) | TypeKind::Vec(part) => self.open.push(part),
            TypeKind::Record(fields) | TypeKind::Variant(fields) => {
                self.open.extend(fields.iter().map(|field| &field.typ));
            }
            TypeKind::Func(func) => self.open.extend(args(&func.args).chain(args(&func.rets))),
            TypeKind::Service(methods) => {
                self.open.extend(methods.iter().map(|method| &method.typ));
            }
            TypeKind::Class(init, service) => {
                self.open.extend(args(init).chain([&**service]));
            }
            TypeKind::Prim(_)
            | TypeKind::Principal
            | TypeKind::Blob
            | TypeKind::Var(_)
            | TypeKind::Error => {}
        }
        self.open[n_open..].reverse();
        Some(ty)
    }
}
