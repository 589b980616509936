//! Atomic values: numbers, text, bytes, references.

use super::build::{signed, Build};
use super::list::symbol;
use super::parser::{error, Failed, Parse, Parser};
use super::token::{Kind, Token};
use candid::{IDLValue, Principal};

impl Parser<'_> {
    /// Parses an optional sign: returns whether the number is negative, and the token of its digits.
    pub(super) fn sign(&mut self, token: Token) -> Parse<(bool, Token)> {
        if !matches!(token.kind, Kind::Plus | Kind::Minus) {
            return Ok((false, token));
        }
        let number = self.token;
        let is_number = match number.kind {
            Kind::Digits | Kind::Hex | Kind::Float => true,
            Kind::Ident => special(self.slice(number)).is_some(),
            _ => false,
        };
        if !is_number {
            return Err(self.expected("a number"));
        }
        self.advance();
        Ok((token.kind == Kind::Minus, number))
    }

    pub(super) fn float_value<B: Build>(
        &mut self,
        negative: bool,
        token: Token,
        start: u32,
    ) -> B::Value {
        let float = match token.kind {
            Kind::Ident => special(self.slice(token)).unwrap_or(f64::NAN),
            _ => self.float(token),
        };
        let float = match negative {
            true => -float,
            false => float,
        };
        B::leaf(IDLValue::Float64(float), self.since(start))
    }

    /// Parses a number, whose first token has been consumed.
    pub(super) fn number<B: Build>(&mut self, token: Token) -> Parse<B::Value> {
        let (negative, number) = self.sign(token)?;
        if !matches!(number.kind, Kind::Digits | Kind::Hex) {
            return Ok(self.float_value::<B>(negative, number, token.start));
        }
        let digits = signed(negative, self.whole(number)).into_owned();
        Ok(B::leaf(IDLValue::Number(digits), self.since(token.start)))
    }

    #[inline(never)]
    pub(super) fn leaf<B: Build>(&mut self, token: Token) -> Parse<B::Value> {
        let leaf = match token.kind {
            Kind::Digits | Kind::Hex | Kind::Plus | Kind::Minus | Kind::Float => {
                self.advance();
                return self.number::<B>(token);
            }
            Kind::Ident if special(self.slice(token)).is_some() => {
                self.advance();
                return Ok(self.float_value::<B>(false, token, token.start));
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
                let token = self.expect(Kind::Text, "the bytes in quotes")?;
                IDLValue::Blob(self.bytes_of(token))
            }
            Kind::Principal => IDLValue::Principal(self.principal()?),
            Kind::Service => IDLValue::Service(self.principal()?),
            Kind::Func => {
                let id = self.principal()?;
                self.expect(Kind::Dot, symbol(Kind::Dot))?;
                let method = match self.token.kind {
                    Kind::Ident => self.ident().text,
                    Kind::Text => {
                        let token = self.token;
                        self.advance();
                        self.text_of(token)
                    }
                    kind if kind.is_reserved() => self.reserved("the name of a method"),
                    _ => return Err(self.expected("the name of a method")),
                };
                IDLValue::Func(id, method)
            }
            Kind::Ident => {
                let word = self.slice(token);
                let finding = self.unexpected("a value");
                self.report(finding.note(format!("a text stands in quotes: \"{word}\"")));
                self.advance();
                return Err(Failed);
            }
            _ => return Err(self.expected("a value")),
        };
        Ok(B::leaf(leaf, self.since(token.start)))
    }

    fn constant(&mut self, value: IDLValue) -> IDLValue {
        self.advance();
        value
    }

    /// Parses a word and a principal in quotes.
    fn principal(&mut self) -> Parse<Principal> {
        self.advance();
        let token = self.expect(Kind::Text, "a principal in quotes")?;
        let text = self.text_of(token);
        Principal::from_text(&text).map_err(|failed| {
            let reason = failed.to_string();
            let mut reason = reason.trim_end_matches('.').to_string();
            if let Some(first) = reason.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            self.report(error(format!("no principal: {reason}"), token.span()))
        })
    }
}

/// Returns the number that a word stands for.
pub(super) fn special(word: &str) -> Option<f64> {
    match word {
        "inf" => Some(f64::INFINITY),
        "nan" | "NaN" => Some(f64::NAN),
        _ => None,
    }
}
