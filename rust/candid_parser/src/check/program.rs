//! A program and what it imports, checked as one.

use super::findings::Findings;
use super::scope::{Def, Scope};
use super::types::Types;
use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::Span;
use crate::syntax::tree::Tree;
use candid::types::{Type, TypeEnv};

/// A parsed file among those that are checked together.
pub(crate) struct Unit<'a, T: Tree> {
    pub(crate) file: FileId,
    pub(crate) prog: &'a T::Prog,
    /// Which `import service` wants its service, if any does.
    pub(crate) wanted: Option<(FileId, Span)>,
    /// Whether it imports services itself.
    pub(crate) adds_services: bool,
    pub(crate) damage: Damage,
}

/// What of a file is not there to be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Damage {
    /// All is there.
    None,
    /// Parts could not be parsed.
    Syntax,
    /// Definitions are missing: it, or something that it imports, could not be read.
    Missing,
}

impl Damage {
    /// Returns that of a text in which this was found by the parser.
    pub(crate) fn of(findings: &[Diagnostic]) -> Self {
        match findings.is_empty() {
            true => Damage::None,
            false => Damage::Syntax,
        }
    }
}

impl<'a, T: Tree> Unit<'a, T> {
    /// Returns a program that imports nothing.
    pub(crate) fn alone(prog: &'a T::Prog) -> Self {
        Unit {
            file: FileId::default(),
            prog,
            wanted: None,
            adds_services: false,
            damage: Damage::None,
        }
    }
}

/// Checks programs, of which the first is the main one, on top of the definitions in `base`. Returns their definitions,
/// without those of `base`, and the main service.
///
/// What is returned means something only if nothing was found.
pub(crate) fn check<T: Tree>(
    units: &[Unit<'_, T>],
    base: &TypeEnv,
    findings: &mut Findings,
) -> (TypeEnv, Option<Type>) {
    let scope = Scope::new(base, units, findings);
    let mut types = Types::new(&scope, findings);
    let define = |def: &Def<'_, T>| (def.name.text.to_string(), types.ty(def.file, def.typ));
    let mut defs: Vec<Option<(String, Type)>> = scope.defs().iter().map(define).map(Some).collect();
    // All at once and sorted: adding one after the other compares names much more often.
    let sorted = scope.sorted().filter_map(|idx| defs[idx].take());
    let env = TypeEnv(sorted.collect());
    let actor = types.actor(units, &env);
    types.finish();
    (env, actor)
}
