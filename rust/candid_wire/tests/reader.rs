//! Everything the reader reads besides LEB128 numbers: values, error kinds and offsets.

use candid_wire::error::WireError;
use candid_wire::error::WireErrorKind::{
    self, InvalidBool, InvalidOptTag, InvalidReferenceFlag, InvalidUtf8, LebOverflow, LebTooLong,
    OpaqueReference, PrincipalTooLong, Truncated,
};
use candid_wire::reader::Reader;
use candid_wire::writer;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use std::fmt::Debug;

/// Reads `bytes` and expects either a value and the number of bytes left, or an error and its offset.
/// Either way, on failure the reader has not moved.
fn check<'de, T: Debug + PartialEq>(
    bytes: &'de [u8],
    read: impl FnOnce(&mut Reader<'de>) -> Result<T, WireError>,
    expected: Result<(T, usize), (WireErrorKind, usize)>,
) {
    let mut reader = Reader::new(bytes);
    let found = match read(&mut reader) {
        Ok(value) => Ok((value, reader.remaining())),
        Err(error) => {
            assert_eq!(
                reader.rest(),
                bytes,
                "a failed read leaves the reader alone"
            );
            assert_eq!(error.is_truncated(), error.kind() == Truncated);
            Err((error.kind(), error.offset()))
        }
    };
    assert_eq!(found, expected, "{bytes:02x?}");
}

#[test]
fn bool_and_opt_tag() {
    check(&[0, 9], Reader::read_bool, Ok((false, 1)));
    check(&[1], Reader::read_bool, Ok((true, 0)));
    check(&[], Reader::read_bool, Err((Truncated, 0)));
    check(&[0], Reader::read_opt_tag, Ok((false, 0)));
    check(&[1, 0], Reader::read_opt_tag, Ok((true, 1)));
    check(&[], Reader::read_opt_tag, Err((Truncated, 0)));
    for byte in 2..=255 {
        check(&[byte], Reader::read_bool, Err((InvalidBool, 0)));
        check(&[byte], Reader::read_opt_tag, Err((InvalidOptTag, 0)));
    }
}

#[test]
fn fixed_numbers() {
    let bytes = [0x01, 0x82, 0x03, 0x84, 0x05, 0x86, 0x07, 0x88, 0x09];
    check(&bytes, Reader::read_u8, Ok((0x01, 8)));
    check(&bytes, Reader::read_u16, Ok((0x8201, 7)));
    check(&bytes, Reader::read_u32, Ok((0x8403_8201, 5)));
    check(&bytes, Reader::read_u64, Ok((0x8807_8605_8403_8201, 1)));
    check(&[0xff], Reader::read_i8, Ok((-1, 0)));
    check(&[0xfe, 0xff], Reader::read_i16, Ok((-2, 0)));
    check(&[0, 0, 0, 0x80], Reader::read_i32, Ok((i32::MIN, 0)));
    check(&[0xff; 8], Reader::read_i64, Ok((-1, 0)));
    check(&[0, 0, 0xc0, 0x3f], Reader::read_f32, Ok((1.5, 0)));
    let bytes = [0, 0, 0, 0, 0, 0, 0xf8, 0xbf];
    check(&bytes, Reader::read_f64, Ok((-1.5, 0)));
    for n in 0..8 {
        let cut = bytes.get(..n).unwrap();
        check(cut, Reader::read_u64, Err((Truncated, 0)));
        check(cut, Reader::read_f64, Err((Truncated, 0)));
        check(cut, Reader::read_array::<8>, Err((Truncated, 0)));
    }
}

#[test]
fn bytes() {
    let read = |n| move |r: &mut Reader<'static>| r.read_bytes(n);
    check(b"abc", read(0), Ok((&b""[..], 3)));
    check(b"abc", read(2), Ok((&b"ab"[..], 1)));
    check(b"abc", read(3), Ok((&b"abc"[..], 0)));
    check(b"abc", read(4), Err((Truncated, 0)));
    check(b"abc", read(usize::MAX), Err((Truncated, 0)));
    check(b"abc", |r| r.skip_bytes(2), Ok(((), 1)));
    check(b"abc", |r| r.skip_bytes(4), Err((Truncated, 0)));
    // A product that wraps around to something small must not pass.
    let n_items = usize::MAX / 8 + 2;
    check(b"abc", |r| r.read_items(n_items, 8), Err((Truncated, 0)));
    check(b"abc", |r| r.read_items(7, 0), Ok((&b""[..], 3)));
    check(b"abcde", |r| r.read_items(2, 2), Ok((&b"abcd"[..], 1)));
}

#[test]
fn text_and_blob() {
    check(b"\x03abcd", Reader::read_text, Ok(("abc", 1)));
    check(b"\x00", Reader::read_text, Ok(("", 0)));
    check(b"\x83\x00abc", Reader::read_text, Ok(("abc", 0)));
    check(b"", Reader::read_text, Err((Truncated, 0)));
    check(b"\x03ab", Reader::read_text, Err((Truncated, 1)));
    check(b"\x80\x02ab", Reader::read_text, Err((Truncated, 2)));
    check(b"\x80", Reader::read_text, Err((Truncated, 0)));
    check(b"\x04ab\xff\xfe", Reader::read_text, Err((InvalidUtf8, 3)));
    check(b"\x02\xed\xa0", Reader::read_text, Err((InvalidUtf8, 1)));
    check(&[0xff; 11], Reader::read_text, Err((LebTooLong, 0)));
    let over = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02];
    check(&over, Reader::read_blob, Err((LebOverflow, 0)));
    check(
        b"\x02\xff\xfe",
        Reader::read_blob,
        Ok((&b"\xff\xfe"[..], 0)),
    );
    // A length of 2^63 - 1, with two bytes behind it.
    let huge = [255, 255, 255, 255, 255, 255, 255, 255, 127, 1, 1];
    #[cfg(target_pointer_width = "64")]
    check(&huge, Reader::read_blob, Err((Truncated, 9)));
    #[cfg(target_pointer_width = "32")]
    check(&huge, Reader::read_blob, Err((LebOverflow, 0)));
}

#[test]
fn principal() {
    let of_len = |n: u8| [&[1, n][..], &vec![7; n.into()]].concat();
    for n in 0..=29 {
        check(
            &of_len(n),
            |r| r.read_principal().map(<[u8]>::len),
            Ok((n.into(), 0)),
        );
    }
    let too_long = of_len(30);
    check(
        &too_long,
        Reader::read_principal,
        Err((PrincipalTooLong, 1)),
    );
    let read = Reader::read_principal;
    check(&[1, 0xff, 0xff, 0x03], read, Err((PrincipalTooLong, 1)));
    check(&[0, 1, 4], read, Err((OpaqueReference, 0)));
    check(&[2, 1, 4], read, Err((InvalidReferenceFlag, 0)));
    check(&[], read, Err((Truncated, 0)));
    check(&[1], read, Err((Truncated, 1)));
    check(&[1, 0x81], read, Err((Truncated, 1)));
    check(&[1, 2, 4], read, Err((Truncated, 2)));
    check(&[1, 0x81, 0x00, 4, 5], read, Ok((&[4][..], 1)));
    check(&[1, 5], Reader::read_reference_flag, Ok(((), 1)));
}

#[test]
fn positions() {
    let mut reader = Reader::new(b"\x01\x02\x03\x04");
    assert_eq!((reader.offset(), reader.remaining()), (0, 4));
    reader.skip_bytes(3).unwrap();
    assert_eq!((reader.offset(), reader.remaining()), (3, 1));
    assert_eq!(reader.read_u16().unwrap_err().offset(), 3);
    assert!(!reader.is_empty());
    reader.read_u8().unwrap();
    assert!(reader.is_empty());
    assert_eq!(reader.offset(), 4);
    assert_eq!(reader.read_u8().unwrap_err().offset(), 4);
    let mut reader = Reader::new(b"\x01\x80\x80");
    reader.skip_bytes(1).unwrap();
    let truncated = WireError::new(Truncated, 1);
    assert_eq!(reader.read_leb_u32(), Err(truncated));
    assert_eq!(reader.read_leb_u64(), Err(truncated));
    assert_eq!(reader.read_len(), Err(truncated));
    assert_eq!(reader.read_leb_u128(), Err(truncated));
    assert_eq!(reader.read_sleb_i64(), Err(truncated));
    assert_eq!(reader.read_sleb_i128(), Err(truncated));
    assert_eq!(reader.read_leb_raw(), Err(truncated));
    assert_eq!(reader.skip_leb(), Err(truncated));
    assert_eq!(reader.read_text(), Err(truncated));
}

#[test]
fn an_error_is_two_words() {
    assert_eq!(size_of::<WireError>(), 2 * size_of::<usize>());
    let kinds = [
        Truncated,
        InvalidBool,
        InvalidOptTag,
        InvalidUtf8,
        LebOverflow,
        LebTooLong,
        OpaqueReference,
        InvalidReferenceFlag,
        PrincipalTooLong,
    ];
    for kind in kinds {
        let text = kind.to_string();
        assert!(text.starts_with("expected ") && text.contains(", found "));
        assert!(!text.ends_with('.'));
        assert_eq!(
            WireError::new(kind, 3).to_string(),
            format!("{text} at byte offset 3")
        );
    }
}

#[test]
fn bytes_are_appended_as_they_are() {
    let bytes: Vec<u8> = (0..=255).collect();
    for n in 0..=bytes.len() {
        for start in [0, 1, 20] {
            let mut out = vec![0xee; start];
            let mut plain = out.clone();
            let bytes = bytes.get(..n).unwrap();
            writer::write_bytes(&mut out, bytes);
            plain.extend_from_slice(bytes);
            assert_eq!(out, plain);

            for prefix in [&[][..], &[1]] {
                let mut out = vec![0xee; start];
                let mut plain = out.clone();
                match prefix {
                    [] => writer::write_blob(&mut out, bytes),
                    _ => writer::write_principal(&mut out, bytes),
                }
                plain.extend_from_slice(prefix);
                writer::write_len(&mut plain, n);
                plain.extend_from_slice(bytes);
                assert_eq!(out, plain);
            }
        }
    }
}

/// Whatever room there is, and whatever comes before and after.
#[test]
fn principals_are_appended_one_after_the_other() {
    let bytes: Vec<u8> = (1..=40).collect();
    for n in 0..=bytes.len() {
        for capacity in 0..=60 {
            let principals = [&bytes[..n], &bytes[..4], &bytes[..n], &bytes[..10]];
            let mut out = Vec::with_capacity(capacity);
            let mut one_by_one = vec![];
            writer::write_principals(&mut out, principals);
            for bytes in principals {
                writer::write_principal(&mut one_by_one, bytes);
            }
            assert_eq!(out, one_by_one);
        }
    }
}

proptest! {
    #[test]
    fn round_trips(text in ".*", blob in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut out = vec![];
        writer::write_text(&mut out, &text);
        writer::write_blob(&mut out, &blob);
        let id = blob.get(..blob.len().min(29)).unwrap();
        writer::write_principal(&mut out, id);
        let mut reader = Reader::new(&out);
        prop_assert_eq!(reader.read_text(), Ok(&text[..]));
        prop_assert_eq!(reader.read_blob(), Ok(&blob[..]));
        prop_assert_eq!(reader.read_principal(), Ok(id));
        prop_assert!(reader.is_empty());
    }

    /// Whatever the input and whatever is read in whatever order, nothing panics and an error points
    /// into what had not been read.
    #[test]
    fn any_input(bytes in proptest::collection::vec(any::<u8>(), 0..60), reads in proptest::collection::vec(0..10, 0..20)) {
        let mut reader = Reader::new(&bytes);
        for read in reads {
            let before = reader.offset();
            let result = match read {
                0 => reader.read_text().map(|_| ()),
                1 => reader.read_blob().map(|_| ()),
                2 => reader.read_principal().map(|_| ()),
                3 => reader.read_bool().map(|_| ()),
                4 => reader.read_u32().map(|_| ()),
                5 => reader.read_leb_u64().map(|_| ()),
                6 => reader.read_sleb_i128().map(|_| ()),
                7 => reader.skip_leb().map(|_| ()),
                8 => reader.read_opt_tag().map(|_| ()),
                _ => reader.read_f64().map(|_| ()),
            };
            match result {
                Ok(()) => prop_assert!(reader.offset() > before),
                Err(error) => {
                    prop_assert_eq!(reader.offset(), before);
                    prop_assert!((before..=bytes.len()).contains(&error.offset()));
                }
            }
            prop_assert_eq!(reader.offset() + reader.remaining(), bytes.len());
        }
    }
}
