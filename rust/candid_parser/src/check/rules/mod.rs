//! The rules of the language, checked for a program together with its imports.

mod labels;
mod service;
mod types;

use super::findings::Findings;
use super::load::File;
use super::resolve::{Def, Scope};
use candid::types::{Type, TypeEnv};
use candid_wire::text::name_to_string;

pub(crate) use labels::{check_args, check_fields, check_methods};
pub(crate) use types::Types;

/// Checks programs, of which the first is the main one, on top of the definitions in `base`. Returns their definitions,
/// without those of `base`, and the main service.
///
/// The result is meaningful only if nothing was found.
pub(crate) fn check(
    files: &[File],
    base: &TypeEnv,
    findings: &mut Findings,
) -> (TypeEnv, Option<Type>) {
    let scope = Scope::new(base, files, findings);
    let mut types = Types::new(&scope, findings);
    let define = |def: &Def<'_>| (name_to_string(&def.name.text), types.ty(def.file, def.typ));
    // All at once: inserting one after the other compares names much more often.
    let env = TypeEnv(scope.defs.iter().map(define).collect());
    let actor = types.actor(files, &env);
    types.finish();
    (env, actor)
}

/// Checks the definitions of files, and then the service of each. Returns the number of findings after the definitions, and after each
/// service. If other files are missing, names without a definition are not reported.
pub(crate) fn check_each(
    files: &[File],
    base: &TypeEnv,
    is_complete: bool,
    findings: &mut Findings,
) -> Vec<usize> {
    let mut scope = Scope::new(base, files, findings);
    scope.is_complete &= is_complete;
    let mut types = Types::new(&scope, findings);
    for def in &scope.defs {
        types.ty(def.file, def.typ);
    }
    let mut counts = vec![types.findings.n()];
    for file in files {
        types.actor(std::slice::from_ref(file), base);
        counts.push(types.findings.n());
    }
    counts
}
