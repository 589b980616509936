//! What `#[derive(CandidType)]`, `#[candid_method]` and `export_service!` generate.
#![cfg(feature = "default")]

#[path = "derive/alias.rs"]
mod alias;
#[path = "derive/array.rs"]
mod array;
#[path = "derive/attributes.rs"]
mod attributes;
#[path = "derive/descriptors.rs"]
mod descriptors;
#[path = "derive/docs.rs"]
mod docs;
#[path = "derive/flatten.rs"]
mod flatten;
#[path = "derive/flatten_pointers.rs"]
mod flatten_pointers;
#[path = "derive/generics.rs"]
mod generics;
#[path = "derive/lints.rs"]
mod lints;
#[path = "derive/read.rs"]
mod read;
#[path = "derive/readable_names.rs"]
mod readable_names;
#[path = "derive/rest.rs"]
mod rest;
#[path = "derive/rest_coroutines.rs"]
mod rest_coroutines;
#[cfg(feature = "json")]
#[path = "derive/rest_json.rs"]
mod rest_json;
#[path = "derive/rest_places.rs"]
mod rest_places;
#[path = "derive/serde.rs"]
mod serde;
#[path = "derive/serde_values.rs"]
mod serde_values;
#[path = "derive/service.rs"]
mod service;
#[path = "derive/shapes.rs"]
mod shapes;
#[cfg(feature = "value")]
#[path = "derive/tuple_defaults.rs"]
mod tuple_defaults;
#[cfg(feature = "value")]
#[path = "derive/ways.rs"]
mod ways;
#[path = "derive/with_type.rs"]
mod with_type;

use candid::{CandidType, Deserialize};
use std::fmt::Debug;

/// Checks the type as printed, the message, and that the message gives the value back.
#[track_caller]
fn check<T>(value: T, ty: &str, message: &str)
where
    T: CandidType + for<'a> Deserialize<'a> + PartialEq + Debug,
{
    check_written(&value, ty, message);
    let bytes = hex::decode(message).unwrap();
    assert_eq!(candid::decode_one::<T>(&bytes).unwrap(), value);
    descriptors::check_same::<T>();
}

/// The same for values that do not come back as they were.
#[track_caller]
fn check_written<T: CandidType + ?Sized>(value: &T, ty: &str, message: &str) {
    assert_eq!(T::ty().to_string(), ty);
    assert_eq!(hex::encode(candid::encode_one(value).unwrap()), message);
}

#[test]
fn mistakes_are_reported_where_they_are() {
    trybuild::TestCases::new().compile_fail("tests/derive/ui/*.rs");
}
