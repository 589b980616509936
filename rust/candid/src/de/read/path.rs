//! Paths of errors.

use crate::de::state::State;
use crate::error::{Error, PathSegment};
use crate::schema::expected::FieldName;

/// Returns `error` as the failure of a field.
#[cold]
#[inline(never)]
pub(crate) fn in_field(error: Error, state: &State<'_>, name: &FieldName) -> Error {
    state.within(error, PathSegment::Field(name.to_string()))
}

/// Returns `error` as the failure of an element.
#[cold]
#[inline(never)]
pub(crate) fn in_element(error: Error, state: &State<'_>, index: usize) -> Error {
    state.within(error, PathSegment::Index(index))
}

/// Returns `error` as the failure of the payload of a case.
#[cold]
#[inline(never)]
pub(crate) fn in_tag(name: &FieldName, error: Error) -> Error {
    error.in_segment(PathSegment::Field(name.to_string()))
}
