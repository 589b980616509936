//! Which Rust type it is, and what its definition is called.

use crate::keys::KeyMap;
use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The identity of a Rust type, also of one with borrowed parts.
///
/// Printed, it is the name that a definition of the type gets: the type's own name without path and
/// parameters, with `_1`, `_2`, … where several types of a thread would have the same.
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TypeId {
    /// The address of a function that exists once per Rust type. It tells types of one name apart
    /// (two versions of a crate); the name tells types apart for which the compiler merged equal
    /// functions.
    id: usize,
    /// The full name of the Rust type.
    pub name: &'static str,
}

impl TypeId {
    /// Returns the identity of `T`.
    pub fn of<T: ?Sized>() -> Self {
        TypeId {
            id: witness::<T> as *const () as usize,
            name: std::any::type_name::<T>(),
        }
    }
}

/// Its address stands for `T`; its body differs with the name of `T`, which keeps most linkers from
/// merging it with others.
fn witness<T: ?Sized>() -> &'static str {
    std::any::type_name::<T>()
}

impl Hash for TypeId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The address alone distinguishes well enough.
        self.id.hash(state);
    }
}

/// A type's identity as a key of a map. Finding it compares names by their bytes only where they lie in two places.
#[derive(Clone, Debug, Eq)]
pub(super) struct Key(pub(super) TypeId);

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        let (Key(this), Key(other)) = (self, other);
        this.id == other.id && (std::ptr::eq(this.name, other.name) || this.name == other.name)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

thread_local! {
    static NAMES: RefCell<Names> = RefCell::default();
}

/// The names given in this thread. They are never taken back: a type printed twice prints the same.
#[derive(Default)]
struct Names {
    given: KeyMap<TypeId, String>,
    /// The names that are taken, and the number to try next where another type would have the same.
    taken: KeyMap<String, u64>,
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

/// The name of a Rust type without path and parameters, in letters that a definition may have.
fn base_name(full: &str) -> String {
    let path = full.split_once('<').map_or(full, |(path, _)| path);
    let name = path.rsplit("::").next().unwrap_or(path);
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(letter).collect();
    name.trim_end_matches('_').to_string()
}

/// The name of the type's definition.
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
        let id = |id, name| TypeId { id, name };
        let mut names = Names::default();
        assert_eq!(names.name(&id(1, "a::Foo")), "Foo");
        assert_eq!(names.name(&id(2, "b::Foo_1")), "Foo_1");
        assert_eq!(names.name(&id(3, "b::Foo")), "Foo_2");
        assert_eq!(names.name(&id(4, "b::Foo")), "Foo_3");
        assert_eq!(names.name(&id(1, "a::Foo")), "Foo");
    }

    #[test]
    fn identity_sees_lifetimes_as_one_and_names_apart() {
        fn borrowed<'a>(_: &'a str) -> TypeId {
            TypeId::of::<&'a str>()
        }
        let local = String::from("local");
        assert_eq!(borrowed(&local), TypeId::of::<&'static str>());
        assert_ne!(TypeId::of::<str>(), TypeId::of::<&'static str>());
        assert_ne!(TypeId::of::<[u8]>(), TypeId::of::<Vec<u8>>());
    }
}
