//! The decoding plan: how to decode each pair (wire type, expected type), compiled on the first visit and cached for
//! all later ones.
//!
//! The decoder carries a [`Step`]: an operation and one number. For a container the number is the slot of its pair; the
//! [`Node`] of the slot holds what was computed once: the assignment of wire fields to Rust fields, skipped fields,
//! absent fields, the total cost.

pub(crate) mod cache;
pub(crate) mod compile;
pub(crate) mod compile_record;
pub(crate) mod compile_same;
pub(crate) mod compile_variant;
pub(crate) mod describe;
pub(crate) mod equality;
pub(crate) mod fixed;
pub(crate) mod lookahead;
mod measure;
pub(crate) mod memo;
pub(crate) mod node;
pub(crate) mod places;
pub(crate) mod side;
pub(crate) mod size;
mod size_sum;
pub(crate) mod sizes;
pub(crate) mod skip;
pub(crate) mod step;
pub(crate) mod subtyping;

use crate::de::header::{TypeTable, WireType};
use crate::de::plan::measure::N_SPARE;
use crate::de::plan::memo::{EqualityMemo, SkippedRecords, SubtypeMemo};
use crate::de::plan::places::Places;
use crate::de::plan::size::Size;
use crate::de::plan::sizes::{Sizes, NO_SLOT};
use crate::error::{internal, Error, ErrorKind, Result};
use crate::schema::expected::ExpectedType;
use crate::util::id_map::IdMap;
use crate::util::work_count::count_work;
use candid_wire::limits::{BASE_PAIRS, BASE_PARTS, PAIRS_PER_HEADER_BYTE, PARTS_PER_HEADER_BYTE};
use node::{Node, OptNode, RecordNode, VariantNode, VecNode};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use step::{ArgumentStep, Op, Step};

/// The type table of one header and all steps compiled for it so far.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) table: TypeTable,
    places: Places,
    /// The first slot of a primitive, [`NO_SLOT`] if there is none.
    first_of_primitives: Cell<u32>,
    /// The last step of each argument, if there are several; else that of the only one.
    arguments: Box<[Cell<ArgumentStep>]>,
    argument: Cell<ArgumentStep>,
    /// The slots beyond the lists, which have [`MAX_LINKED`] at most.
    index: RefCell<IdMap<(WireType, usize), u32>>,
    /// The number of fields and cases of the compiled pairs.
    n_parts: Cell<usize>,
    /// How to skip each record of the table.
    skipped_records: SkippedRecords,
    compared: SubtypeMemo,
    /// The size in bytes of the graphs of types known at run time that pairs hold, and the address of the last one.
    n_bytes_of_graphs: Cell<usize>,
    #[cfg(feature = "value")]
    last_graph: Cell<usize>,
    /// Whether nothing was added since [`Plan::has_grown`] or [`Plan::measure`] was called last.
    is_measured: Cell<bool>,
    /// Of how many [`Plan::n_units`] on it has to be measured: [`Plan::measure`] has counted fewer.
    measured_below: Cell<usize>,
    /// What is known about values that may be kept as their bytes; empty in most plans.
    equal: OnceCell<Box<EqualityMemo>>,
}

/// How many slots of one wire type are linked; further ones are in a map. An untrusted message can require any number:
/// all primitives share a list, and one entry of its table may be decoded as each expected type.
const MAX_LINKED: usize = 16;

impl Plan {
    /// Returns the plan of a header, of which nothing is compiled yet. It is large, so it is made where it stays. It is measured: it
    /// takes [`Plan::n_bytes_at_first`].
    #[inline(always)]
    pub(crate) fn new(table: TypeTable) -> Rc<Self> {
        let arguments = match table.args().len() {
            0 | 1 => Box::default(),
            n => vec![Cell::default(); n].into(),
        };
        Rc::new(Plan {
            places: Places::new(table.len()),
            first_of_primitives: Cell::new(NO_SLOT),
            arguments,
            argument: Cell::default(),
            index: RefCell::default(),
            n_parts: Cell::new(0),
            n_bytes_of_graphs: Cell::new(0),
            #[cfg(feature = "value")]
            last_graph: Cell::new(0),
            is_measured: Cell::new(true),
            measured_below: Cell::new(N_SPARE),
            skipped_records: SkippedRecords::default(),
            compared: SubtypeMemo::default(),
            equal: OnceCell::new(),
            table,
        })
    }

    /// Checks whether one more pair of types may be compiled or compared when there are `n` already.
    ///
    /// # Errors
    ///
    /// If there are too many.
    #[inline]
    fn check_pairs(&self, n: usize) -> Result<()> {
        if n < BASE_PAIRS
            || n - BASE_PAIRS
                < self
                    .table
                    .header_len()
                    .saturating_mul(PAIRS_PER_HEADER_BYTE)
        {
            return Ok(());
        }
        Err(too_many_pairs_cold())
    }

    /// Counts the fields or cases of a compiled pair.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub(crate) fn count_parts(&self, n_wire: usize, n_expected: usize) -> Result<()> {
        self.note_added();
        let n = self.n_parts.get().saturating_add(n_wire);
        let n = n.saturating_add(n_expected);
        self.n_parts.set(n);
        if n < BASE_PARTS
            || n - BASE_PARTS
                < self
                    .table
                    .header_len()
                    .saturating_mul(PARTS_PER_HEADER_BYTE)
        {
            return Ok(());
        }
        Err(too_many_pairs_cold())
    }

    /// Returns whether every value that the step decodes takes no bytes.
    pub(crate) fn takes_no_bytes(&self, step: Step) -> bool {
        let wire = match step.op() {
            Op::None | Op::Null | Op::Reserved | Op::Rest => return true,
            Op::SkipToNone | Op::SkipToReserved | Op::SkipToNull => step.wire(),
            Op::Record | Op::Vec => match self.pair(step.slot()) {
                Some((wire, _)) => wire,
                None => return false,
            },
            _ => return false,
        };
        let size = self.size(wire);
        size.is_fixed() && size.min == 0
    }

    /// Returns the last step of an argument.
    #[inline]
    pub(crate) fn argument(&self, index: usize) -> Option<&Cell<ArgumentStep>> {
        match self.arguments.get(index) {
            None if index == 0 => Some(&self.argument),
            argument => argument,
        }
    }

    /// Returns the slot of a pair, if there is one among the first of its wire type.
    fn find(&self, wire: WireType, key: usize) -> Option<u32> {
        let mut index = self.places.entry(wire.index()?)?.first_slot.get();
        loop {
            let slot = self.places.slot(index)?;
            if slot.key == key {
                return Some(index);
            }
            index = slot.next.get();
        }
    }

    /// Returns the slot of a pair, adding it if it is new.
    fn slot_of(&self, wire: WireType, expected: ExpectedType) -> Result<u32> {
        let key = expected.key();
        let first = match wire.index() {
            Some(index) => self.places.entry(index).map(|entry| &entry.first_slot),
            None => Some(&self.first_of_primitives),
        };
        let mut last = None;
        let mut n_linked = 0;
        let mut index = first.map_or(NO_SLOT, Cell::get);
        while index != NO_SLOT {
            let slot = self.places.slot(index).ok_or_else(internal)?;
            if slot.key == key && slot.wire == wire {
                return Ok(index);
            }
            count_work();
            last = Some(slot);
            n_linked += 1;
            index = slot.next.get();
        }
        if n_linked == MAX_LINKED {
            if let Some(found) = self.find_cold(wire, key) {
                return Ok(found);
            }
        }
        self.check_pairs(self.places.n_slots() as usize)?;
        let new = self.places.add_slot(wire, expected, key).ok_or_else(|| {
            Error::new(
                ErrorKind::Limit,
                "too many pairs of wire and expected types to compile",
            )
        })?;
        self.note_added();
        match (last, first) {
            (Some(_), _) if n_linked == MAX_LINKED => {
                self.index_cold(wire, key, new);
            }
            (Some(slot), _) => slot.next.set(new),
            (None, Some(first)) => first.set(new),
            (None, None) => {}
        }
        Ok(new)
    }

    /// Finds a slot that is not in a list.
    #[cold]
    #[inline(never)]
    fn find_cold(&self, wire: WireType, key: usize) -> Option<u32> {
        self.index.borrow().get(&(wire, key)).copied()
    }

    #[cold]
    #[inline(never)]
    fn index_cold(&self, wire: WireType, key: usize, slot: u32) {
        self.index.borrow_mut().insert_new((wire, key), slot);
    }

    /// Returns the node of a container's slot, compiled now if this is the first visit.
    ///
    /// # Errors
    ///
    /// If the expected type has no values.
    #[inline]
    pub(crate) fn node(&self, slot: u32) -> Result<&Node> {
        if let Some(node) = self.places.first_node(slot as usize) {
            return Ok(node);
        }
        self.compile_node(slot)
    }

    /// Returns whether a step decodes a record of fewer than `n` fields: some have a default, and are not on the wire.
    pub(crate) fn lacks_fields(&self, step: Step, n: usize) -> bool {
        step.is(Op::Record)
            && self
                .record_node(step.slot())
                .is_ok_and(|node| node.fields.len() < n)
    }

    /// Compiles the nodes of all slots, and of those that they need.
    pub(crate) fn compile_all(&self) {
        let mut slot = 0;
        // Compiling a node adds slots.
        while slot < self.places.n_slots() {
            // What fails is compiled again, and fails, when a value is decoded.
            let _ = self.compile_node(slot);
            if let Some(Node::Variant(node)) = self.compiled_node(slot) {
                self.compile_cases(node);
            }
            slot += 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn compile_node(&self, index: u32) -> Result<&Node> {
        let (slot, node) = self.places.pair(index).ok_or_else(internal)?;
        match node.get() {
            Some(node) => Ok(node),
            None => self.compile(index, slot.wire, &slot.expected, node),
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn compiled_node(&self, index: u32) -> Option<&Node> {
        self.places.node(index)
    }

    /// Returns the size of the values of a wire type.
    #[inline]
    pub(crate) fn size(&self, wire: WireType) -> &Size {
        let (table, places) = (&self.table, &self.places);
        Sizes { table, places }.of(wire)
    }

    /// Returns the pair of a slot, for error messages.
    pub(crate) fn pair(&self, slot: u32) -> Option<(WireType, &ExpectedType)> {
        self.places
            .slot(slot)
            .map(|slot| (slot.wire, &slot.expected))
    }
}

#[cold]
#[inline(never)]
fn too_many_pairs_cold() -> Error {
    Error::new(
        ErrorKind::Limit,
        "too many pairs of wire and expected types to compare",
    )
}

/// [`Plan::node`] for each kind of node.
macro_rules! nodes {
    ($($name:ident, $cold:ident: $kind:ident($node:ident);)*) => {
        impl Plan {$(
            #[inline(always)]
            pub(crate) fn $name(&self, slot: u32) -> Result<&$node> {
                let node = self.places.first_node(slot as usize);
                if let Some(Node::$kind(node)) = node {
                    return Ok(node);
                }
                self.$cold(slot)
            }

            #[cold]
            #[inline(never)]
            fn $cold(&self, slot: u32) -> Result<&$node> {
                match self.compile_node(slot)? {
                    Node::$kind(node) => Ok(node),
                    _ => Err(internal()),
                }
            }
        )*}
    };
}

nodes! {
    vec_node, vec_node_cold: Vec(VecNode);
    record_node, record_node_cold: Record(RecordNode);
    variant_node, variant_node_cold: Variant(VariantNode);
    opt_node, opt_node_cold: Opt(OptNode);
}

/// The node of a step with this operation, if there is one among the first.
macro_rules! nodes_of_steps {
    ($($name:ident: $kind:ident($node:ident);)*) => {
        impl Plan {$(
            #[inline(always)]
            pub(crate) fn $name(&self, step: Step) -> Option<&$node> {
                match self.places.first_node(step.slot_of_fields()?)? {
                    Node::$kind(node) => Some(node),
                    _ => None,
                }
            }
        )*}
    };
}

nodes_of_steps! {
    known_record: Record(RecordNode);
    known_variant: Variant(VariantNode);
}
