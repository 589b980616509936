//! Rust identifiers for Candid names.
//!
//! Identifiers are stored without `r#`, which [`Ident`] adds when it prints.

use crate::bindings::model::{Names, Rules};
use crate::keywords;
use candid::idl_hash;
use convert_case::{Case, Casing};
use std::borrow::Cow;
use std::fmt;

/// Maximum length of a name made from the path to a type.
const MAX_NAME: usize = 120;

/// Maximum number of path steps in such a name.
const MAX_PIECES: usize = 16;

/// Prints an identifier, with `r#` if it is a keyword.
pub(super) struct Ident<'a>(pub(super) &'a str);

impl fmt::Display for Ident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_keyword(self.0) {
            f.write_str("r#")?;
        }
        f.write_str(self.0)
    }
}

/// Returns whether a word is an identifier only with `r#`.
pub(super) fn is_keyword(word: &str) -> bool {
    keywords::RUST.contains(&word)
}

/// Returns whether a word is not an identifier even with `r#`.
pub(super) fn is_never_identifier(word: &str) -> bool {
    keywords::RUST_NEVER.contains(&word)
}

/// Returns the name of a field, a method or an argument.
pub(super) fn value_name(name: &str) -> String {
    identifier(name, snake_case)
}

pub(super) fn case_name(name: &str) -> String {
    identifier(name, upper_camel_case)
}

/// Names the items that have no name yet, by the names proposed for their indices: those that stay unchanged first.
pub(super) fn name_rest<'n>(
    names: &mut Names,
    named: &mut [Option<String>],
    proposed: impl Iterator<Item = (usize, &'n str)>,
    identifier: &dyn Fn(&str) -> String,
    separator: &str,
) {
    for name in named.iter().flatten() {
        names.take(name);
    }
    let rules = Rules {
        identifier,
        taken: &[],
        separator,
    };
    let open: Vec<_> = proposed.filter(|(idx, _)| named[*idx].is_none()).collect();
    let new = names.all(open.iter().map(|(_, name)| *name), &rules);
    for ((idx, _), name) in open.into_iter().zip(new) {
        named[idx] = Some(name);
    }
}

/// Returns the name of a definition.
pub(super) fn type_name(name: &str) -> String {
    not_in_prelude(identifier(name, upper_camel_case), keywords::RUST_TYPES)
}

/// Returns the name of a definition that becomes a tuple struct.
pub(super) fn tuple_type_name(name: &str) -> String {
    not_in_prelude(type_name(name), keywords::RUST_VALUES)
}

/// Returns the name of a type that has none in Candid, made from the path to it: `pieces` are the steps. Of many steps
/// those at both ends are used, of a long name the beginning and a number: types inside get names that begin with this
/// one, so without a limit, names would grow with the square of the nesting.
pub(super) fn path_name<'p, P, F>(path: &'p [P], piece: F) -> String
where
    F: Fn(&'p P) -> Cow<'p, str>,
{
    let (first, last) = match path.len() {
        0..=MAX_PIECES => (path, &path[..0]),
        n => (&path[..MAX_PIECES / 2], &path[n - MAX_PIECES / 2..]),
    };
    let pieces: Vec<String> = first
        .iter()
        .chain(last)
        .map(|step| words(&piece(step)))
        .collect();
    let mut name = pieces.join("_").to_case(Case::Pascal);
    if name.len() > MAX_NAME {
        let number = idl_hash(&name);
        // The name is ASCII letters and digits only.
        name.truncate(MAX_NAME - 10);
        name.push_str(&number.to_string());
    }
    let name = match name.as_bytes().first() {
        None => "Type".to_string(),
        Some(b'0'..=b'9') => format!("Type{name}"),
        Some(_) => name,
    };
    not_in_prelude(
        not_in_prelude(identifier(&name, str::to_string), keywords::RUST_TYPES),
        keywords::RUST_VALUES,
    )
}

/// Removes the characters of a name that are not valid in an identifier.
fn words(name: &str) -> String {
    if name.is_empty() || !name.is_ascii() {
        return idl_hash(name).to_string();
    }
    let mut words = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    if words.len() > MAX_NAME {
        words.truncate(MAX_NAME);
        words.push_str(&idl_hash(name).to_string());
    }
    words
}

fn not_in_prelude(name: String, prelude: &[&str]) -> String {
    if prelude.contains(&name.as_str()) {
        return name + "_";
    }
    name
}

fn identifier(name: &str, convert: impl Fn(&str) -> String) -> String {
    if !is_identifier(name) {
        return format!("_{}_", idl_hash(name));
    }
    let name = convert(name);
    if keywords::RUST_NEVER.contains(&name.as_str()) {
        return name + "_";
    }
    name
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Converts to snake case: a capital starts a word.
fn snake_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// Converts to upper camel case: an underscore ends a word, and is removed unless it is at either end.
fn upper_camel_case(name: &str) -> String {
    let start = name.len() - name.trim_start_matches('_').len();
    let end = name.trim_end_matches('_').len().max(start);
    let mut out = String::with_capacity(name.len());
    out.push_str(&name[..start]);
    for word in name[start..end].split('_') {
        let mut chars = word.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    out.push_str(&name[end..]);
    out
}
