//! Analyses of definitions: reachable ones, recursive ones, and a service restricted to some of its methods.

use crate::error::{Error, Result};
use candid::types::{Type, TypeEnv, TypeInner};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Returns the service with only the given methods, without its constructor.
///
/// # Errors
///
/// If there is no service, or a method is not in it.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::analysis::{chase_actor, project_methods};
/// use candid_parser::utils::CandidSource;
///
/// let text = "type A = nat; type B = text; service : { get : () -> (A); put : (B) -> () }";
/// let (env, actor) = CandidSource::Text(text).load()?;
/// let get = project_methods(&env, &actor, vec!["get".to_string()])?;
/// assert_eq!(get.to_string(), "service { get : () -> (A) }");
/// assert_eq!(chase_actor(&env, &get)?, ["A"]);
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn project_methods(env: &TypeEnv, actor: &Option<Type>, methods: Vec<String>) -> Result<Type> {
    let actor = actor
        .as_ref()
        .ok_or_else(|| Error::msg("the interface has no service to select methods from"))?;
    let of_service: HashMap<&str, &(String, Type)> = env
        .as_service(actor)?
        .iter()
        .map(|method| (method.0.as_str(), method))
        .collect();
    let mut service = BTreeMap::new();
    for method in &methods {
        let (name, ty) = of_service
            .get(method.as_str())
            .ok_or_else(|| Error::msg(format!("cannot find method {method}")))?;
        service.insert(name.clone(), ty.clone());
    }
    Ok(TypeInner::Service(service.into_iter().collect()).into())
}

/// Adds the definitions that `ty` needs and that are not in `seen`, in post-order: each after those that it needs.
///
/// # Errors
///
/// If a name is not defined.
pub fn chase_type<'a>(
    seen: &mut BTreeSet<&'a str>,
    res: &mut Vec<&'a str>,
    env: &'a TypeEnv,
    ty: &'a Type,
) -> Result<()> {
    // An explicit stack: a chain of definitions may be longer than any call stack.
    let mut open = vec![(None, named(ty).into_iter())];
    while let Some((name, rest)) = open.last_mut() {
        match rest.next() {
            Some(part) => {
                let ty = env.find_type(part)?;
                if seen.insert(part) {
                    open.push((Some(part), named(ty).into_iter()));
                }
            }
            None => {
                res.extend(*name);
                open.pop();
            }
        }
    }
    Ok(())
}

/// Returns the definitions that a service needs, each after those that it needs.
///
/// # Errors
///
/// If a name is not defined.
pub fn chase_actor<'a>(env: &'a TypeEnv, actor: &'a Type) -> Result<Vec<&'a str>> {
    chase_types(env, std::slice::from_ref(actor))
}

/// Returns an environment with only the definitions that a service needs.
///
/// # Errors
///
/// If a name is not defined.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::analysis::needed;
/// use candid_parser::utils::CandidSource;
///
/// let text = "type A = nat; type B = text; service : { get : () -> (A) }";
/// let (env, actor) = CandidSource::Text(text).load()?;
/// let names: Vec<_> = needed(&env, &actor.unwrap())?.0.into_keys().collect();
/// assert_eq!(names, ["A"]);
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn needed(env: &TypeEnv, actor: &Type) -> Result<TypeEnv> {
    let names = chase_actor(env, actor)?.into_iter();
    let defs = names.filter_map(|name| Some((name.to_string(), env.0.get(name)?.clone())));
    Ok(TypeEnv(defs.collect()))
}

/// Returns the definitions that types need, each after those that it needs.
///
/// # Errors
///
/// If a name is not defined.
///
/// # Examples
///
/// ```
/// use candid::types::{TypeEnv, TypeInner};
/// use candid_parser::bindings::analysis::chase_types;
///
/// let mut env = TypeEnv::new();
/// env.0.insert("A".to_string(), TypeInner::Opt(TypeInner::Var("B".to_string()).into()).into());
/// env.0.insert("B".to_string(), TypeInner::Nat.into());
/// let a = [TypeInner::Var("A".to_string()).into()];
/// assert_eq!(chase_types(&env, &a).unwrap(), ["B", "A"]);
/// ```
pub fn chase_types<'a>(env: &'a TypeEnv, tys: &'a [Type]) -> Result<Vec<&'a str>> {
    let mut seen = BTreeSet::new();
    let mut res = Vec::new();
    for ty in tys {
        chase_type(&mut seen, &mut res, env, ty)?;
    }
    Ok(res)
}

/// Returns the places where a service needs each definition: `init.arg0`, `method.arg0`, `method.ret0`.
///
/// # Errors
///
/// If a name is not defined, or the actor is not a service.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::analysis::chase_def_use;
/// use candid_parser::{check_prog, IDLProg, TypeEnv};
///
/// let prog: IDLProg = "type A = opt B; type B = nat; service : (B) -> { m : (A) -> (B) }".parse().unwrap();
/// let mut env = TypeEnv::new();
/// let actor = check_prog(&mut env, &prog).unwrap().unwrap();
/// let uses = chase_def_use(&env, &actor).unwrap();
/// assert_eq!(uses["A"], ["m.arg0"]);
/// assert_eq!(uses["B"], ["init.arg0", "m.arg0", "m.ret0"]);
/// ```
pub fn chase_def_use<'a>(
    env: &'a TypeEnv,
    actor: &'a Type,
) -> Result<BTreeMap<String, Vec<String>>> {
    let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |types: &[Type], place: &str| -> Result<()> {
        for (idx, ty) in types.iter().enumerate() {
            for name in chase_types(env, std::slice::from_ref(ty))? {
                let places = uses.entry(name.to_string()).or_default();
                places.push(format!("{place}{idx}"));
            }
        }
        Ok(())
    };
    if let TypeInner::Class(args, _) = env.trace_type(actor)?.as_ref() {
        add(args, "init.arg")?;
    }
    for (name, ty) in env.as_service(actor)? {
        let func = env.as_func(ty)?;
        add(&func.args, &format!("{name}.arg"))?;
        add(&func.rets, &format!("{name}.ret"))?;
    }
    Ok(uses)
}

/// Returns the definitions of a list that are referred to in the list before they are complete.
///
/// # Errors
///
/// If a name is not defined.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::analysis::infer_rec;
/// use candid_parser::utils::CandidSource;
///
/// let (env, _) = CandidSource::Text("type List = opt record { nat; List }; type Fee = nat;").load()?;
/// let recursive = infer_rec(&env, &["Fee", "List"])?;
/// assert_eq!(recursive.into_iter().collect::<Vec<_>>(), ["List"]);
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn infer_rec<'a>(env: &'a TypeEnv, def_list: &'a [&'a str]) -> Result<BTreeSet<&'a str>> {
    let mut complete = BTreeSet::new();
    let mut early = BTreeSet::new();
    for name in def_list {
        for part in named(env.find_type(name)?) {
            env.find_type(part)?;
            if !complete.contains(part) {
                early.insert(part);
            }
        }
        complete.insert(*name);
    }
    Ok(early)
}

/// Returns the names in a type, in source order.
fn named(ty: &Type) -> Vec<&str> {
    let mut names = Vec::new();
    // Worklist; the last entry is next.
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        let before = open.len();
        match ty.as_ref() {
            TypeInner::Var(name) => names.push(name.as_str()),
            TypeInner::Opt(part) | TypeInner::Vec(part) => open.push(part),
            TypeInner::Record(fields) | TypeInner::Variant(fields) => {
                open.extend(fields.iter().map(|field| &field.ty));
            }
            TypeInner::Func(func) => open.extend(func.args.iter().chain(&func.rets)),
            TypeInner::Service(methods) => open.extend(methods.iter().map(|(_, ty)| ty)),
            TypeInner::Class(args, service) => {
                open.extend(args);
                open.push(service);
            }
            _ => {}
        }
        open[before..].reverse();
    }
    names
}
