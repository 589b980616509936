//! References from types to others, which an environment or the registry of Rust types resolves.

use crate::types::env::TypeEnv;
use crate::types::registry;
use crate::types::ty::{Type, TypeInner};
use crate::util::bytes_eq;
use crate::util::sort::sort_by_name;

/// What the references in types led to.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// Whether they are collected, or only measured.
    are_wanted: bool,
    /// The length of the names, of each as often as it is there: each place may have its own copy.
    len_of_names: usize,
    /// Names and their definitions.
    names: Vec<(Type, Type)>,
    /// References to Rust types, and those types.
    knots: Vec<(Type, Type)>,
}

/// Searching a map for a name takes as long as passing so many names.
const LOOKUP: usize = 4;

impl References {
    /// Returns none, which will be collected if they are wanted.
    pub(crate) fn new(are_wanted: bool) -> Self {
        References {
            are_wanted,
            ..References::default()
        }
    }

    pub(crate) fn are_wanted(&self) -> bool {
        self.are_wanted
    }

    /// Takes note of a place with a name.
    #[inline]
    pub(crate) fn pass(&mut self, name: &str) {
        self.len_of_names += name.len();
    }

    /// Adds what a name or a reference to a Rust type leads to.
    pub(crate) fn add(&mut self, reference: &Type, ty: &Type) {
        if !self.are_wanted {
            return;
        }
        self.pass(name_of(reference));
        let references = match reference.as_ref() {
            TypeInner::Knot(_) => &mut self.knots,
            _ => &mut self.names,
        };
        references.push((reference.clone(), ty.clone()));
    }

    /// Returns the number of references, and the length of all names.
    pub(crate) fn len(&self) -> (usize, usize) {
        (self.names.len() + self.knots.len(), self.len_of_names)
    }

    /// Sorts the names, of which each is there once then.
    pub(crate) fn sort(&mut self) {
        sort_by_name(&mut self.names, |(name, _)| name_of(name));
        self.names
            .dedup_by(|(a, _), (b, _)| name_of(a) == name_of(b));
    }

    /// Returns whether all references lead to the same types in this environment and thread. They are sorted.
    pub(crate) fn lead_there(&self, env: &TypeEnv) -> bool {
        let find = |ty: &Type| match ty.as_ref() {
            TypeInner::Knot(id) => registry::find_type(id),
            _ => None,
        };
        let mut knots = self.knots.iter();
        let are_known = knots.all(|(knot, ty)| find(knot).is_some_and(|found| is_one(&found, ty)));
        are_known && self.names_lead_there(env)
    }

    fn names_lead_there(&self, env: &TypeEnv) -> bool {
        let mut names = self.names.iter();
        if self.names.len() * LOOKUP < env.0.len() {
            let mut found = names.map(|(name, ty)| (env.0.get(name_of(name)), ty));
            return found.all(|(found, ty)| found.is_some_and(|found| is_one(found, ty)));
        }
        // Both are sorted by name.
        let Some(mut next) = names.next() else {
            return true;
        };
        for (found_name, found) in &env.0 {
            let (name, ty) = next;
            if is_one(found, ty) && is_equal(found_name, name_of(name)) {
                match names.next() {
                    Some(after) => next = after,
                    None => return true,
                }
            }
        }
        false
    }
}

/// Returns whether both are copies of one type. What may be either is alive, so addresses are not reused.
pub(crate) fn is_one(a: &Type, b: &Type) -> bool {
    a.address() == b.address()
}

/// Returns whether two names are equal.
pub(crate) fn is_equal(a: &str, b: &str) -> bool {
    bytes_eq::equal(a.as_bytes(), b.as_bytes())
}

/// Returns the name that a type is.
fn name_of(variable: &Type) -> &str {
    match variable.as_ref() {
        TypeInner::Var(name) => name,
        _ => "",
    }
}
