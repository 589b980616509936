//! The instruction that the decoder carries: an operation and one number.

use crate::de::header::WireType;
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::TypeShape;
use candid_wire::opcode::Primitive;

/// How to decode the next value: one word, so that a decoder is two and is passed in registers. The lower half is a
/// number, and the byte above it the operation, which defines the meaning of the number. An option that needs no lookup
/// is the step of its payload with the payload's cost above it, and a mark. Another option may have the slot of its payload
/// above its operation, and another mark. Both marks are on an option of a plain option, whose step has the other bits. The
/// marks come first, so that one comparison determines whether there is one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step(u64);

/// The bit positions of the operation, of the cost or the slot of a payload, of the mark of an option with the latter, and of
/// that of a plain option.
const OP: u32 = 32;
const PAYLOAD: u32 = 40;
const RECORD_MARK: u32 = 62;
const OPT_MARK: u32 = 63;

/// The least step with both marks; as a number with a sign, more than all with the first alone.
const BOTH_MARKS: u64 = 1 << OPT_MARK | 1 << RECORD_MARK;

/// The maximum of a cost or a slot.
const MAX_PAYLOAD: u64 = (1 << (RECORD_MARK - PAYLOAD)) - 1;

/// Defines the operations, and the conversion from a byte.
macro_rules! operations {
    ($($(#[$doc:meta])* $op:ident,)*) => {
        /// The operation of a step.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Op {
            $($(#[$doc])* $op,)*
        }

        impl Op {
            /// Returns the operation with this number, which compiles to the number itself.
            #[inline(always)]
            pub(crate) const fn of(byte: u8) -> Op {
                $(if byte == Op::$op as u8 {
                    return Op::$op;
                })*
                Op::Mismatch
            }
        }
    };
}

operations! {
    /// Slot: [`Node::Record`]. The first, so that such a step is the slot.
    Record,
    /// Slot: [`Node::Variant`].
    Variant,
    /// Nothing to read, a null: `null`, or the value of an absent field.
    Null,
    Bool,
    Nat8,
    Nat16,
    Nat32,
    Nat64,
    Int8,
    Int16,
    Int32,
    Int64,
    Float32,
    Float64,
    Nat,
    Int,
    /// A `nat` where `int` is expected.
    NatAsInt,
    Text,
    Principal,
    /// A `service` where `principal` is expected.
    ServiceAsPrincipal,
    /// A service reference whose type was checked.
    Service,
    /// A function reference whose type was checked.
    Func,
    /// `vec nat8` decoded as itself.
    Blob,
    /// Slot: [`Node::Vec`].
    Vec,
    /// Slot: [`Node::Opt`], with a tag byte before the payload.
    Opt,
    /// As [`Op::Opt`], but without a lookup: [`Step::in_plain_opt`], or [`Step::in_opt_of_plain`].
    PlainOpt,
    /// Slot: [`Node::Opt`], a value decoded as an option: no tag byte.
    OptOfValue,
    /// Nothing to read, an absent option.
    None,
    /// Wire type: skip the value, it is an absent option.
    SkipToNone,
    /// Nothing to read, a value of type `reserved`.
    Reserved,
    /// Wire type: skip the value, `reserved` is expected.
    SkipToReserved,
    /// Wire type: skip the value. It is of a future type and expected as it is, and can only be represented as null.
    SkipToNull,
    /// There is no such value: the wire type is `empty`.
    Empty,
    /// Slot of the pair that does not coerce.
    Mismatch,
    /// Slot of a value that is not an option, decoded as `type O = opt O`: the result would be infinite.
    InfiniteOpt,
    /// Slot whose expected type is that of a mandatory field that is missing.
    Missing,
    /// Slot of the record whose surplus fields this is, behind its others: [`RestNode`](crate::de::plan::node::RestNode). A
    /// failure for each visitor but one.
    Rest,
}

impl Op {
    /// Returns whether it reads a number of fixed width or a `bool`.
    pub(crate) const fn is_fixed_width(self) -> bool {
        self as u8 >= Op::Bool as u8 && self as u8 <= Op::Float64 as u8
    }
}

impl Step {
    pub(crate) const NULL: Step = Step::new(Op::Null);
    pub(crate) const NONE: Step = Step::new(Op::None);
    pub(crate) const RESERVED: Step = Step::new(Op::Reserved);

    /// Returns a step that consists of its operation alone.
    pub(crate) const fn new(op: Op) -> Step {
        Step((op as u64) << OP)
    }

    pub(crate) const fn with(op: Op, arg: u32) -> Step {
        Step((op as u64) << OP | arg as u64)
    }

    /// Returns the step of options whose payload `self` decodes, always coerces and is not an option; `cost` is the
    /// static cost of the payload. `None` if that is too high.
    pub(crate) const fn in_plain_opt(self, cost: u64) -> Option<Step> {
        if cost > MAX_PAYLOAD {
            return None;
        }
        Some(Step(self.0 | 1 << OPT_MARK | cost << PAYLOAD))
    }

    /// Returns the step of options whose payload is the plain option that `self` decodes.
    pub(crate) const fn in_opt_of_plain(self) -> Step {
        Step(self.0 | 1 << RECORD_MARK)
    }

    /// Returns the payload of a step made by [`Step::in_opt_of_plain`].
    #[inline(always)]
    pub(crate) const fn plain_opt_in_opt(self) -> Option<Step> {
        if self.0 >= BOTH_MARKS {
            Some(Step(self.0 & !(1 << RECORD_MARK)))
        } else {
            None
        }
    }

    /// Returns the step of an option, `self`, with that of its payload, if this is a record that always coerces and charges
    /// for itself.
    pub(crate) const fn with_record(self, payload: Step) -> Step {
        let slot = payload.slot() as u64;
        if slot > MAX_PAYLOAD {
            return self;
        }
        Step(self.0 | 1 << RECORD_MARK | slot << PAYLOAD)
    }

    /// Returns the step of a variant with the position of an expected case, if it is not too high.
    pub(crate) fn with_case(self, position: usize) -> Option<Step> {
        let position = position as u64;
        (position <= MAX_PAYLOAD).then_some(Step(self.0 | position << PAYLOAD))
    }

    /// Returns the position that [`Step::with_case`] has added.
    #[allow(clippy::cast_possible_truncation, reason = "it was one before")]
    pub(crate) const fn case(self) -> usize {
        (self.0 >> PAYLOAD & MAX_PAYLOAD) as usize
    }

    /// Returns the payload that [`Step::with_record`] has added to the step of an option, which is not a plain one.
    #[inline(always)]
    pub(crate) const fn record(self) -> Option<Step> {
        if self.0.cast_signed() >= 1 << RECORD_MARK {
            Some(Step(self.0 >> PAYLOAD & MAX_PAYLOAD))
        } else {
            None
        }
    }

    /// Returns the slot of a record or a variant, by one comparison. Its node tells which of them it is.
    #[inline(always)]
    pub(crate) const fn slot_of_fields(self) -> Option<usize> {
        if self.0 <= Step::with(Op::Variant, u32::MAX).0 {
            Some(self.slot() as usize)
        } else {
            None
        }
    }

    /// Returns the step of a field or argument that the message does not have; `None` if it must be there
    /// (`spec/Candid.md#records-1`).
    pub(crate) fn of_absent(expected: &TypeShape<'_>) -> Option<Step> {
        match expected {
            TypeShape::Opt(_) => Some(Step::NONE),
            TypeShape::Primitive(Primitive::Null) => Some(Step::NULL),
            TypeShape::Primitive(Primitive::Reserved) => Some(Step::RESERVED),
            _ => None,
        }
    }

    pub(crate) fn of_wire(op: Op, wire: WireType) -> Step {
        Step::with(op, wire.bits())
    }

    /// Returns whether the step is a failure: these operations come last. An option without lookup has the operation of
    /// its payload, which is not a failure.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it is the operation")]
    pub(crate) const fn is_failure(self) -> bool {
        // Of most steps, the comparison of the whole decides.
        self.0 >= (Op::Empty as u64) << OP && (self.0 >> OP) as u8 >= Op::Empty as u8
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it is the operation")]
    pub(crate) const fn op(self) -> Op {
        if self.has_opt_mark() {
            Op::PlainOpt
        } else {
            Op::of((self.0 >> OP) as u8)
        }
    }

    /// Returns whether the operation is `op`, other than [`Op::Opt`].
    #[inline(always)]
    pub(crate) const fn is(self, op: Op) -> bool {
        self.0 >> OP == op as u64
    }

    /// Returns whether the operation is [`Op::Opt`].
    #[inline(always)]
    pub(crate) const fn is_opt(self) -> bool {
        const MASK: u64 = 1 << OPT_MARK | 0xff << OP;
        self.0 & MASK == (Op::Opt as u64) << OP
    }

    /// Returns whether the step is `op`, an operation without operands: one comparison.
    #[inline(always)]
    pub(crate) const fn is_leaf(self, op: Op) -> bool {
        self.0 == Step::new(op).0
    }

    /// Returns whether the step was made by [`Step::in_plain_opt`].
    #[inline(always)]
    pub(crate) const fn is_plain_opt(self) -> bool {
        self.0.cast_signed() < BOTH_MARKS.cast_signed()
    }

    /// Returns whether values inside the value check the stack. If they do not, its container need not either.
    pub(crate) fn may_nest(self) -> bool {
        // Leaves are numbered one after the other.
        let is_leaf = self.0.wrapping_sub(Step::NULL.0) < Step::new(Op::Vec).0 - Step::NULL.0;
        !(self.has_opt_mark() || is_leaf || self.is_leaf(Op::None))
    }

    /// Returns whether the operation is [`Op::PlainOpt`].
    #[inline(always)]
    const fn has_opt_mark(self) -> bool {
        self.0 & 1 << OPT_MARK != 0
    }

    /// Returns the payload of such a step, and its cost.
    #[inline(always)]
    pub(crate) const fn plain_payload(self) -> (Step, u64) {
        let step = Step(self.0 & ((1 << PAYLOAD) - 1));
        (step, self.0 >> PAYLOAD & MAX_PAYLOAD)
    }

    /// Returns the wire type of a step that skips.
    #[inline]
    pub(crate) fn wire(self) -> WireType {
        WireType::of_bits(self.slot())
    }

    /// Returns the slot; of a step that skips, the packed wire type.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it is the lower half")]
    pub(crate) const fn slot(self) -> u32 {
        self.0 as u32
    }
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}({})", self.op(), self.slot())
    }
}

/// The step of an argument decoded as one Rust type, and its inline cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentStep {
    /// Identified by its address: two types may share a descriptor only if it describes both.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_the_step_of_its_payload_with_a_mark() {
        for payload in [Step::new(Op::Nat64), Step::with(Op::Record, u32::MAX)] {
            for cost in [0, 1, MAX_PAYLOAD] {
                let opt = payload.in_plain_opt(cost).unwrap();
                assert!(opt.is_plain_opt() && !payload.is_plain_opt());
                assert_eq!(opt.plain_payload(), (payload, cost));
                assert_eq!(opt.op(), Op::PlainOpt);
                for op in [Op::Null, Op::Nat64, Op::Record, Op::PlainOpt] {
                    assert!(!opt.is(op), "{op:?}");
                }
                assert!(!opt.is_opt());
                let outer = opt.in_opt_of_plain();
                assert_eq!(outer.plain_opt_in_opt(), Some(opt));
                assert_eq!(opt.plain_opt_in_opt(), None);
                assert_eq!((outer.op(), outer.record()), (Op::PlainOpt, None));
                assert!(!outer.is_opt() && !outer.is_plain_opt() && !outer.may_nest());
            }
            assert_eq!(payload.in_plain_opt(MAX_PAYLOAD + 1), None);
        }
    }

    #[test]
    fn an_option_may_have_the_slot_of_its_payload() {
        let opt = Step::with(Op::Opt, 7);
        assert_eq!((opt.record(), opt.plain_opt_in_opt()), (None, None));
        for slot in [0, 1, u32::try_from(MAX_PAYLOAD).unwrap()] {
            let payload = Step::with(Op::Record, slot);
            let with = opt.with_record(payload);
            assert_eq!(with.record(), Some(payload));
            assert_eq!(with.plain_opt_in_opt(), None);
            assert_eq!((with.op(), with.slot()), (Op::Opt, 7));
            assert!(with.is_opt() && !with.is_plain_opt() && with.may_nest());
        }
        let more = u32::try_from(MAX_PAYLOAD).unwrap() + 1;
        assert_eq!(opt.with_record(Step::with(Op::Record, more)), opt);
    }

    #[test]
    fn a_variant_may_have_the_position_of_a_case() {
        let variant = Step::with(Op::Variant, u32::MAX);
        let max = usize::try_from(MAX_PAYLOAD).unwrap();
        for position in [0, 1, max] {
            let with = variant.with_case(position).unwrap();
            assert_eq!((with.slot(), with.case()), (u32::MAX, position));
        }
        assert_eq!(variant.with_case(max + 1), None);
    }

    #[test]
    fn operations_survive_packing() {
        for byte in 0..=u8::MAX {
            let op = Op::of(byte);
            assert!(op as u8 == byte || byte > Op::Missing as u8);
            let step = Step::with(op, 7);
            assert_eq!((step.op(), step.slot()), (op, 7));
            assert!(step.is(op) && !step.is_leaf(op) && Step::new(op).is_leaf(op));
        }
    }
}
