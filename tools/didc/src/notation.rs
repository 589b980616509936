//! Bytes in the notations of programming languages and their debuggers: escapes in quotes, lists of numbers, hex, base64.
//!
//! `docs/messages.md` lists them. Everything takes time in proportion to the text, and nothing is evaluated.

mod dump;
mod escapes;
mod hex;
mod list;

pub(crate) use hex::from_hex;

use crate::failure::{Failure, Result};
use crate::message;
use list::listed;

/// What stands before the quotes or brackets, and says nothing about the bytes.
const WRAPPERS: [&str; 25] = [
    "new ",
    "byte[]",
    "[]byte",
    "[]uint8",
    "&",
    "ArrayBuffer",
    "Uint8Array.from",
    "Uint8Array",
    "Uint8Contents",
    "Buffer.from",
    "Buffer",
    "Blob.fromArray",
    "Vec::from",
    "vec!",
    "vec",
    "blob",
    "bytes.fromhex",
    "bytearray.fromhex",
    "bytearray",
    "bytea",
    "array",
    "Array",
    "bytes",
    "hex!",
    "hex",
];

/// What stands before numbers in parentheses.
const LISTING_CALLS: [&str; 2] = ["Uint8Array.of(", "byteArrayOf("];

/// The number of parentheses and constructors around the bytes that are removed.
const MAX_LAYERS: usize = 8;

/// Returns the bytes of a text in any of the notations.
///
/// # Errors
///
/// If it is none of them, or if it was cut off when it was printed.
pub(crate) fn parse(whole: &str) -> Result<Vec<u8>> {
    if let Some(bytes) = dump::read(whole.trim()) {
        return bytes.map_err(Failure::new);
    }
    let (text, length) = without_length(whole);
    let bytes = undeclared(whole, without_name(text))?;
    check_length("list", length, bytes).map_err(Failure::new)
}

/// Returns the bytes of a text that is not in a declaration.
fn undeclared(whole: &str, text: &str) -> Result<Vec<u8>> {
    let text = text.trim().trim_end_matches([';', ',']).trim_end();
    for call in LISTING_CALLS {
        if let Some(items) = text.strip_prefix(call) {
            return listed(&format!("[{}", items.replacen(')', "]", 1))).map_err(Failure::new);
        }
    }
    let core = unwrap(text);
    let bytes = match core.as_bytes() {
        // As in SQL, where `E` is before escapes.
        [b'x' | b'X' | b'e' | b'E', b'"' | b'\'', ..] => {
            return escapes::quoted(core.get(1..).unwrap_or_default())
        }
        [b'b', b'"' | b'\'', ..] | [b'"' | b'\'', ..] => return escapes::quoted(core),
        [b'\\', ..] => return escapes::bare(core),
        [b'%', ..] => percent(core),
        bytes if is_escaped(bytes) => match bytes.get(4) {
            Some(b'%') => percent(core),
            _ => return escapes::bare(core),
        },
        [b'[' | b'{', ..] => listed(core),
        [b'<', b'<', ..] => listed(&format!("[{}", core[2..].replacen(">>", "]", 1))),
        [b'<', ..] => in_angles(core),
        _ => {
            return digits(core).or_else(|_| {
                // Positions count from the start of the text, so there is space in place of what is not hex.
                let end = core.as_ptr() as usize - whole.as_ptr() as usize;
                let n_before = whole.get(..end).unwrap_or_default().chars().count();
                digits(&format!("{}{core}", " ".repeat(n_before)))
            });
        }
    };
    bytes.map_err(Failure::new)
}

/// Returns whether bytes are `DIDL` and the first digit of an escape. As a message, they would have some dozens of types, the first of
/// which is none.
pub(crate) fn is_escaped(bytes: &[u8]) -> bool {
    matches!(
        bytes.strip_prefix(b"DIDL"),
        Some([b'\\', b'0'..=b'9' | b'x' | b'u', ..] | [b'%', b'0'..=b'9', ..])
    )
}

/// Returns the value of a declaration: `name = value`, with a type or another word in front of the name or behind it.
fn without_name(text: &str) -> &str {
    let is_declared = |name: &str| {
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || "_ []<>&:;,.*".contains(c);
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(is_in_name)
    };
    match text.trim_start().split_once('=') {
        // What pads base64 is at its end.
        Some((name, value))
            if is_declared(name) && value.contains(|c: char| c.is_ascii_alphanumeric()) =>
        {
            value
        }
        _ => text,
    }
}

/// Splits off the declaration of the length, which `xxd -i` prints behind the list.
fn without_length(text: &str) -> (&str, Option<usize>) {
    let found = text
        .rsplit_once("unsigned int ")
        .and_then(|(list, length)| {
            let (name, length) = length.split_once('=')?;
            let is_length = name.trim_end().to_ascii_lowercase().ends_with("_len");
            let length = length.trim().trim_end_matches(';').parse().ok();
            Some((list, length.filter(|_| is_length)?))
        });
    match found {
        Some((list, length)) => (list, Some(length)),
        None => (text, None),
    }
}

/// Checks that there are as many bytes as a dump or a list says, if it does.
fn check_length(
    what: &str,
    length: Option<usize>,
    bytes: Vec<u8>,
) -> std::result::Result<Vec<u8>, String> {
    let n = bytes.len();
    match length {
        Some(length) if length != n => Err(format!(
            "the {what} was cut off: it has {n} bytes, and its length is {length}"
        )),
        _ => Ok(bytes),
    }
}

/// Returns the bytes of a text in which `%` and two hex digits are a byte, as in URLs.
fn percent(text: &str) -> std::result::Result<Vec<u8>, String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| ::hex::decode(digits).ok());
        bytes.extend(byte.ok_or("expected two hex digits after %")?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    Ok(bytes)
}

/// Removes parentheses and constructors around the bytes.
fn unwrap(mut text: &str) -> &str {
    // Each layer is removed once: no program prints more.
    for _ in 0..MAX_LAYERS {
        let before = text.len();
        text = text.trim();
        for wrapper in WRAPPERS {
            if let Some(rest) = text.strip_prefix(wrapper) {
                let rest = rest.trim_start();
                if rest.starts_with(['(', '[', '{', '<', '"', '\'', '&', ']'])
                    || wrapper.ends_with(' ')
                {
                    text = rest;
                    break;
                }
            }
        }
        if let Some(inner) = text.strip_prefix('(') {
            // `Uint8Array(6) [ 68, … ]` is how Node prints, `([68, …] : [Nat8])` is Motoko.
            text = match inner.split_once(')') {
                Some((n, rest)) if !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) => rest,
                _ => inner,
            };
        }
        // `array('B', [68, …])` is Python, `ArrayBuffer { [Uint8Contents]: <44 49 …>, byteLength: 6 }`
        for start in ["{ [Uint8Contents]:", "{[Uint8Contents]:", "'B', "] {
            text = text.strip_prefix(start).unwrap_or(text);
        }
        if text.len() == before {
            break;
        }
    }
    text
}

/// Checks that only a type, an encoding, a method call or closing brackets follow the bytes.
fn check_rest(rest: &str) -> std::result::Result<(), String> {
    let rest = rest.trim_start();
    // As Candid prints one of several lines.
    let in_parentheses = rest.strip_prefix(',').map(str::trim_start);
    let rest = in_parentheses
        .filter(|rest| rest.starts_with(')'))
        .unwrap_or(rest);
    let words = rest.trim_start_matches([')', ']', '}', ' ', '\n']);
    let is_type = words.strip_prefix(':').is_some_and(|ty| {
        let is_in_type = |c: char| c.is_alphanumeric() || " \n[]<>();_&".contains(c);
        ty.chars().all(is_in_type)
    });
    let calls = [
        ".to_vec()",
        ".into()",
        ".to_owned()",
        ", byteLength",
        ", dtype=uint8",
        "::bytea",
    ];
    if words.is_empty() || is_type || calls.iter().any(|call| words.starts_with(call)) {
        return Ok(());
    }
    let encodings = ["'hex'", "\"hex\"", "'base64'", "\"base64\""];
    let encoding = words.strip_prefix(',').map_or("", str::trim);
    match encodings.iter().any(|known| encoding.starts_with(known)) {
        true => Ok(()),
        false => {
            let shown = start_of(words);
            Err(format!("unexpected {shown:?} after the bytes"))
        }
    }
}

fn start_of(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Returns the bytes of `<44 49 …>`, as Node prints buffers.
fn in_angles(text: &str) -> std::result::Result<Vec<u8>, String> {
    let inner = text.get(1..).unwrap_or_default();
    let (inner, rest) = inner.split_once('>').ok_or("`<` is never closed")?;
    check_rest(rest)?;
    let inner = inner.trim().strip_prefix("Buffer").unwrap_or(inner);
    if inner.contains("more bytes") || inner.contains("...") {
        return Err("the bytes were cut off when they were printed".to_string());
    }
    message::from_hex(inner).map_err(|failure| failure.to_string())
}

/// Returns the bytes of hex digits, or of base64 if it is that of a message.
fn digits(text: &str) -> Result<Vec<u8>> {
    // The encoding of `DIDL`, and of what gzip and zstd data begin with.
    let starts = ["RElE", "H4sI", "KLUv"];
    if starts
        .iter()
        .any(|start| text.trim_start().starts_with(start))
    {
        return from_base64(text);
    }
    let start = text.trim_start().get(..5).unwrap_or_default();
    if start.starts_with("0x44,") || start.starts_with("0x44 ") {
        return bare(text);
    }
    let is_between = |c: char| c == ',' || c.is_ascii_whitespace();
    let items = text.split(is_between).filter(|item| !item.is_empty());
    let first: Vec<&str> = items.take(4).collect();
    match first.as_slice() {
        // As JavaScript joins them. In hex this is not a message.
        ["68", "73", "68", "76"] => bare(text),
        ["44", "49", ..] => from_hex(text),
        [first, _, ..] if text.contains(',') && is_byte(first) => Err(Failure::new(
            "the numbers of this list may be decimal or hex, as it begins neither with 68, 73, 68, 76 nor with \
             44, 49, 44, 4c: write decimal numbers in brackets, [1, 2], and hex without commas",
        )),
        _ => from_hex(text),
    }
}

/// Returns the bytes of a list of numbers without brackets.
fn bare(text: &str) -> Result<Vec<u8>> {
    listed(&format!("[{text}]")).map_err(Failure::new)
}

fn is_byte(word: &str) -> bool {
    matches!(word.len(), 1..=3) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the bytes of base64 in the alphabet of RFC 4648, section 4 or 5, with or without padding, and with white space.
pub(crate) fn from_base64(text: &str) -> Result<Vec<u8>> {
    let text: String = text.split_whitespace().collect();
    let text = text
        .trim_end_matches('=')
        .replace('-', "+")
        .replace('_', "/");
    let bytes = data_encoding::BASE64_NOPAD.decode(text.as_bytes());
    bytes.map_err(|error| Failure::new(format_args!("not base64: {error}")))
}

#[cfg(test)]
mod tests;
