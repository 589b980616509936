//! Fast path for valid input; `None` means: use `Parser` for diagnostics.
//!
//! Programs that parse an interface on a canister pay for every instruction, and most interfaces are valid. So this
//! reader accepts only valid text, builds plain trees without tokens, locations or messages, and returns `None` on any
//! problem or unusual syntax; the text is then parsed again by [`Parser`](super::parser::Parser), which reports the
//! problem or accepts the text after all. On Wasm the interface of the NNS governance canister, 50 kB, takes 2.2 M
//! instructions this way; with tokens, and one parser for both trees, it took 2.9 M.
//!
//! Both parsers build the same trees. This one uses less stack per nesting level, so it may accept a text that nests
//! more deeply than `Parser` can.

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

/// Parses a `.did` file.
pub(super) fn prog(text: &str) -> Option<IDLProg> {
    Reader::of(text, true)?.prog()
}

/// Parses types in parentheses.
pub(super) fn types(text: &str) -> Option<Vec<IDLArgType>> {
    let mut reader = Reader::of(text, false)?;
    let args = reader.args()?;
    reader.is_at_end().then_some(args)
}

/// Parses declarations and the arguments of a service constructor.
pub(super) fn init_args(text: &str) -> Option<(Vec<Dec>, Vec<IDLArgType>)> {
    Reader::of(text, true)?.init_args()
}

/// Parses a type.
pub(super) fn whole_type(text: &str) -> Option<IDLType> {
    let mut reader = Reader::of(text, false)?;
    let typ = reader.ty()?;
    reader.is_at_end().then_some(typ)
}

/// A cursor over a text. Methods return `None` to fall back to the parser.
struct Reader<'a> {
    text: &'a str,
    pos: usize,
    keep_comments: bool,
    /// The comments before the next token.
    comments: Vec<Comment>,
    /// Slots for the fields of all record and variant types being parsed, the innermost last; after them, slots whose
    /// fields were taken.
    fields: Vec<Option<TypeField>>,
    /// One key for each field present: the number of its label in the high half, the index of the field in its type in
    /// the low half.
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

    /// Advances to the next token. Returns its first byte, 0 at the end.
    #[inline(always)]
    fn next(&mut self) -> u8 {
        self.comments.clear();
        let bytes = self.text.as_bytes();
        let mut pos = self.pos;
        loop {
            let byte = bytes.get(pos).copied().unwrap_or(0);
            // On Wasm, the table of a `match` with more than one arm costs less than a test for four bytes.
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

    /// Advances from a slash to the next token. Returns the slash if it starts no comment.
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

    /// Returns whether nothing follows.
    fn is_at_end(&mut self) -> bool {
        self.next();
        self.pos == self.text.len()
    }

    /// Consumes the next token, which must be the given byte.
    #[inline(always)]
    fn expect(&mut self, byte: u8) -> Option<()> {
        let found = self.next() == byte;
        self.pos += usize::from(found);
        found.then_some(())
    }

    /// Returns whether a colon follows, and consumes it.
    #[inline(always)]
    fn at_colon(&mut self) -> bool {
        // The form that printers write.
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

    /// Returns the lines of the comment directly above the next token.
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

    /// Consumes the word that starts here.
    #[inline(always)]
    fn word(&mut self) -> Token {
        self.hashed_word(|_, _| {})
    }

    /// Consumes the word that starts here; also returns its hash.
    #[inline(always)]
    fn label_word(&mut self) -> (Token, u32) {
        let mut hash = 0;
        let word = self.hashed_word(|chunk, len| hash = label_hash_with(hash, chunk, len));
        (word, hash)
    }

    /// Consumes the word that starts here, and passes each chunk of eight bytes, and the number of its bytes that
    /// belong to the word, to `hash`. Without a word, the token has the kind [`Kind::End`].
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
            // Words that do not start with a letter are numbers, or invalid.
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

    /// Returns the text of a token.
    #[inline(always)]
    fn slice(&self, token: Token) -> &'a str {
        let (start, end) = (token.start as usize, token.end as usize);
        self.text.get(start..end).unwrap_or("")
    }

    /// Consumes a name without quotes.
    fn ident(&mut self) -> Option<&'a str> {
        let word = self.word();
        (word.kind == Kind::Ident).then(|| self.slice(word))
    }

    /// Consumes a text literal without escapes, which starts here.
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

    /// Parses a list between brackets; `part` parses one item, whose first byte is the next one.
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

    /// Calls `read` one nesting level deeper.
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
