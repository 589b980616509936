//! Conversion of plain trees to trees with locations, for the checker: all are at the start of the file, and there are
//! no comments.

use super::{Binding, Dec, IDLArgType, IDLProg, IDLType, TypeField};
use crate::stack;
use crate::syntax::ast::{self, Span, TypeKind};

/// The location of everything that has none.
const NOWHERE: Span = Span { start: 0, end: 0 };

impl From<&IDLProg> for ast::Prog {
    fn from(prog: &IDLProg) -> Self {
        ast::Prog {
            decs: decs(&prog.decs),
            actor: prog.actor.as_ref().map(|actor| ast::Actor {
                docs: Vec::new(),
                name: None,
                typ: (&actor.typ).into(),
                span: NOWHERE,
            }),
            comments: Vec::new(),
        }
    }
}

/// Converts definitions. Imports are left out: the checker does not follow those of a plain tree.
fn decs(decs: &[Dec]) -> Vec<ast::Dec> {
    let def = |dec: &Dec| match dec {
        Dec::TypD(binding) => Some(ast::Dec::Type(ast::TypeDef {
            docs: Vec::new(),
            name: name(&binding.id),
            typ: (&binding.typ).into(),
            span: NOWHERE,
        })),
        Dec::ImportType(_) | Dec::ImportServ(_) => None,
    };
    decs.iter().filter_map(def).collect()
}

impl From<&IDLType> for ast::Type {
    fn from(typ: &IDLType) -> Self {
        let part = |part: &IDLType| Box::new(ast::Type::from(part));
        let kind = stack::level(|| match typ {
            IDLType::PrimT(prim) => TypeKind::Prim(*prim),
            IDLType::PrincipalT => TypeKind::Principal,
            IDLType::VarT(name) => TypeKind::Var(name.clone()),
            IDLType::OptT(inner) => TypeKind::Opt(part(inner)),
            IDLType::VecT(inner) => TypeKind::Vec(part(inner)),
            IDLType::RecordT(fields) => TypeKind::Record(self::fields(fields)),
            IDLType::VariantT(fields) => TypeKind::Variant(self::fields(fields)),
            IDLType::FuncT(func) => TypeKind::Func(Box::new(ast::Func {
                args: args(&func.args),
                rets: args(&func.rets),
                modes: func
                    .modes
                    .iter()
                    .map(|mode| (mode.clone(), NOWHERE))
                    .collect(),
            })),
            IDLType::ServT(methods) => TypeKind::Service(methods.iter().map(method).collect()),
            IDLType::ClassT(init, service) => TypeKind::Class(args(init), part(service)),
        });
        kind.at(NOWHERE)
    }
}

fn name(text: &str) -> ast::Name {
    ast::Name {
        text: text.to_string(),
        span: NOWHERE,
    }
}

pub(crate) fn args(args: &[IDLArgType]) -> Vec<ast::Arg> {
    let arg = |arg: &IDLArgType| ast::Arg {
        name: arg.name.as_deref().map(name),
        typ: (&arg.typ).into(),
    };
    args.iter().map(arg).collect()
}

fn fields(fields: &[TypeField]) -> Vec<ast::Field> {
    let field = |field: &TypeField| ast::Field {
        docs: Vec::new(),
        label: field.label.clone(),
        label_span: NOWHERE,
        typ: (&field.typ).into(),
        span: NOWHERE,
    };
    fields.iter().map(field).collect()
}

fn method(method: &Binding) -> ast::Method {
    ast::Method {
        docs: Vec::new(),
        name: name(&method.id),
        typ: (&method.typ).into(),
    }
}
