//! Parsing of command-line arguments, and printing of replies.

use crate::error::{Error, Result};
use crate::interface::Types;
use candid::IDLArgs;

/// The output format of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As Candid text.
    Text,
    /// The bytes in hex.
    Hex,
}

/// Returns the message without arguments.
#[must_use]
pub fn none() -> Vec<u8> {
    b"DIDL\0\0".to_vec()
}

/// Returns the bytes of an argument. Text that starts with a parenthesis is Candid text, all else must be hex. Values
/// are encoded with the given types, or with their inferred types if there are none.
///
/// # Errors
///
/// If it is neither, or the values do not match the types.
pub fn parse(text: &str, at: Option<Types<'_>>) -> Result<Vec<u8>> {
    let text = text.trim();
    if text.starts_with('(') {
        return encode(text, at);
    }
    let bytes = hex::decode(text.strip_prefix("0x").unwrap_or(text));
    bytes.map_err(|_| {
        Error::Usage(format!("not an argument: {text:?}; give Candid text in parentheses, or the bytes of the message in hex"))
    })
}

fn encode(text: &str, at: Option<Types<'_>>) -> Result<Vec<u8>> {
    let wrong = |what: String| Error::Usage(format!("argument {text:?}: {what}"));
    let args = candid_parser::parse_idl_args(text).map_err(|e| wrong(e.to_string()))?;
    let bytes = match at {
        None => args.to_bytes(),
        Some(Types { env, types }) => args
            .annotate_types(true, env, types)
            .and_then(|args| args.to_bytes_with_types(env, types)),
    };
    bytes.map_err(|e| wrong(e.to_string()))
}

/// Returns a reply as Candid text, decoded as the given types if it matches them. A reply that is not Candid is printed
/// in hex.
#[must_use]
pub fn print(bytes: &[u8], at: Option<Types<'_>>, form: Form) -> String {
    if form == Form::Hex {
        return hex::encode(bytes);
    }
    let typed = at.and_then(|at| IDLArgs::from_bytes_with_types(bytes, at.env, at.types).ok());
    match typed.map_or_else(|| IDLArgs::from_bytes(bytes), Ok) {
        Ok(args) => args.to_string(),
        Err(_) => hex::encode(bytes),
    }
}

#[cfg(test)]
mod tests;
