//! An iterator over the tokens of a text, for [`grammar`](crate::grammar).
//!
//! ```
//! use candid_parser::token::{Token, Tokenizer};
//!
//! let tokens: Vec<_> = Tokenizer::new("opt nat8").collect::<Result<_, _>>().unwrap();
//! assert_eq!(tokens, [(0, Token::Opt, 3), (4, Token::Id("nat8".to_string()), 8)]);
//! ```

use crate::diagnostic::{Diagnostic, Diagnostics, FileId};
use crate::syntax::lex::comment;
use crate::syntax::lex::lex;
use crate::syntax::lex::token::{Kind, Token as Lex};
use crate::syntax::parse::parser::Parser;
use crate::syntax::{ast, ast::Comment};
use crate::Error;
use lalrpop_util::ParseError;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// A location in a text, in bytes.
pub type Span = std::ops::Range<usize>;

/// The lines of the comments above tokens, keyed by the start of the token.
pub type TriviaMap = Rc<RefCell<HashMap<usize, Vec<String>>>>;

/// Marks a [`Token::Text`] that still has its escapes: a character that no text should contain.
pub(super) const AS_WRITTEN: char = '\u{10ffff}';

/// Declares [`Token`], and the table of tokens with a fixed spelling.
macro_rules! tokens {
    ($($(#[doc = $doc:literal])* $token:ident $(($part:ty))? $(= $kind:ident $text:literal)?,)*) => {
        /// A token of a text.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "most are named like their text")]
        pub enum Token { $($(#[doc = $doc])* $token $(($part))?,)* }

        /// The tokens with a fixed spelling.
        pub(super) const FIXED: &[(Token, Kind, &str)] = &[$($((Token::$token, Kind::$kind, $text),)?)*];
    };
}

// The order of the variants is their order of comparison.
tokens! {
    /// The start of a comment; never yielded as a token.
    LineComment,
    /// The start of a comment; never yielded as a token.
    StartComment,
    Equals = Equals "=",
    LParen = LParen "(",
    RParen = RParen ")",
    LBrace = LBrace "{",
    RBrace = RBrace "}",
    Semi = Semi ";",
    Comma = Comma ",",
    Dot = Dot ".",
    Colon = Colon ":",
    Arrow = Arrow "->",
    Null = Null "null",
    Vec = Vec "vec",
    Record = Record "record",
    Variant = Variant "variant",
    Func = Func "func",
    Service = Service "service",
    Oneway = Oneway "oneway",
    Query = Query "query",
    CompositeQuery = CompositeQuery "composite_query",
    Blob = Blob "blob",
    Type = Type "type",
    Import = Import "import",
    Opt = Opt "opt",
    /// `==`
    TestEqual = Same "==",
    /// `!=`
    NotEqual = Differs "!=",
    /// `!:`
    NotDecode = Refused "!:",
    Principal = Principal "principal",
    /// A name without quotes.
    Id(String),
    /// The start of a text literal; never yielded as a token.
    StartString,
    /// The content of a text literal, its escapes replaced. Content that is not UTF-8, as in blobs, does not fit in a
    /// `String`: then it is U+10FFFF and the source between the quotes.
    Text(String),
    /// `+` or `-`
    Sign(char),
    /// Digits, without underscores.
    Decimal(String),
    /// Hexadecimal digits, without `0x` and underscores.
    Hex(String),
    /// A number with a decimal point or an exponent, without underscores.
    Float(String),
    Boolean(bool),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A lexical error and its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LexicalError {
    /// The message.
    pub err: String,
    /// The location; empty if it is not known.
    pub span: Span,
}

impl fmt::Display for LexicalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end } = self.span;
        if self.span.is_empty() {
            f.write_str(&self.err)
        } else {
            write!(f, "{} at {start}..{end}", self.err)
        }
    }
}

/// Returns an error without a location.
pub fn error<E: ToString>(err: E) -> ParseError<usize, Token, LexicalError> {
    error2(err, 0..0)
}

/// Returns an error with a location.
pub fn error2<E: ToString>(err: E, span: Span) -> ParseError<usize, Token, LexicalError> {
    let err = err.to_string();
    ParseError::User {
        error: LexicalError { err, span },
    }
}

/// An iterator over the tokens of a text, each with its start and end. Lexing continues after an error.
pub struct Tokenizer<'input> {
    text: &'input str,
    tokens: std::vec::IntoIter<Lex>,
    comments: std::vec::IntoIter<Comment>,
    trivia: Option<TriviaMap>,
}

impl<'input> Tokenizer<'input> {
    /// Returns the tokens of a text.
    pub fn new(input: &'input str) -> Self {
        Self::of(input, None)
    }

    /// Returns the tokens of a text; the comments above a token are in the map as soon as the token has been returned.
    pub fn new_with_trivia(input: &'input str, trivia: TriviaMap) -> Self {
        Self::of(input, Some(trivia))
    }

    fn of(text: &'input str, trivia: Option<TriviaMap>) -> Self {
        // The parser does not support texts of more than 4 GiB.
        let fits = u32::try_from(text.len()).is_ok();
        let lexed = lex(if fits { text } else { "" }, trivia.is_some());
        Tokenizer {
            text,
            tokens: lexed.tokens.into_iter(),
            comments: lexed.comments.into_iter(),
            trivia,
        }
    }

    fn keep_comments(&mut self, start: u32) {
        let comments = self.comments.as_slice();
        let n = comments.partition_point(|comment| comment.span.start < start);
        if n == 0 {
            return;
        }
        let above: Vec<Comment> = self.comments.by_ref().take(n).collect();
        let docs = comment::docs(self.text, &above, start);
        if let (Some(trivia), false) = (&self.trivia, docs.is_empty()) {
            trivia.borrow_mut().insert(start as usize, docs);
        }
    }
}

impl Iterator for Tokenizer<'_> {
    type Item = Result<(usize, Token, usize), LexicalError>;

    fn next(&mut self) -> Option<Self::Item> {
        let token = self.tokens.next()?;
        if token.kind == Kind::End {
            return None;
        }
        self.keep_comments(token.start);
        let Span { start, end } = token.span().into();
        let slice = self.text.get(start..end).unwrap_or_default();
        Some(match of_slice(token, slice) {
            Ok(token) => Ok((start, token, end)),
            Err(finding) => {
                let span = Span::from(finding.span().unwrap_or_default());
                Err(LexicalError {
                    err: finding.message,
                    span: start + span.start..start + span.end,
                })
            }
        })
    }
}

/// Converts a token with the given source text.
fn of_slice(token: Lex, slice: &str) -> Result<Token, Diagnostic> {
    let digits = || slice.replace('_', "");
    Ok(match token.kind {
        Kind::Ident => Token::Id(slice.to_string()),
        Kind::Digits => Token::Decimal(digits()),
        Kind::Hex => Token::Hex(digits().split_off(2)),
        Kind::Float => Token::Float(digits()),
        Kind::Plus => Token::Sign('+'),
        Kind::Minus => Token::Sign('-'),
        Kind::True => Token::Boolean(true),
        Kind::False => Token::Boolean(false),
        Kind::Text | Kind::Bad(_) => return text(slice),
        kind => {
            let fixed = FIXED.iter().find(|(_, fixed, _)| *fixed == kind);
            fixed.map_or(Token::StartString, |(token, _, _)| token.clone())
        }
    })
}

/// Converts a text literal, or returns the error of an invalid token.
fn text(slice: &str) -> Result<Token, Diagnostic> {
    // The parser makes the message for an invalid token.
    let mut parser = Parser::new(slice, false);
    let token = parser.token;
    let bytes = match token.kind {
        Kind::Text => parser.bytes_of(token),
        _ => Vec::new(),
    };
    if !parser.findings.is_empty() {
        return Err(parser.findings.swap_remove(0));
    }
    Ok(Token::Text(match String::from_utf8(bytes) {
        Ok(text) if !text.starts_with(AS_WRITTEN) => text,
        _ => format!("{AS_WRITTEN}{}", parser.between_quotes(token)),
    }))
}

impl From<ParseError<usize, Token, LexicalError>> for Error {
    /// Converts to a finding at the location of the error. The text is not known, so that only
    /// [`pretty_wrap`](crate::pretty_wrap) shows the line.
    fn from(error: ParseError<usize, Token, LexicalError>) -> Self {
        let span = match &error {
            ParseError::User { error } => error.span.clone(),
            ParseError::InvalidToken { location }
            | ParseError::UnrecognizedEof { location, .. } => *location..*location,
            ParseError::UnrecognizedToken { token, .. } | ParseError::ExtraToken { token } => {
                token.0..token.2
            }
        };
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = ast::Span {
            start: place(span.start),
            end: place(span.end),
        };
        let mut findings = Diagnostics::default();
        let finding = Diagnostic::error(error.to_string(), FileId::default(), span);
        findings.list.push(finding);
        findings.into()
    }
}
