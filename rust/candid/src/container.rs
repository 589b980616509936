//! Conversion of Rust types to named definitions.

pub(crate) mod method_type;
mod readable_names;

use crate::traits::CandidType;
use crate::types::docs::TypeDocs;
use crate::types::env::TypeEnv;
use crate::types::id::TypeId;
use crate::types::registry::{find_id, find_type, find_type_doc};
use crate::types::ty::{Type, TypeInner};
use crate::util::id_map::IdMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Collects the types of an interface: records and variants become definitions with the names of their Rust types, and
/// recursion goes through these names.
///
/// # Examples
///
/// ```
/// use candid::{types::TypeContainer, CandidType};
///
/// #[derive(CandidType)]
/// struct List {
///     head: u8,
///     tail: Option<Box<List>>,
/// }
/// let mut types = TypeContainer::new();
/// assert_eq!(types.add::<Vec<List>>().to_string(), "vec List");
/// assert_eq!(
///     types.env.to_string(),
///     "type List = record { head : nat8; tail : opt List }\n"
/// );
/// ```
#[derive(Default)]
pub struct TypeContainer {
    /// The definitions.
    pub env: TypeEnv,
    /// The doc comments of the definitions.
    pub docs: TypeDocs,
}

impl TypeContainer {
    /// Returns an empty container.
    pub fn new() -> Self {
        TypeContainer::default()
    }

    /// Adds the type of `T` and all its components, and returns it with names in place of the definitions.
    pub fn add<T: CandidType>(&mut self) -> Type {
        let mut naming = Naming::default();
        let named = naming.name_parts(&T::ty());
        self.env.0.extend(
            named
                .definitions
                .iter()
                .map(|(name, ty)| (name.clone(), ty.clone())),
        );
        // A reference inside a definition that was copied unchanged may lead to a type that was not reached otherwise.
        while let Some((name, id)) = naming.next_mentioned() {
            if !self.env.0.contains_key(&name) {
                if let Some(ty) = naming.definition(&id) {
                    self.env.0.insert(name.clone(), ty);
                }
            }
        }
        for (name, id) in naming.ids {
            match find_type_doc(&id) {
                Some(doc) if !doc.is_empty() => self.docs.named.insert(name, doc),
                _ => None,
            };
        }
        named.ty.clone()
    }
}

/// One call of [`TypeContainer::add`].
#[derive(Default)]
struct Naming {
    /// The result for a type, by address; with the type, so that the address is not reused. Without it, a type that
    /// shares its parts would be visited once per path.
    done: IdMap<usize, (Type, Rc<Named>)>,
    /// The Rust types of the names.
    ids: IdMap<String, TypeId>,
    /// Names in copied definitions.
    mentioned: Vec<(String, TypeId)>,
}

/// A type in terms of definitions.
struct Named {
    ty: Type,
    /// The definitions that the type needs. A type reached inside itself gets a definition too, in which records stay
    /// inline; the definition built later replaces it. The order affects the printed text, which users know and
    /// compare.
    definitions: BTreeMap<String, Type>,
}

impl Naming {
    fn name_parts(&mut self, ty: &Type) -> Rc<Named> {
        if let Some((_, named)) = self.done.get(&ty.address()) {
            return named.clone();
        }
        let named = Rc::new(self.name_parts_afresh(ty));
        self.done.insert(ty.address(), (ty.clone(), named.clone()));
        named
    }

    fn name_parts_afresh(&mut self, ty: &Type) -> Named {
        let mut definitions = BTreeMap::new();
        if let TypeInner::Knot(id) = ty.as_ref() {
            let name = self.mention(id);
            if let Some(definition) = self.definition(id) {
                definitions.insert(name.clone(), definition);
            }
            let ty = TypeInner::Var(name).into();
            return Named { ty, definitions };
        }
        let id = match ty.as_ref() {
            TypeInner::Record(_) if !ty.is_tuple() => find_id(ty),
            TypeInner::Variant(_) => find_id(ty),
            _ => None,
        };
        let mut named = ty.map_parts(&mut |part| {
            let part = self.name_parts(part);
            let entries = part.definitions.iter();
            definitions.extend(entries.map(|(name, ty)| (name.clone(), ty.clone())));
            part.ty.clone()
        });
        if let Some(id) = id {
            let name = id.to_string();
            definitions.insert(name.clone(), named);
            self.ids.insert(name.clone(), id);
            named = TypeInner::Var(name).into();
        }
        Named {
            ty: named,
            definitions,
        }
    }

    /// Removes the first of the mentioned names: types are numbered in that order.
    fn next_mentioned(&mut self) -> Option<(String, TypeId)> {
        let names = self.mentioned.iter().enumerate();
        let (first, _) = names.min_by_key(|(_, (name, _))| name)?;
        Some(self.mentioned.swap_remove(first))
    }

    /// Returns the type of a Rust type unchanged, with names for references.
    fn definition(&mut self, id: &TypeId) -> Option<Type> {
        let ty = find_type(id)?;
        Some(self.references_to_names(&ty))
    }

    fn references_to_names(&mut self, ty: &Type) -> Type {
        match ty.as_ref() {
            TypeInner::Knot(id) => TypeInner::Var(self.mention(id)).into(),
            _ => ty.map_parts(&mut |part| self.references_to_names(part)),
        }
    }

    fn mention(&mut self, id: &TypeId) -> String {
        let name = id.to_string();
        if !self.ids.contains_key(&name) {
            self.ids.insert(name.clone(), id.clone());
            self.mentioned.push((name.clone(), id.clone()));
        }
        name
    }
}

/// Returns the Candid type of a value.
///
/// # Examples
///
/// ```
/// assert_eq!(candid::types::get_type(&Some(5u8)).to_string(), "opt nat8");
/// ```
pub fn get_type<T>(_value: &T) -> Type
where
    T: CandidType,
{
    T::ty()
}

/// Returns the identity of a value's Rust type.
pub fn type_of<T>(_value: &T) -> TypeId {
    TypeId::of::<T>()
}
