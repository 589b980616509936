//! Rust identifiers for Candid names.
//!
//! Identifiers are stored without `r#`, which [`Ident`] adds when it prints.

use candid::idl_hash;
use convert_case::{Case, Casing};
use std::borrow::Cow;
use std::fmt;

/// Maximum length of a name made from the path to a type.
const MAX_NAME: usize = 120;

/// Maximum number of path steps in such a name.
const MAX_PIECES: usize = 16;

/// Keywords that are identifiers only with `r#`.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words that are not identifiers even with `r#`.
const NEVER: [&str; 5] = ["_", "Self", "crate", "self", "super"];

/// Names of types used by the generated code.
const TYPES: [&str; 7] = [
    "Box",
    "CandidType",
    "Deserialize",
    "Option",
    "Principal",
    "String",
    "Vec",
];

/// Names of values used by the generated code; a tuple struct also defines a function of its name.
const VALUES: [&str; 4] = ["Err", "None", "Ok", "Some"];

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
    KEYWORDS.contains(&word)
}

/// Returns whether a word is not an identifier even with `r#`.
pub(super) fn is_never_identifier(word: &str) -> bool {
    NEVER.contains(&word)
}

/// Returns the name of a field, a method or an argument.
pub(super) fn value_name(name: &str) -> String {
    identifier(name, snake_case)
}

pub(super) fn case_name(name: &str) -> String {
    identifier(name, upper_camel_case)
}

/// Returns the name of a definition.
pub(super) fn type_name(name: &str) -> String {
    not_in_prelude(identifier(name, upper_camel_case), &TYPES)
}

/// Returns the name of a definition that becomes a tuple struct.
pub(super) fn tuple_type_name(name: &str) -> String {
    not_in_prelude(type_name(name), &VALUES)
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
        not_in_prelude(identifier(&name, str::to_string), &TYPES),
        &VALUES,
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
    if NEVER.contains(&name.as_str()) {
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

#[cfg(test)]
mod tests {
    use super::{case_name, path_name, tuple_type_name, type_name, value_name, Ident};

    #[test]
    fn names() {
        for (name, value, case) in [
            ("fooBar", "foo_bar", "FooBar"),
            ("HTTPServer", "h_t_t_p_server", "HTTPServer"),
            ("foo_bar3", "foo_bar3", "FooBar3"),
            ("_X", "_x", "_X"),
            ("__X", "__x", "__X"),
            ("X__Y", "x__y", "XY"),
            ("_Foo_Bar_", "_foo_bar_", "_FooBar_"),
            ("_", "__", "__"),
            ("__", "__", "__"),
            ("self", "self_", "Self_"),
            ("crate", "crate_", "Crate"),
            ("", "_0_", "_0_"),
            ("a b", "_4830947_", "_4830947_"),
            ("日本", "_1431689442_", "_1431689442_"),
            ("1a", "_11024_", "_11024_"),
        ] {
            assert_eq!(value_name(name), value, "{name}");
            assert_eq!(case_name(name), case, "{name}");
        }
        assert_eq!(Ident("fn").to_string(), "r#fn");
        assert_eq!(Ident("union").to_string(), "union");
        assert_eq!(
            (type_name("Ok"), tuple_type_name("Ok")),
            ("Ok".into(), "Ok_".into())
        );
        assert_eq!(type_name("vec"), "Vec_");
    }

    #[test]
    fn names_of_places() {
        for (pieces, name) in [
            (&["R", "a", "Inner"][..], "RAInner"),
            (&["RAInner", "c", "Item"], "RaInnerCItem"),
            (&["FOO_BAR", "foo_bar_baz", "Inner"], "FooBarFooBarBazInner"),
            (&["snake_case_1", "a b"], "SnakeCase1AB"),
            (&["A", "日本"], "A1431689442"),
            (&["", "Arg"], "Type0Arg"),
            (&["_"], "Type"),
            (&["string"], "String_"),
        ] {
            assert_eq!(path_name(pieces, |piece| (*piece).into()), name);
        }
    }

    #[test]
    fn names_of_places_end() {
        let name = |path: &[&str]| -> String {
            let pieces: Vec<String> = path.iter().map(|piece| (*piece).to_string()).collect();
            path_name(&pieces, |piece| piece.as_str().into())
        };
        let long = "a".repeat(5_000);
        let names = [
            &["R", &long][..],
            &["R", &long, "b"],
            &["R", &long, "c"],
            &["S", &long],
            &[&long],
        ];
        let names: Vec<String> = names.into_iter().map(name).collect();
        for (i, name) in names.iter().enumerate() {
            assert!((110..=120).contains(&name.len()), "{name}");
            assert!(!names[..i].contains(name), "{names:?}");
        }
        let deep = name(&[["a"; 500], ["b"; 500]].concat());
        assert_eq!(deep, "AAAAAAAABBBBBBBB");
        // The longest name that is not shortened.
        let fits = "a".repeat(119);
        assert_eq!(name(&["R", &fits]), format!("RA{}", "a".repeat(118)));
    }
}
