//! The type of a value.

use super::{IDLField, IDLValue};
use crate::de::dynamic::StackLimit;
use crate::error::Result;
use crate::types::{Field, Function, Type, TypeInner};

impl IDLValue {
    /// Returns the type of the value.
    ///
    /// Nothing is known of what a `service` or `func` refers to, so they have the empty service and
    /// `() -> ()`. An empty vector is a `vec empty`, an empty `opt` an `opt empty`. Otherwise the
    /// items of a vector have their smallest common type; if there is none it is that of the first
    /// items that have one, and [`IDLValue::annotate_type`] refuses the value at it. The type of a
    /// value that is nested too deeply for the stack is `unknown`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::Vec(vec![IDLValue::None, IDLValue::Opt(Box::new(IDLValue::Bool(true)))]);
    /// assert_eq!(value.value_ty().to_string(), "vec opt bool");
    /// ```
    pub fn value_ty(&self) -> Type {
        self.checked_ty()
            .unwrap_or_else(|_| TypeInner::Unknown.into())
    }

    /// Returns the type of the value, see [`IDLValue::value_ty`].
    ///
    /// # Errors
    ///
    /// If the value is nested too deeply for the stack.
    pub(crate) fn checked_ty(&self) -> Result<Type> {
        type_of(self, StackLimit::of_this_thread())
    }
}

fn type_of(v: &IDLValue, stack: StackLimit) -> Result<Type> {
    stack.check()?;
    let ty = match v {
        IDLValue::Null => TypeInner::Null,
        IDLValue::Bool(_) => TypeInner::Bool,
        IDLValue::Number(_) | IDLValue::Int(_) => TypeInner::Int,
        IDLValue::Nat(_) => TypeInner::Nat,
        IDLValue::Nat8(_) => TypeInner::Nat8,
        IDLValue::Nat16(_) => TypeInner::Nat16,
        IDLValue::Nat32(_) => TypeInner::Nat32,
        IDLValue::Nat64(_) => TypeInner::Nat64,
        IDLValue::Int8(_) => TypeInner::Int8,
        IDLValue::Int16(_) => TypeInner::Int16,
        IDLValue::Int32(_) => TypeInner::Int32,
        IDLValue::Int64(_) => TypeInner::Int64,
        IDLValue::Float32(_) => TypeInner::Float32,
        IDLValue::Float64(_) => TypeInner::Float64,
        IDLValue::Text(_) => TypeInner::Text,
        IDLValue::Reserved => TypeInner::Reserved,
        IDLValue::Principal(_) => TypeInner::Principal,
        IDLValue::None => TypeInner::Opt(TypeInner::Empty.into()),
        IDLValue::Opt(inner) => TypeInner::Opt(type_of(inner, stack)?),
        IDLValue::Blob(_) => TypeInner::Vec(TypeInner::Nat8.into()),
        IDLValue::Vec(items) => TypeInner::Vec(type_of_items(items, stack)?),
        IDLValue::Record(fields) => TypeInner::Record(sorted(
            fields
                .iter()
                .map(|field| type_of_field(field, stack))
                .collect::<Result<_>>()?,
        )),
        IDLValue::Variant(variant) => TypeInner::Variant(vec![type_of_field(&variant.0, stack)?]),
        IDLValue::Service(_) => TypeInner::Service(Vec::new()),
        IDLValue::Func(..) => TypeInner::Func(Function {
            modes: Vec::new(),
            args: Vec::new(),
            rets: Vec::new(),
        }),
    };
    Ok(ty.into())
}

fn type_of_field(field: &IDLField, stack: StackLimit) -> Result<Field> {
    Ok(Field {
        id: field.id.clone().into(),
        ty: type_of(&field.val, stack)?,
    })
}

fn type_of_items(items: &[IDLValue], stack: StackLimit) -> Result<Type> {
    let mut items = items.iter();
    let Some(first) = items.next() else {
        return Ok(TypeInner::Empty.into());
    };
    let mut common = type_of(first, stack)?;
    for item in items {
        // Most vectors have one type: seeing that costs no allocation.
        if !fits(item, &common, stack) {
            match join(&common, &type_of(item, stack)?, stack) {
                Some(joined) => common = joined,
                None => break,
            }
        }
    }
    Ok(common)
}

/// Returns whether a value has the type, or may be annotated with it. Not finding out is `false`.
fn fits(v: &IDLValue, ty: &TypeInner, stack: StackLimit) -> bool {
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
        (IDLValue::Variant(variant), TypeInner::Variant(want)) => want
            .iter()
            .any(|want| variant.0.id == *want.id && fits(&variant.0.val, &want.ty, stack)),
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
        | (IDLValue::Principal(_), TypeInner::Principal)
        | (IDLValue::Service(_), TypeInner::Service(_))
        | (IDLValue::Func(..), TypeInner::Func(_)) => true,
        _ => false,
    }
}

/// Returns the smallest type of values that both types' values may be annotated with, losing
/// nothing.
fn join(a: &Type, b: &Type, stack: StackLimit) -> Option<Type> {
    stack.check().ok()?;
    let ty = match (a.as_ref(), b.as_ref()) {
        (TypeInner::Empty, _) => return Some(b.clone()),
        (_, TypeInner::Empty) => return Some(a.clone()),
        (TypeInner::Null, TypeInner::Opt(_)) => return Some(b.clone()),
        (TypeInner::Opt(_), TypeInner::Null) => return Some(a.clone()),
        (TypeInner::Opt(a), TypeInner::Opt(b)) => TypeInner::Opt(join(a, b, stack)?),
        (TypeInner::Vec(a), TypeInner::Vec(b)) => TypeInner::Vec(join(a, b, stack)?),
        (TypeInner::Nat, TypeInner::Int) | (TypeInner::Int, TypeInner::Nat) => TypeInner::Int,
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
    let find = |fields: &[Field], id| fields.binary_search_by_key(&id, |f| f.id.get_id());
    let mut joined = Vec::with_capacity(a.len().max(b.len()));
    for field in a {
        let ty = match find(b, field.id.get_id()).ok().and_then(|i| b.get(i)) {
            Some(other) => join(&field.ty, &other.ty, stack)?,
            None if may_be_alone(field) => field.ty.clone(),
            None => return None,
        };
        let id = field.id.clone();
        joined.push(Field { id, ty });
    }
    for field in b {
        if find(a, field.id.get_id()).is_err() {
            if !may_be_alone(field) {
                return None;
            }
            joined.push(field.clone());
        }
    }
    Some(sorted(joined))
}

fn sorted(mut fields: Vec<Field>) -> Vec<Field> {
    fields.sort_by_key(|field| field.id.get_id());
    fields
}
