//! Which definition a name stands for, and where names of names lead.

use super::findings::Findings;
use super::program::{Damage, Unit};
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Dec, Type, TypeDef, TypeKind};
use candid::types::{Type as Checked, TypeEnv};
use std::collections::hash_map::Entry;
use std::collections::HashMap;

/// All definitions, by name, on top of those that are there already.
pub(crate) struct Scope<'a> {
    base: &'a TypeEnv,
    defs: Vec<Def<'a>>,
    index: HashMap<&'a str, usize>,
    /// Where each definition leads; as long as `defs`.
    ends: Vec<End<'a>>,
    /// Whether names may be followed.
    is_finished: bool,
    /// Whether all definitions are here. If not, a name without one is no news.
    is_complete: bool,
}

/// A definition and its file.
#[derive(Clone, Copy)]
pub(crate) struct Def<'a> {
    pub(crate) file: FileId,
    pub(crate) def: &'a TypeDef,
}

/// Where a name leads, through other names, to something that is none.
#[derive(Clone)]
pub(crate) enum End<'a> {
    /// To that definition, which is not a name.
    Def(Def<'a>),
    /// To a type that was there already.
    Base(Checked),
    /// Nowhere; somebody says why.
    Broken,
}

impl<'a> Scope<'a> {
    /// Returns the definitions that are there already.
    pub(crate) fn of(base: &'a TypeEnv) -> Self {
        Scope {
            base,
            defs: Vec::new(),
            index: HashMap::new(),
            ends: Vec::new(),
            is_finished: true,
            is_complete: true,
        }
    }

    /// Returns the definitions that are there already, where they are not final: what a name leads to is not looked at.
    pub(crate) fn unfinished(base: &'a TypeEnv) -> Self {
        Scope {
            is_finished: false,
            ..Scope::of(base)
        }
    }

    /// Collects the definitions; reports what is defined twice or as itself.
    pub(crate) fn new(base: &'a TypeEnv, units: &[Unit<'a>], findings: &mut Findings) -> Self {
        let mut scope = Scope::of(base);
        scope.is_complete = units.iter().all(|unit| unit.damage < Damage::Missing);
        for unit in units {
            for dec in &unit.prog.decs {
                if let Dec::Type(def) = dec {
                    scope.add(
                        Def {
                            file: unit.file,
                            def,
                        },
                        findings,
                    );
                }
            }
        }
        scope.find_ends(findings);
        scope
    }

    /// The first definition of a name counts.
    fn add(&mut self, def: Def<'a>, findings: &mut Findings) {
        let name = &def.def.name;
        let twice = || {
            let message = format!("the type {} is defined twice", name.text);
            Diagnostic::error(message, def.file, name.span)
        };
        if self.base.0.contains_key(&name.text) {
            findings.push(twice());
        }
        match self.index.entry(&name.text) {
            Entry::Vacant(entry) => {
                entry.insert(self.defs.len());
                self.defs.push(def);
            }
            Entry::Occupied(entry) => {
                let first = self.defs[*entry.get()];
                let again = twice().here("defined again");
                findings.push(again.also("first defined here", first.file, first.def.name.span));
            }
        }
    }

    /// The definitions, each name once.
    pub(crate) fn defs(&self) -> &[Def<'a>] {
        &self.defs
    }

    /// Whether a name is defined, here or already.
    pub(crate) fn is_bound(&self, name: &str) -> bool {
        self.index.contains_key(name) || self.base.0.contains_key(name)
    }

    /// Whether all definitions are known, so that a name without one is wrong.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The names that can be used.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.index
            .keys()
            .copied()
            .chain(self.base.0.keys().map(String::as_str))
    }

    /// Returns where a name leads.
    pub(crate) fn end(&self, name: &str) -> End<'a> {
        match self.index.get(name) {
            Some(idx) => self.ends[*idx].clone(),
            None if !self.is_finished => End::Broken,
            None => match self.base.rec_find_type(name) {
                Ok(ty) => End::Base(ty.clone()),
                Err(_) => End::Broken,
            },
        }
    }

    /// Follows every chain of names once, so that a chain of any length costs its length.
    fn find_ends(&mut self, findings: &mut Findings) {
        let mut ends: Vec<Option<End<'a>>> = vec![None; self.defs.len()];
        let mut position: Vec<Option<usize>> = vec![None; self.defs.len()];
        for start in 0..self.defs.len() {
            let mut chain: Vec<usize> = Vec::new();
            let mut at = start;
            let end = loop {
                if let Some(end) = &ends[at] {
                    break end.clone();
                }
                if let Some(first) = position[at] {
                    self.report_cycle(&chain[first..], findings);
                    break End::Broken;
                }
                position[at] = Some(chain.len());
                chain.push(at);
                let def = self.defs[at];
                match &def.def.typ.kind {
                    TypeKind::Var(name) => match self.index.get(name.as_str()) {
                        Some(next) => at = *next,
                        None => match self.base.rec_find_type(name) {
                            Ok(ty) => break End::Base(ty.clone()),
                            Err(_) => break End::Broken,
                        },
                    },
                    TypeKind::Error => break End::Broken,
                    _ => break End::Def(def),
                }
            };
            for idx in chain {
                position[idx] = None;
                ends[idx] = Some(end.clone());
            }
        }
        // Every start has been followed to its end.
        self.ends = ends
            .into_iter()
            .map(|end| end.unwrap_or(End::Broken))
            .collect();
    }

    fn report_cycle(&self, cycle: &[usize], findings: &mut Findings) {
        /// So many steps of a long cycle are shown.
        const SHOWN: usize = 8;
        let Some(first) = cycle.first().map(|idx| self.defs[*idx]) else {
            return;
        };
        let names = cycle
            .iter()
            .map(|idx| self.defs[*idx].def.name.text.as_str());
        let mut chain: Vec<&str> = names.take(SHOWN).collect();
        if cycle.len() > SHOWN {
            chain.push("…");
        }
        chain.push(&first.def.name.text);
        let message = format!(
            "the type {} has a cyclic definition: {}",
            first.def.name.text,
            chain.join(" = ")
        );
        let mut finding = Diagnostic::error(message, first.file, first.def.typ.span);
        for idx in cycle.iter().take(SHOWN).skip(1) {
            let def = self.defs[*idx];
            finding = finding.also("", def.file, def.def.typ.span);
        }
        let note = "a name stands for a type only if it leads to one that is not a name";
        findings.push(finding.note(note));
    }
}

/// Returns what an end is, if it has places to be shown.
pub(crate) fn written<'a>(end: &End<'a>) -> Option<(&'a Type, FileId)> {
    match end {
        End::Def(def) => Some((&def.def.typ, def.file)),
        End::Base(_) | End::Broken => None,
    }
}
