//! Arguments from the command line, and replies for it.

use crate::error::{Error, Result};
use candid::IDLArgs;

/// A way of writing an argument.
type Form = fn(&str) -> Option<Vec<u8>>;

/// The first form that recognises an argument reads it.
const FORMS: [Form; 2] = [nothing, hexadecimal];

/// The bytes of an argument: `()` is no arguments, all else must be hex.
///
/// # Errors
///
/// It is neither.
pub fn parse(text: &str) -> Result<Vec<u8>> {
    let text = text.trim();
    FORMS.iter().find_map(|form| form(text)).ok_or_else(|| {
        Error::Usage(format!("not an argument: {text:?}; give the bytes of the message in hex, or () for no arguments"))
    })
}

fn nothing(text: &str) -> Option<Vec<u8>> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    inner.trim().is_empty().then(|| b"DIDL\0\0".to_vec())
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    hex::decode(text.strip_prefix("0x").unwrap_or(text)).ok()
}

/// A reply as Candid text, or in hex if it is something else.
#[must_use]
pub fn print(bytes: &[u8]) -> String {
    match IDLArgs::from_bytes(bytes) {
        Ok(args) => args.to_string(),
        Err(_) => hex::encode(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let rows: [(&str, Option<&[u8]>); 7] = [
            ("()", Some(b"DIDL\0\0")),
            (" ( ) ", Some(b"DIDL\0\0")),
            ("4449444c00017f", Some(b"DIDL\0\x01\x7f")),
            ("0x4449", Some(b"DI")),
            ("", Some(b"")),
            ("(1)", None),
            ("444", None),
        ];
        for (text, expected) in rows {
            assert_eq!(parse(text).ok().as_deref(), expected, "{text}");
        }
        let error = parse("(1)").unwrap_err().to_string();
        assert_eq!(error, "not an argument: \"(1)\"; give the bytes of the message in hex, or () for no arguments");
    }

    #[test]
    fn replies() {
        let rows = [
            ("4449444c00017d2a", "(42 : nat)"),
            ("4449444c0000", "()"),
            ("ff00", "ff00"),
        ];
        for (hex, expected) in rows {
            assert_eq!(print(&hex::decode(hex).unwrap()), expected);
        }
    }
}
