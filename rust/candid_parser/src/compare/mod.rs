//! Comparison of two interfaces: from texts and files, or already checked.

pub mod breaking;
mod definitions;

use crate::check::interface::CandidSource;
use crate::check::{no_service, Checked};
use crate::error::Result;
use candid::types::subtype::{
    equal, equal_check_all, subtype, subtype_check_all, subtype_check_all_with_config, Gamma,
    Incompatibility, OptReport,
};
use candid::types::{Type, TypeEnv, TypeInner};
use std::collections::HashSet;

/// The names of two versions in errors, and of two interfaces of which neither is the older.
const VERSIONS: [&str; 2] = ["the new interface", "the old interface"];
const SIDES: [&str; 2] = ["the left interface", "the right interface"];

/// Two services over one set of definitions.
struct Pair {
    env: TypeEnv,
    left: Type,
    right: Type,
}

impl Pair {
    fn of(left: (TypeEnv, Type), right: (TypeEnv, Type)) -> Self {
        let (mut env, left) = left;
        let right = env.merge_type(right.0, right.1);
        let env = env.resolved();
        Pair { env, left, right }
    }

    fn load(left: CandidSource<'_>, right: CandidSource<'_>, names: [&str; 2]) -> Result<Self> {
        let left = left.load_service(names[0])?;
        Ok(Pair::of(left, right.load_service(names[1])?))
    }

    fn checked(left: &Checked, right: &Checked, names: [&str; 2]) -> Result<Self> {
        let side = |checked: &Checked, name: &str| match &checked.actor {
            Some(actor) => Ok((checked.env.clone(), actor.clone())),
            None => Err(no_service(name)),
        };
        Ok(Pair::of(side(left, names[0])?, side(right, names[1])?))
    }

    /// Removes the constructors: init arguments do not affect clients.
    fn without_constructors(self) -> Self {
        Pair {
            left: without_constructor(self.left),
            right: without_constructor(self.right),
            ..self
        }
    }

    fn compatibility(self) -> Compatibility {
        let Pair { env, left, right } = self.without_constructors();
        let all =
            |report| subtype_check_all_with_config(report, &mut Gamma::new(), &env, &left, &right);
        // The strict check has all reasons of the lenient one; usually it has none.
        let mut warnings = all(OptReport::Error);
        let errors = match warnings.len() {
            0 => Vec::new(),
            _ => all(OptReport::Silence),
        };
        let known: HashSet<String> = errors.iter().map(ToString::to_string).collect();
        warnings.retain(|warning| !known.contains(&warning.to_string()));
        Compatibility { errors, warnings }
    }

    fn differences(self) -> Vec<Incompatibility> {
        let all =
            |pair: &Pair| equal_check_all(&mut Gamma::new(), &pair.env, &pair.left, &pair.right);
        let is_constructed = |ty: &Type| matches!(ty.as_ref(), TypeInner::Class(..));
        let side = match (is_constructed(&self.left), is_constructed(&self.right)) {
            (true, false) => "first",
            (false, true) => "second",
            _ => return all(&self),
        };
        // A constructor and a service cannot be compared, but their services can.
        let mut differences = vec![Incompatibility {
            path: vec!["init args".to_string()],
            message: format!("only the {side} type has init arguments"),
        }];
        differences.extend(all(&self.without_constructors()));
        differences
    }
}

fn without_constructor(ty: Type) -> Type {
    match ty.as_ref() {
        TypeInner::Class(_, service) => service.clone(),
        _ => ty,
    }
}

/// Checks that clients of the old interface can use the new one: that the new service is a subtype of the old. Service
/// constructors are not compared. Writes a line to standard error for each place where values may become `null`.
///
/// # Errors
///
/// With the first incompatibility, or if an interface is invalid or has no service.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{service_compatible, CandidSource};
///
/// let old = CandidSource::Text("service : { f : (nat) -> () }");
/// let new = CandidSource::Text("service : { f : (int) -> (nat); g : () -> () }");
/// assert!(service_compatible(new, old).is_ok());
/// assert!(service_compatible(old, new).is_err());
/// ```
pub fn service_compatible(new: CandidSource<'_>, old: CandidSource<'_>) -> Result<()> {
    let Pair { env, left, right } = Pair::load(new, old, VERSIONS)?.without_constructors();
    Ok(subtype(&mut Gamma::new(), &env, &left, &right)?)
}

/// Returns every reason why clients of the old interface cannot use the new one; empty if they can.
/// [`format_report`](candid::types::subtype::format_report) groups them for display. Writes a line to standard error
/// for each place where values may become `null`.
///
/// # Errors
///
/// If an interface is invalid or has no service.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{service_compatibility_report, CandidSource};
///
/// let old = CandidSource::Text("service : { f : (nat) -> (); g : () -> () }");
/// let new = CandidSource::Text("service : { f : (text) -> () }");
/// let reasons: Vec<_> = service_compatibility_report(new, old)?.iter().map(ToString::to_string).collect();
/// assert_eq!(reasons.len(), 2);
/// assert!(reasons[0].starts_with("method \"f\""), "{reasons:?}");
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn service_compatibility_report(
    new: CandidSource<'_>,
    old: CandidSource<'_>,
) -> Result<Vec<Incompatibility>> {
    let Pair { env, left, right } = Pair::load(new, old, VERSIONS)?.without_constructors();
    Ok(subtype_check_all(&mut Gamma::new(), &env, &left, &right))
}

/// The result of comparing a new interface with an old one.
#[derive(Debug, Clone, Default)]
pub struct Compatibility {
    /// The reasons why clients of the old interface cannot use the new one.
    pub errors: Vec<Incompatibility>,
    /// Places where they can, but values become `null` because the types of an `opt` have nothing in common.
    pub warnings: Vec<Incompatibility>,
}

/// Compares a new interface with an old one, without any output.
///
/// # Errors
///
/// If an interface is invalid or has no service.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{service_compatibility, CandidSource};
///
/// let old = CandidSource::Text("service : { f : () -> (opt text) }");
/// let new = CandidSource::Text("service : { f : () -> (opt nat) }");
/// let compatibility = service_compatibility(new, old).unwrap();
/// assert!(compatibility.errors.is_empty());
/// assert_eq!(compatibility.warnings.len(), 1);
/// assert_eq!(compatibility.warnings[0].path, ["method \"f\"", "result 1"]);
/// ```
pub fn service_compatibility(
    new: CandidSource<'_>,
    old: CandidSource<'_>,
) -> Result<Compatibility> {
    Ok(Pair::load(new, old, VERSIONS)?.compatibility())
}

/// Checks that two interfaces are equal up to the names of definitions, service constructors included.
///
/// # Errors
///
/// With the first difference, or if an interface is invalid or has no service.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{service_equal, CandidSource};
///
/// let left = CandidSource::Text("type A = nat; service : { f : (A) -> () }");
/// let right = CandidSource::Text("service : { f : (nat) -> () }");
/// assert!(service_equal(left, right).is_ok());
/// ```
pub fn service_equal(left: CandidSource<'_>, right: CandidSource<'_>) -> Result<()> {
    let Pair { env, left, right } = Pair::load(left, right, SIDES)?;
    Ok(equal(&mut Gamma::new(), &env, &left, &right)?)
}

/// Returns every difference between two interfaces except the names of definitions; empty if they are equal.
///
/// # Errors
///
/// If an interface is invalid or has no service.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{service_differences, CandidSource};
///
/// let left = CandidSource::Text("type A = nat; service : { f : (A) -> () query }");
/// let right = CandidSource::Text("service : { f : (nat) -> () }");
/// let differences = service_differences(left, right)?;
/// assert_eq!(differences.len(), 1);
/// assert_eq!(differences[0].path, ["method \"f\""]);
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn service_differences(
    left: CandidSource<'_>,
    right: CandidSource<'_>,
) -> Result<Vec<Incompatibility>> {
    Ok(Pair::load(left, right, SIDES)?.differences())
}

/// Comparison of checked interfaces, without printing and parsing them again.
impl Checked {
    /// Compares this interface with an older version of it, without any output.
    ///
    /// # Errors
    ///
    /// If one of them has no service.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Memory};
    /// use std::path::Path;
    ///
    /// let load = |text| check::text(&Memory::default(), Path::new("a.did"), text).unwrap();
    /// let (new, old) = (load("service : {}"), load("service : { f : () -> () }"));
    /// assert_eq!(new.compatibility(&old).unwrap().errors.len(), 1);
    /// assert!(old.compatibility(&new).unwrap().errors.is_empty());
    /// ```
    pub fn compatibility(&self, old: &Checked) -> Result<Compatibility> {
        Ok(Pair::checked(self, old, VERSIONS)?.compatibility())
    }

    /// Returns every difference between this interface and another except the names of definitions; empty if they are
    /// equal. Init arguments are compared too.
    ///
    /// # Errors
    ///
    /// If one of them has no service.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Memory};
    /// use std::path::Path;
    ///
    /// let load = |text| check::text(&Memory::default(), Path::new("a.did"), text);
    /// let (left, right) = (load("service : { f : () -> () }")?, load("service : (nat) -> { f : () -> () }")?);
    /// let differences = left.differences(&right)?;
    /// assert_eq!(differences[0].to_string(), "init args: only the second type has init arguments");
    /// assert!(left.differences(&left)?.is_empty());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn differences(&self, other: &Checked) -> Result<Vec<Incompatibility>> {
        Ok(Pair::checked(self, other, SIDES)?.differences())
    }

    /// Returns every difference between the definitions of this interface and those of another, by their names; empty if they
    /// are equal.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Memory};
    /// use std::path::Path;
    ///
    /// let load = |text| check::text(&Memory::default(), Path::new("a.did"), text).unwrap();
    /// let left = load("type A = record { x : B; y : nat }; type B = nat; type C = text");
    /// let right = load("type A = record { y : nat; x : int }");
    /// let differences: Vec<_> = left.definition_differences(&right).iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     differences,
    ///     [
    ///         "type A > record field x: nat is not equal to int",
    ///         "only the first interface defines type B",
    ///         "only the first interface defines type C",
    ///     ]
    /// );
    /// ```
    #[must_use]
    pub fn definition_differences(&self, other: &Checked) -> Vec<Incompatibility> {
        definitions::differences(self, other)
    }
}
