//! Formats of messages: bytes, hex, the text of a blob.

use crate::failure::{Failure, Result};
use candid_parser::IDLValue;

/// Returns the bytes of hex digits. Positions in errors count from the start of the text.
pub(crate) fn from_hex(text: &str) -> Result<Vec<u8>> {
    let digits = text.trim_start();
    let is_prefixed = digits.starts_with("0x") || digits.starts_with("0X");
    let start = text.len() - digits.len() + if is_prefixed { 2 } else { 0 };
    let text = text.trim_end();
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for (at, c) in text.bytes().enumerate().skip(start) {
        let digit = match c {
            b'0'..=b'9' => c - b'0',
            b'a'..=b'f' => c - b'a' + 10,
            b'A'..=b'F' => c - b'A' + 10,
            c if c.is_ascii_whitespace() => continue,
            _ => {
                let c = text[at..].chars().next().unwrap_or_default();
                let at = text[..at].chars().count() + 1;
                return Err(Failure::new(format_args!(
                    "{c:?} at position {at} is not a hex digit"
                )));
            }
        };
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(Failure::new(format_args!(
            "odd number of hex digits: {}",
            bytes.len() * 2 + 1
        ))),
    }
}

/// Returns the bytes of `blob "…"`.
pub(crate) fn from_blob(text: &str) -> Result<Vec<u8>> {
    match candid_parser::parse_idl_value(text)? {
        IDLValue::Blob(bytes) => Ok(bytes),
        _ => Err(Failure::new("expected blob \"…\"")),
    }
}

/// Returns bytes as `blob "…"`: printable characters unchanged, everything else as hex.
pub(crate) fn to_blob(bytes: &[u8]) -> String {
    let mut text = String::from("blob \"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(*byte));
            }
            0x20..=0x7e => text.push(char::from(*byte)),
            byte => text.push_str(&format!("\\{byte:02x}")),
        }
    }
    text.push('"');
    text
}

/// Returns a hex dump: lines of sixteen bytes, with offsets, hex and the corresponding characters.
pub(crate) fn to_pretty(bytes: &[u8]) -> String {
    let mut text = format!("Length: {} (0x{:x}) bytes", bytes.len(), bytes.len());
    for (i, line) in bytes.chunks(16).enumerate() {
        text.push_str(&format!("\n{:04x}:  ", i * 16));
        for (at, byte) in line.iter().enumerate() {
            let gap = match at {
                0 => "",
                n if n % 4 == 0 => "  ",
                _ => " ",
            };
            text.push_str(&format!("{gap}{byte:02x}"));
        }
        // Three columns for each missing byte, and one more where a group starts.
        let missing: usize = (line.len()..16)
            .map(|at| if at % 4 == 0 { 4 } else { 3 })
            .sum();
        text.push_str(&" ".repeat(missing + 3));
        for byte in line {
            text.push(match byte {
                0x20..=0x7e => char::from(*byte),
                _ => '.',
            });
        }
    }
    text
}

/// Returns a hex excerpt of bytes around an offset, marked by `_`; `…` stands for the bytes left out.
pub(crate) fn mark(bytes: &[u8], at: usize) -> String {
    /// The number of bytes shown before and after the offset.
    const SHOWN: usize = 32;
    let at = at.min(bytes.len());
    let (start, end) = (at.saturating_sub(SHOWN), (at + SHOWN).min(bytes.len()));
    let dots = |is_cut: bool| if is_cut { "…" } else { "" };
    format!(
        "{}{}_{}{}",
        dots(start > 0),
        hex::encode(&bytes[start..at]),
        hex::encode(&bytes[at..end]),
        dots(end < bytes.len())
    )
}
