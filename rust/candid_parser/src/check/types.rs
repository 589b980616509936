//! From written types to types: every rule about a single type.

use super::findings::Findings;
use super::labels;
use super::scope::{written, End, Scope};
use super::unbound::Unbound;
use crate::diagnostic::{Diagnostic, FileId};
use crate::stack;
use crate::syntax::ast::{Arg, Field, Func, Method, Span, Type, TypeKind};
use crate::syntax::PrimType;
use candid::types::{self, FuncMode, Function, TypeInner};

/// Turns written types of one file after the other into types; what is wrong is reported and gets a type that nobody
/// will see.
pub(crate) struct Types<'a, 's> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) findings: &'s mut Findings,
    unbound: Unbound,
}

impl<'a, 's> Types<'a, 's> {
    /// Returns a converter for types whose names are in `scope`.
    pub(crate) fn new(scope: &'s Scope<'a>, findings: &'s mut Findings) -> Self {
        Types {
            scope,
            findings,
            unbound: Unbound::default(),
        }
    }

    /// Adds what can only be said at the end.
    pub(crate) fn finish(self) {
        self.unbound.finish(self.findings);
    }

    /// Converts a type.
    pub(crate) fn ty(&mut self, file: FileId, ty: &Type) -> types::Type {
        stack::level(|| self.kind(file, ty)).into()
    }

    fn kind(&mut self, file: FileId, ty: &Type) -> TypeInner {
        match &ty.kind {
            TypeKind::Prim(prim) => primitive(*prim),
            TypeKind::Principal => TypeInner::Principal,
            TypeKind::Blob => TypeInner::Vec(TypeInner::Nat8.into()),
            TypeKind::Var(name) => {
                self.name(file, name, ty.span);
                TypeInner::Var(name.clone())
            }
            TypeKind::Opt(part) => TypeInner::Opt(self.ty(file, part)),
            TypeKind::Vec(part) => TypeInner::Vec(self.ty(file, part)),
            TypeKind::Record(fields) => TypeInner::Record(self.fields(file, "field", fields)),
            TypeKind::Variant(fields) => TypeInner::Variant(self.fields(file, "case", fields)),
            TypeKind::Func(func) => TypeInner::Func(self.func(file, func)),
            TypeKind::Service(methods) => TypeInner::Service(self.methods(file, methods)),
            TypeKind::Class(..) => {
                let message = "a service constructor can only be the main service";
                let finding = Diagnostic::error(message, file, ty.span);
                let note = "the type of a service that exists has no constructor: service { … }";
                self.findings.push(finding.note(note));
                TypeInner::Empty
            }
            // The parser has said why.
            TypeKind::Error => TypeInner::Empty,
        }
    }

    /// Reports a name that is not bound.
    fn name(&mut self, file: FileId, name: &str, span: Span) {
        if !self.scope.is_bound(name) && self.scope.is_complete() {
            let (scope, findings) = (self.scope, &mut *self.findings);
            self.unbound.report(name, file, span, scope, findings);
        }
    }

    fn fields(&mut self, file: FileId, kind: &str, fields: &[Field]) -> Vec<types::Field> {
        labels::check_fields(kind, fields, file, self.findings);
        let field = |field: &Field| types::Field {
            id: field.label.clone().into(),
            ty: self.ty(file, &field.typ),
        };
        let mut fields: Vec<types::Field> = fields.iter().map(field).collect();
        fields.sort_by_cached_key(|field| field.id.get_id());
        fields
    }

    /// Converts arguments or results; `kind` is the word for one.
    pub(crate) fn args(&mut self, file: FileId, kind: &str, args: &[Arg]) -> Vec<types::Type> {
        labels::check_args(kind, args, file, self.findings);
        args.iter().map(|arg| self.ty(file, &arg.typ)).collect()
    }

    fn func(&mut self, file: FileId, func: &Func) -> Function {
        self.modes(file, func);
        Function {
            modes: func.modes.iter().map(|(mode, _)| mode.clone()).collect(),
            args: self.args(file, "argument", &func.args),
            rets: self.args(file, "result", &func.rets),
        }
    }

    fn modes(&mut self, file: FileId, func: &Func) {
        if let [(_, first), rest @ ..] = func.modes.as_slice() {
            if let Some((_, second)) = rest.first() {
                let message = "a function has at most one annotation";
                let finding = Diagnostic::error(message, file, *second);
                self.findings.push(finding.also("", file, *first));
            }
        }
        let oneway = func
            .modes
            .iter()
            .find(|(mode, _)| *mode == FuncMode::Oneway);
        if let (Some((_, oneway)), Some(ret)) = (oneway, func.rets.first()) {
            let last = func.rets.last().unwrap_or(ret);
            let message = "a oneway function has no results";
            let span = ret.name.as_ref().map_or(ret.typ.span, |name| name.span);
            let finding = Diagnostic::error(message, file, span.to(last.typ.span));
            self.findings.push(finding.also("", file, *oneway));
        }
    }

    /// Converts the methods of a service, sorted by name.
    pub(super) fn methods(
        &mut self,
        file: FileId,
        methods: &[Method],
    ) -> Vec<(String, types::Type)> {
        let places = methods.iter().map(|method| (file, method));
        labels::check_methods(places, self.findings);
        let mut converted: Vec<(String, types::Type)> = methods
            .iter()
            .map(|method| (method.name.text.clone(), self.method(file, method)))
            .collect();
        converted.sort_by(|(a, _), (b, _)| a.cmp(b));
        converted
    }

    fn method(&mut self, file: FileId, method: &Method) -> types::Type {
        let ty = &method.typ;
        let is_function = match &ty.kind {
            TypeKind::Func(_) | TypeKind::Error => true,
            TypeKind::Var(name) if self.scope.is_bound(name) => match self.scope.end(name) {
                End::Def(def) => matches!(def.def.typ.kind, TypeKind::Func(_)),
                End::Base(ty) => matches!(ty.as_ref(), TypeInner::Func(_)),
                End::Broken => true,
            },
            // The grammar takes any word for the name of a method's type.
            TypeKind::Var(name) => PrimType::str_to_enum(name).is_none(),
            _ => false,
        };
        if !is_function {
            let message = format!("the method {} is not of a function type", method.name.text);
            let mut finding = Diagnostic::error(message, file, ty.span);
            if let TypeKind::Var(name) = &ty.kind {
                if let Some((ty, file)) = written(&self.scope.end(name)) {
                    finding = finding.also(format!("what {name} stands for"), file, ty.span);
                }
            }
            self.findings.push(finding);
            return TypeInner::Empty.into();
        }
        self.ty(file, ty)
    }
}

fn primitive(prim: PrimType) -> TypeInner {
    match prim {
        PrimType::Nat => TypeInner::Nat,
        PrimType::Nat8 => TypeInner::Nat8,
        PrimType::Nat16 => TypeInner::Nat16,
        PrimType::Nat32 => TypeInner::Nat32,
        PrimType::Nat64 => TypeInner::Nat64,
        PrimType::Int => TypeInner::Int,
        PrimType::Int8 => TypeInner::Int8,
        PrimType::Int16 => TypeInner::Int16,
        PrimType::Int32 => TypeInner::Int32,
        PrimType::Int64 => TypeInner::Int64,
        PrimType::Float32 => TypeInner::Float32,
        PrimType::Float64 => TypeInner::Float64,
        PrimType::Bool => TypeInner::Bool,
        PrimType::Text => TypeInner::Text,
        PrimType::Null => TypeInner::Null,
        PrimType::Reserved => TypeInner::Reserved,
        PrimType::Empty => TypeInner::Empty,
    }
}
