//! The entry points of the parser. Each parses a text to its end and reports every problem in it.

mod fixes;
mod hints;
mod list;
mod literal;
mod name_hints;
mod nesting;
pub(crate) mod parser;
mod program;
mod tokens;
mod types;
mod value_hints;
mod values;
mod words;

use super::ast::{Arg, Comment, Dec, Prog, Span, Test, Type, Value};
use super::lex::token::Token;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::error::Result;
use parser::{error, Convert, Parser};

/// A tree, and the problems in its text. The tree is usable even so: source that could not be parsed is left out, or is
/// a node of kind `Error`.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<T> {
    /// The tree.
    pub tree: T,
    /// The problems, in source order; their locations are in the file with the default id.
    pub findings: Vec<Diagnostic>,
}

/// Parses a `.did` file.
///
/// # Examples
///
/// ```
/// use candid_parser::syntax::parse::parse_prog;
///
/// let parsed = parse_prog("type A = ;\ntype B = record { nat, text };");
/// let messages: Vec<_> = parsed.findings.iter().map(|f| f.message.as_str()).collect();
/// assert_eq!(messages, [
///     "expected a type, found \";\"",
///     "expected \";\" or \"}\", found \",\"",
/// ]);
/// assert_eq!(parsed.tree.decs.len(), 2);
/// ```
#[must_use]
pub fn parse_prog(text: &str) -> Parsed<Prog> {
    run(text, true, Parser::prog)
}

/// Parses types in parentheses: `(nat, name : text)`.
#[must_use]
pub fn parse_types(text: &str) -> Parsed<Vec<Arg>> {
    run(text, false, Parser::types)
}

/// Parses declarations and the arguments of a service constructor: `type T = nat; (T)`.
#[must_use]
pub fn parse_init_args(text: &str) -> Parsed<(Vec<Dec>, Vec<Arg>)> {
    run(text, true, Parser::init_args)
}

/// Parses a type.
#[must_use]
pub fn parse_type(text: &str) -> Parsed<Type> {
    run(text, false, Parser::whole_type)
}

pub use crate::value::plain::{parse_args, parse_value};

/// Parses values in parentheses, with locations: `(1, "two")`. Does not check the types in the text; [`parse_args`]
/// does.
#[must_use]
pub fn parse_args_spanned(text: &str) -> Parsed<Vec<Value>> {
    run_of_values(text, Parser::args)
}

/// Parses a value, with locations.
pub(crate) fn parse_value_spanned(text: &str) -> Parsed<Value> {
    run_of_values(text, Parser::whole_value)
}

/// Parses a file of assertions.
#[must_use]
pub fn parse_test(text: &str) -> Parsed<Test> {
    run(text, false, Parser::test)
}

/// Parses a `.did` file and returns its tokens, too.
pub(crate) fn parse_prog_with_tokens(text: &str) -> Parsed<(Prog, Vec<Token>)> {
    run(text, true, |parser| {
        let prog = parser.prog();
        (prog, parser.take_tokens())
    })
}

/// Parses a file of assertions, and returns its tokens and comments.
pub(crate) fn parse_test_with_tokens(text: &str) -> Parsed<(Vec<Comment>, Vec<Token>)> {
    run(text, true, |parser| {
        let _ = parser.test();
        let comments = std::mem::take(&mut parser.comments);
        (comments, parser.take_tokens())
    })
}

/// Parses arguments whose text is long and has no problems, and converts the items of vectors while these are parsed: there may be
/// millions, whose tokens and locations take more memory than the values.
pub(crate) fn args_without_findings<'a>(
    text: &'a str,
    convert: &'a mut Convert<'a>,
) -> Option<Vec<Value>> {
    in_parts(text, Some(convert), Parser::args)
}

/// Parses a value likewise.
pub(crate) fn value_without_findings<'a>(
    text: &'a str,
    convert: &'a mut Convert<'a>,
) -> Option<Value> {
    in_parts(text, Some(convert), Parser::whole_value)
}

/// The number of bytes of a text that may take a hundred times as much memory.
const SHORT: usize = 16 * 1024;

/// Parses a text that is long and has no problems.
fn in_parts<'a, T>(
    text: &'a str,
    convert: Option<&'a mut Convert<'a>>,
    read: impl FnOnce(&mut Parser<'a>) -> T,
) -> Option<T> {
    if text.len() <= SHORT || u32::try_from(text.len()).is_err() {
        return None;
    }
    let mut parser = Parser::in_parts(text, convert);
    let tree = read(&mut parser);
    // After any finding the rest is skipped.
    (!parser.stopped).then_some(tree)
}

/// Parses values, without all tokens at once if there are no problems.
fn run_of_values<'a, T>(text: &'a str, read: impl Fn(&mut Parser<'a>) -> T) -> Parsed<T> {
    match in_parts(text, None, &read) {
        Some(tree) => Parsed {
            tree,
            findings: Vec::new(),
        },
        None => run(text, false, read),
    }
}

fn run<'a, T>(
    text: &'a str,
    keep_comments: bool,
    read: impl FnOnce(&mut Parser<'a>) -> T,
) -> Parsed<T> {
    let fits = u32::try_from(text.len()).is_ok();
    let mut parser = Parser::new(if fits { text } else { "" }, keep_comments);
    let tree = read(&mut parser);
    let mut findings = parser.findings;
    if !fits {
        let all = Span { start: 0, end: 0 };
        findings = vec![error(Code::TooLong, "text must be smaller than 4 GiB", all)];
    }
    Parsed { tree, findings }.sorted()
}

impl<T> Parsed<T> {
    /// Returns the tree of a text without findings.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`](crate::Error::Parse) with every finding.
    pub(crate) fn complete(self, text: &str) -> Result<T> {
        if self.findings.is_empty() {
            return Ok(self.tree);
        }
        let mut findings = Diagnostics::default();
        findings.sources.add("", text);
        findings.list = self.findings;
        Err(findings.into())
    }

    /// Sorts the findings into source order.
    pub(crate) fn sorted(mut self) -> Self {
        self.findings.sort_by_key(Diagnostic::start);
        self
    }
}
