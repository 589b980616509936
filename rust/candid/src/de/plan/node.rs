//! What was worked out for one pair of container types, a struct for each constructor.

use super::expected::FieldName;
use super::fixed::{FixedField, FixedRecord};
use super::lookahead::Lookahead;
use super::skip::SkippedSpan;
use super::Step;
use crate::de::header::WireType;
use crate::types::TypeId;
use std::any;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// What was worked out for one pair of container types. With a tag of its own, so that one comparison tells whether
/// there is a node and of which kind.
#[repr(u8)]
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
    /// Whether both are numbers of 32 bits and not 0: then products with a length cannot overflow.
    pub(crate) cost_fits_u32: bool,
    /// If the elements are records of fixed size.
    pub(crate) fixed: Option<FixedField>,
}

/// A record at a record.
#[derive(Debug)]
pub(crate) struct RecordNode {
    /// Those that are wanted, by id, as on the wire.
    pub(crate) fields: Box<[FieldStep]>,
    /// Which of them are not on the wire, ascending.
    pub(crate) absent: Box<[u32]>,
    pub(crate) spans: Box<[SkippedSpan]>,
    /// The run behind the last of them.
    pub(crate) last_span: SpanIndex,
    /// Where its fields are, if that is the same in all of its values and each of them is wanted.
    pub(crate) fixed: Option<Rc<FixedRecord>>,
    /// Its size then; else 0.
    pub(crate) fixed_size: u16,
    /// The Rust type whose values are made of their bytes, because all that is in them was read by derived code. Several
    /// may be read by one plan.
    pub(crate) made_of_bytes: Cell<Option<any::TypeId>>,
    /// Everything static: the record, its labels, its fixed-size fields. Nothing if it is of fixed
    /// size: then whoever holds it has charged for it.
    pub(crate) cost: u64,
    /// Everything static of the fields that are skipped, as it is charged for those.
    pub(crate) skip_cost: u64,
    /// What entering takes beside charging `cost`.
    pub(crate) checks: EntryChecks,
    /// How many values without bytes are counted on entering it: [`Budget::count_zero_sized`].
    ///
    /// [`Budget::count_zero_sized`]: crate::de::budget::Budget::count_zero_sized
    pub(crate) n_zero_sized: u64,
    /// The wanted labels are 0, 1, …, so it can be read as a sequence.
    pub(crate) is_tuple: bool,
    pub(crate) order: Order,
    pub(crate) derived: Option<fn() -> TypeId>,
    pub(crate) visitor_kind: VisitorKindCell,
    /// How it is walked ahead, once it was.
    pub(crate) lookahead: OnceCell<Box<Lookahead>>,
}

impl RecordNode {
    /// Returns a run of surplus fields, if there is one.
    pub(crate) fn span(&self, span: SpanIndex) -> Option<&SkippedSpan> {
        self.spans.get((span as usize).checked_sub(1)?)
    }

    /// Returns the steps, and which of them are of fields that are not on the wire.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&FieldStep, bool)> {
        let mut absent = self.absent.iter().peekable();
        (0u32..)
            .zip(&self.fields)
            .map(move |(i, field)| (field, absent.next_if_eq(&&i).is_some()))
    }
}

/// What entering a record takes beside charging its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryChecks {
    Nothing,
    /// To check the stack, because something in it nests.
    Stack,
    /// That, and to count more, because a field is skipped or values without bytes are counted.
    Count,
}

/// Whether all fields are wanted and come in the order of their ordinals, which are 0, 1, …, so that a visitor that
/// numbers them so can take them as a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// They do, and so do the labels.
    Tuple,
    /// They do: a derived visitor can.
    Declared,
    Other,
}

/// The kind of the visitor that came last: nearly always there is one only.
pub(crate) type VisitorKindCell = Cell<VisitorKind>;

/// Whether a visitor takes ordinals in place of names: settled on its first visit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VisitorKind {
    pub(crate) visitor: Option<any::TypeId>,
    pub(crate) takes_ordinals: bool,
}

/// One step through a record.
#[derive(Debug)]
pub struct FieldStep {
    pub(crate) step: Step,
    /// The run of surplus fields before it.
    pub(crate) span: SpanIndex,
    pub(crate) ordinal: u32,
    pub(crate) name: FieldName,
}

/// The number of a run of surplus fields, from 1.
pub(crate) type SpanIndex = u32;

/// There are no surplus fields.
pub(crate) const NO_SPAN: SpanIndex = 0;

/// A variant at a variant.
#[derive(Debug)]
pub(crate) struct VariantNode {
    /// By the index on the wire.
    pub(crate) tags: Box<[TagStep]>,
    pub(crate) derived: Option<fn() -> TypeId>,
    pub(crate) visitor_kind: VisitorKindCell,
    /// The number of wanted tags.
    pub(crate) n_expected: usize,
}

/// One tag of a variant on the wire.
#[derive(Debug)]
pub(crate) enum TagStep {
    Known(KnownTag),
    /// The reader does not have this tag.
    Unknown {
        id: u32,
        payload: WireType,
    },
}

/// A tag that the reader has.
#[derive(Debug)]
pub(crate) struct KnownTag {
    pub(crate) payload: Step,
    /// The variant, the label and what is static of the payload.
    pub(crate) cost: u64,
    pub(crate) ordinal: u32,
    pub(crate) name: FieldName,
    /// The type of the payload on the wire.
    pub(crate) wire: WireType,
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
    pub(crate) needs_checks: bool,
}
