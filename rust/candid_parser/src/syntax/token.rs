//! Tokens.

use super::ast::Span;
use super::PrimType;

/// A token: its kind and its location. Its content is taken from the text on demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Whether it contains a backslash.
    pub(super) escaped: bool,
    /// The primitive type named by an identifier; depending on the context, the identifier may name something else.
    pub(super) prim: Option<PrimType>,
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

/// The reason why something is not a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
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
    /// An invalid token.
    Bad(Problem),
    End,
}

impl Kind {
    /// Returns whether it is a word that must be quoted to be a name.
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

/// The classification of a word: a keyword, or an identifier, which may name a primitive type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) kind: Kind,
    pub(super) prim: Option<PrimType>,
}

impl Word {
    pub(super) const IDENT: Word = Word::of_kind(Kind::Ident);

    pub(super) const fn of_kind(kind: Kind) -> Word {
        Word { kind, prim: None }
    }

    const fn of_prim(prim: PrimType) -> Word {
        let prim = Some(prim);
        Word {
            kind: Kind::Ident,
            prim,
        }
    }

    /// Classifies a word of more than eight bytes.
    #[inline]
    pub(super) fn of_long(word: &[u8]) -> Word {
        match word.len() {
            9 if word == b"principal" => Word::of_kind(Kind::Principal),
            15 if word == b"composite_query" => Word::of_kind(Kind::CompositeQuery),
            _ => Word::IDENT,
        }
    }

    /// Classifies the word of the first `len` bytes of a chunk; `len` is from 1 to 8.
    #[inline(always)]
    pub(super) fn of_short(chunk: u64, len: usize) -> Word {
        let key = chunk & (u64::MAX >> (64 - 8 * len));
        match SHORT_WORDS[slot(key)] {
            (found, word) if found == key => word,
            _ => Word::IDENT,
        }
    }
}

/// The keywords and type names of up to eight bytes, each in its [`slot`] as one number, the first byte lowest.
static SHORT_WORDS: [(u64, Word); N_SLOTS] = {
    let words = [
        ("blob", Word::of_kind(Kind::Blob)),
        ("false", Word::of_kind(Kind::False)),
        ("func", Word::of_kind(Kind::Func)),
        ("import", Word::of_kind(Kind::Import)),
        ("null", Word::of_kind(Kind::Null)),
        ("oneway", Word::of_kind(Kind::Oneway)),
        ("opt", Word::of_kind(Kind::Opt)),
        ("query", Word::of_kind(Kind::Query)),
        ("record", Word::of_kind(Kind::Record)),
        ("service", Word::of_kind(Kind::Service)),
        ("true", Word::of_kind(Kind::True)),
        ("type", Word::of_kind(Kind::Type)),
        ("variant", Word::of_kind(Kind::Variant)),
        ("vec", Word::of_kind(Kind::Vec)),
        ("bool", Word::of_prim(PrimType::Bool)),
        ("empty", Word::of_prim(PrimType::Empty)),
        ("float32", Word::of_prim(PrimType::Float32)),
        ("float64", Word::of_prim(PrimType::Float64)),
        ("int", Word::of_prim(PrimType::Int)),
        ("int8", Word::of_prim(PrimType::Int8)),
        ("int16", Word::of_prim(PrimType::Int16)),
        ("int32", Word::of_prim(PrimType::Int32)),
        ("int64", Word::of_prim(PrimType::Int64)),
        ("nat", Word::of_prim(PrimType::Nat)),
        ("nat8", Word::of_prim(PrimType::Nat8)),
        ("nat16", Word::of_prim(PrimType::Nat16)),
        ("nat32", Word::of_prim(PrimType::Nat32)),
        ("nat64", Word::of_prim(PrimType::Nat64)),
        ("reserved", Word::of_prim(PrimType::Reserved)),
        ("text", Word::of_prim(PrimType::Text)),
    ];
    let mut table = [(0, Word::IDENT); N_SLOTS];
    let mut idx = 0;
    while idx < words.len() {
        let (word, meaning) = words[idx];
        let bytes = word.as_bytes();
        let mut key = 0;
        let mut at = bytes.len();
        while at > 0 {
            at -= 1;
            key = key << 8 | bytes[at] as u64;
        }
        let slot = slot(key);
        assert!(
            table[slot].0 == 0,
            "two words in a slot: MULTIPLIER has to change"
        );
        table[slot] = (key, meaning);
        idx += 1;
    }
    table
};

const N_SLOTS: usize = 64;

/// Found by search: no two of the words get the same slot.
const MULTIPLIER: u64 = 0xfa20_90ab_085a_75c7;

/// Returns the slot of a word, if it is in [`SHORT_WORDS`].
const fn slot(key: u64) -> usize {
    (key.wrapping_mul(MULTIPLIER) >> 58) as usize
}

#[cfg(test)]
mod tests {
    use super::{Kind, PrimType, Word};

    fn word(text: &str) -> Word {
        let bytes = text.as_bytes();
        if bytes.len() > 8 {
            return Word::of_long(bytes);
        }
        // The bytes after a word in its chunk are ignored.
        let mut chunk = [b'{'; 8];
        chunk[..bytes.len()].copy_from_slice(bytes);
        Word::of_short(u64::from_le_bytes(chunk), bytes.len())
    }

    #[test]
    fn keywords() {
        let reserved =
            "blob composite_query false func import null oneway opt principal query record \
                        service true type variant vec";
        for text in reserved.split(' ') {
            assert!(word(text).kind.is_reserved(), "{text}");
            for other in [
                format!("{text}_"),
                format!("_{text}"),
                format!("long_{text}"),
            ] {
                assert_eq!(word(&other), Word::IDENT, "{other}");
            }
        }
        for text in ["assert", "opx", "tree", "Type", "inf"] {
            assert_eq!(word(text), Word::IDENT, "{text}");
        }
    }

    /// The lexer and [`PrimType::str_to_enum`] know the same names.
    #[test]
    fn primitive_types() {
        let names = "bool empty float32 float64 int int8 int16 int32 int64 nat nat8 nat16 nat32 \
                     nat64 reserved text";
        for text in names.split(' ') {
            let found = word(text);
            assert_eq!(found.kind, Kind::Ident, "{text}");
            assert_eq!(found.prim, PrimType::str_to_enum(text), "{text}");
            assert!(found.prim.is_some(), "{text}");
            assert_eq!(word(&format!("wide_{text}")).prim, None, "{text}");
        }
    }
}
