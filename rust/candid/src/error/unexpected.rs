//! `Display` for `Unexpected` without float formatting (saves 15 kB of Wasm).

use serde::de::Unexpected;
use std::fmt;

/// Prints as serde does, except that the digits of floats are omitted: the code that computes them is 15 kB of a
/// canister that does not use it otherwise.
pub(crate) struct Found<'a>(pub(crate) Unexpected<'a>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Unexpected::Bool(value) => return write!(f, "boolean `{value}`"),
            Unexpected::Unsigned(number) => return write!(f, "integer `{number}`"),
            Unexpected::Signed(number) => return write!(f, "integer `{number}`"),
            Unexpected::Char(c) => return write!(f, "character `{c}`"),
            Unexpected::Str(text) => {
                let (start, more) = beginning(text);
                return write!(f, "string {start:?}{more}");
            }
            Unexpected::Other(other) => other,
            Unexpected::Float(_) => "floating point number",
            Unexpected::Bytes(_) => "byte array",
            Unexpected::Unit => "unit value",
            Unexpected::Option => "Option value",
            Unexpected::NewtypeStruct => "newtype struct",
            Unexpected::Seq => "sequence",
            Unexpected::Map => "map",
            Unexpected::Enum => "enum",
            Unexpected::UnitVariant => "unit variant",
            Unexpected::NewtypeVariant => "newtype variant",
            Unexpected::TupleVariant => "tuple variant",
            Unexpected::StructVariant => "struct variant",
        })
    }
}

/// The maximum number of bytes of a text that an error shows.
const MAX_SHOWN: usize = 300;

/// Returns the beginning of a text, and `…` if it is not all of it.
pub(crate) fn beginning(text: &str) -> (&str, &'static str) {
    if text.len() <= MAX_SHOWN {
        return (text, "");
    }
    let mut end = MAX_SHOWN;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (text.get(..end).unwrap_or_default(), "…")
}

#[cfg(test)]
mod tests {
    use super::{beginning, MAX_SHOWN};

    #[test]
    fn texts_are_cut_between_characters() {
        for character in ["a", "é", "語", "\u{10ffff}"] {
            for n in [0, 1, 74, 75, 76, 100, 101, 150, 151, 300, 301] {
                let text = character.repeat(n);
                let (start, more) = beginning(&text);
                assert!(text.starts_with(start));
                assert_eq!(more.is_empty(), start.len() == text.len());
                assert_eq!(start.len(), text.len().min(MAX_SHOWN));
            }
        }
        assert_eq!(beginning(&format!("a{}", "語".repeat(100))).0.len(), 298);
    }
}
