//! The errors of values, with their texts: types that do not fit, missing fields, lengths and indices out of range.
//!
//! The reader adds the offset where it is not given here; containers add the path: `de/read/path.rs`.

use crate::de::plan::size::NO_VALUES;
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::error::{internal, Error, ErrorKind, Result};
use crate::schema::expected::{ExpectedType, FieldName};

/// Returns the error of a step for which [`Step::is_failure`] is true.
#[cold]
#[inline(never)]
pub(crate) fn mismatch(plan: &Plan, step: Step, full_error_message: bool) -> Error {
    let op = step.op();
    if op == Op::Empty {
        return no_value();
    }
    if op == Op::Rest {
        // It would lose them.
        return Error::msg(
            "the other fields of a record decode as `candid::Rest`, directly in the struct, and as no other type",
        );
    }
    let Some((wire, expected)) = plan.pair(step.slot()) else {
        return internal();
    };
    let expected = plan.describe_expected(expected, full_error_message);
    if op == Op::Missing {
        // The step of a missing field has only the expected type, because all fields of that type share it:
        // `missing_field` adds the name.
        return Error::subtype(format_args!("expected {expected}"));
    }
    Error::subtype(format_args!(
        "expected {expected}, found {}{}",
        plan.describe_wire(wire, full_error_message),
        match op {
            Op::InfiniteOpt => ", which would be an infinitely nested opt",
            _ => "",
        }
    ))
}

/// Returns the error of a Rust type that asks for another form than its Candid type has.
#[cold]
#[inline(never)]
pub(crate) fn wrong_form(asked: &str, step: Step, visitor: &dyn serde::de::Expected) -> Error {
    Error::subtype(format_args!(
        "the Rust type expects {asked} ({visitor}), but its Candid type decodes as {:?}",
        match step.op() {
            Op::PlainOpt => Op::Opt,
            op => op,
        }
    ))
}

/// Returns the error of a map whose Candid type is another vector.
#[cold]
#[inline(never)]
pub(crate) fn not_pairs() -> Error {
    Error::subtype("the Rust type is a map, but the elements of its Candid type are not pairs")
}

/// Returns `error`, of the value of an absent field, with the name of the field.
pub(crate) fn missing_field(name: &FieldName, error: Error) -> Error {
    error.with_prefix(&format!("missing field `{name}`: "))
}

/// Returns the error of an absent argument.
#[cold]
#[inline(never)]
pub(crate) fn missing_argument(
    plan: &Plan,
    expected: &ExpectedType,
    full_error_message: bool,
) -> Error {
    let expected = plan.describe_expected(expected, full_error_message);
    Error::subtype(format_args!("missing argument: expected {expected}"))
}

/// Returns the error of a case that the expected type of `step` does not have.
#[cold]
#[inline(never)]
pub(crate) fn unknown_case(
    plan: &Plan,
    step: Step,
    full_error_message: bool,
    name: &FieldName,
) -> Error {
    let expected = match plan.pair(step.slot()) {
        Some((_, expected)) => plan.describe_expected(expected, full_error_message),
        None => "a variant".to_owned(),
    };
    Error::subtype(format_args!(
        "expected {expected}, found unknown case {name}"
    ))
}

/// Returns the error of the index of a case.
#[cold]
#[inline(never)]
pub(crate) fn case_out_of_range(index: u64, n_cases: usize) -> Error {
    let s = if n_cases == 1 { "" } else { "s" };
    Error::new(
        ErrorKind::Malformed,
        format!("variant index {index} is out of range: the variant has {n_cases} case{s}"),
    )
}

/// Returns the error of a number that does not fit a Rust type.
#[cold]
#[inline(never)]
pub(crate) fn number_out_of_range(ty: &str) -> Error {
    Error::msg(format_args!("the number is out of range for {ty}"))
}

/// Returns the error of a type without values.
#[cold]
#[inline(never)]
pub(crate) fn no_value() -> Error {
    Error::subtype("the type on the wire has no values")
}

/// Returns the error of a vector that claims `len` elements of at least `min` bytes each.
#[cold]
#[inline(never)]
pub(crate) fn too_long(len: usize, min: u64) -> Error {
    if min == NO_VALUES {
        return Error::subtype(format_args!(
            "a vector of {len} elements whose type has no values"
        ));
    }
    Error::new(
        ErrorKind::Truncated,
        format!("a vector of {len} elements is longer than the rest of the message"),
    )
}

/// Returns the error of a visitor that did not read a field of a record, whose bytes would be read as the next value.
#[cold]
#[inline(never)]
pub(crate) fn unread_field(n_expected: usize, name: &FieldName) -> Error {
    Error::msg(format_args!(
        "the Rust type takes fewer values than the {n_expected} fields of its Candid type: \
         field {name} was not read"
    ))
}

/// Returns the error of a visitor that did not read the last `n_left` elements of a vector.
#[cold]
#[inline(never)]
pub(crate) fn unread_elements(n_left: usize, len: usize) -> Error {
    Error::msg(format_args!(
        "the Rust type takes {} elements, but the vector has {len}",
        len - n_left
    ))
}

/// Checks that the last `n_left` elements of a vector, which were not read, take no bytes: otherwise their bytes would be read
/// as the next value.
#[cold]
#[inline(never)]
pub(crate) fn check_unread(plan: &Plan, element: Step, n_left: usize, len: usize) -> Result<()> {
    if plan.takes_no_bytes(element) {
        Ok(())
    } else {
        Err(unread_elements(n_left, len))
    }
}

/// Returns the error of a vector of `len` elements that is decoded as an array of `n`, in serde's words.
#[cold]
#[inline(never)]
pub(crate) fn too_few_elements(len: usize, n: usize) -> Error {
    serde::de::Error::invalid_length(len, &format!("an array of length {n}").as_str())
}

/// Returns the error of bytes after the last value.
#[cold]
#[inline(never)]
pub(crate) fn bytes_left(n: usize) -> Error {
    Error::new(
        ErrorKind::Malformed,
        format!(
            "{n} byte{} left after the last value",
            if n == 1 { " is" } else { "s are" }
        ),
    )
}
