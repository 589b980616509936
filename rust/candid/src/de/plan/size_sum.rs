//! The sum of the sizes of fields. Most fields are no records, and what one of them adds are a few small numbers: in the bits of one
//! word, so that all of them are added at once.

use crate::de::cost;
use crate::de::header::WireType;
use crate::de::plan::size::{allowed_zero_sized, saturated, Size, OF_PRIMITIVES};

/// The numbers that a field adds, [`BITS`] for each, the lowest first: its bytes at least, its cost if it is unchecked, 1 if it is
/// not, 1 if it is not of fixed size, 1 if it has no bytes. Of up to [`MAX_SUMMED`] fields, the sums have room, too.
pub(super) type Summand = u64;

const BITS: u32 = 12;

/// How many summands are added before their sum is taken apart.
pub(super) const MAX_SUMMED: usize = 128;

/// What fields add that are not primitive types.
pub(super) const OF_BYTES_1: Summand = summand(&Size::varying(1));
pub(super) const OF_BYTES_2: Summand = summand(&Size::varying(2));
pub(super) const OF_BYTES_4: Summand = summand(&Size::varying(4));

/// What fields of primitive types add, by their numbers; 0 for those of a type without values.
static OF_LEAVES: [Summand; 24] = {
    let mut summands = [0; 24];
    let mut i = 0;
    while i < summands.len() {
        if !OF_PRIMITIVES[i].has_no_values() {
            summands[i] = summand(&OF_PRIMITIVES[i]);
        }
        i += 1;
    }
    summands
};

/// Returns what a field of this size adds.
const fn summand(size: &Size) -> Summand {
    let (cost, n_checked) = match size.unchecked_cost {
        Some(cost) => (cost, 0),
        None => (0, 1),
    };
    let n_empty = (size.min == 0) as u64;
    let numbers = [size.min, cost, n_checked, size.n_varying as u64, n_empty];
    let (mut bits, mut i) = (0, numbers.len());
    while i > 0 {
        i -= 1;
        assert!(numbers[i] * (MAX_SUMMED as u64) < 1 << BITS);
        bits = bits << BITS | numbers[i];
    }
    bits
}

/// Returns what a field of a primitive type adds; `None` for others, and for a type without values.
#[inline(always)]
pub(super) fn of_leaf(wire: WireType) -> Option<Summand> {
    match OF_LEAVES.get(wire.leaf_number()) {
        None | Some(0) => None,
        Some(summand) => Some(*summand),
    }
}

/// The sum for some fields of a record.
#[derive(Default)]
pub(super) struct Sum {
    min: u64,
    cost: u64,
    n_checked: u32,
    n_varying: u32,
    /// The number of zero-sized values among the fields.
    n_empty: u32,
    allowance: u64,
    n_levels: u8,
}

impl Sum {
    /// Adds any field. No sum overflows: there are fewer than 2^31 fields.
    #[inline(always)]
    pub(super) fn add(&mut self, size: &Size) {
        self.min = self.min.saturating_add(size.min);
        match size.unchecked_cost {
            Some(cost) => self.cost = self.cost.saturating_add(cost),
            None => self.n_checked += 1,
        }
        self.n_varying += u32::from(!size.is_fixed());
        self.n_empty += u32::from(size.min == 0);
        self.allowance += u64::from(size.zero_sized_allowance);
        self.n_levels = self.n_levels.max(size.n_levels);
    }

    /// Adds the sum of up to [`MAX_SUMMED`] fields.
    #[inline(always)]
    pub(super) fn add_all(&mut self, summands: Summand) {
        #[allow(clippy::cast_possible_truncation, reason = "it has few bits")]
        let number = |i: u32| (summands >> (BITS * i)) as u32 & ((1 << BITS) - 1);
        self.min = self.min.saturating_add(number(0).into());
        self.cost = self.cost.saturating_add(number(1).into());
        self.n_checked += number(2);
        self.n_varying += number(3);
        self.n_empty += number(4);
        self.allowance += allowed_zero_sized(number(0).into());
    }

    /// Returns the size of the record, which has so many fields.
    #[inline(always)]
    pub(super) fn size(&self, n_fields: usize) -> Size {
        let cost = || {
            let labels = cost::record_of_ids(n_fields as u64);
            labels.saturating_add(self.cost)
        };
        // With the record itself.
        let n_values = u64::from(self.n_empty) + 1;
        Size {
            min: self.min,
            unchecked_cost: (self.n_checked == 0).then(cost),
            n_varying: self.n_varying,
            zero_sized_allowance: saturated(self.allowance.saturating_sub(n_values)),
            n_levels: self.n_levels.saturating_add(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_many_fields_is_that_of_each() {
        let varying = [(1, OF_BYTES_1), (2, OF_BYTES_2), (4, OF_BYTES_4)];
        let varying = varying.map(|(min, summand)| (Size::varying(min), summand));
        let leaves = (0..24).filter(|i| !OF_PRIMITIVES[*i].has_no_values());
        let leaves = leaves.map(|i| (OF_PRIMITIVES[i], OF_LEAVES[i]));
        for (size, summand) in leaves.chain(varying) {
            for n in [0, 1, 2, MAX_SUMMED] {
                let (mut each, mut all) = (Sum::default(), Sum::default());
                (0..n).for_each(|_| each.add(&size));
                all.add_all((0..n).map(|_| summand).sum());
                assert_eq!(each.size(n), all.size(n), "{n} times {size:?}");
            }
        }
    }

    #[test]
    fn a_type_without_values_and_an_index_are_no_leaves() {
        for ty in [WireType::EMPTY, WireType::at(0), WireType::at(1_000_000)] {
            assert_eq!(of_leaf(ty), None);
        }
        assert_eq!(of_leaf(WireType::NAT), Some(OF_BYTES_1));
    }
}
