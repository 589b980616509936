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
    #[inline]
    pub(super) fn of_word(word: &[u8]) -> Kind {
        let kind = match (word.len(), word.first()) {
            (3, Some(b'o')) => is(word, b"opt").then_some(Kind::Opt),
            (3, Some(b'v')) => is(word, b"vec").then_some(Kind::Vec),
            (4, Some(b'b')) => is(word, b"blob").then_some(Kind::Blob),
            (4, Some(b'f')) => is(word, b"func").then_some(Kind::Func),
            (4, Some(b'n')) => is(word, b"null").then_some(Kind::Null),
            (4, Some(b't')) if is(word, b"type") => Some(Kind::Type),
            (4, Some(b't')) => is(word, b"true").then_some(Kind::True),
            (5, Some(b'f')) => is(word, b"false").then_some(Kind::False),
            (5, Some(b'q')) => is(word, b"query").then_some(Kind::Query),
            (6, Some(b'i')) => is(word, b"import").then_some(Kind::Import),
            (6, Some(b'o')) => is(word, b"oneway").then_some(Kind::Oneway),
            (6, Some(b'r')) => is(word, b"record").then_some(Kind::Record),
            (7, Some(b's')) => is(word, b"service").then_some(Kind::Service),
            (7, Some(b'v')) => is(word, b"variant").then_some(Kind::Variant),
            (9, Some(b'p')) => is(word, b"principal").then_some(Kind::Principal),
            (15, Some(b'c')) => is(word, b"composite_query").then_some(Kind::CompositeQuery),
            _ => None,
        };
        kind.unwrap_or(Kind::Ident)
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

/// Compares with a keyword; that its length is known makes this a comparison of numbers.
#[inline(always)]
fn is<const N: usize>(word: &[u8], keyword: &[u8; N]) -> bool {
    matches!(<&[u8; N]>::try_from(word), Ok(word) if word == keyword)
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
