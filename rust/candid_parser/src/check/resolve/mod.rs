//! Name resolution: the definition of a name, and the ends of chains of names.

mod names;
mod unbound;

use super::findings::Findings;
use super::load::{Completeness, File};
use crate::diagnostic::{Code, Diagnostic, FileId};
use crate::syntax::ast::{Name, Type, TypeKind};
use candid::types::{Type as CandidType, TypeEnv};
use names::Names;

pub(super) use names::is_same;
#[cfg(feature = "ide")]
pub(crate) use unbound::similar;
pub(super) use unbound::{of_elsewhere, Unbound};

/// All definitions, by name, on top of those that are there already.
pub(crate) struct Scope<'a> {
    base: &'a TypeEnv,
    /// The definitions, each name once.
    pub(super) defs: Vec<Def<'a>>,
    /// The indices of the definitions.
    pub(super) index: Names<'a>,
    /// The ends of those definitions that are names themselves, or lead to one.
    ends: Vec<Option<End<'a>>>,
    /// Whether names may be resolved.
    resolves_names: bool,
    /// Whether all definitions are known. If not, an undefined name is not reported.
    pub(super) is_complete: bool,
}

/// A definition and its file.
#[derive(Clone, Copy)]
pub(crate) struct Def<'a> {
    pub(crate) file: FileId,
    pub(crate) name: &'a Name,
    pub(crate) typ: &'a Type,
}

impl<'a> Def<'a> {
    fn all(file: &'a File) -> impl Iterator<Item = Def<'a>> {
        file.prog.defs().map(|def| Def {
            file: file.id,
            name: &def.name,
            typ: &def.typ,
        })
    }
}

/// The end of a chain of names: something that is not a name.
#[derive(Clone)]
pub(crate) enum End<'a> {
    /// That definition, which is not a name.
    Def(Def<'a>),
    /// A type of the base environment.
    Base(CandidType),
    /// Nothing; the reason is reported elsewhere.
    Broken,
}

impl<'a> Scope<'a> {
    /// Returns a scope of the definitions in `base`.
    pub(crate) fn of(base: &'a TypeEnv) -> Self {
        Scope {
            base,
            defs: Vec::new(),
            index: Names::with_capacity(0),
            ends: Vec::new(),
            resolves_names: true,
            is_complete: true,
        }
    }

    /// Returns a scope of the definitions in `base`, which are not final: names are not resolved.
    pub(crate) fn without_resolution(base: &'a TypeEnv) -> Self {
        Scope {
            resolves_names: false,
            ..Scope::of(base)
        }
    }

    /// Collects the definitions; reports what is defined twice or as itself. The first definition of a name counts.
    pub(crate) fn new(base: &'a TypeEnv, files: &'a [File], findings: &mut Findings) -> Self {
        let mut scope = Scope::of(base);
        scope.is_complete = files
            .iter()
            .all(|file| file.completeness < Completeness::Missing);
        let n_defs = files.iter().map(|file| file.prog.decs.len()).sum();
        scope.defs.reserve(n_defs);
        scope.index = Names::with_capacity(n_defs);
        let twice = |def: &Def<'a>| {
            let message = format!("the type {} is defined twice", def.name.text);
            Diagnostic::error(message, def.file, def.name.span).coded(Code::DefinedTwice.id())
        };
        let defs = || files.iter().flat_map(Def::all);
        for def in defs().filter(|def| base.0.contains_key(&def.name.text)) {
            findings.push(twice(&def));
        }
        for def in defs() {
            let Some(first) = scope.index.insert(&def.name.text) else {
                scope.defs.push(def);
                continue;
            };
            let first = scope.defs[first];
            let finding = twice(&def).here("defined again");
            findings.push(finding.also("first defined here", first.file, first.name.span));
        }
        scope.find_ends(findings);
        scope
    }

    /// Returns whether a name is defined, here or in the base environment.
    pub(crate) fn is_bound(&self, name: &str) -> bool {
        self.index.get(name).is_some() || self.base.0.contains_key(name)
    }

    /// Returns the names that can be used.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.defs.iter().map(|def| def.name.text.as_str());
        names.chain(self.base.0.keys().map(String::as_str))
    }

    /// Returns the end of the chain of names that starts at `name`.
    pub(crate) fn end(&self, name: &str) -> End<'a> {
        match self.index.get(name) {
            Some(idx) => match &self.ends[idx] {
                Some(end) => end.clone(),
                None => End::Def(self.defs[idx]),
            },
            None if !self.resolves_names => End::Broken,
            None => match self.base.rec_find_type(name) {
                Ok(ty) => End::Base(ty.clone()),
                Err(_) => End::Broken,
            },
        }
    }

    /// Resolves every chain of names once, so that a chain of any length costs its length.
    fn find_ends(&mut self, findings: &mut Findings) {
        self.ends.resize(self.defs.len(), None);
        let mut chain: Vec<usize> = Vec::new();
        for start in 0..self.defs.len() {
            let mut at = start;
            if !matches!(self.defs[at].typ.kind, TypeKind::Var(_) | TypeKind::Error) {
                continue;
            }
            let end = loop {
                if let Some(end) = &self.ends[at] {
                    if let Some(first) = chain.iter().position(|idx| *idx == at) {
                        self.report_cycle(&chain[first..], findings);
                    }
                    break end.clone();
                }
                // Until the chain has an end: if it leads back here, it has none.
                self.ends[at] = Some(End::Broken);
                chain.push(at);
                let def = self.defs[at];
                match &def.typ.kind {
                    TypeKind::Var(name) => match self.index.get(name) {
                        Some(next) => at = next,
                        None => match self.base.rec_find_type(name) {
                            Ok(ty) => break End::Base(ty.clone()),
                            Err(_) => break End::Broken,
                        },
                    },
                    TypeKind::Error => break End::Broken,
                    _ => break End::Def(def),
                }
            };
            for idx in chain.drain(..) {
                self.ends[idx] = Some(end.clone());
            }
        }
    }

    fn report_cycle(&self, cycle: &[usize], findings: &mut Findings) {
        /// Limit on the number of steps of a long cycle that are shown.
        const SHOWN: usize = 8;
        let Some(first) = cycle.first().map(|idx| self.defs[*idx]) else {
            return;
        };
        let names = cycle.iter().map(|idx| self.defs[*idx].name.text.as_str());
        let mut chain: Vec<&str> = names.take(SHOWN).collect();
        if cycle.len() > SHOWN {
            chain.push("…");
        }
        chain.push(&first.name.text);
        let message = format!(
            "the type {} has a cyclic definition: {}",
            first.name.text,
            chain.join(" = ")
        );
        let mut finding = Diagnostic::error(message, first.file, first.typ.span)
            .coded(Code::CyclicDefinition.id());
        for idx in cycle.iter().take(SHOWN).skip(1) {
            let def = self.defs[*idx];
            finding = finding.also("", def.file, def.typ.span);
        }
        let note = "a chain of names must end in a type that is not a name";
        findings.push(finding.note(note));
    }
}

/// Returns the type and file of an end, if it has a location to show.
pub(crate) fn written<'a>(end: &End<'a>) -> Option<(&'a Type, FileId)> {
    match end {
        End::Def(def) => Some((def.typ, def.file)),
        End::Base(_) | End::Broken => None,
    }
}
