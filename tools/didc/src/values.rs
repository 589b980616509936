//! Values of messages: read from any format, written as text and JSON.

use crate::failure::{Failure, Result};
use crate::format::{Content, Format};
use crate::message;
use crate::output::Output;
use crate::quota::Quota;
use crate::source::Origin;
use crate::typing::Typed;
use candid_parser::explain::Names;
use candid_parser::json::{self, lossless, JsonOptions};
use candid_parser::types::Type;
use candid_parser::value::TextArgs;
use candid_parser::{parse_idl_args, IDLArgs, IDLValue, TypeEnv};

/// A message that has been read: from bytes, or from text.
pub(crate) enum Loaded {
    Bytes(Vec<u8>),
    /// At the types, if there are some; with the message if text made it, which may have types that values do not have.
    Args(IDLArgs, Option<Vec<u8>>),
}

impl Loaded {
    /// Reads the values of a text. Warns of those that the types do not have.
    pub(crate) fn of(
        content: Content,
        (name, origin): (&str, Origin),
        typed: Option<&Typed>,
        out: &Output,
    ) -> Result<Self> {
        let options = JsonOptions::new();
        let unreadable = |error| origin.blame(Failure::from(error));
        let in_json = |failure: Failure| match origin {
            Origin::Argument => failure,
            Origin::File => failure.named(name),
        };
        match (content, typed) {
            (Content::Message(bytes), _) => Ok(Loaded::Bytes(bytes)),
            (Content::Text(text), None) => {
                let read = TextArgs::new(&text).named(name).read();
                let (bytes, _) = read.map_err(unreadable)?.to_bytes()?;
                Ok(Loaded::Args(parse_idl_args(&text)?, Some(bytes)))
            }
            (Content::Text(text), Some(Typed { env, types })) => {
                let read = TextArgs::new(&text).named(name).read();
                let typed = read.map_err(unreadable)?.at_types(env, types)?;
                out.findings(&typed.warnings);
                Ok(Loaded::Args(typed.args, None))
            }
            (Content::Json(text), None) => {
                // The types are a part of the text.
                let args = lossless::args_from_str(&text, &options);
                let args = args.map_err(|error| origin.blame(error.into()));
                Ok(Loaded::Args(args.map_err(in_json)?, None))
            }
            (Content::Json(text), Some(Typed { env, types })) => {
                let args = json::args_from_str(&text, env, types, &options);
                let args = args.map_err(|error| match is_json(&text) {
                    true => Failure::from(error),
                    false => origin.blame(error.into()),
                });
                Ok(Loaded::Args(args.map_err(in_json)?, None))
            }
        }
    }

    /// Returns the values, decoded at the types if there are some; otherwise with the names that are known.
    pub(crate) fn into_args<'a>(
        self,
        typed: Option<&Typed>,
        names: impl Fn() -> &'a Names,
        quota: &Quota,
    ) -> Result<IDLArgs> {
        let bytes = match self {
            Loaded::Args(args, _) => return Ok(args),
            Loaded::Bytes(bytes) => bytes,
        };
        let config = quota.config();
        let decoded = match typed {
            Some(Typed { env, types }) => {
                IDLArgs::from_bytes_with_types_with_config(&bytes, env, types, &config)
            }
            None => IDLArgs::from_bytes_with_config(&bytes, &config),
        };
        let mut args = decoded.map_err(|error| rejected(&error, &bytes, names(), quota))?;
        if typed.is_none() {
            names().name_fields(&mut args);
        }
        Ok(args)
    }

    /// Returns the message.
    pub(crate) fn into_bytes(self, typed: Option<&Typed>) -> Result<Vec<u8>> {
        match (self, typed) {
            (Loaded::Bytes(bytes) | Loaded::Args(_, Some(bytes)), _) => Ok(bytes),
            (Loaded::Args(args, None), Some(Typed { env, types })) => {
                Ok(args.to_bytes_with_types(env, types)?)
            }
            (Loaded::Args(args, None), None) => Ok(args.to_bytes()?),
        }
    }
}

/// Returns whether a text is JSON, of any value.
pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Returns the failure of decoding, with the place in the message, and the names of the fields that the text has.
pub(crate) fn rejected(
    error: &candid_parser::candid::Error,
    bytes: &[u8],
    names: &Names,
    quota: &Quota,
) -> Failure {
    let excerpt = |at| format!("input: {}", message::mark(bytes, at));
    Failure::candid(error, names.error_text(error))
        .with_notes(error.offset().map(excerpt))
        .with_notes(quota.hint(error))
}

/// Returns arguments as text or JSON.
pub(crate) fn write_args(
    args: &IDLArgs,
    typed: Option<&Typed>,
    to: Format,
    is_line: bool,
) -> Result<String> {
    let options = JsonOptions::new();
    Ok(match (to, typed) {
        (Format::Text, _) if is_line => format!("{args:?}"),
        (Format::Text, _) => args.to_string(),
        (_, Some(Typed { env, types })) => json::args_to_string(args, env, types, &options)?,
        (_, None) => lossless::args_to_string(args, &options)?,
    })
}

/// Returns a value as text or JSON.
pub(crate) fn write_value(
    value: &IDLValue,
    ty: Option<(&TypeEnv, &Type)>,
    to: Format,
    is_line: bool,
) -> Result<String> {
    let options = JsonOptions::new();
    Ok(match (to, ty) {
        (Format::Text, _) if is_line => format!("{value:?}"),
        (Format::Text, _) => value.to_string(),
        (_, Some((env, ty))) => json::to_string(value, env, ty, &options)?,
        (_, None) => lossless::to_string(value, &options)?,
    })
}

/// Returns the bytes of a blob, or the message that has any other value as its argument.
pub(crate) fn bytes_of(value: &IDLValue, ty: Option<(&TypeEnv, Type)>) -> Result<Vec<u8>> {
    let mut content = value;
    while let IDLValue::Opt(inner) = content {
        content = inner;
    }
    if let IDLValue::Blob(bytes) = content {
        return Ok(bytes.clone());
    }
    let args = IDLArgs::new(std::slice::from_ref(value));
    Ok(match ty {
        Some((env, ty)) => args.to_bytes_with_types(env, &[ty])?,
        None => args.to_bytes()?,
    })
}

/// Returns the part of arguments at a path, and its type if they have types.
pub(crate) fn selected<'a>(
    args: &'a IDLArgs,
    path: &str,
    typed: Option<&'a Typed>,
) -> Result<(&'a IDLValue, Option<(&'a TypeEnv, Type)>)> {
    let path = full_path(args, path)?;
    let value = args.at(&path)?;
    let ty = match typed {
        Some(typed) => Some((&typed.env, typed.env.type_at(&typed.types, &path)?)),
        None => None,
    };
    Ok((value, ty))
}

/// Returns a path with the position of the argument, which may be left out if there is only one.
fn full_path(args: &IDLArgs, path: &str) -> Result<String> {
    if path.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(path.to_string());
    }
    if args.args.len() != 1 {
        return Err(Failure::new(format_args!(
            "the message has {} arguments: begin the path with the position of one, 0 for argument 1: 0.{path}",
            args.args.len()
        )));
    }
    Ok(joined(0, path))
}

/// Returns the path of a part of an argument.
pub(crate) fn joined(position: usize, path: &str) -> String {
    match path {
        "" => position.to_string(),
        _ if path.starts_with('[') => format!("{position}{path}"),
        _ => format!("{position}.{path}"),
    }
}
