//! `Json`: a value that is encoded as JSON text.

use crate::error::unexpected::beginning;
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// A value whose Candid type is `text`: the JSON that `serde_json` writes for it (feature `serde_json`).
///
/// For values without a Candid type of their own, such as `serde_json::Value`, which may be anything. A receiver finds JSON in
/// the interface only as `text`, so a type that can derive [`CandidType`](crate::CandidType) should do that. For
/// `serde_json::Value` of values of Candid types there is `candid::json::to_value` (feature `json`).
///
/// In other formats of serde it is a string too. Encoding fails if `T` has no JSON, such as a map whose keys are records;
/// decoding fails with the path of the text, and with the line and column in it. The JSON is at most 128 levels deep.
///
/// # Examples
///
/// ```
/// use candid::{CandidType, Decode, Deserialize, Encode, Json};
/// use serde_json::{json, Value};
///
/// #[derive(CandidType, Deserialize, Debug, PartialEq)]
/// struct Event {
///     name: String,
///     details: Json<Value>,
/// }
/// assert_eq!(Event::ty().to_string(), "record { name : text; details : text }");
/// let event = Event { name: "paid".into(), details: Json(json!({ "amount": 5 })) };
/// let bytes = Encode!(&event)?;
/// assert_eq!(Decode!(&bytes, Event)?, event);
///
/// let error = Decode!(&Encode!(&"[1, 2")?, Json<Vec<u8>>).unwrap_err();
/// assert!(error.to_string().contains("EOF while parsing a list at line 1 column 5"), "{error}");
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Json<T>(pub T);

impl<T> From<T> for Json<T> {
    fn from(value: T) -> Self {
        Json(value)
    }
}

impl<T: Serialize> Json<T> {
    /// Returns the JSON.
    pub(crate) fn text<E: serde::ser::Error>(&self) -> Result<String, E> {
        serde_json::to_string(&self.0)
            .map_err(|error| E::custom(format_args!("expected a value with JSON: {error}")))
    }
}

impl<T: Serialize> Serialize for Json<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text::<S::Error>()?)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Json<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(JsonVisitor(PhantomData))
    }
}

struct JsonVisitor<T>(PhantomData<T>);

impl<T: DeserializeOwned> Visitor<'_> for JsonVisitor<T> {
    type Value = Json<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON text")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Json<T>, E> {
        serde_json::from_str(text).map(Json).map_err(|error| {
            // It may contain any part of the text.
            let (line, column, error) = (error.line(), error.column(), error.to_string());
            let place = format!(" at line {line} column {column}");
            let (cause, more) = beginning(error.strip_suffix(&place).unwrap_or(&error));
            E::custom(format_args!("expected JSON text: {cause}{more}{place}"))
        })
    }
}
