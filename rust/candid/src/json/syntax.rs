//! A pull parser of JSON text (RFC 8259) that keeps numbers as text and knows its position.
//!
//! Written for this module, because what Candid needs is what others drop: numbers of any size with all their digits, keys that
//! occur twice, line and column, and depth that is bounded by the stack rather than by a constant.

use crate::error::{Error, ErrorKind, Result};
use crate::json::shown::printable;
use crate::util::stack::StackLimit;
use std::borrow::Cow;
use std::fmt::Display;

/// The first byte of a value tells its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

/// The state between two items of an array or an object.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Items {
    /// Nothing has been read since the opening bracket.
    Opened,
    /// An item has been read.
    Some,
}

#[derive(Clone)]
pub(super) struct Parser<'a> {
    text: &'a str,
    /// The byte offset of what is read next.
    at: usize,
    stack: StackLimit,
    /// The number of the first line.
    first_line: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, first_line: usize) -> Self {
        Parser {
            text,
            at: 0,
            stack: StackLimit::of_this_thread(),
            first_line,
        }
    }

    /// Returns the text, or the error for bytes that are not UTF-8.
    pub(super) fn utf8(bytes: &[u8], first_line: usize) -> Result<&str> {
        std::str::from_utf8(bytes).map_err(|error| {
            let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let valid = std::str::from_utf8(valid).unwrap_or_default();
            Parser::new(valid, first_line).error_at(
                valid.len(),
                ErrorKind::Malformed,
                "expected UTF-8, found other bytes",
            )
        })
    }

    /// Checks that one more level of nesting fits on the stack.
    pub(super) fn check_depth(&mut self) -> Result<()> {
        self.stack.check()
    }

    /// Returns the kind of the next value, after white space.
    pub(super) fn peek(&mut self) -> Result<Kind> {
        self.skip_space();
        Ok(match self.next_byte() {
            Some(b'n') => Kind::Null,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            Some(b'"') => Kind::String,
            Some(b'[') => Kind::Array,
            Some(b'{') => Kind::Object,
            _ => return Err(self.unexpected("a JSON value")),
        })
    }

    /// Returns the offset of the next value, after white space: for errors about it.
    pub(super) fn position(&mut self) -> usize {
        self.skip_space();
        self.at
    }

    /// Reads `null`.
    pub(super) fn null(&mut self) -> Result<()> {
        self.word("null")
    }

    /// Reads `true` or `false`.
    pub(super) fn bool(&mut self) -> Result<bool> {
        let value = self.next_byte() == Some(b't');
        self.word(if value { "true" } else { "false" })?;
        Ok(value)
    }

    /// Reads a number and returns its text.
    pub(super) fn number(&mut self) -> Result<&'a str> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _ = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        if matches!(self.next_byte(), Some(b'0'..=b'9')) {
            self.at = start;
            return Err(self.unexpected("no leading zeros"));
        }
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Reads a string: borrowed, unless it has escapes.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>> {
        self.expect(b'"', "a string")?;
        let mut start = self.at;
        let mut unescaped = String::new();
        loop {
            let rest = self.rest().as_bytes();
            let plain = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            self.at += plain.unwrap_or(rest.len());
            let part = self.text.get(start..self.at).unwrap_or_default();
            match self.next_byte() {
                Some(b'"') => {
                    self.at += 1;
                    if unescaped.is_empty() {
                        return Ok(Cow::Borrowed(part));
                    }
                    unescaped.push_str(part);
                    return Ok(Cow::Owned(unescaped));
                }
                Some(b'\\') => {
                    unescaped.push_str(part);
                    unescaped.push(self.escape()?);
                    start = self.at;
                }
                Some(_) => {
                    return Err(self.error_here(
                        ErrorKind::Malformed,
                        "expected an escape, found a control character in a string",
                    ))
                }
                None => return Err(self.unexpected("`\"` at the end of a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let start = self.at;
        self.at += 1;
        let c = match self.next_byte() {
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape(start);
            }
            _ => return Err(self.bad_escape(start)),
        };
        self.at += 1;
        Ok(c)
    }

    /// Reads the digits behind `\u`, and a second escape if the first is half a character.
    fn unicode_escape(&mut self, start: usize) -> Result<char> {
        let mut unit = self.hex4(start)?;
        if (0xd800..0xdc00).contains(&unit) && self.rest().starts_with("\\u") {
            self.at += 2;
            let low = self.hex4(start)?;
            if (0xdc00..0xe000).contains(&low) {
                unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        char::from_u32(unit).ok_or_else(|| {
            self.error_at(
                start,
                ErrorKind::Malformed,
                "expected a character, found half of a surrogate pair",
            )
        })
    }

    fn hex4(&mut self, start: usize) -> Result<u32> {
        let digits = self.rest().get(..4);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None => Err(self.bad_escape(start)),
        }
    }

    #[cold]
    fn bad_escape(&self, start: usize) -> Error {
        let end = self.text.len().min(start.saturating_add(2));
        let found = self.text.get(start..end).unwrap_or("\\");
        let message = format!("expected an escape, found `{}`", found.escape_debug());
        self.error_at(start, ErrorKind::Malformed, message)
    }

    /// Reads `[`.
    pub(super) fn open_array(&mut self) -> Result<Items> {
        self.expect(b'[', "an array")?;
        Ok(Items::Opened)
    }

    /// Returns whether another item of the array follows; otherwise reads `]`.
    pub(super) fn next_item(&mut self, items: &mut Items) -> Result<bool> {
        self.another(items, b']', "`,` or `]`")
    }

    /// Reads `{`.
    pub(super) fn open_object(&mut self) -> Result<Items> {
        self.expect(b'{', "an object")?;
        Ok(Items::Opened)
    }

    /// Reads the next key of the object and the colon, and returns the key with its offset; otherwise reads `}`.
    pub(super) fn next_key(&mut self, items: &mut Items) -> Result<Option<(Cow<'a, str>, usize)>> {
        if !self.another(items, b'}', "`,` or `}`")? {
            return Ok(None);
        }
        self.skip_space();
        let at = self.at;
        let key = self.string()?;
        self.skip_space();
        self.expect(b':', "`:`")?;
        Ok(Some((key, at)))
    }

    fn another(&mut self, items: &mut Items, close: u8, expected: &str) -> Result<bool> {
        self.skip_space();
        if self.eat(close) {
            return Ok(false);
        }
        if *items == Items::Some {
            self.expect(b',', expected)?;
        }
        *items = Items::Some;
        Ok(true)
    }

    /// Reads any value and drops it. Does not recurse: two bytes of memory for each level.
    pub(super) fn skip_value(&mut self) -> Result<()> {
        let mut open: Vec<(Kind, Items)> = Vec::new();
        loop {
            match self.peek()? {
                Kind::Null => self.null()?,
                Kind::Bool => drop(self.bool()?),
                Kind::Number => drop(self.number()?),
                Kind::String => drop(self.string()?),
                Kind::Array => open.push((Kind::Array, self.open_array()?)),
                Kind::Object => open.push((Kind::Object, self.open_object()?)),
            }
            loop {
                let Some((kind, items)) = open.last_mut() else {
                    return Ok(());
                };
                let more = match kind {
                    Kind::Array => self.next_item(items)?,
                    _ => self.next_key(items)?.is_some(),
                };
                if more {
                    break;
                }
                open.pop();
            }
        }
    }

    /// Checks that only white space is left.
    pub(super) fn end(&mut self) -> Result<()> {
        self.skip_space();
        match self.next_byte() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the text")),
        }
    }

    /// Returns what is found at the position of a value, in words.
    pub(super) fn found(&self) -> String {
        const MAX_CHARS: usize = 40;
        let rest = self.rest();
        match rest.as_bytes().first() {
            None => "the end of the text".to_string(),
            Some(b'n' | b't' | b'f') => {
                let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next();
                printable(
                    &word
                        .unwrap_or_default()
                        .chars()
                        .take(MAX_CHARS)
                        .collect::<String>(),
                )
            }
            Some(b'"') => {
                let inner = rest.get(1..).unwrap_or_default();
                let mut end = 0;
                let mut escaped = false;
                for (i, c) in inner.char_indices().take(MAX_CHARS) {
                    if c == '"' && !escaped {
                        let text = inner.get(..i).unwrap_or_default();
                        return format!("the string \"{}\"", printable(text));
                    }
                    escaped = c == '\\' && !escaped;
                    end = i + c.len_utf8();
                }
                let text = inner.get(..end).unwrap_or_default();
                format!("the string \"{}…", printable(text))
            }
            Some(b'[') => "an array".to_string(),
            Some(b'{') => "an object".to_string(),
            Some(b'-' | b'0'..=b'9') => {
                let is_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
                let start: String = rest
                    .chars()
                    .take(MAX_CHARS)
                    .take_while(|c| is_number(*c))
                    .collect();
                let is_cut = rest
                    .get(start.len()..)
                    .is_some_and(|rest| rest.starts_with(is_number));
                format!("the number {start}{}", if is_cut { "…" } else { "" })
            }
            Some(_) => match rest.chars().next() {
                Some(c) => format!("`{}`", c.escape_debug()),
                None => String::new(),
            },
        }
    }

    /// Returns the error for a value at `at` of the wrong kind.
    #[cold]
    pub(super) fn mismatch(&mut self, expected: impl Display) -> Error {
        let at = self.position();
        let found = self.found();
        let message = format!("expected {expected}, found {found}");
        let kind = if self.rest().is_empty() {
            ErrorKind::Truncated
        } else {
            ErrorKind::Subtype
        };
        self.error_at(at, kind, message)
    }

    /// Returns the error for text that is not JSON.
    #[cold]
    fn unexpected(&self, expected: &str) -> Error {
        let kind = if self.rest().is_empty() {
            ErrorKind::Truncated
        } else {
            ErrorKind::Malformed
        };
        self.error_here(kind, format!("expected {expected}, found {}", self.found()))
    }

    #[cold]
    pub(super) fn error_here(&self, kind: ErrorKind, message: impl Display) -> Error {
        self.error_at(self.at, kind, message)
    }

    /// Returns the error with line and column of the offset; columns count characters.
    #[cold]
    pub(super) fn error_at(&self, at: usize, kind: ErrorKind, message: impl Display) -> Error {
        let before = self.text.get(..at).unwrap_or_default();
        let line = self.first_line + before.bytes().filter(|byte| *byte == b'\n').count();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = 1 + before.get(start..).unwrap_or_default().chars().count();
        let message = format!("line {line}, column {column}: {message}");
        Error::new(kind, message).at_offset(at)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.next_byte() {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.next_byte() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.eat(byte) {
            return Ok(());
        }
        Err(self.unexpected(expected))
    }

    fn digits(&mut self) -> Result<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.next_byte() {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.unexpected("a digit"));
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<()> {
        let rest = self.rest();
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
        if rest.strip_prefix(word).is_some_and(ends) {
            self.at += word.len();
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}`")))
    }
}
