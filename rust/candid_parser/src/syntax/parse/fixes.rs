//! The change that corrects a mistake, where there is only one.

use super::parser::Parser;
use super::words::{of_constructor, of_generic, precedes_type};
use crate::diagnostic::{Diagnostic, Edit};
use crate::syntax::ast::Span;
use crate::syntax::lex::len_of_word;
use crate::syntax::lex::token::{Kind, Problem, Token};

/// Limit on the number of tokens that are searched for the end of parameters.
const MAX_TOKENS: usize = 64;

/// Limit on the number of generic types in each other that are changed at once.
const MAX_LEVELS: usize = 8;

/// A note about a mistake, and the change that it describes, if there is only one.
pub(super) struct Hint {
    pub(super) note: String,
    fix: Option<Edit>,
}

impl<N: Into<String>> From<N> for Hint {
    fn from(note: N) -> Self {
        let (note, fix) = (note.into(), None);
        Hint { note, fix }
    }
}

impl Hint {
    pub(super) fn fixed_by(self, fix: Option<Edit>) -> Self {
        Hint { fix, ..self }
    }

    /// Adds both to a finding.
    pub(super) fn on(self, finding: Diagnostic) -> Diagnostic {
        finding.note(self.note).fixed_by(self.fix)
    }
}

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

    /// Returns the insertion of a colon, and perhaps of a word behind it, after the token before the next one.
    pub(super) fn insert_colon(&self, word: &str) -> Option<Edit> {
        let is_adjacent = self.prev_end == self.token.start;
        let space = if is_adjacent { " " } else { "" };
        replace(Span::empty(self.prev_end), format!(" :{word}{space}"))
    }

    /// Returns the removal of the next token, up to the one after it.
    pub(super) fn without(&self) -> Option<Edit> {
        let start = self.token.start;
        let end = self.tokens.get(self.n_taken())?.start;
        replace(Span { start, end }, "")
    }

    /// Returns the removal of the token before the next one, up to that.
    pub(super) fn without_previous(&self) -> Option<Edit> {
        let start = self.previous_token()?.start;
        let end = self.token.start;
        replace(Span { start, end }, "")
    }

    /// Returns the replacement of the token before the next one by a word, unless several forms are meant by it.
    pub(super) fn instead_of_previous(&self, candid: &str) -> Option<Edit> {
        let token = self.previous_token().filter(|_| !candid.contains('…'))?;
        replace(token.span(), candid)
    }

    /// Returns the token before the next one.
    pub(super) fn previous_token(&self) -> Option<Token> {
        let idx = self.n_taken().checked_sub(2)?;
        self.tokens.get(idx)
    }

    /// Returns the start of a definition in place of the next tokens, which are a word, a name and a brace.
    pub(super) fn definition_fix(&self, candid: &str) -> Option<Edit> {
        let has_name = self.peek() == Kind::Ident && self.peek_at(1) == Kind::LBrace;
        let name = self.tokens.get(self.n_taken()).filter(|_| has_name)?;
        let (start, end) = (self.token.start, name.end);
        let name = self.slice(name);
        let text = match candid {
            "service" => format!("service {name} :"),
            _ => format!("type {name} = {candid}"),
        };
        replace(Span { start, end }, text)
    }

    /// Returns the type in the parentheses that open with the next token, without them.
    pub(super) fn parenthesized_fix(&self, before: &str) -> Option<Edit> {
        let (end, inner) = self.enclosed(")", &[",", ":", ";"])?;
        let start = match before {
            "" => self.token.start,
            _ => self.prev_end,
        };
        replace(Span { start, end }, format!("{before}{inner}"))
    }

    /// Returns an argument with a name, which begins with the next token, in parentheses.
    pub(super) fn named_argument_fix(&self) -> Option<Edit> {
        let is_named =
            self.peek() == Kind::Colon && !matches!(self.peek_at(1), Kind::Colon | Kind::LParen);
        let (end, rest) = self.enclosed("->", &[";", ","]).filter(|_| is_named)?;
        let (start, word) = (self.token.start, self.slice(self.token));
        let text = match self.token.kind {
            Kind::Ident | Kind::Text => format!("({word} {rest}) ->"),
            kind if kind.is_reserved() => format!("(\"{word}\" {rest}) ->"),
            _ => return None,
        };
        replace(Span { start, end }, text)
    }

    /// Returns the end of the brackets that open with the next token, and the one item that is in them.
    fn enclosed(&self, close: &str, separators: &[&str]) -> Option<(u32, &str)> {
        let first = self.n_taken();
        let mut depth = 0_u32;
        for n in first..first + MAX_TOKENS {
            match self.slice_at(n) {
                found if depth == 0 && found == close => {
                    let (from, to) = (self.tokens.get(first)?, self.tokens.get(n - 1)?);
                    let inner = self.text.get(from.start as usize..to.end as usize)?;
                    return Some((self.tokens.get(n)?.end, inner)).filter(|_| n > first);
                }
                found if depth == 0 && separators.contains(&found) => return None,
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth = depth.checked_sub(1)?,
                "" => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns Candid's form of an array type of another language, at whose `[` the parser is.
    fn array_fix(&self) -> Option<Edit> {
        let (word, before) = (self.word_at(0), self.word_at(1));
        if precedes_type(word) || word == "->" {
            let (end, part) = self.enclosed("]", &[";", ",", ":"])?;
            let start = self.token.start;
            return replace(Span { start, end }, format!("vec {part}"));
        }
        // `opt nat[]` may be either.
        let is_alone = precedes_type(before) && !matches!(before, "opt" | "vec") || before == "->";
        let name = self.previous_token()?;
        let is_type = name.kind == Kind::Ident || matches!(word, "principal" | "blob" | "null");
        if !is_alone || !is_type || self.slice_at(self.n_taken()) != "]" {
            return None;
        }
        let (start, end) = (name.start, self.tokens.get(self.n_taken())?.end);
        replace(Span { start, end }, format!("vec {word}"))
    }

    /// Returns the correction of a character that is in no token, which is the next one.
    pub(super) fn character_fix(&self, c: char, span: Span) -> Option<Edit> {
        let rest = self.text.get(span.start as usize + c.len_utf8()..)?;
        let one = Span::of(span.start as usize, span.start as usize + c.len_utf8());
        let begins_word = len_of_word(rest.as_bytes()) > 0;
        match c {
            '<' => self.generic_fix(),
            '[' if !self.is_brace_meant() && !self.is_value_at(0) => self.array_fix(),
            '?' if begins_word && precedes_type(self.word_at(0)) => replace(one, "opt "),
            // The rest of the line is a comment otherwise.
            '#' if begins_word && span == one => replace(one, ""),
            '#' if !begins_word => replace(one, "//"),
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
        token.map_or("", |token| self.slice(token))
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
                Kind::Bad(_) => match self.slice(token) {
                    "<" => depth += 1,
                    ">" => depth -= 1,
                    _ => {}
                },
                _ => {}
            }
            if depth == 0 {
                return self.tokens.skip(n + 1);
            }
        }
    }

    /// Skips the other types of a choice such as `a | b | c`, whose first `|` is the next token: what is written in place of all of
    /// it has been said.
    pub(super) fn skip_choice(&mut self) {
        let kind = |idx: usize| self.tokens.get(idx).map_or(Kind::End, |token| token.kind);
        let is_name = |kind: Kind| {
            use Kind::{Blob, Ident, Null, Principal, Text};
            matches!(kind, Ident | Text | Null | Blob | Principal)
        };
        let first = self.n_taken();
        let is_behind_type =
            first >= 2 && (is_name(kind(first - 2)) || kind(first - 2) == Kind::RBrace);
        let (mut n, mut n_skipped) = (0, 0);
        while is_behind_type && n < MAX_TOKENS {
            if matches!(kind(first + n), Kind::Opt | Kind::Vec) {
                n += 1;
                continue;
            }
            if !is_name(kind(first + n)) {
                break;
            }
            n_skipped = n + 1;
            if self.slice_at(first + n_skipped) != "|" {
                break;
            }
            n = n_skipped + 1;
        }
        self.tokens.skip(n_skipped);
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

    /// Returns whether a comment begins in a part of the text: with a change of that, it would be lost.
    pub(super) fn has_comment(&self, part: Span) -> bool {
        let n_before = self
            .comments
            .partition_point(|comment| comment.span.start < part.start);
        let next = self.comments.get(n_before);
        next.is_some_and(|comment| comment.span.start < part.end)
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
