//! What types and programs are built as: plain trees, or trees with places.

use super::ast::{self, Comment, Name, Span, TypeKind};
use super::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLProg, IDLType, PrimType, TypeField,
};
use candid::idl_hash as label_hash;
use candid::types::{FuncMode, Label};

/// What stands between brackets after `func` or the name of a method.
pub(super) struct FuncParts<B: BuildTypes> {
    pub(super) args: Vec<B::Arg>,
    pub(super) rets: Vec<B::Arg>,
    pub(super) modes: Vec<(FuncMode, Span)>,
}

/// One parser serves both kinds of trees: it makes types through this.
pub(super) trait BuildTypes: Sized {
    type Type;
    type Field;
    type Arg;
    type Method;
    type Dec;
    type Actor;
    type Prog;

    fn prim(prim: PrimType, span: Span) -> Self::Type;
    fn principal(span: Span) -> Self::Type;
    fn blob(span: Span) -> Self::Type;
    fn var(name: String, span: Span) -> Self::Type;
    fn opt(part: Self::Type, span: Span) -> Self::Type;
    fn vec(part: Self::Type, span: Span) -> Self::Type;
    fn record(fields: Vec<Self::Field>, span: Span) -> Self::Type;
    fn variant(cases: Vec<Self::Field>, span: Span) -> Self::Type;
    fn func(func: FuncParts<Self>, span: Span) -> Self::Type;
    fn service(methods: Vec<Self::Method>, span: Span) -> Self::Type;
    fn class(args: Vec<Self::Arg>, service: Self::Type, span: Span) -> Self::Type;
    /// What could not be read.
    fn failed(span: Span) -> Self::Type;

    fn field(
        docs: Vec<String>,
        label: Label,
        label_span: Span,
        typ: Self::Type,
        span: Span,
    ) -> Self::Field;
    fn arg(name: Option<Name>, typ: Self::Type) -> Self::Arg;
    fn method(docs: Vec<String>, name: Name, typ: Self::Type) -> Self::Method;

    /// Brings fields or cases, with the numbers of their labels, into the order that the tree has them in. Returns
    /// whether it can have them: not if it cannot have two of one number.
    fn arrange_fields(fields: &mut [(u32, Self::Field)]) -> bool;
    /// Whether the tree cannot have these arguments, because two have one name.
    fn has_name_twice(args: &[Self::Arg]) -> bool;
    /// The same as [`BuildTypes::arrange_fields`] for methods.
    fn arrange_methods(methods: &mut [Self::Method]) -> bool;

    fn def(docs: Vec<String>, name: Name, typ: Self::Type, span: Span) -> Self::Dec;
    fn import(service: bool, path: Name, span: Span) -> Self::Dec;
    fn actor(docs: Vec<String>, name: Option<Name>, typ: Self::Type, span: Span) -> Self::Actor;
    fn prog(decs: Vec<Self::Dec>, actor: Option<Self::Actor>, comments: Vec<Comment>)
        -> Self::Prog;
}

/// Trees with places. What is wrong with labels is for the checker to say.
pub(super) struct SpannedTypes;

fn spanned(kind: TypeKind, span: Span) -> ast::Type {
    ast::Type { kind, span }
}

impl BuildTypes for SpannedTypes {
    type Type = ast::Type;
    type Field = ast::Field;
    type Arg = ast::Arg;
    type Method = ast::Method;
    type Dec = ast::Dec;
    type Actor = ast::Actor;
    type Prog = ast::Prog;

    fn prim(prim: PrimType, span: Span) -> ast::Type {
        spanned(TypeKind::Prim(prim), span)
    }

    fn principal(span: Span) -> ast::Type {
        spanned(TypeKind::Principal, span)
    }

    fn blob(span: Span) -> ast::Type {
        spanned(TypeKind::Blob, span)
    }

    fn var(name: String, span: Span) -> ast::Type {
        spanned(TypeKind::Var(name), span)
    }

    fn opt(part: ast::Type, span: Span) -> ast::Type {
        spanned(TypeKind::Opt(Box::new(part)), span)
    }

    fn vec(part: ast::Type, span: Span) -> ast::Type {
        spanned(TypeKind::Vec(Box::new(part)), span)
    }

    fn record(fields: Vec<ast::Field>, span: Span) -> ast::Type {
        spanned(TypeKind::Record(fields), span)
    }

    fn variant(cases: Vec<ast::Field>, span: Span) -> ast::Type {
        spanned(TypeKind::Variant(cases), span)
    }

    fn func(func: FuncParts<Self>, span: Span) -> ast::Type {
        let FuncParts { args, rets, modes } = func;
        spanned(TypeKind::Func(ast::Func { args, rets, modes }), span)
    }

    fn service(methods: Vec<ast::Method>, span: Span) -> ast::Type {
        spanned(TypeKind::Service(methods), span)
    }

    fn class(args: Vec<ast::Arg>, service: ast::Type, span: Span) -> ast::Type {
        spanned(TypeKind::Class(args, Box::new(service)), span)
    }

    fn failed(span: Span) -> ast::Type {
        spanned(TypeKind::Error, span)
    }

    fn field(
        docs: Vec<String>,
        label: Label,
        label_span: Span,
        typ: ast::Type,
        span: Span,
    ) -> ast::Field {
        ast::Field {
            docs,
            label,
            label_span,
            typ,
            span,
        }
    }

    fn arg(name: Option<Name>, typ: ast::Type) -> ast::Arg {
        ast::Arg { name, typ }
    }

    fn method(docs: Vec<String>, name: Name, typ: ast::Type) -> ast::Method {
        ast::Method { docs, name, typ }
    }

    fn arrange_fields(_fields: &mut [(u32, ast::Field)]) -> bool {
        true
    }

    fn has_name_twice(_args: &[ast::Arg]) -> bool {
        false
    }

    fn arrange_methods(_methods: &mut [ast::Method]) -> bool {
        true
    }

    fn def(docs: Vec<String>, name: Name, typ: ast::Type, span: Span) -> ast::Dec {
        ast::Dec::Type(ast::TypeDef {
            docs,
            name,
            typ,
            span,
        })
    }

    fn import(service: bool, path: Name, span: Span) -> ast::Dec {
        ast::Dec::Import(ast::Import {
            service,
            path,
            span,
        })
    }

    fn actor(docs: Vec<String>, name: Option<Name>, typ: ast::Type, span: Span) -> ast::Actor {
        ast::Actor {
            docs,
            name,
            typ,
            span,
        }
    }

    fn prog(decs: Vec<ast::Dec>, actor: Option<ast::Actor>, comments: Vec<Comment>) -> ast::Prog {
        ast::Prog {
            decs,
            actor,
            comments,
        }
    }
}

/// Plain trees: fields in the order of their numbers, methods in that of their names, and none of them twice.
pub(super) struct PlainTypes;

impl BuildTypes for PlainTypes {
    type Type = IDLType;
    type Field = TypeField;
    type Arg = IDLArgType;
    type Method = Binding;
    type Dec = Dec;
    type Actor = IDLActorType;
    type Prog = IDLProg;

    fn prim(prim: PrimType, _span: Span) -> IDLType {
        IDLType::PrimT(prim)
    }

    fn principal(_span: Span) -> IDLType {
        IDLType::PrincipalT
    }

    fn blob(_span: Span) -> IDLType {
        IDLType::VecT(Box::new(IDLType::PrimT(PrimType::Nat8)))
    }

    fn var(name: String, _span: Span) -> IDLType {
        IDLType::VarT(name)
    }

    fn opt(part: IDLType, _span: Span) -> IDLType {
        IDLType::OptT(Box::new(part))
    }

    fn vec(part: IDLType, _span: Span) -> IDLType {
        IDLType::VecT(Box::new(part))
    }

    fn record(fields: Vec<TypeField>, _span: Span) -> IDLType {
        IDLType::RecordT(fields)
    }

    fn variant(cases: Vec<TypeField>, _span: Span) -> IDLType {
        IDLType::VariantT(cases)
    }

    fn func(func: FuncParts<Self>, _span: Span) -> IDLType {
        IDLType::FuncT(FuncType {
            modes: func.modes.into_iter().map(|(mode, _)| mode).collect(),
            args: func.args,
            rets: func.rets,
        })
    }

    fn service(methods: Vec<Binding>, _span: Span) -> IDLType {
        IDLType::ServT(methods)
    }

    fn class(args: Vec<IDLArgType>, service: IDLType, _span: Span) -> IDLType {
        IDLType::ClassT(args, Box::new(service))
    }

    fn failed(_span: Span) -> IDLType {
        IDLType::PrimT(PrimType::Empty)
    }

    fn field(
        docs: Vec<String>,
        label: Label,
        _label_span: Span,
        typ: IDLType,
        _span: Span,
    ) -> TypeField {
        TypeField { label, typ, docs }
    }

    fn arg(name: Option<Name>, typ: IDLType) -> IDLArgType {
        IDLArgType {
            typ,
            name: name.map(|name| name.text),
        }
    }

    fn method(docs: Vec<String>, name: Name, typ: IDLType) -> Binding {
        let id = name.text;
        Binding { id, typ, docs }
    }

    fn arrange_fields(fields: &mut [(u32, TypeField)]) -> bool {
        let ascend = |fields: &[(u32, TypeField)]| fields.is_sorted_by(|(a, _), (b, _)| a < b);
        if ascend(fields) {
            return true;
        }
        fields.sort_unstable_by_key(|(id, _)| *id);
        ascend(fields)
    }

    fn has_name_twice(args: &[IDLArgType]) -> bool {
        let mut names: Vec<&str> = args.iter().filter_map(|arg| arg.name.as_deref()).collect();
        names.sort_unstable();
        names
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a == b))
    }

    fn arrange_methods(methods: &mut [Binding]) -> bool {
        let mut ids: Vec<u32> = methods.iter().map(|m| label_hash(&m.id)).collect();
        ids.sort_unstable();
        methods.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        ids.is_sorted_by(|a, b| a < b)
    }

    fn def(docs: Vec<String>, name: Name, typ: IDLType, _span: Span) -> Dec {
        Dec::TypD(Self::method(docs, name, typ))
    }

    fn import(service: bool, path: Name, _span: Span) -> Dec {
        match service {
            true => Dec::ImportServ(path.text),
            false => Dec::ImportType(path.text),
        }
    }

    fn actor(docs: Vec<String>, _name: Option<Name>, typ: IDLType, _span: Span) -> IDLActorType {
        IDLActorType { typ, docs }
    }

    fn prog(decs: Vec<Dec>, actor: Option<IDLActorType>, _comments: Vec<Comment>) -> IDLProg {
        IDLProg { decs, actor }
    }
}
