//! `FromStr` for plain trees: the complete result, or an error that lists every problem.

use super::duplicates;
use crate::error::{Error, Result};
use crate::syntax::{parse, IDLInitArgs, IDLProg, IDLType, IDLTypes};
use std::str::FromStr;

/// Implements `FromStr`: for each tree its parser, and the checks of its labels.
macro_rules! from_str {
    ($($(#[doc = $doc:literal])* $tree:ty: $parse:path, $check:path;)*) => {$(
        $(#[doc = $doc])*
        impl FromStr for $tree {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self> {
                Ok($check($parse(text)).complete(text)?.into())
            }
        }
    )*};
}

from_str! {
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
    IDLProg: parse::parse_prog, duplicates::of_prog;
    /// Parses declarations, then arguments in parentheses.
    IDLInitArgs: parse::parse_init_args, duplicates::of_init_args;
    /// Parses types in parentheses.
    IDLTypes: parse::parse_types, duplicates::of_types;
    IDLType: parse::parse_type, duplicates::of_type;
}
