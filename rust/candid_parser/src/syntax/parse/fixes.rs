//! The change that corrects a mistake, where there is only one.

use super::parser::Parser;
use super::words::{of_constructor, of_generic, precedes_type};
use crate::diagnostic::Edit;
use crate::syntax::ast::Span;
use crate::syntax::lex::len_of_word;
use crate::syntax::lex::token::{Kind, Problem, Token};

/// Limit on the number of tokens that are searched for the end of parameters.
const MAX_TOKENS: usize = 64;

/// Limit on the number of generic types in each other that are changed at once.
const MAX_LEVELS: usize = 8;

impl Parser<'_> {
    /// Returns the replacement of the next token.
    pub(super) fn instead(&self, text: impl Into<String>) -> Option<Edit> {
        replace(self.token.span(), text)
    }

    /// Returns the insertion of a separator after the token before the next one.
    pub(super) fn insert_before(&self, separator: &str) -> Option<Edit> {
        let text = separator.trim_matches('"');
        replace(Span::empty(self.prev_end), text)
    }

    /// Returns the correction of a character that is in no token, which is the next one.
    pub(super) fn character_fix(&self, c: char, span: Span) -> Option<Edit> {
        let rest = self.text.get(span.start as usize + c.len_utf8()..)?;
        let one = Span::of(span.start as usize, span.start as usize + c.len_utf8());
        let begins_word = len_of_word(rest.as_bytes()) > 0;
        match c {
            '<' => self.generic_fix(),
            '?' if begins_word && precedes_type(self.word_at(0)) => replace(one, "opt "),
            // The rest of the line is a comment otherwise.
            '#' if begins_word && span == one => replace(one, ""),
            _ => None,
        }
    }

    /// Returns Candid's form of a generic type of another language, at whose `<` the parser is.
    fn generic_fix(&self) -> Option<Edit> {
        let word = self.n_taken().checked_sub(2)?;
        let (end, text) = self.generic(word, MAX_LEVELS)?;
        let start = self.tokens.get(word)?.start;
        let end = self.tokens.get(end)?.end;
        replace(Span { start, end }, text)
    }

    /// Returns the index of the last token of the generic type that begins with a token, and Candid's form of it.
    fn generic(&self, word: usize, levels: usize) -> Option<(usize, String)> {
        let levels = levels.checked_sub(1)?;
        let mut form = of_generic(self.slice_at(word))?.split('…');
        if self.slice_at(word + 1) != "<" {
            return None;
        }
        let mut text = form.next()?.to_string();
        let mut start = word + 2;
        loop {
            let (end, part) = self.parameter(start, levels)?;
            text.push_str(&part);
            text.push_str(form.next()?);
            match self.slice_at(end) {
                "," => start = end + 1,
                _ if form.next().is_some() => return None,
                _ => return Some((end, text)),
            }
        }
    }

    /// Returns the index of the `,` or `>` after the parameter that begins with a token, and its text.
    fn parameter(&self, start: usize, levels: usize) -> Option<(usize, String)> {
        if let Some((end, text)) = self.generic(start, levels) {
            return Some((end + 1, text)).filter(|_| matches!(self.slice_at(end + 1), "," | ">"));
        }
        let mut depth = 0_u32;
        for n in start..start + MAX_TOKENS {
            match self.slice_at(n) {
                "," | ">" if depth == 0 => {
                    let (first, last) = (self.tokens.get(start)?, self.tokens.get(n - 1)?);
                    let part = self.text.get(first.start as usize..last.end as usize)?;
                    return Some((n, part.to_string())).filter(|_| n > start);
                }
                "<" | "(" | "{" => depth += 1,
                ">" | ")" | "}" => depth = depth.checked_sub(1)?,
                "" => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns the text of a token.
    fn slice_at(&self, idx: usize) -> &str {
        let token = self.tokens.get(idx);
        token.map_or("", |token| self.slice(*token))
    }

    /// Returns whether parameters in angle brackets follow the next token, which other languages have there.
    #[inline]
    pub(super) fn is_before_parameters(&self) -> bool {
        self.peek() == Kind::Bad(Problem::Character) && self.has_parameters()
    }

    #[cold]
    fn has_parameters(&self) -> bool {
        self.slice_at(self.n_taken()) == "<" && of_generic(self.slice(self.token)).is_some()
    }

    /// Skips the parameters of a generic type, whose `<` is the next token.
    pub(super) fn skip_parameters(&mut self) {
        let mut depth = 1_u32;
        for n in 0..MAX_TOKENS {
            let Some(token) = self.tokens.get(self.n_taken() + n) else {
                return;
            };
            match token.kind {
                Kind::Semi | Kind::LBrace | Kind::RBrace | Kind::End => return,
                Kind::Bad(_) => match self.slice(*token) {
                    "<" => depth += 1,
                    ">" => depth -= 1,
                    _ => {}
                },
                _ => {}
            }
            if depth == 0 {
                return self.skip_tokens(n + 1);
            }
        }
    }

    /// Returns the correction of a word of another language before a brace, unless it may stand for several things.
    pub(super) fn constructor_fix(&self, token: Token) -> Option<Edit> {
        let candid = of_constructor(self.slice(token))?;
        replace(token.span(), candid)
    }

    /// Returns text in single quotes with double ones.
    pub(super) fn requoted(&self, span: Span) -> Option<Edit> {
        let text = self.text.get(std::ops::Range::from(span))?;
        let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
        let is_plain = !inner.contains(['"', '\\']);
        is_plain.then(|| Edit {
            span,
            text: format!("\"{inner}\""),
        })
    }

    /// Adds a change to a finding, if that was kept.
    pub(super) fn fix(&mut self, idx: usize, fix: Option<Edit>) {
        if let Some(finding) = self.findings.get_mut(idx) {
            finding.fix = fix.map(Box::new);
        }
    }

    /// Returns whether a `[` that is the next token is written in place of a `{`.
    pub(super) fn is_brace_meant(&self) -> bool {
        match self.word_at(0) {
            "record" | "variant" => true,
            // Of a type, there are no braces.
            "vec" => {
                let after = self.peek();
                after != Kind::Ident && !after.starts_type()
            }
            _ => false,
        }
    }
}

fn replace(span: Span, text: impl Into<String>) -> Option<Edit> {
    let text = text.into();
    Some(Edit { span, text })
}
