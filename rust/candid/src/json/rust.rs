//! Rust values as JSON, at their Candid types.

use crate::container::TypeContainer;
use crate::de::message::IDLDeserialize;
use crate::error::Result;
use crate::json::options::JsonOptions;
use crate::json::{from_str, to_string};
use crate::ser::builder::IDLBuilder;
use crate::traits::CandidType;
use crate::value::model::IDLValue;
use serde::de::DeserializeOwned;

/// Returns the JSON of a Rust value at its Candid type.
///
/// # Errors
///
/// Those of encoding it, and if its type is not known at compile time (`IDLValue`).
///
/// # Examples
///
/// ```
/// assert_eq!(candid::json::encode_one(&(1u8, Some("one"))).unwrap(), r#"[1,"one"]"#);
/// ```
pub fn encode_one<T: CandidType>(value: &T) -> Result<String> {
    encode_one_with(value, &JsonOptions::new())
}

/// Returns the JSON of a Rust value at its Candid type, see [`encode_one`].
///
/// # Errors
///
/// Those of [`encode_one`].
pub fn encode_one_with<T: CandidType>(value: &T, options: &JsonOptions) -> Result<String> {
    let mut types = TypeContainer::new();
    let ty = types.add::<T>();
    let value = IDLValue::try_from_candid_type(value)?;
    to_string(&value, &types.env, &ty, options)
}

/// Reads a Rust value at its Candid type.
///
/// # Errors
///
/// If the text is not JSON of a value of the type, and those of decoding a message of that value.
///
/// # Examples
///
/// ```
/// assert_eq!(candid::json::decode_one::<(u8, Option<String>)>("[1, null]").unwrap(), (1, None));
/// ```
pub fn decode_one<T: CandidType + DeserializeOwned>(text: &str) -> Result<T> {
    decode_one_with(text, &JsonOptions::new())
}

/// Reads a Rust value at its Candid type, see [`decode_one`].
///
/// # Errors
///
/// Those of [`decode_one`].
pub fn decode_one_with<T: CandidType + DeserializeOwned>(
    text: &str,
    options: &JsonOptions,
) -> Result<T> {
    let mut types = TypeContainer::new();
    let ty = types.add::<T>();
    let value = from_str(text, &types.env, &ty, options)?;
    let mut builder = IDLBuilder::new();
    builder.annotated_arg(&value, &types.env, &ty)?;
    let bytes = builder.serialize_to_vec()?;
    let mut de = IDLDeserialize::new(&bytes)?;
    // The offset would be one in the message.
    let value = de.get_value().map_err(|error| error.in_value())?;
    de.done()?;
    Ok(value)
}
