//! A type in a type table: one number.

use candid_wire::opcode::Primitive;

/// A type on the wire as the number that it is there: the opcode of a primitive, which is negative, or an index into the table
/// that contains it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct WireType(i32);

/// A [`WireType`] to match.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WireKind {
    Primitive(Primitive),
    /// Valid for the table it came from.
    Index(u32),
}

impl WireType {
    pub(crate) const NULL: WireType = WireType::of(Primitive::Null);
    pub(crate) const NAT: WireType = WireType::of(Primitive::Nat);
    pub(crate) const NAT8: WireType = WireType::of(Primitive::Nat8);
    pub(crate) const RESERVED: WireType = WireType::of(Primitive::Reserved);
    pub(crate) const EMPTY: WireType = WireType::of(Primitive::Empty);

    /// Returns a primitive type.
    #[inline(always)]
    pub(crate) const fn of(primitive: Primitive) -> Self {
        WireType(primitive as i32)
    }

    /// Returns the type of an entry.
    #[allow(
        clippy::cast_possible_wrap,
        reason = "an entry takes two bytes of a header that is shorter than 4 GiB"
    )]
    #[inline(always)]
    pub(crate) const fn at(index: u32) -> Self {
        WireType(index as i32)
    }

    /// Returns the type that a byte is: a primitive, or the index of one of so many entries.
    #[inline(always)]
    pub(super) fn of_byte(byte: u8, n_entries: usize) -> Option<Self> {
        // Seven bits, of which the highest is the sign.
        let ty = WireType((i32::from(byte) ^ 0x40) - 0x40);
        // From the last primitive but one to the last index. A byte with eight bits is more than any index of one byte.
        #[allow(clippy::cast_possible_truncation, reason = "it is small")]
        let end = n_entries.min(N_SHORT_INDICES) as u32 + N_CONTIGUOUS;
        let is_type = (ty.0 - WireType::EMPTY.0).cast_unsigned() < end
            || ty.0 == WireType::of(Primitive::Principal).0;
        is_type.then_some(ty)
    }

    /// Returns what it is.
    #[inline(always)]
    pub(crate) const fn kind(self) -> WireKind {
        if self.0 >= 0 {
            return WireKind::Index(self.0.unsigned_abs());
        }
        WireKind::Primitive(match Primitive::from_opcode(self.0 as i64) {
            Some(primitive) => primitive,
            // There is no such value.
            None => Primitive::Empty,
        })
    }

    /// Returns the index of its entry.
    #[inline(always)]
    pub(crate) const fn index(self) -> Option<u32> {
        if self.0 >= 0 {
            Some(self.0.unsigned_abs())
        } else {
            None
        }
    }

    /// Returns the primitive type that it is.
    #[inline(always)]
    pub(crate) const fn primitive(self) -> Option<Primitive> {
        match self.kind() {
            WireKind::Primitive(primitive) => Some(primitive),
            WireKind::Index(_) => None,
        }
    }

    /// Returns the position of a primitive type in tables of them, from 0 to 23; of others, more.
    #[allow(
        clippy::cast_sign_loss,
        reason = "it is not negative for a primitive type"
    )]
    #[inline(always)]
    pub(crate) const fn leaf_number(self) -> usize {
        !self.0 as u32 as usize
    }

    /// Returns a number for each type: the index of an entry, more than any index for primitive types.
    #[allow(clippy::cast_sign_loss, reason = "undone by `of_bits`")]
    #[inline(always)]
    pub(crate) const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// Undoes [`WireType::bits`].
    #[allow(clippy::cast_possible_wrap, reason = "as it was")]
    #[inline(always)]
    pub(crate) const fn of_bits(bits: u32) -> Self {
        WireType(bits as i32)
    }
}

impl std::fmt::Debug for WireType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind().fmt(f)
    }
}

/// How many primitive types have numbers one below the other from -1: all but `principal`.
const N_CONTIGUOUS: u32 = WireType::EMPTY.0.unsigned_abs();

/// How many indices are one byte.
const N_SHORT_INDICES: usize = 0x40;

#[cfg(test)]
mod tests {
    use super::{WireKind, WireType};
    use candid_wire::opcode::Primitive;

    #[test]
    fn a_byte_is_a_type_if_it_is_its_number() {
        for byte in 0..=u8::MAX {
            for n_entries in [0, 1, 0x3f, 0x40, 0x41, 1000] {
                let number = (i64::from(byte) ^ 0x40) - 0x40;
                let expected = match Primitive::from_opcode(number) {
                    _ if byte >= 0x80 => None,
                    Some(primitive) => Some(WireType::of(primitive)),
                    None => u32::try_from(number)
                        .ok()
                        .filter(|index| (*index as usize) < n_entries)
                        .map(WireType::at),
                };
                assert_eq!(WireType::of_byte(byte, n_entries), expected, "{byte}");
            }
        }
    }

    #[test]
    fn a_type_is_what_it_was_made_of() {
        for primitive in Primitive::ALL {
            let ty = WireType::of(primitive);
            assert!(matches!(ty.kind(), WireKind::Primitive(found) if found == primitive));
            assert_eq!((ty.primitive(), ty.index()), (Some(primitive), None));
            assert_eq!(WireType::of_bits(ty.bits()), ty);
        }
        for index in [0, 1, 9_999, i32::MAX.unsigned_abs()] {
            let ty = WireType::at(index);
            assert!(matches!(ty.kind(), WireKind::Index(found) if found == index));
            assert_eq!((ty.primitive(), ty.index()), (None, Some(index)));
            assert_eq!((ty.bits(), WireType::of_bits(index)), (index, ty));
        }
    }
}
