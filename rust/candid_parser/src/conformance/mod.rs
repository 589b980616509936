//! Runner for the conformance tests in `.test.did` files.
//!
//! An assertion states whether a message (`blob "…"`) or a text is accepted at the given types, and what it is equal
//! to:
//!
//! ```text
//! type N = nat8;
//! assert blob "DIDL\00\01\7b\05" == "(5)" : (N) "a number";
//! assert "(256)" !: (N) "not in range";
//! ```
//!
//! A value that is accepted must also survive a round trip, to bytes and back and to text and back.

mod case;
mod host;

use crate::check;
use crate::check::plain::{ast_to_type, check_prog};
use crate::diagnostic::{sanitize_terminal, Code, Diagnostic, FileId, Lines};
use crate::syntax::ast::Span;
use crate::syntax::{ast, parse, Dec, IDLArgType, IDLProg};
use crate::{Error, Result};
use candid::types::Type;
use candid::TypeEnv;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

pub use case::Input;
use case::Part;
pub use host::{HostAssert, HostTest};

/// The error for a test file with an import: without the imported definitions, its assertions would be about other
/// types.
const NO_IMPORTS: &str = "imports are not allowed in a test file";

/// Definitions, and assertions whose types may refer to them.
pub struct Test {
    /// The definitions.
    pub defs: Vec<Dec>,
    /// The assertions.
    pub asserts: Vec<Assert>,
}

/// One assertion.
pub struct Assert {
    /// The input under test.
    pub left: Input,
    /// The input it is compared with.
    pub right: Option<Input>,
    /// The types of the arguments.
    pub typ: Vec<IDLArgType>,
    /// Whether the input is expected to be accepted, or equal to the right side.
    pub pass: bool,
    /// The description of the assertion.
    pub desc: Option<String>,
}

impl Assert {
    /// Returns the description, empty if there is none.
    pub fn desc(&self) -> String {
        self.desc.clone().unwrap_or_default()
    }
}

impl FromStr for Test {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(Test::of_tree(parse::parse_test(text).complete(text)?))
    }
}

impl Test {
    /// Converts a syntax tree.
    pub(crate) fn of_tree(tree: ast::Test) -> Self {
        Test {
            defs: tree.decs.into_iter().map(Dec::from).collect(),
            asserts: tree.asserts.iter().map(lower).collect(),
        }
    }
}

/// The result of one assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its position among the assertions, from one.
    pub number: usize,
    /// The line where it starts, from one, if it comes from a text.
    pub line: Option<usize>,
    /// Its description, or the number in words.
    pub name: String,
    /// The failure message, if it failed.
    pub failure: Option<String>,
    /// The location of the failure in the text: a side, the types, or the whole assertion.
    pub span: Option<Span>,
}

impl Case {
    /// Returns the failure as a finding in the text of the case, if it failed and comes from a text.
    ///
    /// # Examples
    ///
    /// ```
    /// let text = "assert \"(5)\" !: (nat8) \"refused\";";
    /// let cases = candid_parser::test::run(text).unwrap();
    /// let finding = cases[0].finding(Default::default()).unwrap();
    /// assert_eq!(finding.message, "refused: accepted as (5 : nat8)");
    /// assert_eq!(text[finding.labels[0].span.start as usize..][..5], *"\"(5)\"");
    /// ```
    #[must_use]
    pub fn finding(&self, file: FileId) -> Option<Diagnostic> {
        let (failure, span) = (self.failure.as_ref()?, self.span?);
        let message = format!("{}: {failure}", self.name_on_line());
        Some(Diagnostic::error(message, file, span))
    }

    /// Returns the name, quoted if it would break the line or contains terminal control characters.
    fn name_on_line(&self) -> Cow<'_, str> {
        match sanitize_terminal(&self.name) {
            Cow::Borrowed(name) if !name.contains(char::is_control) => name.into(),
            _ => format!("{:?}", self.name).into(),
        }
    }
}

/// `line 3: a number: refused: …`, or `ok`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let outcome = self.failure.as_deref().unwrap_or("ok");
        write!(f, "{}: {outcome}", self.name_on_line())
    }
}

/// Runs all assertions of the text of a `.test.did` file.
///
/// Messages are decoded under a quota, so that one which expands to gigabytes is rejected quickly.
///
/// # Errors
///
/// If the text is not such a file, its definitions are invalid, or it imports anything. A failed assertion is not an
/// error: it is in the list, as is one whose types are invalid.
///
/// # Examples
///
/// ```
/// let cases = candid_parser::test::run(r#"
///     assert blob "DIDL\00\01\7b\05" == "(5)" : (nat8) "equal";
///     assert blob "DIDL\00\01\7b\05" == "(6)" : (nat8) "not equal";
/// "#).unwrap();
/// assert_eq!(cases[0].failure, None);
/// assert_eq!(cases[1].to_string(), "line 3: not equal: (5 : nat8) is not equal to (6 : nat8)");
/// ```
pub fn run(text: &str) -> Result<Vec<Case>> {
    let tree = parse::parse_test(text).complete(text)?;
    let lines = Lines::new(text);
    let env = definitions(text, &tree)?;
    let run_assert = |(i, assert): (usize, ast::Assert)| {
        let (line, _) = lines.line_and_column(assert.span.start as usize);
        let failure = match check::parsed_types(&env, text, &assert.types) {
            Err(Error::Parse(findings)) => {
                let labels = findings.list.iter().flat_map(|finding| &finding.labels);
                let span = labels.map(|label| label.span).next();
                let messages = findings.list.iter().map(|finding| finding.message.as_str());
                Some((span, messages.collect::<Vec<_>>().join("; ")))
            }
            Err(error) => Some((None, error.to_string())),
            Ok(types) => {
                let broken = case::run(&lower(&assert), &env, &types).err();
                broken.map(|(part, message)| match part {
                    Part::Left => (Some(assert.left.span), message),
                    Part::Right => (assert.right.as_ref().map(|right| right.span), message),
                    Part::Both => (None, message),
                })
            }
        };
        let desc = assert.desc.as_ref().map_or("", |desc| &desc.text);
        let span = failure
            .as_ref()
            .map(|(span, _)| span.unwrap_or(assert.span));
        Case {
            line: Some(line),
            span,
            ..case_of(i, desc, failure.map(|(_, message)| message))
        }
    };
    let asserts = tree.asserts.into_iter().enumerate();
    Ok(asserts.map(run_assert).collect())
}

/// Runs all assertions.
///
/// # Errors
///
/// If definitions or types are invalid, anything is imported, or any assertion fails: the error lists all that fail.
///
/// # Examples
///
/// ```
/// use candid_parser::test::{check, Test};
///
/// let test: Test = r#"assert "(256)" !: (nat8) "not in range";"#.parse().unwrap();
/// check(test).unwrap();
/// ```
pub fn check(test: Test) -> Result<()> {
    let cases = run_test(&test)?;
    let failed: Vec<&Case> = cases.iter().filter(|case| case.failure.is_some()).collect();
    if failed.is_empty() {
        return Ok(());
    }
    let mut message = format!("{} of {} assertions failed", failed.len(), cases.len());
    for case in failed {
        message.push_str(&format!("\n{}: {case}", case.number));
    }
    Err(Error::msg(message))
}

/// Returns an error for each import.
pub(crate) fn refused_imports(tree: &ast::Test) -> Vec<Diagnostic> {
    let imports = tree.decs.iter().filter_map(|dec| match dec {
        ast::Dec::Import(import) => Some(import.span),
        ast::Dec::Type(_) => None,
    });
    let refused = imports.map(|span| {
        Diagnostic::error(NO_IMPORTS, FileId::default(), span).coded(Code::ImportInTest.id())
    });
    refused.collect()
}

/// Returns the definitions of a text.
fn definitions(text: &str, tree: &ast::Test) -> Result<TypeEnv> {
    let findings = refused_imports(tree);
    parse::Parsed { tree: (), findings }.complete(text)?;
    let prog = ast::Prog {
        decs: tree.decs.clone(),
        ..ast::Prog::default()
    };
    check::definitions(text, prog)
}

fn lower(assert: &ast::Assert) -> Assert {
    Assert {
        left: assert.left.kind.clone(),
        right: assert.right.as_ref().map(|right| right.kind.clone()),
        typ: assert.types.iter().cloned().map(IDLArgType::from).collect(),
        pass: assert.pass,
        desc: assert.desc.as_ref().map(|desc| desc.text.clone()),
    }
}

fn run_test(test: &Test) -> Result<Vec<Case>> {
    if test.defs.iter().any(|dec| !matches!(dec, Dec::TypD(_))) {
        return Err(Error::msg(NO_IMPORTS));
    }
    let mut env = TypeEnv::new();
    let prog = IDLProg {
        decs: test.defs.clone(),
        actor: None,
    };
    check_prog(&mut env, &prog)?;
    let run_assert = |(i, assert): (usize, &Assert)| {
        let types = assert.typ.iter().map(|arg| ast_to_type(&env, &arg.typ));
        let types = types.collect::<Result<Vec<Type>>>()?;
        let broken = case::run(assert, &env, &types).err();
        let failure = broken.map(|(_, message)| message);
        Ok(case_of(i, &assert.desc(), failure))
    };
    test.asserts.iter().enumerate().map(run_assert).collect()
}

/// Returns the result of the assertion at an index.
fn case_of(i: usize, desc: &str, failure: Option<String>) -> Case {
    let number = i + 1;
    let name = match desc {
        "" => format!("assertion {number}"),
        desc => desc.to_string(),
    };
    Case {
        number,
        line: None,
        name,
        failure,
        span: None,
    }
}
