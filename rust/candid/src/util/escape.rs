//! Escaping of quoted text, and the rules for names without quotes.
//!
//! Rust's escapes are Candid's with one exception: Rust prints NUL as `\0`, which Candid parses as the start of the
//! two-digit byte escape `\0b`. So NUL is printed as `\u{0}`.

use std::fmt::{self, Display};

/// The keywords of the grammar. As names they need quotes.
///
/// `true` and `false` are included: the lexer always makes literals of them.
const KEYWORDS: [&str; 32] = [
    "blob",
    "bool",
    "composite_query",
    "empty",
    "false",
    "float32",
    "float64",
    "func",
    "import",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "nat",
    "nat16",
    "nat32",
    "nat64",
    "nat8",
    "null",
    "oneway",
    "opt",
    "principal",
    "query",
    "record",
    "reserved",
    "service",
    "text",
    "true",
    "type",
    "variant",
    "vec",
];

/// Returns whether the name needs no quotes.
pub(crate) fn is_plain_name(name: &str) -> bool {
    has_id_syntax(name) && KEYWORDS.binary_search(&name).is_err()
}

/// Returns whether the name is a letter or `_` and then letters, digits and `_`.
pub(crate) fn has_id_syntax(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Prints a name in Candid syntax: quoted if necessary.
pub(crate) struct Name<'a>(pub(crate) &'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_plain_name(self.0) {
            f.write_str(self.0)
        } else {
            write!(f, "\"{}\"", DoubleQuoted(self.0))
        }
    }
}

/// Prints the content of a quoted text in multi-line output.
pub(crate) struct DoubleQuoted<'a>(pub(crate) &'a str);

impl Display for DoubleQuoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.split('\0').enumerate() {
            if i > 0 {
                f.write_str("\\u{0}")?;
            }
            Display::fmt(&part.escape_debug(), f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::has_id_syntax;
    use super::is_plain_name;
    use super::DoubleQuoted;
    use super::KEYWORDS;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.windows(2).all(|w| w[0] < w[1]));
        assert!(KEYWORDS.iter().all(|k| has_id_syntax(k)));
    }

    #[test]
    fn names() {
        for (name, plain) in [
            ("a", true),
            ("_", true),
            ("a1_", true),
            ("1a", false),
            ("", false),
            ("é", false),
            ("a-b", false),
            ("opt", false),
            ("true", false),
            ("Opt", true),
        ] {
            assert_eq!(is_plain_name(name), plain, "{name:?}");
        }
    }

    #[test]
    fn text() {
        for (text, expected) in [
            ("a\0b", r"a\u{0}b"),
            ("it's \"\\\n", r#"it\'s \"\\\n"#),
            ("e\u{301}", "e\u{301}"),
            ("\u{301}", r"\u{301}"),
            ("\u{1}\u{7f}\u{200b}", r"\u{1}\u{7f}\u{200b}"),
        ] {
            assert_eq!(DoubleQuoted(text).to_string(), expected);
        }
    }
}
