//! Parser for values.

use super::ast::Span;
use super::atoms::special;
use super::build::{signed, Build};
use super::list::{symbol, List};
use super::parser::{error, Failed, Parse, Parser};
use super::token::{Kind, Token};
use crate::check::{Findings, Scope, Types};
use crate::diagnostic::{FileId, Sources};
use candid::types::{self, Label, TypeEnv};
use candid::IDLValue;

const ARGS: List = List::parens("value");
const ITEMS: List = List::braces("item");
const FIELDS: List = List::braces("field");

/// Limit on the number of annotations around each byte of values, on average: each annotation traverses its value. A
/// short text may have more.
const MAX_ANNOTATED: usize = 32;

/// This many bytes of values, counted once for each annotation around them, are always accepted.
const MIN_ANNOTATED: usize = 1_000_000;

impl Parser<'_> {
    /// Parses arguments in parentheses, up to the end.
    pub(super) fn args<B: Build>(&mut self) -> Vec<B::Value> {
        let mut args = Vec::new();
        if !self.at(Kind::LParen) {
            let finding = self.unexpected(symbol(Kind::LParen));
            self.report(finding.note("arguments stand between brackets, also one alone: (1)"));
            return args;
        }
        let read = self.list(&ARGS, |parser| {
            args.push(parser.annotated::<B>()?);
            Ok(())
        });
        if read.is_ok() {
            self.end();
        }
        args
    }

    /// Parses one value, up to the end.
    pub(super) fn whole_value<B: Build>(&mut self) -> B::Value {
        let start = self.token.start;
        match self.value::<B>() {
            Ok(value) => {
                self.end();
                value
            }
            Err(Failed) => B::failed(self.since(start)),
        }
    }

    /// `value` or `value : type`
    fn annotated<B: Build>(&mut self) -> Parse<B::Value> {
        let token = self.token;
        match token.kind {
            Kind::Digits | Kind::Hex | Kind::Plus | Kind::Minus | Kind::Float => {
                self.advance();
                self.annotated_number::<B>(token)
            }
            _ => {
                let value = self.value::<B>()?;
                self.annotation::<B>(value, token.start)
            }
        }
    }

    /// Parses the optional type annotation after a value.
    fn annotation<B: Build>(&mut self, value: B::Value, start: u32) -> Parse<B::Value> {
        let written = self.since(start);
        match self.eat(Kind::Colon) {
            true => self.at_type::<B>(value, start, written),
            false => Ok(value),
        }
    }

    /// Parses the type that follows, and converts a value to it. The value starts at `start`, its source is `written`.
    #[inline(never)]
    fn at_type<B: Build>(&mut self, value: B::Value, start: u32, written: Span) -> Parse<B::Value> {
        let typ = self.ty()?;
        let ty = self.type_of(&typ)?;
        let all = self.since(start);
        let len = written.end.saturating_sub(written.start) as usize;
        self.n_annotated = self.n_annotated.saturating_add(len);
        let most = self.text.len().saturating_mul(MAX_ANNOTATED);
        if self.n_annotated > most.max(MIN_ANNOTATED) {
            let message = "too many types of values within values that have a type";
            return Err(self.stop(error(message, all)));
        }
        B::annotate(value, ty, all, &mut self.n_dropped)
            .map_err(|failed| self.report(error(failed.to_string(), written)))
    }

    /// Parses a number, whose first token has been consumed, and its optional type annotation.
    fn annotated_number<B: Build>(&mut self, token: Token) -> Parse<B::Value> {
        let (negative, number) = self.sign(token)?;
        let digits = match number.kind {
            Kind::Digits | Kind::Hex => self.whole(number),
            _ => {
                let value = self.float_value::<B>(negative, number, token.start);
                return self.annotation::<B>(value, token.start);
            }
        };
        let digits = signed(negative, digits);
        let span = self.since(token.start);
        if !self.eat(Kind::Colon) {
            return Ok(B::leaf(IDLValue::Number(digits.into_owned()), span));
        }
        if self.at(Kind::Ident) {
            if let Some(prim) = self.token.prim {
                if let Some(value) = B::number_at(&digits, prim, span) {
                    self.advance();
                    return Ok(value);
                }
            }
        }
        let value = B::leaf(IDLValue::Number(digits.into_owned()), span);
        self.at_type::<B>(value, token.start, span)
    }

    /// Parses a value.
    pub(super) fn value<B: Build>(&mut self) -> Parse<B::Value> {
        let token = self.token;
        match token.kind {
            Kind::Opt => self.nested(|parser| {
                parser.advance();
                let content = parser.value::<B>()?;
                Ok(B::opt(content, parser.since(token.start)))
            }),
            Kind::Vec => self.nested(Self::vec::<B>),
            Kind::Record => self.nested(Self::record::<B>),
            Kind::Variant => self.nested(Self::variant::<B>),
            Kind::LParen => self.nested(|parser| {
                parser.advance();
                parser.n_open[0] += 1;
                let value = parser.annotated::<B>();
                parser.n_open[0] -= 1;
                let value = value?;
                if !parser.eat(Kind::RParen) {
                    let finding = parser.unexpected(symbol(Kind::RParen));
                    let note = finding.also("to close this", FileId::default(), token.span());
                    return Err(parser.report(note));
                }
                Ok(value)
            }),
            _ => self.leaf::<B>(token),
        }
    }

    fn vec<B: Build>(&mut self) -> Parse<B::Value> {
        let start = self.token.start;
        self.advance();
        let mut items = Vec::new();
        self.list(&ITEMS, |parser| {
            items.push(parser.annotated::<B>()?);
            Ok(())
        })?;
        Ok(B::vec(items, self.since(start)))
    }

    fn record<B: Build>(&mut self) -> Parse<B::Value> {
        let start = self.token.start;
        self.advance();
        let mut fields = Vec::new();
        let base = self.labels.len();
        let read = self.list(&FIELDS, |parser| {
            let n_before = parser.labels.len();
            match parser.field_value::<B>(base) {
                Ok(field) => fields.push(field),
                Err(Failed) => {
                    parser.labels.truncate(n_before);
                    return Err(Failed);
                }
            }
            Ok(())
        });
        let value = read.map(|()| {
            self.no_label_twice(base);
            let span = self.since(start);
            B::record(fields, self.labels.get(base..).unwrap_or_default(), span)
        });
        self.labels.truncate(base);
        value
    }

    /// `label = value` or `value`; the labels of the record start at `base`.
    fn field_value<B: Build>(&mut self, base: usize) -> Parse<B::Field> {
        let token = self.token;
        let label = match token.kind {
            Kind::Ident => {
                self.advance();
                let name = self.slice(token);
                if !self.at(Kind::Equals) && special(name).is_some() {
                    let value = self.float_value::<B>(false, token, token.start);
                    let value = self.annotation::<B>(value, token.start)?;
                    return self.unnamed_value::<B>(value, token.start, base);
                }
                self.label(token)
            }
            Kind::Digits | Kind::Hex => {
                self.advance();
                if !self.at(Kind::Equals) {
                    let value = self.annotated_number::<B>(token)?;
                    return self.unnamed_value::<B>(value, token.start, base);
                }
                self.label(token)
            }
            Kind::Text => {
                self.advance();
                let text = self.text_of(token);
                if !self.at(Kind::Equals) {
                    let value = B::leaf(IDLValue::Text(text), token.span());
                    let value = self.annotation::<B>(value, token.start)?;
                    return self.unnamed_value::<B>(value, token.start, base);
                }
                Label::Named(text)
            }
            kind if kind.is_reserved() && self.peek() == Kind::Equals => {
                Label::Named(self.reserved("a field"))
            }
            _ => {
                let value = self.annotated::<B>()?;
                return self.unnamed_value::<B>(value, token.start, base);
            }
        };
        self.labels.push((label.get_id(), token.span()));
        self.equals()?;
        let value = self.annotated::<B>()?;
        Ok(B::field(label, token.span(), value))
    }

    /// Parses `=` between a label and a value; `:` is accepted for it after an error.
    fn equals(&mut self) -> Parse<()> {
        if self.at(Kind::Colon) {
            let finding = self.unexpected(symbol(Kind::Equals));
            self.report(
                finding.note("a field and its value stand around \"=\"; \":\" gives a type"),
            );
            self.advance();
            return Ok(());
        }
        self.expect(Kind::Equals, symbol(Kind::Equals)).map(drop)
    }

    fn unnamed_value<B: Build>(
        &mut self,
        value: B::Value,
        start: u32,
        base: usize,
    ) -> Parse<B::Field> {
        let span = self.since(start);
        let before = self.labels.get(base..).and_then(<[_]>::last);
        let id = self.next_label(before.map(|(id, _)| *id), span)?;
        self.labels.push((id, span));
        Ok(B::field(Label::Unnamed(id), span, value))
    }

    /// Reports labels with equal ids among those from `base` on.
    fn no_label_twice(&mut self, base: usize) {
        let labels = self.labels.get(base..).unwrap_or_default();
        if labels
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a.0 < b.0))
        {
            return;
        }
        let mut sorted = labels.to_vec();
        sorted.sort_by_key(|(id, span)| (*id, *span));
        for pair in sorted.windows(2) {
            if let [(id, first), (other, second)] = pair {
                if id == other {
                    self.label_twice(*id, *first, *second);
                }
            }
        }
    }

    #[cold]
    fn label_twice(&mut self, id: u32, first: Span, second: Span) {
        let text = |span: Span| self.text.get(std::ops::Range::from(span)).unwrap_or("");
        let (a, b) = (text(first), text(second));
        let message = match a == b {
            true => format!("duplicate field {a}"),
            false => format!("the fields {a} and {b} are the same: both have the number {id}"),
        };
        let finding = error(message, second).here("used again");
        self.report(finding.also("first used here", FileId::default(), first));
    }

    fn variant<B: Build>(&mut self) -> Parse<B::Value> {
        let start = self.token.start;
        self.advance();
        let open = self.expect(Kind::LBrace, symbol(Kind::LBrace))?;
        let token = self.token;
        let label = match token.kind {
            Kind::Ident | Kind::Digits | Kind::Hex | Kind::Text => {
                self.advance();
                self.label(token)
            }
            kind if kind.is_reserved() => Label::Named(self.reserved("a case")),
            _ => return Err(self.expected("a case")),
        };
        let value = match self.token.kind {
            Kind::Equals | Kind::Colon => {
                self.equals()?;
                self.annotated::<B>()?
            }
            _ => {
                let end = token.end;
                B::leaf(IDLValue::Null, Span { start: end, end })
            }
        };
        if !self.eat(Kind::RBrace) {
            let finding = self.unexpected(symbol(Kind::RBrace));
            let finding = match self.token.kind {
                Kind::Semi | Kind::Comma => finding.note("a variant has one case, without \";\""),
                _ => finding.also("to close this", FileId::default(), open.span()),
            };
            return Err(self.report(finding));
        }
        let field = B::field(label, token.span(), value);
        Ok(B::variant(field, self.since(start)))
    }

    /// Converts the syntax of a type to a type; fails if it refers to a defined name.
    fn type_of(&mut self, typ: &super::ast::Type) -> Parse<types::Type> {
        let env = TypeEnv::new();
        let mut findings = Findings::default();
        let scope = Scope::of(&env);
        let mut types = Types::new(&scope, &mut findings);
        let ty = types.ty(FileId::default(), typ);
        types.finish();
        if findings.is_empty() {
            return Ok(ty);
        }
        for finding in findings.into_diagnostics(Sources::default()).list {
            self.report(finding);
        }
        Err(Failed)
    }
}
