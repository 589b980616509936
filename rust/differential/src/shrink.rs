//! The smallest input that shows a difference.

use crate::causes::mentions;
use crate::sides::Wanted;
use candid::types::{Field, Function, Type, TypeEnv, TypeInner};

/// No difference is worth more attempts.
const N_ATTEMPTS: usize = 5_000;

/// Returns a message and a type to read it at that are no larger, and for which `differs` still holds.
pub fn shrink(
    bytes: &[u8],
    wanted: &Wanted,
    differs: &dyn Fn(&[u8], &Wanted) -> bool,
) -> (Vec<u8>, Wanted) {
    let mut bytes = bytes.to_vec();
    let mut wanted = Wanted::new(wanted.env.clone(), wanted.types.clone());
    let mut attempts = N_ATTEMPTS;
    loop {
        let shorter =
            smaller_bytes(&bytes).find(|bytes| attempt(&mut attempts) && differs(bytes, &wanted));
        let simpler = match shorter {
            Some(_) => None,
            None => smaller_wanted(&wanted)
                .into_iter()
                .find(|wanted| attempt(&mut attempts) && differs(&bytes, wanted)),
        };
        match (shorter, simpler) {
            (Some(shorter), _) => bytes = shorter,
            (None, Some(simpler)) => wanted = simpler,
            (None, None) => return (bytes, wanted),
        }
    }
}

/// Returns two types and their definitions that are no larger, and for which `differs` still holds.
pub fn shrink_types(
    env: &TypeEnv,
    types: &[Type],
    differs: &dyn Fn(&TypeEnv, &[Type]) -> bool,
) -> (TypeEnv, Vec<Type>) {
    let mut wanted = Wanted::new(env.clone(), types.to_vec());
    let mut attempts = N_ATTEMPTS;
    while let Some(simpler) = smaller_wanted(&wanted)
        .into_iter()
        .find(|wanted| attempt(&mut attempts) && differs(&wanted.env, &wanted.types))
    {
        wanted = simpler;
    }
    (wanted.env, wanted.types)
}

fn attempt(left: &mut usize) -> bool {
    *left = left.saturating_sub(1);
    *left > 0
}

/// Without a part, large ones first, then with a 0 in place of a byte.
fn smaller_bytes(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let sizes = [16, 4, 2, 1].into_iter();
    let parts = sizes.flat_map(|n| (0..bytes.len()).map(move |at| (at, n)));
    let removed = parts
        .filter(|(at, n)| at + n <= bytes.len())
        .map(|(at, n)| {
            let mut shorter = bytes.to_vec();
            shorter.drain(at..at + n);
            shorter
        });
    let zeros = (0..bytes.len()).filter(|at| bytes[*at] != 0).map(|at| {
        let mut zeroed = bytes.to_vec();
        zeroed[at] = 0;
        zeroed
    });
    removed.chain(zeros)
}

/// With one type or definition replaced by a smaller one, or without a definition that nothing mentions.
fn smaller_wanted(wanted: &Wanted) -> Vec<Wanted> {
    let mut out = Vec::new();
    for (at, ty) in wanted.types.iter().enumerate() {
        for smaller in smaller_types(ty) {
            let mut types = wanted.types.clone();
            types[at] = smaller;
            out.push(Wanted::new(wanted.env.clone(), types));
        }
    }
    for (name, ty) in &wanted.env.0 {
        for smaller in smaller_types(ty) {
            let mut env = wanted.env.clone();
            env.0.insert(name.clone(), smaller);
            out.push(Wanted::new(env, wanted.types.clone()));
        }
        let is_it = |ty: &Type| matches!(ty.as_ref(), TypeInner::Var(var) if var == name);
        let mut types = wanted.types.iter().chain(wanted.env.0.values());
        if !types.any(|ty| mentions(ty, &is_it)) {
            let mut env = wanted.env.clone();
            env.0.remove(name);
            out.push(Wanted::new(env, wanted.types.clone()));
        }
    }
    out
}

/// Null, the parts of a type, and the type with one of its parts left out or smaller.
fn smaller_types(ty: &Type) -> Vec<Type> {
    let mut out: Vec<Type> = Vec::new();
    if !matches!(ty.as_ref(), TypeInner::Null) {
        out.push(TypeInner::Null.into());
    }
    match ty.as_ref() {
        TypeInner::Opt(part) => {
            out.push(part.clone());
            out.extend(
                smaller_types(part)
                    .into_iter()
                    .map(|t| TypeInner::Opt(t).into()),
            );
        }
        TypeInner::Vec(part) => {
            out.push(part.clone());
            out.extend(
                smaller_types(part)
                    .into_iter()
                    .map(|t| TypeInner::Vec(t).into()),
            );
        }
        TypeInner::Record(fields) => {
            out.extend(fields.iter().map(|field| field.ty.clone()));
            out.extend(
                smaller_fields(fields)
                    .into_iter()
                    .map(|f| TypeInner::Record(f).into()),
            );
        }
        TypeInner::Variant(fields) => {
            out.extend(fields.iter().map(|field| field.ty.clone()));
            out.extend(
                smaller_fields(fields)
                    .into_iter()
                    .map(|f| TypeInner::Variant(f).into()),
            );
        }
        TypeInner::Func(function) => {
            out.extend(function.args.iter().chain(&function.rets).cloned());
            let with = |args: &[Type], rets: &[Type]| {
                TypeInner::Func(Function {
                    modes: function.modes.clone(),
                    args: args.to_vec(),
                    rets: rets.to_vec(),
                })
                .into()
            };
            out.extend(
                smaller_lists(&function.args)
                    .iter()
                    .map(|args| with(args, &function.rets)),
            );
            out.extend(
                smaller_lists(&function.rets)
                    .iter()
                    .map(|rets| with(&function.args, rets)),
            );
        }
        TypeInner::Service(methods) => {
            for at in 0..methods.len() {
                let mut fewer = methods.clone();
                let (name, ty) = fewer.remove(at);
                out.push(ty.clone());
                out.push(TypeInner::Service(fewer).into());
                for smaller in smaller_types(&ty) {
                    // A method is a function, whatever else might be smaller.
                    if matches!(smaller.as_ref(), TypeInner::Func(_)) {
                        let mut methods = methods.clone();
                        methods[at] = (name.clone(), smaller);
                        out.push(TypeInner::Service(methods).into());
                    }
                }
            }
        }
        _ => {}
    }
    out
}

fn smaller_lists(types: &[Type]) -> Vec<Vec<Type>> {
    let mut out = Vec::new();
    for at in 0..types.len() {
        let mut fewer = types.to_vec();
        let ty = fewer.remove(at);
        out.push(fewer);
        for smaller in smaller_types(&ty) {
            let mut types = types.to_vec();
            types[at] = smaller;
            out.push(types);
        }
    }
    out
}

fn smaller_fields(fields: &[Field]) -> Vec<Vec<Field>> {
    let mut out = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let mut fewer = fields.to_vec();
        fewer.remove(at);
        out.push(fewer);
        for ty in smaller_types(&field.ty) {
            let mut fields = fields.to_vec();
            fields[at].ty = ty;
            out.push(fields);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::{random_env, random_type};
    use crate::random::Random;

    #[test]
    fn what_matters_is_left() {
        let mut random = Random::new(1);
        let env = random_env(&mut random);
        let text = TypeInner::Text.into();
        let mut ty: Type = TypeInner::Vec(text).into();
        for _ in 0..5 {
            let other = random_type(&mut random, 2);
            ty = TypeInner::Func(Function {
                modes: Vec::new(),
                args: vec![other, ty],
                rets: Vec::new(),
            })
            .into();
        }
        let wanted = Wanted::new(env, vec![ty]);
        let bytes: Vec<u8> = (0..40).collect();
        let differs = |bytes: &[u8], wanted: &Wanted| {
            bytes.contains(&7) && wanted.types[0].to_string().contains("vec text")
        };
        let (bytes, wanted) = shrink(&bytes, &wanted, &differs);
        assert_eq!(bytes, [7]);
        assert!(wanted.env.0.is_empty(), "{}", wanted.env);
        assert_eq!(wanted.types[0].to_string(), "vec text");
    }
}
