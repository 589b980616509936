//! Fast path for programs: declarations and the service.

use super::Reader;
use crate::syntax::token::Kind;
use crate::syntax::{Binding, Dec, IDLActorType, IDLArgType, IDLProg, IDLType};
use candid_wire::text::name_to_string;

impl Reader<'_> {
    /// Parses a program, up to the end.
    pub(super) fn prog(&mut self) -> Option<IDLProg> {
        let decs = self.declarations()?;
        let actor = match self.pos == self.text.len() {
            true => None,
            false => Some(self.actor()?),
        };
        if self.next() == b';' && actor.is_some() {
            self.pos += 1;
        }
        let is_whole = self.is_at_end();
        is_whole.then_some(IDLProg { decs, actor })
    }

    /// Parses declarations and arguments in parentheses, up to the end.
    pub(super) fn init_args(&mut self) -> Option<(Vec<Dec>, Vec<IDLArgType>)> {
        let decs = self.declarations()?;
        let args = self.args()?;
        self.is_at_end().then_some((decs, args))
    }

    /// Parses declarations, and advances to the token that follows them.
    fn declarations(&mut self) -> Option<Vec<Dec>> {
        // Definitions have about 256 bytes. If they have less, some excess capacity costs less than a copy of them all.
        let mut decs = Vec::with_capacity(self.text.len() / 192);
        let mut first = self.next();
        let mut is_separate = true;
        loop {
            let start = self.pos;
            let docs = match first {
                b't' | b'i' => self.docs(),
                _ => return Some(decs),
            };
            let kind = self.word().kind;
            if !is_separate {
                return None;
            }
            decs.push(match kind {
                Kind::Type => {
                    self.next();
                    let id = self.ident()?;
                    self.expect(b'=')?;
                    let typ = self.ty()?;
                    let id = name_to_string(id);
                    Dec::TypD(Binding { id, typ, docs })
                }
                Kind::Import => self.import()?,
                _ => {
                    self.pos = start;
                    return Some(decs);
                }
            });
            first = self.next();
            is_separate = first == b';';
            if is_separate {
                self.pos += 1;
                first = self.next();
            }
        }
    }

    /// `import "path"` or `import service "path"`; the first word has been consumed.
    #[inline(never)]
    fn import(&mut self) -> Option<Dec> {
        let is_service = self.next() == b's';
        if is_service && self.word().kind != Kind::Service {
            return None;
        }
        self.next();
        let path = name_to_string(self.quoted()?);
        Some(match is_service {
            true => Dec::ImportServ(path),
            false => Dec::ImportType(path),
        })
    }

    /// `service name : (args) -> service`
    #[inline(never)]
    fn actor(&mut self) -> Option<IDLActorType> {
        let docs = self.docs();
        if self.word().kind != Kind::Service {
            return None;
        }
        if self.next() != b':' {
            self.ident()?;
        }
        self.expect(b':')?;
        let typ = match self.next() {
            b'(' => {
                let args = self.args()?;
                self.arrow()?;
                self.next();
                IDLType::ClassT(args, Box::new(self.service()?))
            }
            _ => self.service()?,
        };
        Some(IDLActorType { typ, docs })
    }

    /// Parses the methods of a service, or its name.
    fn service(&mut self) -> Option<IDLType> {
        match self.text.as_bytes().get(self.pos) {
            Some(b'{') => self.methods().map(IDLType::ServT),
            _ => Some(IDLType::VarT(name_to_string(self.ident()?))),
        }
    }
}
