//! A pull parser of JSON text (RFC 8259) that keeps numbers as text and knows its position.
//!
//! Written for this module, because what Candid needs is what others drop: numbers of any size with all their digits, keys that
//! occur twice, line and column, and depth that is bounded by the stack rather than by a constant.

use crate::error::{Error, ErrorKind};
use crate::json::error::SyntaxError;
use crate::json::shown::found;
use crate::util::stack::StackLimit;
use std::borrow::Cow;
use std::fmt::Display;

/// The caller adds the expected type to errors.
type Result<T> = std::result::Result<T, SyntaxError>;

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

/// What follows the text.
#[derive(Clone, Copy, PartialEq)]
enum End {
    OfText,
    /// Bytes that are not UTF-8.
    OfUtf8,
}

#[derive(Clone)]
pub(super) struct Parser<'a> {
    text: &'a str,
    end: End,
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
            end: End::OfText,
            at: 0,
            stack: StackLimit::of_this_thread(),
            first_line,
        }
    }

    /// Returns the parser of bytes. It ends at the first that is not UTF-8, with an error like those at the end of a text.
    pub(super) fn of_bytes(bytes: &'a [u8], first_line: usize) -> Self {
        let (text, end) = match std::str::from_utf8(bytes) {
            Ok(text) => (text, End::OfText),
            Err(error) => {
                let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
                (std::str::from_utf8(valid).unwrap_or_default(), End::OfUtf8)
            }
        };
        let parser = Parser::new(text, first_line);
        Parser { end, ..parser }
    }

    /// Checks that one more level of nesting fits on the stack.
    pub(super) fn check_depth(&mut self) -> Result<()> {
        self.stack.check().map_err(|_| {
            let found = "a value that is nested too deeply for the stack";
            self.error_at(self.at, ErrorKind::Limit, "fewer levels", found)
        })
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
                    let found = "a control character in a string";
                    return Err(self.error_at(self.at, ErrorKind::Malformed, "an escape", found));
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
            let found = "half of a surrogate pair";
            self.error_at(start, ErrorKind::Malformed, "a character", found)
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
    fn bad_escape(&self, start: usize) -> SyntaxError {
        let end = self.text.len().min(start.saturating_add(2));
        let found = self.text.get(start..end).unwrap_or("\\");
        let found = format!("`{}`", found.escape_debug());
        self.error_at(start, ErrorKind::Malformed, "an escape", found)
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

    /// Checks that only white space is left behind a value of the type.
    pub(super) fn end<T: Display>(
        &mut self,
        ty: impl FnOnce() -> T,
    ) -> std::result::Result<(), Error> {
        self.skip_space();
        if self.rest().is_empty() && self.end == End::OfText {
            return Ok(());
        }
        let (ty, found) = (ty(), self.found());
        let message = format!("expected the end of the text after {ty}, found {found}");
        Err(self.error_here(ErrorKind::Malformed, message))
    }

    /// Returns the error for a value of another type than the expected one.
    #[cold]
    pub(super) fn mismatch(&mut self, expected: impl Display) -> Error {
        let at = self.position();
        let message = format!("expected {expected}, found {}", self.found());
        self.refused(at, self.kind_or(ErrorKind::Subtype), message)
    }

    #[cold]
    pub(super) fn error_here(&self, kind: ErrorKind, message: impl Display) -> Error {
        self.refused(self.at, kind, message)
    }

    /// Returns the error with line and column of the offset. The message has the expected type.
    #[cold]
    pub(super) fn refused(&self, at: usize, kind: ErrorKind, message: impl Display) -> Error {
        let (line, column) = self.line_and_column(at);
        let message = format!("line {line}, column {column}: {message}");
        Error::new(kind, message).at_offset(at)
    }

    /// Returns the error for text that is not JSON.
    #[cold]
    fn unexpected(&self, expected: &str) -> SyntaxError {
        let kind = self.kind_or(ErrorKind::Malformed);
        self.error_at(self.at, kind, expected, self.found())
    }

    #[cold]
    fn error_at(
        &self,
        at: usize,
        kind: ErrorKind,
        expected: &str,
        found: impl Display,
    ) -> SyntaxError {
        let (line, column) = self.line_and_column(at);
        let start = format!("line {line}, column {column}: expected {expected}");
        SyntaxError::new(kind, at, start, found)
    }

    /// Returns the kind of an error at the current position: another one at the end of the text.
    fn kind_or(&self, kind: ErrorKind) -> ErrorKind {
        match self.end {
            End::OfText if self.rest().is_empty() => ErrorKind::Truncated,
            End::OfUtf8 if self.rest().is_empty() => ErrorKind::Malformed,
            _ => kind,
        }
    }

    /// Columns count characters.
    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or_default();
        let line = self.first_line + before.bytes().filter(|byte| *byte == b'\n').count();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = 1 + before.get(start..).unwrap_or_default().chars().count();
        (line, column)
    }

    fn found(&self) -> String {
        match self.end {
            End::OfUtf8 if self.rest().is_empty() => "bytes that are not UTF-8".to_string(),
            _ => found(self.rest()),
        }
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
