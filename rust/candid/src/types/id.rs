//! `TypeId`: Rust type identity and its generated Candid name.

use crate::util::id_map::IdMap;
use std::any;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The identity of a Rust type, including types with borrowed parts.
///
/// It prints as the name of the type's definition: the type's own name without path and parameters, with `_1`, `_2`, …
/// where several types of a thread would have the same.
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

thread_local! {
    static NAMES: RefCell<Names> = RefCell::default();
}

/// The names assigned in this thread. They are permanent: a type printed twice prints the same.
#[derive(Default)]
struct Names {
    given: IdMap<TypeId, String>,
    /// The names in use, each with the number to try next for another type of the same name.
    taken: IdMap<String, u64>,
}

impl Names {
    fn name(&mut self, id: &TypeId) -> &str {
        if !self.given.contains_key(id) {
            let base = base_name(id.name);
            let mut name = base.clone();
            while self.taken.contains_key(&name) {
                let next = self.taken.get_or_insert_with(base.clone(), || 1);
                name = format!("{base}_{next}");
                *next += 1;
            }
            self.taken.insert(name.clone(), 1);
            self.given.insert(id.clone(), name);
        }
        self.given.get(id).map_or("", String::as_str)
    }
}

/// Returns the name of a Rust type without path and parameters.
pub(crate) fn own_name(full: &str) -> &str {
    let path = full.split_once('<').map_or(full, |(path, _)| path);
    path.rsplit("::").next().unwrap_or(path)
}

/// Returns the own name of a Rust type, in characters that a definition's name may have.
fn base_name(full: &str) -> String {
    let name = own_name(full);
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(letter).collect();
    name.trim_end_matches('_').to_string()
}

/// Prints the name of the type's definition.
impl fmt::Display for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.with_borrow_mut(|names| names.name(self).to_string());
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
            ("()", ""),
            ("alloc::vec::Vec<alloc::string::String>", "Vec"),
            ("&my::Account", "Account"),
            ("[u8]", "_u8"),
            ("[my::X; 3]", "X__3"),
            ("[[u8; 2]; 3]", "__u8__2___3"),
            ("(my::X, my::Y)", "Y"),
            ("dyn core::ops::function::Fn(u8)", "Fn_u8"),
            ("fn(&u8)", "fn__u8"),
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
