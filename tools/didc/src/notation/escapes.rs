//! Texts with escapes, in quotes or without.

use super::{check_rest, digits};
use crate::failure::{Failure, Result};

/// Bytes, and what is behind them; or the reason why they cannot be read.
type Read<'a> = std::result::Result<(Vec<u8>, &'a str), String>;

/// What a backslash means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    /// Candid and Motoko: two hex digits are a byte, and `\0` is a zero byte if no digit follows.
    Candid,
    /// Other languages: `\x` and two hex digits are a byte, letters are as in C.
    Program,
    /// Rust, which has no octal numbers: `\0` is a zero byte whatever follows.
    Rust,
}

impl Escapes {
    /// Returns what a backslash means in a text, or in several next to each other: Candid has no `\x`, and `\u` only with a brace.
    fn of(text: &str) -> Self {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match (c, chars.clone().next()) {
                ('\\', Some('x')) => return Escapes::Program,
                ('\\', Some('u')) if !chars.as_str().starts_with("u{") => return Escapes::Program,
                ('\\', _) => drop(chars.next()),
                _ => {}
            }
        }
        Escapes::Candid
    }
}

/// Returns the bytes of a text in quotes, which may have `b` in front of them, or of several next to each other, as C and Python join
/// them: with escapes, or else in hex or base64 if it does not begin as a message.
pub(super) fn quoted(text: &str) -> Result<Vec<u8>> {
    let escapes = Escapes::of(text);
    let (mut bytes, mut rest) = literal(text, escapes).map_err(Failure::new)?;
    while let Some(next) = adjacent(rest) {
        let (more, after) = literal(next, escapes).map_err(Failure::new)?;
        bytes.extend(more);
        rest = after;
    }
    check_rest(rest).map_err(Failure::new)?;
    if text.starts_with('b') {
        return Ok(bytes);
    }
    let content = text.get(1..text.len() - rest.len() - 1);
    if let Some(bytes) = content.and_then(bytea) {
        return Ok(bytes);
    }
    let is_plain = !bytes.starts_with(b"DIDL") && !text.contains('\\');
    match std::str::from_utf8(&bytes) {
        Ok(plain) if is_plain => digits(plain),
        _ => Ok(bytes),
    }
}

/// Returns the bytes of a text without quotes that begins with an escape, or with `DIDL` and an escape.
pub(super) fn bare(text: &str) -> Result<Vec<u8>> {
    if let Some(bytes) = bytea(text) {
        return Ok(bytes);
    }
    // It may be broken over lines, and only where nothing but escapes is in it, other space may be between them.
    let is_space = match text.split_whitespace().all(|word| word.starts_with('\\')) {
        true => char::is_whitespace,
        false => |c| c == '\n' || c == '\r',
    };
    let joined = text.replace(is_space, "");
    let read = escaped(&joined, None, Escapes::of(&joined));
    read.map(|(bytes, _)| bytes).map_err(Failure::new)
}

/// Returns the bytes of `\x4449…`, as PostgreSQL prints a `bytea`, or `\\x4449…`, as it copies and quotes one. As an escape and
/// characters, it is no message: the second byte of one is not a hex digit.
fn bytea(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("\\\\x").or(text.strip_prefix("\\x"))?;
    ::hex::decode(digits).ok().filter(|bytes| bytes.len() > 1)
}

/// Returns the text in quotes that follows another one, on the same line or on the next one.
fn adjacent(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\');
    let quotes = rest.strip_prefix('b').unwrap_or(rest);
    quotes.starts_with(['"', '\'']).then_some(rest)
}

/// Returns the bytes of a text in quotes, whose backslashes mean this unless `b` is in front of them.
fn literal(text: &str, escapes: Escapes) -> Read<'_> {
    let (text, escapes) = match text.strip_prefix('b') {
        Some(text) => (text, Escapes::Rust),
        None => (text, escapes),
    };
    let mut chars = text.chars();
    let quote = chars.next();
    escaped(chars.as_str(), quote, escapes)
}

/// Returns the bytes of a text with escapes, up to its closing quote, and what is behind it.
fn escaped(text: &str, quote: Option<char>, escapes: Escapes) -> Read<'_> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if Some(c) == quote {
            return Ok((bytes, chars.as_str()));
        }
        let rest = chars.as_str();
        let rest = match (c, escapes) {
            ('\\', Escapes::Candid) => match hex(rest) {
                Some(byte) => {
                    bytes.push(byte);
                    &rest[2..]
                }
                None => escape(rest, escapes, &mut bytes)?,
            },
            ('\\', _) => escape(rest, escapes, &mut bytes)?,
            _ => {
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                continue;
            }
        };
        chars = rest.chars();
    }
    match quote {
        None => Ok((bytes, "")),
        Some(_) => Err("the quotes are never closed".to_string()),
    }
}

/// Returns the byte of two hex digits.
fn hex(text: &str) -> Option<u8> {
    let digits = text.get(..2)?;
    let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

/// Adds the bytes of the escape behind a backslash, and returns what follows it.
fn escape<'a>(
    text: &'a str,
    escapes: Escapes,
    bytes: &mut Vec<u8>,
) -> std::result::Result<&'a str, String> {
    let mut chars = text.chars();
    let c = chars.next().ok_or("a backslash at the end")?;
    let rest = chars.as_str();
    let is_digit = rest.starts_with(|c: char| c.is_ascii_digit());
    let is_candid = escapes == Escapes::Candid;
    bytes.push(match c {
        'x' => {
            bytes.push(hex(rest).ok_or("expected two hex digits after \\x")?);
            return Ok(&rest[2..]);
        }
        'u' => return unicode(rest, bytes),
        '0' if is_digit && escapes == Escapes::Program => {
            let why =
                "\\0 and a digit may be a number or two characters: write \\x and two hex digits";
            return Err(why.to_string());
        }
        '0' => 0,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        '"' | '\'' | '\\' => c as u8,
        'a' if !is_candid => 7,
        'b' if !is_candid => 8,
        'v' if !is_candid => 11,
        'f' if !is_candid => 12,
        'e' if !is_candid => 27,
        c => return Err(format!("unknown escape \\{}", c.escape_debug())),
    });
    Ok(rest)
}

/// Adds the bytes of the character whose number is behind `\u`, and returns what follows it.
fn unicode<'a>(text: &'a str, bytes: &mut Vec<u8>) -> std::result::Result<&'a str, String> {
    let (code, after) = match text.strip_prefix('{') {
        Some(code) => code.split_once('}').ok_or("\\u{ is never closed")?,
        None => text
            .split_at_checked(4)
            .ok_or("expected four hex digits after \\u")?,
    };
    let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
    let c = c.ok_or("\\u is not followed by the number of a character")?;
    // In JSON, it may be a byte as well.
    if let ('\u{80}'..='\u{ff}', false) = (c, text.starts_with('{')) {
        let code = u32::from(c);
        return Err(format!(
            "\\u{code:04x} may be a byte, or the character whose bytes are two: write \\x{code:02x} for the byte, \
             and \\u{{{code:x}}} for the character"
        ));
    }
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(after)
}
