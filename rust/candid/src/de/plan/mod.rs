//! How to read each pair (type on the wire, wanted type): compiled on the first visit, kept for
//! all further ones.
//!
//! A [`Step`] is what the decoder carries: an operation and one number. For a container the number
//! is the slot of its pair; the [`Node`] of the slot holds what was worked out once — which wire
//! field goes to which Rust field, what is skipped, what is absent, what all of it costs.

pub(crate) mod cache;
mod classify;
mod compile;
mod compile_record;
mod describe;
pub(crate) mod fixed;
pub(crate) mod graph;
pub(crate) mod size;
mod slots;
mod step;
pub(crate) mod subtyping;
pub(crate) mod want;

use super::bytes::VisitorVerdict;
use super::header::{TypeTable, WireType};
use crate::error::{Error, ErrorKind, Result};
use crate::types::descriptor::Descriptor;
use fixed::{FixedField, FixedRecord};
use slots::Slots;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;
pub(crate) use step::{Op, Step};
use want::{FieldName, Want};

/// What was worked out for one pair of container types.
#[derive(Debug)]
pub(crate) enum Node {
    Vec(VecNode),
    Record(RecordNode),
    Variant(VariantNode),
    Opt(OptNode),
}

/// A vector at a vector.
#[derive(Debug)]
pub(crate) struct VecNode {
    pub(crate) element: Step,
    /// What one element costs as far as it is static, the 2 or 3 for its place included.
    pub(crate) element_cost: u64,
    /// The least number of bytes of one element.
    pub(crate) element_min: u64,
    /// If the elements are records of fixed size.
    pub(crate) fixed: Option<FixedField>,
    /// Whether a visitor makes a `Vec`.
    pub(crate) visitor: Cell<VisitorVerdict>,
}

/// A record at a record.
#[derive(Debug)]
pub(crate) struct RecordNode {
    /// In wire order, runs of surplus fields merged; absent optional fields last.
    pub(crate) fields: Box<[FieldStep]>,
    pub(crate) runs: Box<[SkipRun]>,
    /// Where its fields are, if that is the same in all of its values and each of them is wanted.
    pub(crate) fixed: Option<Rc<FixedRecord>>,
    /// Everything static: the record, its labels, its fixed-size fields. Nothing if it is of fixed
    /// size: then whoever holds it has charged for it.
    pub(crate) cost: u64,
    /// How many fields are handed to the visitor.
    pub(crate) n_wanted: usize,
    /// Its values take no bytes, so nothing but their number bounds them.
    pub(crate) is_zero_sized: bool,
    /// The wanted labels are 0, 1, …, so it can be read as a sequence.
    pub(crate) is_tuple: bool,
    /// All fields are wanted and come in the order of their ordinals, which are 0, 1, …, so a derived visitor can take
    /// them as a sequence.
    pub(crate) is_in_order: bool,
    pub(crate) derived: Option<fn() -> &'static str>,
    pub(crate) ordinals: OrdinalVerdicts,
}

/// Which serde visitors take ordinals: settled on the first visit. A visitor is known by the addresses of its
/// name and of the names it announces, of which the compiler may make copies: so there is room
/// for two.
#[derive(Debug, Default)]
pub(crate) struct OrdinalVerdicts {
    pub(crate) first: Cell<OrdinalVerdict>,
    pub(crate) second: Cell<OrdinalVerdict>,
}

/// Whether a visitor takes ordinals.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OrdinalVerdict {
    pub(crate) visitor: usize,
    pub(crate) names: usize,
    pub(crate) n_names: usize,
    pub(crate) taken: bool,
}

/// One step through a record.
#[derive(Debug)]
pub(crate) struct FieldStep {
    pub(crate) step: Step,
    pub(crate) ordinal: u32,
    pub(crate) name: FieldName,
}

/// Neighbouring fields that nobody wants.
#[derive(Debug)]
pub(crate) struct SkipRun {
    /// The fields, where they must be walked; empty if the two numbers say it all.
    pub(crate) types: Box<[WireType]>,
    pub(crate) plain_size: u64,
    pub(crate) plain_cost: u64,
    pub(crate) n_fields: usize,
}

/// A variant at a variant.
#[derive(Debug)]
pub(crate) struct VariantNode {
    /// By the index on the wire.
    pub(crate) tags: Box<[TagStep]>,
    pub(crate) derived: Option<fn() -> &'static str>,
    pub(crate) ordinals: OrdinalVerdicts,
    /// The number of wanted tags.
    pub(crate) n_wanted: usize,
}

/// One tag of a variant on the wire.
#[derive(Debug)]
pub(crate) enum TagStep {
    Known {
        payload: Step,
        /// The variant, the label and what is static of the payload.
        cost: u64,
        ordinal: u32,
        name: FieldName,
        /// The type of the payload on the wire.
        wire: WireType,
    },
    /// The reader does not have this tag.
    Unknown { id: u32, payload: WireType },
}

/// An option wanted.
#[derive(Debug)]
pub(crate) struct OptNode {
    pub(crate) payload: Step,
    /// What is static of the payload.
    pub(crate) payload_cost: u64,
    /// The type of the payload on the wire.
    pub(crate) wire: WireType,
    /// Whether the payload coerces depends on its value: it must be walked ahead.
    pub(crate) must_check: bool,
    /// Whether that, or the payload is an option itself, so that the stack must be checked.
    pub(crate) must_look: bool,
}

/// How an argument is read at one Rust type, and what its place costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentStep {
    /// Known by its address: two types may share a descriptor only if it says the same of both.
    pub(crate) ty: Option<&'static Descriptor>,
    pub(crate) step: Step,
    pub(crate) cost: u64,
}

impl Default for ArgumentStep {
    fn default() -> Self {
        ArgumentStep {
            ty: None,
            step: Step::NULL,
            cost: 0,
        }
    }
}

/// One pair and what was worked out for it.
#[derive(Debug)]
struct Slot {
    wire: WireType,
    want: Want,
    key: usize,
    /// The next slot with the same wire type, `u32::MAX` at the end.
    next: Cell<u32>,
    /// The node, if the plan has no place for it among the first.
    node: OnceCell<Node>,
}

/// The table of one message header and all steps compiled for it so far.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) table: Rc<TypeTable>,
    slots: Slots<Slot>,
    /// The nodes of the first slots, which are nearly always all: found in 10 instructions, of which finding a
    /// slot takes 45.
    nodes: Box<[OnceCell<Node>]>,
    /// How each argument was read last.
    pub(crate) arguments: Box<[Cell<ArgumentStep>]>,
    /// The first slot of each entry of the table, then one for all primitives.
    heads: Box<[Cell<u32>]>,
    sizes: size::Sizes,
    fallible: classify::Verdicts,
    references: subtyping::Verdicts,
    /// Whether a visitor of bytes makes a `Vec<u8>`.
    pub(crate) vec_u8_visitor: Cell<VisitorVerdict>,
}

const NO_SLOT: u32 = u32::MAX;

/// How many slots have a place for their node beforehand: as many as the table has entries, within these
/// bounds.
const MIN_NODES: usize = 8;
const MAX_NODES: usize = 128;

impl Plan {
    pub(crate) fn new(table: Rc<TypeTable>) -> Self {
        let n = table.len();
        Plan {
            slots: Slots::new(),
            nodes: std::iter::repeat_with(OnceCell::new)
                .take(n.clamp(MIN_NODES, MAX_NODES))
                .collect(),
            arguments: vec![Cell::default(); table.args().len()].into(),
            heads: vec![Cell::new(NO_SLOT); n + 1].into(),
            sizes: size::Sizes::new(n),
            fallible: classify::Verdicts::default(),
            references: subtyping::Verdicts::default(),
            vec_u8_visitor: Cell::default(),
            table,
        }
    }

    /// Returns how many pairs were compiled, classified or compared: what keeping the plan costs.
    pub(crate) fn n_pairs(&self) -> usize {
        self.slots.len() as usize + self.fallible.len() + self.references.n_pairs()
    }

    /// Returns the slot of a pair, which is new if it was never met.
    fn slot_of(&self, wire: WireType, want: Want) -> Result<u32> {
        let key = want.key();
        let head = match wire {
            WireType::Index(index) => index as usize,
            WireType::Primitive(_) => self.table.len(),
        };
        let mut last = None;
        let mut index = self.heads.get(head).map_or(NO_SLOT, Cell::get);
        while let Some(slot) = self.slots.get(index) {
            if slot.key == key && slot.wire == wire {
                return Ok(index);
            }
            last = Some(slot);
            index = slot.next.get();
        }
        let new = self
            .slots
            .push(Slot {
                wire,
                want,
                key,
                next: Cell::new(NO_SLOT),
                node: OnceCell::new(),
            })
            .ok_or_else(|| Error::new(ErrorKind::Limit, "too many pairs of types to compile"))?;
        match (last, self.heads.get(head)) {
            (Some(slot), _) => slot.next.set(new),
            (None, Some(first)) => first.set(new),
            (None, None) => {}
        }
        Ok(new)
    }

    /// Returns the node of a container's slot, compiled now if this is the first visit.
    ///
    /// # Errors
    ///
    /// If the wanted type turns out to be one that no value has.
    #[inline]
    pub(crate) fn node(&self, slot: u32) -> Result<&Node> {
        if let Some(node) = self.nodes.get(slot as usize).and_then(OnceCell::get) {
            return Ok(node);
        }
        self.make_node(slot)?;
        self.made_node(slot).ok_or_else(internal)
    }

    #[cold]
    #[inline(never)]
    fn make_node(&self, index: u32) -> Result<()> {
        if self.made_node(index).is_none() {
            let slot = self.slots.get(index).ok_or_else(internal)?;
            let node = self.compile(slot.wire, &slot.want)?;
            // It may have been made meanwhile, below itself.
            let place = self.nodes.get(index as usize).unwrap_or(&slot.node);
            let _ = place.set(node);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn made_node(&self, index: u32) -> Option<&Node> {
        match self.nodes.get(index as usize) {
            Some(node) => node.get(),
            None => self.slots.get(index)?.node.get(),
        }
    }

    /// Returns the size of the values of a wire type.
    pub(crate) fn size(&self, wire: WireType) -> size::Size {
        self.sizes.of(&self.table, wire)
    }

    /// Returns the pair of a slot, for error messages.
    pub(crate) fn pair(&self, slot: u32) -> Option<(WireType, &Want)> {
        self.slots.get(slot).map(|slot| (slot.wire, &slot.want))
    }
}

/// [`Plan::node`] for each kind of node.
macro_rules! nodes {
    ($($name:ident: $kind:ident($node:ident);)*) => {
        impl Plan {$(
            #[inline(always)]
            pub(crate) fn $name(&self, slot: u32) -> Result<&$node> {
                let node = self.nodes.get(slot as usize).and_then(OnceCell::get);
                if let Some(Node::$kind(node)) = node {
                    return Ok(node);
                }
                self.make_node(slot)?;
                match self.made_node(slot) {
                    Some(Node::$kind(node)) => Ok(node),
                    _ => Err(internal()),
                }
            }
        )*}
    };
}

nodes! {
    vec_node: Vec(VecNode);
    record_node: Record(RecordNode);
    variant_node: Variant(VariantNode);
    opt_node: Opt(OptNode);
}

/// A step that names a slot or a node of another kind than it has: this crate's own fault.
#[cold]
pub(crate) fn internal() -> Error {
    Error::new(
        ErrorKind::Custom,
        "internal error: a step does not match its plan",
    )
}
