//! `FromStr` for plain trees, and parsing of values: the complete result, or an error that lists every problem.

use super::duplicates;
use super::parse::{self, Parsed};
use super::{IDLInitArgs, IDLProg, IDLType, IDLTypes};
use crate::diagnostic::Diagnostics;
use crate::error::{Error, Result};
use candid::{IDLArgs, IDLValue};
use std::str::FromStr;

/// Parses a `.did` file.
///
/// # Examples
///
/// ```
/// use candid_parser::IDLProg;
///
/// let prog: IDLProg = "type A = nat; service : { get : () -> (A) query }".parse().unwrap();
/// assert_eq!(prog.decs.len(), 1);
/// assert!(prog.actor.is_some());
/// ```
impl FromStr for IDLProg {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let prog = whole(text, duplicates::of_prog(parse::parse_prog(text)))?;
        Ok(IDLProg::from(prog))
    }
}

/// Parses declarations, then arguments in parentheses.
impl FromStr for IDLInitArgs {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts = whole(text, duplicates::of_init_args(parse::parse_init_args(text)))?;
        Ok(parts.into())
    }
}

/// Parses types in parentheses.
impl FromStr for IDLTypes {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let args = whole(text, duplicates::of_types(parse::parse_types(text)))?;
        Ok(args.into())
    }
}

impl FromStr for IDLType {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let typ = whole(text, duplicates::of_type(parse::parse_type(text)))?;
        Ok(IDLType::from(typ))
    }
}

/// Parses values in parentheses. Integers without a type stay [`IDLValue::Number`]; numbers with a decimal point or an
/// exponent are `float64`.
///
/// # Errors
///
/// [`Error::Parse`] with every problem in the text.
///
/// # Examples
///
/// ```
/// use candid_parser::parse_idl_args;
///
/// let args = parse_idl_args("(1 : nat8, opt \"two\")").unwrap();
/// assert_eq!(args.to_string(), "(1 : nat8, opt \"two\")");
/// let error = parse_idl_args("(1, 2 : nat_8)").unwrap_err();
/// assert_eq!(error.to_string(), "1:9: unbound type identifier nat_8");
/// ```
pub fn parse_idl_args(text: &str) -> Result<IDLArgs> {
    whole(text, parse::parse_args(text))
}

/// Parses one value, as [`parse_idl_args`] does.
///
/// # Errors
///
/// [`Error::Parse`] with every problem in the text.
///
/// # Examples
///
/// ```
/// use candid_parser::{parse_idl_value, IDLValue};
///
/// assert_eq!(parse_idl_value("0x10").unwrap(), IDLValue::Number("16".to_string()));
/// ```
pub fn parse_idl_value(text: &str) -> Result<IDLValue> {
    whole(text, parse::parse_value(text))
}

/// Returns the tree of a text without findings.
pub(crate) fn whole<T>(text: &str, parsed: Parsed<T>) -> Result<T> {
    if parsed.findings.is_empty() {
        return Ok(parsed.tree);
    }
    let mut findings = Diagnostics::default();
    findings.sources.add("", text);
    findings.list = parsed.findings;
    Err(findings.into())
}
