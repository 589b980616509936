//! Compiled nodes: a struct for each pair of container types, by constructor.

use crate::de::header::{WireField, WireType};
use crate::de::plan::step::Step;
use crate::schema::expected::FieldName;
use std::any;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::sync::Arc;

/// The compiled node of a pair of container types. It has a tag of its own, so that one comparison determines whether
/// there is a node and of which kind.
#[repr(u8)]
#[derive(Debug)]
pub(crate) enum Node {
    Vec(VecNode),
    /// Shared with the cases of variants: [`CaseStep::record`].
    Record(Rc<RecordNode>),
    Variant(VariantNode),
    Opt(OptNode),
}

/// A vector decoded as a vector.
#[derive(Debug)]
pub(crate) struct VecNode {
    pub(crate) element: Step,
    /// The static cost of one element, including `cost::element`.
    pub(crate) element_cost: u64,
    /// The minimum size of one element in bytes.
    pub(crate) element_min: u64,
    /// Whether both numbers fit 32 bits and are not 0: then products with a length cannot overflow.
    pub(crate) cost_fits_u32: bool,
    /// The size of each element in bytes, if they are records of fixed size; else 0.
    pub(crate) fixed_size: u16,
}

/// A record decoded as a record.
#[derive(Debug)]
pub(crate) struct RecordNode {
    /// The expected fields, by id, as on the wire.
    pub(crate) fields: Box<[FieldStep]>,
    /// The indices of those that are not on the wire, ascending.
    pub(crate) absent: Box<[u32]>,
    pub(crate) spans: Box<[SkippedSpan]>,
    /// The span after the last of them.
    pub(crate) last_span: SpanIndex,
    /// The size in bytes and the cost, if all values have the same size and each field is expected. The container
    /// charges this cost, as for a number, and `cost` is 0.
    pub(crate) fixed: Option<FixedSize>,
    /// The layout of the values, if it is that of a record of fields of fixed size and of options of such.
    pub(crate) layout: Option<Box<Layout>>,
    /// The Rust type whose values are built from their bytes, once derived code has read a whole value. Several Rust
    /// types may share one plan.
    pub(crate) built_from_bytes: Cell<Option<any::TypeId>>,
    /// The static cost: the record, its labels, its fixed-size fields.
    pub(crate) cost: u64,
    /// The static cost of the skipped fields, charged as skipped.
    pub(crate) skip_cost: u64,
    /// The work on entry besides charging `cost`.
    pub(crate) checks: EntryChecks,
    /// How many zero-sized values are counted on entry: [`Budget::count_zero_sized`].
    ///
    /// [`Budget::count_zero_sized`]: crate::de::state::budget::Budget::count_zero_sized
    pub(crate) n_zero_sized: u64,
    /// The expected labels are 0, 1, …, and only the last ones may be absent: it is charged as a tuple.
    pub(crate) is_tuple: bool,
    /// Its lookahead, compiled on first use.
    pub(crate) lookahead: OnceCell<Box<Lookahead>>,
    /// What keeps the surplus fields, if the Rust type has a field for them.
    pub(crate) rest: Option<Box<RestNode>>,
}

/// The surplus fields of a record that keeps them.
#[derive(Debug)]
pub(crate) struct RestNode {
    /// By id, as on the wire.
    pub(crate) fields: Box<[WireField]>,
    /// The header of a message of them, made on first use.
    pub(crate) header: OnceCell<Arc<[u8]>>,
}

impl RecordNode {
    /// Returns a span of surplus fields, if there is one.
    pub(crate) fn span(&self, span: SpanIndex) -> Option<&SkippedSpan> {
        self.spans.get((span as usize).checked_sub(1)?)
    }

    /// Returns whether the expected labels are 0, 1, …, so that it can be decoded as a sequence.
    #[inline(always)]
    pub(crate) fn is_sequence(&self) -> bool {
        self.is_tuple || self.is_sequence_cold()
    }

    /// The same where another field than the last ones is absent, which is null then.
    #[cold]
    #[inline(never)]
    fn is_sequence_cold(&self) -> bool {
        let is_at =
            |(i, field): (u32, &FieldStep)| matches!(field.name, FieldName::Id(id) if id == i);
        (0u32..).zip(&self.fields).all(is_at)
    }

    /// Returns the steps, each with whether its field is absent from the wire.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&FieldStep, bool)> {
        let mut absent = self.absent.iter().peekable();
        (0u32..)
            .zip(&self.fields)
            .map(move |(i, field)| (field, absent.next_if_eq(&&i).is_some()))
    }
}

/// The size in bytes and the cost of each value of a record. Larger records take the general path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedSize {
    pub(crate) size: u16,
    pub(crate) cost: u64,
}

/// The layout of the values of a record with at least one option: each expected field is on the wire and no other, and is of
/// fixed size or a plain option of such a value. Such records charge for the payloads that are there.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The size in bytes of the fields that are not options.
    pub(crate) size: usize,
    /// The costs of the payloads, in the order of the options, or [`UNKNOWN_PAYLOAD`].
    pub(crate) payload_costs: Box<[Cell<u32>]>,
}

/// Instead of the cost: it is not known whether the payload may be built from its bytes.
pub(crate) const UNKNOWN_PAYLOAD: u32 = u32::MAX;

/// The work on entering a record besides charging its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryChecks {
    Nothing,
    /// Check the stack, because something in it nests.
    Stack,
    /// Check the stack and count, because a field is skipped, or zero-sized values are counted.
    Count,
}

/// One step through a record.
#[derive(Debug)]
pub struct FieldStep {
    pub(crate) step: Step,
    /// The span of surplus fields before it.
    pub(crate) span: SpanIndex,
    pub(crate) name: FieldName,
}

/// The number of a span of surplus fields, from 1.
pub(crate) type SpanIndex = u32;

/// No surplus fields.
pub(crate) const NO_SPAN: SpanIndex = 0;

/// A variant decoded as a variant.
#[derive(Debug)]
pub(crate) struct VariantNode {
    /// The cases, by their index on the wire: those whose index takes one byte, so that a byte is in range if it is the index
    /// of one of them.
    pub(crate) cases: Box<[CaseStep]>,
    /// The others.
    pub(crate) more_cases: Box<[CaseStep]>,
}

/// One case of a variant on the wire.
#[derive(Debug)]
pub(crate) struct CaseStep {
    /// Of an unknown case, the step of the variant; of one that is not compiled, too, with the position among the expected ones.
    pub(crate) payload: Cell<Step>,
    /// The cost of the variant, the label and the static part of the payload; 0 of an unknown case. [`NOT_COMPILED`] before the
    /// case is first read: of many cases, a message has few.
    pub(crate) cost: Cell<u64>,
    /// The position in the Rust declaration, or [`UNKNOWN_CASE`].
    pub(crate) ordinal: u32,
    pub(crate) name: FieldName,
    /// The type of the payload on the wire.
    pub(crate) wire: WireType,
    /// The record that the payload is, once derived code has read one.
    pub(crate) record: OnceCell<CaseRecord>,
}

/// A record that is the payload of a case, and needs no checks besides those of the variant.
#[derive(Debug)]
pub(crate) struct CaseRecord {
    pub(crate) node: Rc<RecordNode>,
    /// The costs of the case and of the record.
    pub(crate) cost: u64,
}

/// In place of the position of a case: the expected type does not have it.
pub(crate) const UNKNOWN_CASE: u32 = u32::MAX;

/// In place of the cost of a case: more than any budget has, so that charging it fails.
pub(crate) const NOT_COMPILED: u64 = u64::MAX;

/// How many cases have an index of one byte.
pub(crate) const MAX_SHORT_CASES: usize = 128;

impl CaseStep {
    /// Returns whether the expected type has the case.
    #[inline(always)]
    pub(crate) fn is_known(&self) -> bool {
        self.ordinal != UNKNOWN_CASE
    }
}

/// An expected option.
#[derive(Debug)]
pub(crate) struct OptNode {
    pub(crate) payload: Step,
    /// The static cost of the payload.
    pub(crate) payload_cost: u64,
    /// The type of the payload on the wire.
    pub(crate) wire: WireType,
    /// Whether the value determines whether the payload coerces: lookahead must inspect it.
    pub(crate) must_check: bool,
    /// Whether `must_check`, or the payload nests without a check of its own, so that the stack must be checked.
    pub(crate) needs_checks: bool,
}

/// Neighbouring surplus fields.
#[derive(Debug)]
pub(crate) struct SkippedSpan {
    pub(crate) parts: Box<[SkipPart]>,
    pub(crate) n_fields: usize,
    /// Their static cost.
    pub(crate) cost: u64,
}

/// How to skip a part of a span. Its static cost is included in that of the span.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SkipPart {
    /// This many bytes of any content: one field or more.
    Bytes(u32),
    Bool,
    /// A `nat` or an `int`.
    Number,
    Text,
    Principal,
    /// An option whose payload is this many bytes of any content, and the cost of the payload.
    Opt {
        size: u32,
        cost: u32,
    },
    /// Any other value, charged while it is skipped.
    Value(WireType),
}

impl SkipPart {
    /// Merges the part into the one before it if both are byte counts. Also returns true if there is nothing to add.
    pub(crate) fn try_merge_into(self, last: Option<&mut SkipPart>) -> bool {
        match (self, last) {
            (SkipPart::Bytes(0), _) => true,
            (SkipPart::Bytes(n), Some(SkipPart::Bytes(sum))) => match sum.checked_add(n) {
                Some(both) => {
                    *sum = both;
                    true
                }
                None => false,
            },
            _ => false,
        }
    }
}

/// Whether a value coerces, as far as its types determine it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coercibility {
    Coerces,
    Fails,
    /// Depends on the value: an option, a variant, a vector or a record, which may be a part of the one in question.
    /// Also an option that always coerces, and a value that contains one, because options inside it may not.
    Depends(Step, WireType),
}

/// The parts of a record that lookahead inspects.
#[derive(Debug)]
pub(crate) enum Lookahead {
    Coerces,
    Fails,
    Parts(Box<[LookaheadPart]>),
}

/// One part of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LookaheadPart {
    Skip(SkipPart),
    /// The result of [`Coercibility::Depends`].
    Check(Step, WireType),
}
