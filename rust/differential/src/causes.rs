//! What it is about types that makes the implementations differ: a difference is known only where its cause is.

use crate::header::{wire_types, Wire};
use crate::sides::Wanted;
use candid::types::{Field, Type, TypeEnv, TypeInner};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Causes, and what differs because of them.
const CAUSES: [(&str, &[&str], Cause); 7] = [
    ("padded opcode", &["binary parser error: -"], |seen| {
        seen.has_padded_opcode
    }),
    (
        "method of a future type",
        &["has a non-function type"],
        |seen| has_method_of_future_type(&seen.table),
    ),
    ("function on the wire", &["expected text in UTF-"], |seen| {
        let is_func = |ty: &Type| matches!(ty.as_ref(), TypeInner::Func(_));
        // Where a function is wanted, both look at the name.
        let mut pairs = pairs(&seen.wire, &seen.wanted).into_iter();
        pairs.any(|(wire, wanted)| is_func(&wire) && !wanted.is_some_and(|ty| is_func(&ty)))
    }),
    (
        "vector at blob",
        &["Subtyping error: blob", "another value"],
        |seen| {
            let mut pairs = pairs(&seen.wire, &seen.wanted).into_iter();
            pairs.any(|(wire, wanted)| {
                wanted.is_some_and(|ty| is_blob(&ty)) && is_vec(&wire) && !is_blob(&wire)
            })
        },
    ),
    ("field called _", &["another value"], |seen| {
        let mut pairs = pairs(&seen.wire, &seen.wanted).into_iter();
        pairs.any(|(_, wanted)| wanted.is_some_and(|ty| has_field_called_underscore(&ty)))
    }),
    (
        "record without values",
        &[
            "another value",
            "refused: expected func",
            "refused: expected service",
            "error: func",
            "error: service",
            "error: subtype mismatch",
        ],
        |seen| {
            [&seen.wire, &seen.wanted]
                .into_iter()
                .any(has_reference_to_record_without_values)
        },
    ),
    (
        "record without values",
        &[
            "refused: a vector of",
            "refused: the type on the wire has no values",
        ],
        |seen| has_record_without_values(&seen.wire),
    ),
];

type Types = (TypeEnv, Vec<Type>);
type Cause = fn(&Seen) -> bool;

/// What is known of a message and of the types it is read at.
struct Seen {
    /// All types of the message, whether a value has them or not.
    table: TypeEnv,
    has_padded_opcode: bool,
    /// The types of its values, and the definitions that they lead to.
    wire: Types,
    /// Those it is read at, and the definitions that they lead to.
    wanted: Types,
}

/// Returns the id of an entry: which law does not hold for a message and the types it is read at, and because of what, as
/// far as that is known of what differs.
pub fn id(law: &str, what: &str, bytes: &[u8], wanted: &Wanted) -> String {
    // Of what is not well-formed, only the types it is read at are known.
    let Wire {
        env,
        types,
        has_padded_opcode,
    } = wire_types(bytes).unwrap_or_default();
    let seen = Seen {
        wire: reachable(&env, types),
        table: env,
        has_padded_opcode,
        wanted: reachable(&wanted.env, wanted.types.clone()),
    };
    let explains = |(_, differences, is_so): &&(&str, &[&str], Cause)| {
        differences.iter().any(|part| what.contains(part)) && is_so(&seen)
    };
    match CAUSES.iter().find(explains) {
        Some((cause, ..)) => format!("{law}, {cause}"),
        None => law.to_string(),
    }
}

/// Types, with those definitions only that they lead to: what the others are is no cause of anything.
fn reachable(env: &TypeEnv, types: Vec<Type>) -> Types {
    let mut met = BTreeMap::new();
    let mut pending = types.clone();
    while let Some(ty) = pending.pop() {
        let mut names = Vec::new();
        names_in(&ty, &mut names);
        for name in names {
            if let Some(definition) = env.0.get(&name) {
                if met.insert(name, definition.clone()).is_none() {
                    pending.push(definition.clone());
                }
            }
        }
    }
    (TypeEnv(met.into_iter().collect()), types)
}

fn names_in(ty: &Type, names: &mut Vec<String>) {
    let found = std::cell::RefCell::new(Vec::new());
    mentions(ty, &|ty| {
        if let TypeInner::Var(name) = ty.as_ref() {
            found.borrow_mut().push(name.clone());
        }
        false
    });
    names.append(&mut found.into_inner());
}

/// The types in the message together with those that are wanted in their place, or with none where the value is skipped,
/// or may be because an `opt` is wanted further out.
fn pairs(wire: &Types, wanted: &Types) -> HashSet<(Type, Option<Type>)> {
    let mut met = HashSet::new();
    let wants = wanted.1.iter().cloned().map(Some);
    let wants = wants.chain(std::iter::repeat(None));
    let mut pending: Vec<(Type, Option<Type>)> = wire.1.iter().cloned().zip(wants).collect();
    while let Some((have, want)) = pending.pop() {
        let Ok(have) = wire.0.trace_type(&have) else {
            continue;
        };
        let want = want.and_then(|ty| wanted.0.trace_type(&ty).ok());
        if !met.insert((have.clone(), want.clone())) {
            continue;
        }
        match (have.as_ref(), want.as_ref().map(|ty| ty.as_ref())) {
            (TypeInner::Vec(have), Some(TypeInner::Vec(want))) => {
                pending.push((have.clone(), Some(want.clone())));
            }
            (TypeInner::Opt(have), Some(TypeInner::Opt(want))) => {
                pending.push((have.clone(), Some(want.clone())));
                pending.push((have.clone(), None));
            }
            (_, Some(TypeInner::Opt(want))) => {
                pending.push((have.clone(), Some(want.clone())));
                pending.push((have.clone(), None));
            }
            (TypeInner::Record(have), Some(TypeInner::Record(want)))
            | (TypeInner::Variant(have), Some(TypeInner::Variant(want))) => {
                pending.extend(have.iter().map(|have| {
                    let want = want
                        .iter()
                        .find(|want| want.id.get_id() == have.id.get_id());
                    (have.ty.clone(), want.map(|want| want.ty.clone()))
                }));
            }
            (TypeInner::Opt(part) | TypeInner::Vec(part), _) => pending.push((part.clone(), None)),
            (TypeInner::Record(fields) | TypeInner::Variant(fields), _) => {
                pending.extend(fields.iter().map(|field| (field.ty.clone(), None)));
            }
            _ => {}
        }
    }
    met
}

fn any((env, types): &Types, is_it: &dyn Fn(&Type) -> bool) -> bool {
    env.0.values().chain(types).any(|ty| mentions(ty, is_it))
}

fn has_method_of_future_type(table: &TypeEnv) -> bool {
    let is_future = |ty: &Type| match ty.as_ref() {
        TypeInner::Var(name) => matches!(
            table.0.get(name).map(|ty| ty.as_ref()),
            Some(TypeInner::Future)
        ),
        _ => false,
    };
    let has_one = |ty: &Type| match ty.as_ref() {
        TypeInner::Service(methods) => methods.iter().any(|(_, ty)| is_future(ty)),
        _ => false,
    };
    table.0.values().any(has_one)
}

fn has_field_called_underscore(ty: &Type) -> bool {
    match ty.as_ref() {
        TypeInner::Record(fields) => fields.iter().any(|field| field.id.to_string() == "_"),
        _ => false,
    }
}

/// A function or service whose type mentions such a record.
fn has_reference_to_record_without_values((env, types): &Types) -> bool {
    let has_one = |ty: &Type| {
        let is_reference = matches!(ty.as_ref(), TypeInner::Func(_) | TypeInner::Service(_));
        is_reference && has_record_without_values(&reachable(env, vec![ty.clone()]))
    };
    let mut all = env.0.values().chain(types);
    all.any(|ty| mentions(ty, &has_one))
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
                "type A = opt func (B) -> (); type B = record { a : B };",
                value,
                "law, record without values",
            ),
            (
                "type A = opt func (B) -> (); type B = record { a : B };",
                overflow,
                "law",
            ),
            // Such a record, and a reference that does not mention it.
            (
                "type A = record { func () -> (); opt B }; type B = record { a : B };",
                value,
                "law",
            ),
            (
                "type A = service { m : (vec record { a : A; b : B }) -> () }; type B = variant { };",
                value,
                "law, record without values",
            ),
            (
                "type A = func (record { a : opt A }) -> ();",
                value,
                "law",
            ),
            ("type A = record { a : A };", "refused: a vector of", "law"),
            (
                "type A = func (record { empty }) -> ();",
                "refused: expected func",
                "law, record without values",
            ),
        ] {
            let wanted = Wanted::from_theirs(parse_env(env), vec![a()]);
            assert_eq!(id("law", what, b"DIDL\x00\x00", &wanted), expected, "{env}");
            // What nobody asks for is no cause.
            let wanted = Wanted::from_theirs(parse_env(env), Vec::new());
            assert_eq!(id("law", what, b"DIDL\x00\x00", &wanted), "law", "{env}");
        }
    }

    #[test]
    fn causes_are_where_they_matter() {
        let value = "another value";
        let function = "refused: expected text in UTF-";
        for (env, message, what, expected) in [
            (
                "type A = opt blob;",
                &b"\x01\x6d\x7e\x01\x00"[..],
                value,
                "law, vector at blob",
            ),
            ("type A = opt blob;", b"\x01\x6d\x7b\x01\x00", value, "law"),
            // A vector, and a blob elsewhere.
            (
                "type A = record { blob; vec bool };",
                b"\x03\x6c\x02\x00\x01\x01\x02\x6d\x7b\x6d\x7e\x01\x00",
                value,
                "law",
            ),
            (
                "type A = record { blob; vec bool };",
                b"\x03\x6c\x02\x00\x02\x01\x02\x6d\x7b\x6d\x7e\x01\x00",
                value,
                "law, vector at blob",
            ),
            // A field that is read, one that is not, and one that is not of a record.
            (
                "type A = record { a : record { _ : nat } };",
                b"\x02\x6c\x01\x61\x01\x6c\x00\x01\x00",
                value,
                "law, field called _",
            ),
            (
                "type A = record { a : opt func (record { _ : nat }) -> () };",
                b"\x02\x6c\x01\x61\x01\x6c\x00\x01\x00",
                value,
                "law",
            ),
            (
                "type A = variant { _ : nat };",
                b"\x01\x6b\x01\x5f\x7d\x01\x00",
                value,
                "law",
            ),
            // A record that no value has, on the wire.
            (
                "type A = reserved;",
                b"\x01\x6c\x01\x00\x00\x01\x00",
                "refused: a vector of",
                "law, record without values",
            ),
            // A function that is skipped, one that may be, one that is not, and one that is the type of no value.
            (
                "type A = reserved;",
                b"\x01\x6a\x00\x00\x00\x01\x00",
                function,
                "law, function on the wire",
            ),
            (
                "type A = opt func () -> ();",
                b"\x01\x6a\x00\x00\x00\x01\x00",
                function,
                "law, function on the wire",
            ),
            (
                "type A = func () -> ();",
                b"\x01\x6a\x00\x00\x00\x01\x00",
                function,
                "law",
            ),
            (
                "type A = reserved;",
                b"\x01\x6a\x00\x00\x00\x01\x7f",
                function,
                "law",
            ),
            (
                "type A = reserved;",
                b"\x01\xee\x7f\x7f\x01\x00",
                "accepted, theirs: binary parser error: -18 is",
                "law, padded opcode",
            ),
            (
                "type A = reserved;",
                b"\x81\x00\x6e\x7f\x01\x00",
                "accepted, theirs: binary parser error: -18 is",
                "law",
            ),
            (
                "type A = reserved;",
                b"\x02\x69\x01\x01a\x01\x67\x00\x01\x00",
                "accepted, theirs: Method a has a non-function type table",
                "law, method of a future type",
            ),
            (
                "type A = reserved;",
                b"\x02\x69\x01\x01a\x01\x6e\x7f\x01\x00",
                "accepted, theirs: Method a has a non-function type table",
                "law",
            ),
        ] {
            let wanted = Wanted::from_theirs(parse_env(env), vec![a()]);
            let message = [b"DIDL", message].concat();
            assert_eq!(
                id("law", what, &message, &wanted),
                expected,
                "{env} {message:x?}"
            );
        }
    }

    /// The incumbent's `A`.
    fn a() -> candid_incumbent::types::Type {
        candid_incumbent::types::TypeInner::Var("A".to_string()).into()
    }
}
