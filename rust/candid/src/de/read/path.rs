//! Paths of errors.

use crate::de::plan::node::FieldStep;
use crate::de::plan::step::Op;
use crate::de::state::State;
use crate::error::{Error, PathSegment};
use crate::schema::expected::FieldName;

/// Returns `error` as the failure of a field. The step of a missing field has only the expected type, because all
/// fields of that type share it.
#[cold]
#[inline(never)]
pub(crate) fn in_field(error: Error, state: &State<'_>, field: &FieldStep) -> Error {
    let name = field.name.to_string();
    let is_missing = field.step.is(Op::Missing) && !error.has_path();
    let prefix = is_missing.then(|| format!("missing field `{name}`: "));
    let error = state.within(error, PathSegment::Field(name));
    match prefix {
        Some(prefix) => error.with_prefix(&prefix),
        None => error,
    }
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
