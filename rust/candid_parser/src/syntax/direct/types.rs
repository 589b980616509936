//! Fast path for types.

use super::{Reader, BRACES, PARENS};
use crate::syntax::token::{Kind, Token};
use crate::syntax::{Binding, FuncType, IDLArgType, IDLType, PrimType, TypeField};
use candid::idl_hash as label_hash;
use candid::types::{FuncMode, Label};
use candid_wire::text::name_to_string;

/// A label in the source.
enum Written<'a> {
    Name(&'a str),
    Id(u32),
}

impl Written<'_> {
    #[inline(always)]
    fn label(self) -> Label {
        match self {
            Written::Name(name) => Label::Named(name_to_string(name)),
            Written::Id(id) => Label::Id(id),
        }
    }
}

impl<'a> Reader<'a> {
    /// Parses a type.
    pub(super) fn ty(&mut self) -> Option<IDLType> {
        self.next();
        let word = self.word();
        self.rest_of_type(word)
    }

    /// Parses the rest of a type that starts with a word.
    #[inline(always)]
    fn rest_of_type(&mut self, word: Token) -> Option<IDLType> {
        match word.kind {
            Kind::Ident => Some(match word.prim {
                Some(prim) => IDLType::PrimT(prim),
                None => IDLType::VarT(name_to_string(self.slice(word))),
            }),
            _ => self.rest_of_composite(word),
        }
    }

    fn rest_of_composite(&mut self, word: Token) -> Option<IDLType> {
        Some(match word.kind {
            Kind::Null => IDLType::PrimT(PrimType::Null),
            Kind::Principal => IDLType::PrincipalT,
            Kind::Blob => IDLType::VecT(Box::new(IDLType::PrimT(PrimType::Nat8))),
            Kind::Opt => IDLType::OptT(Box::new(self.nested(Self::ty)?)),
            Kind::Vec => IDLType::VecT(Box::new(self.nested(Self::ty)?)),
            Kind::Record => IDLType::RecordT(self.nested(|r| r.fields(Self::field))?),
            Kind::Variant => IDLType::VariantT(self.nested(|r| r.fields(Self::case))?),
            Kind::Func => IDLType::FuncT(self.nested(Self::func)?),
            Kind::Service => IDLType::ServT(self.nested(Self::methods)?),
            _ => return None,
        })
    }

    /// Parses fields or cases. `read` parses one and pushes it onto `fields`, where those of the list start at the
    /// given index. Returns them in the order of their ids, all different.
    fn fields(&mut self, read: impl Fn(&mut Self, usize) -> Option<()>) -> Option<Vec<TypeField>> {
        let base = self.keys.len();
        self.list(BRACES, |reader| read(reader, base))?;
        let keys = self.keys.get_mut(base..)?;
        keys.sort_unstable();
        if !keys.is_sorted_by(|a, b| a >> 32 < b >> 32) {
            return None;
        }
        // The sorted keys are short; the fields are long, and moved once.
        let read = self.fields.get_mut(base..)?;
        let mut fields = Vec::with_capacity(keys.len());
        for key in keys {
            #[allow(clippy::cast_possible_truncation, reason = "the low half is meant")]
            let idx = *key as u32 as usize;
            fields.push(read.get_mut(idx)?.take()?);
        }
        self.keys.truncate(base);
        Some(fields)
    }

    /// Pushes a field or a case.
    #[inline(always)]
    fn push(&mut self, base: usize, id: u32, field: TypeField) {
        let at = self.keys.len();
        self.keys.push(u64::from(id) << 32 | (at - base) as u64);
        match self.fields.get_mut(at) {
            Some(place) => *place = Some(field),
            None => self.fields.push(Some(field)),
        }
    }

    /// `label : type` or `type`
    fn field(&mut self, base: usize) -> Option<()> {
        let docs = self.docs();
        let (word, hash) = self.label_word();
        let (label, id) = match word.kind {
            Kind::Ident if self.at_colon() => (Written::Name(self.slice(word)), hash),
            Kind::End | Kind::Digits => {
                let label = self.other_label(word.kind, self.slice(word))?;
                self.expect(b':')?;
                label
            }
            _ => {
                let typ = self.rest_of_type(word)?;
                let id = match self.keys.get(base..)?.last() {
                    // One more than the number of the previous field.
                    Some(key) => u32::try_from((key >> 32) + 1).ok()?,
                    None => 0,
                };
                let label = Label::Unnamed(id);
                self.push(base, id, TypeField { label, typ, docs });
                return Some(());
            }
        };
        let typ = self.ty()?;
        // Made after the type, because it is dropped first: freeing memory next to free memory costs more.
        let label = label.label();
        self.push(base, id, TypeField { label, typ, docs });
        Some(())
    }

    /// `label` or `label : type`
    fn case(&mut self, base: usize) -> Option<()> {
        let docs = self.docs();
        let (word, hash) = self.label_word();
        let (label, id) = match word.kind {
            Kind::Ident => (Written::Name(self.slice(word)), hash),
            kind => self.other_label(kind, self.slice(word))?,
        };
        let typ = match self.at_colon() {
            true => self.ty()?,
            false => IDLType::PrimT(PrimType::Null),
        };
        let label = label.label();
        self.push(base, id, TypeField { label, typ, docs });
        Some(())
    }

    /// Consumes a label that is not just a word, or whose digits have been consumed; returns it and its id.
    #[inline(never)]
    fn other_label(&mut self, kind: Kind, digits: &'a str) -> Option<(Written<'a>, u32)> {
        match kind {
            Kind::End => {
                let name = self.quoted()?;
                Some((Written::Name(name), label_hash(name)))
            }
            Kind::Digits => {
                let id = digits.parse().ok()?;
                Some((Written::Id(id), id))
            }
            _ => None,
        }
    }

    /// `(args) -> (results) annotations`
    fn func(&mut self) -> Option<FuncType> {
        let args = self.args()?;
        self.arrow()?;
        let rets = self.args()?;
        let mut modes = Vec::new();
        while self.next().is_ascii_alphabetic() {
            modes.push(match self.word().kind {
                Kind::Query => FuncMode::Query,
                Kind::CompositeQuery => FuncMode::CompositeQuery,
                Kind::Oneway => FuncMode::Oneway,
                _ => return None,
            });
        }
        Some(FuncType { modes, args, rets })
    }

    /// `->`
    pub(super) fn arrow(&mut self) -> Option<()> {
        self.expect(b'-')?;
        let found = self.text.as_bytes().get(self.pos) == Some(&b'>');
        self.pos += usize::from(found);
        found.then_some(())
    }

    /// `(name : type, type, …)`
    pub(super) fn args(&mut self) -> Option<Vec<IDLArgType>> {
        let mut args: Vec<IDLArgType> = Vec::new();
        self.list(PARENS, |reader| {
            args.push(reader.arg()?);
            Some(())
        })?;
        if args.len() > 1 {
            let mut names: Vec<&str> = args.iter().filter_map(|arg| arg.name.as_deref()).collect();
            names.sort_unstable();
            if !names.is_sorted_by(|a, b| a < b) {
                return None;
            }
        }
        Some(args)
    }

    fn arg(&mut self) -> Option<IDLArgType> {
        let word = self.word();
        let name = match word.kind {
            Kind::End => {
                let name = self.quoted()?;
                self.expect(b':')?;
                name
            }
            Kind::Ident if self.at_colon() => self.slice(word),
            _ => {
                let typ = self.rest_of_type(word)?;
                return Some(IDLArgType { typ, name: None });
            }
        };
        let typ = self.ty()?;
        let name = Some(name.to_string());
        Some(IDLArgType { typ, name })
    }

    /// `{ name : method; … }`, in the order of the names.
    pub(super) fn methods(&mut self) -> Option<Vec<Binding>> {
        let mut methods: Vec<Binding> = Vec::new();
        self.list(BRACES, |reader| {
            methods.push(reader.method()?);
            Some(())
        })?;
        let mut ids: Vec<u32> = methods.iter().map(|m| label_hash(&m.id)).collect();
        ids.sort_unstable();
        methods.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        ids.is_sorted_by(|a, b| a < b).then_some(methods)
    }

    fn method(&mut self) -> Option<Binding> {
        let docs = self.docs();
        let id = self.name()?;
        self.expect(b':')?;
        let typ = match self.next() {
            b'(' => IDLType::FuncT(self.nested(Self::func)?),
            _ => IDLType::VarT(name_to_string(self.ident()?)),
        };
        let id = name_to_string(id);
        Some(Binding { id, typ, docs })
    }

    /// Consumes a name, with or without quotes.
    fn name(&mut self) -> Option<&'a str> {
        match self.text.as_bytes().get(self.pos) {
            Some(b'"') => self.quoted(),
            _ => self.ident(),
        }
    }
}
