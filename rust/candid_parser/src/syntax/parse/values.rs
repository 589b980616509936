//! Parser for values.

use super::list::{symbol, unclosed, List};
use super::parser::{error, Failed, Parse, Parser};
use super::SHORT;
use crate::diagnostic::{Code, FileId};
use crate::syntax::ast::{Annotated, Span, Value, ValueField, ValueKind};
use crate::syntax::lex::token::{Kind, Token};
use candid::{IDLValue, Principal};

const ARGS: List = List::parens("value");
const ITEMS: List = List::braces("item");
const FIELDS: List = List::braces("field");

impl Parser<'_> {
    /// Parses arguments in parentheses, up to the end.
    pub(crate) fn args(&mut self) -> Vec<Value> {
        if !self.at(Kind::LParen) {
            let note = "arguments must be in parentheses, even a single one: (1)";
            self.expected_with(symbol(Kind::LParen), note);
            return Vec::new();
        }
        let args = self.list(&ARGS, |parser, _| parser.annotated());
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
        self.at_brace("vec")?;
        if self.convert.is_some() {
            let items = self.tight_list(&ITEMS, |parser, _| parser.converted())?;
            return Ok(ValueKind::Leaf(IDLValue::Vec(items)).at(self.since(start)));
        }
        let items = self.tight_list(&ITEMS, |parser, _| parser.annotated())?;
        Ok(ValueKind::Vec(items).at(self.since(start)))
    }

    /// Parses a list. There may be many of one item, which have capacity for four.
    fn tight_list<T>(
        &mut self,
        list: &List,
        part: impl FnMut(&mut Self, &[T]) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut items = self.list(list, part)?;
        if self.text.len() > SHORT {
            items.shrink_to_fit();
        }
        Ok(items)
    }

    /// Parses an item and converts it.
    fn converted(&mut self) -> Parse<IDLValue> {
        let item = self.annotated()?;
        let converted = self.convert.as_mut().and_then(|convert| convert(item));
        converted.ok_or_else(|| self.skip_rest())
    }

    fn record(&mut self) -> Parse<Value> {
        let start = self.token.start;
        self.advance();
        self.at_brace("record")?;
        let fields = self.tight_list(&FIELDS, Self::field_value)?;
        self.no_label_twice(&fields);
        Ok(ValueKind::Record(fields).at(self.since(start)))
    }

    /// Fails if the next token does not open the braces of a constructor.
    #[inline]
    fn at_brace(&mut self, constructor: &str) -> Parse<()> {
        if self.at(Kind::LBrace) {
            return Ok(());
        }
        let expected = symbol(Kind::LBrace);
        Err(match self.brace_note(constructor) {
            Some(note) => self.expected_with(expected, note),
            None => self.expected(expected),
        })
    }

    /// `label = value` or `value`
    fn field_value(&mut self, before: &[ValueField]) -> Parse<ValueField> {
        let token = self.token;
        let is_label = match token.kind {
            Kind::Ident => self.peek() == Kind::Equals || special(self.slice(token)).is_none(),
            Kind::Digits | Kind::Hex => self.peek() == Kind::Equals,
            Kind::Text => {
                self.peek() == Kind::Equals || self.peek() == Kind::Colon && self.is_value_at(1)
            }
            kind => kind.is_reserved() && self.peek() == Kind::Equals,
        };
        let (label, label_span, value) = if is_label {
            let label = self.any_label("a field", true)?;
            self.equals()?;
            (label, token.span(), self.annotated()?)
        } else {
            let value = self.annotated()?;
            let before = before.last().map(|field| &field.label);
            let (label, span) = self.next_label(before, token.start)?;
            (label, span, value)
        };
        Ok(ValueField {
            label,
            label_span,
            value,
        })
    }

    /// Parses `=` between a label and a value; `:` is accepted for it after an error.
    fn equals(&mut self) -> Parse<()> {
        let note = "use \"=\" between a field and its value; \":\" is for types";
        self.expect_symbol(Kind::Equals, Kind::Colon, note)
    }

    /// Reports labels with equal ids.
    fn no_label_twice(&mut self, fields: &[ValueField]) {
        let label = |field: &ValueField| (field.label.get_id(), field.label_span);
        let mut labels: Vec<(u32, Span)> = fields.iter().map(label).collect();
        if labels.is_sorted_by(|(a, _), (b, _)| a < b) {
            return;
        }
        labels.sort_unstable();
        for pair in labels.windows(2) {
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
        let finding = error(Code::DuplicateField, message, second).here("used again");
        self.report(finding.also("first used here", FileId::default(), first));
    }

    fn variant(&mut self) -> Parse<Value> {
        let start = self.token.start;
        self.advance();
        self.at_brace("variant")?;
        let open = self.expect(Kind::LBrace, symbol(Kind::LBrace))?;
        let token = self.token;
        let label = self.any_label("a case", true)?;
        let value = match self.token.kind {
            Kind::Equals | Kind::Colon => {
                self.equals()?;
                self.annotated()?
            }
            _ => ValueKind::Leaf(IDLValue::Null).at(Span::empty(token.end)),
        };
        if !self.eat(Kind::RBrace) {
            let finding = self.unexpected(symbol(Kind::RBrace));
            let finding = match self.token.kind {
                Kind::Semi | Kind::Comma => finding.note("a variant has one case, without \";\""),
                Kind::LParen => unclosed(finding, open)
                    .note("the value of a case is written behind \"=\": variant { Ok = 5 }"),
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
                if !self.eat(Kind::Dot) {
                    let note = "a func has a method: func \"aaaaa-aa\".method";
                    return Err(self.expected_with(symbol(Kind::Dot), note));
                }
                let method = match self.token.kind {
                    Kind::Ident => self.ident().text,
                    Kind::Text => self.quoted_name().text,
                    kind if kind.is_reserved() => self.reserved("a method name").text,
                    _ => return Err(self.expected("a method name")),
                };
                IDLValue::Func(id, method)
            }
            Kind::Ident => {
                let note = self.value_note(token);
                self.expected_with("a value", note);
                self.advance();
                return Err(Failed);
            }
            Kind::LBrace => {
                let note = "write a record as: record { … }, and a vec as: vec { … }";
                return Err(self.expected_with("a value", note));
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
        if matches!(self.token.kind, Kind::Ident | Kind::Digits) {
            let note = "write a principal in quotes: principal \"aaaaa-aa\"";
            return Err(self.expected_with("a quoted principal", note));
        }
        let token = self.expect(Kind::Text, "a quoted principal")?;
        let text = self.text_of(token);
        Principal::from_text(&text).map_err(|failed| {
            let reason = failed.to_string();
            let mut reason = reason.trim_end_matches('.').to_string();
            if let Some(first) = reason.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            let message = format!("invalid principal: {reason}");
            self.report(error(Code::InvalidPrincipal, message, token.span()))
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
