//! Per-thread registry of the Candid types of Rust types, including recursive ones.
//!
//! [`CandidType::ty`](crate::CandidType::ty) calls [`type_once`], which caches its result. A Rust type that is reached
//! again while its own type is being built yields a [`TypeInner::Knot`], which ends the recursion and is looked up here
//! when followed.

mod names;

use crate::types::docs::TypeDoc;
use crate::types::id::TypeId;
use crate::types::ty::{Type, TypeInner};
use crate::util::id_map::IdMap;

use crate::types::registry::names::TypeNames;
use crate::util::thread_state::thread_state;

thread_state! {
    /// The types built so far. ARCHITECTURE.md lists all state that outlives a call.
    static MEMO: Memo;
}

/// The capacity in types when the first is built.
const INITIAL_CAPACITY: usize = 32;

#[derive(Default)]
struct Memo {
    /// The value is `None` for a type whose construction panicked.
    types: IdMap<TypeId, Option<Entry>>,
    /// Every record and variant that was built, in the order of completion: for finding the Rust type of a type.
    completed: Vec<(Type, TypeId)>,
    /// The index of the first `indexed` of `completed`: types are hashed only when a lookup needs it.
    ids: TypeNames,
    indexed: usize,
}

struct Entry {
    /// `None` while the type is being built.
    ty: Option<Type>,
    docs: fn() -> TypeDoc,
}

/// Returns the type of the Rust type `id`, calling `make` only the first time; while `make` runs, returns a reference
/// to the Rust type.
pub fn type_once(id: TypeId, make: fn() -> Type) -> Type {
    type_once_with_docs(id, make, TypeDoc::default)
}

/// As [`type_once`], with doc comments, which [`TypeContainer`](crate::types::TypeContainer) collects.
pub fn type_once_with_docs(id: TypeId, make: fn() -> Type, docs: fn() -> TypeDoc) -> Type {
    let key = id.clone();
    let known = MEMO.with(|memo| {
        let new = Some(Entry { ty: None, docs });
        match memo.types.get_mut(&key) {
            Some(Some(entry)) => {
                let knot = || TypeInner::Knot(id.clone()).into();
                return Some(entry.ty.clone().unwrap_or_else(knot));
            }
            Some(failed) => *failed = new,
            None => {
                memo.types.reserve(INITIAL_CAPACITY);
                memo.types.insert_new(key.clone(), new);
            }
        }
        None
    });
    if let Some(ty) = known {
        return ty;
    }
    let unfinished = Unfinished(&key);
    let ty = make();
    // The type is finished, and the guard has nothing to clean up.
    std::mem::forget(unfinished);
    MEMO.with(|memo| {
        if matches!(ty.as_ref(), TypeInner::Record(_) | TypeInner::Variant(_)) {
            memo.completed.push((ty.clone(), id));
        }
        let ty = Some(ty.clone());
        memo.types.insert(key, Some(Entry { ty, docs }));
    });
    ty
}

/// Removes a type whose construction panicked, so that it does not appear recursive from then on.
struct Unfinished<'a>(&'a TypeId);

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        MEMO.with(|memo| {
            if let Some(entry) = memo.types.get_mut(self.0) {
                *entry = None;
            }
        });
    }
}

/// Returns the type of a Rust type, if [`CandidType::ty`](crate::CandidType::ty) was called for it in this thread.
pub fn find_type(id: &TypeId) -> Option<Type> {
    MEMO.with(|memo| memo.types.get(id)?.as_ref()?.ty.clone())
}

/// Returns the doc comments of a Rust type, if [`CandidType::ty`](crate::CandidType::ty) was called for it in this
/// thread.
pub fn find_type_doc(id: &TypeId) -> Option<TypeDoc> {
    let docs = MEMO.with(|memo| Some(memo.types.get(id)?.as_ref()?.docs));
    docs.map(|docs| docs())
}

/// Returns the Rust type in this thread that names the record or variant `ty`; see [`TypeNames`].
pub(crate) fn find_id(ty: &Type) -> Option<TypeId> {
    MEMO.with(|memo| {
        for (ty, id) in &memo.completed[memo.indexed..] {
            memo.ids.add(ty, id);
        }
        memo.indexed = memo.completed.len();
        memo.ids.find(ty)
    })
}

/// Removes the types of all Rust types. References to them, in types built before, are unresolved until
/// [`CandidType::ty`](crate::CandidType::ty) is called again; assigned names stay.
pub fn env_clear() {
    MEMO.with(|memo| memo.types.clear());
}

/// Returns the type with each reference to a Rust type replaced by that type, one level deep.
///
/// A reference to a Rust type that is unknown in this thread stays.
pub fn unroll(ty: &Type) -> Type {
    match ty.as_ref() {
        TypeInner::Knot(id) => find_type(id).unwrap_or_else(|| ty.clone()),
        _ => ty.map_parts(&mut unroll),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ty::label::Label;
    use crate::types::ty::print::one_line;
    use crate::types::ty::Field;

    struct List;
    struct Failing;

    fn list() -> Type {
        let tail = Type::from(TypeInner::Opt(type_once(TypeId::of::<List>(), list)));
        let field = |name: &str, ty| Field {
            id: Label::Named(name.to_string()).into(),
            ty,
        };
        TypeInner::Record(vec![
            field("head", TypeInner::Nat.into()),
            field("tail", tail),
        ])
        .into()
    }

    #[test]
    fn recursion_ends_in_a_reference() {
        let id = TypeId::of::<List>();
        let ty = type_once(id.clone(), list);
        assert_eq!(one_line(&ty), "record { head : nat; tail : opt List }");
        assert_eq!(type_once(id.clone(), list).address(), ty.address());
        let unrolled = "record { head : nat; tail : opt record { head : nat; tail : opt List } }";
        assert_eq!(one_line(&unroll(&ty)), unrolled);
        assert_eq!(find_id(&ty), Some(id.clone()));
        env_clear();
        assert_eq!(find_type(&id), None);
        assert_eq!(find_type_doc(&id), None);
        assert_eq!(unroll(&ty), ty);
    }

    #[test]
    fn a_panic_leaves_nothing_behind() {
        let id = TypeId::of::<Failing>();
        let call = || type_once(TypeId::of::<Failing>(), || panic!("on purpose"));
        assert!(std::panic::catch_unwind(call).is_err());
        assert_eq!(
            type_once(id, || TypeInner::Nat.into()),
            TypeInner::Nat.into()
        );
    }

    #[test]
    fn docs_are_kept_unevaluated() {
        struct Documented;
        let id = TypeId::of::<Documented>();
        let docs = || TypeDoc {
            docs: vec!["text".to_string()],
            ..TypeDoc::default()
        };
        type_once_with_docs(id.clone(), || TypeInner::Nat.into(), docs);
        assert_eq!(find_type_doc(&id), Some(docs()));
    }
}
