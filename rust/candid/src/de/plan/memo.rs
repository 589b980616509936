//! Results about pairs of types, each computed once.

use crate::de::plan::node::SkippedSpan;
use crate::de::plan::side::Side;
use crate::schema::graph::Graph;
use crate::util::id_map::IdMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Verdicts by wire type and key of the expected type: each pair is analysed once.
#[derive(Debug, Default)]
pub(crate) struct CoercionMemo(pub(crate) RefCell<IdMap<(u32, usize), CoercionPair>>);

/// A pair of types, and whether its values fail to coerce.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoercionPair {
    pub(crate) fails: bool,
    /// The first of the edges to the pairs that fail if this one does, while the pairs are being collected.
    pub(crate) first_edge: u32,
}

impl CoercionMemo {
    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }
}

/// The skipping of the records of one table, compiled on demand.
#[derive(Debug, Default)]
pub(crate) struct SkippedRecords(OnceCell<Box<[OnceCell<SkippedSpan>]>>);

impl SkippedRecords {
    pub(crate) fn get(&self, index: u32) -> Option<&SkippedSpan> {
        self.0.get()?.get(index as usize)?.get()
    }

    pub(crate) fn set(&self, index: u32, n_entries: usize, span: SkippedSpan) {
        let all = self.0.get_or_init(|| {
            let none = std::iter::repeat_with(OnceCell::new);
            none.take(n_entries).collect()
        });
        if let Some(place) = all.get(index as usize) {
            // The cell is still empty.
            let _ = place.set(span);
        }
    }
}

/// Verdicts on reference types, by the address of the expected type's graph.
#[derive(Debug, Default)]
pub(crate) struct SubtypeMemo {
    pub(crate) compared: RefCell<IdMap<usize, Compared>>,
    pub(crate) n_pairs: Cell<usize>,
}

impl SubtypeMemo {
    /// Returns how many pairs of types have a verdict.
    pub(crate) fn n_pairs(&self) -> usize {
        self.n_pairs.get()
    }
}

/// The comparisons with the types of one graph.
#[derive(Debug)]
pub(crate) struct Compared {
    /// Kept alive, because its address is the key.
    pub(crate) _graph: Rc<Graph>,
    /// Each pair once, with the first of the edges to pairs that depend on it.
    pub(crate) pairs: IdMap<(Side, Side), SubtypePair>,
    /// The remaining number of pairs and edges, and the remaining number of parts to compare.
    pub(crate) pairs_left: usize,
    pub(crate) work_left: usize,
}

/// A pair of types, and whether the subtyping fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubtypePair {
    pub(crate) fails: bool,
    pub(crate) first_edge: u32,
}
