//! `bytes`, `indexmap`, `smallvec`: values, and messages that claim much.

use crate::{refused, same};
use allocation_counter::measure;
use bytes::{Bytes, BytesMut};
use candid::{decode_one, encode_one, CandidType, DecoderConfig, Deserialize};
use indexmap::{IndexMap, IndexSet};
use serde::de::DeserializeOwned;
use smallvec::{smallvec, SmallVec};
use std::collections::{HashMap, HashSet};

#[test]
fn blobs() {
    same(Bytes::from_static(b"bytes"), b"bytes");
    same(Bytes::new(), [0_u8; 0]);
    same(BytesMut::from(&b"bytes"[..]), b"bytes");
    assert_eq!(Bytes::ty().to_string(), "blob");
    refused::<Bytes>([1_u8], "text", "expected vec nat8, found text");
    refused::<BytesMut>([1_u8], [1_u16], "expected nat8, found nat16");
    // An empty vector is one of any type.
    assert!(decode_one::<Bytes>(&encode_one([0_u16; 0]).unwrap())
        .unwrap()
        .is_empty());
}

#[test]
fn maps_and_sets_keep_the_order() {
    let pairs = [
        ("b".to_string(), 1_u8),
        ("a".to_string(), 2),
        ("c".to_string(), 0),
    ];
    let map: IndexMap<String, u8> = pairs.clone().into_iter().collect();
    same(map.clone(), pairs.clone());
    let read: IndexMap<String, u8> = decode_one(&encode_one(&map).unwrap()).unwrap();
    assert!(read.iter().eq(map.iter()));
    let set: IndexSet<u16> = [3, 1, 2].into_iter().collect();
    same(set.clone(), [3_u16, 1, 2]);
    let read: IndexSet<u16> = decode_one(&encode_one(&set).unwrap()).unwrap();
    assert!(read.iter().eq([3, 1, 2].iter()));
    same(IndexMap::<u8, ()>::new(), [(1_u8, ()); 0]);
    // Of equal keys the first place and the last value stay, as where they are inserted.
    let read: IndexMap<u8, u8> =
        decode_one(&encode_one([(2_u8, 1_u8), (1, 2), (2, 3)]).unwrap()).unwrap();
    assert!(read.into_iter().eq([(2, 3), (1, 2)]));
    let read: IndexSet<u8> = decode_one(&encode_one([2_u8, 1, 2]).unwrap()).unwrap();
    assert!(read.into_iter().eq([2, 1]));
    let same_hasher =
        IndexMap::<u8, u8, std::hash::BuildHasherDefault<std::hash::DefaultHasher>>::default();
    same(same_hasher, [(1_u8, 1_u8); 0]);
}

#[test]
fn types_of_maps() {
    assert_eq!(
        IndexMap::<String, u8>::ty().to_string(),
        "vec record { text; nat8 }"
    );
    assert_eq!(IndexSet::<u8>::ty().to_string(), "blob");
    assert_eq!(SmallVec::<[u8; 4]>::ty().to_string(), "blob");
    assert_eq!(SmallVec::<[String; 4]>::ty().to_string(), "vec text");
}

#[test]
fn errors_in_maps() {
    refused::<IndexMap<u8, u8>>(
        [(1_u8, 1_u8)],
        [1_u8],
        "expected record { 0 : nat8; 1 : nat8 }, found nat8",
    );
    let bytes = encode_one([("1.2.3.4", 1_u8), ("1.2.3", 1)]).unwrap();
    let error = decode_one::<IndexMap<std::net::IpAddr, u8>>(&bytes).unwrap_err();
    assert_eq!(error.path(), "0[1].0");
    let bytes = encode_one(["1.2.3.4", "1.2.3"]).unwrap();
    for path in [
        decode_one::<IndexSet<std::net::IpAddr>>(&bytes)
            .unwrap_err()
            .path(),
        decode_one::<SmallVec<[std::net::IpAddr; 1]>>(&bytes)
            .unwrap_err()
            .path(),
    ] {
        assert_eq!(path, "0[1]");
    }
}

#[test]
fn small_vectors() {
    for len in 0..6_u8 {
        let numbers: SmallVec<[u8; 3]> = (0..len).collect();
        same(numbers, (0..len).collect::<Vec<_>>());
        let texts: SmallVec<[String; 3]> = (0..len).map(|n| n.to_string()).collect();
        same(texts.clone(), texts.to_vec());
        let bytes = encode_one(&texts).unwrap();
        let read: SmallVec<[String; 3]> = decode_one(&bytes).unwrap();
        assert_eq!(read.spilled(), len > 3);
    }
    let nested: SmallVec<[SmallVec<[Option<u16>; 2]>; 2]> =
        smallvec![smallvec![None, Some(1), None], smallvec![]];
    same(
        nested.clone(),
        nested.iter().map(|part| part.to_vec()).collect::<Vec<_>>(),
    );
    same(SmallVec::<[(); 2]>::from_elem((), 5), [(); 5]);
}

/// A vector of the element type in `types`, which claims `len` elements and has none.
fn claims(types: &[u8], len: u64) -> Vec<u8> {
    let mut bytes = b"DIDL".to_vec();
    bytes.extend_from_slice(types);
    bytes.extend_from_slice(&[1, 0]);
    let mut rest = len;
    while rest >= 0x80 {
        bytes.push(u8::try_from(rest & 0x7f).unwrap() | 0x80);
        rest >>= 7;
    }
    bytes.push(u8::try_from(rest).unwrap());
    bytes
}

/// Returns what became of the message, and the peak of memory.
fn outcome<T: CandidType + DeserializeOwned>(
    bytes: &[u8],
    quota: Option<usize>,
) -> (&'static str, u64) {
    let mut config = DecoderConfig::new();
    if let Some(quota) = quota {
        config.set_decoding_quota(quota);
    }
    let mut end = "accepted";
    let memory = measure(|| {
        if let Err(error) = candid::decode_one_with_config::<T>(bytes, &config) {
            end = if error.is_quota() {
                "quota"
            } else if error.is_limit() {
                "limit"
            } else if error.is_malformed() {
                "malformed"
            } else {
                panic!("{error}")
            };
        }
    });
    (end, memory.bytes_max)
}

#[test]
fn elements_without_bytes() {
    let null = b"\x01\x6d\x7f";
    let pair = b"\x02\x6d\x01\x6c\x02\x00\x7f\x01\x7f";
    for len in [(1 << 17) + 100, 1 << 32, u64::MAX] {
        for (quota, expected) in [(None, "limit"), (Some(100_000), "quota")] {
            let check = |(end, memory): (&str, u64)| {
                assert_eq!(end, expected, "{len}");
                assert!(memory < 1 << 20, "{memory} bytes for {len}");
            };
            check(outcome::<HashSet<()>>(&claims(null, len), quota));
            check(outcome::<IndexSet<()>>(&claims(null, len), quota));
            check(outcome::<IndexSet<Option<u8>>>(&claims(null, len), quota));
            check(outcome::<SmallVec<[(); 4]>>(&claims(null, len), quota));
            check(outcome::<SmallVec<[Option<u64>; 4]>>(
                &claims(null, len),
                quota,
            ));
            check(outcome::<IndexMap<(), ()>>(&claims(pair, len), quota));
        }
    }
    // As many as are allowed.
    assert_eq!(
        outcome::<IndexSet<()>>(&claims(null, 1 << 17), None).0,
        "accepted"
    );
    assert_eq!(
        outcome::<SmallVec<[(); 4]>>(&claims(null, 1 << 17), None).0,
        "accepted"
    );
    assert_eq!(
        outcome::<IndexMap<(), ()>>(&claims(pair, (1 << 17) / 3), None).0,
        "accepted"
    );
}

#[test]
fn lengths_without_elements() {
    let nat8 = b"\x01\x6d\x7b";
    let pair = b"\x02\x6d\x01\x6c\x02\x00\x7b\x01\x7b";
    for len in [1, 1 << 32, u64::MAX] {
        let check = |(end, memory): (&str, u64)| {
            assert_eq!(end, "malformed", "{len}");
            assert!(memory < 1 << 17, "{memory} bytes for {len}");
        };
        check(outcome::<Bytes>(&claims(nat8, len), None));
        check(outcome::<BytesMut>(&claims(nat8, len), None));
        check(outcome::<IndexSet<u8>>(&claims(nat8, len), None));
        check(outcome::<SmallVec<[u8; 4]>>(&claims(nat8, len), None));
        check(outcome::<IndexMap<u8, u8>>(&claims(pair, len), None));
    }
}

/// Elements of a byte each that are large in memory, the second of which is malformed.
#[test]
fn capacity_for_large_elements() {
    #[derive(CandidType, Deserialize, Debug, PartialEq, Eq, Hash)]
    struct Large {
        is: bool,
        a: Option<[u128; 32]>,
        b: Option<[u128; 32]>,
    }
    let record = b"\x02\x6d\x01\x6c\x01\xea\xb7\x01\x7e";
    let mut bytes = claims(record, 1 << 20);
    bytes.extend(std::iter::repeat_n(2_u8, 1 << 20));
    let check = |(end, memory): (&str, u64)| {
        assert_eq!(end, "malformed");
        assert!(memory < 4 << 20, "{memory} bytes");
    };
    // The field is that of the type.
    let one = [&claims(record, 1)[..], &[1]].concat();
    assert!(decode_one::<Vec<Large>>(&one).unwrap()[0].is);
    check(outcome::<Vec<Large>>(&bytes, None));
    check(outcome::<HashSet<Large>>(&bytes, None));
    check(outcome::<IndexSet<Large>>(&bytes, None));
    check(outcome::<SmallVec<[Large; 1]>>(&bytes, None));

    // The value of a map, which is read by the visitor of the vector.
    let types = b"\x04\x6d\x01\x6c\x02\x00\x7b\x01\x02\x6d\x03\x6c\x01\xea\xb7\x01\x7e";
    let mut bytes = claims(types, 1);
    bytes.extend([5, 0x80, 0x80, 0x40]);
    bytes.extend(std::iter::repeat_n(2_u8, 1 << 20));
    check(outcome::<HashMap<u8, Vec<Large>>>(&bytes, None));
    check(outcome::<HashMap<u8, SmallVec<[Large; 1]>>>(&bytes, None));
    check(outcome::<IndexMap<u8, IndexSet<Large>>>(&bytes, None));
}
