//! Results about the types of a plan, each computed once: verdicts on pairs, and how records are skipped.

use crate::de::header::TypeTable;
use crate::de::plan::node::{SkipPart, SkippedSpan};
use crate::de::plan::side::Side;
use crate::util::id_map::IdMap;
use candid_wire::limits::{BASE_COMPARED_PARTS, COMPARED_PARTS_PER_BYTE};
use std::cell::{Cell, OnceCell, RefCell};

/// Verdicts on pairs of types; `None` before the first.
#[derive(Debug, Default)]
pub(crate) struct SubtypeMemo(pub(crate) RefCell<Option<Box<Compared>>>);

/// The pairs that were compared, and the budget of further ones.
#[derive(Debug)]
pub(crate) struct Compared {
    /// By the keys of both sides.
    pub(crate) pairs: IdMap<(usize, usize), Pair>,
    /// The addresses of the graphs of references that paid for work. An address that is used again pays nothing.
    pub(crate) graphs: IdMap<usize, ()>,
    /// The remaining number of parts to visit.
    pub(crate) work_left: usize,
}

/// A pair of types, and whether the subtyping fails.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) left: Side,
    pub(crate) right: Side,
    pub(crate) fails: bool,
    /// The first of the edges to the pairs that fail if this one does, while the pairs are being collected.
    pub(crate) first_edge: u32,
}

/// The maximum capacity in pairs before the first is found.
const INITIAL_CAPACITY: usize = 64;

impl Compared {
    pub(crate) fn new(table: &TypeTable) -> Self {
        let mut pairs = IdMap::default();
        pairs.reserve(table.len().min(INITIAL_CAPACITY));
        let work = table.header_len().saturating_mul(COMPARED_PARTS_PER_BYTE);
        Compared {
            pairs,
            graphs: IdMap::default(),
            work_left: work.saturating_add(BASE_COMPARED_PARTS),
        }
    }
}

/// Verdicts on the equality of pairs of types.
#[derive(Debug)]
pub(crate) struct EqualityMemo {
    /// By the keys of both sides, the second of which is a constant.
    pub(crate) verdicts: RefCell<IdMap<(usize, usize), bool>>,
    /// The remaining number of parts to visit.
    work_left: Cell<usize>,
}

impl EqualityMemo {
    pub(crate) fn new(table: &TypeTable) -> Self {
        let work = table.header_len().saturating_mul(COMPARED_PARTS_PER_BYTE);
        EqualityMemo {
            verdicts: RefCell::default(),
            work_left: Cell::new(work.saturating_add(BASE_COMPARED_PARTS)),
        }
    }

    /// Counts visited parts, and returns whether so many may be visited.
    pub(crate) fn work(&self, n_parts: usize) -> bool {
        let left = self.work_left.get().checked_sub(n_parts);
        self.work_left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Returns how many pairs of types have a verdict.
    pub(crate) fn n_pairs(&self) -> usize {
        self.verdicts.borrow().len()
    }
}

impl SubtypeMemo {
    /// Returns how many pairs of types have a verdict.
    pub(crate) fn n_pairs(&self) -> usize {
        let compared = self.0.borrow();
        compared.as_ref().map_or(0, |compared| compared.pairs.len())
    }
}

/// The skipping of the records of one table, compiled on demand.
#[derive(Debug, Default)]
pub(crate) struct SkippedRecords {
    spans: OnceCell<Box<[OnceCell<SkippedSpan>]>>,
    n_bytes: Cell<usize>,
}

impl SkippedRecords {
    pub(crate) fn get(&self, index: u32) -> Option<&SkippedSpan> {
        self.spans.get()?.get(index as usize)?.get()
    }

    /// Returns their size in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes.get()
    }

    pub(crate) fn set(&self, index: u32, n_entries: usize, span: SkippedSpan) {
        let add = |n: usize, size: usize| {
            let more = n.saturating_mul(size);
            self.n_bytes.set(self.n_bytes.get().saturating_add(more));
        };
        let all = self.spans.get_or_init(|| {
            add(n_entries, size_of::<OnceCell<SkippedSpan>>());
            let none = std::iter::repeat_with(OnceCell::new);
            none.take(n_entries).collect()
        });
        add(span.parts.len(), size_of::<SkipPart>());
        if let Some(cell) = all.get(index as usize) {
            // The cell is still empty.
            let _ = cell.set(span);
        }
    }
}
