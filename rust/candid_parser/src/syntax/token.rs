//! What a text consists of.

use super::ast::Span;

/// A token: what it is and where it stands. What it says is taken from the text when somebody wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Whether a backslash is in it.
    pub(super) escaped: bool,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Token {
    pub(super) fn span(self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Ident,
    Text,
    /// Decimal digits.
    Digits,
    /// `0x` and hexadecimal digits.
    Hex,
    /// Decimal digits with a point or an exponent.
    Float,
    LParen,
    RParen,
    LBrace,
    RBrace,
    Comma,
    Semi,
    Colon,
    Equals,
    Dot,
    Plus,
    Minus,
    Arrow,
    /// `==`
    Same,
    /// `!=`
    Differs,
    /// `!:`
    Refused,
    Blob,
    CompositeQuery,
    False,
    Func,
    Import,
    Null,
    Oneway,
    Opt,
    Principal,
    Query,
    Record,
    Service,
    True,
    Type,
    Variant,
    Vec,
    /// What is no token; the lexer knows more.
    Bad,
    End,
}

impl Kind {
    /// Returns what a word is: one comparison at most, which its length and its first letter choose.
    pub(super) fn of_word(word: &[u8]) -> Kind {
        let (keyword, kind): (&[u8], Kind) = match (word.len(), word.first()) {
            (3, Some(b'o')) => (b"opt", Kind::Opt),
            (3, Some(b'v')) => (b"vec", Kind::Vec),
            (4, Some(b'b')) => (b"blob", Kind::Blob),
            (4, Some(b'f')) => (b"func", Kind::Func),
            (4, Some(b'n')) => (b"null", Kind::Null),
            (4, Some(b't')) if word == b"type" => return Kind::Type,
            (4, Some(b't')) => (b"true", Kind::True),
            (5, Some(b'f')) => (b"false", Kind::False),
            (5, Some(b'q')) => (b"query", Kind::Query),
            (6, Some(b'i')) => (b"import", Kind::Import),
            (6, Some(b'o')) => (b"oneway", Kind::Oneway),
            (6, Some(b'r')) => (b"record", Kind::Record),
            (7, Some(b's')) => (b"service", Kind::Service),
            (7, Some(b'v')) => (b"variant", Kind::Variant),
            (9, Some(b'p')) => (b"principal", Kind::Principal),
            (15, Some(b'c')) => (b"composite_query", Kind::CompositeQuery),
            _ => return Kind::Ident,
        };
        match word == keyword {
            true => kind,
            false => Kind::Ident,
        }
    }

    /// Whether it is a word that no name can be without quotes.
    pub(super) fn is_reserved(self) -> bool {
        matches!(
            self,
            Kind::Blob
                | Kind::CompositeQuery
                | Kind::False
                | Kind::Func
                | Kind::Import
                | Kind::Null
                | Kind::Oneway
                | Kind::Opt
                | Kind::Principal
                | Kind::Query
                | Kind::Record
                | Kind::Service
                | Kind::True
                | Kind::Type
                | Kind::Variant
                | Kind::Vec
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn words() {
        let reserved =
            "blob composite_query false func import null oneway opt principal query record \
                        service true type variant vec";
        for word in reserved.split(' ') {
            assert!(Kind::of_word(word.as_bytes()).is_reserved(), "{word}");
            let longer = format!("{word}_");
            assert_eq!(Kind::of_word(longer.as_bytes()), Kind::Ident);
        }
        for word in [
            "nat", "assert", "opx", "tree", "Type", "inf", "reserved", "empty", "bool", "",
        ] {
            assert_eq!(Kind::of_word(word.as_bytes()), Kind::Ident, "{word}");
        }
    }
}
