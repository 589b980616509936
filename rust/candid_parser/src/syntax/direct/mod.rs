//! Plain trees straight from a text: no tokens, no places, no messages.
//!
//! Programs that parse an interface on a canister pay for every instruction, and mostly nothing is wrong with it. So
//! this reader only knows what is right: where something is wrong or unusual it gives up, and the text is read again by
//! [`Parser`](super::parser::Parser), which says what is wrong or reads it after all. On Wasm the interface of the NNS
//! governance canister, 50 kB, takes 2.2 M instructions so; with tokens, and one parser for both trees, it took 2.9 M.
//!
//! Both make the same trees. But a level takes less stack here, so that a text which nests more deeply than the parser
//! can go may still be read.

mod program;
#[cfg(test)]
mod tests;
mod types;

use super::ast::{Comment, Span};
use super::comment::{self, end_of_block_comment, end_of_line_comment};
use super::nesting::Nesting;
use super::swar::{chunk, word_len};
use super::token::{Kind, Token, Word};
use super::{Dec, IDLArgType, IDLProg, IDLType, TypeField};
use candid_wire::label::label_hash_with;

/// Reads a `.did` file.
pub(super) fn prog(text: &str) -> Option<IDLProg> {
    Reader::of(text, true)?.prog()
}

/// Reads types in brackets.
pub(super) fn types(text: &str) -> Option<Vec<IDLArgType>> {
    let mut reader = Reader::of(text, false)?;
    let args = reader.args()?;
    reader.is_at_end().then_some(args)
}

/// Reads declarations and the arguments of a service constructor.
pub(super) fn init_args(text: &str) -> Option<(Vec<Dec>, Vec<IDLArgType>)> {
    Reader::of(text, true)?.init_args()
}

/// Reads a type.
pub(super) fn whole_type(text: &str) -> Option<IDLType> {
    let mut reader = Reader::of(text, false)?;
    let typ = reader.ty()?;
    reader.is_at_end().then_some(typ)
}

/// A text being read. What a method returns is nothing if it gives up.
struct Reader<'a> {
    text: &'a str,
    pos: usize,
    keep_comments: bool,
    /// Those before the next token.
    comments: Vec<Comment>,
    /// Places of the fields of all record and variant types that are being read, the innermost last; behind them those
    /// that were taken.
    fields: Vec<Option<TypeField>>,
    /// For each that is there the number of its label, and in the low half which field of its type it is.
    keys: Vec<u64>,
    nesting: Nesting,
}

impl<'a> Reader<'a> {
    fn of(text: &'a str, keep_comments: bool) -> Option<Self> {
        u32::try_from(text.len()).ok()?;
        Some(Reader {
            text,
            pos: match text.starts_with('\u{feff}') {
                true => '\u{feff}'.len_utf8(),
                false => 0,
            },
            keep_comments,
            comments: Vec::new(),
            fields: Vec::new(),
            keys: Vec::new(),
            nesting: Nesting::of_this_thread(),
        })
    }

    /// Goes to the next token. Returns the byte that it starts with, 0 at the end.
    #[inline(always)]
    fn next(&mut self) -> u8 {
        self.comments.clear();
        let bytes = self.text.as_bytes();
        let mut pos = self.pos;
        loop {
            let byte = bytes.get(pos).copied().unwrap_or(0);
            // On Wasm, the table of a `match` with more than one way costs less than a test for four bytes.
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => pos += 1,
                b'/' => {
                    self.pos = pos;
                    return self.skip_comments();
                }
                _ => {
                    self.pos = pos;
                    return byte;
                }
            }
        }
    }

    /// Goes on to the next token from a slash, which is the next byte if it starts no comment.
    #[inline(never)]
    fn skip_comments(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.pos;
            let end = match bytes.get(start + 1) {
                Some(b'/') => Some(end_of_line_comment(bytes, start)),
                Some(b'*') => end_of_block_comment(bytes, start),
                _ => None,
            };
            let Some(end) = end else {
                return b'/';
            };
            if self.keep_comments {
                let span = span(start, end);
                self.comments.push(Comment { span });
            }
            let rest = bytes.get(end..).unwrap_or_default();
            let is_space = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
            let n_spaces = rest.iter().position(|byte| !is_space(byte));
            self.pos = end + n_spaces.unwrap_or(rest.len());
            match bytes.get(self.pos) {
                Some(b'/') => {}
                byte => return byte.copied().unwrap_or(0),
            }
        }
    }

    /// Whether nothing follows.
    fn is_at_end(&mut self) -> bool {
        self.next();
        self.pos == self.text.len()
    }

    /// Goes on after the next token, which has to be that byte.
    #[inline(always)]
    fn expect(&mut self, byte: u8) -> Option<()> {
        let found = self.next() == byte;
        self.pos += usize::from(found);
        found.then_some(())
    }

    /// Whether a colon follows; goes on after it.
    #[inline(always)]
    fn at_colon(&mut self) -> bool {
        // As printers write it.
        if chunk(self.text.as_bytes(), self.pos) & 0xff_ffff
            == u64::from_le_bytes(*b" : \0\0\0\0\0")
        {
            self.pos += 3;
            return true;
        }
        let found = self.next() == b':';
        self.pos += usize::from(found);
        found
    }

    /// Returns the lines of the comment directly above the token that is next.
    #[inline(always)]
    fn docs(&mut self) -> Vec<String> {
        match self.comments.is_empty() {
            true => Vec::new(),
            false => self.docs_of_comments(),
        }
    }

    #[inline(never)]
    fn docs_of_comments(&mut self) -> Vec<String> {
        comment::docs(self.text, &self.comments, span(self.pos, self.pos).start)
    }

    /// Takes the word that starts here.
    #[inline(always)]
    fn word(&mut self) -> Token {
        self.hashed_word(|_, _| {})
    }

    /// Takes the word that starts here; also returns its hash.
    #[inline(always)]
    fn label_word(&mut self) -> (Token, u32) {
        let mut hash = 0;
        let word = self.hashed_word(|chunk, len| hash = label_hash_with(hash, chunk, len));
        (word, hash)
    }

    /// Takes the word that starts here, and gives each eight bytes, and how many of them are in it, to `hash`. Where
    /// there is none, it is of the kind [`Kind::End`].
    #[inline(always)]
    fn hashed_word(&mut self, mut hash: impl FnMut(u64, usize)) -> Token {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        let first = chunk(bytes, start);
        let mut len = word_len(first);
        let mut end = start + len;
        let Word { kind, prim } = match len {
            0 => Word::of_kind(Kind::End),
            8 => {
                hash(first, 8);
                while len == 8 {
                    let next = chunk(bytes, end);
                    len = word_len(next);
                    if len > 0 {
                        hash(next, len);
                    }
                    end += len;
                }
                match end - start {
                    8 => Word::of_short(first, 8),
                    _ => Word::of_long(bytes.get(start..end).unwrap_or_default()),
                }
            }
            _ => {
                hash(first, len);
                Word::of_short(first, len)
            }
        };
        self.pos = end;
        let Span { start, end } = span(start, end);
        Token {
            // Words without letters in front are numbers, or none.
            kind: match kind {
                Kind::Ident if first.to_le_bytes()[0].is_ascii_digit() => Kind::Digits,
                kind => kind,
            },
            escaped: false,
            prim,
            start,
            end,
        }
    }

    /// Returns what stands there in the text.
    #[inline(always)]
    fn slice(&self, token: Token) -> &'a str {
        let (start, end) = (token.start as usize, token.end as usize);
        self.text.get(start..end).unwrap_or("")
    }

    /// Takes a name without quotes.
    fn ident(&mut self) -> Option<&'a str> {
        let word = self.word();
        (word.kind == Kind::Ident).then(|| self.slice(word))
    }

    /// Takes a text without escapes, which starts here.
    #[inline(never)]
    fn quoted(&mut self) -> Option<&'a str> {
        let rest = self.text.get(self.pos..)?.strip_prefix('"')?;
        let len = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\'))?;
        self.pos += len + 2;
        match rest.as_bytes().get(len) {
            Some(b'"') => rest.get(..len),
            _ => None,
        }
    }

    /// Reads a list between brackets; `part` reads one part, whose first byte is the next one.
    #[inline(always)]
    fn list(
        &mut self,
        [open, separator, close]: [u8; 3],
        mut part: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.expect(open)?;
        let mut first = self.next();
        while first != close {
            part(self)?;
            first = self.next();
            if first == separator {
                self.pos += 1;
                first = self.next();
            } else if first != close {
                return None;
            }
        }
        self.pos += 1;
        Some(())
    }

    /// Reads what lies a level deeper.
    #[inline(always)]
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.nesting.is_used_up() {
            return None;
        }
        self.nesting.depth += 1;
        let result = read(self);
        self.nesting.depth -= 1;
        result
    }
}

/// `{ … ; … }`
const BRACES: [u8; 3] = *b"{;}";
/// `( … , … )`
const PARENS: [u8; 3] = *b"(,)";

#[allow(clippy::cast_possible_truncation, reason = "longer texts are refused")]
fn span(start: usize, end: usize) -> Span {
    Span {
        start: start as u32,
        end: end as u32,
    }
}
