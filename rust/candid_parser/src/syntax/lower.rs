//! Conversion of trees with locations to plain trees.

use super::ast;
use super::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs, IDLProg, IDLType, IDLTypes,
    PrimType, TypeField,
};
use crate::stack;

impl From<ast::Prog> for IDLProg {
    fn from(prog: ast::Prog) -> Self {
        IDLProg {
            decs: decs(prog.decs),
            actor: prog.actor.map(|actor| IDLActorType {
                typ: ty(actor.typ),
                docs: actor.docs,
            }),
        }
    }
}

impl From<&ast::Prog> for IDLProg {
    fn from(prog: &ast::Prog) -> Self {
        let prog = ast::Prog {
            decs: prog.decs.clone(),
            actor: prog.actor.clone(),
            comments: Vec::new(),
        };
        IDLProg::from(prog)
    }
}

impl From<ast::Type> for IDLType {
    fn from(typ: ast::Type) -> Self {
        ty(typ)
    }
}

impl From<ast::Arg> for IDLArgType {
    fn from(arg: ast::Arg) -> Self {
        IDLArgType {
            typ: ty(arg.typ),
            name: arg.name.map(|name| name.text),
        }
    }
}

impl From<&ast::Arg> for IDLArgType {
    fn from(arg: &ast::Arg) -> Self {
        IDLArgType::from(arg.clone())
    }
}

impl From<ast::Dec> for Dec {
    fn from(dec: ast::Dec) -> Self {
        match dec {
            ast::Dec::Type(def) => Dec::TypD(Binding {
                id: def.name.text,
                typ: ty(def.typ),
                docs: def.docs,
            }),
            ast::Dec::Import(import) => match import.service {
                true => Dec::ImportServ(import.path.text),
                false => Dec::ImportType(import.path.text),
            },
        }
    }
}

/// Lowers declarations.
pub(crate) fn decs(decs: Vec<ast::Dec>) -> Vec<Dec> {
    decs.into_iter().map(Dec::from).collect()
}

/// Lowers arguments.
pub(crate) fn args(args: Vec<ast::Arg>) -> Vec<IDLArgType> {
    args.into_iter().map(IDLArgType::from).collect()
}

/// Lowers types in parentheses.
pub(super) fn types(parts: Vec<ast::Arg>) -> IDLTypes {
    IDLTypes { args: args(parts) }
}

/// Lowers declarations and the arguments of a service constructor.
pub(super) fn init_args((parts, of): (Vec<ast::Dec>, Vec<ast::Arg>)) -> IDLInitArgs {
    IDLInitArgs {
        decs: decs(parts),
        args: args(of),
    }
}

fn ty(typ: ast::Type) -> IDLType {
    match typ.kind {
        ast::TypeKind::Prim(prim) => IDLType::PrimT(prim),
        ast::TypeKind::Principal => IDLType::PrincipalT,
        ast::TypeKind::Blob => IDLType::VecT(Box::new(IDLType::PrimT(PrimType::Nat8))),
        ast::TypeKind::Var(name) => IDLType::VarT(name),
        // Such a tree has findings; it is lowered only for callers that accept a partial result.
        ast::TypeKind::Error => IDLType::PrimT(PrimType::Empty),
        kind => stack::level(|| nested(kind)),
    }
}

fn nested(kind: ast::TypeKind) -> IDLType {
    match kind {
        ast::TypeKind::Opt(part) => IDLType::OptT(Box::new(ty(*part))),
        ast::TypeKind::Vec(part) => IDLType::VecT(Box::new(ty(*part))),
        ast::TypeKind::Record(parts) => IDLType::RecordT(fields(parts)),
        ast::TypeKind::Variant(parts) => IDLType::VariantT(fields(parts)),
        ast::TypeKind::Func(func) => IDLType::FuncT(FuncType {
            modes: func.modes.into_iter().map(|(mode, _)| mode).collect(),
            args: args(func.args),
            rets: args(func.rets),
        }),
        ast::TypeKind::Service(parts) => IDLType::ServT(methods(parts)),
        ast::TypeKind::Class(parts, service) => {
            IDLType::ClassT(args(parts), Box::new(ty(*service)))
        }
        kind => ty(ast::Type {
            kind,
            span: ast::Span::default(),
        }),
    }
}

/// Lowers fields, sorted by id.
fn fields(parts: Vec<ast::Field>) -> Vec<TypeField> {
    let plain = |field: ast::Field| TypeField {
        label: field.label,
        typ: ty(field.typ),
        docs: field.docs,
    };
    let mut fields: Vec<TypeField> = parts.into_iter().map(plain).collect();
    fields.sort_by_cached_key(|field| field.label.get_id());
    fields
}

/// Lowers methods, sorted by name.
fn methods(mut parts: Vec<ast::Method>) -> Vec<Binding> {
    parts.sort_by(|a, b| a.name.text.cmp(&b.name.text));
    parts.into_iter().map(method).collect()
}

fn method(method: ast::Method) -> Binding {
    Binding {
        id: method.name.text,
        typ: ty(method.typ),
        docs: method.docs,
    }
}
