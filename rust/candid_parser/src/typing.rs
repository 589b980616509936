//! The checker, with the API of candid_parser 0.4.1.

use crate::check::{self, check_units, Disk, Findings, Scope, Types, Unit};
use crate::diagnostic::FileId;
use crate::error::{Error, Result};
use crate::syntax::{raise, IDLInitArgs, IDLMergedProg, IDLProg, IDLType};
use candid::types::{Type, TypeEnv};
use std::path::Path;

/// The environment in which a type is checked.
#[derive(Debug)]
pub struct Env<'a> {
    /// The definitions.
    pub te: &'a mut TypeEnv,
    /// Whether the definitions are incomplete, so that names are not resolved.
    pub pre: bool,
}

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

/// Checks a type.
///
/// # Errors
///
/// With every problem in it.
pub fn check_type(env: &Env<'_>, t: &IDLType) -> Result<Type> {
    let scope = match env.pre {
        true => Scope::unfinished(env.te),
        false => Scope::of(env.te),
    };
    in_scope(&scope, |types| types.ty(NOWHERE, &t.into()))
}

/// The file id for trees without locations.
const NOWHERE: FileId = FileId(0);

fn in_scope<R>(scope: &Scope<'_>, check: impl FnOnce(&mut Types<'_, '_>) -> R) -> Result<R> {
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
/// followed: use [`check_file`] for a program in a file, and [`check::file`] for one from another source.
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
    let mut findings = Findings::default();
    let prog = prog.into();
    let (mut env, actor) = check_units(&[Unit::alone(&prog)], te, &mut findings);
    if !findings.is_empty() {
        return Err(findings.into_plain_error());
    }
    te.0.append(&mut env.0);
    Ok(actor)
}

/// Checks init arguments and the definitions that come with them, which cannot refer to those of `main_env`; the
/// arguments can refer to both. Adds all definitions to `env` and returns the types of the arguments.
///
/// # Errors
///
/// With every problem, or if both define a name differently.
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
        types.args(NOWHERE, "argument", &raise::args(&prog.args))
    })?;
    *env = all;
    Ok(args)
}

/// Checks a file and everything it imports. Returns all definitions, the main service, if there is one, and the program
/// merged with its imports.
///
/// # Errors
///
/// With every problem, as [`Error::Parse`]; or if the file cannot be read.
pub fn check_file(file: &Path) -> Result<(TypeEnv, Option<Type>, IDLMergedProg)> {
    let checked = check::file(&Disk, file)?;
    Ok((checked.env, checked.actor, checked.prog))
}

/// Checks a file as [`check_file`] does, and prints the findings to standard error, with their source lines.
///
/// # Errors
///
/// Those of [`check_file`].
pub fn pretty_check_file(file: &Path) -> Result<(TypeEnv, Option<Type>, IDLMergedProg)> {
    check_file(file).inspect_err(|error| {
        if let Error::Parse(findings) = error {
            findings.print();
        }
    })
}
