//! Conversion of trees with locations to plain trees.

use super::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs, IDLProg, IDLType, IDLTypes,
    PrimType, TypeField,
};
use crate::stack;
use crate::syntax::ast::{self, TypeKind};

impl From<ast::Prog> for IDLProg {
    fn from(prog: ast::Prog) -> Self {
        sorted().prog(prog)
    }
}

impl From<&ast::Prog> for IDLProg {
    fn from(prog: &ast::Prog) -> Self {
        IDLProg::from(prog.clone())
    }
}

impl From<ast::Type> for IDLType {
    fn from(typ: ast::Type) -> Self {
        sorted().ty(typ)
    }
}

impl From<ast::Arg> for IDLArgType {
    fn from(arg: ast::Arg) -> Self {
        sorted().arg(arg)
    }
}

impl From<ast::Dec> for Dec {
    fn from(dec: ast::Dec) -> Self {
        sorted().dec(dec)
    }
}

/// Returns the conversion for programs that analyse interfaces.
fn sorted() -> Lowering<impl FnMut(u32, Vec<String>) -> Vec<String>> {
    Lowering {
        is_sorted: true,
        docs: |_, docs| docs,
    }
}

pub(crate) struct Lowering<F> {
    /// Whether fields are sorted by id and methods by name; if not, they stay in source order.
    pub(crate) is_sorted: bool,
    /// Returns the comment of an item, given its start and its comment in the source.
    pub(crate) docs: F,
}

impl<F: FnMut(u32, Vec<String>) -> Vec<String>> Lowering<F> {
    pub(crate) fn prog(&mut self, prog: ast::Prog) -> IDLProg {
        IDLProg {
            decs: prog.decs.into_iter().map(|dec| self.dec(dec)).collect(),
            actor: prog.actor.map(|actor| IDLActorType {
                typ: self.ty(actor.typ),
                docs: (self.docs)(actor.span.start, actor.docs),
            }),
        }
    }

    fn dec(&mut self, dec: ast::Dec) -> Dec {
        match dec {
            ast::Dec::Type(def) => Dec::TypD(Binding {
                id: def.name.text,
                typ: self.ty(def.typ),
                docs: (self.docs)(def.span.start, def.docs),
            }),
            ast::Dec::Import(import) if import.service => Dec::ImportServ(import.path.text),
            ast::Dec::Import(import) => Dec::ImportType(import.path.text),
        }
    }

    fn ty(&mut self, typ: ast::Type) -> IDLType {
        stack::level(|| match typ.kind {
            TypeKind::Prim(prim) => IDLType::PrimT(prim),
            TypeKind::Principal => IDLType::PrincipalT,
            TypeKind::Blob => IDLType::VecT(Box::new(IDLType::PrimT(PrimType::Nat8))),
            TypeKind::Var(name) => IDLType::VarT(name),
            // Such a tree has findings; it is lowered only for callers that accept a partial result.
            TypeKind::Error => IDLType::PrimT(PrimType::Empty),
            TypeKind::Opt(part) => IDLType::OptT(Box::new(self.ty(*part))),
            TypeKind::Vec(part) => IDLType::VecT(Box::new(self.ty(*part))),
            TypeKind::Record(fields) => IDLType::RecordT(self.fields(fields)),
            TypeKind::Variant(fields) => IDLType::VariantT(self.fields(fields)),
            TypeKind::Func(func) => IDLType::FuncT(FuncType {
                modes: func.modes.into_iter().map(|(mode, _)| mode).collect(),
                args: self.args(func.args),
                rets: self.args(func.rets),
            }),
            TypeKind::Service(methods) => IDLType::ServT(self.methods(methods)),
            TypeKind::Class(args, service) => {
                IDLType::ClassT(self.args(args), Box::new(self.ty(*service)))
            }
        })
    }

    fn arg(&mut self, arg: ast::Arg) -> IDLArgType {
        IDLArgType {
            typ: self.ty(arg.typ),
            name: arg.name.map(|name| name.text),
        }
    }

    fn args(&mut self, args: Vec<ast::Arg>) -> Vec<IDLArgType> {
        args.into_iter().map(|arg| self.arg(arg)).collect()
    }

    fn fields(&mut self, fields: Vec<ast::Field>) -> Vec<TypeField> {
        let plain = |field: ast::Field| TypeField {
            label: field.label,
            typ: self.ty(field.typ),
            docs: (self.docs)(field.span.start, field.docs),
        };
        let mut fields: Vec<TypeField> = fields.into_iter().map(plain).collect();
        if self.is_sorted {
            fields.sort_by_cached_key(|field| field.label.get_id());
        }
        fields
    }

    fn methods(&mut self, mut methods: Vec<ast::Method>) -> Vec<Binding> {
        if self.is_sorted {
            methods.sort_by(|a, b| a.name.text.cmp(&b.name.text));
        }
        let plain = |method: ast::Method| Binding {
            id: method.name.text,
            typ: self.ty(method.typ),
            docs: (self.docs)(method.name.span.start, method.docs),
        };
        methods.into_iter().map(plain).collect()
    }
}

impl From<Vec<ast::Arg>> for IDLTypes {
    fn from(args: Vec<ast::Arg>) -> Self {
        let args = sorted().args(args);
        IDLTypes { args }
    }
}

impl From<(Vec<ast::Dec>, Vec<ast::Arg>)> for IDLInitArgs {
    fn from((decs, args): (Vec<ast::Dec>, Vec<ast::Arg>)) -> Self {
        IDLInitArgs {
            decs: decs.into_iter().map(Dec::from).collect(),
            args: sorted().args(args),
        }
    }
}
