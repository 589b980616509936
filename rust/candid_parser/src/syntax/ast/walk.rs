//! Traversal of syntax trees of types.

use super::{Dec, Field, Prog, Type, TypeDef, TypeKind};
use candid::types::Label;

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
    /// Returns the type and all types in it, each before its children, in source order. It needs no stack, however deep
    /// the type is.
    pub(crate) fn walk(&self) -> impl Iterator<Item = &Type> {
        // The types to visit, the next one last.
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let ty = open.pop()?;
            let n_open = open.len();
            match &ty.kind {
                TypeKind::Opt(part) | TypeKind::Vec(part) => open.push(part),
                TypeKind::Record(fields) | TypeKind::Variant(fields) => {
                    open.extend(fields.iter().map(|field| &field.typ));
                }
                TypeKind::Func(func) => {
                    open.extend(func.args.iter().chain(&func.rets).map(|arg| &arg.typ));
                }
                TypeKind::Service(methods) => open.extend(methods.iter().map(|m| &m.typ)),
                TypeKind::Class(init, service) => {
                    open.extend(init.iter().map(|arg| &arg.typ).chain([&**service]));
                }
                _ => {}
            }
            open[n_open..].reverse();
            Some(ty)
        })
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

impl Field {
    /// Returns the name that the label is, if it is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.label {
            Label::Named(name) => Some(name),
            Label::Id(_) | Label::Unnamed(_) => None,
        }
    }
}
