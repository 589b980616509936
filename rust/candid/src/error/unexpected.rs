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
            Unexpected::Str(text) => return write!(f, "string {text:?}"),
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

#[cfg(test)]
mod tests {
    use super::Found;
    use serde::de::Unexpected;

    #[test]
    fn as_serde_says_it() {
        let same = [
            Unexpected::Bool(true),
            Unexpected::Unsigned(u64::MAX),
            Unexpected::Signed(i64::MIN),
            Unexpected::Char('ü'),
            Unexpected::Str("a\"\n"),
            Unexpected::Bytes(&[1]),
            Unexpected::Unit,
            Unexpected::Option,
            Unexpected::NewtypeStruct,
            Unexpected::Seq,
            Unexpected::Map,
            Unexpected::Enum,
            Unexpected::UnitVariant,
            Unexpected::NewtypeVariant,
            Unexpected::TupleVariant,
            Unexpected::StructVariant,
            Unexpected::Other("another thing"),
        ];
        for found in same {
            assert_eq!(Found(found).to_string(), found.to_string());
        }
        let float = Unexpected::Float(1.5);
        assert_eq!(Found(float).to_string(), "floating point number");
    }
}
