//! What the decoder carries: an operation and one number.

use crate::de::header::WireType;
use candid_wire::opcode::Primitive;

/// What to do with the next value: small enough to pass by value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) op: Op,
    /// A slot or a wire type, as the operation says.
    arg: u32,
}

/// The operation of a step. It is as wide as the number beside it, because the compiler copies the bytes between two
/// fields too, in pieces, wherever a step is handed on.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
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
    /// Number of a run in the record's node: skip it.
    SkipRun,
    /// There is no such value: the wire says `empty`.
    Empty,
    /// Slot of the pair that does not fit.
    Mismatch,
    /// Slot whose wanted type is that of a field that must be there and is not.
    Missing,
}

impl Step {
    pub(crate) const NULL: Step = Step::new(Op::Null);
    pub(crate) const NONE: Step = Step::new(Op::None);
    pub(crate) const RESERVED: Step = Step::new(Op::ReservedNull);

    pub(super) const fn new(op: Op) -> Step {
        Step { op, arg: 0 }
    }

    pub(super) const fn with(op: Op, arg: u32) -> Step {
        Step { op, arg }
    }

    pub(super) fn of_wire(op: Op, wire: WireType) -> Step {
        Step {
            op,
            arg: pack(wire),
        }
    }

    /// The wire type of a step that skips.
    #[inline]
    pub(crate) fn wire(self) -> WireType {
        unpack(self.arg)
    }

    /// The slot, or the number of the run.
    #[inline]
    pub(crate) fn index(self) -> u32 {
        self.arg
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
