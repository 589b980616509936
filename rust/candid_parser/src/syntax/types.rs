//! Types.

use super::ast::{Arg, Field, Func, Method, Name, Span, Type, TypeKind};
use super::list::{symbol, List};
use super::parser::{error, Failed, Parse, Parser};
use super::token::{Kind, Token};
use super::PrimType;
use candid::types::{FuncMode, Label};

const ARGS: List = List::parens("type");
const FIELDS: List = List::braces("field");
const CASES: List = List::braces("case");
const METHODS: List = List::braces("method");

impl Parser<'_> {
    /// Reads a type; what cannot be read becomes [`TypeKind::Error`], and the failure is returned too.
    pub(super) fn ty(&mut self) -> Parse<Type> {
        let start = self.token.start;
        let kind = self.type_kind()?;
        Ok(Type {
            kind,
            span: self.since(start),
        })
    }

    fn type_kind(&mut self) -> Parse<TypeKind> {
        let token = self.token;
        Ok(match token.kind {
            Kind::Ident => {
                self.advance();
                let name = self.slice(token);
                match PrimType::str_to_enum(name) {
                    Some(prim) => TypeKind::Prim(prim),
                    None => TypeKind::Var(name.to_string()),
                }
            }
            Kind::Null => self.word(TypeKind::Prim(PrimType::Null)),
            Kind::Principal => self.word(TypeKind::Principal),
            Kind::Blob => self.word(TypeKind::Blob),
            Kind::Opt => {
                self.advance();
                TypeKind::Opt(self.part()?)
            }
            Kind::Vec => {
                self.advance();
                TypeKind::Vec(self.part()?)
            }
            Kind::Record => {
                self.advance();
                TypeKind::Record(self.nested(|parser| parser.fields(&FIELDS, Self::field))?)
            }
            Kind::Variant => {
                self.advance();
                TypeKind::Variant(self.nested(|parser| parser.fields(&CASES, Self::case))?)
            }
            Kind::Func => {
                self.advance();
                TypeKind::Func(self.nested(Self::func)?)
            }
            Kind::Service => {
                self.advance();
                TypeKind::Service(self.nested(Self::methods)?)
            }
            _ => return Err(self.expected("a type")),
        })
    }

    fn word(&mut self, kind: TypeKind) -> TypeKind {
        self.advance();
        kind
    }

    fn part(&mut self) -> Parse<Box<Type>> {
        self.nested(Self::ty).map(Box::new)
    }

    /// Reads what lies a level deeper.
    #[inline]
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
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
        // Room for the fields to come would be most of the memory where records are small.
        fields.shrink_to_fit();
        Ok(fields)
    }

    /// `label : type` or `type`; `before` are the fields before it.
    fn field(&mut self, before: &[Field]) -> Parse<Field> {
        let docs = self.docs();
        let token = self.token;
        let label = match token.kind {
            Kind::Digits | Kind::Hex => {
                self.advance();
                Label::Id(self.numeric_label(token))
            }
            Kind::Text => {
                self.advance();
                Label::Named(self.text_of(token))
            }
            Kind::Ident => {
                self.advance();
                if !matches!(self.token.kind, Kind::Colon | Kind::Equals) {
                    let name = self.slice(token);
                    let kind = match PrimType::str_to_enum(name) {
                        Some(prim) => TypeKind::Prim(prim),
                        None => TypeKind::Var(name.to_string()),
                    };
                    let typ = Type {
                        kind,
                        span: token.span(),
                    };
                    return self.unnamed(docs, typ, before);
                }
                Label::Named(self.slice(token).to_string())
            }
            kind if kind.is_reserved() && matches!(self.peek(), Kind::Colon | Kind::Equals) => {
                Label::Named(self.reserved("a field"))
            }
            _ => {
                let typ = self.ty_as("a field")?;
                return self.unnamed(docs, typ, before);
            }
        };
        self.colon()?;
        let typ = self.type_or_skip(&FIELDS);
        Ok(Field {
            docs,
            label,
            label_span: token.span(),
            span: token.span().to(typ.span),
            typ,
        })
    }

    /// A field whose number is that of the one before it and one.
    fn unnamed(&mut self, docs: Vec<String>, typ: Type, before: &[Field]) -> Parse<Field> {
        let id = match before.last() {
            None => Some(0),
            Some(field) => field.label.get_id().checked_add(1),
        };
        let id = id.ok_or_else(|| self.no_label_left(typ.span))?;
        Ok(Field {
            docs,
            label: Label::Unnamed(id),
            label_span: typ.span,
            span: typ.span,
            typ,
        })
    }

    #[cold]
    pub(super) fn no_label_left(&mut self, span: Span) -> Failed {
        let finding = error(
            "the field before this one has the largest label there is",
            span,
        );
        self.report(
            finding.note("a field without a label gets the number after that; give it a label"),
        )
    }

    /// `label` or `label : type`.
    fn case(&mut self, _before: &[Field]) -> Parse<Field> {
        let docs = self.docs();
        let token = self.token;
        let label = match token.kind {
            Kind::Digits | Kind::Hex => {
                self.advance();
                Label::Id(self.numeric_label(token))
            }
            Kind::Text => {
                self.advance();
                Label::Named(self.text_of(token))
            }
            Kind::Ident => {
                self.advance();
                Label::Named(self.slice(token).to_string())
            }
            kind if kind.is_reserved() && self.label_ends_ahead() => {
                Label::Named(self.reserved("a case"))
            }
            _ => return Err(self.expected("a case")),
        };
        let typ = match self.token.kind {
            Kind::Colon | Kind::Equals => {
                self.colon()?;
                self.type_or_skip(&CASES)
            }
            _ => Type {
                kind: TypeKind::Prim(PrimType::Null),
                span: Span {
                    start: token.end,
                    end: token.end,
                },
            },
        };
        Ok(Field {
            docs,
            label,
            label_span: token.span(),
            span: token.span().to(typ.span),
            typ,
        })
    }

    fn label_ends_ahead(&self) -> bool {
        matches!(
            self.peek(),
            Kind::Colon | Kind::Equals | Kind::Semi | Kind::RBrace
        )
    }

    /// Reads a type and says what was expected in other words.
    fn ty_as(&mut self, wanted: &str) -> Parse<Type> {
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
        match starts {
            true => self.ty(),
            false if self.token.kind.is_reserved() => {
                self.reserved(wanted);
                Err(Failed)
            }
            false => Err(self.expected(wanted)),
        }
    }

    /// A type, or the sign that there is none.
    pub(super) fn type_or_error(&mut self) -> Type {
        let start = self.token.start;
        self.ty().unwrap_or_else(|Failed| Type {
            kind: TypeKind::Error,
            span: self.since(start),
        })
    }

    /// The same within a list, which goes on with the next part.
    fn type_or_skip(&mut self, list: &List) -> Type {
        let typ = self.type_or_error();
        if typ.kind == TypeKind::Error {
            self.skip_part(list);
        }
        typ
    }

    /// `:` between a name and a type; `=` is taken for it after an error.
    fn colon(&mut self) -> Parse<()> {
        if self.at(Kind::Equals) {
            let finding = self.unexpected(symbol(Kind::Colon));
            self.report(
                finding.note("a name and its type stand around \":\"; \"=\" gives a value"),
            );
            self.advance();
            return Ok(());
        }
        self.expect(Kind::Colon, symbol(Kind::Colon)).map(drop)
    }

    /// Takes a word of the language for a name, after an error.
    #[cold]
    pub(super) fn reserved(&mut self, wanted: &str) -> String {
        let word = self.slice(self.token).to_string();
        let finding = self.unexpected(wanted);
        self.report(finding.note(format!(
            "{word} is a word of the language; as a name it needs quotes: \"{word}\""
        )));
        self.advance();
        word
    }

    /// `(args) -> (results) annotations`
    pub(super) fn func(&mut self) -> Parse<Func> {
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
    pub(super) fn tuple(&mut self) -> Parse<Vec<Arg>> {
        if !self.at(Kind::LParen) {
            let finding = self.unexpected(symbol(Kind::LParen));
            let note = "arguments and results stand between brackets: (nat, text) -> (nat)";
            return Err(self.report(finding.note(note)));
        }
        let mut args = Vec::new();
        self.list(&ARGS, |parser| {
            args.push(parser.arg()?);
            Ok(())
        })?;
        Ok(args)
    }

    fn arg(&mut self) -> Parse<Arg> {
        let token = self.token;
        let name = match token.kind {
            Kind::Text => {
                let text = self.text_of(token);
                self.advance();
                Some(self.name(token, text))
            }
            Kind::Ident if matches!(self.peek(), Kind::Colon | Kind::Equals) => Some(self.ident()),
            kind if kind.is_reserved() && self.peek() == Kind::Colon => {
                let text = self.reserved("an argument");
                Some(self.name(token, text))
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

    fn name(&self, token: Token, text: String) -> Name {
        Name {
            text,
            span: token.span(),
        }
    }

    /// `{ name : method; … }`
    pub(super) fn methods(&mut self) -> Parse<Vec<Method>> {
        let mut methods = Vec::new();
        self.list(&METHODS, |parser| {
            methods.push(parser.method()?);
            Ok(())
        })?;
        Ok(methods)
    }

    fn method(&mut self) -> Parse<Method> {
        let docs = self.docs();
        let token = self.token;
        let name = match token.kind {
            Kind::Ident => self.ident(),
            Kind::Text => {
                self.advance();
                let text = self.text_of(token);
                self.name(token, text)
            }
            kind if kind.is_reserved() && self.peek() == Kind::Colon => {
                let text = self.reserved("the name of a method");
                self.name(token, text)
            }
            Kind::Digits | Kind::Hex => {
                let finding = self.unexpected("the name of a method");
                return Err(self.report(finding.note("methods have names, not numbers")));
            }
            _ => return Err(self.expected("the name of a method")),
        };
        self.colon()?;
        let start = self.token.start;
        let kind = match self.token.kind {
            Kind::Ident => TypeKind::Var(self.ident().text),
            Kind::Func => {
                let finding = self.unexpected("arguments or the name of a function type");
                self.report(finding.note("the type of a method is written without func"));
                self.advance();
                TypeKind::Func(self.nested(Self::func)?)
            }
            Kind::LParen => match self.nested(Self::func) {
                Ok(func) => TypeKind::Func(func),
                Err(Failed) => {
                    self.skip_part(&METHODS);
                    TypeKind::Error
                }
            },
            _ => return Err(self.expected("arguments or the name of a function type")),
        };
        let typ = Type {
            kind,
            span: self.since(start),
        };
        Ok(Method { docs, name, typ })
    }
}
