//! Errors that the types and bytes of a value do not explain alone: those of serde and of users,
//! references that read themselves, quotas, limits.

use crate::{check, predicates};
use candid::{
    decode_args_with_config, encode_one, CandidType, DecoderConfig, Deserialize, Encode, Nat,
};

#[test]
fn messages_of_serde_and_of_users() {
    #[derive(Debug)]
    struct Even(#[allow(dead_code, reason = "never made")] u8);
    impl CandidType for Even {
        fn _ty() -> candid::types::Type {
            u8::ty()
        }
        fn idl_serialize<S: candid::types::Serializer>(&self, _: S) -> Result<(), S::Error> {
            unreachable!("only read")
        }
    }
    impl<'de> Deserialize<'de> for Even {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let n = u8::deserialize(deserializer)?;
            Err(serde::de::Error::custom(format_args!("{n} is odd")))
        }
    }
    let bytes = encode_one(vec![(1u8, 3u8)]).unwrap();
    check::<Vec<(u8, Even)>>(
        &bytes,
        "Deserialize error: 3 is odd in argument 1 at [0].1, byte offset 18",
        "custom",
        "0[0].1",
    );
    let bytes = encode_one(vec![1u8]).unwrap();
    check::<[u8; 2]>(
        &bytes,
        "Deserialize error: invalid length 1, expected an array of length 2 in argument 1, byte offset 11",
        "custom",
        "0",
    );
    #[derive(CandidType, Deserialize, Debug)]
    struct Big(#[allow(dead_code, reason = "never made")] u128);
    let bytes = encode_one(Nat::from(u128::MAX) + 1u8).unwrap();
    check::<Big>(
        &bytes,
        "the number is out of range for u128 in argument 1, byte offset 26",
        "custom",
        "0",
    );
    check::<u128>(
        &bytes,
        "the number is out of range for u128 in argument 1, byte offset 26",
        "custom",
        "0",
    );
}

/// The error of a reference is that of its own bytes, though `Principal` reads itself.
#[test]
fn references_keep_their_kind() {
    let bytes = encode_one(candid::Principal::from_slice(&[1, 2, 3])).unwrap();
    check::<candid::Principal>(
        &bytes[..10],
        "expected more bytes, found the end of the input in argument 1, byte offset 9",
        "malformed truncated",
        "0",
    );
    let bytes = encode_one((1u8, "x")).unwrap();
    check::<(u8, candid::Principal)>(
        &bytes,
        "expected principal, found text in argument 1 at 1, byte offset 14",
        "subtype",
        "0.1",
    );
}

#[test]
fn quotas() {
    let bytes = Encode!(&vec![1u64; 100], &vec!["skipped"; 10]).unwrap();
    let error = |decoding: usize, skipping: usize| {
        let mut config = DecoderConfig::new();
        config
            .set_decoding_quota(decoding)
            .set_skipping_quota(skipping);
        let error = decode_args_with_config::<(Vec<u64>,)>(&bytes, &config).unwrap_err();
        assert_eq!(predicates(&error), "quota");
        error.to_string()
    };
    assert_eq!(
        error(10, 1000),
        "decoding quota exceeded: 48 requested, 10 left at byte offset 0"
    );
    assert_eq!(
        error(1000, 1000),
        "decoding quota exceeded: 1102 requested, 952 left in argument 1, byte offset 13"
    );
    assert_eq!(
        error(1_000_000, 10),
        "skipping quota exceeded: 31 requested, 10 left in argument 2, byte offset 814"
    );
}

/// What a dynamic value asks for is told in the units of the quota that is used up first.
#[cfg(feature = "value")]
#[test]
fn quotas_of_dynamic_values() {
    let bytes = encode_one(vec!["hello"; 20]).unwrap();
    let error = |decoding: Option<usize>, skipping: Option<usize>| {
        let mut config = DecoderConfig::new();
        config.decoding_quota = decoding;
        config.skipping_quota = skipping;
        let error = candid::IDLArgs::from_bytes_with_config(&bytes, &config).unwrap_err();
        assert_eq!(predicates(&error), "quota");
        error.to_string()
    };
    let skipping = "skipping quota exceeded: 82 requested, 10 left in argument 1, byte offset 10";
    assert_eq!(error(None, Some(10)), skipping);
    assert_eq!(error(Some(1_000_000), Some(10)), skipping);
    let decoding =
        "decoding quota exceeded: 4100 requested, 950 left in argument 1, byte offset 10";
    assert_eq!(error(Some(1000), Some(1_000_000)), decoding);
    assert_eq!(error(Some(1000), None), decoding);
}

#[test]
fn limits() {
    let bytes = encode_one(vec![(); 1 << 20]).unwrap();
    check::<Vec<()>>(
        &bytes,
        "more than 131072 zero-sized values, and no decoding quota is set in argument 1, byte offset 12",
        "limit",
        "0",
    );
    let bytes = Encode!(&vec![Some((1u8, true))]).unwrap();
    let header = |set: fn(&mut DecoderConfig)| {
        let mut config = DecoderConfig::new();
        set(&mut config);
        let error = decode_args_with_config::<()>(&bytes, &config).unwrap_err();
        assert_eq!(predicates(&error), "limit");
        error.to_string()
    };
    assert_eq!(
        header(|config| {
            config.set_max_type_len(2);
        }),
        "the type table has 3 entries, at most 2 are allowed at byte offset 4"
    );
    assert_eq!(
        header(|config| {
            config.set_max_header_len(10);
        }),
        "the header is longer than 10 bytes at byte offset 10"
    );
}
