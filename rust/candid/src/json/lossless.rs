//! The self-describing form: values whose type is not known, with types written into the JSON.
//!
//! `bool`, `null`, text and vectors are plain JSON; any other value is an object whose one key is its kind. What is
//! written decodes as the same value. See [the page about JSON](../../guide/json/index.html#without-a-type).
//!
//! # Examples
//!
//! ```
//! use candid::json::{lossless, JsonOptions};
//! use candid::{Encode, IDLArgs};
//!
//! let args = IDLArgs::from_bytes(&Encode!(&(1u64, Some("one"))).unwrap()).unwrap();
//! let text = lossless::args_to_string(&args, &JsonOptions::new()).unwrap();
//! assert_eq!(text, r##"[{"record":{"#0":{"nat64":"1"},"#1":{"opt":"one"}}}]"##);
//! assert_eq!(lossless::args_from_str(&text, &JsonOptions::new()).unwrap(), args);
//! ```

mod write;

use crate::error::{PathSegment, Result};
use crate::json::options::JsonOptions;
use crate::json::read::{hint, PartResult, Reader};
use crate::json::shown::{segment_of, shown};
use crate::json::syntax::{Kind, Parser};
use crate::json::write::Writer;
use crate::json::{key, write_to};
use crate::types::env::TypeEnv;
use crate::types::ty::{Function, Type, TypeInner};
use crate::util::suggest::did_you_mean;
use crate::value::model::{IDLArgs, IDLField, IDLValue, VariantValue};
use std::collections::HashSet;
use std::io;
use write::{is_literal, write, write_items, NUMBER, RECORD};

pub(super) use write::{ARGS, VALUE};

/// Returns the self-describing JSON of a value.
///
/// # Errors
///
/// If the value is nested too deeply for the stack, or is not one that can be encoded: a record has a label twice, or an
/// [`IDLValue::Number`] is not a number. The error has the path.
///
/// # Examples
///
/// ```
/// use candid::json::{lossless, JsonOptions};
/// use candid::IDLValue;
///
/// let value = IDLValue::from(Some(5u64));
/// assert_eq!(lossless::to_string(&value, &JsonOptions::new())?, r#"{"opt":{"nat64":"5"}}"#);
/// # Ok::<(), candid::Error>(())
/// ```
pub fn to_string(value: &IDLValue, options: &JsonOptions) -> Result<String> {
    write_to(None, &TypeEnv::new(), options, |writer| {
        write(writer, value)
    })
}

/// Writes the self-describing JSON of a value, in parts of a few kilobytes, see [`to_string`].
///
/// # Errors
///
/// Those of [`to_string`], of which a part may have been written then, and those of `out`.
pub fn to_writer<W: io::Write>(out: &mut W, value: &IDLValue, options: &JsonOptions) -> Result<()> {
    let write = |writer: &mut Writer<'_, '_>| write(writer, value);
    write_to(Some(out), &TypeEnv::new(), options, write).map(drop)
}

/// Reads a value in the self-describing form.
///
/// # Errors
///
/// If the text is not JSON, not of this form, or nested too deeply for the stack.
///
/// # Examples
///
/// ```
/// use candid::json::{lossless, JsonOptions};
/// use candid::IDLValue;
///
/// let value = lossless::from_str(r#"{"opt": {"nat64": "5"}}"#, &JsonOptions::new())?;
/// assert_eq!(value, IDLValue::from(Some(5u64)));
/// # Ok::<(), candid::Error>(())
/// ```
pub fn from_str(text: &str, options: &JsonOptions) -> Result<IDLValue> {
    let env = TypeEnv::new();
    only_value(&mut Reader::new(Parser::new(text, 1), &env, options))
}

/// Reads a value in the self-describing form from bytes, see [`from_str`].
///
/// # Errors
///
/// Those of [`from_str`], and if the bytes are not UTF-8.
pub fn from_slice(bytes: &[u8], options: &JsonOptions) -> Result<IDLValue> {
    let env = TypeEnv::new();
    only_value(&mut Reader::new(Parser::of_bytes(bytes, 1), &env, options))
}

/// Returns the self-describing JSON of a message: an array.
///
/// # Errors
///
/// Those of [`to_string`].
pub fn args_to_string(args: &IDLArgs, options: &JsonOptions) -> Result<String> {
    let write =
        |writer: &mut Writer<'_, '_>| write_items(writer, &args.args, PathSegment::Argument);
    write_to(None, &TypeEnv::new(), options, write)
}

/// Writes the self-describing JSON of a message, in parts of a few kilobytes, see [`args_to_string`].
///
/// # Errors
///
/// Those of [`args_to_string`], of which a part may have been written then, and those of `out`.
pub fn args_to_writer<W: io::Write>(
    out: &mut W,
    args: &IDLArgs,
    options: &JsonOptions,
) -> Result<()> {
    let write =
        |writer: &mut Writer<'_, '_>| write_items(writer, &args.args, PathSegment::Argument);
    write_to(Some(out), &TypeEnv::new(), options, write).map(drop)
}

/// Reads a message in the self-describing form.
///
/// # Errors
///
/// Those of [`from_str`], and if it is not an array.
///
/// # Examples
///
/// ```
/// use candid::json::{lossless, JsonOptions};
///
/// let args = lossless::args_from_str(r#"["one", {"nat8": 1}]"#, &JsonOptions::new())?;
/// assert_eq!(args.to_string(), r#"("one", 1 : nat8)"#);
/// assert!(lossless::args_from_str("[1]", &JsonOptions::new()).is_err());
/// # Ok::<(), candid::Error>(())
/// ```
pub fn args_from_str(text: &str, options: &JsonOptions) -> Result<IDLArgs> {
    let env = TypeEnv::new();
    only_args(&mut Reader::new(Parser::new(text, 1), &env, options))
}

/// Reads a message in the self-describing form from bytes, see [`args_from_str`].
///
/// # Errors
///
/// Those of [`args_from_str`], and if the bytes are not UTF-8.
pub fn args_from_slice(bytes: &[u8], options: &JsonOptions) -> Result<IDLArgs> {
    let env = TypeEnv::new();
    only_args(&mut Reader::new(Parser::of_bytes(bytes, 1), &env, options))
}

/// The kinds of values that are objects.
const KINDS: [&str; 22] = [
    "blob",
    "float32",
    "float64",
    "func",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "nat",
    "nat16",
    "nat32",
    "nat64",
    "nat8",
    "none",
    "number",
    "opt",
    "principal",
    "record",
    "reserved",
    "service",
    "variant",
];

/// Reads a value, behind which the text ends.
pub(super) fn only_value(reader: &mut Reader<'_>) -> Result<IDLValue> {
    let value = read(reader)?;
    reader.parser.end(|| VALUE)?;
    Ok(value)
}

/// Reads a message, the array of its arguments, behind which the text ends.
pub(super) fn only_args(reader: &mut Reader<'_>) -> Result<IDLArgs> {
    let args = match reader.parser.peek() {
        Ok(Kind::Array) => read_items(reader, PathSegment::Argument),
        Ok(_) => Err(reader.parser.mismatch(format!("an array of {ARGS}")).into()),
        Err(error) => Err(error.into()),
    };
    let args = args.map_err(|error| error.for_type(|| ARGS))?;
    reader.parser.end(|| ARGS)?;
    Ok(IDLArgs { args })
}

/// Reads a value.
fn read(reader: &mut Reader<'_>) -> Result<IDLValue> {
    read_value(reader).map_err(|error| error.for_type(|| VALUE))
}

fn read_value(reader: &mut Reader<'_>) -> PartResult<IDLValue> {
    reader.parser.check_depth()?;
    Ok(match reader.parser.peek()? {
        Kind::Null => {
            reader.parser.null()?;
            IDLValue::Null
        }
        Kind::Bool => IDLValue::Bool(reader.parser.bool()?),
        Kind::String => IDLValue::Text(reader.parser.string()?.into_owned()),
        Kind::Array => {
            let items = read_items(reader, PathSegment::Index);
            IDLValue::Vec(items.map_err(|error| error.for_type(|| "a self-describing vec"))?)
        }
        Kind::Object => return read_tagged(reader),
        Kind::Number => {
            let expected = "an object with the type of the number, such as {\"nat8\": 5}";
            return Err(reader.parser.mismatch(expected).into());
        }
    })
}

fn read_items(reader: &mut Reader<'_>, at: fn(usize) -> PathSegment) -> PartResult<Vec<IDLValue>> {
    let mut items = reader.parser.open_array()?;
    let mut values = Vec::new();
    while reader.parser.next_item(&mut items)? {
        let value = read(reader).map_err(|error| error.in_segment(at(values.len())))?;
        values.push(value);
    }
    values.shrink_to_fit();
    Ok(values)
}

fn read_tagged(reader: &mut Reader<'_>) -> PartResult<IDLValue> {
    const EXPECTED: &str = "an object with one key, the kind of the self-describing value";
    let mut at_start = reader.parser.clone();
    let mut items = reader.parser.open_object()?;
    let Some((tag, at)) = reader.parser.next_key(&mut items)? else {
        return Err(at_start.mismatch(EXPECTED).into());
    };
    let value = match &*tag {
        "opt" => IDLValue::Opt(Box::new(read(reader)?)),
        "record" => IDLValue::Record(read_fields(reader, RECORD)?),
        "variant" => {
            const VARIANT: &str = "a self-describing variant";
            let mut at_variant = reader.parser.clone();
            match <[IDLField; 1]>::try_from(read_fields(reader, VARIANT)?) {
                Ok([field]) => IDLValue::Variant(VariantValue(Box::new(field), 0)),
                Err(_) => {
                    let expected = format!("an object with one key for {VARIANT}");
                    return Err(at_variant.mismatch(expected).into());
                }
            }
        }
        "number" => {
            let mut at_number = reader.parser.clone();
            match reader.value(&TypeInner::Text.into())? {
                IDLValue::Text(digits) if is_literal(&digits) => IDLValue::Number(digits),
                _ => {
                    let expected = format!("a string of digits for {NUMBER}");
                    return Err(at_number.mismatch(expected).into());
                }
            }
        }
        "none" => match reader.value(&TypeInner::Null.into())? {
            IDLValue::Null => IDLValue::None,
            other => other,
        },
        tag => match type_of(tag) {
            Some(ty) => reader.value(&ty)?,
            None => {
                let (found, hint) = (shown(tag), hint(did_you_mean(tag, KINDS)));
                let message = format!("expected the kind of {VALUE}, found {found}{hint}");
                return Err(reader.refused(at, message).into());
            }
        },
    };
    if reader.parser.next_key(&mut items)?.is_some() {
        return Err(at_start.mismatch(EXPECTED).into());
    }
    Ok(value)
}

/// Returns the type of the content of a kind of value.
fn type_of(tag: &str) -> Option<Type> {
    Some(match tag {
        "nat" => TypeInner::Nat.into(),
        "int" => TypeInner::Int.into(),
        "nat8" => TypeInner::Nat8.into(),
        "nat16" => TypeInner::Nat16.into(),
        "nat32" => TypeInner::Nat32.into(),
        "nat64" => TypeInner::Nat64.into(),
        "int8" => TypeInner::Int8.into(),
        "int16" => TypeInner::Int16.into(),
        "int32" => TypeInner::Int32.into(),
        "int64" => TypeInner::Int64.into(),
        "float32" => TypeInner::Float32.into(),
        "float64" => TypeInner::Float64.into(),
        "reserved" => TypeInner::Reserved.into(),
        "principal" => TypeInner::Principal.into(),
        "blob" => TypeInner::Vec(TypeInner::Nat8.into()).into(),
        "service" => TypeInner::Service(Vec::new()).into(),
        "func" => TypeInner::Func(Function {
            modes: Vec::new(),
            args: Vec::new(),
            rets: Vec::new(),
        })
        .into(),
        _ => return None,
    })
}

fn read_fields(reader: &mut Reader<'_>, expected: &str) -> Result<Vec<IDLField>> {
    let fields = read_fields_of(reader, expected);
    fields.map_err(|error| error.for_type(|| expected))
}

fn read_fields_of(reader: &mut Reader<'_>, expected: &str) -> PartResult<Vec<IDLField>> {
    if reader.parser.peek()? != Kind::Object {
        let expected = format!("an object of fields for {expected}");
        return Err(reader.parser.mismatch(expected).into());
    }
    let mut items = reader.parser.open_object()?;
    let mut ids = HashSet::new();
    let mut fields = Vec::new();
    while let Some((name, at)) = reader.parser.next_key(&mut items)? {
        let Some(id) = key::label_of(&name) else {
            let found = shown(&name);
            let message =
                format!("expected a name, or # and a number for {expected}, found {found}");
            return Err(reader.refused(at, message).into());
        };
        if !ids.insert(id.get_id()) {
            let found = shown(&name);
            let message = format!("expected each label once for {expected}, found {found} again");
            return Err(reader.refused(at, message).into());
        }
        let val = read(reader);
        let val = val.map_err(|error| error.in_segment(segment_of(&id)))?;
        fields.push(IDLField { id, val });
    }
    fields.shrink_to_fit();
    Ok(fields)
}
