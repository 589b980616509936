//! Notes about what people write in place of values.

use super::hints::braces;
use super::parser::Parser;
use super::words::of_constructor;
use crate::syntax::lex::token::{Kind, Token};
use candid::Principal;

impl Parser<'_> {
    /// Returns the note about a name where a value is expected.
    pub(super) fn value_note(&self, token: Token) -> String {
        let word = self.slice(token);
        match word {
            "None" | "none" | "nil" | "undefined" | "Null" | "NULL" => {
                format!("write {word} as: null")
            }
            "Some" | "Just" => format!("write {word}(…) as: opt …"),
            "True" | "TRUE" | "False" | "FALSE" => {
                format!("write {word} as: {}", word.to_lowercase())
            }
            "Infinity" | "infinity" => format!("write {word} as: inf"),
            "struct" | "object" | "enum" => {
                let candid = of_constructor(word).unwrap_or("record");
                format!("{word} is not a word of Candid: write {candid} {{ … }}")
            }
            _ if self.is_principal(token) => {
                let text = self.words_joined(token);
                format!("write a principal as: principal \"{text}\"")
            }
            "Principal" if self.peek() == Kind::Dot => {
                "write a principal as: principal \"…\"".to_string()
            }
            _ if self.peek() == Kind::Dot => {
                "text must be quoted; write a case as: variant { … }".to_string()
            }
            _ if self.peek() == Kind::LParen
                || matches!(word, "ok" | "err")
                || word.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                let value = if self.is_alone() { "" } else { " = …" };
                format!("write a case as: variant {{ {word}{value} }}; text must be quoted")
            }
            _ if self.is_alone() => format!("text must be quoted: \"{word}\""),
            _ => "text must be quoted".to_string(),
        }
    }

    /// Returns whether the token of [`peek_at`](Self::peek_at) clearly begins a value, and not a type.
    #[cold]
    pub(super) fn is_value_at(&self, n: usize) -> bool {
        match self.peek_at(n) {
            Kind::Digits | Kind::Hex | Kind::Float | Kind::Plus | Kind::Minus => true,
            Kind::Text | Kind::True | Kind::False | Kind::LBrace => true,
            Kind::Principal | Kind::Blob => self.peek_at(n + 1) == Kind::Text,
            Kind::Vec => self.peek_at(n + 1) == Kind::LBrace,
            Kind::Record | Kind::Variant => self.peek_at(n + 3) == Kind::Equals,
            _ => false,
        }
    }

    /// Returns whether the value ends with the next token.
    fn is_alone(&self) -> bool {
        let ends = [
            Kind::Comma,
            Kind::Semi,
            Kind::RParen,
            Kind::RBrace,
            Kind::Colon,
            Kind::End,
        ];
        ends.contains(&self.peek())
    }

    /// Returns the words from a token on that are joined by `-`, as those of principals are.
    fn words_joined(&self, token: Token) -> &str {
        let rest = self.text.get(token.start as usize..).unwrap_or_default();
        let is_outside = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        rest.split(is_outside).next().unwrap_or_default()
    }

    /// Returns whether a token begins the text of a principal.
    fn is_principal(&self, token: Token) -> bool {
        /// The length of the longest one.
        const MAX_LEN: usize = 63;
        let text = self.words_joined(token);
        text.len() <= MAX_LEN && Principal::from_text(text).is_ok()
    }

    /// Returns the note about what follows `variant`, `record` or `vec` in place of a brace.
    pub(super) fn brace_note(&self, constructor: &str) -> Option<String> {
        let found = self.slice(self.token);
        match (constructor, self.token.kind) {
            ("variant", Kind::Ident | Kind::Text) => {
                Some(format!("write a case as: variant {{ {found} }}"))
            }
            (_, Kind::LParen) => Some(braces(constructor)),
            _ => None,
        }
    }
}
