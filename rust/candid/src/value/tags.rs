//! An index of the cases of large variant types, for lookups by each value in a vector of variants.

use crate::types::ty::{Field, Type};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

/// Types with fewer cases are searched linearly.
const MIN_LARGE: usize = 16;

/// The cases of large variant types, by the address of the type.
#[derive(Default)]
pub(super) struct Tags(RefCell<HashMap<usize, Rc<Large>>>);

struct Large {
    /// Kept alive, because its address is the key.
    _ty: Type,
    places: HashMap<u32, Place>,
}

/// The position of a case: in the type, in any order, and on the wire, where cases are in the order of their ids.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) in_type: usize,
    pub(super) on_wire: u64,
}

impl Tags {
    /// Returns the position of the case in the variant type `ty`, which has the cases `expected`.
    pub(super) fn find(&self, ty: &Type, expected: &[Field], tag: u32) -> Option<Place> {
        if expected.len() < MIN_LARGE {
            return search(expected, tag);
        }
        let known = self.0.borrow().get(&ty.address()).cloned();
        let large = known.unwrap_or_else(|| {
            let large = Rc::new(Large {
                _ty: ty.clone(),
                places: places(expected),
            });
            self.0.borrow_mut().insert(ty.address(), large.clone());
            large
        });
        large.places.get(&tag).copied()
    }
}

/// Searches the cases linearly.
fn search(expected: &[Field], tag: u32) -> Option<Place> {
    let mut on_wire = 0;
    let mut found = None;
    for (in_type, field) in expected.iter().enumerate() {
        match field.id.get_id().cmp(&tag) {
            Ordering::Less => on_wire += 1,
            Ordering::Equal => found = Some(in_type),
            Ordering::Greater => {}
        }
    }
    found.map(|in_type| Place { in_type, on_wire })
}

fn places(expected: &[Field]) -> HashMap<u32, Place> {
    let ids = expected.iter().map(|field| field.id.get_id());
    let mut ids: Vec<(usize, u32)> = ids.enumerate().collect();
    ids.sort_by_key(|(_, id)| *id);
    let places = (0u64..).zip(ids);
    places
        .map(|(on_wire, (in_type, id))| (id, Place { in_type, on_wire }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ty::label::Label;
    use crate::types::ty::TypeInner;

    /// Both give the same result, for any order of the cases.
    #[test]
    fn large_types_as_small_ones() {
        let ids = (0..100u32).map(|i| i * 37 % 101);
        let field = |id| Field {
            id: Label::Id(id).into(),
            ty: TypeInner::Null.into(),
        };
        let expected: Vec<Field> = ids.map(field).collect();
        let ty: Type = TypeInner::Variant(expected.clone()).into();
        let tags = Tags::default();
        for id in 0..102 {
            let place = |place: Option<Place>| place.map(|p| (p.in_type, p.on_wire));
            assert_eq!(
                place(tags.find(&ty, &expected, id)),
                place(search(&expected, id)),
                "{id}"
            );
        }
    }
}
