//! Parsers over caller-supplied tokens, with the API that `lalrpop` generates. `str::parse` and the functions `parse_…`
//! of this crate parse text directly, and report every problem in it.
//!
//! ```
//! use candid_parser::{grammar::IDLProgParser, token::Tokenizer};
//!
//! let prog = IDLProgParser::new().parse(None, Tokenizer::new("type A = nat")).unwrap();
//! assert_eq!(prog.decs.len(), 1);
//! ```

use super::duplicates;
use super::token::{error, error2, LexicalError, Span, Token, TriviaMap, AS_WRITTEN, FIXED};
use crate::conformance::Test;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{self, Comment};
use crate::syntax::lex::lex;
use crate::syntax::lex::token::{Kind, Problem, Token as Lex};
use crate::syntax::parse::parser::Parser;
use crate::syntax::parse::Parsed;
use crate::syntax::{IDLInitArgs, IDLProg, IDLType, IDLTypes};
use crate::value::plain;
use candid::{IDLArgs, IDLValue};
use lalrpop_util::ParseError;
use std::borrow::Cow;

type Error = ParseError<usize, Token, LexicalError>;

/// Conversion to a token with its location, or an error; the input of the parsers.
#[allow(non_camel_case_types, reason = "the name that lalrpop generates")]
pub trait __ToTriple {
    /// Returns the token with its location.
    ///
    /// # Errors
    ///
    /// The error, if the value is one.
    fn to_triple(value: Self) -> Result<(usize, Token, usize), Error>;
}

impl __ToTriple for (usize, Token, usize) {
    fn to_triple(value: Self) -> Result<(usize, Token, usize), Error> {
        Ok(value)
    }
}

impl __ToTriple for Result<(usize, Token, usize), LexicalError> {
    fn to_triple(value: Self) -> Result<(usize, Token, usize), Error> {
        value.map_err(|error| ParseError::User { error })
    }
}

/// Declares the parsers: for each the tree, its production, the checks on the tree, and its conversion to a plain tree.
macro_rules! parsers {
    ($($(#[doc = $doc:literal])* $name:ident: $tree:ty, $read:expr, $check:expr, $lower:expr;)*) => {$(
        $(#[doc = $doc])*
        pub struct $name(());

        impl $name {
            /// Returns the parser.
            pub fn new() -> Self {
                $name(())
            }

            /// Parses tokens up to their end. The map's lines for a token are the comment above it.
            ///
            /// # Errors
            ///
            /// The first problem.
            pub fn parse<T: __ToTriple, I: IntoIterator<Item = T>>(
                &self,
                trivia: Option<&TriviaMap>,
                tokens: I,
            ) -> Result<$tree, Error> {
                let mut given = Given::new(trivia, tokens);
                let text = std::mem::take(&mut given.text);
                given.parse(&text, $read, $check).map($lower)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    )*};
}

parsers! {
    /// Parses a value.
    ArgParser: IDLValue, Parser::whole_value, plain::of_value, std::convert::identity;
    /// Parses values in parentheses.
    ArgsParser: IDLArgs, Parser::args, plain::of_args, |(args, _)| args;
    /// Parses declarations and the arguments of a service constructor.
    IDLInitArgsParser: IDLInitArgs, Parser::init_args, |_, parsed| duplicates::of_init_args(parsed), IDLInitArgs::from;
    /// Parses a `.did` file.
    IDLProgParser: IDLProg, Parser::prog, |_, parsed| duplicates::of_prog(parsed), IDLProg::from;
    /// Parses a file of assertions.
    TestParser: Test, Parser::test, |_, parsed| parsed, Test::of_tree;
    /// Parses a type.
    TypParser: IDLType, Parser::whole_type, |_, parsed| duplicates::of_type(parsed), IDLType::from;
    /// Parses types in parentheses.
    TypsParser: IDLTypes, Parser::types, |_, parsed| duplicates::of_types(parsed), IDLTypes::from;
}

/// The kind of anything that is not a token: [`Token::StartComment`], and malformed numbers and signs.
const NO_TOKEN: Kind = Kind::Bad(Problem::Character);

/// The tokens up to the first error, in the parser's representation.
#[derive(Default)]
struct Given {
    /// The source of the tokens, in a text made for them.
    text: String,
    tokens: Vec<Lex>,
    comments: Vec<Comment>,
    /// The same tokens in the caller's representation, each with its span in that text.
    triples: Vec<(ast::Span, (usize, Token, usize))>,
    error: Option<Error>,
}

impl Given {
    fn new<T: __ToTriple>(trivia: Option<&TriviaMap>, tokens: impl IntoIterator<Item = T>) -> Self {
        let mut given = Given::default();
        for token in tokens {
            let pushed = T::to_triple(token).and_then(|triple| {
                if let Some(trivia) = trivia {
                    given.push_comments(trivia.borrow().get(&triple.0))?;
                }
                given.push_token(triple)
            });
            if let Err(error) = pushed {
                given.error = Some(error);
                break;
            }
        }
        let end = given.triples.last().map_or(0, |(span, _)| span.end);
        let end = ast::Span { start: end, end };
        given.tokens.push(Lex::new(Kind::End, end));
        given
    }

    fn push_comments(&mut self, lines: Option<&Vec<String>>) -> Result<(), Error> {
        for line in lines.into_iter().flatten() {
            // A space, so that a line which begins with slashes keeps them.
            let span = self.push_text(&format!("// {line}"))?;
            self.comments.push(Comment { span });
        }
        Ok(())
    }

    fn push_token(&mut self, triple: (usize, Token, usize)) -> Result<(), Error> {
        let (kind, written) = written(&triple.1);
        let span = self.push_text(&written)?;
        self.tokens.push(Lex {
            escaped: kind == Kind::Text && written.contains('\\'),
            ..Lex::new(kind, span)
        });
        self.triples.push((span, triple));
        Ok(())
    }

    fn push_text(&mut self, text: &str) -> Result<ast::Span, Error> {
        // Tokens never touch, so no token starts where the previous one ends; that position denotes the end of all.
        self.text.push('\n');
        let start = self.text.len();
        self.text.push_str(text);
        match (u32::try_from(start), u32::try_from(self.text.len())) {
            (Ok(start), Ok(end)) => Ok(ast::Span { start, end }),
            _ => Err(error("text must be smaller than 4 GiB")),
        }
    }

    fn parse<'a, T, U>(
        mut self,
        text: &'a str,
        read: impl FnOnce(&mut Parser<'a>) -> T,
        check: impl FnOnce(&str, Parsed<T>) -> Parsed<U>,
    ) -> Result<U, Error> {
        let tokens = std::mem::take(&mut self.tokens);
        let comments = std::mem::take(&mut self.comments);
        let mut parser = Parser::of_tokens(text, tokens, comments);
        let tree = read(&mut parser);
        let (findings, expected) = (parser.findings, parser.first_expected);
        if let Some((at, expected)) = expected {
            return Err(self.unexpected(at, vec![expected]));
        }
        // In the order of parsing: errors among the tokens come after those of the tokens before them.
        match (findings.first(), self.error.take()) {
            (Some(finding), _) => return Err(self.wrong(finding)),
            (None, Some(error)) => return Err(error),
            (None, None) => {}
        }
        let checked = check(text, Parsed { tree, findings });
        match checked.findings.first() {
            Some(finding) => Err(self.wrong(finding)),
            None => Ok(checked.tree),
        }
    }

    /// Returns the error for an unexpected token at `at`, or an unexpected end.
    fn unexpected(mut self, at: ast::Span, expected: Vec<String>) -> Error {
        let idx = self
            .triples
            .partition_point(|(span, _)| span.start < at.start);
        if idx < self.triples.len() {
            let token = self.triples.swap_remove(idx).1;
            return ParseError::UnrecognizedToken { token, expected };
        }
        let location = self.triples.last().map_or(0, |(_, (_, _, end))| *end);
        self.error
            .unwrap_or(ParseError::UnrecognizedEof { location, expected })
    }

    /// Converts a finding to an error at the caller's location of the tokens it is about.
    fn wrong(self, finding: &Diagnostic) -> Error {
        let at = finding.span().unwrap_or_default();
        let first = self
            .triples
            .partition_point(|(span, _)| span.end <= at.start);
        let last = self.triples.partition_point(|(span, _)| span.end < at.end);
        match self.triples.get(first) {
            Some((_, (_, token, _))) if matches!(written(token).0, Kind::Bad(_)) => {
                self.unexpected(at, Vec::new())
            }
            triple => {
                let start = triple.map_or(0, |(_, (start, _, _))| *start);
                let end = self
                    .triples
                    .get(last)
                    .map_or(start, |(_, (_, _, end))| *end);
                error2(&finding.message, Span { start, end })
            }
        }
    }
}

/// Returns the kind and the source text of a token.
fn written(token: &Token) -> (Kind, Cow<'_, str>) {
    match token {
        Token::Id(name) => (Kind::Ident, name.into()),
        Token::Text(text) => {
            let inner = match text.strip_prefix(AS_WRITTEN) {
                Some(written) => Cow::Borrowed(written),
                None => text.replace('\\', r"\\").replace('"', r#"\""#).into(),
            };
            (Kind::Text, format!("\"{inner}\"").into())
        }
        Token::Decimal(digits) => number(Kind::Digits, digits.into()),
        Token::Hex(digits) => number(Kind::Hex, format!("0x{digits}").into()),
        Token::Float(digits) => number(Kind::Float, digits.into()),
        Token::Sign('+') => (Kind::Plus, "+".into()),
        Token::Sign('-') => (Kind::Minus, "-".into()),
        Token::Boolean(true) => (Kind::True, "true".into()),
        Token::Boolean(false) => (Kind::False, "false".into()),
        token => match FIXED.iter().find(|(fixed, _, _)| fixed == token) {
            Some((_, kind, written)) => (*kind, (*written).into()),
            None => (NO_TOKEN, token.to_string().into()),
        },
    }
}

/// Returns the number if it is well-formed: callers may have built it from any text.
fn number(kind: Kind, written: Cow<'_, str>) -> (Kind, Cow<'_, str>) {
    let is_one = lex(&written, false)
        .tokens
        .first()
        .is_some_and(|first| first.kind == kind && first.end as usize == written.len());
    (if is_one { kind } else { NO_TOKEN }, written)
}
