//! Subtyping and equality of types, as in the spec's section "Upgrading and Subtyping".
//!
//! Both are the largest relation closed under local rules, so they are decided without backtracking: one traversal
//! (`explore`) collects every pair of types that the first pair depends on, each once, with its local mismatches. The
//! failing pairs are then computed from that graph (`verdict`). Neither step recurses, so deep types need no stack, and
//! the cost is bounded by the number of pairs. Where that is too large the comparison fails with an error of its own;
//! see `BASE_WORK`.
//!
//! The special rule for `opt` (anything is a subtype of any `opt`) makes a dependency *soft*: by default it does not
//! affect the verdict and only produces a warning. [`OptReport`] configures this.

pub(crate) mod brevity;
#[doc(hidden)]
pub mod differences;
pub(crate) mod equality;
pub(crate) mod explore;
pub(crate) mod mismatch;
pub(crate) mod model;
pub(crate) mod verdict;

use crate::error::{Error, Result};
use crate::types::env::TypeEnv;
use crate::types::subtype::explore::{Graph, Relation, BASE_WORK};
use crate::types::subtype::mismatch::Audience;
use crate::types::ty::Type;

pub use super::report::format_report;
pub use brevity::MAX_REASONS;
pub use model::{Gamma, Incompatibility, OptReport};

/// Checks that `t1` is a subtype of `t2`, warning on standard error where this holds only by the special rule for
/// `opt`.
///
/// # Errors
///
/// With the path to the first mismatch; also if a name has no definition or is defined as itself.
///
/// # Examples
///
/// ```
/// use candid::types::{subtype::{subtype, Gamma}, TypeEnv};
/// use candid::CandidType;
///
/// let env = TypeEnv::new();
/// let (nat, int) = (candid::Nat::ty(), candid::Int::ty());
/// assert!(subtype(&mut Gamma::new(), &env, &nat, &int).is_ok());
/// let error = subtype(&mut Gamma::new(), &env, &int, &nat).unwrap_err();
/// assert_eq!(error.to_string(), "int is not a subtype of nat");
/// ```
pub fn subtype(gamma: &mut Gamma, env: &TypeEnv, t1: &Type, t2: &Type) -> Result<()> {
    subtype_with_config(OptReport::Warning, gamma, env, t1, t2)
}

/// Checks that `t1` is a subtype of `t2`; `report` configures the special rule for `opt`.
///
/// # Errors
///
/// As [`subtype`], and with [`OptReport::Error`] where the relation holds only by the special rule.
///
/// # Examples
///
/// ```
/// use candid::types::{subtype::{subtype_with_config, Gamma, OptReport}, TypeEnv};
/// use candid::CandidType;
///
/// // Every value of `opt text` decodes as `opt nat8`, as null.
/// let (env, text, number) = (TypeEnv::new(), Option::<String>::ty(), Option::<u8>::ty());
/// let check = |report| subtype_with_config(report, &mut Gamma::new(), &env, &text, &number);
/// assert!(check(OptReport::Silence).is_ok());
/// assert!(check(OptReport::Error).is_err());
/// ```
pub fn subtype_with_config(
    report: OptReport,
    gamma: &mut Gamma,
    env: &TypeEnv,
    t1: &Type,
    t2: &Type,
) -> Result<()> {
    first_failure(Relation::Subtype(report), gamma, env, t1, t2)
}

/// Checks that `t1` and `t2` are the same type, up to the names of definitions.
///
/// # Errors
///
/// With the path to the first difference; also if a name has no definition or is defined as itself.
///
/// # Examples
///
/// ```
/// use candid::types::{subtype::{equal, Gamma}, Type, TypeEnv, TypeInner};
///
/// let env = TypeEnv([("Fee".to_string(), TypeInner::Nat.into())].into());
/// let fee: Type = TypeInner::Var("Fee".to_string()).into();
/// assert!(equal(&mut Gamma::new(), &env, &fee, &TypeInner::Nat.into()).is_ok());
/// assert!(equal(&mut Gamma::new(), &env, &fee, &TypeInner::Int.into()).is_err());
/// ```
pub fn equal(gamma: &mut Gamma, env: &TypeEnv, t1: &Type, t2: &Type) -> Result<()> {
    first_failure(Relation::Equal, gamma, env, t1, t2)
}

/// Returns every reason why `t1`, the new type of an interface, is not a subtype of `t2`, the old one; none if it is,
/// and at most [`MAX_REASONS`]. Warns on standard error where the relation holds only by the special rule for `opt`.
///
/// [`format_report`] groups the reasons in a human-readable report.
///
/// # Examples
///
/// ```
/// use candid::types::{subtype::{subtype_check_all, Gamma}, TypeEnv};
/// use candid::CandidType;
///
/// let (found, expected) = (<(i8, u8)>::ty(), <(u8, u8, u8)>::ty());
/// let reasons = subtype_check_all(&mut Gamma::new(), &TypeEnv::new(), &found, &expected);
/// let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
/// assert_eq!(reasons.len(), 2);
/// ```
pub fn subtype_check_all(
    gamma: &mut Gamma,
    env: &TypeEnv,
    t1: &Type,
    t2: &Type,
) -> Vec<Incompatibility> {
    subtype_check_all_with_config(OptReport::Warning, gamma, env, t1, t2)
}

/// As [`subtype_check_all`]; `report` configures the special rule for `opt`. With [`OptReport::Error`] each place that
/// needs it is a reason.
///
/// # Examples
///
/// ```
/// use candid::types::{subtype::{subtype_check_all_with_config, Gamma, OptReport}, TypeEnv};
/// use candid::CandidType;
///
/// let (env, text, number) = (TypeEnv::new(), Option::<String>::ty(), Option::<u8>::ty());
/// let reasons = |report| subtype_check_all_with_config(report, &mut Gamma::new(), &env, &text, &number);
/// assert!(reasons(OptReport::Silence).is_empty());
/// assert_eq!(reasons(OptReport::Error).len(), 1);
/// ```
pub fn subtype_check_all_with_config(
    report: OptReport,
    gamma: &mut Gamma,
    env: &TypeEnv,
    t1: &Type,
    t2: &Type,
) -> Vec<Incompatibility> {
    let graph = compare(Relation::Subtype(report), gamma, env, t1, t2);
    all_failures(&graph, Audience::Upgrade)
}

/// Returns every place where `t1` and `t2` differ, other than in the names of definitions; none if they are equal, and
/// at most [`MAX_REASONS`].
///
/// # Examples
///
/// ```
/// use candid::types::{subtype::{equal_check_all, Gamma}, TypeEnv};
/// use candid::CandidType;
///
/// let (left, right) = (<(u8, bool, u8)>::ty(), <(u8, u8, bool)>::ty());
/// let differences = equal_check_all(&mut Gamma::new(), &TypeEnv::new(), &left, &right);
/// assert_eq!(differences.len(), 2);
/// ```
pub fn equal_check_all(
    gamma: &mut Gamma,
    env: &TypeEnv,
    t1: &Type,
    t2: &Type,
) -> Vec<Incompatibility> {
    let graph = compare(Relation::Equal, gamma, env, t1, t2);
    all_failures(&graph, Audience::Relation)
}

/// Returns every reason why `t1` is not a subtype of `t2`, as [`subtype_check_all`], of two types of which `t2` is the one
/// that is expected. The special rule for `opt` is no reason.
#[cfg(feature = "value")]
pub(crate) fn subtype_reasons(env: &TypeEnv, t1: &Type, t2: &Type) -> Vec<Incompatibility> {
    let relation = Relation::Subtype(OptReport::Silence);
    let graph = Graph::explore(relation, env, None, t1, t2, BASE_WORK);
    all_failures(&graph, Audience::Relation)
}

/// Returns whether `t1` and `t2` are the same type, up to the names of definitions; `false` as well where [`equal`] would
/// return another error.
///
/// Without a [`Gamma`], whose hashes need random numbers: an import on WASI.
pub(crate) fn is_equal(env: &TypeEnv, t1: &Type, t2: &Type) -> bool {
    Graph::explore(Relation::Equal, env, None, t1, t2, BASE_WORK).holds()
}

fn first_failure(
    relation: Relation,
    gamma: &mut Gamma,
    env: &TypeEnv,
    t1: &Type,
    t2: &Type,
) -> Result<()> {
    let graph = compare(relation, gamma, env, t1, t2);
    match graph.failures(Audience::Relation, 1).pop() {
        None => Ok(()),
        Some(first) => Err(Error::subtype(first)),
    }
}

/// Returns the failures, up to the maximum.
fn all_failures(graph: &Graph, audience: Audience) -> Vec<Incompatibility> {
    let mut failures = graph.failures(audience, MAX_REASONS + 1);
    if let Some(last) = failures.get_mut(MAX_REASONS) {
        // The wording is constant, so that lists can be compared.
        *last = Incompatibility {
            path: Vec::new(),
            message: "further mismatches are not shown".to_string(),
        };
    }
    failures
}

/// Compares two types, prints the warnings, and adds to `gamma` what holds.
fn compare(relation: Relation, gamma: &mut Gamma, env: &TypeEnv, t1: &Type, t2: &Type) -> Graph {
    let graph = Graph::explore(relation, env, Some(gamma), t1, t2, BASE_WORK);
    graph.warn();
    graph.remember(gamma);
    graph
}

#[cfg(test)]
mod tests;
