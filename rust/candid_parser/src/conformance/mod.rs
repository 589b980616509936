//! Runs files of assertions about messages and values: `.test.did`.
//!
//! An assertion says of a message (`blob "…"`) or of a text whether it is accepted at the types given, and
//! what it is equal to:
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
mod input;

use crate::diagnostic::Diagnostics;
use crate::syntax::{ast, parse, Dec, IDLArgType, IDLProg};
use crate::typing::{ast_to_type, check_prog};
use crate::{Error, Result};
use candid::types::Type;
use candid::TypeEnv;
use std::fmt;
use std::str::FromStr;

pub use host::{HostAssert, HostTest};
pub use input::Input;

/// Definitions, and assertions at types that may name them.
pub struct Test {
    /// The definitions.
    pub defs: Vec<Dec>,
    /// The assertions.
    pub asserts: Vec<Assert>,
}

/// One assertion.
pub struct Assert {
    /// What it is about.
    pub left: Input,
    /// What that is compared with.
    pub right: Option<Input>,
    /// The types of the arguments.
    pub typ: Vec<IDLArgType>,
    /// Whether it is accepted, or equal to the right side.
    pub pass: bool,
    /// What the assertion shows.
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
        let (test, _) = parse_with_lines(text)?;
        Ok(test)
    }
}

/// What came out of one assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its position among the assertions, from one.
    pub number: usize,
    /// The line it starts in, from one, if it comes from a text.
    pub line: Option<usize>,
    /// Its description, or the number in words.
    pub name: String,
    /// What is wrong, if anything is.
    pub failure: Option<String>,
}

/// `line 3: a number: refused: …`, or `ok`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let outcome = self.failure.as_deref().unwrap_or("ok");
        write!(f, "{}: {outcome}", self.name)
    }
}

/// Runs all assertions of the text of a `.test.did` file.
///
/// Messages are decoded under a quota, so that one which stands for gigabytes is refused quickly.
///
/// # Errors
///
/// If the text is no such file, or its definitions or types are wrong. A failed assertion is no error: it is in
/// the list.
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
    let (test, lines) = parse_with_lines(text)?;
    run_test(&test, &lines)
}

/// Runs all assertions.
///
/// # Errors
///
/// If definitions or types are wrong, or any assertion fails: the error lists all of them that do.
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
    let cases = run_test(&test, &[])?;
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

/// Returns the test, and the line in which each assertion starts.
fn parse_with_lines(text: &str) -> Result<(Test, Vec<usize>)> {
    let parsed = parse::parse_test(text);
    if !parsed.findings.is_empty() {
        let mut findings = Diagnostics::default();
        findings.sources.add("", text);
        findings.list = parsed.findings;
        return Err(findings.into());
    }
    let ast::Test { decs, asserts } = parsed.tree;
    let mut lines = Vec::with_capacity(asserts.len());
    let (mut line, mut seen) = (1, 0);
    for assert in &asserts {
        let start = assert.span.start as usize;
        let between = text.as_bytes().get(seen..start).unwrap_or_default();
        line += between.iter().filter(|byte| **byte == b'\n').count();
        seen = start;
        lines.push(line);
    }
    let prog = ast::Prog {
        decs,
        ..ast::Prog::default()
    };
    let test = Test {
        defs: IDLProg::from(prog).decs,
        asserts: asserts.into_iter().map(lower).collect(),
    };
    Ok((test, lines))
}

fn lower(assert: ast::Assert) -> Assert {
    let input = |input: ast::Input| match input.kind {
        ast::InputKind::Text(text) => Input::Text(text),
        ast::InputKind::Blob(bytes) => Input::Blob(bytes),
    };
    Assert {
        left: input(assert.left),
        right: assert.right.map(input),
        typ: assert.types.into_iter().map(IDLArgType::from).collect(),
        pass: assert.pass,
        desc: assert.desc.map(|desc| desc.text),
    }
}

fn run_test(test: &Test, lines: &[usize]) -> Result<Vec<Case>> {
    let mut env = TypeEnv::new();
    let prog = IDLProg {
        decs: test.defs.clone(),
        actor: None,
    };
    check_prog(&mut env, &prog)?;
    let run_assert = |(i, assert): (usize, &Assert)| {
        let types = types_of(&env, assert)?;
        let number = i + 1;
        let name = match assert.desc.as_deref() {
            None | Some("") => format!("assertion {number}"),
            Some(desc) => desc.to_string(),
        };
        Ok(Case {
            number,
            line: lines.get(i).copied(),
            name,
            failure: case::run(assert, &env, &types).err(),
        })
    };
    test.asserts.iter().enumerate().map(run_assert).collect()
}

fn types_of(env: &TypeEnv, assert: &Assert) -> Result<Vec<Type>> {
    let ty = |arg: &IDLArgType| ast_to_type(env, &arg.typ);
    assert.typ.iter().map(ty).collect()
}
