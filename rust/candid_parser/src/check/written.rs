//! The interface in source order: plain trees order fields by id and methods by name.

use super::comments::{Around, Comments};
use super::notes::Notes;
use super::Checked;
use crate::error::Result;
use crate::stack;
use crate::syntax::ast;
use crate::syntax::{Binding, Dec, IDLArgType, IDLMergedProg, IDLProg, IDLType, TypeField};
use std::collections::HashMap;
use std::hash::Hash;

/// An interface in source order, without imports.
#[derive(Debug)]
pub(crate) struct Written {
    /// The program; its fields, cases and methods are in source order. Each comment is replaced by the index of the
    /// notes.
    pub(crate) prog: IDLMergedProg,
    /// The comments at declarations, fields, cases and methods.
    pub(crate) notes: Vec<Notes>,
    /// The name between `service` and the colon in the main file, which nothing refers to.
    pub(crate) name: Option<String>,
    /// The comments around definitions, by name.
    pub(crate) around: HashMap<String, Around>,
    /// The comments around the service.
    pub(crate) around_service: Around,
    /// The comments after everything else.
    pub(crate) end: String,
}

impl Checked {
    /// Returns the interface in source order.
    pub(crate) fn written(&self) -> Result<Written> {
        let none = IDLProg {
            decs: Vec::new(),
            actor: None,
        };
        let mut written = Written {
            prog: IDLMergedProg::new(none),
            notes: Vec::new(),
            name: None,
            around: HashMap::new(),
            around_service: Around::default(),
            end: String::new(),
        };
        for (idx, file) in self.files.iter().enumerate() {
            let mut places = Places {
                comments: Comments::of(&file.prog, self.sources.text(file.id)),
                notes: &mut written.notes,
            };
            let plain = plain(&file.prog, &mut places);
            let mut comments = places.comments;
            for dec in &file.prog.decs {
                if let ast::Dec::Type(def) = dec {
                    let around = comments.around.remove(&def.span.start);
                    let name = || def.name.text.clone();
                    written.around.extend(around.map(|around| (name(), around)));
                }
            }
            written.end += &comments.end;
            if idx > 0 {
                let adds = file.wanted.is_some() && plain.actor.is_some();
                let path = file.path.display().to_string();
                written.prog.merge(adds, path, plain)?;
                continue;
            }
            written.prog = IDLMergedProg::new(plain);
            if let Some(actor) = &file.prog.actor {
                let around = comments.around.remove(&actor.span.start);
                written.around_service = around.unwrap_or_default();
                written.name = actor.name.as_ref().map(|name| name.text.clone());
            }
        }
        Ok(written)
    }
}

/// The comments of a file, and the notes they are moved to.
struct Places<'a> {
    comments: Comments,
    notes: &'a mut Vec<Notes>,
}

impl Places<'_> {
    fn number(&mut self, start: u32, docs: &mut Vec<String>) {
        self.comments.number(start, docs, self.notes);
    }
}

fn plain(written: &ast::Prog, places: &mut Places<'_>) -> IDLProg {
    let mut plain = IDLProg::from(written);
    for (dec, written) in plain.decs.iter_mut().zip(&written.decs) {
        if let (Dec::TypD(binding), ast::Dec::Type(def)) = (dec, written) {
            ty(&mut binding.typ, &def.typ, places);
            places.number(def.span.start, &mut binding.docs);
        }
    }
    if let (Some(actor), Some(written)) = (&mut plain.actor, &written.actor) {
        ty(&mut actor.typ, &written.typ, places);
        places.number(written.span.start, &mut actor.docs);
    }
    plain
}

/// Sorts the children of a type into the order of its syntax tree, and numbers their comments.
fn ty(plain: &mut IDLType, written: &ast::Type, places: &mut Places<'_>) {
    stack::level(|| match (plain, &written.kind) {
        (IDLType::OptT(part), ast::TypeKind::Opt(written))
        | (IDLType::VecT(part), ast::TypeKind::Vec(written)) => ty(part, written, places),
        (IDLType::RecordT(fields), ast::TypeKind::Record(written))
        | (IDLType::VariantT(fields), ast::TypeKind::Variant(written)) => {
            let ids = written.iter().map(|field| field.label.get_id());
            order(fields, ids, |field: &TypeField| field.label.get_id());
            for (field, written) in fields.iter_mut().zip(written) {
                ty(&mut field.typ, &written.typ, places);
                places.number(written.span.start, &mut field.docs);
            }
        }
        (IDLType::FuncT(func), ast::TypeKind::Func(written)) => {
            args(&mut func.args, &written.args, places);
            args(&mut func.rets, &written.rets, places);
        }
        (IDLType::ServT(methods), ast::TypeKind::Service(written)) => {
            let names = written.iter().map(|method| method.name.text.clone());
            order(methods, names, |method: &Binding| method.id.clone());
            for (method, written) in methods.iter_mut().zip(written) {
                ty(&mut method.typ, &written.typ, places);
                places.number(written.name.span.start, &mut method.docs);
            }
        }
        (IDLType::ClassT(init, service), ast::TypeKind::Class(written_init, written)) => {
            args(init, written_init, places);
            ty(service, written, places);
        }
        _ => {}
    });
}

fn args(plain: &mut [IDLArgType], written: &[ast::Arg], places: &mut Places<'_>) {
    let parts = plain.iter_mut().zip(written);
    parts.for_each(|(arg, written)| ty(&mut arg.typ, &written.typ, places));
}

/// Sorts items by the position of their keys in `keys`, which are all different.
fn order<T, K: Eq + Hash>(parts: &mut [T], keys: impl Iterator<Item = K>, key: impl Fn(&T) -> K) {
    let places: HashMap<K, usize> = keys.zip(0..).collect();
    parts.sort_by_cached_key(|part| places.get(&key(part)).copied());
}
