//! Selection of the Rust type that names a record or variant.

use crate::types::id::{own_name, TypeId};
use crate::types::ty::Type;
use crate::util::id_map::IdMap;

/// Finds the Rust type of a type.
///
/// A Rust type names the types it built itself, so that types of two names are two definitions although their fields
/// are the same. Where Rust types cannot be distinguished, the one with the shortest full name is selected, among these
/// the first, as in candid 0.10.39:
///
/// * those that share a type: newtypes and their contents, `T` and `Box<T>`;
/// * those of one name that are equal, `Result<u64, String>` and `Result<u64, &str>`: separate numbers would not help
///   readers;
/// * those that are equal to a type that none of them built, such as the fields of a variant's case.
#[derive(Default)]
pub(super) struct TypeNames {
    /// Rust types by the address of the type; the caller keeps the types alive.
    makers: IdMap<usize, TypeId>,
    /// Rust types by structure and the name without path and parameters.
    namesakes: IdMap<(Type, &'static str), TypeId>,
    /// Rust types by structure.
    equals: IdMap<Type, TypeId>,
}

impl TypeNames {
    /// Records that `id` has the type `ty`, whose address must not be reused.
    pub(super) fn add(&mut self, ty: &Type, id: &TypeId) {
        note(&mut self.makers, ty.address(), id);
        note(&mut self.namesakes, (ty.clone(), own_name(id.name)), id);
        note(&mut self.equals, ty.clone(), id);
    }

    /// Returns the Rust type that names `ty`.
    pub(super) fn find(&self, ty: &Type) -> Option<TypeId> {
        let found = match self.makers.get(&ty.address()) {
            Some(maker) => self.namesakes.get(&(ty.clone(), own_name(maker.name))),
            None => self.equals.get(ty),
        };
        found.cloned()
    }
}

fn note<K: std::hash::Hash + Eq>(ids: &mut IdMap<K, TypeId>, key: K, id: &TypeId) {
    let known = ids.get_or_insert_with(key, || id.clone());
    if id.name.len() < known.name.len() {
        *known = id.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ty::TypeInner;

    mod far {
        pub(super) struct Near;
        pub(super) struct Item<T>(#[allow(dead_code, reason = "only the name matters")] T);
    }
    struct Near;
    struct Long;

    /// Returns a new type, equal to all that this function returns.
    fn made() -> Type {
        TypeInner::Record(Vec::new()).into()
    }

    fn name(names: &TypeNames, ty: &Type) -> &'static str {
        names.find(ty).map_or("", |id| id.name)
    }

    #[test]
    fn who_made_it_then_who_is_shortest() {
        let (far, near, long) = (made(), made(), made());
        let mut names = TypeNames::default();
        assert_eq!(names.find(&far), None);
        names.add(&long, &TypeId::of::<Long>());
        names.add(&far, &TypeId::of::<far::Near>());
        assert!(name(&names, &far).ends_with("far::Near"));
        assert!(name(&names, &long).ends_with("Long"));
        assert!(name(&names, &made()).ends_with("Long"));
        // A shorter path of the same name and structure.
        names.add(&near, &TypeId::of::<Near>());
        for ty in [&far, &near] {
            assert!(name(&names, ty).ends_with("tests::Near"));
        }
        // Of equal length, the first.
        assert!(name(&names, &made()).ends_with("Long"));
    }

    #[test]
    fn who_shares_it() {
        let (inner, one, two) = (made(), made(), made());
        let mut names = TypeNames::default();
        names.add(&inner, &TypeId::of::<far::Near>());
        names.add(&inner, &TypeId::of::<Box<far::Near>>());
        assert!(name(&names, &inner).ends_with("far::Near"));
        names.add(&inner, &TypeId::of::<Long>());
        assert!(name(&names, &inner).ends_with("Long"));
        names.add(&one, &TypeId::of::<far::Item<u64>>());
        names.add(&two, &TypeId::of::<far::Item<u8>>());
        for ty in [&one, &two] {
            assert!(name(&names, ty).ends_with("Item<u8>"));
        }
    }
}
