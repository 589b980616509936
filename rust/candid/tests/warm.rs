//! Messages of types that were decoded before: whatever was decoded in between, each gives what it gives in a thread that has decoded
//! nothing.

use candid::de::IDLDeserialize;
use candid::{
    decode_args, decode_one, decode_one_with_config, encode_args, encode_one, CandidType,
    DecoderConfig, Deserialize,
};
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use std::fmt::Debug;

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Entry {
    id: u64,
    kind: u8,
    is_frozen: bool,
}

/// Its messages have the same header.
#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Twin {
    id: u64,
    is_frozen: bool,
    kind: u8,
}

/// Takes the same messages, and one field less.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Part {
    id: u64,
    later: Option<String>,
}

/// More than 64 bytes.
#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Default)]
struct Large {
    texts: (String, String, String, String),
    numbers: (u64, u64, u64, u64, u64),
}

fn entry() -> Entry {
    Entry {
        id: 7,
        kind: 2,
        is_frozen: true,
    }
}

/// Returns the result of `f` in a thread that has decoded nothing.
fn cold<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| scope.spawn(f).join().unwrap())
}

fn decoded<T: CandidType + DeserializeOwned + Debug>(
    bytes: &[u8],
    config: &DecoderConfig,
) -> String {
    match decode_one_with_config::<T>(bytes, config) {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{error} {:?}", error.offset()),
    }
}

/// Checks that `bytes` decode with each configuration as in a new thread, in whatever order.
fn check<T: CandidType + DeserializeOwned + Debug>(bytes: &[u8], configs: &[DecoderConfig]) {
    for config in configs.iter().chain(configs.iter().rev()) {
        let expected = cold(|| decoded::<T>(bytes, config));
        assert_eq!(decoded::<T>(bytes, config), expected, "{config:?}");
        if *config == DecoderConfig::new() {
            let result = decode_one::<T>(bytes).map_err(|error| error.to_string());
            let other = decode_one_with_config::<T>(bytes, config);
            assert_eq!(
                format!("{result:?}"),
                format!("{:?}", other.map_err(|error| error.to_string()))
            );
        }
    }
}

/// Returns no limits, and limits around those that the message needs.
fn configs(bytes: &[u8]) -> Vec<DecoderConfig> {
    let mut all = vec![DecoderConfig::new()];
    for n in 0..=4 * bytes.len() + 80 {
        all.push(DecoderConfig::new());
        all.last_mut().unwrap().set_decoding_quota(n);
    }
    for n in [0, 1, 10, 1000] {
        let mut config = DecoderConfig::new();
        config.set_skipping_quota(n);
        all.push(config.clone());
        all.push(config.set_decoding_quota(500).clone());
        all.push(DecoderConfig::new().set_max_type_len(n).clone());
    }
    for n in 0..=bytes.len() {
        all.push(DecoderConfig::new().set_max_header_len(n).clone());
    }
    all.push(DecoderConfig::new().set_full_error_message(true).clone());
    all
}

#[test]
fn limits_hold_for_each_message_alone() {
    let message = encode_one(entry()).unwrap();
    assert_eq!(message, encode_one(twin()).unwrap());
    check::<Entry>(&message, &configs(&message));
    check::<Part>(&message, &configs(&message));
    check::<String>(&message, &configs(&message));
    let large = encode_one(Large::default()).unwrap();
    check::<Large>(&large, &configs(&large));
    let few = encode_one(42u8).unwrap();
    check::<u8>(&few, &configs(&few));
    check::<bool>(&few, &configs(&few));
}

fn twin() -> Twin {
    Twin {
        id: 7,
        is_frozen: true,
        kind: 2,
    }
}

/// A header may end with zeros, which a message that is cut off does not have.
#[test]
fn a_message_that_is_cut_off_or_changed_is_not_taken_for_the_one_before() {
    let free = [DecoderConfig::new()];
    let messages = [
        encode_one(entry()).unwrap(),
        encode_one(vec![0u8; 3]).unwrap(),
        encode_one(()).unwrap(),
        encode_args((0u8,)).unwrap(),
        encode_args(()).unwrap(),
        b"DIDL\x01\x6e\x7f\x01\x00\x00".to_vec(),
        b"DIDL\x03\x6e\x7f\x6e\x7f\x6e\x7f\x01\x00\x00".to_vec(),
        b"DIDL\x04\x6e\x7f\x6e\x7f\x6e\x7f\x6e\x7f\x01\x00\x00".to_vec(),
    ];
    for message in &messages {
        let _ = decode_args::<()>(message);
        for len in 0..=message.len() {
            let start = &message[..len];
            check::<Entry>(start, &free);
            check::<Option<()>>(start, &free);
            check::<Vec<u8>>(start, &free);
            decode_args::<()>(message).unwrap();
        }
        for at in 0..message.len() {
            let mut other = message.clone();
            for bit in [1, 0x20, 0x80] {
                other[at] ^= bit;
                check::<Option<Vec<u8>>>(&other, &free);
                check::<Entry>(&other, &free);
                decode_args::<()>(message).unwrap();
            }
        }
    }
}

#[test]
fn types_with_the_same_header_do_not_meet() {
    let message = encode_one(entry()).unwrap();
    for _ in 0..3 {
        assert_eq!(decode_one::<Entry>(&message).unwrap(), entry());
        assert_eq!(decode_one::<Twin>(&message).unwrap(), twin());
        let part = decode_one::<Part>(&message).unwrap();
        assert_eq!((part.id, part.later), (7, None));
        let error = decode_one::<Large>(&message).unwrap_err();
        assert!(error.is_subtype(), "{error}");
        // More arguments than there are, and fewer.
        let both: (Twin, Option<Entry>) = decode_args(&message).unwrap();
        assert_eq!(both, (twin(), None));
        let error = decode_args::<(Twin, Entry)>(&message).unwrap_err();
        assert!(error.to_string().contains("argument"), "{error}");
        assert_eq!(decode_args::<()>(&message).ok(), Some(()));
    }
}

/// Decodes other messages while it is decoded: `Entry` from one with the header of the message around it.
#[derive(CandidType, Debug, PartialEq)]
struct Nested(u64);

impl<'de> Deserialize<'de> for Nested {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let message = encode_one((Nested(3), entry())).map_err(D::Error::custom)?;
        let n = u64::deserialize(deserializer)?;
        if n == 13 {
            panic!("thirteen");
        }
        if n < 5 {
            return Ok(Nested(n));
        }
        for _ in 0..3 {
            let (inner, own) = decode_one::<(Nested, Entry)>(&message).map_err(D::Error::custom)?;
            assert_eq!((inner, own), (Nested(3), entry()));
            let twin = decode_one::<(u64, Twin)>(&message).map_err(D::Error::custom)?;
            assert_eq!(twin.0, 3);
            assert!(decode_one::<String>(&message).is_err());
        }
        Ok(Nested(n))
    }
}

#[test]
fn a_message_may_be_decoded_in_the_middle_of_another() {
    for n in [4, 5, 6, 13, 7, 5] {
        let message = encode_one((Nested(n), entry())).unwrap();
        let decode = || decode_one::<(Nested, Entry)>(&message).unwrap();
        match std::panic::catch_unwind(decode) {
            Ok(value) => assert_eq!(value, (Nested(n), entry())),
            Err(_) => assert_eq!(n, 13),
        }
    }
    let message = encode_args((entry(), Nested(9), twin())).unwrap();
    let values: (Entry, Nested, Twin) = decode_args(&message).unwrap();
    assert_eq!(values, (entry(), Nested(9), twin()));
}

#[test]
fn borrowed_values_are_those_of_their_own_message() {
    let messages: Vec<_> = (0..4)
        .map(|i| encode_one("abcd".repeat(i)).unwrap())
        .collect();
    let texts: Vec<&str> = messages.iter().map(|m| decode_one(m).unwrap()).collect();
    assert_eq!(texts, ["", "abcd", "abcdabcd", "abcdabcdabcd"]);
}

/// Many other headers, each of them used as often, and verdicts on options in a message between two others.
#[test]
fn other_messages_in_between_change_nothing() {
    let message = encode_one(entry()).unwrap();
    let others: Vec<Vec<u8>> = (1..600u32)
        .map(|i| {
            let mut bytes = b"DIDL\x01\x6c\x01".to_vec();
            candid_wire::writer::write_leb_u64(&mut bytes, u64::from(i));
            bytes.extend(b"\x7d\x01\x00\x05");
            bytes
        })
        .collect();
    let options = encode_one((Some(Some(vec![Some(1u8)])), "x")).unwrap();
    type Options = (Option<Option<Vec<Option<u8>>>>, String);
    type Misfit = (Option<Option<Vec<Option<bool>>>>, String);
    for other in &others {
        assert!(decode_one::<Option<Entry>>(other).unwrap().is_none());
        assert_eq!(decode_one::<Entry>(&message).unwrap(), entry());
        let values = decode_one::<Options>(&options).unwrap();
        assert_eq!(values.0, Some(Some(vec![Some(1)])));
        let values = decode_one::<Misfit>(&options).unwrap();
        assert_eq!(values.0, Some(Some(vec![None])));
    }
}

#[test]
fn the_remaining_configuration_is_that_of_the_message() {
    let message = encode_one(entry()).unwrap();
    for quotas in [(None, None), (Some(900), None), (Some(900), Some(90))] {
        let mut config = DecoderConfig::new();
        (config.decoding_quota, config.skipping_quota) = quotas;
        config.set_max_type_len(3).set_max_header_len(200);
        for is_full in [false, true] {
            config.set_full_error_message(is_full);
            let mut de = IDLDeserialize::new_with_config(&message, &config).unwrap();
            de.get_value::<Entry>().unwrap();
            let mut left = de.get_config();
            assert_eq!(left.skipping_quota, quotas.1);
            assert_eq!(left.decoding_quota.is_some(), quotas.0.is_some());
            assert!(left.decoding_quota < quotas.0 || quotas.0.is_none());
            left.decoding_quota = quotas.0;
            assert_eq!(left, config);
        }
    }
    let de = IDLDeserialize::new(&message).unwrap();
    assert_eq!(de.get_config(), DecoderConfig::new());
}
