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
