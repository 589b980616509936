//! Candid values as `serde_json::Value` (feature `serde_json`), by way of the text that is defined for them.

use crate::error::{Error, Result};
use crate::json::options::JsonOptions;
use crate::json::{from_str, rust, write_to};
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::ty::print::brief;
use crate::types::ty::Type;
use crate::value::model::IDLValue;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How many arrays and objects serde_json reads inside each other.
const MAX_LEVELS: usize = 127;

/// Returns the JSON of a value at the type `ty` as a `serde_json::Value`, see [`to_string`](super::to_string) (feature `serde_json`).
///
/// # Errors
///
/// Those of [`to_string`](super::to_string), and if more than 127 arrays and objects are nested, which serde_json does not read.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, IDLValue, TypeEnv};
/// use serde_json::json;
///
/// let (env, options) = (TypeEnv::new(), json::JsonOptions::new());
/// let ty = TypeInner::Vec(TypeInner::Nat64.into()).into();
/// let value = IDLValue::Vec(vec![IDLValue::Nat64(5)]);
/// let tree = json::to_value(&value, &env, &ty, &options).unwrap();
/// assert_eq!(tree, json!(["5"]));
/// assert_eq!(json::from_value(&tree, &env, &ty, &options).unwrap(), value);
/// ```
pub fn to_value(
    value: &IDLValue,
    env: &TypeEnv,
    ty: &Type,
    options: &JsonOptions,
) -> Result<Value> {
    let text = write_to(None, env, options, |writer| {
        writer.levels = Some(MAX_LEVELS);
        writer.value(value, ty)
    })?;
    // Everything else that is written is JSON for serde_json too.
    serde_json::from_str(&text).map_err(|error| Error::msg(format_args!("{}: {error}", brief(ty))))
}

/// Reads a value at the type `ty` from a `serde_json::Value`, see [`from_str`] (feature `serde_json`).
///
/// # Errors
///
/// Those of [`from_str`]: line and column are those of the JSON on one line.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, TypeEnv};
/// use serde_json::json;
///
/// let (env, options) = (TypeEnv::new(), json::JsonOptions::new());
/// let ty = TypeInner::Vec(TypeInner::Nat64.into()).into();
/// let error = json::from_value(&json!(["5", -1]), &env, &ty, &options).unwrap_err();
/// assert_eq!(error.path(), "[1]");
/// assert!(error.to_string().contains("expected nat64, found the number -1"));
/// ```
pub fn from_value(
    tree: &Value,
    env: &TypeEnv,
    ty: &Type,
    options: &JsonOptions,
) -> Result<IDLValue> {
    from_str(&tree.to_string(), env, ty, options)
}

/// Returns the JSON of a Rust value at its Candid type as a `serde_json::Value`, see [`encode_one`](super::encode_one)
/// (feature `serde_json`).
///
/// # Errors
///
/// Those of [`encode_one`](super::encode_one) and of [`to_value`].
///
/// # Examples
///
/// ```
/// let tree = candid::json::encode_to_value(&(1u8, Some(5u64))).unwrap();
/// assert_eq!(tree, serde_json::json!([1, "5"]));
/// let value: (u8, Option<u64>) = candid::json::decode_from_value(&tree).unwrap();
/// assert_eq!(value, (1, Some(5)));
/// ```
pub fn encode_to_value<T: CandidType>(value: &T) -> Result<Value> {
    let (value, types, ty) = rust::typed_value(value)?;
    to_value(&value, &types.env, &ty, &JsonOptions::new())
}

/// Reads a Rust value at its Candid type from a `serde_json::Value`, see [`decode_one`](super::decode_one) (feature
/// `serde_json`).
///
/// # Errors
///
/// Those of [`decode_one`](super::decode_one): line and column are those of the JSON on one line.
///
/// # Examples
///
/// ```
/// use candid::{json::decode_from_value, CandidType, Deserialize};
/// use serde_json::json;
///
/// #[derive(CandidType, Deserialize)]
/// struct Transfer { to: String, amount: u64, memo: Option<String> }
///
/// let transfer: Transfer = decode_from_value(&json!({"to": "alice", "amount": "5"}))?;
/// assert_eq!((transfer.amount, transfer.memo), (5, None));
/// # Ok::<(), candid::Error>(())
/// ```
pub fn decode_from_value<T: CandidType + DeserializeOwned>(tree: &Value) -> Result<T> {
    rust::decode_one(&tree.to_string())
}
