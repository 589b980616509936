//! Check of values against the types that the text itself gives.

use super::describe::{parts, short, Step};
use super::plain::plain;
use super::walk::ValueChecker;
use super::TextArgs;
use crate::check::closed_type;
use crate::diagnostic::{Code, Diagnostic};
use crate::stack;
use crate::syntax::ast::{Annotated, Value, ValueKind};
use candid::types::Type;
use candid::{IDLValue, TypeEnv};

/// Returns the findings about values that do not match their type annotations, and about fields that those types do not
/// have.
pub(super) fn check(text: &TextArgs<'_>, args: &[Value]) -> Vec<Diagnostic> {
    let none = TypeEnv::new();
    let mut walk = ValueChecker::new(text, &none, &none);
    for (i, arg) in args.iter().enumerate() {
        let step = Some(Step::Argument(i));
        walk.step(step, |walk| walk.untyped(arg));
    }
    walk.finish()
}

impl<'a> ValueChecker<'a> {
    /// Checks a value without an expected type: only type annotations within it count.
    pub(super) fn untyped(&mut self, value: &'a Value) {
        stack::level(|| match &value.kind {
            ValueKind::Annotated(annotated) => drop(self.at_own_type(annotated)),
            _ => {
                for (step, part) in parts(value) {
                    self.step(step, |walk| walk.untyped(part));
                }
            }
        });
    }

    /// Checks the content of an annotated value against the annotation, which is returned if it is valid.
    fn at_own_type(&mut self, annotated: &'a Annotated) -> Option<Type> {
        let own = closed_type(&annotated.typ).ok()?;
        let env = std::mem::replace(&mut self.env, self.none);
        self.value(&annotated.value, &own);
        self.env = env;
        Some(own)
    }

    pub(super) fn annotated(&mut self, value: &'a Value, annotated: &'a Annotated, ty: &Type) {
        let n_errors = self.n_errors();
        let Some(own) = self.at_own_type(annotated) else {
            return;
        };
        // A value loses nothing at an expected type equal to its annotation, so it is not converted to find out: with
        // nested annotations, each conversion would traverse everything inside.
        if self.n_errors() > n_errors || own == *ty {
            return;
        }
        let put = |value: IDLValue| value.annotate_type_counting(self.env, ty);
        match plain(value).map(put) {
            Some(Ok((_, 0))) => {}
            Some(Ok(_)) => {
                let (own, ty) = (short(&own), short(ty));
                let why = format!("{own} has fields that {ty} does not have");
                self.surplus("a part of this value", &why, value.span, Vec::new());
            }
            Some(Err(_)) | None => {
                let (own, ty) = (short(&own), short(ty));
                let message = format!("a value of type {own} cannot be of type {ty}");
                self.error(Code::WrongType, message, value.span);
            }
        }
    }
}
