//! What it is about types that makes the implementations differ: a difference is known only where its cause is.

use crate::header::wire_types;
use crate::sides::Wanted;
use candid::types::{Field, Type, TypeEnv, TypeInner};
use std::collections::BTreeSet;

/// Causes, and what differs because of them.
const CAUSES: [(&str, &[&str], Cause); 3] = [
    ("opt of itself", &["Recursion depth"], |_, (env, _)| {
        env.0.keys().any(|name| is_opt_of_itself(env, name))
    }),
    (
        "vector at blob",
        &["Subtyping error: blob", "another value"],
        |wire, wanted| any(wanted, &is_blob) && any(wire, &|ty| is_vec(ty) && !is_blob(ty)),
    ),
    (
        "record without values",
        &[
            "another value",
            "refused",
            "error: func",
            "error: service",
            "error: subtype mismatch",
        ],
        |wire, wanted| has_record_without_values(wire) || has_record_without_values(wanted),
    ),
];

type Types = (TypeEnv, Vec<Type>);
type Cause = fn(&Types, &Types) -> bool;

/// Returns the id of an entry: which law does not hold for a message and the types it is read at, and because of what, as
/// far as that is known of what differs.
pub fn id(law: &str, what: &str, bytes: &[u8], wanted: &Wanted) -> String {
    // Of what is not well-formed, only the types it is read at are known.
    let wire = wire_types(bytes).unwrap_or_default();
    let wanted = (wanted.env.clone(), wanted.types.clone());
    let explains = |(_, differences, is_so): &&(&str, &[&str], Cause)| {
        differences.iter().any(|part| what.contains(part)) && is_so(&wire, &wanted)
    };
    match CAUSES.iter().find(explains) {
        Some((cause, ..)) => format!("{law}, {cause}"),
        None => law.to_string(),
    }
}

fn any((env, types): &Types, is_it: &dyn Fn(&Type) -> bool) -> bool {
    env.0.values().chain(types).any(|ty| mentions(ty, is_it))
}

fn has_record_without_values(types: &Types) -> bool {
    let inhabited = inhabited(&types.0);
    any(types, &|ty| {
        matches!(ty.as_ref(), TypeInner::Record(_)) && !has_values(ty, &inhabited)
    })
}

fn is_vec(ty: &Type) -> bool {
    matches!(ty.as_ref(), TypeInner::Vec(_))
}

fn is_blob(ty: &Type) -> bool {
    matches!(ty.as_ref(), TypeInner::Vec(part) if matches!(part.as_ref(), TypeInner::Nat8))
}

/// The definitions that have values: the least fixpoint.
fn inhabited(env: &TypeEnv) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    loop {
        let more = env.0.iter().filter(|(_, ty)| has_values(ty, &names));
        let more: BTreeSet<&str> = more.map(|(name, _)| name.as_str()).collect();
        if more.len() == names.len() {
            return names;
        }
        names = more;
    }
}

fn has_values(ty: &Type, names: &BTreeSet<&str>) -> bool {
    match ty.as_ref() {
        TypeInner::Empty => false,
        TypeInner::Var(name) => names.contains(name.as_str()),
        TypeInner::Record(fields) => fields.iter().all(|field| has_values(&field.ty, names)),
        TypeInner::Variant(fields) => fields.iter().any(|field| has_values(&field.ty, names)),
        _ => true,
    }
}

/// Returns whether something holds for a type or a part of it; a name is not followed.
pub fn mentions(ty: &Type, is_it: &dyn Fn(&Type) -> bool) -> bool {
    let any = |fields: &[Field]| fields.iter().any(|field| mentions(&field.ty, is_it));
    is_it(ty)
        || match ty.as_ref() {
            TypeInner::Opt(part) | TypeInner::Vec(part) => mentions(part, is_it),
            TypeInner::Record(fields) | TypeInner::Variant(fields) => any(fields),
            TypeInner::Func(function) => {
                let mut types = function.args.iter().chain(&function.rets);
                types.any(|ty| mentions(ty, is_it))
            }
            TypeInner::Service(methods) => methods.iter().any(|(_, ty)| mentions(ty, is_it)),
            _ => false,
        }
}

/// `type O = opt O`, also by way of other definitions.
fn is_opt_of_itself(env: &TypeEnv, name: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut at = name;
    while let Some(ty) = env.0.get(at) {
        if !seen.insert(at) {
            return true;
        }
        let mut part = ty;
        while let TypeInner::Opt(inner) = part.as_ref() {
            part = inner;
        }
        match part.as_ref() {
            TypeInner::Var(next) => at = next,
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::parse_env;

    #[test]
    fn causes_are_found() {
        let overflow = "accepted, theirs: Recursion depth overflow";
        let value = "another value";
        for (env, what, expected) in [
            (
                "type A = record { a : A };",
                value,
                "law, record without values",
            ),
            ("type A = record { a : A };", overflow, "law"),
            (
                "type A = vec record { a : A; b : B }; type B = variant { };",
                value,
                "law, record without values",
            ),
            ("type A = record { a : opt A };", value, "law"),
            (
                "type A = opt B; type B = opt opt A;",
                overflow,
                "law, opt of itself",
            ),
            ("type A = opt B; type B = opt opt A;", value, "law"),
            ("type A = opt B; type B = vec A;", overflow, "law"),
            (
                "type A = func (record { empty }) -> ();",
                "refused: expected func",
                "law, record without values",
            ),
        ] {
            let wanted = Wanted::from_theirs(parse_env(env), Vec::new());
            assert_eq!(id("law", what, b"DIDL\x00\x00", &wanted), expected, "{env}");
        }
        let wanted = Wanted::from_theirs(parse_env("type A = opt blob;"), Vec::new());
        let message = b"DIDL\x01\x6d\x7e\x01\x00\x00";
        assert_eq!(id("law", value, message, &wanted), "law, vector at blob");
        assert_eq!(
            id("law", value, b"DIDL\x01\x6d\x7b\x01\x00\x00", &wanted),
            "law"
        );
    }
}
