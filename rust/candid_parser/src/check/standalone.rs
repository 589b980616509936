//! Check of types in a text of their own, such as a command-line argument.

use super::findings::Findings;
use super::resolve::Scope;
use super::rules::Types;
use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Sources};
use crate::error::Error;
use crate::syntax::{ast, parse};
use candid::types::{Type, TypeEnv};

/// Checks types in parentheses that may refer to the definitions of `env`. Findings call the text `name`.
///
/// # Errors
///
/// With every problem in the text.
///
/// # Examples
///
/// ```
/// use candid_parser::{check, TypeEnv};
///
/// let types = check::types(&TypeEnv::new(), "<types>", "(nat, opt text)").unwrap();
/// assert_eq!(types.len(), 2);
/// let error = check::types(&TypeEnv::new(), "<types>", "(nat, Acount)").unwrap_err();
/// assert_eq!(error.to_string(), "<types>:1:7: unbound type identifier Acount");
/// ```
pub fn types(env: &TypeEnv, name: &str, text: &str) -> Result<Vec<Type>, Error> {
    let parsed = parse::parse_types(text);
    finish(env, name, text, parsed.findings, |types| {
        types.args(FileId::default(), "argument", &parsed.tree)
    })
}

/// Checks a type that may refer to the definitions of `env`. Findings call the text `name`.
///
/// # Errors
///
/// With every problem in the text.
///
/// # Examples
///
/// ```
/// use candid_parser::{check, types::{TypeEnv, TypeInner}};
///
/// let env = TypeEnv([("Fee".to_string(), TypeInner::Nat.into())].into());
/// assert_eq!(check::ty(&env, "<type>", "opt Fee")?.to_string(), "opt Fee");
/// let error = check::ty(&env, "<type>", "opt Tax").unwrap_err();
/// assert_eq!(error.to_string(), "<type>:1:5: unbound type identifier Tax");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn ty(env: &TypeEnv, name: &str, text: &str) -> Result<Type, Error> {
    let parsed = parse::parse_type(text);
    finish(env, name, text, parsed.findings, |types| {
        types.ty(FileId::default(), &parsed.tree)
    })
}

/// Checks types that were parsed from part of `text`, which has no name in findings.
pub(crate) fn parsed_types(
    env: &TypeEnv,
    text: &str,
    types: &[ast::Arg],
) -> Result<Vec<Type>, Error> {
    finish(env, "", text, Vec::new(), |checked| {
        checked.args(FileId::default(), "argument", types)
    })
}

/// Checks a type that refers to no definitions.
///
/// # Errors
///
/// With every problem in it; the text has no name, and is not in the sources.
pub(crate) fn closed_type(typ: &ast::Type) -> Result<Type, Diagnostics> {
    let env = TypeEnv::new();
    let (ty, findings) = in_scope(&Scope::of(&env), Vec::new(), |types| {
        types.ty(FileId::default(), typ)
    });
    if findings.is_empty() {
        Ok(ty)
    } else {
        Err(findings.into_diagnostics(Sources::default()))
    }
}

/// Converts types, and returns what was found in addition to the findings of the parser. The result is meaningful only if
/// nothing was found.
pub(super) fn in_scope<T>(
    scope: &Scope<'_>,
    syntax: Vec<Diagnostic>,
    convert: impl FnOnce(&mut Types<'_, '_>) -> T,
) -> (T, Findings) {
    let mut findings = Findings::of(syntax);
    let mut types = Types::new(scope, &mut findings);
    let converted = convert(&mut types);
    types.finish();
    (converted, findings)
}

fn finish<T>(
    env: &TypeEnv,
    name: &str,
    text: &str,
    syntax: Vec<Diagnostic>,
    convert: impl FnOnce(&mut Types<'_, '_>) -> T,
) -> Result<T, Error> {
    let (converted, findings) = in_scope(&Scope::of(env), syntax, convert);
    findings.into_result(converted, name, text)
}
