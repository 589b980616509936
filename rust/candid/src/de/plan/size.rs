//! The size in bytes of the values of a wire type. It allows one bounds check and one charge for many fields, and
//! rejects impossible lengths before anything is allocated.

use crate::de::cost;
use crate::de::header::WireType;
use candid_wire::opcode::Primitive;

/// The minimum size of a type without values.
pub(crate) const NO_VALUES: u64 = u64::MAX;

/// The size of the values of one wire type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// The minimum number of bytes; [`NO_VALUES`] if the type has none.
    pub(crate) min: u64,
    /// The cost of each value, if each takes exactly `min` bytes and all bytes are valid.
    pub(crate) unchecked_cost: Option<u64>,
    /// How many fields of a record are not of fixed size; 1 of another type that is not. If there are none, each value takes
    /// exactly `min` bytes.
    pub(crate) n_varying: u32,
    /// The number of zero-sized values that a record with this value may contain without counting them, beyond those
    /// of the value itself: see [`ZERO_SIZED_PER_BYTE`].
    pub(crate) zero_sized_allowance: u32,
    /// How many records are in each other.
    pub(crate) n_levels: u8,
}

/// How many zero-sized values (`null`, `reserved`, records apart from their fields) are allowed without counting for each byte of a
/// record's minimum size. So ordinary records, which nearly always have enough bytes, count nothing, and those with
/// many such fields or deeply nested records count the excess.
pub(crate) const ZERO_SIZED_PER_BYTE: u64 = 2;

/// Returns how many zero-sized values are allowed in values of at least `min` bytes.
pub(crate) const fn allowed_zero_sized(min: u64) -> u64 {
    min.saturating_mul(ZERO_SIZED_PER_BYTE)
}

impl Size {
    /// Returns whether the type has no values.
    pub(crate) const fn has_no_values(&self) -> bool {
        self.min == NO_VALUES
    }

    /// Returns whether each value takes exactly `min` bytes.
    pub(crate) const fn is_fixed(&self) -> bool {
        self.n_varying == 0
    }

    pub(super) const fn varying(min: u64) -> Self {
        Size {
            min,
            unchecked_cost: None,
            n_varying: 1,
            zero_sized_allowance: saturated(allowed_zero_sized(min)),
            n_levels: 0,
        }
    }

    const fn fixed(bytes: u64) -> Self {
        let mut size = Size::varying(bytes);
        size.n_varying = 0;
        size
    }

    const fn unchecked(bytes: u64, cost: u64) -> Self {
        let mut size = Size::fixed(bytes);
        size.unchecked_cost = Some(cost);
        size
    }
}

#[allow(clippy::cast_possible_truncation, reason = "it fits")]
pub(super) const fn saturated(n: u64) -> u32 {
    if n < u32::MAX as u64 {
        n as u32
    } else {
        u32::MAX
    }
}

/// The sizes of types that are no records, and those of a record that contains itself.
pub(super) static BYTES_1: Size = Size::varying(1);
pub(super) static BYTES_2: Size = Size::varying(2);
pub(super) static BYTES_4: Size = Size::varying(4);
pub(super) static NONE: Size = Size::varying(NO_VALUES);

/// The sizes of primitive types, by their numbers.
pub(super) static OF_PRIMITIVES: [Size; 24] = {
    let mut sizes = [Size::varying(NO_VALUES); 24];
    let mut i = 0;
    while i < Primitive::ALL.len() {
        let primitive = Primitive::ALL[i];
        sizes[WireType::of(primitive).leaf_number()] = of_primitive(primitive);
        i += 1;
    }
    sizes
};

const fn of_primitive(primitive: Primitive) -> Size {
    match primitive {
        Primitive::Null | Primitive::Reserved => Size::unchecked(0, cost::UNIT),
        Primitive::Empty => Size::varying(NO_VALUES),
        Primitive::Bool => Size::fixed(1),
        Primitive::Nat | Primitive::Int | Primitive::Text => Size::varying(1),
        Primitive::Principal => Size::varying(2),
        number => match number.fixed_size() {
            Some(n) => Size::unchecked(n as u64, n as u64),
            None => Size::varying(0),
        },
    }
}
