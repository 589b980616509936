//! Decoding of literals: text, bytes, numbers.

use super::parser::{error, shorten, Parser};
use crate::diagnostic::Code;
use crate::syntax::ast::Span;
use crate::syntax::lex::token::{Kind, Token};
use candid_wire::text::name_to_string;
use num_bigint::BigUint;
use std::borrow::Cow;

impl<'a> Parser<'a> {
    /// Returns the content of a text token.
    pub(crate) fn text_of(&mut self, token: Token) -> String {
        let inner = self.between_quotes(token);
        if !token.escaped {
            return name_to_string(inner);
        }
        let bytes = self.unescape(inner, token.start + 1);
        String::from_utf8(bytes).unwrap_or_else(|failed| {
            let finding = error(
                Code::TextNotUtf8,
                "text is not valid UTF-8 after unescaping",
                token.span(),
            );
            self.report(finding.note("use blob \"…\" for bytes that are not text"));
            String::from_utf8_lossy(failed.as_bytes()).into_owned()
        })
    }

    /// Returns the bytes of a text token after `blob`.
    pub(crate) fn bytes_of(&mut self, token: Token) -> Vec<u8> {
        let inner = self.between_quotes(token);
        if token.escaped {
            self.unescape(inner, token.start + 1)
        } else {
            inner.as_bytes().to_vec()
        }
    }

    pub(crate) fn between_quotes(&self, token: Token) -> &'a str {
        let (start, end) = (token.start as usize + 1, token.end as usize - 1);
        self.text.get(start..end).unwrap_or("")
    }

    /// Replaces escapes. `start` is the position of the text.
    fn unescape(&mut self, text: &str, start: u32) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() / 3);
        let mut rest = text.as_bytes();
        loop {
            let plain = rest.iter().position(|b| *b == b'\\').unwrap_or(rest.len());
            let (before, from) = rest.split_at(plain);
            out.extend_from_slice(before);
            let taken = match from {
                [] => return out,
                [_, b'n', ..] => one(&mut out, b'\n'),
                [_, b'r', ..] => one(&mut out, b'\r'),
                [_, b't', ..] => one(&mut out, b'\t'),
                [_, byte @ (b'\\' | b'"' | b'\''), ..] => one(&mut out, *byte),
                [_, b'u', b'{', digits @ ..] => {
                    let closed = digits.iter().position(|b| *b == b'}');
                    let n = closed.unwrap_or(digits.len());
                    match closed.and_then(|n| scalar(digits.get(..n)?)) {
                        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                        None => self.bad_escape(start, text.len() - from.len(), n + 4),
                    }
                    (n + 4).min(from.len())
                }
                _ => match hex_byte(from) {
                    Some(byte) => {
                        out.push(byte);
                        3
                    }
                    None => {
                        self.bad_escape(start, text.len() - from.len(), 2);
                        from.len().min(2)
                    }
                },
            };
            rest = from.get(taken..).unwrap_or_default();
        }
    }

    #[cold]
    fn bad_escape(&mut self, text_start: u32, offset: usize, len: usize) {
        let start = text_start as usize + offset;
        let text = self.text;
        // Extends to the end of a character, within the text literal.
        let mut end = (start + len).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let escape = text.get(start..end).unwrap_or("\\");
        let (message, note) = if escape.starts_with("\\u{") {
            (
                format!("{} is not a character", shorten(escape)),
                "a Unicode escape must be at most 10FFFF and not in D800 to DFFF",
            )
        } else {
            (
                format!("unknown escape {escape}"),
                r#"valid escapes are \n \r \t \\ \" \' \u{…} and \ with two hex digits for a byte"#,
            )
        };
        self.report(error(Code::InvalidEscape, message, Span::of(start, end)).note(note));
    }

    /// Returns the digits of an integer, decimal and without underscores.
    pub(crate) fn whole(&mut self, token: Token) -> Cow<'a, str> {
        if token.kind == Kind::Hex {
            return Cow::Owned(self.hex_digits(token));
        }
        without_underscores(self.slice(token))
    }

    #[cold]
    fn hex_digits(&mut self, token: Token) -> String {
        let digits = without_underscores(self.slice(token).get(2..).unwrap_or(""));
        BigUint::parse_bytes(digits.as_bytes(), 16)
            .unwrap_or_default()
            .to_string()
    }

    /// Returns the value of a number with a decimal point or an exponent.
    pub(crate) fn float(&mut self, token: Token) -> f64 {
        let float = without_underscores(self.slice(token)).parse();
        let float = float.unwrap_or(f64::INFINITY);
        if f64::is_infinite(float) {
            let number = shorten(self.slice(token));
            let message = format!("{number} is beyond the largest float64");
            let finding = error(Code::NumberTooLarge, message, token.span());
            self.report(finding.note("write inf for infinity"));
        }
        float
    }

    pub(crate) fn numeric_label(&mut self, token: Token) -> u32 {
        let text = without_underscores(self.slice(token));
        // Not by way of a long number, which takes time only to be refused.
        let label = match token.kind {
            Kind::Hex => u32::from_str_radix(text.get(2..).unwrap_or(""), 16),
            _ => text.parse(),
        };
        label.unwrap_or_else(|_| {
            let number = shorten(self.slice(token));
            let message = format!("{number} is beyond the largest label, {}", u32::MAX);
            self.report(error(Code::NumberTooLarge, message, token.span()));
            0
        })
    }
}

fn one(out: &mut Vec<u8>, byte: u8) -> usize {
    out.push(byte);
    2
}

/// Returns the byte of an escape with two hex digits.
fn hex_byte(escape: &[u8]) -> Option<u8> {
    let [_, high, low, ..] = escape else {
        return None;
    };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

fn scalar(digits: &[u8]) -> Option<char> {
    if !digits.first()?.is_ascii_hexdigit() {
        return None;
    }
    let digits = without_underscores(std::str::from_utf8(digits).ok()?);
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}

fn without_underscores(digits: &str) -> Cow<'_, str> {
    if !digits.as_bytes().contains(&b'_') {
        return Cow::Borrowed(digits);
    }
    let mut kept = name_to_string(digits);
    kept.retain(|c| c != '_');
    Cow::Owned(kept)
}
