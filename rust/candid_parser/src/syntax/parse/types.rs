//! Parser for types.

use super::list::{symbol, List};
use super::parser::{error, Failed, Parse, Parser};
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
        let token = self.token;
        let kind = match token.kind {
            Kind::Ident => self.named_type(token).kind,
            Kind::Null => TypeKind::Prim(PrimType::Null),
            Kind::Principal => TypeKind::Principal,
            Kind::Blob => TypeKind::Blob,
            Kind::Opt | Kind::Vec | Kind::Record | Kind::Variant | Kind::Func | Kind::Service => {
                self.advance();
                let kind = self.nested(|parser| parser.composite(token.kind))?;
                return Ok(kind.at(self.since(token.start)));
            }
            _ => return Err(self.expected("a type")),
        };
        self.advance();
        Ok(kind.at(token.span()))
    }

    /// Parses what follows the word of a type constructor.
    fn composite(&mut self, word: Kind) -> Parse<TypeKind> {
        Ok(match word {
            Kind::Opt => TypeKind::Opt(Box::new(self.ty()?)),
            Kind::Vec => TypeKind::Vec(Box::new(self.ty()?)),
            Kind::Record => TypeKind::Record(self.fields(&FIELDS, Self::field)?),
            Kind::Variant => TypeKind::Variant(self.fields(&CASES, Self::case)?),
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

    /// Calls `read` one nesting level deeper.
    #[inline]
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nesting.is_used_up() {
            return Err(self.too_deep());
        }
        self.nesting.depth += 1;
        let result = read(self);
        self.nesting.depth -= 1;
        result
    }

    #[cold]
    fn too_deep(&mut self) -> Failed {
        let message = format!("nested too deeply, {} levels", self.nesting.depth);
        self.stop(error(message, self.place()))
    }

    /// Parses fields or cases. `read` parses one, given the previous ones.
    fn fields(
        &mut self,
        list: &List,
        read: impl Fn(&mut Self, &[Field]) -> Parse<Field>,
    ) -> Parse<Vec<Field>> {
        let mut fields = Vec::new();
        self.list(list, |parser| {
            fields.push(read(parser, &fields)?);
            Ok(())
        })?;
        Ok(fields)
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
        let label = match token.kind {
            Kind::Ident => {
                self.advance();
                if !matches!(self.token.kind, Kind::Colon | Kind::Equals) {
                    let typ = self.named_type(token);
                    return self.unnamed(docs, typ, token, before);
                }
                self.label(token)
            }
            Kind::Digits | Kind::Hex | Kind::Text => {
                self.advance();
                self.label(token)
            }
            kind if kind.is_reserved() && matches!(self.peek(), Kind::Colon | Kind::Equals) => {
                Label::Named(self.reserved("a field").text)
            }
            _ => {
                let typ = self.ty_as("a field")?;
                return self.unnamed(docs, typ, token, before);
            }
        };
        self.colon()?;
        Ok(self.labelled(docs, label, token, &FIELDS))
    }

    /// Parses the type after a label and `:`.
    fn labelled(&mut self, docs: Vec<String>, label: Label, token: Token, list: &List) -> Field {
        let typ = self.type_or_skip(list);
        Field {
            docs,
            label,
            label_span: token.span(),
            span: token.span().to(typ.span),
            typ,
        }
    }

    /// Parses a field without a label; its number is one more than that of the previous field.
    fn unnamed(
        &mut self,
        docs: Vec<String>,
        typ: Type,
        token: Token,
        before: &[Field],
    ) -> Parse<Field> {
        let span = self.since(token.start);
        let before = before.last().map(|field| field.label.get_id());
        Ok(Field {
            docs,
            label: Label::Unnamed(self.next_label(before, span)?),
            label_span: span,
            typ,
            span,
        })
    }

    /// Returns the number of a field without a label that follows the field numbered `before`.
    pub(crate) fn next_label(&mut self, before: Option<u32>, span: Span) -> Parse<u32> {
        match before {
            None => Ok(0),
            Some(id) => id.checked_add(1).ok_or_else(|| self.no_label_left(span)),
        }
    }

    #[cold]
    fn no_label_left(&mut self, span: Span) -> Failed {
        let finding = error("the previous field has the largest possible label", span);
        self.report(finding.note("a field without a label takes the next number; add a label"))
    }

    /// `label` or `label : type`.
    fn case(&mut self, _before: &[Field]) -> Parse<Field> {
        let docs = self.docs();
        let token = self.token;
        let ends = [Kind::Colon, Kind::Equals, Kind::Semi, Kind::RBrace];
        let label = self.case_label(ends.contains(&self.peek()))?;
        if matches!(self.token.kind, Kind::Colon | Kind::Equals) {
            self.colon()?;
            return Ok(self.labelled(docs, label, token, &CASES));
        }
        let end = Span {
            start: token.end,
            end: token.end,
        };
        Ok(Field {
            docs,
            label,
            label_span: token.span(),
            typ: TypeKind::Prim(PrimType::Null).at(end),
            span: token.span(),
        })
    }

    /// Parses the label of a case; a reserved word is accepted, after an error, if a label may end after it.
    pub(crate) fn case_label(&mut self, ends: bool) -> Parse<Label> {
        let token = self.token;
        match token.kind {
            Kind::Digits | Kind::Hex | Kind::Text | Kind::Ident => {
                self.advance();
                Ok(self.label(token))
            }
            kind if kind.is_reserved() && ends => Ok(Label::Named(self.reserved("a case").text)),
            _ => Err(self.expected("a case")),
        }
    }

    /// Parses a type, with `expected` as the description of what was expected.
    fn ty_as(&mut self, expected: &str) -> Parse<Type> {
        let starts = matches!(
            self.token.kind,
            Kind::Null
                | Kind::Principal
                | Kind::Blob
                | Kind::Opt
                | Kind::Vec
                | Kind::Record
                | Kind::Variant
                | Kind::Func
                | Kind::Service
        );
        if starts {
            self.ty()
        } else if self.token.kind.is_reserved() {
            self.reserved(expected);
            Err(Failed)
        } else {
            Err(self.expected(expected))
        }
    }

    /// Parses a type; on failure returns the error node.
    pub(crate) fn type_or_error(&mut self) -> Type {
        let start = self.token.start;
        self.ty()
            .unwrap_or_else(|Failed| TypeKind::Error.at(self.since(start)))
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
    #[inline]
    fn colon(&mut self) -> Parse<()> {
        if self.eat(Kind::Colon) {
            Ok(())
        } else {
            self.no_colon()
        }
    }

    #[cold]
    fn no_colon(&mut self) -> Parse<()> {
        if !self.at(Kind::Equals) {
            return Err(self.expected(symbol(Kind::Colon)));
        }
        let finding = self.unexpected(symbol(Kind::Colon));
        self.report(finding.note("use \":\" between a name and its type; \"=\" is for values"));
        self.advance();
        Ok(())
    }

    /// Accepts a reserved word as a name, after an error.
    #[cold]
    pub(crate) fn reserved(&mut self, expected: &str) -> Name {
        let word = self.slice(self.token);
        let finding = self.unexpected(expected);
        self.report(finding.note(format!(
            "{word} is a reserved word; quote it to use it as a name: \"{word}\""
        )));
        self.ident()
    }

    /// `(args) -> (results) annotations`
    fn func(&mut self) -> Parse<Func> {
        let args = self.tuple()?;
        self.expect(Kind::Arrow, symbol(Kind::Arrow))?;
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
            let finding = self.unexpected(symbol(Kind::LParen));
            let note = "arguments and results must be in parentheses: (nat, text) -> (nat)";
            return Err(self.report(finding.note(note)));
        }
        self.items(&ARGS, Self::arg)
    }

    fn arg(&mut self) -> Parse<Arg> {
        let token = self.token;
        let name = match token.kind {
            Kind::Text => Some(self.quoted_name()),
            Kind::Ident if matches!(self.peek(), Kind::Colon | Kind::Equals) => Some(self.ident()),
            kind if kind.is_reserved() && self.peek() == Kind::Colon => {
                Some(self.reserved("an argument"))
            }
            _ => None,
        };
        if name.is_some() {
            self.colon()?;
        }
        let typ = match name {
            Some(_) => self.type_or_skip(&ARGS),
            None => self.ty()?,
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
        self.items(&METHODS, Self::method)
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
                let finding = self.unexpected("a method name");
                return Err(self.report(finding.note("methods have names, not numbers")));
            }
            _ => return Err(self.expected("a method name")),
        };
        self.colon()?;
        let typ = self.method_type()?;
        Ok(Method { docs, name, typ })
    }

    fn method_type(&mut self) -> Parse<Type> {
        let token = self.token;
        match token.kind {
            Kind::Ident => {
                let name = self.ident();
                return Ok(TypeKind::Var(name.text).at(name.span));
            }
            Kind::LParen => {}
            Kind::Func => {
                let finding = self.unexpected("arguments or a function type name");
                self.report(finding.note("omit func in the type of a method"));
                self.advance();
            }
            _ => return Err(self.expected("arguments or a function type name")),
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
