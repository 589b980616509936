//! Comparison and hashing of types that may be large, deep, or share their parts.
//!
//! The derived implementations would visit a shared part once per path to it, which is exponential in the depth, and
//! need a stack as deep as the type. Here equality keeps a list of pairs and remembers the shared ones, and a hash
//! reads a bounded part of the type.

use crate::types::ty::{Type, TypeInner};
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
            if !is_same_head(a, b) {
                return false;
            }
            pairs.extend(a.parts().zip(b.parts()));
        }
        true
    }
}

/// Compares everything except the parts, of which both have equally many if they are equal.
fn is_same_head(a: &TypeInner, b: &TypeInner) -> bool {
    match (a, b) {
        (TypeInner::Record(a), TypeInner::Record(b))
        | (TypeInner::Variant(a), TypeInner::Variant(b)) => a
            .iter()
            .map(|field| &field.id)
            .eq(b.iter().map(|field| &field.id)),
        (TypeInner::Func(a), TypeInner::Func(b)) => {
            a.modes == b.modes && a.args.len() == b.args.len() && a.rets.len() == b.rets.len()
        }
        (TypeInner::Service(a), TypeInner::Service(b)) => a
            .iter()
            .map(|(name, _)| name)
            .eq(b.iter().map(|(name, _)| name)),
        (TypeInner::Class(a, _), TypeInner::Class(b, _)) => a.len() == b.len(),
        (TypeInner::Var(a), TypeInner::Var(b)) => a == b,
        (TypeInner::Knot(a), TypeInner::Knot(b)) => a == b,
        // The remaining types have a fixed number of parts, or differ in the constructor.
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
            hash_head(ty, state);
            parts.extend(ty.parts().take(HASHED_NODES));
        }
    }
}

/// Hashes everything except the parts.
fn hash_head(ty: &TypeInner, state: &mut impl Hasher) {
    std::mem::discriminant(ty).hash(state);
    match ty {
        TypeInner::Knot(id) => id.hash(state),
        TypeInner::Var(name) => name.hash(state),
        TypeInner::Record(fields) | TypeInner::Variant(fields) => {
            state.write_usize(fields.len());
            for field in fields.iter().take(HASHED_NODES) {
                field.id.hash(state);
            }
        }
        TypeInner::Func(function) => {
            function.modes.hash(state);
            state.write_usize(function.args.len());
        }
        TypeInner::Service(methods) => {
            state.write_usize(methods.len());
            for (name, _) in methods.iter().take(HASHED_NODES) {
                name.hash(state);
            }
        }
        TypeInner::Class(args, _) => state.write_usize(args.len()),
        _ => {}
    }
}
