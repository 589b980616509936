//! What all productions share: one token of lookahead, findings, recovery, and a bound on nesting.

use super::ast::{Comment, Name, Span};
use super::comment;
use super::lexer::lex;
use super::nesting::Nesting;
use super::token::{Kind, Problem, Token};
use crate::diagnostic::{Diagnostic, FileId};

/// After so many findings the rest of the text is not read.
const MAX_FINDINGS: usize = 100;

/// How many bytes of a token a message shows.
const SHOWN: usize = 40;

const DOUBLE_QUOTES: &str = "text stands in double quotes: \"…\"";

/// Something could not be read, and has been reported.
#[derive(Debug, Clone, Copy)]
pub(super) struct Failed;

/// What a production returns.
pub(super) type Parse<T> = Result<T, Failed>;

/// A text being parsed.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    tokens: Vec<Token>,
    /// Which of the tokens comes after the next one.
    ahead: usize,
    pub(super) comments: Vec<Comment>,
    /// How many comments stand before the last token that comments were looked for at.
    n_comments_passed: usize,
    /// The next token.
    pub(super) token: Token,
    /// Where the token before it ends.
    pub(super) prev_end: u32,
    pub(super) findings: Vec<Diagnostic>,
    /// If the first finding is that a token is not what it should be: where it stands, and what was expected.
    pub(super) first_wanted: Option<(Span, String)>,
    /// Where the token of the last finding starts: what else is wrong with it follows from the first.
    reported_at: Option<u32>,
    /// Whether the rest of the text is not read.
    stopped: bool,
    pub(super) nesting: Nesting,
    /// Numbers and places of the labels of all record values that are being read, the innermost last.
    pub(super) labels: Vec<(u32, Span)>,
    /// How many `(` are open, and how many `{`.
    pub(super) n_open: [u32; 2],
    /// How many fields of values the types in the text have no place for.
    pub(super) n_dropped: usize,
    /// How many bytes of values have been put at a type: those within several annotations count as often.
    pub(super) n_annotated: usize,
}

impl<'a> Parser<'a> {
    /// Returns a parser whose next token is the first of the text.
    pub(super) fn new(text: &'a str, keep_comments: bool) -> Self {
        let lexed = lex(text, keep_comments);
        Self::of_tokens(text, lexed.tokens, lexed.comments)
    }

    /// Returns a parser whose next token is the first of those; the last one is [`Kind::End`], and it is the only one.
    #[inline]
    pub(super) fn of_tokens(text: &'a str, tokens: Vec<Token>, comments: Vec<Comment>) -> Self {
        let mut parser = Parser {
            text,
            tokens,
            ahead: 0,
            comments,
            n_comments_passed: 0,
            token: Token {
                kind: Kind::End,
                escaped: false,
                prim: None,
                start: 0,
                end: 0,
            },
            prev_end: 0,
            findings: Vec::new(),
            first_wanted: None,
            reported_at: None,
            stopped: false,
            nesting: Nesting::of_this_thread(),
            labels: Vec::new(),
            n_open: [0, 0],
            n_dropped: 0,
            n_annotated: 0,
        };
        parser.advance();
        parser
    }

    /// Goes to the next token.
    pub(super) fn advance(&mut self) {
        self.prev_end = self.token.end;
        self.take();
        while let Kind::Bad(problem) = self.token.kind {
            self.bad_token(problem);
        }
    }

    /// Goes to the next token, whatever it is; after the last one it is the last one again.
    #[inline]
    fn take(&mut self) {
        if let Some(token) = self.tokens.get(self.ahead) {
            self.token = *token;
            self.ahead += 1;
        }
    }

    pub(super) fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    /// Goes on if the next token is of that kind.
    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Returns the next token, which has to be of that kind; `wanted` says so in words.
    pub(super) fn expect(&mut self, kind: Kind, wanted: &str) -> Parse<Token> {
        let token = self.token;
        if token.kind != kind {
            return Err(self.expected(wanted));
        }
        self.advance();
        Ok(token)
    }

    /// Returns the kind of the token after the next one.
    pub(super) fn peek(&self) -> Kind {
        self.peek_at(0)
    }

    /// Returns the kind of the token that comes so many after the one after the next.
    pub(super) fn peek_at(&self, n: usize) -> Kind {
        let token = self.tokens.get(self.ahead + n);
        token.map_or(Kind::End, |token| token.kind)
    }

    pub(super) fn slice(&self, token: Token) -> &'a str {
        let (start, end) = (token.start as usize, token.end as usize);
        self.text.get(start..end).unwrap_or("")
    }

    /// Returns the place from there to the end of what has been read.
    pub(super) fn since(&self, start: u32) -> Span {
        Span {
            start,
            end: self.prev_end.max(start),
        }
    }

    /// Takes a name without quotes.
    pub(super) fn ident(&mut self) -> Name {
        let token = self.token;
        self.advance();
        Name {
            text: self.slice(token).to_string(),
            span: token.span(),
        }
    }

    /// Returns the lines of the comment directly above the next token.
    pub(super) fn docs(&mut self) -> Vec<String> {
        let Some(rest) = self.comments.get(self.n_comments_passed..) else {
            return Vec::new();
        };
        let start = self.token.start;
        match rest.first() {
            Some(first) if first.span.start < start => {}
            _ => return Vec::new(),
        }
        let n = rest.partition_point(|comment| comment.span.start < start);
        self.n_comments_passed += n;
        let (passed, _) = rest.split_at(n);
        let gap = passed.partition_point(|comment| comment.span.start < self.prev_end);
        comment::docs(self.text, passed.get(gap..).unwrap_or_default(), start)
    }

    /// Reports a finding, unless it is about the token that the last one was about.
    #[cold]
    pub(super) fn report(&mut self, finding: Diagnostic) -> Failed {
        let place = finding.labels.first().map(|label| label.span);
        self.report_at(finding, place.unwrap_or_default())
    }

    /// Reports a finding which another token shows than the one it is about.
    #[cold]
    pub(super) fn report_at(&mut self, finding: Diagnostic, shown_by: Span) -> Failed {
        let at = Some(shown_by.start);
        if !self.stopped && at != self.reported_at {
            self.reported_at = at;
            self.findings.push(finding);
            if self.findings.len() == MAX_FINDINGS {
                let end = self.token.span();
                self.stop(error("too many errors, the rest is not read", end));
            }
        }
        Failed
    }

    /// Reports a finding and ends the text here.
    #[cold]
    pub(super) fn stop(&mut self, finding: Diagnostic) -> Failed {
        if !self.stopped {
            self.findings.push(finding);
            self.stopped = true;
        }
        self.ahead = self.tokens.len() - 1;
        self.token.kind = Kind::End;
        Failed
    }

    /// Reports that the next token is not what it should be.
    #[cold]
    pub(super) fn expected(&mut self, wanted: &str) -> Failed {
        let finding = self.unexpected(wanted);
        self.report(finding)
    }

    /// Returns the finding that the next token is not what it should be.
    #[cold]
    pub(super) fn unexpected(&mut self, wanted: &str) -> Diagnostic {
        let (found, place) = (self.found(), self.place());
        self.wants(wanted, place);
        error(format!("found {found}, expected {wanted}"), place)
    }

    /// Keeps what was expected at a place, before the first finding is reported.
    #[cold]
    pub(super) fn wants(&mut self, wanted: &str, place: Span) {
        if self.findings.is_empty() {
            self.first_wanted = Some((place, wanted.to_string()));
        }
    }

    /// Returns the place of the next token: at the end, that after the last token.
    pub(super) fn place(&self) -> Span {
        match self.token.kind {
            Kind::End => Span {
                start: self.prev_end,
                end: self.prev_end,
            },
            _ => self.token.span(),
        }
    }

    /// Returns the next token in words.
    fn found(&self) -> String {
        let text = self.slice(self.token);
        match self.token.kind {
            Kind::End => "the end".to_string(),
            Kind::Text if text.len() <= SHOWN => format!("the text {text}"),
            Kind::Text => "a text".to_string(),
            _ => {
                let mut shown: String = text.chars().take(SHOWN).collect();
                if shown.len() < text.len() {
                    shown.push('…');
                }
                format!("\"{shown}\"")
            }
        }
    }

    #[cold]
    fn bad_token(&mut self, problem: Problem) {
        let span = self.token.span();
        let text = self.slice(self.token);
        let finding = match problem {
            Problem::Character => {
                let c = text.chars().next().unwrap_or(' ');
                let end = span
                    .start
                    .saturating_add(u32::try_from(c.len_utf8()).unwrap_or(1));
                let span = Span { end, ..span };
                let finding = error(format!("unexpected character {}", name_of(c)), span);
                match c {
                    '\'' | '‘' | '’' | '“' | '”' => finding.note(DOUBLE_QUOTES),
                    '#' => finding.note("comments start with // or stand between /* and */"),
                    '<' | '>' | '[' | ']' => {
                        finding.note("sequences are written vec …, options opt …")
                    }
                    _ => finding,
                }
            }
            Problem::Letters => {
                let message = format!("{} is no name", shorten(text));
                error(message, span).note("a name with other letters than a to z needs quotes")
            }
            Problem::FatArrow => error("found \"=>\", expected \"->\"", span),
            Problem::SingleQuotes => {
                error(format!("{} is no text", shorten(text)), span).note(DOUBLE_QUOTES)
            }
            Problem::OpenText => error("this text has no closing quote", span),
            Problem::OpenComment => error("this comment has no closing */", span),
            Problem::Number => error(format!("{} is not a number", shorten(text)), span).note(
                "no letter can follow a number; a name that starts with a digit needs quotes",
            ),
            Problem::NoHexDigits => error("digits are missing after 0x", span),
            Problem::NoExponent => error("digits are missing in the exponent", span),
        };
        match problem {
            Problem::OpenText | Problem::OpenComment => {
                self.stop(finding);
            }
            Problem::Character => {
                self.report(finding);
                self.take();
            }
            // What follows is read as if it were right.
            Problem::SingleQuotes => {
                self.report(finding);
                self.token.kind = Kind::Text;
            }
            Problem::Letters => {
                self.report(finding);
                self.token.kind = Kind::Ident;
            }
            Problem::FatArrow => {
                self.report(finding);
                self.token.kind = Kind::Arrow;
            }
            Problem::Number | Problem::NoHexDigits | Problem::NoExponent => {
                self.report(finding);
                self.token.kind = Kind::Float;
            }
        }
    }
}

/// Returns an error in the text that is being parsed.
pub(super) fn error(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(message, FileId::default(), span)
}

fn name_of(c: char) -> String {
    match c.is_control() || c.is_whitespace() {
        true => format!("U+{:04X}", u32::from(c)),
        false => c.to_string(),
    }
}

/// Returns the start of a text that may be long.
pub(super) fn shorten(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
