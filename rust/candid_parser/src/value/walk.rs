//! Check of values with locations against types: every mismatch, and everything that would be dropped.
//!
//! It finds an error if and only if [`IDLArgs::annotate_types`](candid::IDLArgs::annotate_types) does, apart from
//! surplus arguments; that is tested on random values and types.

use super::as_written::as_written;
use super::describe::{label, range, short, shown_label, similar_labels, Path, Step};
use super::plain::plain;
use super::{Surplus, TextArgs};
use crate::diagnostic::{Code, Diagnostic, FileId, Severity};
use crate::stack;
use crate::syntax::ast::{Span, Value, ValueField, ValueKind};
use candid::types::{Field, Type, TypeInner};
use candid::{IDLValue, TypeEnv};
use std::collections::HashMap;
use std::fmt;

pub(super) const MAX_FINDINGS: usize = 20;

/// Returns the findings about arguments that do not match the types, and about arguments and fields that the types do
/// not have.
pub(super) fn check(
    text: &TextArgs<'_>,
    args: &[Value],
    env: &TypeEnv,
    types: &[Type],
) -> Vec<Diagnostic> {
    let none = TypeEnv::new();
    let mut walk = ValueChecker::new(text, env, &none);
    for (i, ty) in types.iter().enumerate() {
        match args.get(i) {
            Some(arg) => {
                let step = (!text.is_value).then_some(Step::Argument(i));
                walk.step(step, |walk| walk.value(arg, ty));
            }
            None => {
                let end = u32::try_from(text.text.trim_end().len()).unwrap_or(u32::MAX);
                let start = end.saturating_sub(1);
                walk.missing(format_args!("argument {}", i + 1), ty, Span { start, end });
            }
        }
    }
    let why = match types.len() {
        0 => "expected no arguments".to_string(),
        n => format!("expected at most {n}"),
    };
    for (i, arg) in args.iter().enumerate().skip(types.len()) {
        walk.surplus(&format!("argument {}", i + 1), &why, arg.span, Vec::new());
    }
    walk.finish()
}

/// Returns the message about warnings beyond those that are shown.
pub(super) fn not_shown(n_more: usize) -> String {
    match n_more {
        1 => "one more warning is not shown".to_string(),
        n => format!("{n} more warnings are not shown"),
    }
}

pub(super) struct ValueChecker<'a> {
    text: &'a TextArgs<'a>,
    pub(super) env: &'a TypeEnv,
    /// The empty environment: types in the text refer to no definitions.
    pub(super) none: &'a TypeEnv,
    path: Path<'a>,
    findings: Vec<Diagnostic>,
    /// The number of warnings that are not in `findings`.
    n_more: usize,
}

impl<'a> ValueChecker<'a> {
    pub(super) fn new(text: &'a TextArgs<'a>, env: &'a TypeEnv, none: &'a TypeEnv) -> Self {
        ValueChecker {
            text,
            env,
            none,
            path: Path::default(),
            findings: Vec::new(),
            n_more: 0,
        }
    }

    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        // After errors the check ends early, so warnings are not counted.
        if self.n_more > 0 && !self.has_errors() {
            let message = not_shown(self.n_more);
            let finding = Diagnostic::nowhere(Severity::Warning, message);
            self.findings.push(finding);
        }
        self.findings
    }

    pub(super) fn step(&mut self, step: Option<Step<'a>>, f: impl FnOnce(&mut Self)) {
        let len = self.path.0.len();
        self.path.0.extend(step);
        f(self);
        self.path.0.truncate(len);
    }

    fn find(
        &mut self,
        (severity, code): (Severity, Code),
        message: String,
        span: Span,
        notes: Vec<String>,
    ) {
        // A warning must not displace an error.
        if self.findings.len() < MAX_FINDINGS || !self.has_errors() && severity == Severity::Error {
            let mut finding = Diagnostic::error(self.path.within(message), FileId::default(), span)
                .coded(code.id());
            finding.severity = severity;
            finding.notes = notes;
            self.findings.push(finding);
        } else {
            self.n_more += 1;
        }
    }

    fn has_errors(&self) -> bool {
        self.findings.iter().any(|d| d.severity == Severity::Error)
    }

    pub(super) fn n_errors(&self) -> usize {
        let errors = self.findings.iter();
        errors.filter(|d| d.severity == Severity::Error).count()
    }

    pub(super) fn error(&mut self, code: Code, message: String, span: Span) {
        self.find((Severity::Error, code), message, span, Vec::new());
    }

    pub(super) fn surplus(&mut self, what: &str, why: &str, span: Span, notes: Vec<String>) {
        let code = Code::SurplusValue;
        match self.text.surplus {
            Surplus::Drop => {
                let message = format!("{what} is dropped: {why}");
                self.find((Severity::Warning, code), message, span, notes);
            }
            Surplus::Refuse => {
                self.find(
                    (Severity::Error, code),
                    format!("{what}: {why}"),
                    span,
                    notes,
                );
            }
        }
    }

    pub(super) fn value(&mut self, value: &'a Value, ty: &Type) {
        stack::level(|| self.value_at(value, ty));
    }

    fn value_at(&mut self, value: &'a Value, ty: &Type) {
        let Ok(inner) = self.env.trace_type(ty) else {
            let message = format!("unbound type identifier {}", short(ty));
            return self.error(Code::UnboundType, message, value.span);
        };
        match (&value.kind, inner.as_ref()) {
            // The parser has reported it.
            (ValueKind::Error, _) => {}
            (_, TypeInner::Reserved) => self.untyped(value),
            (ValueKind::Annotated(annotated), _) => self.annotated(value, annotated, ty),
            (ValueKind::Opt(content), TypeInner::Opt(content_ty)) => {
                self.value(content, content_ty)
            }
            (ValueKind::Leaf(IDLValue::Null | IDLValue::None), TypeInner::Opt(_)) => {}
            (ValueKind::Leaf(IDLValue::Reserved), TypeInner::Opt(_)) => {}
            (_, TypeInner::Opt(content_ty)) => self.no_opt(value, ty, content_ty),
            (ValueKind::Vec(items), TypeInner::Vec(item_ty)) => {
                for (i, item) in items.iter().enumerate() {
                    if self.findings.len() >= MAX_FINDINGS && self.has_errors() {
                        break;
                    }
                    self.step(Some(Step::Item(i)), |walk| walk.value(item, item_ty));
                }
            }
            (ValueKind::Record(fields), TypeInner::Record(expected)) => {
                self.record(fields, expected, value.span);
            }
            (ValueKind::Variant(case), TypeInner::Variant(expected)) => {
                self.variant(case, expected);
            }
            (ValueKind::Leaf(leaf), _) => self.leaf(value, leaf, &inner, ty),
            _ => self.mismatch(value, &inner, ty),
        }
    }

    fn no_opt(&mut self, value: &Value, ty: &Type, content_ty: &Type) {
        let shown = self.text.excerpt(value.span);
        let message = format!("{shown} cannot be of type {}", short(ty));
        let fits = self.fits(value, content_ty);
        let note = fits.then(|| format!("write an optional value as: opt {shown}"));
        let code = match fits {
            true => Code::MissingOpt,
            false => Code::WrongType,
        };
        self.find(
            (Severity::Error, code),
            message,
            value.span,
            note.into_iter().collect(),
        );
    }

    fn fits(&self, value: &Value, ty: &Type) -> bool {
        plain(value).is_some_and(|value| value.annotate_type(true, self.env, ty).is_ok())
    }

    fn record(&mut self, fields: &'a [ValueField], expected: &[Field], span: Span) {
        let mut by_id: HashMap<u32, &'a ValueField> = HashMap::with_capacity(fields.len());
        for field in fields {
            by_id.insert(field.label.get_id(), field);
        }
        for expected in expected {
            match by_id.remove(&expected.id.get_id()) {
                Some(field) => {
                    let step = Some(Step::Field(label(&field.label, &expected.id)));
                    self.step(step, |walk| walk.value(&field.value, &expected.ty));
                }
                None => self.missing(
                    format_args!("field {}", shown_label(&expected.id)),
                    &expected.ty,
                    span,
                ),
            }
        }
        // In source order.
        for field in fields {
            if by_id.contains_key(&field.label.get_id()) {
                // Beyond the limit no message is built.
                if self.findings.len() >= MAX_FINDINGS {
                    self.n_more += 1;
                    continue;
                }
                let what = format!("field {}", shown_label(&field.label));
                let notes = vec![similar_labels(&field.label, expected, "field")];
                self.surplus(&what, "the type has no such field", field.label_span, notes);
            }
        }
    }

    fn missing(&mut self, what: fmt::Arguments<'_>, ty: &Type, span: Span) {
        if !self.may_be_absent(ty) {
            let message = format!("missing {what} of type {}", short(ty));
            self.error(Code::MissingValue, message, span);
        }
    }

    fn variant(&mut self, case: &'a ValueField, expected: &[Field]) {
        let id = case.label.get_id();
        let kind = (Severity::Error, Code::WrongCase);
        // The cases of a type are sorted by id.
        let found = expected.binary_search_by_key(&id, |field| field.id.get_id());
        let Some(field) = found.ok().and_then(|at| expected.get(at)) else {
            let message = format!("the type has no case {}", shown_label(&case.label));
            let notes = vec![similar_labels(&case.label, expected, "case")];
            return self.find(kind, message, case.label_span, notes);
        };
        let nothing = case.value.span.start == case.value.span.end;
        if nothing && !self.fits(&case.value, &field.ty) {
            let (label, ty) = (shown_label(&case.label), short(&field.ty));
            let message = format!("case {label} needs a value of type {ty}");
            return self.error(Code::WrongCase, message, case.label_span);
        }
        let is_null = matches!(field.ty.as_ref(), TypeInner::Null);
        if is_null && !nothing && !self.fits(&case.value, &field.ty) {
            let label = shown_label(&case.label);
            let notes = vec![format!("write it as: variant {{ {label} }}")];
            let message = format!("case {label} has no value");
            return self.find(kind, message, case.value.span, notes);
        }
        let step = Some(Step::Case(label(&case.label, &field.id)));
        self.step(step, |walk| walk.value(&case.value, &field.ty));
    }

    fn leaf(&mut self, value: &Value, leaf: &IDLValue, inner: &Type, ty: &Type) {
        let span = value.span;
        if leaf.annotate_type(true, self.env, inner).is_ok() {
            return;
        }
        let shown = self.text.excerpt(span);
        let message = match (leaf, inner.as_ref()) {
            (IDLValue::Number(_), TypeInner::Nat) => {
                format!("{shown} is negative, but a nat cannot be negative")
            }
            (IDLValue::Number(_), TypeInner::Float32 | TypeInner::Float64) => {
                let message = format!("{shown} is not exactly representable as {}", short(inner));
                let note = format!("write {shown}.0 to round to the nearest value");
                let kind = (Severity::Error, Code::NumberOutOfRange);
                return self.find(kind, message, span, vec![note]);
            }
            (IDLValue::Float64(_), TypeInner::Float32) => {
                format!("{shown} is beyond the largest float32")
            }
            (IDLValue::Number(_), number) => match range(number) {
                Some(range) => format!("{shown} is not in the range of {}, {range}", short(inner)),
                None => return self.mismatch(value, inner, ty),
            },
            _ => return self.mismatch(value, inner, ty),
        };
        self.error(Code::NumberOutOfRange, message, span);
    }

    fn mismatch(&mut self, value: &Value, inner: &Type, ty: &Type) {
        let shown = self.text.excerpt(value.span);
        let notes = as_written(value, &shown, inner).into_iter().collect();
        let message = format!("{shown} cannot be of type {}", short(ty));
        let kind = (Severity::Error, Code::WrongType);
        self.find(kind, message, value.span, notes);
    }

    /// Returns whether a missing value of the type becomes `null`.
    fn may_be_absent(&self, ty: &Type) -> bool {
        let absent = |ty: &TypeInner| {
            matches!(
                ty,
                TypeInner::Opt(_) | TypeInner::Null | TypeInner::Reserved
            )
        };
        self.env.trace_type(ty).is_ok_and(|ty| absent(ty.as_ref()))
    }
}
