//! `#[serde(with = "candid::array")]`.

use candid::{decode_one, encode_one, CandidType, Deserialize};
use serde::Serialize;

#[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Arrays {
    #[serde(with = "candid::array")]
    bytes: [u8; 64],
    #[serde(with = "candid::array")]
    texts: [String; 33],
    #[serde(with = "candid::array")]
    none: [u64; 0],
    #[serde(with = "candid::array")]
    options: [Option<u8>; 40],
}

fn arrays() -> Arrays {
    Arrays {
        bytes: std::array::from_fn(|i| i.try_into().unwrap()),
        texts: std::array::from_fn(|i| i.to_string()),
        none: [],
        options: std::array::from_fn(|i| u8::try_from(i).ok().filter(|i| i % 2 == 0)),
    }
}

#[test]
fn all_lengths() {
    let ty = "record {\n  texts : vec text;\n  none : vec nat64;\n  bytes : blob;\n  options : vec opt nat8;\n}";
    assert_eq!(Arrays::ty().to_string(), ty);
    let many = vec![Some(arrays()), None];
    let bytes = encode_one(&many).unwrap();
    assert_eq!(decode_one::<Vec<Option<Arrays>>>(&bytes).unwrap(), many);
    super::descriptors::check_same::<Arrays>();
}

/// As serde has shorter arrays, in text and in bytes.
#[test]
fn other_formats() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Short<const N: usize>(#[serde(with = "candid::array")] [u8; N]);
    let json = serde_json::to_string(&Short([1, 2, 3])).unwrap();
    assert_eq!(json, serde_json::to_string(&[1, 2, 3]).unwrap());
    assert_eq!(
        serde_json::from_str::<Short<3>>(&json).unwrap(),
        Short([1, 2, 3])
    );
    for json in ["[1,2]", "[1,2,3,4]", "[1,2,300]", "\"abc\""] {
        let ours = serde_json::from_str::<Short<3>>(json).unwrap_err();
        let theirs = serde_json::from_str::<[u8; 3]>(json).unwrap_err();
        assert_eq!(ours.to_string(), theirs.to_string());
    }
    let json = serde_json::to_string(&arrays()).unwrap();
    assert_eq!(serde_json::from_str::<Arrays>(&json).unwrap(), arrays());
}

#[test]
fn other_lengths_are_errors() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Array<const N: usize> {
        #[serde(with = "candid::array")]
        a: [u8; N],
    }
    #[derive(CandidType)]
    struct Vector<T> {
        a: Vec<T>,
    }
    let short = "expected an array of length 64 in argument 1 at a";
    let long = "the Rust type takes 64 elements, but the vector has";
    for (n, expected) in [
        (0, short),
        (1, short),
        (63, short),
        (65, long),
        (100_000, long),
    ] {
        let bytes = encode_one(Vector { a: vec![1u8; n] }).unwrap();
        let error = decode_one::<Array<64>>(&bytes).unwrap_err().to_string();
        assert!(
            error.contains(expected) && error.contains(&n.to_string()),
            "{n}: {error}"
        );
    }
    let bytes = encode_one(Vector { a: vec!["a"; 64] }).unwrap();
    let error = decode_one::<Array<64>>(&bytes).unwrap_err().to_string();
    assert!(
        error.starts_with("expected nat8, found text in argument 1 at a"),
        "{error}"
    );
    // An option of such a record is not null: a length is not a matter of types.
    let bytes = encode_one(Some(Vector { a: vec![1u8; 63] })).unwrap();
    assert!(decode_one::<Option<Array<64>>>(&bytes).is_err());
    // A message that claims more elements than it has.
    let mut bytes = encode_one(Vector { a: vec![1u8; 64] }).unwrap();
    bytes.truncate(bytes.len() - 1);
    assert!(decode_one::<Array<64>>(&bytes).unwrap_err().is_malformed());
}
