//! From trees with places to plain ones.

use super::ast;
use super::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLProg, IDLType, PrimType, TypeField,
};
use crate::stack;

impl From<&ast::Prog> for IDLProg {
    fn from(prog: &ast::Prog) -> Self {
        IDLProg {
            decs: decs(&prog.decs),
            actor: prog.actor.as_ref().map(|actor| IDLActorType {
                typ: ty(&actor.typ),
                docs: actor.docs.clone(),
            }),
        }
    }
}

impl From<&ast::Type> for IDLType {
    fn from(typ: &ast::Type) -> Self {
        ty(typ)
    }
}

impl From<&ast::Arg> for IDLArgType {
    fn from(arg: &ast::Arg) -> Self {
        IDLArgType {
            typ: ty(&arg.typ),
            name: arg.name.as_ref().map(|name| name.text.clone()),
        }
    }
}

/// Lowers declarations.
pub(crate) fn decs(decs: &[ast::Dec]) -> Vec<Dec> {
    let dec = |dec: &ast::Dec| match dec {
        ast::Dec::Type(def) => Dec::TypD(Binding {
            id: def.name.text.clone(),
            typ: ty(&def.typ),
            docs: def.docs.clone(),
        }),
        ast::Dec::Import(import) => {
            let path = import.path.text.clone();
            match import.service {
                true => Dec::ImportServ(path),
                false => Dec::ImportType(path),
            }
        }
    };
    decs.iter().map(dec).collect()
}

/// Lowers arguments.
pub(crate) fn args(args: &[ast::Arg]) -> Vec<IDLArgType> {
    args.iter().map(IDLArgType::from).collect()
}

fn ty(typ: &ast::Type) -> IDLType {
    stack::level(|| match &typ.kind {
        ast::TypeKind::Prim(prim) => IDLType::PrimT(*prim),
        ast::TypeKind::Principal => IDLType::PrincipalT,
        ast::TypeKind::Blob => IDLType::VecT(Box::new(IDLType::PrimT(PrimType::Nat8))),
        ast::TypeKind::Var(name) => IDLType::VarT(name.clone()),
        ast::TypeKind::Opt(part) => IDLType::OptT(Box::new(ty(part))),
        ast::TypeKind::Vec(part) => IDLType::VecT(Box::new(ty(part))),
        ast::TypeKind::Record(parts) => IDLType::RecordT(fields(parts)),
        ast::TypeKind::Variant(parts) => IDLType::VariantT(fields(parts)),
        ast::TypeKind::Func(func) => IDLType::FuncT(FuncType {
            modes: func.modes.iter().map(|(mode, _)| mode.clone()).collect(),
            args: args(&func.args),
            rets: args(&func.rets),
        }),
        ast::TypeKind::Service(methods) => IDLType::ServT(methods.iter().map(method).collect()),
        ast::TypeKind::Class(parts, service) => {
            IDLType::ClassT(args(parts), Box::new(ty(service)))
        }
        // A tree with this has findings, and is lowered only by those who want what there is.
        ast::TypeKind::Error => IDLType::PrimT(PrimType::Empty),
    })
}

/// In the order of their numbers.
fn fields(parts: &[ast::Field]) -> Vec<TypeField> {
    let mut fields: Vec<(u32, TypeField)> = parts
        .iter()
        .map(|field| {
            let plain = TypeField {
                label: field.label.clone(),
                typ: ty(&field.typ),
                docs: field.docs.clone(),
            };
            (field.label.get_id(), plain)
        })
        .collect();
    fields.sort_by_key(|(id, _)| *id);
    fields.into_iter().map(|(_, field)| field).collect()
}

fn method(method: &ast::Method) -> Binding {
    Binding {
        id: method.name.text.clone(),
        typ: ty(&method.typ),
        docs: method.docs.clone(),
    }
}
