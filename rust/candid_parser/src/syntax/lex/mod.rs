//! The lexer: converts a whole text to tokens at once, 12 bytes for each, and eight for each comment if comments are
//! kept; or a part of it after the other.

pub(crate) mod comment;
pub(crate) mod token;

use crate::source_layout::content_start;
use crate::syntax::ast::{Comment, Span};
use comment::{end_of_block_comment, end_of_line_comment};
use token::{Kind, Problem, Token};

pub(crate) struct Lexed {
    /// The tokens; the last one, and only that one, is [`Kind::End`].
    pub(crate) tokens: Vec<Token>,
    pub(crate) comments: Vec<Comment>,
}

/// Lexes a text of at most `u32::MAX` bytes; a leading byte order mark is skipped.
#[inline(never)]
pub(crate) fn lex(text: &str, keep_comments: bool) -> Lexed {
    // Interfaces have about seven bytes per token.
    let tokens = Vec::with_capacity(text.len() / 6 + 2);
    let mut lexer = Lexer::new(text, keep_comments, tokens);
    lexer.run(usize::MAX);
    lexer.lexed
}

/// The state of lexing a text.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    keep_comments: bool,
    lexed: Lexed,
}

impl<'a> Lexer<'a> {
    /// Returns a lexer of a text of at most `u32::MAX` bytes, without its comments.
    pub(crate) fn in_parts(text: &'a str) -> Self {
        Self::new(text, false, Vec::new())
    }

    fn new(text: &'a str, keep_comments: bool, tokens: Vec<Token>) -> Self {
        Lexer {
            text,
            pos: content_start(text),
            keep_comments,
            lexed: Lexed {
                tokens,
                comments: Vec::new(),
            },
        }
    }

    /// Adds at least `n` tokens, unless the last one is the end.
    pub(crate) fn fill(&mut self, tokens: &mut Vec<Token>, n: usize) {
        /// Tokens have at least one byte.
        const STEP: usize = 1024;
        std::mem::swap(&mut self.lexed.tokens, tokens);
        let is_end = |token: &Token| token.kind == Kind::End;
        while self.lexed.tokens.len() < n && !self.lexed.tokens.last().is_some_and(is_end) {
            self.run(self.pos.saturating_add(STEP));
        }
        std::mem::swap(&mut self.lexed.tokens, tokens);
    }

    /// Lexes the tokens that begin before `until`.
    fn run(&mut self, until: usize) {
        let bytes = self.text.as_bytes();
        let part = bytes.get(..until).unwrap_or(bytes);
        let mut pos = self.pos;
        while let Some(byte) = part.get(pos) {
            match START[usize::from(*byte)] {
                Start::Space => pos += 1,
                Start::Word => {
                    let rest = bytes.get(pos..).unwrap_or_default();
                    let len = rest.iter().position(|byte| !is_word(*byte));
                    let (word, _) = rest.split_at(len.unwrap_or(rest.len()));
                    let end = pos + word.len();
                    let token = token(Kind::of_word(word), pos, end);
                    self.lexed.tokens.push(token);
                    pos = end;
                }
                Start::SingleByte => {
                    self.lexed.tokens.push(token(symbol(*byte), pos, pos + 1));
                    pos += 1;
                }
                Start::Other => {
                    self.pos = pos;
                    self.other(*byte);
                    pos = self.pos;
                }
            }
        }
        self.pos = pos;
        let end = bytes.len();
        if pos >= end {
            self.lexed.tokens.push(token(Kind::End, end, end));
        }
    }

    /// Lexes a token whose first byte does not determine it.
    #[inline(never)]
    fn other(&mut self, byte: u8) {
        let start = self.pos;
        match byte {
            b'0'..=b'9' => self.number(start),
            b'"' => self.quoted(start),
            b'=' => match self.peek(1) {
                b'=' => self.of_len(2, Kind::Same),
                b'>' => self.of_len(2, Kind::Bad(Problem::FatArrow)),
                _ => self.of_len(1, Kind::Equals),
            },
            b'-' => match self.peek(1) {
                b'>' => self.of_len(2, Kind::Arrow),
                _ => self.of_len(1, Kind::Minus),
            },
            b'!' => match self.peek(1) {
                b'=' => self.of_len(2, Kind::Differs),
                b':' => self.of_len(2, Kind::Refused),
                _ => self.character(start),
            },
            b'.' => match self.peek(1) {
                b'0'..=b'9' => self.number(start),
                _ => self.of_len(1, Kind::Dot),
            },
            b'/' => match self.peek(1) {
                b'/' => self.comment(Some(end_of_line_comment(self.text.as_bytes(), start))),
                b'*' => self.comment(end_of_block_comment(self.text.as_bytes(), start)),
                _ => self.character(start),
            },
            b'\'' => self.single_quoted(start),
            _ => self.character(start),
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        // Zero stands for the end: no token starts with it either.
        self.text
            .as_bytes()
            .get(self.pos + ahead)
            .copied()
            .unwrap_or(0)
    }

    /// Adds the token from `start` to the current position.
    fn push(&mut self, kind: Kind, start: usize) {
        self.lexed.tokens.push(token(kind, start, self.pos));
    }

    fn of_len(&mut self, len: usize, kind: Kind) {
        let start = self.pos;
        self.pos += len;
        self.push(kind, start);
    }

    /// Adds an invalid token.
    #[cold]
    fn bad(&mut self, problem: Problem, start: usize) {
        self.push(Kind::Bad(problem), start);
    }

    fn quoted(&mut self, start: usize) {
        let bytes = self.text.as_bytes();
        let mut escaped = false;
        let mut pos = start + 1;
        loop {
            match bytes.get(pos) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    pos += 2;
                }
                Some(_) => pos += 1,
                None => {
                    self.pos = start + 1;
                    self.bad(Problem::OpenText, start);
                    self.pos = bytes.len();
                    return;
                }
            }
        }
        self.pos = pos + 1;
        let token = token(Kind::Text, start, self.pos);
        self.lexed.tokens.push(Token { escaped, ..token });
    }

    /// Adds a single-quoted string, as in other languages; if the line has no second quote, only the quote.
    #[cold]
    fn single_quoted(&mut self, start: usize) {
        let rest = self.text.get(start + 1..).unwrap_or("");
        let line = rest.split('\n').next().unwrap_or("");
        let Some(len) = line.find('\'') else {
            return self.character(start);
        };
        self.pos = start + 1 + len + 1;
        self.bad(Problem::SingleQuotes, start);
    }

    fn digits(&mut self, is_digit: impl Fn(&u8) -> bool) -> usize {
        let start = self.pos;
        while is_digit(&self.peek(0)) || self.peek(0) == b'_' && self.pos > start {
            self.pos += 1;
        }
        self.pos - start
    }

    fn number(&mut self, start: usize) {
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
        self.end_of_number(kind, start);
    }

    fn end_of_number(&mut self, kind: Kind, start: usize) {
        if !is_word(self.peek(0)) && self.peek(0) != b'.' {
            return self.push(kind, start);
        }
        while is_word(self.peek(0)) || self.peek(0) == b'.' {
            self.pos += 1;
        }
        self.bad(Problem::Number, start);
    }

    /// Skips a comment that ends at `end`, or at no place.
    fn comment(&mut self, end: Option<usize>) {
        let start = self.pos;
        let Some(end) = end else {
            self.pos = start + 2;
            self.bad(Problem::OpenComment, start);
            self.pos = self.text.len();
            return;
        };
        self.pos = end;
        if self.keep_comments {
            let span = Span::of(start, end);
            self.lexed.comments.push(Comment { span });
        }
    }

    #[cold]
    fn character(&mut self, start: usize) {
        let rest = self.text.get(start..).unwrap_or("");
        let letters = |c: char| c.is_alphanumeric() || c == '_';
        let word = rest.find(|c| !letters(c)).unwrap_or(rest.len());
        if word > 0 {
            self.pos += word;
            return self.bad(Problem::Letters, start);
        }
        // Elsewhere `#` starts a case or a comment, of which the rest of the line is skipped.
        self.pos += if rest.starts_with('#') && !self.is_case(rest) {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
        self.bad(Problem::Character, start);
    }

    /// Returns whether the text from a `#` on is a case, as Motoko writes it.
    fn is_case(&self, rest: &str) -> bool {
        let before = self.lexed.tokens.last().map(|token| token.kind);
        let after = rest.as_bytes().get(1..).unwrap_or_default();
        let (word, after) = after.split_at(len_of_word(after));
        let next = after.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        let may_begin = matches!(
            before,
            Some(
                Kind::LBrace
                    | Kind::LParen
                    | Kind::Semi
                    | Kind::Comma
                    | Kind::Equals
                    | Kind::Opt
                    | Kind::Variant
            )
        );
        let may_end = matches!(next, Some(b':' | b';' | b'}' | b'=' | b'(' | b')' | b','));
        !word.is_empty() && may_begin && may_end
    }
}

/// Returns the length of the word that the bytes begin with.
pub(crate) fn len_of_word(bytes: &[u8]) -> usize {
    let len = bytes.iter().position(|byte| !is_word(*byte));
    len.unwrap_or(bytes.len())
}

fn token(kind: Kind, start: usize, end: usize) -> Token {
    Token::new(kind, Span::of(start, end))
}

/// Classification of a token's first byte.
#[derive(Clone, Copy)]
enum Start {
    Space,
    /// A keyword or an identifier.
    Word,
    /// A token of this byte, which starts no other token: a [`symbol`].
    SingleByte,
    /// Determined by [`Lexer::other`].
    Other,
}

static START: [Start; 256] = {
    let mut starts = [Start::Other; 256];
    let mut byte = 0u8;
    loop {
        starts[byte as usize] = match byte {
            b' ' | b'\n' | b'\t' | b'\r' => Start::Space,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Start::Word,
            b'{' | b'}' | b'(' | b')' | b';' | b',' | b':' | b'+' => Start::SingleByte,
            _ => Start::Other,
        };
        if byte == u8::MAX {
            break;
        }
        byte += 1;
    }
    starts
};

fn symbol(byte: u8) -> Kind {
    match byte {
        b'{' => Kind::LBrace,
        b'}' => Kind::RBrace,
        b'(' => Kind::LParen,
        b')' => Kind::RParen,
        b';' => Kind::Semi,
        b',' => Kind::Comma,
        b':' => Kind::Colon,
        _ => Kind::Plus,
    }
}

/// Whether a byte continues a word.
static IS_WORD: [bool; 256] = {
    let mut is_word = [false; 256];
    let mut byte = 0u8;
    while byte < 0x80 {
        is_word[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    is_word
};

fn is_word(byte: u8) -> bool {
    IS_WORD[usize::from(byte)]
}
