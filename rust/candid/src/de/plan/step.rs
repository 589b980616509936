//! What the decoder carries: an operation and one number.

use crate::de::header::WireType;
use candid_wire::opcode::Primitive;

/// What to do with the next value: one word, so that a decoder is two and travels in registers. The lower half is a
/// number, the byte above it the operation, which says what the number is. An option that needs nothing looked up is
/// the step of its payload with the cost of that above it, and a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step(u64);

/// Where the operation is, the mark of an option, and the cost of its payload.
const OP: u32 = 32;
const OPT_MARK: u32 = 40;
const OPT_COST: u32 = 48;

/// The operations, and which of them a byte is.
macro_rules! operations {
    ($($(#[$doc:meta])* $op:ident,)*) => {
        /// The operation of a step.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Op {
            $($(#[$doc])* $op,)*
        }

        impl Op {
            /// The operation with this number; the compiler sees that it is the number itself.
            #[inline(always)]
            const fn of(byte: u8) -> Op {
                $(if byte == Op::$op as u8 {
                    return Op::$op;
                })*
                Op::Mismatch
            }
        }
    };
}

operations! {
    /// Nothing to read, a null: `null`, and what stands for an absent field.
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
    /// A `nat` where an `int` is wanted.
    NatAsInt,
    Text,
    Principal,
    /// A `service` where a `principal` is wanted.
    ServiceAsPrincipal,
    /// A service reference whose type was checked.
    Service,
    /// A function reference whose type was checked.
    Func,
    /// `vec nat8` at itself.
    Blob,
    /// Slot: [`Node::Vec`].
    Vec,
    /// Slot: [`Node::Record`].
    Record,
    /// Slot: [`Node::Variant`].
    Variant,
    /// Slot: [`Node::Opt`], with a tag byte before the payload.
    Opt,
    /// As [`Op::Opt`], but nothing has to be looked up: [`Step::in_plain_opt`].
    PlainOpt,
    /// Slot: [`Node::Opt`], a value taken as an option: no tag byte.
    OptOfValue,
    /// Nothing to read, an absent option.
    None,
    /// Wire type: skip the value, it is an absent option.
    SkipToNone,
    /// Wire type: skip the value, `reserved` is wanted.
    Reserved,
    /// Nothing to read, a null of type `reserved`.
    ReservedNull,
    /// Wire type: skip the value. It is of a future type and wanted as it is: all that can be said of it is null.
    Future,
    /// There is no such value: the wire says `empty`.
    Empty,
    /// Slot of the pair that does not fit.
    Mismatch,
    /// Slot of a value that is no option at `type O = opt O`: it would be an option of itself without end.
    InfiniteOpt,
    /// Slot whose wanted type is that of a field that must be there and is not.
    Missing,
}

impl Step {
    pub(crate) const NULL: Step = Step::new(Op::Null);
    pub(crate) const NONE: Step = Step::new(Op::None);
    pub(crate) const RESERVED: Step = Step::new(Op::ReservedNull);

    /// A step that its operation says all of.
    pub(crate) const fn new(op: Op) -> Step {
        Step((op as u64) << OP)
    }

    pub(super) const fn with(op: Op, arg: u32) -> Step {
        Step((op as u64) << OP | arg as u64)
    }

    /// An option of values that `self` reads and that always coerce, which are no options, and what is static of
    /// their cost.
    pub(super) const fn in_plain_opt(self, cost: u16) -> Step {
        Step(self.0 | 1 << OPT_MARK | (cost as u64) << OPT_COST)
    }

    pub(super) fn of_wire(op: Op, wire: WireType) -> Step {
        Step::with(op, pack(wire))
    }

    /// Whether the step is a failure: these operations come last. That of an option that needs nothing looked up is the
    /// one of its payload, which is none.
    #[inline(always)]
    pub(crate) const fn is_refusal(self) -> bool {
        (self.0 >> OP).to_le_bytes()[0] >= Op::Empty as u8
    }

    /// The operation.
    #[inline(always)]
    pub(crate) const fn op(self) -> Op {
        match self.is_plain_opt() {
            true => Op::PlainOpt,
            false => Op::of((self.0 >> OP).to_le_bytes()[0]),
        }
    }

    /// Whether it is this operation.
    #[inline(always)]
    pub(crate) const fn is(self, op: Op) -> bool {
        self.0 >> OP == op as u64
    }

    /// Whether it is this operation, which says all of it: one comparison.
    #[inline(always)]
    pub(crate) const fn is_leaf(self, op: Op) -> bool {
        self.0 == Step::new(op).0
    }

    /// Whether it was made by [`Step::in_plain_opt`].
    #[inline(always)]
    pub(crate) const fn is_plain_opt(self) -> bool {
        self.0 >> OPT_MARK != 0
    }

    /// Whether values inside the value check the stack. Where they do not, what holds it need not either.
    pub(super) fn may_nest(self) -> bool {
        !(self.is_plain_opt() || self.op() as u8 <= Op::Blob as u8 || self.is_leaf(Op::None))
    }

    /// The payload of such a step, and what it costs.
    #[inline(always)]
    pub(crate) const fn plain_payload(self) -> (Step, u64) {
        (Step(self.0 & ((1 << OPT_MARK) - 1)), self.0 >> OPT_COST)
    }

    /// The wire type of a step that skips.
    #[inline]
    pub(crate) fn wire(self) -> WireType {
        unpack(self.index())
    }

    /// The slot.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it is the lower half")]
    pub(crate) const fn index(self) -> u32 {
        self.0 as u32
    }
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}({})", self.op(), self.index())
    }
}

/// Set in a packed wire type that is a primitive. The type table has far fewer entries.
const PRIMITIVE_BIT: u32 = 1 << 31;

fn pack(wire: WireType) -> u32 {
    match wire {
        WireType::Index(index) => index,
        WireType::Primitive(primitive) => PRIMITIVE_BIT | u32::from(primitive.byte()),
    }
}

fn unpack(packed: u32) -> WireType {
    if packed & PRIMITIVE_BIT == 0 {
        return WireType::Index(packed);
    }
    // `pack` put the opcode's byte there: seven bits, the sixth of them the sign.
    let opcode = i64::from(packed & 0x7f) - 0x80;
    Primitive::from_opcode(opcode)
        .map_or(WireType::Primitive(Primitive::Empty), WireType::Primitive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_the_step_of_its_payload_with_a_mark() {
        for payload in [Step::new(Op::Nat64), Step::with(Op::Record, u32::MAX)] {
            for cost in [0, 1, u16::MAX] {
                let opt = payload.in_plain_opt(cost);
                assert!(opt.is_plain_opt() && !payload.is_plain_opt());
                assert_eq!(opt.plain_payload(), (payload, u64::from(cost)));
                assert_eq!(opt.op(), Op::PlainOpt);
                for op in [Op::Null, Op::Nat64, Op::Record, Op::Opt, Op::PlainOpt] {
                    assert!(!opt.is(op), "{op:?}");
                }
            }
        }
    }

    #[test]
    fn operations_survive_packing() {
        for byte in 0..=u8::MAX {
            let op = Op::of(byte);
            assert!(op as u8 == byte || byte > Op::Missing as u8);
            let step = Step::with(op, 7);
            assert_eq!((step.op(), step.index()), (op, 7));
            assert!(step.is(op) && !step.is_leaf(op) && Step::new(op).is_leaf(op));
        }
    }

    #[test]
    fn wire_types_survive_packing() {
        for primitive in Primitive::ALL {
            let wire = WireType::Primitive(primitive);
            assert_eq!(unpack(pack(wire)), wire);
        }
        for index in [0, 1, 9_999, PRIMITIVE_BIT - 1] {
            assert_eq!(unpack(pack(WireType::Index(index))), WireType::Index(index));
        }
    }
}
