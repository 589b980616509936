//! Fields in the usual form against the same ones as they are read in any form.

use super::{TypeTable, WireField};
use crate::de::config::DecoderConfig;
use candid_wire::reader::Reader;

/// Ids of each length: hashes of names have five bytes nearly always.
const IDS: [&[u8]; 17] = [
    &[0],
    &[0x7f],
    &[0x80, 0x01],
    &[0xff, 0xff, 0x01],
    &[0x80, 0x80, 0x80, 0x01],
    &[0xff, 0xff, 0xff, 0x7f],
    &[0x80, 0x80, 0x80, 0x80, 0x01],
    &[0xd5, 0xaa, 0xd5, 0xaa, 0x05],
    &[0xff, 0xff, 0xff, 0xff, 0x0f],
    // Longer than need be: 0, 1 and the greatest id.
    &[0x80, 0x80, 0x80, 0x80, 0x00],
    &[0x81, 0x80, 0x00],
    &[0xff, 0xff, 0xff, 0xff, 0x8f, 0x00],
    &[0xff, 0xff, 0xff, 0xff, 0x8f, 0x80, 0x80, 0x80, 0x80, 0x00],
    // More than 32 bits, more than ten bytes.
    &[0x80, 0x80, 0x80, 0x80, 0x10],
    &[0xff, 0xff, 0xff, 0xff, 0x1f],
    &[0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
    &[
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00,
    ],
];

/// Types: indices of one byte and two, the first and the last primitive, longer than need be, invalid.
const TYPES: [&[u8]; 12] = [
    &[0],
    &[1],
    &[2],
    &[0x3f],
    &[0x68],
    &[0x6e],
    &[0x6f],
    &[0x7f],
    &[0x80, 0x00],
    &[0xff, 0x7f],
    &[0x80, 0x01],
    &[],
];

/// Returns the fields of the record that is the first of two entries, or the error and its position.
fn read(n_fields: &[u8], fields: &[u8], rest: &[u8]) -> Result<Vec<WireField>, (String, usize)> {
    let before = [&b"DIDL\x02\x6c"[..], n_fields].concat();
    let bytes = [&before[..], fields, rest].concat();
    let mut reader = Reader::new(&bytes);
    match TypeTable::read(&mut reader, &DecoderConfig::new()) {
        Ok(table) => {
            assert_eq!(reader.offset(), table.header_len());
            assert_eq!(table.len(), 2);
            let all = table.fields.iter().take(table.fields.len() - 1);
            Ok(all.copied().collect())
        }
        Err(error) => {
            let offset = error.offset().unwrap() - before.len();
            let text = error.to_string();
            let text = text.split(" at byte").next().unwrap();
            Err((text.to_owned(), offset))
        }
    }
}

/// Reads fields that are as many as is said, and more or fewer, followed by the rest of a header.
fn check(fields: &[&[u8]], n_valid: &mut usize) {
    let n = u8::try_from(fields.len()).unwrap() / 2;
    let bytes = fields.concat();
    // An entry, an argument, and values behind the header or not.
    for rest in [
        &b""[..],
        b"\x6e\x7f\x01\x00",
        b"\x6e\x7f\x01\x00\x00\x00\x00\x00\x00\x00\x00",
    ] {
        for n in [n, 0x7f.min(n + 1), n.saturating_sub(1), 0x7f] {
            let usual = read(&[n], &bytes, rest);
            assert_eq!(usual, read(&[n | 0x80, 0], &bytes, rest), "{n}: {bytes:x?}");
            *n_valid += usize::from(usual.is_ok_and(|fields| fields.len() == usize::from(n)));
        }
    }
}

#[test]
fn fields_in_the_usual_form_are_those_in_any_form() {
    let mut n_valid = 0;
    check(&[], &mut n_valid);
    for (id, ty) in IDS.iter().flat_map(|id| TYPES.map(|ty| (id, ty))) {
        check(&[id, ty], &mut n_valid);
        let next_types = [TYPES[0], TYPES[4], TYPES[8], TYPES[11]];
        for (next, next_ty) in IDS.iter().flat_map(|id| next_types.map(|ty| (id, ty))) {
            check(&[id, ty, next, next_ty], &mut n_valid);
        }
    }
    // Of many fields, the first that is wrong.
    let many: Vec<[u8; 6]> = (0..0x7f)
        .map(|i| [0x80 + i, 0x80, 0x80, 0x80, 1, 0x7f])
        .collect();
    for wrong in [0, 1, 60, 126] {
        let mut many: Vec<&[u8]> = many
            .iter()
            .flat_map(|field| [&field[..5], &field[5..]])
            .collect();
        check(&many, &mut n_valid);
        many[2 * wrong] = &[0x80, 0x80, 0x80, 0x80, 0x10];
        check(&many, &mut n_valid);
        many[2 * wrong] = &[5];
        many[2 * wrong + 1] = &[0x6e];
        check(&many, &mut n_valid);
    }
    assert_eq!(n_valid, 3448);
}

/// The entries of a table: each constructor, records with more and fewer fields than there is room for at first.
const ENTRIES: [&[u8]; 9] = [
    b"\x6e\x01",
    b"\x6d\x7b",
    b"\x6c\x00",
    b"\x6b\x01\x00\x7f",
    b"\x6c\x0c\x00\x00\x01\x01\x02\x02\x03\x03\x04\x04\x05\x05\x06\x7d\x07\x7d\x08\x7d\x09\x7d\x0a\x7d\x0b\x68",
    b"\x6a\x02\x7d\x01\x01\x71\x01\x01",
    b"\x69\x01\x01a\x05",
    // Of a later version, with three bytes; an option whose type takes two.
    b"\x67\x03abc",
    b"\x6e\x81\x00",
];

/// The whole of a table, or the error.
fn whole(bytes: &[u8]) -> Result<String, String> {
    let table = TypeTable::read(&mut Reader::new(bytes), &DecoderConfig::new());
    let table = table.map_err(|error| error.to_string())?;
    assert!(table.header_len() <= bytes.len());
    let args = Vec::from_iter(table.args());
    let methods = table.methods.iter();
    // Not their offsets.
    let methods = Vec::from_iter(methods.map(|method| (&method.name, method.ty)));
    let parts = (&table.entries, &table.fields, methods, args);
    Ok(format!("{parts:?}"))
}

#[test]
fn numbers_that_are_longer_than_need_be_are_read_as_the_usual_ones() {
    let n = u8::try_from(ENTRIES.len()).unwrap();
    let entries = ENTRIES.concat();
    let arguments: [&[u8]; 6] = [
        b"",
        b"\x04",
        b"\x68",
        b"\x84\x00",
        b"\x7d\x04",
        b"\x00\x01\x02",
    ];
    for (arguments, n_arguments) in arguments.into_iter().zip([0, 1, 1, 1, 2, 3]) {
        // Nothing or values behind the header.
        for values in [&b""[..], b"12345678"] {
            let header = |n: &[u8], n_arguments: &[u8]| {
                let parts = [b"DIDL", n, &entries, n_arguments, arguments, values];
                whole(&parts.concat()).unwrap()
            };
            let usual = header(&[n], &[n_arguments]);
            for (n, n_arguments) in [
                (&[n | 0x80, 0][..], &[n_arguments][..]),
                (&[n], &[n_arguments | 0x80, 0]),
                (&[n | 0x80, 0x80, 0], &[n_arguments | 0x80, 0x80, 0x80, 0]),
            ] {
                assert_eq!(header(n, n_arguments), usual);
            }
        }
    }
}

#[test]
fn there_is_room_for_what_a_header_has() {
    let n = u8::try_from(ENTRIES.len()).unwrap();
    let message = [
        b"DIDL",
        &[n][..],
        &ENTRIES.concat(),
        b"\x02\x04\x71",
        b"abc",
    ]
    .concat();
    let header_len = message.len() - 3;
    assert!(whole(&message).is_ok());
    for len in 0..message.len() {
        let start = message.get(..len).unwrap();
        assert_eq!(whole(start).is_ok(), len >= header_len);
        // More entries or fields than there are bytes for, and any other change of a byte.
        for at in 0..len {
            for byte in [0, 1, 0x6a, 0x6c, 0x7f, 0x80, 0xff] {
                let mut changed = start.to_vec();
                changed[at] = byte;
                if let Err(error) = whole(&changed) {
                    assert!(!error.contains("internal error"), "{changed:x?}: {error}");
                }
            }
        }
    }
}
