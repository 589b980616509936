//! One spelling for items that are the same to whoever uses them.

use super::tokens::{brackets, is_word, nesting, print, split};
use std::collections::{BTreeMap, BTreeSet};

/// Types of these names are told apart by their modules: there are several of the name.
const AMBIGUOUS: [&str; 4] = [
    "candid::ser::Compound",
    "candid::error::Label",
    "candid_parser::assist::Context",
    "candid_parser::configs::Context",
];

/// So are those of these modules, which only we have: a type in them is not the one that has its name elsewhere.
const AMBIGUOUS_MODULES: [&str; 2] = ["candid_parser::syntax::ast::", "candid_parser::codegen::"];

/// Types that we define elsewhere, or by another name, than where the incumbent has them and we re-export them.
const RE_EXPORTED: [(&str, &str); 2] = [
    (
        "candid_parser::syntax::ast::InputKind",
        "candid_parser::Input",
    ),
    (
        "candid_parser::bindings::config::Context",
        "candid_parser::configs::Context",
    ),
];

/// Returns an item in that spelling, given the associated types of its list.
pub(super) fn normal(tokens: &[String], associated: &BTreeMap<String, Vec<String>>) -> String {
    let mut item = without_aliases(without_modules(&with_associated(tokens, associated)));
    let clause = item.iter().position(|token| token == "where");
    let mut bounds = clause.map_or_else(Vec::new, |at| item.split_off(at));
    if !bounds.is_empty() {
        bounds.remove(0);
    }
    let mut predicates: Vec<Vec<String>> = split(&bounds, ",");
    if let Some((start, end)) = parameters(&item) {
        let mut names = Vec::new();
        for parameter in split(&item[start + 1..end], ",") {
            // Of `const N: usize` and `T: Bound` the name, and the rest as a predicate.
            let name = usize::from(parameter[0] == "const");
            if parameter.len() > name + 1 {
                predicates.push(parameter[name..].to_vec());
            }
            if !names.is_empty() {
                names.push(",".to_string());
            }
            names.push(parameter[name].clone());
        }
        // Those of an implementation are in its types; whether they are named or `'_` is its own affair.
        if item[0] == "impl" {
            item.drain(start..=end);
        } else {
            item.splice(start + 1..end, names);
        }
    }
    let mut item = with_owner(item);
    // How many fields nobody sees is nobody's business.
    if item.iter().any(|token| token == "struct")
        && item.ends_with(&["(", "_", ")"].map(str::to_string))
    {
        item.truncate(item.len() - 3);
    }
    let mut names = Names::default();
    let item = names.rename(item);
    let mut single = BTreeSet::new();
    for predicate in predicates {
        let predicate = names.rename(predicate);
        let at = predicate.iter().position(|token| token == ":");
        let (left, right) = predicate.split_at(at.unwrap_or(predicate.len()));
        // Of a type that has no parameters it holds, or it would not compile.
        let is_parameter = |token: &String| token == "Self" || names.is_name(token);
        if !left.iter().any(is_parameter) {
            continue;
        }
        for bound in split(right.get(1..).unwrap_or_default(), "+") {
            // So is every parameter of which nothing else is said.
            if print(&bound) != "core::marker::Sized" || left == ["Self"] {
                single.insert(format!("{}: {}", print(left), print(&bound)));
            }
        }
    }
    let mut text = print(&item);
    for (i, bound) in single.iter().enumerate() {
        text.push_str(if i == 0 { " where " } else { ", " });
        text.push_str(bound);
    }
    text
}

/// `candid::types::ty::Type` and `candid::types::internal::Type` are `candid::Type`.
fn without_modules(tokens: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let starts = ["candid", "candid_parser"].contains(&tokens[at].as_str())
            && (at == 0 || tokens[at - 1] != "::");
        let mut end = at + 1;
        while starts && end + 1 < tokens.len() && tokens[end] == "::" {
            end += 2;
            if tokens[end - 1].starts_with(|c: char| c.is_uppercase()) {
                break;
            }
        }
        let path = &tokens[at..end];
        let is_type = path[path.len() - 1].starts_with(|c: char| c.is_uppercase());
        let text = path.concat();
        if let Some((_, theirs)) = RE_EXPORTED.iter().find(|(ours, _)| *ours == text) {
            out.extend(super::tokens::tokens(theirs));
        } else if starts && is_type && !is_ambiguous(&text) {
            out.extend([&path[0], "::", &path[path.len() - 1]].map(str::to_string));
        } else {
            out.extend_from_slice(path);
        }
        at = end;
    }
    out
}

fn is_ambiguous(path: &str) -> bool {
    AMBIGUOUS.contains(&path)
        || AMBIGUOUS_MODULES
            .iter()
            .any(|module| path.starts_with(module))
}

/// `Self::Err` is what the list says it is.
fn with_associated(tokens: &[String], types: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let owner = owner(tokens).map_or_else(String::new, |(owner, _)| owner.concat());
    let mut out: Vec<String> = Vec::new();
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first() {
        let name = (first == "Self" && rest.len() > 2).then(|| format!("{owner}::{}", rest[2]));
        match name.and_then(|name| types.get(&name)) {
            Some(ty) => {
                out.extend_from_slice(ty);
                rest = &rest[3..];
            }
            None => {
                out.push(first.clone());
                rest = behind;
            }
        }
    }
    out
}

/// All names of `Result` are one, with both of its parts.
fn without_aliases(mut item: Vec<String>) -> Vec<String> {
    let mut at = 0;
    while at + 3 < item.len() {
        let krate = item[at].clone();
        let is_result = ["candid", "candid_parser", "anyhow", "core"].contains(&krate.as_str())
            && item[at + 1] == "::"
            && item[at + 2] == "Result"
            && item[at + 3] == "<";
        if let Some((start, end)) = is_result.then(|| brackets(&item, at + 3)).flatten() {
            if split(&item[start + 1..end], ",").len() == 1 {
                let error = [",", &krate, "::", "Error"].map(str::to_string);
                item.splice(end..end, error);
            }
            let result = ["core", "::", "result", "::", "Result"].map(str::to_string);
            item.splice(at..at + 3, result);
        }
        at += 1;
    }
    item
}

/// The brackets around the parameters that an item introduces.
fn parameters(item: &[String]) -> Option<(usize, usize)> {
    let start = if item.first()? == "impl" {
        (item.get(1)? == "<").then_some(1)?
    } else {
        let kinds = ["fn", "struct", "enum", "trait"];
        let kind = item.iter().position(|t| kinds.contains(&t.as_str()))?;
        if item[kind] == "fn" {
            let name = function_name(item, kind)?;
            (item.get(name + 1)? == "<").then_some(name + 1)?
        } else {
            let open = item.iter().position(|token| token == "<")?;
            let is_of_path = item[kind + 1..open]
                .iter()
                .all(|t| t == "::" || t.starts_with(is_word));
            is_of_path.then_some(open)?
        }
    };
    brackets(item, start)
}

/// The last word in front of the arguments: a `(` outside of brackets behind a word, or behind that word's parameters.
fn function_name(item: &[String], kind: usize) -> Option<usize> {
    let mut depth = 0;
    let mut name = None;
    for (at, token) in item.iter().enumerate().skip(kind + 1) {
        if depth == 0 && token == "(" && name.is_some() {
            return name;
        }
        if depth == 0 && token.starts_with(is_word) && item[at - 1] == "::" {
            name = Some(at);
        }
        depth += nesting(token);
    }
    None
}

/// In a part of a type, `Self` is that type.
fn with_owner(item: Vec<String>) -> Vec<String> {
    let Some((owner, _)) = owner(&item) else {
        return item;
    };
    let owner = owner.to_vec();
    let mut out = Vec::new();
    for (at, token) in item.iter().enumerate() {
        if token == "Self" && item.get(at + 1).is_none_or(|next| next != "::") {
            out.extend_from_slice(&owner);
        } else {
            out.push(token.clone());
        }
    }
    out
}

/// The type that a function or type is part of, and the place of its own name.
fn owner(item: &[String]) -> Option<(&[String], usize)> {
    let kinds = ["fn", "type"];
    let kind = item.iter().position(|t| kinds.contains(&t.as_str()))?;
    let name = match item[kind].as_str() {
        "fn" => function_name(item, kind)?,
        _ => item
            .iter()
            .position(|t| t == "=" || t == ":")?
            .checked_sub(1)?,
    };
    (name > kind + 2).then(|| (&item[kind + 1..name - 1], name))
}

/// Names for parameters and lifetimes, in the order in which they are met.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

impl Names {
    fn is_name(&self, token: &String) -> bool {
        self.0.values().any(|name| name == token)
    }

    fn rename(&mut self, tokens: Vec<String>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut before = String::new();
        for token in tokens {
            let is_lifetime = token.starts_with('\'') && token != "'static";
            // Whatever is not a parameter has a path, and its name is not the first word of that.
            let is_parameter = before != "::"
                && token != "Self"
                && token != "_"
                && token.starts_with(|c: char| c.is_uppercase() || c == '_');
            before.clone_from(&token);
            if is_lifetime || is_parameter {
                let prefix = if is_lifetime { "'" } else { "T" };
                let n = self.0.len();
                let name = self
                    .0
                    .entry(token)
                    .or_insert_with(|| format!("{prefix}{n}"));
                out.push(name.clone());
            } else {
                out.push(token);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::tokens::tokens;

    fn one(line: &str) -> String {
        normal(&tokens(line), &BTreeMap::new())
    }

    #[test]
    fn what_means_the_same_reads_the_same() {
        for (a, b) in [
            (
                "pub fn candid::types::ty::Type::f<T: core::fmt::Debug + Copy, 'a>(&'a self, T) -> Self",
                "pub fn candid::types::internal::Type::f<U, 'b>(&'b self, U) -> candid::Type where U: Copy + core::fmt::Debug",
            ),
            (
                "impl<K> candid::types::CandidType for alloc::vec::Vec<K> where K: candid::types::CandidType",
                "impl<T: candid::CandidType> candid::CandidType for alloc::vec::Vec<T>",
            ),
            (
                "pub fn (A, B)::ty() -> candid::types::ty::Type",
                "pub fn (T0, T1)::ty() -> candid::types::internal::Type",
            ),
            (
                "pub struct candid::V<const N: usize, T: candid::types::X>",
                "pub struct candid::V<const M: usize, U> where U: candid::X",
            ),
            (
                "impl serde::Visitor<'_> for candid::F",
                "impl<'de> serde::Visitor<'de> for candid::F",
            ),
            (
                "pub fn candid::f(&u8) -> candid::error::Result<u8>",
                "pub fn candid::f(&u8) -> core::result::Result<u8, candid::Error>",
            ),
            (
                "impl core::fmt::Debug for candid::X where candid::X: core::default::Default",
                "impl core::fmt::Debug for candid::X",
            ),
            ("pub struct candid::X<'a>(_)", "pub struct candid::X<'b>"),
        ] {
            assert_eq!(one(a), one(b));
        }
    }

    #[test]
    fn what_differs_differs() {
        for (a, b) in [
            (
                "pub fn candid::f<T>(T)",
                "pub fn candid::f<T>(T) where T: Copy",
            ),
            (
                "pub fn candid::f<T, U>(T, U)",
                "pub fn candid::f<T, U>(U, T)",
            ),
            ("pub fn candid::f(&mut self)", "pub fn candid::f(&self)"),
            (
                "pub fn candid::X::f() -> Self",
                "pub fn candid::X::f() -> candid::Y",
            ),
            ("pub candid::X::a: u8", "pub candid::X::a: u16"),
            (
                "impl candid::types::Compound for candid::X",
                "impl candid::ser::Compound for candid::X",
            ),
            ("pub struct candid::X(_, pub u8)", "pub struct candid::X"),
            (
                "pub fn candid::X::f(candid_parser::assist::Context)",
                "pub fn candid::X::f(candid_parser::configs::Context)",
            ),
            (
                "impl core::clone::Clone for candid_parser::syntax::Dec",
                "impl core::clone::Clone for candid_parser::syntax::ast::Dec",
            ),
        ] {
            assert_ne!(one(a), one(b));
        }
    }
}
