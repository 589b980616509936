//! Variants: a case and the record that is its payload are entered at once from the second time on. What their own
//! `Deserialize` makes of them, the errors and the costs.

use candid::types::{Serializer, Type};
use candid::{decode_one, CandidType, Decode, DecoderConfig, Deserialize, Encode, Error, Int};
use serde::de::Deserializer;
use std::fmt::Debug;

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Shape {
    Nothing,
    Fixed { x: u8, y: u8 },
    Wide(Int, Box<Shape>),
    Text(String),
    Record(Named),
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Named {
    name: String,
}

/// Has other fields on both sides, and lacks a case.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Older {
    Nothing,
    Fixed { y: u8, z: Option<u8> },
    Wide(Int),
    Record { name: String },
}

/// Read by serde alone.
#[derive(Debug, PartialEq)]
struct BySerde<T>(T);

impl<T: CandidType> CandidType for BySerde<T> {
    fn _ty() -> Type {
        T::ty()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySerde<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(BySerde)
    }
}

fn decode<T: CandidType + for<'de> Deserialize<'de>>(
    bytes: &[u8],
    decoding: usize,
    skipping: usize,
) -> Result<Vec<T>, Error> {
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(decoding)
        .set_skipping_quota(skipping);
    Decode!([config]; bytes, Vec<T>)
}

/// Compares what is read with what serde reads: values, or errors with their places.
#[track_caller]
fn check_same<T: CandidType + for<'de> Deserialize<'de> + PartialEq + Debug>(
    bytes: &[u8],
    decoding: usize,
    skipping: usize,
) {
    let found = decode::<T>(bytes, decoding, skipping);
    match (found, decode::<BySerde<T>>(bytes, decoding, skipping)) {
        (Ok(found), Ok(by_serde)) => {
            assert!(found.iter().eq(by_serde.iter().map(|value| &value.0)));
        }
        (Err(error), Err(by_serde)) => {
            assert_eq!(error.to_string(), by_serde.to_string());
            assert_eq!(error.path(), by_serde.path());
            assert_eq!(error.offset(), by_serde.offset());
        }
        (found, by_serde) => panic!("{decoding}, {skipping}: {found:?}, by serde {by_serde:?}"),
    }
}

fn shapes() -> Vec<Shape> {
    let fixed = || Shape::Fixed { x: 1, y: 2 };
    let record = |name: &str| Shape::Record(Named { name: name.into() });
    vec![
        fixed(),
        Shape::Wide(Int::from(-70), Box::new(fixed())),
        record("a"),
        Shape::Wide(Int::from(5), Box::new(Shape::Nothing)),
        record("bc"),
        fixed(),
    ]
}

#[test]
fn each_quota_suffices_for_the_same_values_and_fails_alike() {
    let bytes = Encode!(&shapes()).unwrap();
    for quota in 0..900 {
        check_same::<Shape>(&bytes, quota, usize::MAX >> 8);
        check_same::<Older>(&bytes, quota, usize::MAX >> 8);
        check_same::<Older>(&bytes, usize::MAX >> 8, quota / 8);
    }
    assert_eq!(decode::<Shape>(&bytes, 900, 0).unwrap(), shapes());
    assert_eq!(decode::<Older>(&bytes, 2400, 50).unwrap().len(), 6);
}

#[test]
fn truncated_and_changed_messages_fail_alike() {
    let mut shapes = shapes();
    shapes.push(Shape::Text("unknown to some".into()));
    let bytes = Encode!(&shapes).unwrap();
    let quota = usize::MAX >> 8;
    for n in 0..bytes.len() {
        check_same::<Shape>(&bytes[..n], quota, quota);
        for value in [0, 1, 2, 3, 4, 5, 0x7f, 0x80, 0x81, 0xff] {
            let mut changed = bytes.clone();
            changed[n] = value;
            check_same::<Shape>(&changed, quota, quota);
            check_same::<Older>(&changed, quota, quota);
        }
    }
}

/// A message of a variant with 130 cases, of which the last two have an index of two bytes: its header, in which their names
/// are "aa" and "ab", those of some others single letters.
fn header_of_many() -> Vec<u8> {
    let mut header = b"DIDL\x01\x6b\x82\x01".to_vec();
    for id in 0..128 {
        header.extend([id, 0x7f]);
    }
    for id in [b"\xe0\xa9\x01", b"\xe1\xa9\x01"] {
        header.extend(id);
        header.push(0x7f);
    }
    // An id of seven bits is one byte.
    header.extend(b"\x01\x00");
    header
}

#[test]
fn indexes_of_one_byte_and_of_more() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    #[allow(
        non_camel_case_types,
        reason = "its hash comes after those of single letters"
    )]
    enum Some {
        A,
        aa,
    }
    let header = header_of_many();
    let unknown = |id: u32| {
        let expected = "expected variant { A : null; aa : null }, found unknown case";
        let offset = header.len();
        Err(format!(
            "{expected} {id} in argument 1, byte offset {offset}"
        ))
    };
    let malformed = |what: &str| {
        let offset = header.len();
        Err(format!("{what} in argument 1, byte offset {offset}"))
    };
    let rows: [(&[u8], Result<Some, String>); 9] = [
        (&[65], Ok(Some::A)),
        (&[0xc1, 0x00], Ok(Some::A)),
        (&[0xc1, 0x80, 0x00], Ok(Some::A)),
        (&[0x80, 0x01], Ok(Some::aa)),
        (&[66], unknown(66)),
        (&[0xc2, 0x80, 0x00], unknown(66)),
        (&[0x81, 0x01], unknown(21729)),
        (
            &[0x82, 0x01],
            malformed("variant index 130 is out of range: the variant has 130 cases"),
        ),
        (&[0x80], malformed("unexpected end of input")),
    ];
    for (index, expected) in rows {
        let bytes = [&header, index].concat();
        let found = decode_one::<Some>(&bytes).map_err(|error| error.to_string());
        assert_eq!(found, expected, "{index:x?}");
        let by_serde = decode_one::<BySerde<Some>>(&bytes).map_err(|error| error.to_string());
        assert_eq!(by_serde.map(|value| value.0), expected, "{index:x?}");
    }
}
