//! The entry points of the parser. Each reads a text to its end and reports everything that is wrong in it.

use super::ast::{Arg, Dec, Prog, Span, Test, Type, Value};
use super::build::{Plain, Spanned};
use super::parser::{error, Parser};
use crate::diagnostic::Diagnostic;
use candid::{IDLArgs, IDLValue};

/// A tree, and what is wrong in its text. The tree is of use even so: what could not be read is left out or a node of
/// kind `Error`.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<T> {
    /// The tree.
    pub tree: T,
    /// What is wrong, in the order of the text; the places are in the file with the default id.
    pub findings: Vec<Diagnostic>,
}

/// Reads a `.did` file.
///
/// # Examples
///
/// ```
/// use candid_parser::syntax::parse::parse_prog;
///
/// let parsed = parse_prog("type A = ;\ntype B = record { nat, text };");
/// let messages: Vec<_> = parsed.findings.iter().map(|f| f.message.as_str()).collect();
/// assert_eq!(messages, [
///     "found \";\", expected a type",
///     "found \",\", expected \";\" or \"}\"",
/// ]);
/// assert_eq!(parsed.tree.decs.len(), 2);
/// ```
#[must_use]
pub fn parse_prog(text: &str) -> Parsed<Prog> {
    run(text, true, Parser::prog)
}

/// Reads types in brackets: `(nat, name : text)`.
#[must_use]
pub fn parse_types(text: &str) -> Parsed<Vec<Arg>> {
    run(text, false, Parser::types)
}

/// Reads declarations and the arguments of a service constructor: `type T = nat; (T)`.
#[must_use]
pub fn parse_init_args(text: &str) -> Parsed<(Vec<Dec>, Vec<Arg>)> {
    run(text, true, Parser::init_args)
}

/// Reads a type.
#[must_use]
pub fn parse_type(text: &str) -> Parsed<Type> {
    run(text, false, Parser::whole_type)
}

/// Reads values in brackets: `(1, "two")`.
#[must_use]
pub fn parse_args(text: &str) -> Parsed<IDLArgs> {
    run(text, false, |parser| IDLArgs {
        args: parser.args::<Plain>(),
    })
}

/// Reads the same, and how many fields are dropped because the types in the text have no place for them.
pub(crate) fn parse_args_counting(text: &str) -> Parsed<(IDLArgs, usize)> {
    run(text, false, |parser| {
        let args = parser.args::<Plain>();
        (IDLArgs { args }, parser.n_dropped)
    })
}

/// Reads values in brackets as [`parse_args`] does, with places. That values fit the types in the text is for
/// [`parse_args`] to find.
#[must_use]
pub fn parse_args_spanned(text: &str) -> Parsed<Vec<Value>> {
    run(text, false, Parser::args::<Spanned>)
}

/// Reads a value.
#[must_use]
pub fn parse_value(text: &str) -> Parsed<IDLValue> {
    run(text, false, Parser::whole_value::<Plain>)
}

/// Reads a file of assertions.
#[must_use]
pub fn parse_test(text: &str) -> Parsed<Test> {
    run(text, false, Parser::test)
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
        findings = vec![error("a text has less than 4 GiB", all)];
    }
    findings.sort_by_key(|finding| finding.labels.first().map(|label| label.span.start));
    Parsed { tree, findings }
}
