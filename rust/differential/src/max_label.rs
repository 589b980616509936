//! Random types in Candid text, some of which have the largest label there is.
//!
//! The incumbent's parser adds 1 to a numeric label for the label of a field that has none, which
//! overflows at the largest one: a panic in a debug build. So it gets to see the second largest.

use crate::convert::to_ours;
use crate::corpus::{parse_env, parse_types};
use crate::sides::Wanted;
use candid::types::{Field, Function, Label, Type, TypeEnv, TypeInner};

const SEEN: u32 = u32::MAX - 1;

/// Returns a type in Candid text and the definitions it relies on.
///
/// # Panics
///
/// If the incumbent refuses it.
pub fn parse_wanted(env: &str, ty: &str) -> Wanted {
    let their_env = parse_env(&disguise(env));
    let their_types = parse_types(&their_env, &disguise(&format!("({ty})")));
    let mut env = TypeEnv::new();
    for (name, ty) in to_ours::env(&their_env).0 {
        env.0.insert(name, reveal(&ty));
    }
    let types = to_ours::types(&their_types);
    Wanted::new(env, types.iter().map(reveal).collect())
}

fn disguise(text: &str) -> String {
    let seen = SEEN.to_string();
    assert!(
        !text.contains(&seen),
        "the label {seen} has another meaning"
    );
    text.replace(&u32::MAX.to_string(), &seen)
}

/// The order of the fields stays: the largest label is the last.
fn reveal(ty: &Type) -> Type {
    let fields = |fields: &[Field]| {
        let field = |field: &Field| Field {
            id: match field.id.as_ref() {
                Label::Id(SEEN) => Label::Id(u32::MAX).into(),
                _ => field.id.clone(),
            },
            ty: reveal(&field.ty),
        };
        fields.iter().map(field).collect()
    };
    let types = |types: &[Type]| types.iter().map(reveal).collect();
    match ty.as_ref() {
        TypeInner::Opt(part) => TypeInner::Opt(reveal(part)).into(),
        TypeInner::Vec(part) => TypeInner::Vec(reveal(part)).into(),
        TypeInner::Record(parts) => TypeInner::Record(fields(parts)).into(),
        TypeInner::Variant(parts) => TypeInner::Variant(fields(parts)).into(),
        TypeInner::Func(function) => TypeInner::Func(Function {
            modes: function.modes.clone(),
            args: types(&function.args),
            rets: types(&function.rets),
        })
        .into(),
        TypeInner::Service(methods) => {
            let method = |(name, ty): &(String, Type)| (name.clone(), reveal(ty));
            TypeInner::Service(methods.iter().map(method).collect()).into()
        }
        _ => ty.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_label_comes_through() {
        let wanted = parse_wanted(
            "type A = opt record { 4294967295 : nat; 1 : A };",
            "vec variant { 4294967295 : A }",
        );
        let env = "type A = opt record { 1 : A; 4_294_967_295 : nat }\n";
        assert_eq!(wanted.env.to_string(), env);
        assert_eq!(
            wanted.types[0].to_string(),
            "vec variant { 4_294_967_295 : A }"
        );
    }
}
