//! Notes about names that have no colon, or dots.

use super::fixes::Hint;
use super::list::{symbol, List};
use super::parser::Parser;
use crate::diagnostic::Edit;
use crate::syntax::ast::Span;
use crate::syntax::lex::token::Kind;
use crate::syntax::PrimType;

impl Parser<'_> {
    /// Returns the note about a name beside a type, if it is clear which of the last two words is the name.
    pub(super) fn pair_note(&self, list: &List) -> Option<String> {
        let (here, word) = (self.slice(self.token), self.word_at(0));
        let is_type = |word: &str| {
            let is_reserved = [
                "principal",
                "blob",
                "null",
                "opt",
                "vec",
                "record",
                "variant",
                "func",
                "service",
            ];
            is_reserved.contains(&word)
                || PrimType::str_to_enum(word).is_some()
                || word.starts_with(|c: char| c.is_ascii_uppercase())
        };
        let is_name = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') && !is_type(word)
        };
        let (name, ty) = match (list.part, is_type(word), is_type(here)) {
            ("field" | "type", true, false) if is_name(here) => (here, word),
            ("field" | "type", false, true) if is_name(word) => (word, here),
            _ => return None,
        };
        let dots = match ty {
            "opt" | "vec" | "record" | "variant" | "func" | "service" => " …",
            _ => "",
        };
        let (part, separator) = (list.part, symbol(list.separator));
        Some(format!(
            "write a name and its type as: {name} : {ty}{dots}; two {part}s need {separator} between them"
        ))
    }

    /// Returns whether the dot that is the next token is within a label, with a colon behind it.
    pub(super) fn is_dotted_label(&self) -> bool {
        /// Limit on the number of parts.
        const MAX_PARTS: usize = 16;
        let mut parts = (0..MAX_PARTS).map(|n| (self.peek_at(2 * n), self.peek_at(2 * n + 1)));
        let end = parts.find(|(_, after)| *after != Kind::Dot);
        end.is_some_and(|(part, after)| {
            matches!(after, Kind::Colon | Kind::Equals)
                && (part == Kind::Ident || part.is_reserved())
        })
    }

    /// Returns the hint about a name with the dot that is the next token.
    pub(super) fn dotted_hint(&self) -> Hint {
        let start = self.previous_token();
        let rest = start
            .and_then(|token| self.text.get(token.start as usize..))
            .unwrap_or_default();
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let name = rest.split(|c| !is_in_name(c)).next().unwrap_or_default();
        let note = match name.len() {
            // A long one is not repeated.
            0..=60 => format!("quote a name with dots: \"{name}\""),
            _ => "quote a name with dots".to_string(),
        };
        let fix = start.map(|token| {
            let start = token.start as usize;
            let span = Span::of(start, start + name.len());
            let text = format!("\"{name}\"");
            Edit { span, text }
        });
        Hint::from(note).fixed_by(fix.filter(|_| self.is_dotted_label()))
    }
}
