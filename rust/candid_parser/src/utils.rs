//! Whole interfaces: compared, taken apart, put together.

use crate::check;
use crate::error::{Error, Result};
use crate::stack;
use crate::syntax::IDLInitArgs;
use crate::typing::{check_file, check_init_args};
use candid::types::internal::TypeContainer;
use candid::types::subtype::{
    equal, equal_check_all, subtype, subtype_check_all, subtype_check_all_with_config, Gamma,
    Incompatibility, OptReport,
};
use candid::types::{Type, TypeEnv, TypeInner};
use candid::CandidType;
use std::collections::btree_map::Entry;
use std::collections::HashSet;
use std::path::Path;

/// An interface: a file, or its text.
#[derive(Debug, Clone, Copy)]
pub enum CandidSource<'a> {
    /// A file; what it imports is loaded too.
    File(&'a Path),
    /// Text; what it imports is ignored.
    Text(&'a str),
}

impl CandidSource<'_> {
    /// Returns the definitions and the main service, if there is one.
    ///
    /// # Errors
    ///
    /// With everything that is wrong with the interface, or if the file cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::utils::CandidSource;
    ///
    /// let (env, actor) = CandidSource::Text("type A = nat;").load().unwrap();
    /// assert_eq!(env.to_string(), "type A = nat\n");
    /// assert!(actor.is_none());
    /// ```
    pub fn load(&self) -> Result<(TypeEnv, Option<Type>)> {
        match self {
            CandidSource::File(path) => {
                let (env, actor, _) = check_file(path)?;
                Ok((env, actor))
            }
            CandidSource::Text(text) => check::alone(text),
        }
    }

    /// Returns the definitions and the main service, `which` interface it is being the subject of the error.
    fn load_service(&self, which: &str) -> Result<(TypeEnv, Type)> {
        let (env, actor) = self.load()?;
        let none = || Error::msg(format!("{which} has no main service type"));
        Ok((env, actor.ok_or_else(none)?))
    }
}

/// Two services over one set of definitions.
struct Pair {
    env: TypeEnv,
    left: Type,
    right: Type,
}

impl Pair {
    fn load(left: (CandidSource<'_>, &str), right: (CandidSource<'_>, &str)) -> Result<Self> {
        let (mut env, left) = left.0.load_service(left.1)?;
        let (right_env, right) = right.0.load_service(right.1)?;
        let right = env.merge_type(right_env, right);
        Ok(Pair { env, left, right })
    }

    fn versions(new: CandidSource<'_>, old: CandidSource<'_>) -> Result<Self> {
        let pair = Self::load((new, "the new interface"), (old, "the old interface"))?;
        Ok(Pair {
            left: without_constructor(pair.left),
            right: without_constructor(pair.right),
            env: pair.env,
        })
    }

    fn sides(left: CandidSource<'_>, right: CandidSource<'_>) -> Result<Self> {
        Self::load((left, "the left interface"), (right, "the right interface"))
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
/// With the first reason why they cannot, or if an interface is wrong or has no service.
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
    let Pair { env, left, right } = Pair::versions(new, old)?;
    Ok(subtype(&mut Gamma::new(), &env, &left, &right)?)
}

/// Returns every reason why clients of the old interface cannot use the new one, none if they can;
/// [`format_report`](candid::types::subtype::format_report) groups them for a person to read. Writes a line to standard
/// error for each place where values may become `null`.
///
/// # Errors
///
/// If an interface is wrong or has no service.
pub fn service_compatibility_report(
    new: CandidSource<'_>,
    old: CandidSource<'_>,
) -> Result<Vec<Incompatibility>> {
    let Pair { env, left, right } = Pair::versions(new, old)?;
    Ok(subtype_check_all(&mut Gamma::new(), &env, &left, &right))
}

/// How a new interface stands to an old one.
#[derive(Debug, Clone, Default)]
pub struct Compatibility {
    /// Why clients of the old interface cannot use the new one.
    pub errors: Vec<Incompatibility>,
    /// Where they can, but values become `null` because the types of an `opt` have nothing in common.
    pub warnings: Vec<Incompatibility>,
}

/// Compares a new interface with an old one, and writes nothing anywhere.
///
/// # Errors
///
/// If an interface is wrong or has no service.
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
/// assert_eq!(compatibility.warnings[0].path, ["method \"f\"", "return type"]);
/// ```
pub fn service_compatibility(
    new: CandidSource<'_>,
    old: CandidSource<'_>,
) -> Result<Compatibility> {
    let Pair { env, left, right } = Pair::versions(new, old)?;
    let all =
        |report| subtype_check_all_with_config(report, &mut Gamma::new(), &env, &left, &right);
    let errors = all(OptReport::Silence);
    // The strict check has the reasons of the other one, too.
    let known: HashSet<String> = errors.iter().map(ToString::to_string).collect();
    let mut warnings = all(OptReport::Error);
    warnings.retain(|warning| !known.contains(&warning.to_string()));
    Ok(Compatibility { errors, warnings })
}

/// Checks that two interfaces are the same up to the names of definitions, service constructors included.
///
/// # Errors
///
/// With the first difference, or if an interface is wrong or has no service.
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
    let Pair { env, left, right } = Pair::sides(left, right)?;
    Ok(equal(&mut Gamma::new(), &env, &left, &right)?)
}

/// Returns every difference between two interfaces except the names of definitions; none if they are the same.
///
/// # Errors
///
/// If an interface is wrong or has no service.
pub fn service_differences(
    left: CandidSource<'_>,
    right: CandidSource<'_>,
) -> Result<Vec<Incompatibility>> {
    let Pair { env, left, right } = Pair::sides(left, right)?;
    Ok(equal_check_all(&mut Gamma::new(), &env, &left, &right))
}

/// Splits an interface: returns what the service is installed with, and the service alone with all definitions.
///
/// # Errors
///
/// If the interface is wrong or has no service.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{instantiate_candid, CandidSource};
///
/// let source = CandidSource::Text("service : (text) -> { f : () -> () }");
/// let (init, (_, service)) = instantiate_candid(source).unwrap();
/// assert_eq!(init[0].to_string(), "text");
/// assert_eq!(service.to_string(), "service { f : () -> () }");
/// ```
pub fn instantiate_candid(candid: CandidSource<'_>) -> Result<(Vec<Type>, (TypeEnv, Type))> {
    let (env, actor) = candid.load_service("the interface")?;
    let (init, service) = match actor.as_ref() {
        TypeInner::Class(args, service) => (args.clone(), service.clone()),
        _ => (Vec::new(), actor),
    };
    Ok((init, (env, service)))
}

/// Returns the text to publish with a canister: the service and the definitions that it needs, without its constructor;
/// none without a service, or if it names what is not defined.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{get_metadata, CandidSource};
///
/// let text = "type A = nat; type B = text; service : (B) -> { f : (A) -> () }";
/// let (env, actor) = CandidSource::Text(text).load().unwrap();
/// assert_eq!(get_metadata(&env, &actor).unwrap(), "type A = nat;\nservice : { f : (A) -> () }");
/// ```
pub fn get_metadata(env: &TypeEnv, serv: &Option<Type>) -> Option<String> {
    // The name of a service is replaced by its methods, but for that of a service with a constructor: its text has
    // always been like this, and canisters are compared by it.
    let service = match serv.as_ref()?.as_ref() {
        TypeInner::Class(_, service) => service.clone(),
        _ => env.trace_type(serv.as_ref()?).ok()?,
    };
    let needed = reachable(env, &service)?;
    Some(candid::pretty::candid::compile(&needed, &Some(service)))
}

/// Returns the definitions that a type needs; none if one is missing.
fn reachable(env: &TypeEnv, ty: &Type) -> Option<TypeEnv> {
    let mut found = TypeEnv::new();
    let mut open = Vec::new();
    names(ty, &mut open);
    while let Some(name) = open.pop() {
        if let Entry::Vacant(entry) = found.0.entry(name) {
            let ty = env.0.get(entry.key())?;
            names(ty, &mut open);
            entry.insert(ty.clone());
        }
    }
    Some(found)
}

/// Adds the names in a type.
fn names(ty: &Type, found: &mut Vec<String>) {
    stack::level(|| match ty.as_ref() {
        TypeInner::Var(name) => found.push(name.clone()),
        TypeInner::Opt(part) | TypeInner::Vec(part) => names(part, found),
        TypeInner::Record(fields) | TypeInner::Variant(fields) => {
            fields.iter().for_each(|field| names(&field.ty, found));
        }
        TypeInner::Func(function) => {
            let parts = function.args.iter().chain(&function.rets);
            parts.for_each(|part| names(part, found));
        }
        TypeInner::Service(methods) => methods.iter().for_each(|(_, ty)| names(ty, found)),
        TypeInner::Class(args, service) => {
            args.iter().for_each(|part| names(part, found));
            names(service, found);
        }
        _ => {}
    });
}

/// Gives an interface the constructor that takes `init`, a list of types with definitions before it. An interface that
/// has a constructor already stays as it is.
///
/// # Errors
///
/// If one of the texts is wrong, both define a name differently, or the interface has no service.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::merge_init_args;
///
/// let (_, actor) = merge_init_args("service : { f : () -> () }", "(opt nat)").unwrap();
/// assert_eq!(actor.to_string(), "(opt nat) -> { f : () -> () }");
/// ```
pub fn merge_init_args(candid: &str, init: &str) -> Result<(TypeEnv, Type)> {
    let source = CandidSource::Text(candid);
    let (env, actor) = source.load_service("the interface")?;
    if let TypeInner::Class(..) = actor.as_ref() {
        return Ok((env, actor));
    }
    let init: IDLInitArgs = init.parse()?;
    let mut all = TypeEnv::new();
    let args = check_init_args(&mut all, &env, &init)?;
    Ok((all, TypeInner::Class(args, actor).into()))
}

/// Checks that a Rust type is the Candid type in a text: definitions, then the type in parentheses.
///
/// # Errors
///
/// If it is not, or the text is wrong.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::check_rust_type;
///
/// assert!(check_rust_type::<Option<u8>>("type Byte = nat8; (opt Byte)").is_ok());
/// assert!(check_rust_type::<Option<u8>>("(opt nat)").is_err());
/// ```
pub fn check_rust_type<T: CandidType>(candid_args: &str) -> Result<()> {
    let init: IDLInitArgs = candid_args.parse()?;
    let mut env = TypeEnv::new();
    let args = check_init_args(&mut env, &TypeEnv::new(), &init)?;
    let [wanted] = args.as_slice() else {
        let message = format!("expected one type in parentheses, found {}", args.len());
        return Err(Error::msg(message));
    };
    let mut rust = TypeContainer::new();
    let ty = rust.add::<T>();
    let ty = env.merge_type(rust.env, ty);
    Ok(equal(&mut Gamma::new(), &env, wanted, &ty)?)
}
