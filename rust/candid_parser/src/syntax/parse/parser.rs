//! Parser state shared by all productions: one token of lookahead, findings, recovery, and a nesting limit.

use super::fixes::Hint;
use super::list::symbol;
use super::nesting::lowest;
use super::tokens::Tokens;
use crate::diagnostic::{Code, Diagnostic, FileId};
use crate::syntax::ast::{Comment, Name, Span, Value};
use crate::syntax::lex::comment;
use crate::syntax::lex::lex;
use crate::syntax::lex::token::{Kind, Problem, Token};
use candid::IDLValue;
use candid_wire::text::name_to_string;

/// After this many findings the rest of the text is skipped.
pub(crate) const MAX_FINDINGS: usize = 100;

/// Maximum number of bytes of a token shown in a message.
const SHOWN: usize = 40;

/// The message of the last finding.
pub(crate) const TOO_MANY: &str = "too many errors, the rest is skipped";

pub(super) const DOUBLE_QUOTES: &str = "text must be in double quotes: \"…\"";

/// A syntax error, which has been reported.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failed;

pub(crate) type Parse<T> = Result<T, Failed>;

/// Converts a value to one without locations; `None` if that fails.
pub(crate) type Convert<'a> = dyn FnMut(Value) -> Option<IDLValue> + 'a;

/// A parser over the tokens of a text.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: Tokens<'a>,
    pub(crate) comments: Vec<Comment>,
    /// The number of comments before the token for which comments were last collected.
    n_comments_passed: usize,
    /// The next token.
    pub(crate) token: Token,
    /// The end of the previous token.
    pub(crate) prev_end: u32,
    pub(crate) findings: Vec<Diagnostic>,
    /// The location and the expectation of the first finding, if it is an unexpected token.
    pub(crate) first_expected: Option<(Span, String)>,
    /// The start of the token of the last finding: further problems with it are consequences of the first.
    reported_at: Option<u32>,
    /// Whether the rest of the text is skipped.
    pub(super) stopped: bool,
    /// The number of values or types that contain the next token.
    pub(super) depth: u32,
    /// The lowest stack address that the parser may reach.
    pub(super) lowest: usize,
    /// The number of open `(`, and of open `{`.
    pub(crate) n_open: [u32; 2],
    /// For each open `[`, which is no token, whether it was read as `{`.
    squares: Vec<bool>,
    /// What converts the items of vectors, if they are not kept with their locations.
    pub(super) convert: Option<&'a mut Convert<'a>>,
}

impl<'a> Parser<'a> {
    /// Returns a parser whose next token is the first of the text.
    pub(crate) fn new(text: &'a str, keep_comments: bool) -> Self {
        let lexed = lex(text, keep_comments);
        Self::of_tokens(text, lexed.tokens, lexed.comments)
    }

    /// Returns a parser that has a part of the tokens at a time. It skips what follows its first finding, for which it does
    /// not have the tokens that show what was meant.
    pub(crate) fn in_parts(text: &'a str, convert: Option<&'a mut Convert<'a>>) -> Self {
        let mut parser = Self::start(text, Tokens::in_parts(text), Vec::new());
        parser.convert = convert;
        parser
    }

    /// Returns a parser whose next token is the first of `tokens`; the last one, and only that one, must be
    /// [`Kind::End`].
    #[inline]
    pub(crate) fn of_tokens(text: &'a str, tokens: Vec<Token>, comments: Vec<Comment>) -> Self {
        Self::start(text, Tokens::all(tokens), comments)
    }

    #[inline]
    fn start(text: &'a str, tokens: Tokens<'a>, comments: Vec<Comment>) -> Self {
        let mut parser = Parser {
            text,
            tokens,
            comments,
            n_comments_passed: 0,
            token: Token::new(Kind::End, Span::default()),
            prev_end: 0,
            findings: Vec::new(),
            first_expected: None,
            reported_at: None,
            stopped: false,
            depth: 0,
            lowest: lowest(),
            n_open: [0, 0],
            squares: Vec::new(),
            convert: None,
        };
        parser.advance();
        parser
    }

    /// Advances to the next token, past invalid ones.
    pub(crate) fn advance(&mut self) {
        self.prev_end = self.token.end;
        self.take();
        while let Kind::Bad(problem) = self.token.kind {
            self.bad_token(problem);
        }
    }

    /// Advances to the next token, valid or not; at the end it stays on the last one.
    #[inline]
    fn take(&mut self) {
        self.tokens.take(&mut self.token);
    }

    pub(crate) fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    /// Consumes the next token if it is of the given kind, and returns whether it was.
    pub(crate) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes and returns the next token, which must be of the given kind; `expected` describes it in messages.
    pub(crate) fn expect(&mut self, kind: Kind, expected: &str) -> Parse<Token> {
        let token = self.token;
        if token.kind != kind {
            return Err(self.expected(expected));
        }
        self.advance();
        Ok(token)
    }

    /// Consumes the symbol `kind`; `mistaken` is accepted for it, after an error with the given note.
    #[inline]
    pub(crate) fn expect_symbol(&mut self, kind: Kind, mistaken: Kind, note: &str) -> Parse<()> {
        if self.eat(kind) {
            return Ok(());
        }
        self.no_symbol(kind, mistaken, note)
    }

    #[cold]
    fn no_symbol(&mut self, kind: Kind, mistaken: Kind, note: &str) -> Parse<()> {
        if !self.at(mistaken) {
            return Err(self.expected(symbol(kind)));
        }
        let finding = self.unexpected(symbol(kind)).note(note);
        let fix = self.instead(symbol(kind).trim_matches('"'));
        self.report(finding.fixed_by(fix));
        self.advance();
        Ok(())
    }

    /// Returns the kind of the token after the next one.
    pub(crate) fn peek(&self) -> Kind {
        self.peek_at(0)
    }

    /// Returns the kind of the token `n` tokens after that of [`peek`](Self::peek).
    pub(crate) fn peek_at(&self, n: usize) -> Kind {
        self.tokens.peek(n)
    }

    pub(crate) fn slice(&self, token: Token) -> &'a str {
        let (start, end) = (token.start as usize, token.end as usize);
        self.text.get(start..end).unwrap_or("")
    }

    /// Returns the span from `start` to the end of the consumed text.
    pub(crate) fn since(&self, start: u32) -> Span {
        Span {
            start,
            end: self.prev_end.max(start),
        }
    }

    /// Consumes a name without quotes.
    pub(crate) fn ident(&mut self) -> Name {
        let token = self.token;
        self.advance();
        Name {
            text: name_to_string(self.slice(token)),
            span: token.span(),
        }
    }

    /// Returns the lines of the comment directly above the next token.
    pub(crate) fn docs(&mut self) -> Vec<String> {
        let start = self.token.start;
        let rest = self.comments.get(self.n_comments_passed..);
        let rest = rest.unwrap_or_default();
        if rest.first().is_none_or(|first| first.span.start >= start) {
            return Vec::new();
        }
        let n = rest.partition_point(|comment| comment.span.start < start);
        self.n_comments_passed += n;
        let (passed, _) = rest.split_at(n);
        let gap = passed.partition_point(|comment| comment.span.start < self.prev_end);
        comment::docs(self.text, passed.get(gap..).unwrap_or_default(), start)
    }

    /// Reports a finding, unless it is about the token of the last finding.
    #[cold]
    pub(crate) fn report(&mut self, finding: Diagnostic) -> Failed {
        let place = finding.span().unwrap_or_default();
        self.report_at(finding, place)
    }

    /// Reports a finding that was detected at another token than the one it is about.
    #[cold]
    pub(crate) fn report_at(&mut self, mut finding: Diagnostic, shown_by: Span) -> Failed {
        finding.fix.take_if(|fix| self.has_comment(fix.span));
        let at = Some(shown_by.start);
        if !self.stopped && at != self.reported_at {
            self.reported_at = at;
            self.findings.push(finding);
            if self.tokens.is_in_parts() {
                return self.skip_rest();
            }
            if self.findings.len() == MAX_FINDINGS {
                let end = self.token.span();
                self.stop(error(Code::TooManyErrors, TOO_MANY, end));
            }
        }
        Failed
    }

    /// Reports a finding and skips the rest of the text.
    #[cold]
    pub(crate) fn stop(&mut self, finding: Diagnostic) -> Failed {
        if !self.stopped {
            self.findings.push(finding);
        }
        self.skip_rest()
    }

    #[cold]
    pub(super) fn skip_rest(&mut self) -> Failed {
        self.stopped = true;
        self.token.kind = Kind::End;
        self.tokens.end(self.token);
        Failed
    }

    /// Reports that the next token is unexpected.
    #[cold]
    pub(crate) fn expected(&mut self, expected: &str) -> Failed {
        let finding = self.unexpected(expected);
        let finding = self.hinted(finding);
        self.report(finding)
    }

    pub(super) fn take_tokens(&mut self) -> Vec<Token> {
        std::mem::replace(&mut self.tokens, Tokens::all(Vec::new())).into_all()
    }

    /// Returns the number of tokens up to the next one.
    pub(super) fn n_taken(&self) -> usize {
        self.tokens.n_taken()
    }

    /// Reports that the next token is unexpected, with a note.
    #[cold]
    pub(super) fn expected_with(&mut self, expected: &str, hint: impl Into<Hint>) -> Failed {
        let finding = self.unexpected(expected);
        self.report(hint.into().on(finding))
    }

    /// Returns the finding that the next token is unexpected.
    #[cold]
    pub(crate) fn unexpected(&mut self, expected: &str) -> Diagnostic {
        let (found, place) = (self.found(), self.place());
        self.note_expected(expected, place);
        error(
            Code::UnexpectedToken,
            format!("expected {expected}, found {found}"),
            place,
        )
    }

    /// Stores the expectation at a location, before the first finding is reported.
    #[cold]
    pub(crate) fn note_expected(&mut self, expected: &str, place: Span) {
        if self.findings.is_empty() {
            self.first_expected = Some((place, expected.to_string()));
        }
    }

    /// Returns the location of the next token; at the end of the text, the location after the last token.
    pub(crate) fn place(&self) -> Span {
        match self.token.kind {
            Kind::End => Span::empty(self.prev_end),
            _ => self.token.span(),
        }
    }

    /// Returns a description of the next token.
    fn found(&self) -> String {
        let text = self.slice(self.token);
        match self.token.kind {
            Kind::End => "end of input".to_string(),
            Kind::Text if text.len() <= SHOWN => format!("text {text}"),
            Kind::Text => "text".to_string(),
            _ => format!("\"{}\"", shorten(text)),
        }
    }

    /// Returns the note about what is not a name: this one, or that on names of types behind `type`.
    fn name_note(&self, note: &'static str) -> &'static str {
        let before = self.text.get(..self.token.start as usize);
        match before.is_some_and(|before| before.trim_end().ends_with("type")) {
            true => TYPE_NAMES,
            false => note,
        }
    }

    #[cold]
    fn bad_token(&mut self, problem: Problem) {
        let span = self.token.span();
        let text = self.slice(self.token);
        let shown = shorten(text);
        // The kind is that as which the token is parsed.
        let (kind, finding) = match problem {
            Problem::Character => {
                let c = text.chars().next().unwrap_or(' ');
                // Of a pair, the first is enough.
                let opened = if c == ']' { self.squares.pop() } else { None };
                if opened.is_none() {
                    let finding = bad_character(c, span);
                    let finding = finding.fixed_by(self.character_fix(c, span));
                    let note = self.character_note(c, span);
                    self.report(match note {
                        Some(note) => finding.note(note),
                        None => finding,
                    });
                }
                let is_brace = c == '[' && self.is_brace_meant();
                match c {
                    '<' => self.skip_parameters(),
                    '|' => self.skip_choice(),
                    '[' => self.squares.push(is_brace),
                    _ => {}
                }
                match opened {
                    Some(true) => self.token.kind = Kind::RBrace,
                    _ if is_brace => self.token.kind = Kind::LBrace,
                    _ => self.take(),
                }
                return;
            }
            Problem::Letters => (
                Kind::Ident,
                error(Code::UnquotedName, format!("{shown} is not a name"), span)
                    .note(self.name_note("the name of a field, case or method with letters other than a to z must be quoted")),
            ),
            Problem::FatArrow => {
                let message = "expected \"->\", found \"=>\"";
                let finding = error(Code::UnexpectedToken, message, span);
                (Kind::Arrow, finding.fixed_by(self.instead("->")))
            },
            Problem::SingleQuotes => (
                Kind::Text,
                error(Code::SingleQuotes, format!("{shown} is not text"), span)
                    .note(DOUBLE_QUOTES)
                    .fixed_by(self.requoted(span)),
            ),
            Problem::OpenText => (Kind::End, error(Code::UnclosedLiteral, "this text has no closing quote", span)),
            Problem::OpenComment => (Kind::End, error(Code::UnclosedLiteral, "this comment has no closing */", span)),
            Problem::Number => (
                Kind::Float,
                error(Code::MalformedNumber, format!("{shown} is not a number"), span).note(self.name_note(
                    "a letter cannot follow a number; the name of a field, case or method that starts with a digit must be quoted",
                )),
            ),
            Problem::NoHexDigits => (Kind::Float, error(Code::MalformedNumber, "missing digits after 0x", span)),
            Problem::NoExponent => (Kind::Float, error(Code::MalformedNumber, "missing digits in the exponent", span)),
        };
        match kind {
            Kind::End => self.stop(finding),
            _ => self.report(finding),
        };
        self.token.kind = kind;
    }
}

/// What holds for names that cannot be quoted.
pub(super) const TYPE_NAMES: &str =
    "type names cannot be quoted: they have letters from a to z, digits and _, and do not start with a digit";

#[cold]
fn bad_character(c: char, span: Span) -> Diagnostic {
    // Of others, some are not seen, or look like a character that would be expected.
    let is_seen = c.is_alphanumeric() || !c.is_whitespace() && c.escape_debug().count() == 1;
    let name = match c.is_ascii_graphic() {
        true => c.to_string(),
        false if is_seen => format!("{c} (U+{:04X})", u32::from(c)),
        false => format!("U+{:04X}", u32::from(c)),
    };
    let start = span.start as usize;
    let span = Span::of(start, start + c.len_utf8());
    error(
        Code::UnexpectedCharacter,
        format!("unexpected character {name}"),
        span,
    )
}

/// Returns an error at a location in the parsed text.
pub(crate) fn error(code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(message, FileId::default(), span).coded(code.id())
}

/// Returns the text, cut off if it is long.
pub(crate) fn shorten(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
