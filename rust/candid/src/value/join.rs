//! What values of different types have in common.

use super::value_ty::sorted;
use super::IDLValue;
use crate::de::dynamic::StackLimit;
use crate::types::{Field, Type, TypeInner};

/// Returns whether a value has the type, or may be annotated with it. Not finding out is `false`.
pub(super) fn fits(v: &IDLValue, ty: &TypeInner, stack: StackLimit) -> bool {
    if stack.check().is_err() {
        return false;
    }
    match (v, ty) {
        (IDLValue::None | IDLValue::Null, TypeInner::Opt(_)) => true,
        (IDLValue::Opt(inner), TypeInner::Opt(ty)) => fits(inner, ty, stack),
        (IDLValue::Vec(items), TypeInner::Vec(ty)) => items.iter().all(|v| fits(v, ty, stack)),
        (IDLValue::Blob(_), TypeInner::Vec(ty)) => matches!(**ty, TypeInner::Nat8),
        (IDLValue::Record(fields), TypeInner::Record(want)) => {
            fields.len() == want.len()
                && fields
                    .iter()
                    .zip(want)
                    .all(|(field, want)| field.id == *want.id && fits(&field.val, &want.ty, stack))
        }
        (IDLValue::Variant(variant), TypeInner::Variant(want)) => {
            let field = find(want, variant.0.id.get_id());
            field.is_some_and(|field| fits(&variant.0.val, &field.ty, stack))
        }
        (_, TypeInner::Unknown) => matches!(v, IDLValue::Number(_)),
        (IDLValue::Number(_), ty) if is_fixed_number(ty) => true,
        (IDLValue::Number(_) | IDLValue::Int(_) | IDLValue::Nat(_), TypeInner::Int)
        | (IDLValue::Nat(_), TypeInner::Nat)
        | (IDLValue::Nat8(_), TypeInner::Nat8)
        | (IDLValue::Nat16(_), TypeInner::Nat16)
        | (IDLValue::Nat32(_), TypeInner::Nat32)
        | (IDLValue::Nat64(_), TypeInner::Nat64)
        | (IDLValue::Int8(_), TypeInner::Int8)
        | (IDLValue::Int16(_), TypeInner::Int16)
        | (IDLValue::Int32(_), TypeInner::Int32)
        | (IDLValue::Int64(_), TypeInner::Int64)
        | (IDLValue::Float32(_), TypeInner::Float32)
        | (IDLValue::Float64(_), TypeInner::Float64)
        | (IDLValue::Bool(_), TypeInner::Bool)
        | (IDLValue::Text(_), TypeInner::Text)
        | (IDLValue::Null, TypeInner::Null)
        | (IDLValue::Reserved, TypeInner::Reserved)
        | (IDLValue::Principal(_) | IDLValue::Service(_), TypeInner::Principal)
        | (IDLValue::Service(_), TypeInner::Service(_))
        | (IDLValue::Func(..), TypeInner::Func(_)) => true,
        _ => false,
    }
}

/// Returns the smallest type of values that both types' values may be annotated with, losing
/// nothing. `unknown` is the type of integer literals.
pub(super) fn join(a: &Type, b: &Type, stack: StackLimit) -> Option<Type> {
    stack.check().ok()?;
    let ty = match (a.as_ref(), b.as_ref()) {
        (TypeInner::Empty, _) => return Some(b.clone()),
        (_, TypeInner::Empty) => return Some(a.clone()),
        (TypeInner::Null, TypeInner::Opt(_)) => return Some(b.clone()),
        (TypeInner::Opt(_), TypeInner::Null) => return Some(a.clone()),
        (TypeInner::Opt(a), TypeInner::Opt(b)) => TypeInner::Opt(join(a, b, stack)?),
        (TypeInner::Vec(a), TypeInner::Vec(b)) => TypeInner::Vec(join(a, b, stack)?),
        (TypeInner::Nat | TypeInner::Unknown, TypeInner::Int)
        | (TypeInner::Int, TypeInner::Nat | TypeInner::Unknown)
        | (TypeInner::Nat, TypeInner::Unknown)
        | (TypeInner::Unknown, TypeInner::Nat) => TypeInner::Int,
        (TypeInner::Unknown, ty) if is_fixed_number(ty) => return Some(b.clone()),
        (ty, TypeInner::Unknown) if is_fixed_number(ty) => return Some(a.clone()),
        (TypeInner::Principal, TypeInner::Service(_))
        | (TypeInner::Service(_), TypeInner::Principal) => TypeInner::Principal,
        (TypeInner::Record(a), TypeInner::Record(b)) => {
            TypeInner::Record(join_fields(a, b, stack, |only| {
                // The record without it gets a null.
                matches!(*only.ty, TypeInner::Opt(_) | TypeInner::Null)
            })?)
        }
        (TypeInner::Variant(a), TypeInner::Variant(b)) => {
            TypeInner::Variant(join_fields(a, b, stack, |_| true)?)
        }
        _ if a == b => return Some(a.clone()),
        _ => return None,
    };
    Some(ty.into())
}

/// Joins fields with the same label; both lists are in the order of the ids. `may_be_alone` tells whether a field that only one side has
/// can be in the result.
fn join_fields(
    a: &[Field],
    b: &[Field],
    stack: StackLimit,
    may_be_alone: impl Fn(&Field) -> bool,
) -> Option<Vec<Field>> {
    let mut joined = Vec::with_capacity(a.len().max(b.len()));
    for field in a {
        let ty = match find(b, field.id.get_id()) {
            Some(other) => join(&field.ty, &other.ty, stack)?,
            None if may_be_alone(field) => field.ty.clone(),
            None => return None,
        };
        let id = field.id.clone();
        joined.push(Field { id, ty });
    }
    for field in b {
        if find(a, field.id.get_id()).is_none() {
            if !may_be_alone(field) {
                return None;
            }
            joined.push(field.clone());
        }
    }
    Some(sorted(joined))
}

/// Returns the field of that id; the fields are in the order of their ids.
fn find(fields: &[Field], id: u32) -> Option<&Field> {
    let found = fields.binary_search_by_key(&id, |field| field.id.get_id());
    found.ok().and_then(|i| fields.get(i))
}

/// Types of numbers that are no subtypes of each other. An integer literal beside them takes their type;
/// beside a `nat` it is an `int`, as everywhere without a type.
fn is_fixed_number(ty: &TypeInner) -> bool {
    matches!(
        ty,
        TypeInner::Nat8
            | TypeInner::Nat16
            | TypeInner::Nat32
            | TypeInner::Nat64
            | TypeInner::Int8
            | TypeInner::Int16
            | TypeInner::Int32
            | TypeInner::Int64
            | TypeInner::Float32
            | TypeInner::Float64
    )
}
