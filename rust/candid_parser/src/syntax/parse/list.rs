//! Parser for bracketed lists, with recovery from errors within them.

use super::parser::{error, Failed, Parse, Parser};
use crate::diagnostic::{Code, Diagnostic, FileId};
use crate::syntax::lex::token::{Kind, Token};

pub(crate) struct List {
    pub(crate) open: Kind,
    pub(crate) close: Kind,
    pub(crate) separator: Kind,
    /// Accepted as a separator, after an error.
    pub(crate) mistaken: Kind,
    /// The word for an item in messages.
    pub(crate) part: &'static str,
}

impl List {
    /// `{ … ; … }`
    pub(crate) const fn braces(part: &'static str) -> Self {
        List {
            open: Kind::LBrace,
            close: Kind::RBrace,
            separator: Kind::Semi,
            mistaken: Kind::Comma,
            part,
        }
    }

    /// `( … , … )`
    pub(crate) const fn parens(part: &'static str) -> Self {
        List {
            open: Kind::LParen,
            close: Kind::RParen,
            separator: Kind::Comma,
            mistaken: Kind::Semi,
            part,
        }
    }
}

impl Parser<'_> {
    /// Parses a list. `part` parses one item, given the previous ones; where it fails, the list continues with the next.
    pub(crate) fn list<T>(
        &mut self,
        list: &List,
        mut part: impl FnMut(&mut Self, &[T]) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let open = self.expect(list.open, symbol(list.open))?;
        let idx = usize::from(list.open == Kind::LBrace);
        self.n_open[idx] += 1;
        let mut items = Vec::new();
        while !self.eat(list.close) {
            if self.at_end_of_lists() {
                self.unclosed(open, list);
                break;
            }
            match part(self, &items) {
                Ok(item) => items.push(item),
                Err(Failed) => self.skip_part(list),
            }
            if self.at(list.close) || self.eat(list.separator) {
                continue;
            }
            if self.at_other_close(list) {
                let expected = format!("{} or {}", symbol(list.separator), symbol(list.close));
                let finding = self.unexpected(&expected);
                self.report(unclosed(finding, open));
                break;
            }
            self.no_separator(list);
        }
        self.n_open[idx] -= 1;
        Ok(items)
    }

    /// Returns whether this bracket closes an enclosing list, or this token follows arguments.
    fn at_other_close(&self, list: &List) -> bool {
        let [n_parens, n_braces] = self.n_open;
        match self.token.kind {
            Kind::Arrow => list.close == Kind::RParen,
            Kind::RParen => list.close != Kind::RParen && n_parens > 0,
            Kind::RBrace => list.close != Kind::RBrace && n_braces > 0,
            _ => false,
        }
    }

    /// Returns whether no list continues here, whatever brackets are missing.
    fn at_end_of_lists(&self) -> bool {
        match self.token.kind {
            Kind::End => true,
            Kind::Type | Kind::Import => self.at_declaration(),
            Kind::Service => self.at_main_service(),
            _ => false,
        }
    }

    /// Returns whether the service of a file starts here, and not a field or a method with that word for its name.
    fn at_main_service(&self) -> bool {
        match self.peek() {
            Kind::Colon => self.peek_at(1) == Kind::LBrace,
            Kind::Ident => self.peek_at(1) == Kind::Colon,
            _ => false,
        }
    }

    /// Returns whether a declaration starts here, not just a word that can start one.
    pub(crate) fn at_declaration(&self) -> bool {
        match self.token.kind {
            Kind::Type => {
                let name = self.peek();
                (name == Kind::Ident || name.is_reserved()) && self.peek_at(1) == Kind::Equals
            }
            Kind::Import => matches!(self.peek(), Kind::Text | Kind::Service),
            Kind::Service => match self.peek() {
                Kind::Colon => true,
                Kind::Ident => self.peek_at(1) == Kind::Colon,
                _ => false,
            },
            _ => false,
        }
    }

    #[cold]
    fn unclosed(&mut self, open: Token, list: &List) {
        let end = self.place();
        self.note_expected(symbol(list.close), end);
        let message = format!("{} is never closed", symbol(list.open));
        let finding = error(Code::UnclosedBracket, message, open.span());
        let finding = finding.also("should be closed before this", FileId::default(), end);
        self.report_at(finding, end);
    }

    #[cold]
    fn no_separator(&mut self, list: &List) {
        if self.at_end_of_lists() {
            return;
        }
        let (separator, close) = (symbol(list.separator), symbol(list.close));
        let finding = self.unexpected(&format!("{separator} or {close}"));
        if self.at(list.mistaken) {
            let finding = finding.note(format!("each {} must end with {separator}", list.part));
            let fix = self.instead(separator.trim_matches('"'));
            self.report(finding.fixed_by(fix));
            return self.advance();
        }
        if let Some(hint) = self.part_hint(list) {
            self.report(hint.on(finding));
            self.skip_part(list);
            self.eat(list.separator);
            return;
        }
        let starts_part = matches!(
            self.token.kind,
            Kind::Ident | Kind::Text | Kind::Digits | Kind::Hex | Kind::Float | Kind::LParen
        ) || self.token.kind.is_reserved();
        if starts_part {
            let note = format!("missing {separator} after the previous {}", list.part);
            let fix = self.insert_before(separator);
            self.report(finding.note(note).fixed_by(fix));
            return;
        }
        let finding = self.hinted(finding);
        self.report(finding);
        self.advance();
        self.skip_part(list);
        self.eat(list.separator);
    }

    /// Skips to the end of an item that could not be parsed.
    pub(crate) fn skip_part(&mut self, list: &List) {
        self.skip_until(|parser, is_outside| {
            let kind = parser.token.kind;
            let is_end = kind == list.close || kind == list.separator;
            is_outside && (is_end || parser.at_other_close(list)) || parser.at_end_of_lists()
        });
    }

    /// Skips to a token where `ends` holds, given whether the token is outside all brackets that were skipped.
    pub(super) fn skip_until(&mut self, ends: impl Fn(&Self, bool) -> bool) {
        let mut depth = 0u32;
        while !ends(self, depth == 0) {
            match self.token.kind {
                Kind::LBrace | Kind::LParen => depth += 1,
                Kind::RBrace | Kind::RParen => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.advance();
        }
    }
}

/// Adds the bracket that the finding shows to be unclosed.
pub(crate) fn unclosed(finding: Diagnostic, open: Token) -> Diagnostic {
    finding.also("unclosed delimiter", FileId::default(), open.span())
}

/// Returns a token in quotes, as messages show it.
pub(crate) fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::LBrace => "\"{\"",
        Kind::RBrace => "\"}\"",
        Kind::LParen => "\"(\"",
        Kind::RParen => "\")\"",
        Kind::Comma => "\",\"",
        Kind::Semi => "\";\"",
        Kind::Colon => "\":\"",
        Kind::Equals => "\"=\"",
        Kind::Dot => "\".\"",
        Kind::Arrow => "\"->\"",
        _ => "something else",
    }
}
