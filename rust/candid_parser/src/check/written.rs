//! The interface as it is written: plain trees order fields by number and methods by name, people do not.

use super::Checked;
use crate::error::Result;
use crate::stack;
use crate::syntax::ast;
use crate::syntax::{Binding, Dec, IDLArgType, IDLMergedProg, IDLProg, IDLType, TypeField};
use std::collections::HashMap;
use std::hash::Hash;

impl Checked {
    /// Returns the same as [`prog`](Self::prog) with fields, cases and methods in the order in which they are written.
    ///
    /// # Errors
    ///
    /// None for what has been checked.
    pub fn as_written(&self) -> Result<IDLMergedProg> {
        let mut files = self.files.iter().map(|file| (file, plain(&file.prog)));
        let main = files.next().map(|(_, prog)| prog);
        let none = IDLProg {
            decs: Vec::new(),
            actor: None,
        };
        let mut merged = IDLMergedProg::new(main.unwrap_or(none));
        for (file, prog) in files {
            let adds = file.wanted.is_some() && prog.actor.is_some();
            merged.merge(adds, file.path.display().to_string(), prog)?;
        }
        Ok(merged)
    }

    /// Returns the name between `service` and the colon in the main file, which nothing refers to.
    #[must_use]
    pub fn service_name(&self) -> Option<&str> {
        let actor = self.files.first()?.prog.actor.as_ref()?;
        Some(actor.name.as_ref()?.text.as_str())
    }
}

fn plain(written: &ast::Prog) -> IDLProg {
    let mut plain = IDLProg::from(written);
    for (dec, written) in plain.decs.iter_mut().zip(&written.decs) {
        if let (Dec::TypD(binding), ast::Dec::Type(def)) = (dec, written) {
            ty(&mut binding.typ, &def.typ);
        }
    }
    if let (Some(actor), Some(written)) = (&mut plain.actor, &written.actor) {
        ty(&mut actor.typ, &written.typ);
    }
    plain
}

/// Puts the parts of a type in the order of the tree that it was made from.
fn ty(plain: &mut IDLType, written: &ast::Type) {
    stack::level(|| match (plain, &written.kind) {
        (IDLType::OptT(part), ast::TypeKind::Opt(written))
        | (IDLType::VecT(part), ast::TypeKind::Vec(written)) => ty(part, written),
        (IDLType::RecordT(fields), ast::TypeKind::Record(written))
        | (IDLType::VariantT(fields), ast::TypeKind::Variant(written)) => {
            let ids = written.iter().map(|field| field.label.get_id());
            order(fields, ids, |field: &TypeField| field.label.get_id());
            let parts = fields.iter_mut().zip(written);
            parts.for_each(|(field, written)| ty(&mut field.typ, &written.typ));
        }
        (IDLType::FuncT(func), ast::TypeKind::Func(written)) => {
            args(&mut func.args, &written.args);
            args(&mut func.rets, &written.rets);
        }
        (IDLType::ServT(methods), ast::TypeKind::Service(written)) => {
            let names = written.iter().map(|method| method.name.text.clone());
            order(methods, names, |method: &Binding| method.id.clone());
            let parts = methods.iter_mut().zip(written);
            parts.for_each(|(method, written)| ty(&mut method.typ, &written.typ));
        }
        (IDLType::ClassT(init, service), ast::TypeKind::Class(written_init, written)) => {
            args(init, written_init);
            ty(service, written);
        }
        _ => {}
    });
}

fn args(plain: &mut [IDLArgType], written: &[ast::Arg]) {
    let parts = plain.iter_mut().zip(written);
    parts.for_each(|(arg, written)| ty(&mut arg.typ, &written.typ));
}

/// Sorts parts by where their keys stand among those given, of which none is there twice.
fn order<T, K: Eq + Hash>(parts: &mut [T], keys: impl Iterator<Item = K>, key: impl Fn(&T) -> K) {
    let places: HashMap<K, usize> = keys.zip(0..).collect();
    parts.sort_by_cached_key(|part| places.get(&key(part)).copied());
}
