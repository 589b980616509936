//! Parser for types.

use super::fixes::Hint;
use super::hints::IN_PARENTHESES;
use super::list::{symbol, List};
use super::parser::{error, Failed, Parse, Parser};
use crate::diagnostic::{Code, Edit};
use crate::syntax::ast::{Arg, Field, Func, Method, Name, Span, Type, TypeKind};
use crate::syntax::lex::token::{Kind, Token};
use crate::syntax::PrimType;
use candid::types::{FuncMode, Label};
use candid_wire::text::name_to_string;

const ARGS: List = List::parens("type");
const FIELDS: List = List::braces("field");
const CASES: List = List::braces("case");
const METHODS: List = List::braces("method");

impl Parser<'_> {
    pub(crate) fn ty(&mut self) -> Parse<Type> {
        self.ty_as("a type")
    }

    /// Parses a type; messages call it `expected`.
    #[inline]
    fn ty_as(&mut self, expected: &str) -> Parse<Type> {
        let token = self.token;
        let kind = match token.kind {
            Kind::Ident => return self.name_of_type(token),
            Kind::Null => TypeKind::Prim(PrimType::Null),
            Kind::Principal => TypeKind::Principal,
            Kind::Blob => TypeKind::Blob,
            Kind::Opt | Kind::Vec if self.is_before_parameters() => TypeKind::Error,
            Kind::Opt | Kind::Vec | Kind::Record | Kind::Variant | Kind::Func | Kind::Service => {
                self.advance();
                let kind = self.nested(|parser| parser.composite(token.kind))?;
                return Ok(kind.at(self.since(token.start)));
            }
            _ => return Err(self.expected(expected)),
        };
        self.advance();
        Ok(kind.at(token.span()))
    }

    /// Parses the name of a type. On its own, so that the levels of nested types take less of the stack.
    #[inline]
    fn name_of_type(&mut self, token: Token) -> Parse<Type> {
        let ty = match self.is_before_parameters() {
            // What stands for the whole is reported there.
            true => TypeKind::Error.at(token.span()),
            false => self.named_type(token),
        };
        self.advance();
        match self.token.kind {
            Kind::LBrace => self.before_brace(token, ty),
            _ => Ok(ty),
        }
    }

    /// Parses what follows the word of a type constructor.
    pub(super) fn composite(&mut self, word: Kind) -> Parse<TypeKind> {
        Ok(match word {
            Kind::Opt => TypeKind::Opt(Box::new(self.ty()?)),
            Kind::Vec => TypeKind::Vec(Box::new(self.ty()?)),
            Kind::Record => TypeKind::Record(self.list(&FIELDS, Self::field)?),
            Kind::Variant => TypeKind::Variant(self.list(&CASES, Self::case)?),
            Kind::Func => TypeKind::Func(Box::new(self.func()?)),
            _ => TypeKind::Service(self.methods()?),
        })
    }

    /// Returns the type named by a word that has been consumed.
    fn named_type(&self, token: Token) -> Type {
        let name = self.slice(token);
        let kind = match PrimType::str_to_enum(name) {
            Some(prim) => TypeKind::Prim(prim),
            None => TypeKind::Var(name_to_string(name)),
        };
        kind.at(token.span())
    }

    /// Converts a label token, which has been consumed.
    pub(crate) fn label(&mut self, token: Token) -> Label {
        match token.kind {
            Kind::Ident => Label::Named(name_to_string(self.slice(token))),
            Kind::Text => Label::Named(self.text_of(token)),
            _ => Label::Id(self.numeric_label(token)),
        }
    }

    /// `label : type` or `type`
    fn field(&mut self, before: &[Field]) -> Parse<Field> {
        let docs = self.docs();
        let token = self.token;
        // The label, or the type of a field without one.
        let label = match token.kind {
            Kind::Ident => {
                self.advance();
                match self.token.kind {
                    Kind::Colon | Kind::Equals => Ok(self.label(token)),
                    Kind::Dot if self.is_dotted_label() => return Err(self.dotted()),
                    _ => Err(self.named_type(token)),
                }
            }
            Kind::Digits | Kind::Hex | Kind::Text => {
                self.advance();
                Ok(self.label(token))
            }
            kind if kind.is_reserved() && matches!(self.peek(), Kind::Colon | Kind::Equals) => {
                Ok(Label::Named(self.reserved("a field").text))
            }
            kind if kind.is_reserved() && !kind.starts_type() => {
                self.reserved("a field");
                return Err(Failed);
            }
            _ => Err(self.ty_as("a field")?),
        };
        let (label, label_span, typ) = match label {
            Ok(label) => {
                self.colon()?;
                (label, token.span(), self.type_or_skip(&FIELDS))
            }
            Err(typ) => {
                let before = before.last().map(|field| &field.label);
                let (label, span) = self.next_label(before, token.start)?;
                (label, span, typ)
            }
        };
        Ok(Field {
            docs,
            label,
            label_span,
            span: label_span.to(typ.span),
            typ,
        })
    }

    /// Reports a label with a dot, which is the next token.
    #[cold]
    fn dotted(&mut self) -> Failed {
        let hint = self.dotted_hint();
        self.expected_with(symbol(Kind::Colon), hint)
    }

    /// Returns the number of a field without a label, and the location of the field, which starts at `start`.
    pub(crate) fn next_label(
        &mut self,
        before: Option<&Label>,
        start: u32,
    ) -> Parse<(Label, Span)> {
        let span = self.since(start);
        let id = match before.map(Label::get_id) {
            None => 0,
            Some(id) => id.checked_add(1).ok_or_else(|| self.no_label_left(span))?,
        };
        Ok((Label::Unnamed(id), span))
    }

    #[cold]
    fn no_label_left(&mut self, span: Span) -> Failed {
        let finding = error(
            Code::NoNextId,
            "the previous field has the largest possible label",
            span,
        );
        self.report(finding.note("a field without a label takes the next number; add a label"))
    }

    /// `label` or `label : type`.
    fn case(&mut self, _before: &[Field]) -> Parse<Field> {
        let docs = self.docs();
        let token = self.token;
        let ends = [Kind::Colon, Kind::Equals, Kind::Semi, Kind::RBrace];
        let label = self.any_label("a case", ends.contains(&self.peek()))?;
        let typ = if matches!(self.token.kind, Kind::Colon | Kind::Equals) {
            self.colon()?;
            self.type_or_skip(&CASES)
        } else {
            TypeKind::Prim(PrimType::Null).at(Span::empty(token.end))
        };
        Ok(Field {
            docs,
            label,
            label_span: token.span(),
            span: token.span().to(typ.span),
            typ,
        })
    }

    /// Parses a label; a reserved word is accepted, after an error, if a label may end after it.
    pub(crate) fn any_label(&mut self, expected: &str, ends: bool) -> Parse<Label> {
        let token = self.token;
        match token.kind {
            Kind::Digits | Kind::Hex | Kind::Text | Kind::Ident => {
                self.advance();
                Ok(self.label(token))
            }
            kind if kind.is_reserved() && ends => Ok(Label::Named(self.reserved(expected).text)),
            _ => Err(self.expected(expected)),
        }
    }

    /// Parses a type within a list; on failure skips to the next item.
    fn type_or_skip(&mut self, list: &List) -> Type {
        let start = self.token.start;
        self.ty().unwrap_or_else(|Failed| {
            let failed = TypeKind::Error.at(self.since(start));
            self.skip_part(list);
            failed
        })
    }

    /// Parses `:` between a name and a type; `=` is accepted for it after an error.
    fn colon(&mut self) -> Parse<()> {
        let note = "use \":\" between a name and its type; \"=\" is for values";
        self.expect_symbol(Kind::Colon, Kind::Equals, note)
    }

    /// Accepts a reserved word as a name, after an error.
    #[cold]
    pub(crate) fn reserved(&mut self, expected: &str) -> Name {
        let word = self.slice(self.token);
        let note = format!("{word} is a reserved word; quote it to use it as a name: \"{word}\"");
        let finding = self.unexpected(expected).note(note);
        let fix = self.instead(format!("\"{word}\""));
        self.report(finding.coded(Code::ReservedName.id()).fixed_by(fix));
        self.ident()
    }

    /// `(args) -> (results) annotations`
    fn func(&mut self) -> Parse<Func> {
        let args = self.tuple()?;
        if !self.eat(Kind::Arrow) {
            return Err(self.no_arrow());
        }
        let rets = self.tuple()?;
        let mut modes = Vec::new();
        loop {
            let mode = match self.token.kind {
                Kind::Query => FuncMode::Query,
                Kind::CompositeQuery => FuncMode::CompositeQuery,
                Kind::Oneway => FuncMode::Oneway,
                _ => break,
            };
            modes.push((mode, self.token.span()));
            self.advance();
        }
        Ok(Func { args, rets, modes })
    }

    /// `(name : type, type, …)`
    pub(crate) fn tuple(&mut self) -> Parse<Vec<Arg>> {
        if !self.at(Kind::LParen) {
            return self.without_parentheses();
        }
        self.list(&ARGS, |parser, _| parser.arg())
    }

    /// Reports that arguments or results are not in parentheses, and reads them if they are one type.
    #[cold]
    fn without_parentheses(&mut self) -> Parse<Vec<Arg>> {
        let (hint, start) = (self.tuple_hint(), self.token.start);
        let is_type = hint.note == IN_PARENTHESES;
        let idx = self.findings.len();
        let failed = self.expected_with(symbol(Kind::LParen), hint);
        if !is_type {
            return Err(failed);
        }
        if let fix @ Some(_) = self.named_argument_fix() {
            self.fix(idx, fix);
            return Err(failed);
        }
        let typ = self.ty()?;
        let span = self.since(start);
        match self.token.kind {
            Kind::Arrow | Kind::Semi | Kind::RBrace | Kind::End => {}
            Kind::Query | Kind::CompositeQuery | Kind::Oneway => {}
            _ => return Err(failed),
        }
        let written = self.text.get(std::ops::Range::from(span));
        let fix = written.map(|text| Edit {
            span,
            text: format!("({text})"),
        });
        self.fix(idx, fix);
        Ok(vec![Arg { name: None, typ }])
    }

    fn arg(&mut self) -> Parse<Arg> {
        let token = self.token;
        let name = match token.kind {
            Kind::Text => Some(self.quoted_name()),
            Kind::Ident if matches!(self.peek(), Kind::Colon | Kind::Equals) => Some(self.ident()),
            Kind::Ident if self.peek() == Kind::Dot => {
                let ty = self.name_of_type(token)?;
                match self.is_dotted_label() {
                    true => return Err(self.dotted()),
                    false => {
                        return Ok(Arg {
                            name: None,
                            typ: ty,
                        })
                    }
                }
            }
            kind if kind.is_reserved() && self.peek() == Kind::Colon => {
                Some(self.reserved("an argument"))
            }
            _ => None,
        };
        let typ = if name.is_some() {
            self.colon()?;
            self.type_or_skip(&ARGS)
        } else {
            self.ty()?
        };
        Ok(Arg { name, typ })
    }

    /// Consumes a text literal that is a name.
    pub(crate) fn quoted_name(&mut self) -> Name {
        let token = self.token;
        self.advance();
        Name {
            text: self.text_of(token),
            span: token.span(),
        }
    }

    /// `{ name : method; … }`
    pub(crate) fn methods(&mut self) -> Parse<Vec<Method>> {
        self.list(&METHODS, |parser, _| parser.method())
    }

    fn method(&mut self) -> Parse<Method> {
        let docs = self.docs();
        let token = self.token;
        let name = match token.kind {
            Kind::Ident => self.ident(),
            Kind::Text => self.quoted_name(),
            kind if kind.is_reserved() && self.peek() == Kind::Colon => {
                self.reserved("a method name")
            }
            Kind::Digits | Kind::Hex => {
                return Err(self.expected_with("a method name", "methods have names, not numbers"));
            }
            _ => return Err(self.expected("a method name")),
        };
        self.colon()?;
        let typ = self.method_type()?;
        Ok(Method { docs, name, typ })
    }

    fn method_type(&mut self) -> Parse<Type> {
        let token = self.token;
        if self.peek() == Kind::Colon {
            if let Some(fix) = self.named_argument_fix() {
                let finding = self.unexpected(symbol(Kind::LParen)).note(IN_PARENTHESES);
                self.report(finding.fixed_by(Some(fix)));
                self.skip_part(&METHODS);
                return Ok(TypeKind::Error.at(self.since(token.start)));
            }
        }
        match token.kind {
            Kind::Ident if self.peek() == Kind::Arrow => {
                let finding = self.unexpected(symbol(Kind::LParen)).note(IN_PARENTHESES);
                let fix = self.instead(format!("({})", self.slice(token)));
                self.report(finding.fixed_by(fix));
                self.skip_part(&METHODS);
                return Ok(TypeKind::Error.at(self.since(token.start)));
            }
            Kind::Ident if self.peek() == Kind::LParen => {
                let hint = self.before_arguments_hint();
                self.expected_with("arguments or a function type name", hint);
                self.skip_part(&METHODS);
                return Ok(TypeKind::Error.at(self.since(token.start)));
            }
            Kind::Ident => {
                let name = self.ident();
                return Ok(TypeKind::Var(name.text).at(name.span));
            }
            Kind::LParen => {}
            Kind::Func => {
                let hint = Hint::from("omit func in the type of a method");
                let hint = hint.fixed_by(self.without());
                self.expected_with("arguments or a function type name", hint);
                self.advance();
            }
            kind if kind.starts_type() => {
                let expected = "arguments or a function type name";
                return Err(self.expected_with(expected, IN_PARENTHESES));
            }
            _ => return Err(self.no_method_type()),
        }
        match self.nested(Self::func) {
            Ok(func) => Ok(TypeKind::Func(Box::new(func)).at(self.since(token.start))),
            Err(Failed) if token.kind == Kind::LParen => {
                self.skip_part(&METHODS);
                Ok(TypeKind::Error.at(self.since(token.start)))
            }
            Err(Failed) => Err(Failed),
        }
    }
}
