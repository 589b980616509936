//! Lists of public items, as `cargo public-api` prints them, in a form that two crates have in common.
//!
//! What is the same to whoever uses an item is written alike: names of parameters and lifetimes, bounds in front or
//! in a `where`, `Self` or the type it stands for, and the module in which a type happens to be defined. Where it can be
//! *found* is a line of its own.

pub mod rustdoc;
mod spelling;
mod tokens;

use spelling::normal;
use std::collections::{BTreeMap, BTreeSet};
use tokens::{is_word, tokens};

/// What has a parameter here that has a default, as it reads to whoever does not name it.
const DEFAULTS: [(&str, &str); 6] = [
    ("ValueSerializer<B>", "ValueSerializer"),
    ("Compound<'a, B>", "Compound<'a>"),
    ("Compound<'_, B>", "Compound<'_>"),
    ("<B: candid::ser::Buffer>", ""),
    ("<B>", ""),
    (", B>", ">"),
];

const UNSIZED: &str = " + ?core::marker::Sized";

/// Returns the lines of a list, normalised.
pub fn items(list: &str) -> BTreeSet<String> {
    let mut items = BTreeSet::new();
    let associated = associated_types(list);
    let mut insert = |line: &str| {
        let tokens = tokens(line);
        items.extend(place(&tokens));
        items.insert(normal(&tokens, &associated));
    };
    for line in list.lines() {
        insert(line);
        // Whoever may call it where a constant is wanted may call it elsewhere, and what holds for types of unknown size
        // holds for the others.
        if line.contains("pub const fn ") {
            insert(&line.replace("pub const fn ", "pub fn "));
        }
        if line.starts_with("impl") && line.contains(UNSIZED) {
            insert(&line.replace(UNSIZED, ""));
        }
        if line.contains(DEFAULTS[0].0)
            || line.contains(DEFAULTS[1].0)
            || line.contains(DEFAULTS[2].0)
        {
            let mut line = line.split(" where B: ").next().unwrap_or(line).to_string();
            line = line
                .replace("B: candid::ser::Buffer, ", "")
                .replace(", B: candid::ser::Buffer", "");
            for (named, default) in DEFAULTS {
                line = line.replace(named, default);
            }
            insert(&line);
        }
    }
    items
}

/// The associated types of the list: `X::Error`, and what that is.
fn associated_types(list: &str) -> BTreeMap<String, Vec<String>> {
    let mut types = BTreeMap::new();
    for line in list.lines() {
        if let Some((name, ty)) = line
            .strip_prefix("pub type ")
            .and_then(|line| line.split_once(" = "))
        {
            types.insert(tokens(name).concat(), tokens(ty));
        }
    }
    types
}

/// Where an item of a module is found; none for parts of types, and for implementations.
fn place(tokens: &[String]) -> Option<String> {
    const KINDS: [&str; 8] = [
        "struct", "enum", "trait", "type", "union", "const", "macro", "fn",
    ];
    let mut at = tokens.iter().position(|t| KINDS.contains(&t.as_str()))?;
    at += usize::from(tokens.get(at + 1)? == "fn");
    let kind = &tokens[at];
    let mut path = String::new();
    for token in &tokens[at + 1..] {
        let part_of_type = path.contains(|c: char| c.is_uppercase());
        match token.as_str() {
            "::" if part_of_type => return None,
            "::" => path.push_str("::"),
            word if word.starts_with(is_word) => path.push_str(word),
            _ => break,
        }
    }
    let is_method = kind == "fn" && path.contains(|c: char| c.is_uppercase());
    let is_ours = path.starts_with("candid") && !is_method;
    is_ours.then(|| format!("{kind} at {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_kept() {
        for (line, expected) in [
            (
                "#[repr(i64)] pub enum candid::types::internal::Opcode",
                Some("enum at candid::types::internal::Opcode"),
            ),
            (
                "pub fn candid::types::internal::unroll(&u8)",
                Some("fn at candid::types::internal::unroll"),
            ),
            ("pub macro candid::func!", Some("macro at candid::func")),
            ("pub fn candid::types::internal::Type::new()", None),
            ("pub type candid::types::Serializer::Error: X", None),
            ("pub type u8::Output = candid::Nat", None),
            ("impl candid::X for candid::Y", None),
        ] {
            assert_eq!(place(&tokens(line)).as_deref(), expected, "{line}");
        }
    }
}
