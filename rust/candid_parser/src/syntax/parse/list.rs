//! Parser for bracketed lists, with recovery from errors within them.

use super::parser::{error, Parse, Parser};
use crate::diagnostic::{Diagnostic, FileId};
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
    /// Parses a list. `part` parses one item; where it fails, the list continues with the next item.
    pub(crate) fn list(
        &mut self,
        list: &List,
        part: impl FnMut(&mut Self) -> Parse<()>,
    ) -> Parse<()> {
        let open = self.expect(list.open, symbol(list.open))?;
        let idx = usize::from(list.open == Kind::LBrace);
        self.n_open[idx] += 1;
        self.rest_of_list(open, list, part);
        self.n_open[idx] -= 1;
        Ok(())
    }

    /// Parses a list of items that do not depend on each other.
    pub(crate) fn items<T>(
        &mut self,
        list: &List,
        mut part: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut items = Vec::new();
        self.list(list, |parser| {
            items.push(part(parser)?);
            Ok(())
        })?;
        Ok(items)
    }

    fn rest_of_list(
        &mut self,
        open: Token,
        list: &List,
        mut part: impl FnMut(&mut Self) -> Parse<()>,
    ) {
        loop {
            if self.eat(list.close) {
                return;
            }
            if self.at_end_of_lists() {
                return self.unclosed(open, list);
            }
            if part(self).is_err() {
                self.skip_part(list);
            }
            if self.at(list.close) || self.eat(list.separator) {
                continue;
            }
            if self.at_other_close(list) {
                return self.closed_otherwise(open, list);
            }
            self.no_separator(list);
        }
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

    #[cold]
    fn closed_otherwise(&mut self, open: Token, list: &List) {
        let expected = format!("{} or {}", symbol(list.separator), symbol(list.close));
        let finding = self.unexpected(&expected);
        self.report(unclosed(finding, open));
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
        let finding = error(message, open.span());
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
            self.report(finding.note(format!("each {} must end with {separator}", list.part)));
            self.advance();
            return;
        }
        let starts_part = matches!(
            self.token.kind,
            Kind::Ident | Kind::Text | Kind::Digits | Kind::Hex | Kind::Float | Kind::LParen
        ) || self.token.kind.is_reserved();
        self.report(if starts_part {
            finding.note(format!(
                "missing {separator} after the previous {}",
                list.part
            ))
        } else {
            finding
        });
        if !starts_part {
            self.advance();
            self.skip_part(list);
            self.eat(list.separator);
        }
    }

    /// Skips to the end of an item that could not be parsed.
    pub(crate) fn skip_part(&mut self, list: &List) {
        let mut depth = 0u32;
        loop {
            match self.token.kind {
                Kind::LBrace | Kind::LParen => depth += 1,
                kind if depth == 0 && (kind == list.close || kind == list.separator) => return,
                _ if depth == 0 && self.at_other_close(list) => return,
                Kind::RBrace | Kind::RParen => depth = depth.saturating_sub(1),
                _ if self.at_end_of_lists() => return,
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
