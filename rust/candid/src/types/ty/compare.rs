//! Comparison and hashing of types that may be large, deep, or share their parts.
//!
//! The derived implementations would visit a shared part once per path to it, which is exponential in the depth, and
//! need a stack as deep as the type. Here equality keeps a list of pairs and remembers the shared ones, and a hash
//! reads a bounded part of the type.

use crate::types::ty::{Field, Type, TypeInner};
use crate::util::id_map::IdMap;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The number of nodes of a type included in its hash. Larger types that differ only beyond them collide, and equality
/// decides.
const HASHED_NODES: usize = 64;

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        let mut compared = IdMap::default();
        let mut pairs = vec![(self, other)];
        while let Some((a, b)) = pairs.pop() {
            if Rc::ptr_eq(&a.0, &b.0) {
                continue;
            }
            let is_shared = Rc::strong_count(&a.0) > 1 && Rc::strong_count(&b.0) > 1;
            if is_shared && compared.insert((a.address(), b.address()), ()).is_some() {
                continue;
            }
            if !same_head(a, b, &mut pairs) {
                return false;
            }
        }
        true
    }
}

/// Compares everything except the parts, which are added to `pairs`.
fn same_head<'a>(a: &'a Type, b: &'a Type, pairs: &mut Vec<(&'a Type, &'a Type)>) -> bool {
    match (a.as_ref(), b.as_ref()) {
        (TypeInner::Opt(a), TypeInner::Opt(b)) | (TypeInner::Vec(a), TypeInner::Vec(b)) => {
            pairs.push((a, b));
            true
        }
        (TypeInner::Record(a), TypeInner::Record(b))
        | (TypeInner::Variant(a), TypeInner::Variant(b)) => {
            pairs.extend(a.iter().zip(b).map(|(a, b)| (&a.ty, &b.ty)));
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.id == b.id)
        }
        (TypeInner::Func(a), TypeInner::Func(b)) => {
            pairs.extend(a.args.iter().zip(&b.args));
            pairs.extend(a.rets.iter().zip(&b.rets));
            a.modes == b.modes && a.args.len() == b.args.len() && a.rets.len() == b.rets.len()
        }
        (TypeInner::Service(a), TypeInner::Service(b)) => {
            pairs.extend(a.iter().zip(b).map(|(a, b)| (&a.1, &b.1)));
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0)
        }
        (TypeInner::Class(a, service_a), TypeInner::Class(b, service_b)) => {
            pairs.extend(a.iter().zip(b));
            pairs.push((service_a, service_b));
            a.len() == b.len()
        }
        // The remaining types have no parts, or differ in the constructor.
        (TypeInner::Var(a), TypeInner::Var(b)) => a == b,
        (TypeInner::Knot(a), TypeInner::Knot(b)) => a == b,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

impl PartialOrd for Type {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Type {
    fn cmp(&self, other: &Self) -> Ordering {
        if Rc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        self.0.cmp(&other.0)
    }
}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut parts = vec![self];
        for _ in 0..HASHED_NODES {
            let Some(ty) = parts.pop() else { break };
            hash_head(ty, state, &mut parts);
        }
    }
}

fn hash_head<'a>(ty: &'a Type, state: &mut impl Hasher, parts: &mut Vec<&'a Type>) {
    std::mem::discriminant(ty.as_ref()).hash(state);
    let mut fields = |fields: &'a [Field]| {
        state.write_usize(fields.len());
        for field in fields.iter().take(HASHED_NODES) {
            field.id.hash(state);
            parts.push(&field.ty);
        }
    };
    match ty.as_ref() {
        TypeInner::Knot(id) => id.hash(state),
        TypeInner::Var(name) => name.hash(state),
        TypeInner::Opt(part) | TypeInner::Vec(part) => parts.push(part),
        TypeInner::Record(parts) | TypeInner::Variant(parts) => fields(parts),
        TypeInner::Func(function) => {
            function.modes.hash(state);
            state.write_usize(function.args.len());
            parts.extend(
                function
                    .args
                    .iter()
                    .chain(&function.rets)
                    .take(HASHED_NODES),
            );
        }
        TypeInner::Service(methods) => {
            state.write_usize(methods.len());
            for (name, ty) in methods.iter().take(HASHED_NODES) {
                name.hash(state);
                parts.push(ty);
            }
        }
        TypeInner::Class(args, service) => {
            state.write_usize(args.len());
            parts.extend(args.iter().take(HASHED_NODES));
            parts.push(service);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ty::label::Label;
    use std::hash::DefaultHasher;

    fn hash(ty: &Type) -> u64 {
        let mut hasher = DefaultHasher::new();
        ty.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns a record of two copies of a record of two copies of …
    fn doubled(depth: usize, innermost: TypeInner) -> Type {
        let mut ty: Type = innermost.into();
        for _ in 0..depth {
            let field = |id| Field {
                id: Rc::new(Label::Id(id)),
                ty: ty.clone(),
            };
            ty = TypeInner::Record(vec![field(0), field(1)]).into();
        }
        ty
    }

    #[test]
    fn sharing_is_not_exponential() {
        let a = doubled(200, TypeInner::Nat);
        let b = doubled(200, TypeInner::Nat);
        let c = doubled(200, TypeInner::Int);
        assert_eq!(a, b);
        assert_eq!(hash(&a), hash(&b));
        assert_ne!(a, c);
    }

    #[test]
    fn small_differences_count() {
        let opt = |inner: TypeInner| Type::from(TypeInner::Opt(inner.into()));
        let types = [
            opt(TypeInner::Nat),
            opt(TypeInner::Int),
            opt(TypeInner::Var("a".into())),
            opt(TypeInner::Var("b".into())),
            opt(TypeInner::Record(Vec::new())),
            opt(TypeInner::Service(Vec::new())),
            doubled(1, TypeInner::Nat),
            doubled(2, TypeInner::Nat),
        ];
        for (i, a) in types.iter().enumerate() {
            for (j, b) in types.iter().enumerate() {
                assert_eq!(a == b, i == j, "{a:?} {b:?}");
                assert_eq!(a.cmp(b).is_eq(), i == j, "{a:?} {b:?}");
                assert_eq!(hash(a) == hash(b), i == j, "{a:?} {b:?}");
            }
        }
    }
}
