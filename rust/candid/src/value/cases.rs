//! An index of the cases of variant types, for lookups by each value in a vector of variants.

use crate::types::ty::{Field, Type};
use crate::util::id_map::IdMap;
use std::cell::RefCell;

/// The cases of variant types by the address of the type; with the type, so that the address is not reused.
#[derive(Default)]
pub(super) struct CaseIndex(RefCell<IdMap<usize, (Type, Cases)>>);

/// The ids of the cases, sorted, and their positions in the type.
type Cases = Vec<(u32, usize)>;

impl CaseIndex {
    /// Returns the case `id` of the variant type `ty`, which has the cases `expected` in any order, and its position on the
    /// wire, where cases are in the order of their ids.
    pub(super) fn find<'t>(
        &self,
        ty: &Type,
        expected: &'t [Field],
        id: u32,
    ) -> Option<(&'t Field, u64)> {
        let mut known = self.0.borrow_mut();
        let (_, sorted) = known.get_or_insert_with(ty.address(), || {
            let ids = expected.iter().map(|field| field.id.get_id());
            let mut sorted: Cases = ids.zip(0..).collect();
            sorted.sort_unstable();
            (ty.clone(), sorted)
        });
        let on_wire = sorted.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        let (_, position) = sorted.get(on_wire)?;
        Some((expected.get(*position)?, on_wire as u64))
    }
}
