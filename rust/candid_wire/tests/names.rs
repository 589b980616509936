//! Opcodes and label hashes against known values.

use candid_wire::label::label_hash;
use candid_wire::opcode::{is_future, Composite, FuncAnnotation, Primitive, MAGIC};
use candid_wire::writer;
use proptest::prelude::{prop_assert_eq, proptest};

#[test]
fn opcodes_are_those_of_the_format() {
    let rows = [
        (-1, 0x7f, "null", Some(0)),
        (-2, 0x7e, "bool", Some(1)),
        (-3, 0x7d, "nat", None),
        (-4, 0x7c, "int", None),
        (-5, 0x7b, "nat8", Some(1)),
        (-6, 0x7a, "nat16", Some(2)),
        (-7, 0x79, "nat32", Some(4)),
        (-8, 0x78, "nat64", Some(8)),
        (-9, 0x77, "int8", Some(1)),
        (-10, 0x76, "int16", Some(2)),
        (-11, 0x75, "int32", Some(4)),
        (-12, 0x74, "int64", Some(8)),
        (-13, 0x73, "float32", Some(4)),
        (-14, 0x72, "float64", Some(8)),
        (-15, 0x71, "text", None),
        (-16, 0x70, "reserved", Some(0)),
        (-17, 0x6f, "empty", None),
        (-24, 0x68, "principal", None),
    ];
    for (i, (opcode, byte, name, size)) in rows.into_iter().enumerate() {
        let ty = Primitive::from_opcode(opcode).unwrap();
        assert_eq!(Primitive::ALL[i], ty);
        assert_eq!(i64::from(ty.opcode()), opcode);
        assert_eq!((ty.byte(), ty.name(), ty.fixed_size()), (byte, name, size));
        assert_eq!(Composite::from_opcode(opcode), None);
    }
    let rows = [
        (-18, 0x6e, "opt"),
        (-19, 0x6d, "vec"),
        (-20, 0x6c, "record"),
        (-21, 0x6b, "variant"),
        (-22, 0x6a, "func"),
        (-23, 0x69, "service"),
    ];
    for (opcode, byte, name) in rows {
        let ty = Composite::from_opcode(opcode).unwrap();
        assert_eq!(i64::from(ty.opcode()), opcode);
        assert_eq!((ty.byte(), ty.name()), (byte, name));
        assert_eq!(Primitive::from_opcode(opcode), None);
    }
}

#[test]
fn every_opcode_has_one_meaning() {
    for opcode in (-300..300).chain([i64::MIN, i64::MAX]) {
        let primitive = Primitive::from_opcode(opcode);
        let composite = Composite::from_opcode(opcode);
        let n_meanings = usize::from(primitive.is_some())
            + usize::from(composite.is_some())
            + usize::from(is_future(opcode))
            + usize::from(opcode >= 0);
        assert_eq!(n_meanings, 1, "{opcode}");
        let byte = primitive
            .map(Primitive::byte)
            .or(composite.map(Composite::byte));
        if let Some(byte) = byte {
            let mut out = vec![];
            writer::write_sleb_i64(&mut out, opcode);
            assert_eq!(out, [byte]);
        }
    }
}

#[test]
fn annotations() {
    let rows = [(1, "query"), (2, "oneway"), (3, "composite_query")];
    for (byte, name) in rows {
        let annotation = FuncAnnotation::from_byte(byte).unwrap();
        assert_eq!((annotation.byte(), annotation.name()), (byte, name));
    }
    for byte in (4..=255).chain([0]) {
        assert_eq!(FuncAnnotation::from_byte(byte), None);
    }
    assert_eq!(MAGIC, [0x44, 0x49, 0x44, 0x4c]);
}

#[test]
fn known_hashes() {
    const AT_COMPILE_TIME: u32 = label_hash("name");
    assert_eq!(AT_COMPILE_TIME, 1_224_700_491);
    let rows = [
        ("", 0),
        ("a", 97),
        ("id", 23_515),
        ("Ok", 17_724),
        ("Err", 3_456_837),
        ("name", 1_224_700_491),
        ("owner", 947_296_307),
        ("memo", 1_213_809_850),
        ("transfer_from", 3_603_183_166),
        ("created_at_time", 3_258_775_938),
        ("_5_", 4_736_169),
        ("é", 43_654),
        ("😀", 2_669_437_015),
        (
            "a longer name, with blanks and more than four bytes",
            1_922_063_692,
        ),
    ];
    for (name, hash) in rows {
        assert_eq!(label_hash(name), hash, "{name}");
    }
}

proptest! {
    /// The definition, as a sum of powers.
    #[test]
    fn the_hash_is_a_sum_of_powers(name in ".*") {
        let mut sum = 0u32;
        let mut power = 1u32;
        for byte in name.bytes().rev() {
            sum = sum.wrapping_add(u32::from(byte).wrapping_mul(power));
            power = power.wrapping_mul(223);
        }
        prop_assert_eq!(label_hash(&name), sum);
    }
}
