//! Tokens.

use crate::syntax::ast::Span;

/// A token: its kind and its location. Its content is taken from the text on demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Whether it contains a backslash.
    pub(crate) escaped: bool,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    /// Returns a token without escapes.
    pub(crate) fn new(kind: Kind, Span { start, end }: Span) -> Self {
        Token {
            kind,
            escaped: false,
            start,
            end,
        }
    }

    pub(crate) fn span(self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }
}

/// The reason why something is not a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Problem {
    /// A character that starts no token.
    Character,
    /// A word with letters that are allowed only in text literals.
    Letters,
    /// `=>`
    FatArrow,
    /// A text literal in single quotes.
    SingleQuotes,
    /// A text literal without its closing quote.
    OpenText,
    /// A comment without its `*/`.
    OpenComment,
    /// A number directly followed by something else, without a space.
    Number,
    /// `0x` without digits.
    NoHexDigits,
    /// An exponent without digits.
    NoExponent,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
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
    // The words of the language, one after the other.
    CompositeQuery,
    False,
    Import,
    Oneway,
    Query,
    True,
    Type,
    // Those that types start with.
    Blob,
    Func,
    Null,
    Opt,
    Principal,
    Record,
    Service,
    Variant,
    Vec,
    /// An invalid token.
    Bad(Problem),
    End,
}

impl Kind {
    /// Returns the kind of a word: a keyword or an identifier.
    #[inline]
    pub(crate) fn of_word(word: &[u8]) -> Kind {
        match word {
            b"blob" => Kind::Blob,
            b"composite_query" => Kind::CompositeQuery,
            b"false" => Kind::False,
            b"func" => Kind::Func,
            b"import" => Kind::Import,
            b"null" => Kind::Null,
            b"oneway" => Kind::Oneway,
            b"opt" => Kind::Opt,
            b"principal" => Kind::Principal,
            b"query" => Kind::Query,
            b"record" => Kind::Record,
            b"service" => Kind::Service,
            b"true" => Kind::True,
            b"type" => Kind::Type,
            b"variant" => Kind::Variant,
            b"vec" => Kind::Vec,
            _ => Kind::Ident,
        }
    }

    /// Returns whether it is a word that must be quoted to be a name.
    pub(crate) fn is_reserved(self) -> bool {
        (Kind::CompositeQuery..=Kind::Vec).contains(&self)
    }

    /// Returns whether it is a reserved word that a type starts with.
    pub(crate) fn starts_type(self) -> bool {
        (Kind::Blob..=Kind::Vec).contains(&self)
    }
}
