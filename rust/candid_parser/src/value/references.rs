//! Types of functions and services without an expected type: a value does not store its reference's type, but the text
//! may give it.
//!
//! Every other inferred type is a subtype of the type given: `vec empty` of `vec nat`, say. `service {}` is not a
//! subtype of `service { f : () -> () }`, and a receiver that expects the latter could not decode the message.

use super::describe::{parts, short, Path, Step};
use super::untyped::mismatched;
use crate::check::closed_type;
use crate::diagnostic::Diagnostic;
use crate::stack;
use crate::syntax::ast::{Span, Value, ValueKind};
use candid::types::subtype::{subtype_with_config, Gamma, OptReport};
use candid::types::{Field, Type, TypeInner};
use candid::TypeEnv;
use std::collections::{BTreeMap, HashMap};

/// Returns the types, with the types that the text gives for functions and services; `None` if it gives none.
///
/// # Errors
///
/// With the finding about an item of a `vec` whose functions have another type than those of the previous items.
pub(super) fn types(types: &[Type], args: &[Value]) -> Result<Option<Vec<Type>>, Diagnostic> {
    let mut given = Given::default();
    for (i, arg) in (0..).zip(args) {
        given.part(i).collect(arg)?;
    }
    if given.is_empty() {
        return Ok(None);
    }
    let types = (0..).zip(types);
    Ok(Some(types.map(|(i, ty)| given.inside(i, ty)).collect()))
}

/// The types that the text gives for functions and services within a type.
#[derive(Default)]
struct Given {
    reference: Option<Type>,
    /// The children by id of the field or case, or position of the argument; the items of a `vec` and the content of an
    /// `opt` have 0.
    parts: HashMap<u32, Given>,
}

impl Given {
    fn is_empty(&self) -> bool {
        stack::level(|| self.reference.is_none() && self.parts.values().all(Given::is_empty))
    }

    fn collect(&mut self, value: &Value) -> Result<(), Diagnostic> {
        stack::level(|| match &value.kind {
            // The outermost annotation determines the type.
            ValueKind::Annotated(annotated) => match closed_type(&annotated.typ) {
                Ok(ty) => self.give(&ty, value.span),
                Err(_) => Ok(()),
            },
            _ => parts(value).iter().try_for_each(|(step, part)| {
                let id = step.as_ref().map_or(0, Step::id);
                self.part(id).collect(part)
            }),
        })
    }

    fn give(&mut self, ty: &Type, span: Span) -> Result<(), Diagnostic> {
        stack::level(|| match ty.as_ref() {
            TypeInner::Func(_) | TypeInner::Service(_) => self.refer(ty, span),
            TypeInner::Opt(part) | TypeInner::Vec(part) => self.part(0).give(part, span),
            TypeInner::Record(fields) | TypeInner::Variant(fields) => fields
                .iter()
                .try_for_each(|field| self.part(field.id.get_id()).give(&field.ty, span)),
            _ => Ok(()),
        })
    }

    /// Merges in the type of the functions or services in an item of a `vec`: the result is the supertype, or the
    /// methods that the services have in common.
    fn refer(&mut self, ty: &Type, span: Span) -> Result<(), Diagnostic> {
        let is_subtype = |a: &Type, b: &Type| {
            let silence = OptReport::Silence;
            subtype_with_config(silence, &mut Gamma::new(), &TypeEnv::new(), a, b).is_ok()
        };
        let common = match &self.reference {
            None => ty.clone(),
            Some(before) if before == ty || is_subtype(ty, before) => return Ok(()),
            Some(before) if is_subtype(before, ty) => ty.clone(),
            Some(before) => match (before.as_ref(), ty.as_ref()) {
                (TypeInner::Service(before), TypeInner::Service(methods)) => {
                    let known: BTreeMap<&str, &Type> = before
                        .iter()
                        .map(|(name, ty)| (name.as_str(), ty))
                        .collect();
                    let is_known =
                        |(name, ty): &&(String, Type)| known.get(name.as_str()) == Some(&ty);
                    TypeInner::Service(methods.iter().filter(is_known).cloned().collect()).into()
                }
                _ => {
                    let (ty, before) = (short(ty), short(before));
                    return Err(mismatched(&Path::default(), &before, &ty, span));
                }
            },
        };
        self.reference = Some(common);
        Ok(())
    }

    fn part(&mut self, id: u32) -> &mut Given {
        self.parts.entry(id).or_default()
    }

    fn inside(&self, id: u32, ty: &Type) -> Type {
        let part = self.parts.get(&id);
        part.map_or_else(|| ty.clone(), |part| part.put_into(ty))
    }

    fn put_into(&self, ty: &Type) -> Type {
        let fields = |fields: &[Field]| {
            let fields = fields.iter().map(|field| Field {
                id: field.id.clone(),
                ty: self.inside(field.id.get_id(), &field.ty),
            });
            fields.collect()
        };
        stack::level(|| match (ty.as_ref(), &self.reference) {
            (TypeInner::Func(_) | TypeInner::Service(_), Some(given)) => given.clone(),
            (TypeInner::Opt(part), _) => TypeInner::Opt(self.inside(0, part)).into(),
            (TypeInner::Vec(part), _) => TypeInner::Vec(self.inside(0, part)).into(),
            (TypeInner::Record(parts), _) => TypeInner::Record(fields(parts)).into(),
            (TypeInner::Variant(parts), _) => TypeInner::Variant(fields(parts)).into(),
            _ => ty.clone(),
        })
    }
}
