//! `FromStr` for plain trees: the complete result, or an error that lists every problem.

use super::duplicates;
use crate::error::{Error, Result};
use crate::syntax::{parse, IDLInitArgs, IDLProg, IDLType, IDLTypes};
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
        Ok(duplicates::of_prog(parse::parse_prog(text))
            .complete(text)?
            .into())
    }
}

/// Parses declarations, then arguments in parentheses.
impl FromStr for IDLInitArgs {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(duplicates::of_init_args(parse::parse_init_args(text))
            .complete(text)?
            .into())
    }
}

/// Parses types in parentheses.
impl FromStr for IDLTypes {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(duplicates::of_types(parse::parse_types(text))
            .complete(text)?
            .into())
    }
}

impl FromStr for IDLType {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(duplicates::of_type(parse::parse_type(text))
            .complete(text)?
            .into())
    }
}
