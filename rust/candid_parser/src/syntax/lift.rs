//! From plain trees to trees with places, all of them empty, so that one checker serves both.

use super::ast::{
    Actor, Arg, Dec, Field, Func, Import, Method, Name, Prog, Span, Type, TypeDef, TypeKind,
};
use super::{Binding, FuncType, IDLActorType, IDLArgType, IDLProg, IDLType, TypeField};
use crate::stack;

/// Nowhere: a plain tree has no places.
const NOWHERE: Span = Span { start: 0, end: 0 };

/// Lifts a program.
pub(crate) fn prog(plain: &IDLProg) -> Prog {
    Prog {
        decs: decs(&plain.decs),
        actor: plain.actor.as_ref().map(actor),
        comments: Vec::new(),
    }
}

/// Lifts declarations.
pub(crate) fn decs(plain: &[super::Dec]) -> Vec<Dec> {
    let import = |service, path: &str| {
        Dec::Import(Import {
            service,
            path: name(path),
            span: NOWHERE,
        })
    };
    let dec = |dec: &super::Dec| match dec {
        super::Dec::TypD(binding) => Dec::Type(TypeDef {
            docs: binding.docs.clone(),
            name: name(&binding.id),
            typ: ty(&binding.typ),
            span: NOWHERE,
        }),
        super::Dec::ImportType(path) => import(false, path),
        super::Dec::ImportServ(path) => import(true, path),
    };
    plain.iter().map(dec).collect()
}

fn actor(plain: &IDLActorType) -> Actor {
    Actor {
        docs: plain.docs.clone(),
        name: None,
        typ: ty(&plain.typ),
        span: NOWHERE,
    }
}

/// Lifts a type.
pub(crate) fn ty(plain: &IDLType) -> Type {
    Type {
        kind: stack::level(|| kind(plain)),
        span: NOWHERE,
    }
}

fn kind(plain: &IDLType) -> TypeKind {
    match plain {
        IDLType::PrimT(prim) => TypeKind::Prim(*prim),
        IDLType::PrincipalT => TypeKind::Principal,
        IDLType::VarT(name) => TypeKind::Var(name.clone()),
        IDLType::OptT(part) => TypeKind::Opt(Box::new(ty(part))),
        IDLType::VecT(part) => TypeKind::Vec(Box::new(ty(part))),
        IDLType::RecordT(parts) => TypeKind::Record(fields(parts)),
        IDLType::VariantT(parts) => TypeKind::Variant(fields(parts)),
        IDLType::FuncT(plain) => TypeKind::Func(func(plain)),
        IDLType::ServT(methods) => TypeKind::Service(methods.iter().map(method).collect()),
        IDLType::ClassT(plain, service) => TypeKind::Class(args(plain), Box::new(ty(service))),
    }
}

fn fields(plain: &[TypeField]) -> Vec<Field> {
    let field = |field: &TypeField| Field {
        docs: field.docs.clone(),
        label: field.label.clone(),
        label_span: NOWHERE,
        typ: ty(&field.typ),
        span: NOWHERE,
    };
    plain.iter().map(field).collect()
}

fn func(plain: &FuncType) -> Func {
    let modes = plain.modes.iter().map(|mode| (mode.clone(), NOWHERE));
    Func {
        args: args(&plain.args),
        rets: args(&plain.rets),
        modes: modes.collect(),
    }
}

/// Lifts arguments or results.
pub(crate) fn args(plain: &[IDLArgType]) -> Vec<Arg> {
    let arg = |arg: &IDLArgType| Arg {
        name: arg.name.as_deref().map(name),
        typ: ty(&arg.typ),
    };
    plain.iter().map(arg).collect()
}

fn method(plain: &Binding) -> Method {
    Method {
        docs: plain.docs.clone(),
        name: name(&plain.id),
        typ: ty(&plain.typ),
    }
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_string(),
        span: NOWHERE,
    }
}
