//! The checker, with the API of candid_parser 0.4.1.

use crate::check::{self, plain, Disk};
use crate::error::{Error, Result};
use crate::syntax::{IDLInitArgs, IDLMergedProg, IDLProg, IDLType};
use candid::types::{Type, TypeEnv};
use std::path::Path;

#[doc(inline)]
pub use crate::check::plain::{ast_to_type, check_prog};

/// The environment in which a type is checked.
#[derive(Debug)]
pub struct Env<'a> {
    /// The definitions.
    pub te: &'a mut TypeEnv,
    /// Whether the definitions are incomplete, so that names are not resolved.
    pub pre: bool,
}

/// Checks a type.
///
/// # Errors
///
/// With every problem in it.
///
/// # Examples
///
/// ```
/// use candid_parser::{syntax::IDLType, types::TypeEnv, typing::{check_type, Env}};
///
/// let ty: IDLType = "record { nat; opt text }".parse()?;
/// let env = Env { te: &mut TypeEnv::new(), pre: false };
/// assert_eq!(check_type(&env, &ty)?.to_string(), "record { nat; opt text }");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn check_type(env: &Env<'_>, t: &IDLType) -> Result<Type> {
    if env.pre {
        plain::unfinished_type(env.te, t)
    } else {
        ast_to_type(env.te, t)
    }
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
    let args = plain::args(&all, &prog.args)?;
    *env = all;
    Ok(args)
}

/// Checks a file and everything it imports. Returns all definitions, the main service, if there is one, and the program
/// merged with its imports.
///
/// # Errors
///
/// With every problem, as [`Error::Parse`]; or if the file cannot be read.
///
/// # Examples
///
/// ```
/// use candid_parser::{check_file, Error};
/// use std::path::Path;
///
/// let (types, service, _) = check_file(Path::new("tests/interface/ledger.did"))?;
/// let service = service.expect("there is a service");
/// assert!(types.as_service(&service)?.iter().any(|(name, _)| name == "transfer"));
/// assert!(check_file(Path::new("tests/interface/missing.did")).is_err());
/// # Ok::<(), Error>(())
/// ```
pub fn check_file(file: &Path) -> Result<(TypeEnv, Option<Type>, IDLMergedProg)> {
    let checked = check::file(&Disk, file)?;
    Ok((checked.env, checked.actor, checked.prog))
}

/// Checks a file as [`check_file`] does, and prints the findings to standard error, with their source lines.
///
/// # Errors
///
/// Those of [`check_file`].
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// // Prints `actor_unbound.did:…` and the line to standard error.
/// let file = Path::new("tests/check/actor_unbound.did");
/// assert!(candid_parser::pretty_check_file(file).is_err());
/// ```
pub fn pretty_check_file(file: &Path) -> Result<(TypeEnv, Option<Type>, IDLMergedProg)> {
    check_file(file).inspect_err(|error| {
        if let Error::Parse(findings) = error {
            findings.print();
        }
    })
}
