//! Variants: a case and the record that is its payload are entered at once from the second time on. What their own
//! `Deserialize` makes of them, the errors and the costs.

use candid::{
    decode_one, CandidType, Decode, DecoderConfig, Deserialize, Encode, Error, Int, Reserved,
};

/// Types, and the same with a parameter, which serde reads.
macro_rules! types {
    ($shape:ident $named:ident $older:ident $some:ident $(<$n:ident>)?) => {
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        enum $shape $(<const $n: usize>)? {
            Nothing,
            Fixed { x: u8, y: u8 },
            Wide(Int, Box<$shape $(<$n>)?>),
            Text(String),
            Record($named $(<$n>)?),
        }

        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct $named $(<const $n: usize>)? {
            name: String,
        }

        /// Has other fields on both sides, and lacks a case.
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        enum $older $(<const $n: usize>)? {
            Nothing,
            Fixed { y: u8, z: Option<u8> },
            Wide(Int, Reserved),
            Record { name: String },
        }

        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        #[allow(non_camel_case_types, reason = "its hash comes after those of single letters")]
        enum $some $(<const $n: usize>)? {
            A,
            aa,
        }
    };
}
types!(Shape Named Older Some);
types!(ShapeBySerde NamedBySerde OlderBySerde SomeBySerde<N>);

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

/// Returns the values in the form that types have in common, or the error with its place.
fn outcome<T: CandidType + for<'de> Deserialize<'de>>(
    bytes: &[u8],
    decoding: usize,
    skipping: usize,
) -> Result<Vec<u8>, String> {
    match decode::<T>(bytes, decoding, skipping) {
        Ok(values) => Ok(Encode!(&values).unwrap()),
        Err(error) => Err(format!("{error}, {:?}", error.path())),
    }
}

/// Compares what is read with what serde reads.
#[track_caller]
fn check_same(bytes: &[u8], decoding: usize, skipping: usize) {
    assert_eq!(
        outcome::<Shape>(bytes, decoding, skipping),
        outcome::<ShapeBySerde<0>>(bytes, decoding, skipping)
    );
    assert_eq!(
        outcome::<Older>(bytes, decoding, skipping),
        outcome::<OlderBySerde<0>>(bytes, decoding, skipping)
    );
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
        check_same(&bytes, quota, usize::MAX >> 8);
        check_same(&bytes, usize::MAX >> 8, quota / 8);
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
        check_same(&bytes[..n], quota, quota);
        for value in [0, 1, 2, 3, 4, 5, 0x7f, 0x80, 0x81, 0xff] {
            let mut changed = bytes.clone();
            changed[n] = value;
            check_same(&changed, quota, quota);
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
        (
            &[0x80],
            malformed("expected more bytes, found the end of the input"),
        ),
    ];
    for (index, expected) in rows {
        let bytes = [&header, index].concat();
        let found = decode_one::<Some>(&bytes).map_err(|error| error.to_string());
        assert_eq!(found, expected, "{index:x?}");
        let by_serde = decode_one::<SomeBySerde<0>>(&bytes).map_err(|error| error.to_string());
        assert_eq!(
            format!("{by_serde:?}"),
            format!("{expected:?}"),
            "{index:x?}"
        );
    }
}
