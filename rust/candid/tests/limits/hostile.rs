//! Lengths and counts that cannot be true, and values that take no bytes.

use crate::{leb, soon};
use candid::{decode_args, decode_args_with_config, decode_one, CandidType, DecoderConfig};
use candid::{Deserialize, Reserved};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// How a message ends that is not decoded.
fn refusal<T: DeserializeOwned + CandidType>(bytes: &[u8], config: &DecoderConfig) -> String {
    match soon(|| candid::decode_one_with_config::<T>(bytes, config)) {
        Ok(_) => "accepted".into(),
        Err(error) if error.is_limit() => "limit".into(),
        Err(error) if error.is_quota() => "quota".into(),
        Err(error) if error.is_truncated() => "truncated".into(),
        // A length that no memory has is no number where it takes more than 32 bits.
        #[cfg(target_pointer_width = "32")]
        Err(error) if error.to_string().contains("one out of range") => "truncated".into(),
        Err(error) => error.to_string(),
    }
}

/// A vector whose length is a lie, of elements of each kind.
#[test]
fn lengths_beyond_the_message() {
    let none = DecoderConfig::new();
    for len in [1 << 16, 1 << 32, u64::MAX / 8, u64::MAX] {
        let vec = |element: u8| {
            let mut bytes = vec![b'D', b'I', b'D', b'L', 1, 0x6d, element, 1, 0];
            leb(&mut bytes, len);
            bytes.push(0);
            bytes
        };
        assert_eq!(refusal::<Vec<u8>>(&vec(0x7b), &none), "truncated");
        assert_eq!(
            refusal::<serde_bytes::ByteBuf>(&vec(0x7b), &none),
            "truncated"
        );
        assert_eq!(refusal::<Vec<u64>>(&vec(0x78), &none), "truncated");
        assert_eq!(refusal::<Vec<bool>>(&vec(0x7e), &none), "truncated");
        assert_eq!(refusal::<Vec<String>>(&vec(0x71), &none), "truncated");
        assert_eq!(refusal::<Vec<candid::Nat>>(&vec(0x7d), &none), "truncated");
        assert_eq!(refusal::<Vec<Vec<u8>>>(&vec(0), &none), "truncated");
        assert_eq!(refusal::<Reserved>(&vec(0x78), &none), "truncated");
        assert_eq!(refusal::<Option<u8>>(&vec(0x78), &none), "truncated");
        #[cfg(feature = "value")]
        assert_eq!(refusal::<candid::IDLValue>(&vec(0x78), &none), "truncated");
        // Text, and a map.
        let mut text = b"DIDL\0\x01\x71".to_vec();
        leb(&mut text, len);
        assert_eq!(refusal::<String>(&text, &none), "truncated");
        assert_eq!(refusal::<Reserved>(&text, &none), "truncated");
        let mut map = b"DIDL\x02\x6d\x01\x6c\x02\x00\x78\x01\x78\x01\x00".to_vec();
        leb(&mut map, len);
        assert_eq!(refusal::<BTreeMap<u64, u64>>(&map, &none), "truncated");
        assert_eq!(refusal::<Vec<(u64, u64)>>(&map, &none), "truncated");
    }
}

/// Counts in the header that its bytes do not pay for.
#[test]
fn counts_beyond_the_header() {
    let none = DecoderConfig::new();
    for n in [9_999, 1 << 32, u64::MAX] {
        let rows: [(&[u8], &[u8]); 6] = [
            (b"", b"\x6e\x7f"),
            (b"\0", b"\x7f"),
            (b"\x01\x6c", b"\0\x7f"),
            (b"\x01\x6b", b"\0\x7f"),
            (b"\x01\x6a", b"\x7f"),
            (b"\x01\x69", b"\x01a"),
        ];
        for (before, after) in rows {
            let mut bytes = [b"DIDL", before].concat();
            leb(&mut bytes, n);
            bytes.extend(after);
            let end = refusal::<u8>(&bytes, &none);
            assert!(end == "truncated" || end == "limit", "{end}");
        }
    }
}

/// `vec` of a type whose values take no bytes.
fn zero_sized(types: &[u8], len: u64) -> Vec<u8> {
    let mut bytes = [b"DIDL", types, b"\x01\0"].concat();
    leb(&mut bytes, len);
    bytes
}

#[derive(CandidType, Deserialize)]
struct Unit {}

#[test]
fn values_without_bytes() {
    let none = DecoderConfig::new();
    let mut quota = DecoderConfig::new();
    quota
        .set_decoding_quota(1_000_000)
        .set_skipping_quota(100_000);
    let null = b"\x01\x6d\x7f";
    let reserved = b"\x01\x6d\x70";
    let record = b"\x02\x6d\x01\x6c\x00";
    let nested = b"\x04\x6d\x01\x6c\x03\x00\x7f\x01\x02\x02\x03\x6c\x01\x00\x70\x6c\x00";
    // As many as are allowed without a quota.
    assert_eq!(
        refusal::<Vec<()>>(&zero_sized(null, 1 << 17), &none),
        "accepted"
    );
    // And one for each byte of the message.
    for len in [(1 << 17) + 30, 1_000_000_000, usize::MAX as u64] {
        for (config, end) in [(&none, "limit"), (&quota, "quota")] {
            let is = |found: String| assert_eq!(found, end, "{len}");
            if len > 1 << 18 || end == "limit" {
                is(refusal::<Vec<()>>(&zero_sized(null, len), config));
                is(refusal::<Vec<Option<u8>>>(&zero_sized(null, len), config));
                is(refusal::<Vec<Reserved>>(&zero_sized(reserved, len), config));
                is(refusal::<Vec<Unit>>(&zero_sized(record, len), config));
                is(refusal::<Vec<((), (Reserved,), Unit)>>(
                    &zero_sized(nested, len),
                    config,
                ));
                #[cfg(feature = "value")]
                is(refusal::<candid::IDLValue>(
                    &zero_sized(nested, len),
                    config,
                ));
            }
        }
    }
    // What is skipped takes no time, however long it says it is.
    for types in [&null[..], reserved, record, nested] {
        let bytes = zero_sized(types, usize::MAX as u64);
        assert_eq!(refusal::<Reserved>(&bytes, &none), "accepted");
        assert_eq!(refusal::<Option<u8>>(&bytes, &none), "accepted");
        assert!(decode_args::<()>(&bytes).is_ok());
        assert_eq!(refusal::<Reserved>(&bytes, &quota), "quota");
        assert!(decode_args_with_config::<()>(&bytes, &quota)
            .unwrap_err()
            .is_quota());
    }
}

/// Several vectors share the bound.
#[test]
fn many_vectors_of_values_without_bytes() {
    let mut bytes = b"DIDL\x02\x6d\x01\x6d\x7f\x01\0\x03".to_vec();
    for _ in 0..3 {
        leb(&mut bytes, 60_000);
    }
    assert_eq!(
        refusal::<Vec<Vec<()>>>(&bytes, &DecoderConfig::new()),
        "limit"
    );
    #[cfg(feature = "value")]
    assert_eq!(
        refusal::<candid::IDLValue>(&bytes, &DecoderConfig::new()),
        "limit"
    );
}

/// Records without bytes that hold two of the level below: with 24 levels, 2^24 values in 150 bytes.
fn doubling(levels: u8, leaf: u8) -> Vec<u8> {
    let mut types = vec![levels + 1];
    types.extend([0x6c, 0x02, 0x00, leaf, 0x01, leaf]);
    for level in 0..levels {
        types.extend([0x6c, 0x02, 0x00, level, 0x01, level]);
    }
    [b"DIDL", &types[..], &[1, levels]].concat()
}

/// Any depth of such records reads as this.
#[derive(CandidType, Deserialize)]
struct Both(
    #[allow(dead_code, reason = "only read")] Option<Box<Both>>,
    #[allow(dead_code, reason = "only read")] Option<Box<Both>>,
);

#[test]
fn records_that_double_at_each_level() {
    let none = DecoderConfig::new();
    let mut quota = DecoderConfig::new();
    quota
        .set_decoding_quota(1_000_000)
        .set_skipping_quota(100_000);
    for leaf in [0x7f, 0x70] {
        assert_eq!(refusal::<Both>(&doubling(4, leaf), &none), "accepted");
        // Just above the bound, then far above it.
        for levels in [18, 24, 60] {
            let bytes = doubling(levels, leaf);
            assert_eq!(refusal::<Both>(&bytes, &none), "limit");
            assert_eq!(refusal::<Both>(&bytes, &quota), "quota");
            assert_eq!(refusal::<Reserved>(&bytes, &none), "accepted");
            assert_eq!(refusal::<Reserved>(&bytes, &quota), "quota");
            assert_eq!(refusal::<Option<u8>>(&bytes, &quota), "quota");
            #[cfg(feature = "value")]
            assert_eq!(refusal::<candid::IDLValue>(&bytes, &none), "limit");
        }
    }
}

/// The same beside a variant, so that the option around both has to be walked ahead.
#[test]
fn records_that_double_in_an_option_walked_ahead() {
    #[derive(CandidType, Deserialize)]
    struct Held(
        #[allow(dead_code, reason = "only read")] Both,
        #[allow(dead_code, reason = "only read")] Result<u8, ()>,
    );
    let levels = 24;
    let doubling = doubling(levels, 0x7f);
    // opt record { doubling; variant { null } }: the tag is none of a `Result`.
    let types = &doubling[5..doubling.len() - 2];
    let next = levels + 1;
    let mut bytes = [b"DIDL", &[next + 3][..], types].concat();
    bytes.extend([0x6b, 1, 0, 0x7f]);
    bytes.extend([0x6c, 2, 0, levels, 1, next]);
    bytes.extend([0x6e, next + 1, 1, next + 2, 1, 0]);
    let end = refusal::<Option<Held>>(&bytes, &DecoderConfig::new());
    assert!(end == "limit" || end == "accepted", "{end}");
    let _ = soon(|| decode_one::<Option<Held>>(&bytes));
}

#[test]
fn headers_have_bounds() {
    let none = DecoderConfig::new();
    // 10,000 entries, and one more.
    for (n, end) in [(10_000usize, "accepted"), (10_001, "limit")] {
        let mut bytes = b"DIDL".to_vec();
        leb(&mut bytes, n as u64);
        bytes.extend(b"\x6e\x7f".repeat(n));
        bytes.extend([1, 0x7f]);
        assert_eq!(refusal::<()>(&bytes, &none), end);
    }
    // 64 KiB of argument types, and one more.
    for (n, end) in [
        (65_536usize - 4 - 1 - 3, "accepted"),
        (65_536 - 4 - 1 - 2, "limit"),
    ] {
        let mut bytes = b"DIDL\0".to_vec();
        leb(&mut bytes, n as u64);
        bytes.extend(vec![0x7f; n]);
        assert_eq!(refusal::<()>(&bytes, &none), end);
    }
    let mut wider = DecoderConfig::new();
    wider.set_max_header_len(1 << 20).set_max_type_len(100_000);
    let mut bytes = b"DIDL".to_vec();
    leb(&mut bytes, 50_000);
    bytes.extend(b"\x6e\x7f".repeat(50_000));
    bytes.extend([1, 0x7f]);
    assert_eq!(refusal::<()>(&bytes, &wider), "accepted");
}

/// A length is at most ten bytes, however it is padded.
#[test]
fn padded_lengths() {
    let message = |padding: usize| {
        let mut bytes = b"DIDL\0\x01\x71\x81".to_vec();
        bytes.extend(vec![0x80; padding]);
        bytes.extend(b"\0a");
        bytes
    };
    assert_eq!(decode_one::<&str>(&message(0)).unwrap(), "a");
    assert_eq!(decode_one::<&str>(&message(8)).unwrap(), "a");
    for padding in [9, 1000, 1 << 20] {
        let bytes = message(padding);
        let error = decode_one::<&str>(&bytes).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected a LEB128 number of at most 10 bytes, found a longer one in argument 1, byte offset 7"
        );
    }
}
