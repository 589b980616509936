//! Rust values as JSON, at their Candid types.

use crate::container::TypeContainer;
use crate::de::message::IDLDeserialize;
use crate::error::Result;
use crate::json::options::JsonOptions;
use crate::json::{from_str, to_string};
use crate::ser::builder::IDLBuilder;
use crate::traits::CandidType;
use crate::types::ty::Type;
use crate::value::model::IDLValue;
use serde::de::DeserializeOwned;

/// Returns the JSON of a Rust value at its Candid type.
///
/// # Errors
///
/// Those of encoding it, if its type is not known at compile time (`IDLValue`), and if a [`Rest`](crate::Rest) in it keeps
/// fields: its type does not have them, and who reads JSON at that type would not know theirs. With them, the value is
/// JSON in the self-describing form, which needs no type.
///
/// # Examples
///
/// ```
/// assert_eq!(candid::json::encode_one(&(1u8, Some("one"))).unwrap(), r#"[1,"one"]"#);
/// ```
///
/// With other fields, which [`IDLValue::from_rust`] has and [`IDLValue::to_rust`] keeps:
///
/// ```
/// use candid::json::{self, lossless, JsonOptions};
/// use candid::{CandidType, Decode, Deserialize, Encode, IDLValue, Rest};
///
/// #[derive(CandidType, Deserialize, Debug, PartialEq)]
/// struct User { name: String, #[candid(rest)] rest: Rest }
/// #[derive(CandidType)]
/// struct Newer { name: String, age: u8 }
///
/// let user = Decode!(&Encode!(&Newer { name: "Alice".to_string(), age: 30 })?, User)?;
/// let error = json::encode_one(&user).unwrap_err();
/// assert!(error.to_string().starts_with("surplus field `4_846_783`"));
///
/// let text = lossless::to_string(&IDLValue::from_rust(&user)?, &JsonOptions::new())?;
/// assert_eq!(text, r##"{"record":{"#4846783":{"nat8":30},"name":"Alice"}}"##);
/// assert_eq!(lossless::from_str(&text, &JsonOptions::new())?.to_rust::<User>()?, user);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn encode_one<T: CandidType>(value: &T) -> Result<String> {
    encode_one_with(value, &JsonOptions::new())
}

/// Returns the JSON of a Rust value at its Candid type, see [`encode_one`].
///
/// # Errors
///
/// Those of [`encode_one`].
///
/// # Examples
///
/// ```
/// use candid::json::{encode_one_with, BlobEncoding, JsonOptions};
///
/// let options = JsonOptions::new().blob(BlobEncoding::Hex);
/// assert_eq!(encode_one_with(&vec![1u8, 255], &options)?, r#""01ff""#);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn encode_one_with<T: CandidType>(value: &T, options: &JsonOptions) -> Result<String> {
    let (value, types, ty) = typed_value(value)?;
    to_string(&value, &types.env, &ty, options)
}

/// Returns a value, the definitions of its type, and the type.
pub(super) fn typed_value<T: CandidType>(value: &T) -> Result<(IDLValue, TypeContainer, Type)> {
    let mut types = TypeContainer::new();
    let ty = types.add::<T>();
    Ok((IDLValue::try_from_candid_type(value)?, types, ty))
}

/// Reads a Rust value at its Candid type.
///
/// # Errors
///
/// If the text is not JSON of a value of the type, and those of decoding a message of that value. Keys that the type does not
/// have are refused, unless the options say otherwise; no [`Rest`](crate::Rest) keeps them.
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
///
/// # Examples
///
/// ```
/// use candid::json::{self, JsonOptions, UnknownKeys};
///
/// #[derive(candid::CandidType, candid::Deserialize)]
/// struct User { name: String }
///
/// let text = r#"{"name": "Alice", "age": 30}"#;
/// assert!(json::decode_one::<User>(text).is_err());
/// let options = JsonOptions::new().unknown_keys(UnknownKeys::Skip);
/// assert_eq!(json::decode_one_with::<User>(text, &options)?.name, "Alice");
/// # Ok::<(), candid::Error>(())
/// ```
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
