//! From bytes to tokens. Nothing is allocated for a token; a comment takes eight bytes where comments are kept.

use super::ast::{Comment, Span};
use super::token::{Kind, Token};

/// What was found in the place of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    /// A character that starts nothing.
    Character,
    /// A word with letters that only texts may have.
    Letters,
    /// `=>`
    FatArrow,
    /// A text in single quotes.
    SingleQuotes,
    /// A text without its closing quote.
    OpenText,
    /// A comment without its `*/`.
    OpenComment,
    /// A number and, without a space, something else.
    Number,
    /// `0x` without digits.
    NoHexDigits,
    /// An exponent without digits.
    NoExponent,
}

/// Reads tokens one by one.
#[derive(Clone)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    pos: usize,
    /// Why the last token is [`Kind::Bad`].
    pub(super) problem: Problem,
    keep_comments: bool,
    pub(super) comments: Vec<Comment>,
}

impl<'a> Lexer<'a> {
    /// Returns a lexer at the start of the text, after a byte order mark if there is one.
    pub(super) fn new(text: &'a str, keep_comments: bool) -> Self {
        let pos = match text.starts_with('\u{feff}') {
            true => '\u{feff}'.len_utf8(),
            false => 0,
        };
        Self {
            text,
            pos,
            problem: Problem::Character,
            keep_comments,
            comments: Vec::new(),
        }
    }

    /// Returns a lexer at the same place which keeps no comments.
    pub(super) fn ahead(&self) -> Self {
        Self {
            text: self.text,
            pos: self.pos,
            problem: self.problem,
            keep_comments: false,
            comments: Vec::new(),
        }
    }

    /// Makes every further token the end.
    pub(super) fn stop(&mut self) {
        self.pos = self.text.len();
    }

    fn peek(&self, ahead: usize) -> u8 {
        // Zero stands for the end: it starts no token either.
        self.text
            .as_bytes()
            .get(self.pos + ahead)
            .copied()
            .unwrap_or(0)
    }

    /// Returns the next token; after the last one [`Kind::End`], again and again.
    pub(super) fn next(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        loop {
            let start = end_of_class(bytes, self.pos, SPACE);
            self.pos = start;
            let Some(byte) = bytes.get(start) else {
                return self.token(Kind::End, start);
            };
            if is_in(*byte, LETTER) {
                return self.word(start);
            }
            let kind = match byte {
                b'0'..=b'9' => return self.number(start),
                b'"' => return self.quoted(start),
                b'\'' => return self.single_quoted(start),
                b'{' => Kind::LBrace,
                b'}' => Kind::RBrace,
                b'(' => Kind::LParen,
                b')' => Kind::RParen,
                b';' => Kind::Semi,
                b',' => Kind::Comma,
                b':' => Kind::Colon,
                b'+' => Kind::Plus,
                b'=' => match self.peek(1) {
                    b'=' => return self.two(Kind::Same, start),
                    b'>' => {
                        self.pos += 2;
                        return self.bad(Problem::FatArrow, start);
                    }
                    _ => Kind::Equals,
                },
                b'-' => match self.peek(1) {
                    b'>' => return self.two(Kind::Arrow, start),
                    _ => Kind::Minus,
                },
                b'!' => match self.peek(1) {
                    b'=' => return self.two(Kind::Differs, start),
                    b':' => return self.two(Kind::Refused, start),
                    _ => return self.character(start),
                },
                b'.' => match self.peek(1) {
                    b'0'..=b'9' => return self.number(start),
                    _ => Kind::Dot,
                },
                b'/' => match self.peek(1) {
                    b'/' => {
                        self.line_comment();
                        continue;
                    }
                    b'*' => match self.block_comment() {
                        Some(bad) => return bad,
                        None => continue,
                    },
                    _ => return self.character(start),
                },
                _ => return self.character(start),
            };
            self.pos += 1;
            return self.token(kind, start);
        }
    }

    /// A text has at most `u32::MAX` bytes: [`super::parse`] sees to it.
    #[allow(clippy::cast_possible_truncation, reason = "longer texts are refused")]
    fn token(&self, kind: Kind, start: usize) -> Token {
        Token {
            kind,
            escaped: false,
            start: start as u32,
            end: self.pos as u32,
        }
    }

    fn two(&mut self, kind: Kind, start: usize) -> Token {
        self.pos += 2;
        self.token(kind, start)
    }

    #[inline]
    fn word(&mut self, start: usize) -> Token {
        let bytes = self.text.as_bytes();
        let end = end_of_class(bytes, start + 1, WORD);
        self.pos = end;
        let kind = Kind::of_word(bytes.get(start..end).unwrap_or_default());
        self.token(kind, start)
    }

    fn quoted(&mut self, start: usize) -> Token {
        let bytes = self.text.as_bytes();
        let mut escaped = false;
        let mut pos = start + 1;
        loop {
            pos = end_of_class(bytes, pos, PLAIN);
            match bytes.get(pos) {
                Some(b'"') => break,
                Some(_) => {
                    escaped = true;
                    pos += 2;
                }
                None => {
                    self.pos = start + 1;
                    let quote = self.bad(Problem::OpenText, start);
                    self.stop();
                    return quote;
                }
            }
        }
        self.pos = pos + 1;
        let token = self.token(Kind::Text, start);
        Token { escaped, ..token }
    }

    /// What other languages write so; without a second quote in the line, only the quote.
    #[cold]
    fn single_quoted(&mut self, start: usize) -> Token {
        let rest = self.text.get(start + 1..).unwrap_or("");
        let line = rest.split('\n').next().unwrap_or("");
        let Some(len) = line.find('\'') else {
            return self.character(start);
        };
        self.pos = start + 1 + len + 1;
        self.bad(Problem::SingleQuotes, start)
    }

    fn digits(&mut self, is_digit: impl Fn(&u8) -> bool) -> usize {
        let start = self.pos;
        while is_digit(&self.peek(0)) || self.peek(0) == b'_' && self.pos > start {
            self.pos += 1;
        }
        self.pos - start
    }

    fn number(&mut self, start: usize) -> Token {
        if self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X') {
            self.pos += 2;
            let n_digits = self.digits(u8::is_ascii_hexdigit);
            if n_digits == 0 && !is_word(self.peek(0)) {
                return self.bad(Problem::NoHexDigits, start);
            }
            return self.end_of_number(Kind::Hex, start);
        }
        let mut kind = Kind::Digits;
        self.digits(u8::is_ascii_digit);
        if self.peek(0) == b'.' {
            kind = Kind::Float;
            self.pos += 1;
            self.digits(u8::is_ascii_digit);
        }
        if matches!(self.peek(0), b'e' | b'E') {
            kind = Kind::Float;
            self.pos += 1;
            if matches!(self.peek(0), b'+' | b'-') {
                self.pos += 1;
            }
            if self.digits(u8::is_ascii_digit) == 0 && !is_word(self.peek(0)) {
                return self.bad(Problem::NoExponent, start);
            }
        }
        self.end_of_number(kind, start)
    }

    fn end_of_number(&mut self, kind: Kind, start: usize) -> Token {
        if !is_word(self.peek(0)) && self.peek(0) != b'.' {
            return self.token(kind, start);
        }
        while is_word(self.peek(0)) || self.peek(0) == b'.' {
            self.pos += 1;
        }
        self.bad(Problem::Number, start)
    }

    fn line_comment(&mut self) {
        let start = self.pos;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let len = rest.iter().position(|b| *b == b'\n');
        self.pos = start + len.unwrap_or(rest.len());
        let end = match rest.get(..self.pos - start) {
            Some([.., b'\r']) => self.pos - 1,
            _ => self.pos,
        };
        self.comment(start, end);
    }

    /// Skips a comment and those within it; a counter, so that nesting needs no stack.
    fn block_comment(&mut self) -> Option<Token> {
        let start = self.pos;
        let mut depth = 0u32;
        loop {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => {
                    depth += 1;
                    self.pos += 2;
                }
                (b'*', b'/') => {
                    depth -= 1;
                    self.pos += 2;
                }
                _ if self.pos >= self.text.len() => {
                    self.pos = start + 2;
                    let bad = self.bad(Problem::OpenComment, start);
                    self.stop();
                    return Some(bad);
                }
                _ => self.pos += 1,
            }
            if depth == 0 {
                self.comment(start, self.pos);
                return None;
            }
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "longer texts are refused")]
    fn comment(&mut self, start: usize, end: usize) {
        if self.keep_comments {
            let span = Span {
                start: start as u32,
                end: end as u32,
            };
            self.comments.push(Comment { span });
        }
    }

    #[cold]
    fn character(&mut self, start: usize) -> Token {
        let rest = self.text.get(start..).unwrap_or("");
        let letters = |c: char| c.is_alphanumeric() || c == '_';
        let word = rest.find(|c| !letters(c)).unwrap_or(rest.len());
        if word > 0 {
            self.pos += word;
            return self.bad(Problem::Letters, start);
        }
        self.pos += match rest.starts_with('#') {
            // A comment in other languages, so nothing in the line is read.
            true => rest.find('\n').unwrap_or(rest.len()),
            false => rest.chars().next().map_or(1, char::len_utf8),
        };
        self.bad(Problem::Character, start)
    }

    #[cold]
    fn bad(&mut self, problem: Problem, start: usize) -> Token {
        self.problem = problem;
        self.token(Kind::Bad, start)
    }
}

const SPACE: u8 = 1;
/// What a word goes on with.
const WORD: u8 = 2;
/// What stands for itself in a text.
const PLAIN: u8 = 4;
/// What a word starts with.
const LETTER: u8 = 8;

/// The classes that each byte is in: one look-up a byte is what reading words, spaces and texts costs.
static CLASSES: [u8; 256] = {
    let mut classes = [PLAIN; 256];
    let mut byte = 0u8;
    loop {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            classes[byte as usize] |= WORD;
        }
        if byte.is_ascii_alphabetic() || byte == b'_' {
            classes[byte as usize] |= LETTER;
        }
        if matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
            classes[byte as usize] |= SPACE;
        }
        if matches!(byte, b'"' | b'\\') {
            classes[byte as usize] = 0;
        }
        if byte == u8::MAX {
            break;
        }
        byte += 1;
    }
    classes
};

fn is_in(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

fn is_word(byte: u8) -> bool {
    is_in(byte, WORD)
}

/// Returns where bytes of the class end that stand from `pos` on.
#[inline(always)]
fn end_of_class(bytes: &[u8], mut pos: usize, class: u8) -> usize {
    while let Some(byte) = bytes.get(pos) {
        if !is_in(*byte, class) {
            break;
        }
        pos += 1;
    }
    pos
}
