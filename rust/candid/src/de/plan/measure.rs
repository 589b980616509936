//! How many bytes a plan takes: what is kept of plans is bounded.

use crate::de::plan::node::{CaseStep, FieldStep, RecordNode};
use crate::de::plan::step::ArgumentStep;
use crate::de::plan::Plan;
#[cfg(feature = "value")]
use crate::schema::graph::Graph;
#[cfg(feature = "value")]
use std::rc::Rc;

/// What a pair takes that was compared, with its place in an index that is up to half empty.
const BYTES_OF_COMPARED: usize = 160;

/// How many of [`Plan::n_units`], and how many slots, are measured before they are there, which is more than most plans have, and the
/// bytes of a unit.
pub(super) const N_SPARE: usize = 32;
const N_SPARE_SLOTS: usize = 8;
const BYTES_OF_UNIT: usize = 128;

/// What an option takes in a [`Layout`](crate::de::plan::node::Layout), with its share of the rest of that.
const BYTES_OF_OPTION: usize = 8;

impl Plan {
    /// Returns a number that grows with the pairs that were compiled or compared, and with the parts of the former: none of them
    /// takes more than [`BYTES_OF_UNIT`] for each unit.
    #[inline]
    pub(crate) fn n_units(&self) -> usize {
        // A slot may be in a new chunk, half of which is free.
        let n_of_pairs = 4 * self.places.n_slots() as usize + 2 * self.n_compared();
        n_of_pairs.saturating_add(self.n_parts.get())
    }

    /// Returns the number of pairs that were compared: whether one is a subtype of the other, or equal.
    #[inline]
    fn n_compared(&self) -> usize {
        let n_equal = self.equal.get().map_or(0, |equal| equal.n_pairs());
        self.compared.n_pairs() + n_equal
    }

    /// Returns whether there are more than were counted when it was measured, or [`Plan::must_measure`] was called since.
    #[inline]
    pub(crate) fn has_grown(&self) -> bool {
        !self.is_measured.get() && self.is_above_measured()
    }

    #[inline(never)]
    fn is_above_measured(&self) -> bool {
        let is_above = self.n_units() >= self.measured_below.get();
        self.is_measured.set(!is_above);
        is_above
    }

    /// Notes that pairs may have been added that hold this graph: it stays as long as the plan, also if its types are known no
    /// longer.
    #[cfg(feature = "value")]
    pub(crate) fn add_graph(&self, graph: &Rc<Graph>) {
        let address = Rc::as_ptr(graph) as usize;
        if self.last_graph.replace(address) != address {
            let n_bytes = self.n_bytes_of_graphs.get();
            self.n_bytes_of_graphs
                .set(n_bytes.saturating_add(graph.n_bytes()));
            self.must_measure();
        }
    }

    /// Notes that something is added that [`Plan::n_units`] counts.
    pub(super) fn note_added(&self) {
        self.is_measured.set(false);
    }

    /// Notes that something is added that is not counted.
    pub(super) fn must_measure(&self) {
        self.is_measured.set(false);
        self.measured_below.set(0);
    }

    /// Returns the size in bytes, somewhat more than it is, with that of what is compiled later: so most plans are measured once.
    pub(crate) fn measure(&self) -> usize {
        self.is_measured.set(true);
        self.measured_below.set(self.n_units() + N_SPARE);
        let n_slots = (self.places.n_slots() as usize).saturating_sub(N_SPARE_SLOTS);
        let of_part = size_of::<FieldStep>().max(size_of::<CaseStep>()) + BYTES_OF_OPTION;
        let of = |n: usize, size: usize| n as u64 * size as u64;
        let n_bytes = self.n_bytes_at_first()
            + of(n_slots, size_of::<RecordNode>())
            + of(self.n_parts.get(), of_part)
            + of(self.n_compared(), BYTES_OF_COMPARED)
            + self.skipped_records.n_bytes() as u64
            + self.n_bytes_of_graphs.get() as u64;
        usize::try_from(n_bytes).unwrap_or(usize::MAX)
    }

    /// Returns the size in bytes of a plan of which nothing is compiled, with what is compiled for most messages.
    #[inline]
    pub(crate) fn n_bytes_at_first(&self) -> u64 {
        let more = N_SPARE_SLOTS * size_of::<RecordNode>() + N_SPARE * BYTES_OF_UNIT;
        let of_arguments = self.arguments.len() as u64 * size_of::<ArgumentStep>() as u64;
        (size_of::<Plan>() + more) as u64
            + self.table.n_bytes()
            + self.places.n_bytes()
            + of_arguments
    }
}
