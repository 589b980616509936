//! Types known at run time that were used before, with what was made of them: callers pass the same types with each message.
//!
//! An entry holds the types, so that their addresses are not reused, and each definition that their names led to. It is used
//! only if these are the types of the call and the names lead to the same definitions in its environment.
//!
//! The first call with some types only leaves these: most types are used once, and what their names lead to takes longer to
//! collect and sort than the rest.

use crate::schema::graph::Graph;
use crate::schema::references::{is_equal, is_one, References};
use crate::types::env::TypeEnv;
use crate::types::ty::{Type, TypeInner};
use crate::util::frequent_cache::FrequentCache;
use crate::util::mechanisms;
use candid_wire::limits::{MAX_KEPT_TYPES, MAX_KEPT_TYPES_BYTES};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::thread::LocalKey;

/// What was made of types, by the types.
pub(crate) type KnownTypes<T> =
    RefCell<FrequentCache<KnownType<T>, MAX_KEPT_TYPES, MAX_KEPT_TYPES_BYTES>>;

/// Types with what was made of them.
#[derive(Debug)]
pub(crate) struct KnownType<T> {
    types: Box<[Type]>,
    /// From the second call on.
    made: OnceCell<(References, Rc<T>)>,
}

/// What is known of types.
pub(crate) enum Known<T> {
    /// What was made of them.
    Made(Rc<T>),
    /// They were used before.
    Seen,
    Nothing,
}

/// What a part of a type takes: in the type itself, in its graph, and in what is made of that.
const BYTES_OF_PART: usize = 192;

/// How many options and vectors around a name or primitive type are compared with those of an entry.
const MAX_WRAPPERS: usize = 4;

/// Returns what is known of these types.
pub(crate) fn find<T>(
    known: &'static LocalKey<KnownTypes<T>>,
    env: &TypeEnv,
    types: &[Type],
) -> Known<T> {
    if !mechanisms::KNOWN_TYPES {
        return Known::Nothing;
    }
    // During thread teardown the cache may be gone.
    let found = known.try_with(|known| {
        let mut known = known.try_borrow_mut().ok()?;
        let found = known.find(|known| known.is_of(env, types))?;
        Some(match found.made.get() {
            Some((_, made)) => Known::Made(made.clone()),
            None => Known::Seen,
        })
    });
    found.ok().flatten().unwrap_or(Known::Nothing)
}

/// Keeps these types, and what was made of them if their references were wanted; `graph` is theirs.
pub(crate) fn keep<T>(
    known: &'static LocalKey<KnownTypes<T>>,
    types: &[Type],
    graph: &Graph,
    mut references: References,
    made: &Rc<T>,
) {
    let _ = known.try_with(|known| {
        let Ok(mut known) = known.try_borrow_mut() else {
            return;
        };
        let n_bytes = n_bytes(graph, &references);
        if !references.are_wanted() {
            let new = KnownType {
                types: types.into(),
                made: OnceCell::new(),
            };
            // The types are kept, however large they are.
            return known.keep(new, n_bytes, false);
        }
        references.sort();
        let seen = known.find(|known| known.made.get().is_none() && known.has_types(types));
        if seen.is_some_and(|seen| seen.made.set((references, made.clone())).is_ok()) {
            known.resize(|known| known.is_made(made), n_bytes);
        }
    });
}

impl<T> KnownType<T> {
    /// Returns whether these are the types, whose names lead to the same definitions.
    fn is_of(&self, env: &TypeEnv, types: &[Type]) -> bool {
        let leads_there = |(references, _): &(References, Rc<T>)| references.lead_there(env);
        self.has_types(types) && self.made.get().is_none_or(leads_there)
    }

    fn has_types(&self, types: &[Type]) -> bool {
        self.types.len() == types.len() && self.types.iter().zip(types).all(|(a, b)| is_same(a, b))
    }

    fn is_made(&self, made: &Rc<T>) -> bool {
        self.made
            .get()
            .is_some_and(|(_, own)| Rc::ptr_eq(own, made))
    }
}

/// Returns whether both are certainly the same type, if names lead to the same definitions.
#[inline]
fn is_same(a: &Type, b: &Type) -> bool {
    is_one(a, b) || is_like(a, b, MAX_WRAPPERS)
}

/// Returns whether both are the same name or primitive type, or as many options and vectors of one type.
fn is_like(a: &Type, b: &Type, max_wrappers: usize) -> bool {
    match (a.as_ref(), b.as_ref()) {
        (TypeInner::Var(a), TypeInner::Var(b)) => is_equal(a, b),
        (TypeInner::Opt(a), TypeInner::Opt(b)) | (TypeInner::Vec(a), TypeInner::Vec(b)) => {
            max_wrappers > 0 && (is_one(a, b) || is_like(a, b, max_wrappers - 1))
        }
        (a, b) => a.primitive().is_some() && a.primitive() == b.primitive(),
    }
}

/// Returns the size of an entry in bytes, somewhat more than it is.
fn n_bytes(graph: &Graph, references: &References) -> usize {
    let (n_references, len_of_references) = references.len();
    let n_parts = graph.n_parts() + n_references + 4;
    n_parts * BYTES_OF_PART + graph.len_of_names() + len_of_references
}
