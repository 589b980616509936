//! Laws of LEB128 numbers that fit a machine type: round trips, padding, range, truncation.

use candid_wire::error::{WireError, WireErrorKind};
use candid_wire::leb128;
use candid_wire::limits::MAX_LEB64_LEN;
use candid_wire::reader::Reader;
use candid_wire::writer;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest, Strategy};
use std::fmt::Debug;

/// One number, written as slowly and plainly as the definition.
fn model(mut value: i128, signed: bool) -> Vec<u8> {
    let mut out = vec![];
    loop {
        let byte = u8::try_from(value & 0x7f).unwrap();
        // Unsigned numbers of more than 127 bits are not passed to this model.
        value >>= 7;
        let done = match signed {
            false => value == 0,
            true => value == if byte & 0x40 == 0 { 0 } else { -1 },
        };
        if done {
            out.push(byte);
            return out;
        }
        out.push(byte | 0x80);
    }
}

/// The same number in `n` bytes more.
fn padded(leb: &[u8], n: usize, fill: u8) -> Vec<u8> {
    let mut out = leb.to_vec();
    for _ in 0..n {
        *out.last_mut().unwrap() |= 0x80;
        out.push(fill);
    }
    out
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = vec![0xee];
    write(&mut out);
    assert_eq!(out.remove(0), 0xee, "only appends");
    out
}

/// Numbers of every size with the same probability, not mostly large ones.
fn all_sizes() -> impl Strategy<Value = i128> {
    (any::<i128>(), 0u32..128).prop_map(|(value, shift)| value >> shift)
}

/// Reads, and checks that a failure keeps the position.
fn read<'de, T>(
    bytes: &'de [u8],
    read: impl FnOnce(&mut Reader<'de>) -> Result<T, WireError>,
) -> Result<(T, usize), (WireErrorKind, usize)> {
    let mut reader = Reader::new(bytes);
    match read(&mut reader) {
        Ok(value) => Ok((value, reader.remaining())),
        Err(error) => {
            assert_eq!(
                reader.rest(),
                bytes,
                "a failed read leaves the reader alone"
            );
            Err((error.kind(), error.offset()))
        }
    }
}

/// Checks every unsigned reader against the value, with `n_pad` bytes of padding.
fn check_unsigned(value: u128, leb: &[u8], n_pad: usize) {
    let bytes = padded(leb, n_pad, 0);
    let is_long = bytes.len() > MAX_LEB64_LEN;
    let wrong = if is_long {
        WireErrorKind::LebTooLong
    } else {
        WireErrorKind::LebOverflow
    };
    let expect_64 = u64::try_from(value).ok().filter(|_| !is_long);
    let expect_32 = u32::try_from(value).ok().filter(|_| !is_long);
    let expect_len = usize::try_from(value).ok().filter(|_| !is_long);

    let found = read(&bytes, Reader::read_leb_u64);
    assert_eq!(found, expect_64.map(|v| (v, 0)).ok_or((wrong, 0)));
    let found = read(&bytes, Reader::read_leb_u32);
    assert_eq!(found, expect_32.map(|v| (v, 0)).ok_or((wrong, 0)));
    let found = read(&bytes, Reader::read_len);
    assert_eq!(found, expect_len.map(|v| (v, 0)).ok_or((wrong, 0)));
    assert_eq!(read(&bytes, Reader::read_leb_u128), Ok((value, 0)));
    assert_eq!(leb128::leb_to_u128(&bytes), Some(value));
    assert_eq!(leb128::leb_to_u64(&bytes), u64::try_from(value).ok());
    if !is_long {
        check_what_follows(&bytes, |r| r.read_leb_u64());
        check_what_follows(&bytes, |r| r.read_leb_u32());
        check_what_follows(&bytes, |r| r.read_len());
    }
    check_what_follows(&bytes, |r| r.read_leb_u128());
    check_raw(&bytes);
}

/// Checks every signed reader against the value, with `n_pad` bytes of padding.
fn check_signed(value: i128, leb: &[u8], n_pad: usize) {
    let bytes = padded(leb, n_pad, if value < 0 { 0x7f } else { 0 });
    let is_long = bytes.len() > MAX_LEB64_LEN;
    let wrong = if is_long {
        WireErrorKind::LebTooLong
    } else {
        WireErrorKind::LebOverflow
    };
    let expect_64 = i64::try_from(value).ok().filter(|_| !is_long);
    let found = read(&bytes, Reader::read_sleb_i64);
    assert_eq!(found, expect_64.map(|v| (v, 0)).ok_or((wrong, 0)));
    assert_eq!(read(&bytes, Reader::read_sleb_i128), Ok((value, 0)));
    assert_eq!(leb128::sleb_to_i128(&bytes), Some(value));
    assert_eq!(leb128::sleb_to_i64(&bytes), i64::try_from(value).ok());
    if !is_long {
        check_what_follows(&bytes, |r| r.read_sleb_i64());
    }
    check_what_follows(&bytes, |r| r.read_sleb_i128());
    check_raw(&bytes);
}

/// Checks that the answer does not depend on what follows the number: with eight bytes at hand, it is
/// read another way.
fn check_what_follows<T: Debug + PartialEq>(
    bytes: &[u8],
    read: for<'de> fn(&mut Reader<'de>) -> Result<T, WireError>,
) {
    let alone = read(&mut Reader::new(bytes));
    for byte in [0x00, 0x7f, 0x80, 0xff] {
        for n in [1, 3, 6, 7, 8, 9, 20] {
            let followed = [bytes, &vec![byte; n]].concat();
            let mut reader = Reader::new(&followed);
            assert_eq!(read(&mut reader), alone, "{followed:02x?}");
            if alone.is_ok() {
                assert_eq!(reader.remaining(), n);
            }
        }
    }
}

/// Checks what does not depend on the value, and that every number cut short is truncated.
fn check_raw(bytes: &[u8]) {
    let truncated = (WireErrorKind::Truncated, 0);
    let followed = [bytes, &[0x80, 0]].concat();
    assert_eq!(
        read(&followed, Reader::skip_leb),
        Ok((bytes.len(), 2)),
        "stops at the number's end"
    );
    let mut reader = Reader::new(&followed);
    assert_eq!(reader.read_leb_raw(), Ok(bytes));
    for n in 0..bytes.len() {
        let cut = &bytes[..n];
        assert_eq!(read(cut, Reader::skip_leb), Err(truncated));
        assert_eq!(
            read(cut, |r| r.read_leb_raw().map(<[u8]>::len)),
            Err(truncated)
        );
        assert_eq!(read(cut, Reader::read_leb_u128), Err(truncated));
        assert_eq!(read(cut, Reader::read_sleb_i128), Err(truncated));
        let short = if n >= MAX_LEB64_LEN {
            (WireErrorKind::LebTooLong, 0)
        } else {
            truncated
        };
        assert_eq!(read(cut, Reader::read_leb_u64), Err(short));
        assert_eq!(read(cut, Reader::read_sleb_i64), Err(short));
        assert_eq!(read(cut, Reader::read_leb_u32), Err(short));
        assert_eq!(read(cut, Reader::read_len), Err(short));
    }
}

/// Every number next to a power of two, where all off-by-one errors live.
fn edges() -> impl Iterator<Item = i128> {
    (0..127)
        .flat_map(|bit| (-2..=2).map(move |d| (1i128 << bit).saturating_add(d)))
        .chain([0, i128::MAX, i128::MAX - 1])
        .flat_map(|value| [value, -value, !value])
}

#[test]
fn fields_are_their_numbers() {
    let ids = edges().filter_map(|id| u32::try_from(id).ok());
    let codes: Vec<_> = edges()
        .filter_map(|code| i64::try_from(code).ok())
        .collect();
    for id in ids {
        for code in &codes {
            let expected = written(|out| {
                writer::write_leb_u32(out, id);
                writer::write_sleb_i64(out, *code);
            });
            for capacity in [0, 2, 7, 8, 30] {
                let mut out = Vec::with_capacity(capacity);
                writer::write_fields(&mut out, [(id, *code), (id, *code)]);
                assert_eq!(out, expected.repeat(2), "{id} {code}");
            }
        }
    }
}

#[test]
fn unsigned_edges() {
    for value in edges().filter(|v| *v >= 0) {
        let leb = model(value, false);
        let unsigned = value.unsigned_abs();
        assert_eq!(written(|out| writer::write_leb_u128(out, unsigned)), leb);
        if let Ok(value) = u64::try_from(value) {
            assert_eq!(written(|out| writer::write_leb_u64(out, value)), leb);
        }
        if let Ok(value) = u32::try_from(value) {
            assert_eq!(written(|out| writer::write_leb_u32(out, value)), leb);
        }
        if let Ok(value) = usize::try_from(value) {
            assert_eq!(written(|out| writer::write_len(out, value)), leb);
        }
        for n_pad in [0, 1, 2, 5, 8, 9, 10, 17, 18, 19, 30] {
            check_unsigned(unsigned, &leb, n_pad);
        }
    }
}

#[test]
fn unsigned_128_bits() {
    for value in [u128::MAX, u128::MAX - 1, 1 << 127, (1 << 127) + 1] {
        let leb = written(|out| writer::write_leb_u128(out, value));
        assert_eq!(leb.len(), 19);
        check_unsigned(value, &leb, 0);
        check_unsigned(value, &leb, 3);
    }
}

#[test]
fn signed_edges() {
    for value in edges().chain([i128::MIN, i128::MIN + 1]) {
        let leb = model(value, true);
        assert_eq!(written(|out| writer::write_sleb_i128(out, value)), leb);
        if let Ok(value) = i64::try_from(value) {
            assert_eq!(written(|out| writer::write_sleb_i64(out, value)), leb);
        }
        for n_pad in [0, 1, 2, 5, 8, 9, 10, 17, 18, 19, 30] {
            check_signed(value, &leb, n_pad);
        }
    }
}

#[test]
fn out_of_range() {
    use WireErrorKind::{LebOverflow, LebTooLong};
    let all_ones = |n: usize, last: u8| [vec![0xff; n], vec![last]].concat();
    // The last byte has the bits 63 to 69 of the number.
    for last in 2..0x80 {
        let bytes = all_ones(9, last);
        assert_eq!(read(&bytes, Reader::read_leb_u64), Err((LebOverflow, 0)));
        if last != 0x7f {
            assert_eq!(read(&bytes, Reader::read_sleb_i64), Err((LebOverflow, 0)));
        }
    }
    assert_eq!(
        read(&all_ones(9, 1), Reader::read_leb_u64),
        Ok((u64::MAX, 0))
    );
    assert_eq!(
        read(&all_ones(10, 0), Reader::read_leb_u64),
        Err((LebTooLong, 0))
    );
    // The last byte has the bits 126 to 132 of the number.
    for last in 0..0x80u8 {
        let bytes = all_ones(18, last);
        let found = read(&bytes, Reader::read_leb_u128);
        match last {
            0..=3 => assert!(found.is_ok()),
            _ => assert_eq!(found, Err((LebOverflow, 0))),
        }
        assert_eq!(leb128::leb_to_u128(&bytes).is_some(), last <= 3);
        let found = read(&bytes, Reader::read_sleb_i128);
        match last {
            0 | 1 | 0x7e | 0x7f => assert!(found.is_ok()),
            _ => assert_eq!(found, Err((LebOverflow, 0))),
        }
        // Padding that is not padding.
        let bytes = padded(&bytes, 1, 0x01);
        assert_eq!(read(&bytes, Reader::read_leb_u128), Err((LebOverflow, 0)));
        assert_eq!(read(&bytes, Reader::read_sleb_i128), Err((LebOverflow, 0)));
    }
    let bytes = [0xff, 0xff, 0xff, 0xff, 0x10];
    assert_eq!(read(&bytes, Reader::read_leb_u32), Err((LebOverflow, 0)));
    let bytes = [0xff, 0xff, 0xff, 0xff, 0x0f];
    assert_eq!(read(&bytes, Reader::read_leb_u32), Ok((u32::MAX, 0)));
}

proptest! {
    #[test]
    fn round_trips(value in all_sizes(), n_pad in 0usize..25) {
        let leb = written(|out| writer::write_sleb_i128(out, value));
        prop_assert_eq!(&leb, &model(value, true));
        check_signed(value, &leb, n_pad);
        let unsigned = value.unsigned_abs();
        let leb = written(|out| writer::write_leb_u128(out, unsigned));
        check_unsigned(unsigned, &leb, n_pad);
    }

    /// Any bytes: all readers agree with each other, and nothing panics.
    #[test]
    fn readers_agree(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let wide = read(&bytes, Reader::read_leb_u128);
        if let Ok((value, rest)) = read(&bytes, Reader::read_leb_u64) {
            prop_assert_eq!(wide, Ok((u128::from(value), rest)));
        }
        if let Ok((value, rest)) = read(&bytes, Reader::read_sleb_i64) {
            prop_assert_eq!(
                read(&bytes, Reader::read_sleb_i128),
                Ok((i128::from(value), rest))
            );
        }
        let raw = read(&bytes, |r| r.read_leb_raw().map(<[u8]>::len));
        prop_assert_eq!(raw, read(&bytes, Reader::skip_leb));
        if let Ok((_, rest)) = wide {
            prop_assert_eq!(raw.map(|(_, rest)| rest), Ok(rest));
        }
        prop_assert!(raw.is_ok() || wide.is_err());
    }
}
