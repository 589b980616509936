//! Checks of plain trees, whose findings have no locations.

use super::resolve::Scope;
use super::rules::Types;
use super::{standalone, without_imports};
use crate::diagnostic::FileId;
use crate::error::Result;
use crate::syntax::{plain::raise, IDLArgType, IDLProg, IDLType};
use candid::types::{Type, TypeEnv};

/// Checks a type whose names are defined in `env`.
///
/// # Errors
///
/// With every problem in it.
///
/// # Examples
///
/// ```
/// use candid_parser::syntax::{IDLType, PrimType};
/// use candid_parser::types::TypeEnv;
///
/// let opt = IDLType::OptT(Box::new(IDLType::PrimT(PrimType::Nat)));
/// let ty = candid_parser::typing::ast_to_type(&TypeEnv::new(), &opt).unwrap();
/// assert_eq!(ty.to_string(), "opt nat");
/// ```
pub fn ast_to_type(env: &TypeEnv, ast: &IDLType) -> Result<Type> {
    in_scope(&Scope::of(env), |types| types.ty(NOWHERE, &ast.into()))
}

/// Checks a type in an environment of which not all definitions are final, so that names are not resolved.
pub(crate) fn unfinished_type(env: &TypeEnv, ast: &IDLType) -> Result<Type> {
    in_scope(&Scope::without_resolution(env), |types| {
        types.ty(NOWHERE, &ast.into())
    })
}

/// Checks arguments whose names are defined in `env`.
pub(crate) fn args(env: &TypeEnv, args: &[IDLArgType]) -> Result<Vec<Type>> {
    in_scope(&Scope::of(env), |types| {
        types.args(NOWHERE, "argument", &raise::args(args))
    })
}

/// The file id for trees without locations.
const NOWHERE: FileId = FileId(0);

fn in_scope<T>(scope: &Scope<'_>, convert: impl FnOnce(&mut Types<'_, '_>) -> T) -> Result<T> {
    let (converted, findings) = standalone::in_scope(scope, Vec::new(), convert);
    findings.into_plain_result(converted)
}

/// Checks a program, adds its definitions to `te`, and returns its main service, if it has one. Imports are not
/// followed: use [`check_file`](crate::check_file) for a program in a file, and [`check::file`](crate::check::file) for one from another source.
///
/// # Errors
///
/// With every problem; then nothing has been added.
///
/// # Examples
///
/// ```
/// use candid_parser::{check_prog, types::TypeEnv, IDLProg};
///
/// let prog: IDLProg = "type A = nat; service : { f : (A) -> () }".parse().unwrap();
/// let mut env = TypeEnv::new();
/// let actor = check_prog(&mut env, &prog).unwrap();
/// assert_eq!(env.to_string(), "type A = nat\n");
/// assert_eq!(actor.unwrap().to_string(), "service { f : (A) -> () }");
/// ```
pub fn check_prog(te: &mut TypeEnv, prog: &IDLProg) -> Result<Option<Type>> {
    let (checked, findings) = without_imports(prog.into(), Vec::new(), te);
    let (mut env, actor) = findings.into_plain_result(checked)?;
    te.0.append(&mut env.0);
    Ok(actor)
}
