//! Bytes in the notations of programming languages and their debuggers: escapes in quotes, lists of numbers, hex, base64.
//!
//! `docs/messages.md` lists them. Everything takes time in proportion to the text, and nothing is evaluated.

mod dump;
mod hex;

pub(crate) use hex::from_hex;

use crate::failure::{Failure, Result};
use crate::message;

/// What stands before the quotes or brackets, and says nothing about the bytes.
const WRAPPERS: [&str; 23] = [
    "new ",
    "byte[]",
    "[]byte",
    "[]uint8",
    "&",
    "let ",
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
    "bytes",
    "hex!",
    "hex",
];

/// The number of parentheses and constructors around the bytes that are removed.
const MAX_LAYERS: usize = 8;

/// Returns the bytes of a text in any of the notations.
///
/// # Errors
///
/// If it is none of them, or if it was cut off when it was printed.
pub(crate) fn parse(whole: &str) -> Result<Vec<u8>> {
    let text = whole;
    if let Some(bytes) = dump::read(text.trim()) {
        return bytes.map_err(Failure::new);
    }
    let text = text.trim().trim_end_matches(';').trim_end();
    if let Some(items) = text.strip_prefix("Uint8Array.of(") {
        return listed(&format!("[{}", items.replacen(')', "]", 1))).map_err(Failure::new);
    }
    let core = unwrap(text);
    let bytes = match core.as_bytes() {
        [b'b', quote @ (b'"' | b'\''), ..] => {
            return quoted(core.get(1..).unwrap_or_default(), *quote, Escapes::Program)
        }
        // As in SQL.
        [b'x' | b'X', quote @ (b'"' | b'\''), ..] => {
            return quoted(core.get(1..).unwrap_or_default(), *quote, Escapes::Any)
        }
        [quote @ (b'"' | b'\''), ..] => return quoted(core, *quote, Escapes::Any),
        [b'\\', ..] => match bytea(core) {
            Some(bytes) => Ok(bytes),
            None => escaped(core, None, Escapes::Any).map(|(bytes, _)| bytes),
        },
        [b'[' | b'{', ..] => listed(core),
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
        // `ArrayBuffer { [Uint8Contents]: <44 49 …>, byteLength: 6 }`
        for start in ["{ [Uint8Contents]:", "{[Uint8Contents]:"] {
            text = text.strip_prefix(start).unwrap_or(text);
        }
        if text.len() == before {
            break;
        }
    }
    text
}

/// Returns the bytes of `\x4449…`, as PostgreSQL prints a `bytea`. As an escape and characters, it is no message: the second byte of
/// one is not a hex digit.
fn bytea(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("\\x")?;
    ::hex::decode(digits).ok().filter(|bytes| bytes.len() > 1)
}

/// What a backslash and a zero mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    /// Candid and Motoko: two hex digits. `\0` is a zero byte if no digit follows.
    Any,
    /// Rust and Python: `\0` is a zero byte.
    Program,
}

/// Returns the bytes of a text in quotes: with escapes, or else in hex or base64 if it does not begin as a message.
fn quoted(text: &str, quote: u8, escapes: Escapes) -> Result<Vec<u8>> {
    let (bytes, rest) =
        escaped(text.get(1..).unwrap_or_default(), Some(quote), escapes).map_err(Failure::new)?;
    check_rest(rest).map_err(Failure::new)?;
    let content = text.get(1..text.len() - rest.len() - 1);
    if let (Escapes::Any, Some(bytes)) = (escapes, content.and_then(bytea)) {
        return Ok(bytes);
    }
    let is_plain = escapes == Escapes::Any && !bytes.starts_with(b"DIDL");
    match std::str::from_utf8(&bytes) {
        Ok(plain) if is_plain && !text.contains('\\') => digits(plain),
        _ => Ok(bytes),
    }
}

/// Returns the bytes of a text with escapes, up to its closing quote, and what is behind it.
fn escaped(
    text: &str,
    quote: Option<u8>,
    escapes: Escapes,
) -> std::result::Result<(Vec<u8>, &str), String> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut rest = text;
    let hex = |text: &str| {
        let digits = text.get(..2)?;
        let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    };
    loop {
        let Some(c) = rest.chars().next() else {
            return match quote {
                None => Ok((bytes, rest)),
                Some(_) => Err("the quotes are never closed".to_string()),
            };
        };
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        if quote.map(char::from) == Some(c) {
            return Ok((bytes, after));
        }
        rest = after;
        if c != '\\' {
            // Unquoted escapes may be broken over lines.
            if quote.is_some() || !c.is_whitespace() {
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            continue;
        }
        let is_zero = escapes == Escapes::Program && rest.starts_with('0');
        if let Some(byte) = hex(rest).filter(|_| !is_zero) {
            bytes.push(byte);
            rest = rest.get(2..).unwrap_or_default();
            continue;
        }
        let mut chars = rest.chars();
        let escape = chars.next();
        rest = chars.as_str();
        match escape {
            Some('x') => {
                let byte = hex(rest).ok_or("expected two hex digits after \\x")?;
                bytes.push(byte);
                rest = rest.get(2..).unwrap_or_default();
            }
            Some('u') => {
                let is_braced = rest.starts_with('{');
                let (code, after) = match rest.strip_prefix('{') {
                    Some(code) => code.split_once('}').ok_or("\\u{ is never closed")?,
                    None => rest
                        .split_at_checked(4)
                        .ok_or("expected four hex digits after \\u")?,
                };
                let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
                let c = c.ok_or("\\u is not followed by the number of a character")?;
                // In JSON, it may be a byte as well.
                if let ('\u{80}'..='\u{ff}', false) = (c, is_braced) {
                    return Err(format!(
                        "\\u{code} may be a byte, or the character whose bytes are two: write \\{:02x} for the byte, \
                         and \\u{{{:x}}} for the character",
                        u32::from(c),
                        u32::from(c)
                    ));
                }
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                rest = after;
            }
            Some('0') => bytes.push(0),
            Some('n') => bytes.push(b'\n'),
            Some('r') => bytes.push(b'\r'),
            Some('t') => bytes.push(b'\t'),
            Some(c @ ('"' | '\'' | '\\')) => bytes.push(c as u8),
            Some(c) => return Err(format!("unknown escape \\{}", c.escape_debug())),
            None => return Err("a backslash at the end".to_string()),
        }
    }
}

/// Checks that only a type, an encoding, a method call or closing brackets follow the bytes.
fn check_rest(rest: &str) -> std::result::Result<(), String> {
    let rest = rest.trim_start();
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

/// Returns the bytes of a list of numbers in brackets.
fn listed(text: &str) -> std::result::Result<Vec<u8>, String> {
    let (inner, closing) = match text.strip_prefix('[') {
        Some(inner) => (inner, ']'),
        None => (text.get(1..).unwrap_or_default(), '}'),
    };
    // JSON of a Node buffer: `{"type":"Buffer","data":[68, …]}`.
    if closing == '}' && inner.trim_start().starts_with("\"type\"") {
        if let Some((_, data)) = inner.split_once("\"data\"") {
            let data = data.trim_start().trim_start_matches(':').trim_start();
            if data.starts_with('[') {
                return listed(data);
            }
        }
    }
    let end = inner.find(closing).ok_or("the brackets are never closed")?;
    let (items, rest) = inner.split_at(end);
    check_rest(rest.get(1..).unwrap_or_default())?;
    let (items, properties) = match items.find("buffer: ") {
        Some(at) => items.split_at(at),
        None => (items, ""),
    };
    let mut bytes = Vec::with_capacity(items.len() / 4);
    for item in items.split([',', ';']) {
        let item = without_cast(item);
        for word in words(item) {
            if word.starts_with("...") || word == "more" || word == "items" || word == "…" {
                return Err("the list was cut off when it was printed".to_string());
            }
            bytes.push(number(word, bytes.len())?);
        }
    }
    check_properties(properties, bytes.len())?;
    Ok(bytes)
}

/// Returns an item without the cast that Java has before bytes from 128 on.
fn without_cast(item: &str) -> &str {
    let item = item.trim();
    item.strip_prefix("(byte)").unwrap_or(item)
}

/// Checks the properties of an array, which Chrome prints behind its elements: its length is the number of these.
fn check_properties(properties: &str, n: usize) -> std::result::Result<(), String> {
    for property in properties.split(',').filter(|text| !text.is_empty()) {
        let (name, value) = property.trim().split_once(": ").unwrap_or_default();
        match name {
            "buffer" | "byteLength" | "byteOffset" | "Symbol(Symbol.toStringTag)" => {}
            "length" if value == n.to_string() => {}
            "length" => {
                return Err(format!(
                    "the list was cut off: it has {n} bytes, and its length is {value}"
                ))
            }
            _ => {
                return Err(format!(
                    "unexpected {:?} after the bytes",
                    start_of(property)
                ))
            }
        }
    }
    Ok(())
}

fn start_of(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Returns the numbers of an item: one, with its type or position, or several with only space between them.
fn words(item: &str) -> impl Iterator<Item = &str> {
    let item = item.trim();
    let is_whole = item.contains(':');
    let many = item.split_whitespace().filter(move |_| !is_whole);
    Some(item).filter(|_| is_whole).into_iter().chain(many)
}

/// Returns a number from -128 to 255: with `0x`, a suffix or a type, or the position before it, as JavaScript prints typed arrays
/// as JSON.
fn number(word: &str, position: usize) -> std::result::Result<u8, String> {
    let unknown = || {
        let shown = start_of(word);
        format!("{shown:?} is not a byte: expected a number from 0 to 255")
    };
    let mut word = word;
    if let Some((first, second)) = word.split_once(':') {
        let (first, second) = (first.trim(), second.trim());
        let key = first.trim_matches(['"', '\'']);
        let is_type = second.starts_with(|c: char| c.is_ascii_alphabetic());
        word = match key.parse::<usize>() {
            _ if is_type => first,
            Ok(key) if key == position => second,
            _ => return Err(unknown()),
        };
    }
    let word = word.trim_end_matches("_u8").trim_end_matches("u8");
    let value: Option<i32> = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
        Some(hex) => i32::from_str_radix(hex, 16)
            .ok()
            .filter(|_| !hex.starts_with(['-', '+'])),
        None => word.parse().ok(),
    };
    // Java prints bytes with signs.
    match value {
        Some(value @ -128..0) => u8::try_from(value + 256).map_err(|_| unknown()),
        Some(value) => u8::try_from(value).map_err(|_| unknown()),
        None => Err(unknown()),
    }
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
    // The encoding of `DIDL`.
    if text.trim_start().starts_with("RElE") {
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
