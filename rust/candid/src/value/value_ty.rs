//! Type inference for values.

use crate::error::{Error, ErrorKind, PathSegment, Result};
use crate::types::ty::{Type, TypeInner};
use crate::value::inference::Inference;
use crate::value::model::IDLValue;

/// The maximum number of fields missing from records in vectors, which get a null each: all fields of all records can
/// exceed the size of the text.
pub(super) const MAX_ABSENT: usize = 1_000_000;

impl IDLValue {
    /// Returns the type of the value.
    ///
    /// The types of `service` and `func` references are unknown, so they have the empty service and `() -> ()`. An
    /// empty vector is a `vec empty`, an empty `opt` an `opt empty`. Otherwise the items of a vector have their
    /// smallest common type, in which an integer literal takes the type of the numbers beside it, `int` if there are
    /// none; if there is no common type, items that conflict with earlier ones are ignored, and
    /// [`IDLArgs::to_bytes`](super::IDLArgs::to_bytes) refuses the value. The type of a value that is nested too deeply
    /// for the stack is `unknown`.
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
        type_of(&[self])
    }

    /// Returns the type of the value, see [`IDLValue::value_ty`].
    ///
    /// # Errors
    ///
    /// If the items of a vector have no common type, too many fields would be filled with null, or the value is nested
    /// too deeply for the stack.
    pub(crate) fn checked_ty(&self) -> Result<Type> {
        let mut inference = Inference::new();
        let ty = inference.common_type(&[self])?;
        if let Some([a, b]) = inference.conflict {
            return Err(no_common_type(self, &conflict_path(self, a, b)));
        }
        if inference.n_absent > MAX_ABSENT {
            let message = format!("more than {MAX_ABSENT} fields are missing in records of a vec");
            return Err(Error::new(ErrorKind::Limit, message));
        }
        Ok(ty)
    }

    /// Returns the path to an item of a vector that has no type in common with the items before it: a position in the
    /// value, then one in the part there, and so on.
    #[doc(hidden)]
    pub fn conflict_path(&self) -> Option<Vec<usize>> {
        let mut inference = Inference::new();
        inference.common_type(&[self]).ok()?;
        let [a, b] = inference.conflict?;
        Some(conflict_path(self, a, b))
    }
}

fn type_of(values: &[&IDLValue]) -> Type {
    let ty = Inference::new().common_type(values);
    ty.unwrap_or_else(|_| TypeInner::Unknown.into())
}

/// Returns the path to the first item that has no type in common with those before it. `a` and `b` are in different
/// items of the vector.
fn conflict_path(value: &IDLValue, a: &IDLValue, b: &IDLValue) -> Vec<usize> {
    let (mut to_a, to_b) = (path_to(value, a), path_to(value, b));
    let same = to_a.iter().zip(&to_b).take_while(|(a, b)| a == b).count();
    let found = to_a.get(same).max(to_b.get(same)).copied();
    to_a.truncate(same);
    to_a.extend(found);
    to_a
}

/// Returns the error about the item at the end of the path.
#[cold]
fn no_common_type(value: &IDLValue, path: &[usize]) -> Error {
    let mut segments = Vec::new();
    let (mut before, mut item) = (Vec::new(), Vec::new());
    let mut next = Some(value);
    for &position in path {
        match next {
            Some(IDLValue::Vec(items)) => {
                segments.push(PathSegment::Index(position));
                before = items.iter().take(position).collect();
                item = items.iter().skip(position).take(1).collect();
            }
            Some(IDLValue::Record(fields)) => {
                let field = fields.get(position);
                segments.extend(field.map(|field| PathSegment::Field(field.id.path_segment())));
            }
            Some(IDLValue::Variant(variant)) => {
                segments.push(PathSegment::Field(variant.0.id.path_segment()));
            }
            _ => {}
        }
        next = next.and_then(|value| part(value, position));
    }
    let error = Error::subtype(format_args!(
        "mismatched item types in a vec: expected {}, found {}",
        type_of(&before),
        type_of(&item)
    ));
    segments.into_iter().rev().fold(error, Error::in_segment)
}

/// Returns the path from a value to a part of it: a position in the value, then one in the part there, and so on.
fn path_to(value: &IDLValue, to: &IDLValue) -> Vec<usize> {
    // An explicit stack, because values may be deep.
    let mut next = vec![0];
    let mut values = vec![value];
    while let (Some(value), Some(position)) = (values.last(), next.last_mut()) {
        if std::ptr::eq(*value, to) {
            next.pop();
            // Each position has been incremented already.
            return next
                .into_iter()
                .map(|n: usize| n.saturating_sub(1))
                .collect();
        }
        match part(value, *position) {
            Some(part) => {
                *position += 1;
                values.push(part);
                next.push(0);
            }
            None => {
                values.pop();
                next.pop();
            }
        }
    }
    next
}

/// Returns a part by its position.
fn part(value: &IDLValue, position: usize) -> Option<&IDLValue> {
    match value {
        IDLValue::Opt(content) if position == 0 => Some(content),
        IDLValue::Vec(items) => items.get(position),
        IDLValue::Record(fields) => fields.get(position).map(|field| &field.val),
        IDLValue::Variant(variant) if position == 0 => Some(&variant.0.val),
        _ => None,
    }
}
