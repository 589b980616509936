//! Conversion of syntax trees to types, with every rule about a single type.

use super::labels;
use crate::check::findings::Findings;
use crate::check::resolve::{is_same, Scope, Unbound};
use crate::diagnostic::{shown_name, Code, Diagnostic, FileId};
use crate::stack;
use crate::syntax::ast::{Arg, Field, Func, Method, Span, Type, TypeKind};
use crate::syntax::PrimType;
use candid::types::{self, FuncMode, Function, Label, SharedLabel, TypeInner};
use candid_wire::text::name_to_string;
use std::rc::Rc;

/// Limit on the number of `vec` and `opt` types kept for sharing.
const MAX_KEPT: usize = 4096;

/// A converter of syntax trees, one file after the other. A problem is reported, and yields a placeholder type that is
/// never used.
pub(crate) struct Types<'a, 's> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) findings: &'s mut Findings,
    unbound: Unbound,
    /// The primitive types and, by the index of their definitions, the names seen so far: each is one allocation,
    /// however often it is used.
    prims: [Option<types::Type>; PrimType::ALL.len()],
    vars: Vec<Option<types::Type>>,
    principal: Option<types::Type>,
    /// The types `opt` and `vec` seen last, by the address of the child.
    wrapped: Vec<Option<types::Type>>,
    /// The labels seen last, by id.
    labels: Vec<Option<SharedLabel>>,
    /// The ids of the labels of all record and variant types being converted, the innermost last.
    ids: Vec<u32>,
}

impl<'a, 's> Types<'a, 's> {
    /// Returns a converter for types whose names are in `scope`.
    pub(crate) fn new(scope: &'s Scope<'a>, findings: &'s mut Findings) -> Self {
        let n_kept = scope.defs.len().clamp(1, MAX_KEPT / 2) * 2;
        let n_kept = n_kept.next_power_of_two();
        Types {
            scope,
            findings,
            unbound: Unbound::default(),
            prims: Default::default(),
            principal: None,
            vars: vec![None; scope.defs.len()],
            wrapped: vec![None; n_kept],
            labels: vec![None; n_kept],
            ids: Vec::new(),
        }
    }

    /// Completes the findings that depend on the whole program.
    pub(crate) fn finish(self) {
        self.unbound.finish(self.findings);
    }

    /// Converts a type.
    pub(crate) fn ty(&mut self, file: FileId, ty: &Type) -> types::Type {
        match &ty.kind {
            TypeKind::Prim(prim) => self.prim(*prim),
            TypeKind::Var(name) => self.var(file, name, ty.span),
            TypeKind::Blob => {
                let part = self.prim(PrimType::Nat8);
                self.wrap(part, TypeInner::Vec)
            }
            TypeKind::Opt(part) => {
                let part = self.part(file, part);
                self.wrap(part, TypeInner::Opt)
            }
            TypeKind::Vec(part) => {
                let part = self.part(file, part);
                self.wrap(part, TypeInner::Vec)
            }
            TypeKind::Principal => {
                let known = &mut self.principal;
                known
                    .get_or_insert_with(|| TypeInner::Principal.into())
                    .clone()
            }
            TypeKind::Record(fields) => {
                TypeInner::Record(self.fields(file, "field", fields)).into()
            }
            TypeKind::Variant(fields) => {
                TypeInner::Variant(self.fields(file, "case", fields)).into()
            }
            TypeKind::Func(func) => TypeInner::Func(self.func(file, func)).into(),
            TypeKind::Service(methods) => TypeInner::Service(self.methods(file, methods)).into(),
            TypeKind::Class(..) => {
                let message = "a service constructor is only allowed as the main service";
                let finding = Diagnostic::error(message, file, ty.span);
                let note = "use a service type without init arguments: service { … }";
                self.findings
                    .push(finding.coded(Code::MisplacedConstructor.id()).note(note));
                TypeInner::Empty.into()
            }
            // The parser has reported the reason.
            TypeKind::Error => TypeInner::Empty.into(),
        }
    }

    /// Converts a child of a type.
    fn part(&mut self, file: FileId, part: &Type) -> types::Type {
        stack::level(|| self.ty(file, part))
    }

    fn prim(&mut self, prim: PrimType) -> types::Type {
        let known = &mut self.prims[prim as usize];
        known.get_or_insert_with(|| prim.to_candid().into()).clone()
    }

    /// Returns `opt` or `vec` of a type. Shares the allocation of an earlier one with the same child.
    fn wrap(&mut self, part: types::Type, make: fn(types::Type) -> TypeInner) -> types::Type {
        let address = Rc::as_ptr(&part.0) as usize as u64;
        let ty = make(part);
        let start = match ty {
            TypeInner::Opt(_) => address,
            _ => !address,
        };
        let mixed = start.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mask = self.wrapped.len() - 1;
        let seen = &mut self.wrapped[mixed as usize & mask];
        let is_same = match (seen.as_deref(), &ty) {
            (Some(TypeInner::Opt(a)), TypeInner::Opt(b))
            | (Some(TypeInner::Vec(a)), TypeInner::Vec(b)) => Rc::ptr_eq(&a.0, &b.0),
            _ => false,
        };
        match seen {
            Some(seen) if is_same => seen.clone(),
            seen => seen.insert(ty.into()).clone(),
        }
    }

    fn var(&mut self, file: FileId, name: &str, span: Span) -> types::Type {
        let idx = self.scope.index.get(name);
        if let Some(Some(known)) = idx.and_then(|idx| self.vars.get(idx)) {
            return known.clone();
        }
        if idx.is_none() && !self.scope.is_bound(name) && self.scope.is_complete {
            let (scope, findings) = (self.scope, &mut *self.findings);
            self.unbound.report(name, file, span, scope, findings);
        }
        let ty: types::Type = TypeInner::Var(name_to_string(name)).into();
        if let Some(known) = idx.and_then(|idx| self.vars.get_mut(idx)) {
            *known = Some(ty.clone());
        }
        ty
    }

    fn fields(&mut self, file: FileId, kind: &str, fields: &[Field]) -> Vec<types::Field> {
        let base = self.ids.len();
        let ids = fields.iter().map(|field| field.label.get_id());
        self.ids.extend(ids);
        // The fields of a plain tree made from text are sorted; then there are no duplicates either.
        let is_sorted = self.ids.iter().skip(base).is_sorted_by(|a, b| a < b);
        if !is_sorted {
            labels::check_fields(kind, fields, file, self.findings);
        }
        let convert = |(idx, field): (usize, &Field)| types::Field {
            ty: self.part(file, &field.typ),
            id: self.label(base + idx, field),
        };
        let mut fields: Vec<types::Field> = fields.iter().enumerate().map(convert).collect();
        if !is_sorted {
            fields.sort_by_cached_key(|field| field.id.get_id());
        }
        self.ids.truncate(base);
        fields
    }

    /// Returns the label of a field, whose id is the one at `idx`. Shares the allocation of an earlier one with the same name.
    fn label(&mut self, idx: usize, field: &Field) -> SharedLabel {
        let (Some(name), Some(id)) = (field.name(), self.ids.get(idx)) else {
            return field.label.clone().into();
        };
        let mask = self.labels.len() - 1;
        match &mut self.labels[*id as usize & mask] {
            Some(seen) if matches!(&**seen, Label::Named(known) if is_same(known, name)) => {
                seen.clone()
            }
            seen => {
                let label = SharedLabel::new(Label::Named(name_to_string(name)));
                seen.insert(label).clone()
            }
        }
    }

    /// Converts arguments or results; `kind` is the word for one.
    pub(crate) fn args(&mut self, file: FileId, kind: &str, args: &[Arg]) -> Vec<types::Type> {
        labels::check_args(kind, args, file, self.findings);
        args.iter().map(|arg| self.part(file, &arg.typ)).collect()
    }

    fn func(&mut self, file: FileId, func: &Func) -> Function {
        self.modes(file, func);
        let modes = func.modes.iter().map(|mode| mode.0.clone());
        Function {
            modes: modes.collect(),
            args: self.args(file, "argument", &func.args),
            rets: self.args(file, "result", &func.rets),
        }
    }

    fn modes(&mut self, file: FileId, func: &Func) {
        if let [first, second, ..] = func.modes.as_slice() {
            let message = "a function has at most one annotation";
            let finding = Diagnostic::error(message, file, second.1);
            let finding = finding.coded(Code::TwoAnnotations.id());
            self.findings.push(finding.also("", file, first.1));
        }
        let mut modes = func.modes.iter();
        let oneway = modes.find(|(mode, _)| *mode == FuncMode::Oneway);
        if let (Some(oneway), Some(ret), Some(last)) = (oneway, func.rets.first(), func.rets.last())
        {
            let message = "a oneway function cannot have results";
            let span = ret.name.as_ref().map_or(ret.typ.span, |name| name.span);
            let finding = Diagnostic::error(message, file, span.to(last.typ.span));
            let finding = finding.coded(Code::OnewayResults.id());
            self.findings.push(finding.also("", file, oneway.1));
        }
    }

    /// Converts the methods of a service, sorted by name.
    pub(super) fn methods(
        &mut self,
        file: FileId,
        methods: &[Method],
    ) -> Vec<(String, types::Type)> {
        let places = methods.iter().map(|method| (file, &method.name));
        labels::check_methods(places, self.findings);
        let convert =
            |method: &Method| (name_to_string(&method.name.text), self.method(file, method));
        let mut converted: Vec<(String, types::Type)> = methods.iter().map(convert).collect();
        converted.sort_by(|(a, _), (b, _)| a.cmp(b));
        converted
    }

    fn method(&mut self, file: FileId, method: &Method) -> types::Type {
        let message = || {
            format!(
                "the type of method {} is not a function",
                shown_name(&method.name.text)
            )
        };
        let written = |kind: &TypeKind| matches!(kind, TypeKind::Func(_));
        let checked = |ty: &TypeInner| matches!(ty, TypeInner::Func(_));
        if self.is_of_kind(
            file,
            &method.typ,
            written,
            checked,
            (Code::MethodNotFunction, message),
        ) {
            return self.part(file, &method.typ);
        }
        TypeInner::Empty.into()
    }
}
