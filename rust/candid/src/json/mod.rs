//! Candid values as JSON, at a type (feature `json`).
//!
//! [The page about JSON](../guide/json/index.html) has the table of types, with an example for each; `spec/json.md` of the repository
//! defines the mapping to the last detail. In short: numbers of up to 32 bits are JSON numbers, `nat`, `int` and 64-bit
//! numbers strings of digits, blobs base64 or hex, options the value or `null`, variants `{"Tag": payload}`. What is
//! written at a type decodes as the same value at that type, bit for bit.
//!
//! Errors have the path, the expected type and what was found; those of reading also line and column, and for an unknown key the
//! one that is perhaps meant.
//!
//! # Examples
//!
//! ```
//! use candid::{json, CandidType, Deserialize};
//!
//! #[derive(CandidType, Deserialize, Debug, PartialEq)]
//! struct Transfer {
//!     to: String,
//!     amount: u64,
//!     memo: Option<u8>,
//! }
//! let transfer = Transfer { to: "alice".into(), amount: 100, memo: None };
//! let text = json::encode_one(&transfer).unwrap();
//! assert_eq!(text, r#"{"to":"alice","memo":null,"amount":"100"}"#);
//! assert_eq!(json::decode_one::<Transfer>(&text).unwrap(), transfer);
//!
//! let error = json::decode_one::<Transfer>(r#"{"to": "alice", "amount": -1}"#).unwrap_err();
//! assert_eq!(error.path(), "amount");
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 27: expected nat64, found the number -1 at amount, byte offset 26"
//! );
//! ```

mod agents;
mod blob;
mod error;
mod key;
mod lines;
pub mod lossless;
mod number;
mod options;
mod read;
mod rust;
mod schema;
mod shown;
mod syntax;
#[cfg(feature = "serde_json")]
mod tree;
mod write;

use crate::error::{Error, PathSegment, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::stack::StackLimit;
use crate::value::model::{IDLArgs, IDLValue};
use read::Reader;
use std::io;
use syntax::Parser;
use write::{n_arguments, Sink, Writer};

pub use lines::{LineReader, LineWriter};
pub use options::{BlobEncoding, JsonOptions, UnknownKeys};
pub use rust::{decode_one, decode_one_with, encode_one, encode_one_with};
pub use schema::{args_schema, method_schema, schema, schema_of, service_schemas};
pub use schema::{MessageSchema, MethodSchemas, ServiceSchemas};
#[cfg(feature = "serde_json")]
pub use tree::{decode_from_value, encode_to_value, from_value, to_value};

/// Returns the JSON of a value at the type `ty`, whose names `env` defines.
///
/// # Errors
///
/// If the value is not one of the type: integer literals and missing fields have to be annotated first
/// ([`IDLValue::annotate_type`]). If it is nested too deeply for the stack. The error has the path and the expected type.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, IDLValue, TypeEnv};
///
/// let (env, ty, options) = (TypeEnv::new(), TypeInner::Nat64.into(), json::JsonOptions::new());
/// let text = json::to_string(&IDLValue::Nat64(5), &env, &ty, &options).unwrap();
/// assert_eq!(text, r#""5""#);
/// assert_eq!(json::from_str(&text, &env, &ty, &options).unwrap(), IDLValue::Nat64(5));
/// ```
pub fn to_string(
    value: &IDLValue,
    env: &TypeEnv,
    ty: &Type,
    options: &JsonOptions,
) -> Result<String> {
    write_to(None, env, options, |writer| writer.value(value, ty))
}

/// Writes the JSON of a value at a type, in parts of a few kilobytes, see [`to_string`].
///
/// # Errors
///
/// Those of [`to_string`], of which a part may have been written then, and those of `out`.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, IDLValue, TypeEnv};
///
/// let mut file = Vec::new();
/// let (env, options) = (TypeEnv::new(), json::JsonOptions::new());
/// json::to_writer(&mut file, &IDLValue::Nat8(5), &env, &TypeInner::Nat8.into(), &options)?;
/// assert_eq!(file, b"5");
/// # Ok::<(), candid::Error>(())
/// ```
pub fn to_writer<W: io::Write>(
    out: &mut W,
    value: &IDLValue,
    env: &TypeEnv,
    ty: &Type,
    options: &JsonOptions,
) -> Result<()> {
    write_to(Some(out), env, options, |writer| writer.value(value, ty)).map(drop)
}

/// Reads a value at the type `ty`, whose names `env` defines.
///
/// # Errors
///
/// If the text is not JSON, is not a value of the type, or is nested too deeply for the stack.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, IDLValue, TypeEnv};
///
/// let (env, ty, options) = (TypeEnv::new(), TypeInner::Nat64.into(), json::JsonOptions::new());
/// assert_eq!(json::from_str(r#" "5" "#, &env, &ty, &options)?, IDLValue::Nat64(5));
/// let error = json::from_str("-5", &env, &ty, &options).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: expected nat64, found the number -5 at byte offset 0");
/// # Ok::<(), candid::Error>(())
/// ```
pub fn from_str(text: &str, env: &TypeEnv, ty: &Type, options: &JsonOptions) -> Result<IDLValue> {
    Reader::new(Parser::new(text, 1), env, options).only_value(ty)
}

/// Reads a value at a type from bytes, see [`from_str`].
///
/// # Errors
///
/// Those of [`from_str`], and if the bytes are not UTF-8.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, IDLValue, TypeEnv};
///
/// let (env, ty, options) = (TypeEnv::new(), TypeInner::Nat8.into(), json::JsonOptions::new());
/// assert_eq!(json::from_slice(b"5", &env, &ty, &options)?, IDLValue::Nat8(5));
/// assert!(json::from_slice(b"\xff", &env, &ty, &options).unwrap_err().is_malformed());
/// # Ok::<(), candid::Error>(())
/// ```
pub fn from_slice(
    bytes: &[u8],
    env: &TypeEnv,
    ty: &Type,
    options: &JsonOptions,
) -> Result<IDLValue> {
    Reader::new(Parser::of_bytes(bytes, 1), env, options).only_value(ty)
}

/// Returns the JSON of a message at its argument types: an array.
///
/// # Errors
///
/// Those of [`to_string`], and if the numbers of values and types differ.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, Encode, IDLArgs, TypeEnv};
///
/// let (env, types) = (TypeEnv::new(), [TypeInner::Nat8.into(), TypeInner::Text.into()]);
/// let args = IDLArgs::from_bytes(&Encode!(&1u8, &"one").unwrap()).unwrap();
/// let options = json::JsonOptions::new();
/// let text = json::args_to_string(&args, &env, &types, &options).unwrap();
/// assert_eq!(text, r#"[1,"one"]"#);
/// assert_eq!(json::args_from_str(&text, &env, &types, &options).unwrap(), args);
/// ```
pub fn args_to_string(
    args: &IDLArgs,
    env: &TypeEnv,
    types: &[Type],
    options: &JsonOptions,
) -> Result<String> {
    write_to(None, env, options, |writer| write_args(writer, args, types))
}

/// Writes the JSON of a message at its argument types, in parts of a few kilobytes, see [`args_to_string`].
///
/// # Errors
///
/// Those of [`args_to_string`], of which a part may have been written then, and those of `out`.
///
/// # Examples
///
/// ```
/// use candid::{json, types::TypeInner, Encode, IDLArgs, TypeEnv};
///
/// let args = IDLArgs::from_bytes(&Encode!(&5u8)?)?;
/// let (mut file, options) = (Vec::new(), json::JsonOptions::new());
/// json::args_to_writer(&mut file, &args, &TypeEnv::new(), &[TypeInner::Nat8.into()], &options)?;
/// assert_eq!(file, b"[5]");
/// # Ok::<(), candid::Error>(())
/// ```
pub fn args_to_writer<W: io::Write>(
    out: &mut W,
    args: &IDLArgs,
    env: &TypeEnv,
    types: &[Type],
    options: &JsonOptions,
) -> Result<()> {
    let write = |writer: &mut Writer<'_, '_>| write_args(writer, args, types);
    write_to(Some(out), env, options, write).map(drop)
}

/// Reads a message at its argument types. Arguments missing at the end are null if their types allow it.
///
/// # Errors
///
/// Those of [`from_str`], and if there are too few or too many arguments.
///
/// # Examples
///
/// ```
/// use candid::{json, types::{Type, TypeInner}, Encode, TypeEnv};
///
/// let types: [Type; 2] = [TypeInner::Nat8.into(), TypeInner::Opt(TypeInner::Text.into()).into()];
/// let (env, options) = (TypeEnv::new(), json::JsonOptions::new());
/// let args = json::args_from_str("[1]", &env, &types, &options)?;
/// assert_eq!(args.to_string(), "(1 : nat8, null)");
/// assert_eq!(args.to_bytes_with_types(&env, &types)?, Encode!(&1u8, &None::<String>)?);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn args_from_str(
    text: &str,
    env: &TypeEnv,
    types: &[Type],
    options: &JsonOptions,
) -> Result<IDLArgs> {
    Reader::new(Parser::new(text, 1), env, options).only_args(types)
}

/// Reads a message at its argument types from bytes, see [`args_from_str`].
///
/// # Errors
///
/// Those of [`args_from_str`], and if the bytes are not UTF-8.
pub fn args_from_slice(
    bytes: &[u8],
    env: &TypeEnv,
    types: &[Type],
    options: &JsonOptions,
) -> Result<IDLArgs> {
    Reader::new(Parser::of_bytes(bytes, 1), env, options).only_args(types)
}

/// Writes, and returns the text unless there is a writer.
fn write_to(
    out: Option<&mut dyn io::Write>,
    env: &TypeEnv,
    options: &JsonOptions,
    write: impl FnOnce(&mut Writer<'_, '_>) -> Result<()>,
) -> Result<String> {
    let mut writer = Writer {
        out: Sink::new(out),
        env,
        options,
        stack: StackLimit::of_this_thread(),
        levels: None,
    };
    write(&mut writer)?;
    writer.out.flush()?;
    Ok(writer.out.text)
}

fn write_args(writer: &mut Writer<'_, '_>, args: &IDLArgs, types: &[Type]) -> Result<()> {
    let (expected, found) = (types.len(), args.args.len());
    if expected != found {
        return Err(Error::subtype(format_args!(
            "expected {}, found {found}",
            n_arguments(types)
        )));
    }
    writer.out.text.push('[');
    for (i, (arg, ty)) in args.args.iter().zip(types).enumerate() {
        if i > 0 {
            writer.out.text.push(',');
        }
        let written = writer.value(arg, ty);
        written.map_err(|error| error.in_segment(PathSegment::Argument(i)))?;
    }
    writer.out.text.push(']');
    Ok(())
}
