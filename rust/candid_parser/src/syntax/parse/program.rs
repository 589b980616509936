//! Parser for programs (declarations and the service) and for files of assertions.

use super::fixes::Hint;
use super::list::symbol;
use super::parser::{error, Failed, Parse, Parser, TYPE_NAMES};
use crate::diagnostic::{Code, FileId};
use crate::syntax::ast::{
    Actor, Arg, Assert, Dec, Import, Input, InputKind, Prog, Test, Type, TypeDef, TypeKind,
};
use crate::syntax::lex::token::Kind;

/// What a file consists of, in messages.
const DECLARATION: &str = "type, import or service";

const SERVICE: &str = "the syntax is: service : { … }";

impl Parser<'_> {
    /// Parses a program, up to the end.
    pub(crate) fn prog(&mut self) -> Prog {
        // Declarations have about 25 tokens.
        let mut decs = Vec::with_capacity(self.tokens.len() / 24);
        let mut actor: Option<Actor> = None;
        loop {
            match self.token.kind {
                Kind::End => break,
                Kind::Service => self.main_service(&mut actor),
                Kind::Type | Kind::Import => {
                    if actor.is_some() {
                        self.expected_with("end of input", "the service must be last in a file");
                    }
                    self.declaration_in(&mut decs, Kind::Service);
                }
                _ => {
                    match (&actor, self.declaration_hint()) {
                        (Some(_), _) => self.expected("end of input"),
                        (None, Some(hint)) => self.expected_with(DECLARATION, hint),
                        (None, None) => self.expected(DECLARATION),
                    };
                    self.advance();
                    self.skip_to_declaration();
                }
            }
        }
        let comments = std::mem::take(&mut self.comments);
        Prog {
            decs,
            actor,
            comments,
        }
    }

    /// Parses a service; `main` is the first one of the program.
    fn main_service(&mut self, main: &mut Option<Actor>) {
        let span = self.token.span();
        if let Some(first) = main {
            self.note_expected("end of input", span);
            let finding = error(Code::SecondService, "there is more than one service", span);
            let file = FileId::default();
            self.report(finding.also("first service here", file, first.span));
        }
        match self.actor() {
            Ok(actor) if main.is_none() => *main = Some(actor),
            Ok(_) => {}
            Err(Failed) => self.skip_to_declaration(),
        }
        self.eat(Kind::Semi);
    }

    /// Parses a declaration and the separator before the next; `end` may follow without it.
    fn declaration_in(&mut self, decs: &mut Vec<Dec>, end: Kind) {
        match self.declaration() {
            Ok(dec) => decs.push(dec),
            Err(Failed) => return self.skip_to_declaration(),
        }
        if self.eat(Kind::Semi) || self.at(Kind::End) || self.at(end) {
            return;
        }
        let expected = symbol(Kind::Semi);
        if self.at_declaration() {
            let finding = self.unexpected(expected);
            let finding = finding.note("missing \";\" after the previous declaration");
            let fix = self.insert_before(expected);
            self.report(finding.fixed_by(fix));
        } else {
            self.expected(expected);
            self.skip_to_declaration();
        }
    }

    fn declaration(&mut self) -> Parse<Dec> {
        let docs = self.docs();
        let start = self.token.start;
        if self.eat(Kind::Import) {
            let service = self.eat(Kind::Service);
            if !self.at(Kind::Text) {
                return Err(self.expected("a quoted file path"));
            }
            let path = self.quoted_name();
            return Ok(Dec::Import(Import {
                service,
                path,
                span: self.since(start),
            }));
        }
        self.advance();
        let name = match self.token.kind {
            Kind::Ident => self.ident(),
            kind if kind.is_reserved() => {
                let word = self.slice(self.token);
                let note = format!("{word} is a reserved word and cannot be a type name");
                let finding = self.unexpected("a type name").note(note);
                self.report(finding.coded(Code::ReservedName.id()));
                self.ident()
            }
            Kind::Text => {
                return Err(self.expected_with("a type name", TYPE_NAMES));
            }
            _ => return Err(self.expected("a type name")),
        };
        self.expect_symbol(Kind::Equals, Kind::Colon, "the syntax is: type name = type")?;
        let failed_at = self.token.start;
        let typ = self.ty().unwrap_or_else(|Failed| {
            self.skip_to_end_of_declaration();
            TypeKind::Error.at(self.since(failed_at))
        });
        Ok(Dec::Type(TypeDef {
            docs,
            name,
            typ,
            span: self.since(start),
        }))
    }

    /// `service name : …`
    fn actor(&mut self) -> Parse<Actor> {
        let docs = self.docs();
        let start = self.token.start;
        self.advance();
        let name = self.at(Kind::Ident).then(|| self.ident());
        if self.at(Kind::LBrace) {
            let finding = self.unexpected(symbol(Kind::Colon)).note(SERVICE);
            let fix = self.insert_before(" :");
            self.report(finding.fixed_by(fix));
        } else {
            self.expect_symbol(Kind::Colon, Kind::Equals, SERVICE)?;
        }
        let from = self.token.start;
        let typ = match self.token.kind {
            Kind::LParen => {
                let args = self.tuple()?;
                self.expect(Kind::Arrow, symbol(Kind::Arrow))?;
                let service = self.service_body("a service or a service name")?;
                TypeKind::Class(args, Box::new(service)).at(self.since(from))
            }
            _ => self.service_body("init arguments, a service, or a service name")?,
        };
        Ok(Actor {
            docs,
            name,
            typ,
            span: self.since(start),
        })
    }

    fn service_body(&mut self, expected: &str) -> Parse<Type> {
        let start = self.token.start;
        if self.at(Kind::Service) && self.peek() == Kind::LBrace {
            let hint = Hint::from("do not repeat the word service: service : { … }");
            self.expected_with(expected, hint.fixed_by(self.without()));
            self.advance();
        }
        Ok(match self.token.kind {
            Kind::LBrace => {
                let methods = self.methods()?;
                TypeKind::Service(methods).at(self.since(start))
            }
            Kind::Ident => {
                let name = self.ident();
                TypeKind::Var(name.text).at(self.since(start))
            }
            _ => return Err(self.expected(expected)),
        })
    }

    /// Skips to a position where a declaration may start.
    fn skip_to_declaration(&mut self) {
        self.skip_to_end_of_declaration();
        self.eat(Kind::Semi);
    }

    fn skip_to_end_of_declaration(&mut self) {
        self.skip_until(|parser, is_outside| match parser.token.kind {
            Kind::End => true,
            Kind::Semi => is_outside,
            _ => parser.at_declaration(),
        });
    }

    /// Parses declarations and arguments in parentheses, up to the end.
    pub(crate) fn init_args(&mut self) -> (Vec<Dec>, Vec<Arg>) {
        let mut decs = Vec::new();
        loop {
            match self.token.kind {
                Kind::Type | Kind::Import => {
                    self.declaration_in(&mut decs, Kind::LParen);
                }
                Kind::LParen => {
                    let args = self.tuple().unwrap_or_default();
                    self.end();
                    return (decs, args);
                }
                _ => {
                    self.expected("type, import or arguments in parentheses");
                    return (decs, Vec::new());
                }
            }
        }
    }

    /// Parses types in parentheses, up to the end.
    pub(crate) fn types(&mut self) -> Vec<Arg> {
        let args = self.tuple();
        if args.is_ok() {
            self.end();
        }
        args.unwrap_or_default()
    }

    /// Parses a type, up to the end.
    pub(crate) fn whole_type(&mut self) -> Type {
        let start = self.token.start;
        let typ = self.ty();
        let typ = typ.unwrap_or_else(|Failed| TypeKind::Error.at(self.since(start)));
        self.end();
        typ
    }

    /// Reports trailing input.
    pub(crate) fn end(&mut self) {
        if !self.at(Kind::End) {
            self.expected("end of input");
        }
    }

    /// Parses declarations and assertions, up to the end.
    pub(crate) fn test(&mut self) -> Test {
        let mut test = Test::default();
        loop {
            match self.token.kind {
                Kind::End => return test,
                Kind::Type | Kind::Import if test.asserts.is_empty() => {
                    self.declaration_in(&mut test.decs, Kind::End);
                }
                Kind::Ident if self.at_assertion() => {
                    let read = self.assertion().and_then(|assert| {
                        test.asserts.push(assert);
                        match self.token.kind {
                            Kind::End => Ok(self.token),
                            _ => self.expect(Kind::Semi, symbol(Kind::Semi)),
                        }
                    });
                    if read.is_err() {
                        self.skip_to_assertion();
                    }
                }
                _ => {
                    self.expected(if test.asserts.is_empty() {
                        "type, import or assert"
                    } else {
                        "assert"
                    });
                    self.advance();
                    self.skip_to_assertion();
                }
            }
        }
    }

    fn at_assertion(&self) -> bool {
        self.at(Kind::Ident) && self.slice(self.token) == "assert"
    }

    fn skip_to_assertion(&mut self) {
        while !self.at(Kind::End) && !self.at_assertion() {
            if self.eat(Kind::Semi) {
                return;
            }
            self.advance();
        }
    }

    /// `assert input == input : (types) "description"`
    fn assertion(&mut self) -> Parse<Assert> {
        let start = self.token.start;
        self.advance();
        let left = self.input()?;
        let (pass, right) = match self.token.kind {
            Kind::Colon => (true, false),
            Kind::Refused => (false, false),
            Kind::Same => (true, true),
            Kind::Differs => (false, true),
            _ => return Err(self.expected("\":\", \"!:\", \"==\" or \"!=\"")),
        };
        self.advance();
        let right = if right {
            let right = self.input()?;
            self.expect(Kind::Colon, symbol(Kind::Colon))?;
            Some(right)
        } else {
            None
        };
        let types = self.tuple()?;
        let desc = self.at(Kind::Text).then(|| self.quoted_name());
        Ok(Assert {
            left,
            right,
            pass,
            types,
            desc,
            span: self.since(start),
        })
    }

    fn input(&mut self) -> Parse<Input> {
        let start = self.token.start;
        let blob = self.eat(Kind::Blob);
        let token = self.expect(Kind::Text, "text or blob \"…\"")?;
        let kind = if blob {
            InputKind::Blob(self.bytes_of(token))
        } else {
            InputKind::Text(self.text_of(token))
        };
        Ok(Input {
            kind,
            span: self.since(start),
        })
    }
}
