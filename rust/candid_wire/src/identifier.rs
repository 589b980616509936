//! Names without quotes: the grammar's identifiers and keywords.

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

/// Returns whether the name is an identifier, and so needs no quotes.
///
/// # Examples
///
/// ```
/// use candid_wire::identifier::is_identifier;
///
/// assert!(is_identifier("amount"));
/// assert!(!is_identifier("two words"));
/// assert!(!is_identifier("record"));
/// ```
#[must_use]
pub fn is_identifier(name: &str) -> bool {
    has_id_syntax(name) && KEYWORDS.binary_search(&name).is_err()
}

/// Returns whether the name is a letter or `_` and then letters, digits and `_`. Keywords are, too.
///
/// # Examples
///
/// ```
/// assert!(candid_wire::identifier::has_id_syntax("record"));
/// ```
#[must_use]
pub fn has_id_syntax(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn identifiers() {
        let rows = [
            ("a", true, true),
            ("_1", true, true),
            ("Record", true, true),
            ("record", true, false),
            ("true", true, false),
            ("", false, false),
            ("1a", false, false),
            ("a-b", false, false),
            ("é", false, false),
        ];
        for (name, has_syntax, is_plain) in rows {
            assert_eq!(has_id_syntax(name), has_syntax, "{name}");
            assert_eq!(is_identifier(name), is_plain, "{name}");
        }
    }
}
