//! Hex digits with what people put between them.

use crate::failure::{Failure, Result};
use crate::message;

/// Returns the bytes of hex, which may have `:`, `-` or `,` after each, and `0x` at the start or before each.
pub(crate) fn from_hex(text: &str) -> Result<Vec<u8>> {
    let spaced = text.replace([':', '-', ','], " ");
    let mut words = spaced.split_whitespace();
    let first = words.next().unwrap_or_default();
    let first = without_prefix(first).unwrap_or(first);
    // Only what begins with a byte has separators.
    if !is_byte(first) || text.trim_start().starts_with([':', '-', ',']) {
        return message::from_hex(text);
    }
    let has_prefixes = words.clone().any(|word| without_prefix(word).is_some());
    if spaced == text && !has_prefixes {
        return message::from_hex(text);
    }
    let fault = |word: &str, what: &str| {
        let shown = super::start_of(word);
        Failure::new(format_args!("{shown:?} is not a byte in hex, {what}"))
    };
    if !has_prefixes {
        let mut words = Some(first).into_iter().chain(words);
        return match words.find(|word| is_hex(word) && word.len() % 2 == 1) {
            Some(word) => Err(fault(word, "which has two digits")),
            None => message::from_hex(&spaced),
        };
    }
    let bytes = spaced.split_whitespace().map(|word| {
        let digits = without_prefix(word).filter(|digits| is_byte(digits));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.ok_or_else(|| fault(word, "as the others with 0x"))
    });
    bytes.collect()
}

/// Returns the digits of a word that has `0x` before them.
fn without_prefix(word: &str) -> Option<&str> {
    word.strip_prefix("0x").or(word.strip_prefix("0X"))
}

fn is_byte(word: &str) -> bool {
    matches!(word.len(), 1..=2) && is_hex(word)
}

fn is_hex(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_hexdigit())
}
