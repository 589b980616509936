//! `TypeId`: Rust type identity and its generated Candid name.

mod rust_name;

pub(crate) use rust_name::RustName;

use crate::util::id_map::IdMap;
use crate::util::thread_state::thread_state;
use candid_wire::identifier::is_identifier;
use std::any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The identity of a Rust type, including types with borrowed parts.
///
/// It prints as the name of the type's definition: the type's own name without path and parameters, or that of
/// `#[candid(name = "…")]`, with `_1`, `_2`, … where several types of a thread would have the same.
/// [`TypeContainer::readable_names`](crate::types::TypeContainer::readable_names) has better names than these numbers.
///
/// # Examples
///
/// ```
/// use candid::types::TypeId;
///
/// assert_ne!(TypeId::of::<Option<u8>>(), TypeId::of::<Option<u16>>());
/// assert_eq!(TypeId::of::<Option<u8>>().name, "core::option::Option<u8>");
/// assert_eq!(TypeId::of::<Option<u8>>().to_string(), "Option");
/// assert_eq!(TypeId::of::<Option<u16>>().to_string(), "Option_1");
/// ```
#[derive(Clone, Debug)]
pub struct TypeId {
    /// The compiler's own identity, of the type with its lifetimes erased.
    id: any::TypeId,
    /// The full name of the Rust type, which several types may have.
    pub name: &'static str,
}

impl TypeId {
    /// Returns the identity of `T`. Types that differ only in lifetimes have the same.
    #[inline]
    pub fn of<T: ?Sized>() -> Self {
        TypeId {
            id: typeid::of::<T>(),
            name: any::type_name::<T>(),
        }
    }
}

// The name follows from the identity, so it is not compared.
impl PartialEq for TypeId {
    fn eq(&self, other: &TypeId) -> bool {
        self.id == other.id
    }
}

impl Eq for TypeId {}

impl PartialOrd for TypeId {
    fn partial_cmp(&self, other: &TypeId) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TypeId {
    fn cmp(&self, other: &TypeId) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl Hash for TypeId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

thread_state! {
    static NAMES: Names;
}

/// The names assigned in this thread. They are permanent: a type printed twice prints the same.
#[derive(Default)]
struct Names {
    given: IdMap<TypeId, String>,
    taken: IdMap<String, Taken>,
    /// Those of `#[candid(name = "…")]`.
    chosen: IdMap<TypeId, &'static str>,
}

/// A name in use.
struct Taken {
    by: TypeId,
    /// The number to try next for another type of the same name.
    next: u64,
}

impl Names {
    fn name(&mut self, id: &TypeId) -> &str {
        if !self.given.contains_key(id) {
            let base = self.base_name(id);
            let mut name = base.clone();
            while self.taken.contains_key(&name) {
                let taken = self.taken.get_mut(&base);
                let next = taken.map_or(1, |taken| {
                    taken.next += 1;
                    taken.next
                });
                name = format!("{base}_{next}");
            }
            let by = id.clone();
            self.taken.insert(name.clone(), Taken { by, next: 0 });
            self.given.insert(id.clone(), name);
        }
        self.given.get(id).map_or("", String::as_str)
    }

    fn base_name(&self, id: &TypeId) -> String {
        match self.chosen.get(id) {
            Some(name) => (*name).to_string(),
            None => base_name(id.name),
        }
    }
}

/// Sets the name of a Rust type's definition, from `#[candid(name = "…")]`.
#[doc(hidden)]
pub fn choose_name(id: TypeId, name: &'static str) {
    NAMES.with(|names| names.chosen.insert(id, name));
}

/// A definition that has the name of a Rust type.
pub(crate) struct NamedType {
    /// The name that it was given when it was first needed.
    pub(crate) name: String,
    pub(crate) id: TypeId,
    /// The name from `#[candid(name = "…")]`.
    pub(crate) chosen: Option<&'static str>,
}

/// Returns the Rust types of those of the names that are of Rust types, in the order in which they were given.
pub(crate) fn named_types<'a>(names: impl Iterator<Item = &'a String>) -> Vec<NamedType> {
    NAMES.with(|table| {
        let mut types: Vec<_> = names
            .filter_map(|name| {
                let id = table.taken.get(name)?.by.clone();
                let chosen = table.chosen.get(&id).copied();
                let name = name.clone();
                Some(NamedType { name, id, chosen })
            })
            .collect();
        types.sort_by_key(|ty| table.given.position(&ty.id));
        types
    })
}

/// Returns the name of a Rust type without path and parameters.
pub(crate) fn own_name(full: &str) -> &str {
    RustName::parse(full).own()
}

/// Returns the own name of a Rust type as a definition's name, which is an identifier.
fn base_name(full: &str) -> String {
    identifier(own_name(full).trim_end_matches('_'))
}

/// Returns a name in the characters that a definition's name may have.
pub(crate) fn identifier(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(letter).collect();
    if is_identifier(&name) {
        return name;
    }
    // A keyword, or nothing.
    format!("{name}_")
}

/// Prints the name of the type's definition.
impl fmt::Display for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.with(|names| names.name(self).to_string());
        f.write_str(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_path_and_parameters() {
        let rows = [
            ("u8", "u8"),
            ("()", "_"),
            ("alloc::vec::Vec<alloc::string::String>", "Vec"),
            ("&my::Account", "Account"),
            ("[u8]", "_"),
            ("my::Page<my::X>::get::Local", "Local"),
            ("my::text", "text_"),
            ("my::Étoile", "_toile"),
        ];
        for (full, name) in rows {
            assert_eq!(base_name(full), name, "{full}");
        }
    }

    #[test]
    fn a_number_is_never_taken_twice() {
        fn id<T>(name: &'static str) -> TypeId {
            TypeId {
                name,
                ..TypeId::of::<T>()
            }
        }
        let mut names = Names::default();
        assert_eq!(names.name(&id::<u8>("a::Foo")), "Foo");
        assert_eq!(names.name(&id::<u16>("b::Foo_1")), "Foo_1");
        assert_eq!(names.name(&id::<u32>("b::Foo")), "Foo_2");
        assert_eq!(names.name(&id::<u64>("b::Foo")), "Foo_3");
        assert_eq!(names.name(&id::<u8>("a::Foo")), "Foo");
    }

    #[test]
    fn types_of_one_name_are_apart() {
        let first = {
            struct Local;
            TypeId::of::<Local>()
        };
        let second = {
            struct Local;
            TypeId::of::<Local>()
        };
        assert_eq!(first.name, second.name);
        assert_ne!(first, second);
        assert_ne!(first.to_string(), second.to_string());
    }

    #[test]
    fn lifetimes_make_no_difference() {
        fn borrowed<'a>(_: &'a str) -> TypeId {
            TypeId::of::<&'a str>()
        }
        let local = String::from("local");
        assert_eq!(borrowed(&local), TypeId::of::<&'static str>());
        assert_ne!(TypeId::of::<str>(), TypeId::of::<&'static str>());
        assert_ne!(TypeId::of::<[u8]>(), TypeId::of::<Vec<u8>>());
    }
}
