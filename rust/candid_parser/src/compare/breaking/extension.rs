//! Files that gain what breaks nothing, and are otherwise the same but for comments and layout.
//!
//! Types are the same as they are written, apart from added fields that may be missing: then each is a subtype of the other, in all
//! places.

use crate::check::File;
use crate::syntax::ast::{Actor, Arg, Field, Import, Method, Type, TypeKind};
use crate::syntax::PrimType;
use candid::types::Label;

/// What may be added beside definitions, and imports of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Additions {
    /// Fields that are `opt`, `null` or `reserved`.
    pub(super) fields: bool,
    /// Methods of main services.
    pub(super) methods: bool,
}

/// Returns the pairs of files that two files import, if the new file is the old one with additions. `n_visited` counts types.
pub(super) fn extends(
    new: &File,
    old: &File,
    additions: Additions,
    n_visited: &mut usize,
) -> Option<Vec<(usize, usize)>> {
    let mut types = Types {
        additions,
        open: Vec::new(),
    };
    let defs = pairs(
        new.prog.defs(),
        old.prog.defs(),
        |new, old| new.name.text == old.name.text,
        |_| true,
    )?;
    let defs = defs.into_iter().map(|(new, old)| (&new.typ, &old.typ));
    types.open.extend(defs);
    match (&new.prog.actor, &old.prog.actor) {
        (Some(new), Some(old)) => types.add_actor(new, old)?,
        (None, None) => {}
        _ => return None,
    }
    while let Some((new, old)) = types.open.pop() {
        *n_visited += 1;
        types.add_parts(new, old)?;
    }
    let is_same = |(new, _): &(&Import, _), (old, _): &(&Import, _)| {
        (new.service, &new.path.text) == (old.service, &old.path.text)
    };
    let imports = pairs(imports(new), imports(old), is_same, |(new, _)| !new.service)?;
    let imports = imports.into_iter();
    imports.map(|((_, new), (_, old))| new.zip(old)).collect()
}

/// Returns the imports with their files.
fn imports(file: &File) -> impl Iterator<Item = (&Import, Option<usize>)> {
    file.import_decs().zip(file.imports.iter().copied())
}

/// Types that remain to be compared.
struct Types<'a> {
    additions: Additions,
    open: Vec<(&'a Type, &'a Type)>,
}

impl<'a> Types<'a> {
    fn add_actor(&mut self, new: &'a Actor, old: &'a Actor) -> Option<()> {
        let (mut new, mut old) = (&new.typ, &old.typ);
        if let (TypeKind::Class(new_args, new_service), TypeKind::Class(old_args, old_service)) =
            (&new.kind, &old.kind)
        {
            self.add_args(new_args, old_args)?;
            (new, old) = (new_service, old_service);
        }
        match (&new.kind, &old.kind) {
            (TypeKind::Service(new), TypeKind::Service(old)) => {
                self.add_methods(new, old, self.additions.methods)
            }
            _ => {
                self.open.push((new, old));
                Some(())
            }
        }
    }

    /// Adds the parts of two types; `None` if they differ.
    fn add_parts(&mut self, new: &'a Type, old: &'a Type) -> Option<()> {
        match (&new.kind, &old.kind) {
            (TypeKind::Prim(new), TypeKind::Prim(old)) => (new == old).then_some(()),
            (TypeKind::Principal, TypeKind::Principal) | (TypeKind::Blob, TypeKind::Blob) => {
                Some(())
            }
            (TypeKind::Var(new), TypeKind::Var(old)) => (new == old).then_some(()),
            (TypeKind::Opt(new), TypeKind::Opt(old)) | (TypeKind::Vec(new), TypeKind::Vec(old)) => {
                self.open.push((new, old));
                Some(())
            }
            (TypeKind::Record(new), TypeKind::Record(old)) => {
                let additions = self.additions;
                self.add_fields(new, old, |field| additions.fields && may_be_missing(field))
            }
            (TypeKind::Variant(new), TypeKind::Variant(old)) => {
                self.add_fields(new, old, |_| false)
            }
            (TypeKind::Func(new), TypeKind::Func(old)) => {
                let modes = new.modes.iter().map(|(mode, _)| mode);
                if !modes.eq(old.modes.iter().map(|(mode, _)| mode)) {
                    return None;
                }
                self.add_args(&new.args, &old.args)?;
                self.add_args(&new.rets, &old.rets)
            }
            (TypeKind::Service(new), TypeKind::Service(old)) => self.add_methods(new, old, false),
            _ => None,
        }
    }

    fn add_fields(
        &mut self,
        new: &'a [Field],
        old: &'a [Field],
        may_add: impl Fn(&&Field) -> bool,
    ) -> Option<()> {
        let is_same = |new: &&Field, old: &&Field| is_same_label(&new.label, &old.label);
        let pairs = pairs(new.iter(), old.iter(), is_same, may_add)?.into_iter();
        self.open
            .extend(pairs.map(|(new, old)| (&new.typ, &old.typ)));
        Some(())
    }

    fn add_args(&mut self, new: &'a [Arg], old: &'a [Arg]) -> Option<()> {
        let name = |arg: &&'a Arg| arg.name.as_ref().map(|name| name.text.as_str());
        let is_same = |new: &&'a Arg, old: &&'a Arg| name(new) == name(old);
        let pairs = pairs(new.iter(), old.iter(), is_same, |_| false)?.into_iter();
        self.open
            .extend(pairs.map(|(new, old)| (&new.typ, &old.typ)));
        Some(())
    }

    fn add_methods(&mut self, new: &'a [Method], old: &'a [Method], may_add: bool) -> Option<()> {
        let is_same = |new: &&Method, old: &&Method| new.name.text == old.name.text;
        let pairs = pairs(new.iter(), old.iter(), is_same, |_| may_add)?.into_iter();
        self.open
            .extend(pairs.map(|(new, old)| (&new.typ, &old.typ)));
        Some(())
    }
}

/// Returns the items of a new list with the old ones that are the same. `None` if one of those is missing or elsewhere, or one is
/// added that may not be.
fn pairs<T>(
    new: impl Iterator<Item = T>,
    old: impl Iterator<Item = T>,
    is_same: impl Fn(&T, &T) -> bool,
    may_add: impl Fn(&T) -> bool,
) -> Option<Vec<(T, T)>> {
    let mut old = old.peekable();
    let mut found = Vec::new();
    for new in new {
        match old.next_if(|old| is_same(&new, old)) {
            Some(old) => found.push((new, old)),
            None if may_add(&new) => {}
            None => return None,
        }
    }
    old.next().is_none().then_some(found)
}

/// Returns whether labels are written in the same form: a name and its hash differ in bindings and JSON.
fn is_same_label(new: &Label, old: &Label) -> bool {
    match (new, old) {
        (Label::Named(new), Label::Named(old)) => new == old,
        (Label::Id(new), Label::Id(old)) | (Label::Unnamed(new), Label::Unnamed(old)) => new == old,
        _ => false,
    }
}

/// Returns whether who reads a record needs no value of a field.
fn may_be_missing(field: &Field) -> bool {
    let optional = [PrimType::Null, PrimType::Reserved];
    match &field.typ.kind {
        TypeKind::Opt(_) => true,
        TypeKind::Prim(ty) => optional.contains(ty),
        _ => false,
    }
}
