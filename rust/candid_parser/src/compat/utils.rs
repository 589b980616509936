//! Operations on whole interfaces: loading, splitting and merging them, and comparing types with them.

use super::typing::check_init_args;
use crate::bindings::analysis::needed;
use crate::error::{Error, Result};
use crate::syntax::IDLInitArgs;
use candid::types::internal::TypeContainer;
use candid::types::subtype::{equal, Gamma};
use candid::types::{Type, TypeEnv, TypeInner};
use candid::CandidType;

#[doc(inline)]
pub use crate::check::interface::CandidSource;
#[doc(inline)]
pub use crate::compare::{
    service_compatibility, service_compatibility_report, service_compatible, service_differences,
    service_equal, Compatibility,
};
#[doc(inline)]
pub use crate::suggest::did_you_mean;

/// Splits an interface: returns its init arguments, and the service alone with all definitions.
///
/// # Errors
///
/// If the interface is invalid or has no service.
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
/// `None` without a service, or if it refers to an undefined name.
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
    // The name of a service is replaced by its methods, except for a service with a constructor: its text has always
    // been like this, and canisters are compared by it.
    let service = match serv.as_ref()?.as_ref() {
        TypeInner::Class(_, service) => service.clone(),
        _ => env.trace_type(serv.as_ref()?).ok()?,
    };
    let needed = needed(env, &service).ok()?;
    Some(candid::pretty::candid::compile(&needed, &Some(service)))
}

/// Adds a constructor with the init arguments `init`, a list of types preceded by definitions, to an interface. An
/// interface with a constructor stays unchanged.
///
/// # Errors
///
/// If one of the texts is invalid, both define a name differently, or the interface has no service.
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

/// Checks that a Rust type equals the Candid type in a text: definitions, then the type in parentheses.
///
/// # Errors
///
/// If it does not, or the text is invalid.
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
    let [expected] = args.as_slice() else {
        let message = format!("expected one type in parentheses, found {}", args.len());
        return Err(Error::msg(message));
    };
    let mut rust = TypeContainer::new();
    let ty = rust.add::<T>();
    let ty = env.merge_type(rust.env, ty);
    Ok(equal(&mut Gamma::new(), &env, expected, &ty)?)
}
