//! The `Tree` trait: the checker's view of plain trees and of trees with locations, so that there is one checker.

use super::ast::{self, Span};
use super::{Binding, Dec, IDLArgType, IDLProg, IDLType, PrimType, TypeField};
use candid::types::{FuncMode, Label};

/// The location of everything in a plain tree, which has no locations.
const NOWHERE: Span = Span { start: 0, end: 0 };

/// A name and its location.
#[derive(Clone, Copy)]
pub(crate) struct NameView<'a> {
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

/// A view of a type.
pub(crate) enum TypeView<'a, T: Tree> {
    Prim(PrimType),
    Principal,
    Blob,
    Var(&'a str),
    Opt(&'a T),
    Vec(&'a T),
    Record(&'a [T::Field]),
    Variant(&'a [T::Field]),
    Func(FuncView<'a, T>),
    Service(&'a [T::Method]),
    Class(&'a [T::Arg], &'a T),
    /// A type that could not be parsed.
    Error,
}

/// A view of a function.
pub(crate) struct FuncView<'a, T: Tree> {
    pub(crate) args: &'a [T::Arg],
    pub(crate) rets: &'a [T::Arg],
    pub(crate) modes: &'a [T::Mode],
}

/// A view of a field or a case.
pub(crate) struct FieldView<'a, T> {
    pub(crate) label: &'a Label,
    pub(crate) label_span: Span,
    pub(crate) typ: &'a T,
}

/// A view of an argument or a result.
pub(crate) struct ArgView<'a, T> {
    pub(crate) name: Option<NameView<'a>>,
    pub(crate) typ: &'a T,
}

/// A view of a definition or a method.
pub(crate) struct BindingView<'a, T> {
    pub(crate) name: NameView<'a>,
    pub(crate) typ: &'a T,
}

impl<T> Clone for BindingView<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for BindingView<'_, T> {}

/// A syntax tree of types, with access to its children.
pub(crate) trait Tree: Sized + 'static {
    type Field;
    type Arg;
    type Method;
    type Mode;
    type Prog;

    fn view(&self) -> TypeView<'_, Self>;
    fn span(&self) -> Span;
    fn field(field: &Self::Field) -> FieldView<'_, Self>;
    fn arg(arg: &Self::Arg) -> ArgView<'_, Self>;
    fn method(method: &Self::Method) -> BindingView<'_, Self>;
    fn mode(mode: &Self::Mode) -> (&FuncMode, Span);
    fn definitions(prog: &Self::Prog) -> impl Iterator<Item = BindingView<'_, Self>>;
    /// Returns the main service of a program, if there is one.
    fn actor(prog: &Self::Prog) -> Option<&Self>;
}

impl ast::Name {
    fn view(&self) -> NameView<'_> {
        NameView {
            text: &self.text,
            span: self.span,
        }
    }
}

impl Tree for ast::Type {
    type Field = ast::Field;
    type Arg = ast::Arg;
    type Method = ast::Method;
    type Mode = (FuncMode, Span);
    type Prog = ast::Prog;

    fn view(&self) -> TypeView<'_, Self> {
        match &self.kind {
            ast::TypeKind::Prim(prim) => TypeView::Prim(*prim),
            ast::TypeKind::Principal => TypeView::Principal,
            ast::TypeKind::Blob => TypeView::Blob,
            ast::TypeKind::Var(name) => TypeView::Var(name),
            ast::TypeKind::Opt(part) => TypeView::Opt(part),
            ast::TypeKind::Vec(part) => TypeView::Vec(part),
            ast::TypeKind::Record(fields) => TypeView::Record(fields),
            ast::TypeKind::Variant(cases) => TypeView::Variant(cases),
            ast::TypeKind::Func(func) => TypeView::Func(FuncView {
                args: &func.args,
                rets: &func.rets,
                modes: &func.modes,
            }),
            ast::TypeKind::Service(methods) => TypeView::Service(methods),
            ast::TypeKind::Class(args, service) => TypeView::Class(args, service),
            ast::TypeKind::Error => TypeView::Error,
        }
    }

    fn span(&self) -> Span {
        self.span
    }

    fn field(field: &ast::Field) -> FieldView<'_, Self> {
        FieldView {
            label: &field.label,
            label_span: field.label_span,
            typ: &field.typ,
        }
    }

    fn arg(arg: &ast::Arg) -> ArgView<'_, Self> {
        ArgView {
            name: arg.name.as_ref().map(ast::Name::view),
            typ: &arg.typ,
        }
    }

    fn method(method: &ast::Method) -> BindingView<'_, Self> {
        BindingView {
            name: method.name.view(),
            typ: &method.typ,
        }
    }

    fn mode((mode, span): &(FuncMode, Span)) -> (&FuncMode, Span) {
        (mode, *span)
    }

    fn definitions(prog: &ast::Prog) -> impl Iterator<Item = BindingView<'_, Self>> {
        prog.decs.iter().filter_map(|dec| match dec {
            ast::Dec::Type(def) => Some(BindingView {
                name: def.name.view(),
                typ: &def.typ,
            }),
            ast::Dec::Import(_) => None,
        })
    }

    fn actor(prog: &ast::Prog) -> Option<&Self> {
        prog.actor.as_ref().map(|actor| &actor.typ)
    }
}

fn plain_name(text: &str) -> NameView<'_> {
    NameView {
        text,
        span: NOWHERE,
    }
}

impl Tree for IDLType {
    type Field = TypeField;
    type Arg = IDLArgType;
    type Method = Binding;
    type Mode = FuncMode;
    type Prog = IDLProg;

    fn view(&self) -> TypeView<'_, Self> {
        match self {
            IDLType::PrimT(prim) => TypeView::Prim(*prim),
            IDLType::PrincipalT => TypeView::Principal,
            IDLType::VarT(name) => TypeView::Var(name),
            IDLType::OptT(part) => TypeView::Opt(part),
            IDLType::VecT(part) => TypeView::Vec(part),
            IDLType::RecordT(fields) => TypeView::Record(fields),
            IDLType::VariantT(cases) => TypeView::Variant(cases),
            IDLType::FuncT(func) => TypeView::Func(FuncView {
                args: &func.args,
                rets: &func.rets,
                modes: &func.modes,
            }),
            IDLType::ServT(methods) => TypeView::Service(methods),
            IDLType::ClassT(args, service) => TypeView::Class(args, service),
        }
    }

    fn span(&self) -> Span {
        NOWHERE
    }

    fn field(field: &TypeField) -> FieldView<'_, Self> {
        FieldView {
            label: &field.label,
            label_span: NOWHERE,
            typ: &field.typ,
        }
    }

    fn arg(arg: &IDLArgType) -> ArgView<'_, Self> {
        ArgView {
            name: arg.name.as_deref().map(plain_name),
            typ: &arg.typ,
        }
    }

    fn method(method: &Binding) -> BindingView<'_, Self> {
        BindingView {
            name: plain_name(&method.id),
            typ: &method.typ,
        }
    }

    fn mode(mode: &FuncMode) -> (&FuncMode, Span) {
        (mode, NOWHERE)
    }

    fn definitions(prog: &IDLProg) -> impl Iterator<Item = BindingView<'_, Self>> {
        prog.decs.iter().filter_map(|dec| match dec {
            Dec::TypD(binding) => Some(Self::method(binding)),
            Dec::ImportType(_) | Dec::ImportServ(_) => None,
        })
    }

    fn actor(prog: &IDLProg) -> Option<&Self> {
        prog.actor.as_ref().map(|actor| &actor.typ)
    }
}
