//! Parser for values.

use super::list::{symbol, unclosed, List};
use super::parser::{error, Failed, Parse, Parser};
use crate::diagnostic::FileId;
use crate::syntax::ast::{Annotated, Span, Value, ValueField, ValueKind};
use crate::syntax::lex::token::{Kind, Token};
use candid::types::Label;
use candid::{IDLValue, Principal};

const ARGS: List = List::parens("value");
const ITEMS: List = List::braces("item");
const FIELDS: List = List::braces("field");

impl Parser<'_> {
    /// Parses arguments in parentheses, up to the end.
    pub(crate) fn args(&mut self) -> Vec<Value> {
        if !self.at(Kind::LParen) {
            let finding = self.unexpected(symbol(Kind::LParen));
            self.report(finding.note("arguments must be in parentheses, even a single one: (1)"));
            return Vec::new();
        }
        let args = self.items(&ARGS, Self::annotated);
        if args.is_ok() {
            self.end();
        }
        args.unwrap_or_default()
    }

    /// Parses one value, up to the end.
    pub(crate) fn whole_value(&mut self) -> Value {
        let start = self.token.start;
        match self.value() {
            Ok(value) => {
                self.end();
                value
            }
            Err(Failed) => ValueKind::Error.at(self.since(start)),
        }
    }

    /// `value` or `value : type`
    fn annotated(&mut self) -> Parse<Value> {
        let start = self.token.start;
        let value = self.value()?;
        let written = self.since(start);
        if !self.eat(Kind::Colon) {
            return Ok(value);
        }
        let typ = self.ty()?;
        let annotated = Annotated {
            value,
            written,
            typ,
        };
        Ok(ValueKind::Annotated(Box::new(annotated)).at(self.since(start)))
    }

    pub(crate) fn value(&mut self) -> Parse<Value> {
        let token = self.token;
        match token.kind {
            Kind::Opt => self.nested(|parser| {
                parser.advance();
                let content = parser.value()?;
                Ok(ValueKind::Opt(Box::new(content)).at(parser.since(token.start)))
            }),
            Kind::Vec => self.nested(Self::vec),
            Kind::Record => self.nested(Self::record),
            Kind::Variant => self.nested(Self::variant),
            Kind::LParen => self.nested(|parser| {
                parser.advance();
                parser.n_open[0] += 1;
                let value = parser.annotated();
                parser.n_open[0] -= 1;
                let value = value?;
                if !parser.eat(Kind::RParen) {
                    let finding = parser.unexpected(symbol(Kind::RParen));
                    return Err(parser.report(unclosed(finding, token)));
                }
                Ok(value)
            }),
            _ => self.leaf(token),
        }
    }

    fn vec(&mut self) -> Parse<Value> {
        let start = self.token.start;
        self.advance();
        let items = self.items(&ITEMS, Self::annotated)?;
        Ok(ValueKind::Vec(items).at(self.since(start)))
    }

    fn record(&mut self) -> Parse<Value> {
        let start = self.token.start;
        self.advance();
        let mut fields = Vec::new();
        let base = self.labels.len();
        let read = self.list(&FIELDS, |parser| {
            let n_before = parser.labels.len();
            match parser.field_value(base) {
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
            ValueKind::Record(fields).at(self.since(start))
        });
        self.labels.truncate(base);
        value
    }

    /// `label = value` or `value`; the labels of the record start at `base`.
    fn field_value(&mut self, base: usize) -> Parse<ValueField> {
        let token = self.token;
        let is_label = match token.kind {
            Kind::Ident => self.peek() == Kind::Equals || special(self.slice(token)).is_none(),
            Kind::Digits | Kind::Hex | Kind::Text => self.peek() == Kind::Equals,
            kind => kind.is_reserved() && self.peek() == Kind::Equals,
        };
        if !is_label {
            let value = self.annotated()?;
            return self.unnamed_value(value, token.start, base);
        }
        let label = if token.kind.is_reserved() {
            Label::Named(self.reserved("a field").text)
        } else {
            self.advance();
            self.label(token)
        };
        self.labels.push((label.get_id(), token.span()));
        self.equals()?;
        let value = self.annotated()?;
        Ok(ValueField {
            label,
            label_span: token.span(),
            value,
        })
    }

    /// Parses `=` between a label and a value; `:` is accepted for it after an error.
    fn equals(&mut self) -> Parse<()> {
        if self.at(Kind::Colon) {
            let finding = self.unexpected(symbol(Kind::Equals));
            self.report(
                finding.note("use \"=\" between a field and its value; \":\" is for types"),
            );
            self.advance();
            return Ok(());
        }
        self.expect(Kind::Equals, symbol(Kind::Equals)).map(drop)
    }

    fn unnamed_value(&mut self, value: Value, start: u32, base: usize) -> Parse<ValueField> {
        let span = self.since(start);
        let before = self.labels.get(base..).and_then(<[_]>::last);
        let id = self.next_label(before.map(|(id, _)| *id), span)?;
        self.labels.push((id, span));
        Ok(ValueField {
            label: Label::Unnamed(id),
            label_span: span,
            value,
        })
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
        let message = if a == b {
            format!("duplicate field {a}")
        } else {
            format!("the fields {a} and {b} are the same: both have the id {id}")
        };
        let finding = error(message, second).here("used again");
        self.report(finding.also("first used here", FileId::default(), first));
    }

    fn variant(&mut self) -> Parse<Value> {
        let start = self.token.start;
        self.advance();
        let open = self.expect(Kind::LBrace, symbol(Kind::LBrace))?;
        let token = self.token;
        let label = self.case_label(true)?;
        let value = match self.token.kind {
            Kind::Equals | Kind::Colon => {
                self.equals()?;
                self.annotated()?
            }
            _ => {
                let end = token.end;
                ValueKind::Leaf(IDLValue::Null).at(Span { start: end, end })
            }
        };
        if !self.eat(Kind::RBrace) {
            let finding = self.unexpected(symbol(Kind::RBrace));
            let finding = match self.token.kind {
                Kind::Semi | Kind::Comma => finding.note("a variant has one case, without \";\""),
                _ => unclosed(finding, open),
            };
            return Err(self.report(finding));
        }
        let case = ValueField {
            label,
            label_span: token.span(),
            value,
        };
        Ok(ValueKind::Variant(Box::new(case)).at(self.since(start)))
    }

    fn leaf(&mut self, token: Token) -> Parse<Value> {
        let leaf = match token.kind {
            Kind::Digits | Kind::Hex | Kind::Plus | Kind::Minus | Kind::Float => {
                self.advance();
                self.number(token)?
            }
            Kind::Ident if special(self.slice(token)).is_some() => {
                self.advance();
                self.number(token)?
            }
            Kind::Text => {
                self.advance();
                IDLValue::Text(self.text_of(token))
            }
            Kind::True => self.constant(IDLValue::Bool(true)),
            Kind::False => self.constant(IDLValue::Bool(false)),
            Kind::Null => self.constant(IDLValue::Null),
            Kind::Blob => {
                self.advance();
                let token = self.expect(Kind::Text, "quoted bytes")?;
                IDLValue::Blob(self.bytes_of(token))
            }
            Kind::Principal => IDLValue::Principal(self.principal()?),
            Kind::Service => IDLValue::Service(self.principal()?),
            Kind::Func => {
                let id = self.principal()?;
                self.expect(Kind::Dot, symbol(Kind::Dot))?;
                let method = match self.token.kind {
                    Kind::Ident => self.ident().text,
                    Kind::Text => self.quoted_name().text,
                    kind if kind.is_reserved() => self.reserved("a method name").text,
                    _ => return Err(self.expected("a method name")),
                };
                IDLValue::Func(id, method)
            }
            Kind::Ident => {
                let word = self.slice(token);
                let finding = self.unexpected("a value");
                self.report(finding.note(format!("text must be quoted: \"{word}\"")));
                self.advance();
                return Err(Failed);
            }
            _ => return Err(self.expected("a value")),
        };
        Ok(ValueKind::Leaf(leaf).at(self.since(token.start)))
    }

    /// Parses a number, whose first token has been consumed.
    fn number(&mut self, first: Token) -> Parse<IDLValue> {
        let (is_negative, number) = match first.kind {
            Kind::Plus | Kind::Minus => (first.kind == Kind::Minus, self.token),
            _ => (false, first),
        };
        let float = match number.kind {
            Kind::Digits | Kind::Hex => None,
            Kind::Float => Some(self.float(number)),
            Kind::Ident if special(self.slice(number)).is_some() => special(self.slice(number)),
            _ => return Err(self.expected("a number")),
        };
        if matches!(first.kind, Kind::Plus | Kind::Minus) {
            self.advance();
        }
        Ok(match float {
            Some(float) => IDLValue::Float64(if is_negative { -float } else { float }),
            None => {
                let digits = self.whole(number);
                IDLValue::Number(if is_negative {
                    format!("-{digits}")
                } else {
                    digits.into_owned()
                })
            }
        })
    }

    fn constant(&mut self, value: IDLValue) -> IDLValue {
        self.advance();
        value
    }

    /// Parses a word and a principal in quotes.
    fn principal(&mut self) -> Parse<Principal> {
        self.advance();
        let token = self.expect(Kind::Text, "a quoted principal")?;
        let text = self.text_of(token);
        Principal::from_text(&text).map_err(|failed| {
            let reason = failed.to_string();
            let mut reason = reason.trim_end_matches('.').to_string();
            if let Some(first) = reason.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            self.report(error(format!("invalid principal: {reason}"), token.span()))
        })
    }
}

/// Returns the number that a word stands for.
fn special(word: &str) -> Option<f64> {
    match word {
        "inf" => Some(f64::INFINITY),
        "nan" | "NaN" => Some(f64::NAN),
        _ => None,
    }
}
