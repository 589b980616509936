//! From trees to types: the checker under the names that programs know.

use crate::check::{self, check_units, Disk, Findings, Scope, Types, Unit};
use crate::diagnostic::FileId;
use crate::error::{Error, Result};
use crate::syntax::{IDLInitArgs, IDLMergedProg, IDLProg, IDLType};
use candid::types::{Type, TypeEnv};
use std::path::Path;

/// What a type is checked with.
#[derive(Debug)]
pub struct Env<'a> {
    /// The definitions.
    pub te: &'a mut TypeEnv,
    /// Whether the definitions are not complete yet, so that what a name stands for does not count.
    pub pre: bool,
}

/// Checks a type whose names are defined in `env`.
///
/// # Errors
///
/// With everything that is wrong with it.
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
    in_scope(&Scope::of(env), |types| types.ty(NOWHERE, ast))
}

/// Checks a type.
///
/// # Errors
///
/// With everything that is wrong with it.
pub fn check_type(env: &Env<'_>, t: &IDLType) -> Result<Type> {
    let scope = match env.pre {
        true => Scope::unfinished(env.te),
        false => Scope::of(env.te),
    };
    in_scope(&scope, |types| types.ty(NOWHERE, t))
}

/// The file of what has no places.
const NOWHERE: FileId = FileId(0);

fn in_scope<R>(
    scope: &Scope<'_, IDLType>,
    check: impl FnOnce(&mut Types<'_, '_, IDLType>) -> R,
) -> Result<R> {
    let mut findings = Findings::default();
    let mut types = Types::new(scope, &mut findings);
    let checked = check(&mut types);
    types.finish();
    if findings.is_empty() {
        Ok(checked)
    } else {
        Err(findings.into_plain_error())
    }
}

/// Checks a program, adds its definitions to `te`, and returns its main service, if it has one. Imports are not
/// followed: a program in a file is checked by [`check_file`], one that comes from elsewhere by
/// [`check::file`].
///
/// # Errors
///
/// With everything that is wrong; then nothing has been added.
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
    let mut findings = Findings::default();
    let unit: Unit<'_, IDLType> = Unit::alone(prog);
    let (mut env, actor) = check_units(&[unit], te, &mut findings);
    if !findings.is_empty() {
        return Err(findings.into_plain_error());
    }
    te.0.append(&mut env.0);
    Ok(actor)
}

/// Checks the arguments of a service constructor and the definitions that come with them, which do not see those of
/// `main_env`; the arguments see both. Adds all definitions to `env` and returns the types of the arguments.
///
/// # Errors
///
/// With everything that is wrong, or if a name is defined in both differently.
///
/// # Examples
///
/// ```
/// use candid_parser::{syntax::IDLInitArgs, types::TypeEnv, typing::check_init_args};
///
/// let init: IDLInitArgs = "type Fee = nat; (Fee, opt text)".parse().unwrap();
/// let mut env = TypeEnv::new();
/// let args = check_init_args(&mut env, &TypeEnv::new(), &init).unwrap();
/// assert_eq!(args[1].to_string(), "opt text");
/// ```
pub fn check_init_args(
    env: &mut TypeEnv,
    main_env: &TypeEnv,
    prog: &IDLInitArgs,
) -> Result<Vec<Type>> {
    let decs = IDLProg {
        decs: prog.decs.clone(),
        actor: None,
    };
    let mut all = env.clone();
    check_prog(&mut all, &decs)?;
    all.merge(main_env)?;
    let args = in_scope(&Scope::of(&all), |types| {
        types.args(NOWHERE, "argument", &prog.args)
    })?;
    *env = all;
    Ok(args)
}

/// Checks a file and everything it imports. Returns all definitions, the main service, if there is one, and the program
/// merged with what it imports.
///
/// # Errors
///
/// With everything that is wrong, as [`Error::Parse`]; or if the file cannot be read.
pub fn check_file(file: &Path) -> Result<(TypeEnv, Option<Type>, IDLMergedProg)> {
    let checked = check::file(&Disk, file)?;
    Ok((checked.env, checked.actor, checked.prog))
}

/// As [`check_file`], and prints what is wrong to standard error, with the lines that it is about.
///
/// # Errors
///
/// As [`check_file`].
pub fn pretty_check_file(file: &Path) -> Result<(TypeEnv, Option<Type>, IDLMergedProg)> {
    check_file(file).inspect_err(|error| {
        if let Error::Parse(findings) = error {
            findings.print();
        }
    })
}
