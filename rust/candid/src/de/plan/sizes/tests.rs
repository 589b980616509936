//! Sizes of records in random type tables, against the sum of one field after the other.

use super::*;
use crate::de::config::DecoderConfig;
use candid_wire::opcode::Primitive;
use candid_wire::reader::Reader;
use candid_wire::writer::{write_leb_u64, write_sleb_i64};

/// Numbers from a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Returns a table of `n` entries, the types of whose parts are primitive or entries from `first(i)` on.
fn table(random: &mut Random, n: usize, first: impl Fn(usize) -> usize) -> TypeTable {
    let mut bytes = b"DIDL".to_vec();
    write_leb_u64(&mut bytes, n as u64);
    for i in 0..n {
        let first = first(i);
        let ty = |random: &mut Random, bytes: &mut Vec<u8>| {
            let is_entry = first < n && random.below(3) > 0;
            let code = match is_entry {
                true => (first + random.below(n - first)) as i64,
                // Types without values are few, or no record has any.
                false if random.below(40) > 0 => Primitive::ALL[random.below(16)].opcode().into(),
                false => random.of(&[-17, -24]),
            };
            write_sleb_i64(bytes, code);
        };
        match random.below(8) {
            0 => bytes.push(0x6e),
            1 => bytes.push(0x6d),
            2 => {
                bytes.extend([0x6a, 0, 0, 0]);
                continue;
            }
            3 => {
                bytes.extend([0x69, 0]);
                continue;
            }
            4 => {
                bytes.extend([0x67, 0]);
                continue;
            }
            _ => {
                bytes.push(0x6c);
                let n_fields = random.of(&[0, 1, 1, 2, 3, 5, MAX_SUMMED, MAX_SUMMED + 1, 300]);
                write_leb_u64(&mut bytes, n_fields as u64);
                for id in 0..n_fields {
                    write_leb_u64(&mut bytes, id as u64);
                    ty(random, &mut bytes);
                }
                continue;
            }
        }
        ty(random, &mut bytes);
    }
    bytes.push(0);
    TypeTable::read(&mut Reader::new(&bytes), &DecoderConfig::new()).unwrap()
}

/// Returns the sizes of all entries, which refer to later ones, by adding one field after the other.
fn of_each_field(table: &TypeTable) -> Vec<Size> {
    let places = Places::new(0);
    let sizes = Sizes {
        table,
        places: &places,
    };
    let mut found = vec![NONE; table.len()];
    for i in (0..table.len()).rev() {
        let wire = WireType::at(u32::try_from(i).unwrap());
        found[i] = match table.entry(wire) {
            Some(Entry::Record(range)) => {
                let fields = table.fields(range);
                let mut sum = Sum::default();
                for field in fields {
                    match (field.ty.index(), table.entry(field.ty)) {
                        (Some(index), Some(Entry::Record(_))) => sum.add(&found[index as usize]),
                        _ => sum.add(sizes.known(field.ty).unwrap()),
                    }
                }
                sum.size(fields.len())
            }
            _ => *sizes.known(wire).unwrap(),
        };
    }
    found
}

#[test]
fn sizes_are_those_of_each_field() {
    let random = &mut Random(1);
    let (mut n_fixed, mut n_without_values) = (0, 0);
    for n in (1..24).cycle().take(3_000) {
        let table = table(random, n, |i| i + 1);
        let [places, deep] = [(); 2].map(|()| Places::new(n));
        let sizes = |places| Sizes {
            table: &table,
            places,
        };
        for (i, expected) in (0..).zip(of_each_field(&table)) {
            let wire = WireType::at(i);
            let size = *sizes(&places).of(wire);
            assert_eq!(size, expected);
            if matches!(table.entry(wire), Some(Entry::Record(_))) {
                assert_eq!(size, *sizes(&deep).of_deep_record(wire));
                n_fixed += u32::from(size.is_fixed());
                n_without_values += u32::from(size.has_no_values());
            }
        }
    }
    assert!(
        n_fixed > 1_000 && n_without_values > 1_000,
        "{n_fixed} {n_without_values}"
    );
}

/// Records that contain themselves are found by both ways, or by none.
#[test]
fn records_without_values_are_the_same_by_a_traversal() {
    let random = &mut Random(2);
    let (mut n_with, mut n_without) = (0, 0);
    for n in (1..12).cycle().take(3_000) {
        let table = table(random, n, |_| 0);
        for wire in (0..u32::try_from(n).unwrap()).map(WireType::at) {
            if !matches!(table.entry(wire), Some(Entry::Record(_))) {
                continue;
            }
            let [places, deep] = [(); 2].map(|()| Places::new(n));
            let sizes = |places| Sizes {
                table: &table,
                places,
            };
            let has_no_values = sizes(&places).of(wire).has_no_values();
            assert_eq!(
                has_no_values,
                sizes(&deep).of_deep_record(wire).has_no_values()
            );
            *(if has_no_values {
                &mut n_without
            } else {
                &mut n_with
            }) += 1;
        }
    }
    assert!(n_with > 1_000 && n_without > 1_000, "{n_with} {n_without}");
}
