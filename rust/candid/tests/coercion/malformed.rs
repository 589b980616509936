//! Messages that are not Candid, and parts of later versions of Candid.

use super::{reads_hex, refuses_hex};
use candid::types::{Serializer, Type, TypeInner};
use candid::{decode_one, encode_one, CandidType, Deserialize, Empty, Nat, Reserved};

/// Header, message, text: refused at whatever type, also when everything is skipped.
#[test]
fn headers() {
    let rows = [
        (
            "",
            "the message does not start with \"DIDL\" at byte offset 0",
        ),
        (
            "4449444d0000",
            "the message does not start with \"DIDL\" at byte offset 0",
        ),
        (
            "4449444c",
            "expected more bytes, found the end of the input at byte offset 4",
        ),
        // Duplicate and unsorted fields and tags.
        (
            "4449444c016c02007d007d01000101",
            "field id 0 is not greater than the previous one at byte offset 9",
        ),
        (
            "4449444c016c02017d007d01000101",
            "field id 0 is not greater than the previous one at byte offset 9",
        ),
        (
            "4449444c016b02007f007f010000",
            "field id 0 is not greater than the previous one at byte offset 9",
        ),
        (
            "4449444c016b02017f007f010000",
            "field id 0 is not greater than the previous one at byte offset 9",
        ),
        // Field ids beyond 32 bits.
        (
            "4449444c016c0180808080107c01002a",
            "expected a LEB128 number in the range of its type, found one out of range at byte \
             offset 7",
        ),
        // Indices and opcodes out of range.
        (
            "4449444c016e01010000",
            "type index 1 is out of range: the type table has 1 entry at byte offset 6",
        ),
        (
            "4449444c016e81000100",
            "type index 1 is out of range: the type table has 1 entry at byte offset 6",
        ),
        (
            "4449444c000100",
            "type index 0 is out of range: the type table has 0 entries at byte offset 6",
        ),
        (
            "4449444c017f010000",
            "-1 is not the opcode of a type table entry at byte offset 5",
        ),
        (
            "4449444c016800010000",
            "-24 is not the opcode of a type table entry at byte offset 5",
        ),
        (
            "4449444c00016e",
            "-18 is neither a primitive type nor a type index at byte offset 6",
        ),
        // A future type only lives in the table.
        (
            "4449444c000167",
            "-25 is neither a primitive type nor a type index at byte offset 6",
        ),
        // Annotations, methods.
        (
            "4449444c016a0000010401000100",
            "4 is not a function annotation at byte offset 9",
        ),
        (
            "4449444c016a000002010201000100",
            "expected at most one function annotation, found 2 at byte offset 8",
        ),
        (
            "4449444c026a00000069020162000161000101010100",
            "method name \"a\" is not greater than the previous one at byte offset 14",
        ),
        (
            "4449444c0169010161680100010100",
            "the type of method \"a\" is not a function at byte offset 7",
        ),
        (
            "4449444c01690102c3280001000100",
            "expected text in UTF-8, found other bytes at byte offset 8",
        ),
    ];
    for (message, text) in rows {
        refuses_hex::<Reserved>(message, text);
        refuses_hex::<Option<u8>>(message, text);
        let bytes = hex::decode(message).unwrap();
        let error = candid::decode_args::<()>(&bytes).unwrap_err();
        assert_eq!(error.to_string(), text);
        assert!(error.is_malformed(), "{text}");
    }
}

/// Labels of one hash in one Rust type are a compile error; on the wire they are one id.
#[test]
fn values() {
    let utf8 = "expected text in UTF-8, found other bytes in argument 1, byte offset 8";
    refuses_hex::<String>("4449444c00017102c328", utf8);
    refuses_hex::<Reserved>("4449444c00017102c328", utf8);
    refuses_hex::<Option<u8>>("4449444c00017102c328", utf8);
    let bytes = hex::decode("4449444c00017102c328").unwrap();
    assert_eq!(
        candid::decode_args::<()>(&bytes).unwrap_err().to_string(),
        utf8
    );
    // A method's name in a function reference, skipped or not.
    let func = "4449444c016a00000001000101010102c328";
    let utf8 = "expected text in UTF-8, found other bytes in argument 1, byte offset 16";
    refuses_hex::<Reserved>(func, utf8);
    // Trailing bytes.
    refuses_hex::<u8>(
        "4449444c00017b0102",
        "1 byte is left after the last value at byte offset 8",
    );
    refuses_hex::<Option<u8>>(
        "4449444c00000000",
        "2 bytes are left after the last value at byte offset 6",
    );
    // Bytes that are no value of their type.
    refuses_hex::<bool>(
        "4449444c00017e02",
        "expected 0 or 1 for a bool, found another byte in argument 1, byte offset 7",
    );
    refuses_hex::<Option<u8>>(
        "4449444c016e7b010002",
        "expected 0 or 1 as the tag of an opt, found another byte in argument 1, byte offset 9",
    );
    refuses_hex::<candid::Principal>(
        "4449444c00016800",
        "expected a principal id, found an opaque reference in argument 1, byte offset 7",
    );
    refuses_hex::<candid::Principal>(
        "4449444c00016802",
        "expected 0 or 1 as the flag of a reference, found another byte in argument 1, byte offset 7",
    );
    refuses_hex::<Result<u8, u8>>(
        "4449444c016b02bc8a017bc5fed2017b010002",
        "variant index 2 is out of range: the variant has 2 cases in argument 1, byte offset 18",
    );
    refuses_hex::<Result<u8, u8>>(
        "4449444c016b01bc8a017b010001",
        "variant index 1 is out of range: the variant has 1 case in argument 1, byte offset 13",
    );
}

/// Opcodes from -25 on: their values say how long they are.
#[test]
fn future_types() {
    // A type of opcode -25 without data, one value of it of no bytes, then a bool.
    let minimal = "4449444c016700 02007e 0000 01".replace(' ', "");
    assert_eq!(decode(&minimal), Ok((None, true)));
    // With three bytes of type data and a value of five bytes.
    let data = "4449444c016703414243 02007e 0500 68656c6c6f 01".replace(' ', "");
    assert_eq!(decode(&data), Ok((None, true)));
    // Opcode -64, the last of one byte, and -65, the first of two.
    for opcode in ["40", "bf7f"] {
        let data = format!("4449444c01{opcode}0102 02007e 020001ff 01").replace(' ', "");
        assert_eq!(decode(&data), Ok((None, true)), "{opcode}");
    }
    // Inside a vector, skipped and as null.
    reads_hex(
        "4449444c026d016700010002 0000 0100ff"
            .replace(' ', "")
            .as_str(),
        Reserved,
    );
    reads_hex(
        "4449444c026d016700010002 0000 0100ff"
            .replace(' ', "")
            .as_str(),
        vec![None::<Empty>, None],
    );
    // Its references are counted here and lie elsewhere.
    let data = "4449444c016700 02007e 0001 01".replace(' ', "");
    assert_eq!(decode(&data), Ok((None, true)));
    // At another type than an option it does not fit.
    refuses_hex::<u8>(
        "4449444c01670001000000",
        "expected nat8, found a future type in argument 1, byte offset 9",
    );
}

fn decode(hex: &str) -> Result<(Option<Empty>, bool), String> {
    candid::decode_args(&hex::decode(hex).unwrap()).map_err(|error| error.to_string())
}

/// Indices of entries take more than one byte if there are many, or if they are padded.
#[test]
fn long_indices() {
    reads_hex("4449444c026e81006e7d0100010105", Some(Some(Nat::from(5u8))));
    // A hundred options of numbers, and a pair of the last of them.
    let table = format!("4449444c65{}6c0200e20001e300", "6e7b".repeat(100));
    reads_hex(&format!("{table}01e40001050107"), (Some(5u8), Some(7u8)));
}

/// Of a variant, only the cases that messages have are compiled: what is wrong with the type of another does not matter.
#[test]
fn a_case_without_values() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Unbound(u8);
    impl CandidType for Unbound {
        fn _ty() -> Type {
            TypeInner::Var("A".into()).into()
        }
        fn idl_serialize<S: Serializer>(&self, _: S) -> Result<(), S::Error> {
            unreachable!("only decoded")
        }
    }
    let decode = |value: Result<u8, u8>| {
        let message = encode_one(value).unwrap();
        decode_one::<Result<u8, Unbound>>(&message)
    };
    assert_eq!(decode(Ok(5)).unwrap(), Ok(5));
    let error = decode(Err(5)).unwrap_err().to_string();
    assert!(error.starts_with("unbound type identifier A"), "{error}");
}
