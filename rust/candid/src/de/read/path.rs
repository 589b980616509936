//! Paths of errors.

use crate::de::errors::missing_field;
use crate::de::plan::node::FieldStep;
use crate::de::plan::step::Op;
use crate::de::state::State;
use crate::error::{Error, PathSegment};
use crate::schema::expected::FieldName;

/// Returns `error` as the failure of a field.
#[cold]
#[inline(never)]
pub(crate) fn in_field(error: Error, state: &State<'_>, field: &FieldStep) -> Error {
    let is_missing = field.step.is(Op::Missing) && !error.has_path();
    let error = state.in_segment(error, PathSegment::Field(field.name.path_segment()));
    if is_missing {
        return missing_field(&field.name, error);
    }
    error
}

/// Returns `error` as the failure of an element.
#[cold]
#[inline(never)]
pub(crate) fn in_element(error: Error, state: &State<'_>, index: usize) -> Error {
    state.in_segment(error, PathSegment::Index(index))
}

/// Returns `error` as the failure of the payload of a case.
#[cold]
#[inline(never)]
pub(crate) fn in_case(name: &FieldName, error: Error) -> Error {
    error.in_segment(PathSegment::Field(name.path_segment()))
}
