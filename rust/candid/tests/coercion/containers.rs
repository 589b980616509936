//! Rust's containers: all read `vec`, some as a map, some of one length only.

use super::reads;
use candid::{decode_one, encode_one, CandidType, Nat};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// Reads a message by its own bytes.
fn borrowed<'a, T>(bytes: &'a [u8]) -> T
where
    T: CandidType + serde::Deserialize<'a>,
{
    decode_one(bytes).unwrap()
}

#[track_caller]
fn refused<R: CandidType + DeserializeOwned + Debug>(wire: impl CandidType, text: &str) {
    let bytes = encode_one(wire).unwrap();
    assert_eq!(decode_one::<R>(&bytes).unwrap_err().to_string(), text);
}

#[test]
fn sequences() {
    let wire = vec![3u16, 1, 2];
    reads(wire.clone(), VecDeque::from([3u16, 1, 2]));
    reads(wire.clone(), LinkedList::from([3u16, 1, 2]));
    reads(wire.clone(), BTreeSet::from([1u16, 2, 3]));
    reads(wire.clone(), HashSet::from([1u16, 2, 3]));
    reads(wire.clone(), [3u16, 1, 2]);
    reads(wire.clone(), wire.clone().into_boxed_slice());
    let heap: BinaryHeap<u16> = decode_one(&encode_one(&wire).unwrap()).unwrap();
    assert_eq!(heap.into_sorted_vec(), [1, 2, 3]);
    reads(vec![1u8, 2], [1u8, 2]);
    reads(vec![1u8, 2], VecDeque::from([1u8, 2]));
    reads(vec![1u8, 2], BTreeSet::from([1u8, 2]));
    reads(vec!["a"], ["a".to_string()]);
    reads(Vec::<u8>::new(), [0u16; 0]);
}

#[test]
fn arrays_of_another_length() {
    let text = "the Rust type takes 2 elements, but the vector has 3 in argument 1, byte offset";
    refused::<[u8; 2]>(vec![1u8, 2, 3], &format!("{text} 12"));
    refused::<[u16; 2]>(vec![1u16, 2, 3], &format!("{text} 14"));
    let text =
        "Deserialize error: invalid length 3, expected an array of length 4 in argument 1, byte offset";
    refused::<[u8; 4]>(vec![1u8, 2, 3], &format!("{text} 13"));
    refused::<[u16; 4]>(vec![1u16, 2, 3], &format!("{text} 16"));
}

#[test]
fn maps() {
    let pairs = vec![("b".to_string(), 2u8), ("a".to_string(), 1)];
    let map = BTreeMap::from([("a".to_string(), 1u8), ("b".to_string(), 2)]);
    reads(pairs.clone(), map.clone());
    reads(
        pairs.clone(),
        HashMap::<String, u8>::from_iter(pairs.clone()),
    );
    reads(
        map.clone(),
        vec![("a".to_string(), 1u8), ("b".to_string(), 2)],
    );
    reads(
        map.clone(),
        BTreeMap::from([("a".to_string(), Some(1u8)), ("b".to_string(), Some(2))]),
    );
    // Surplus parts of a pair, an absent optional value, the last of equal keys.
    reads(
        vec![(1u8, 2u16, "x"), (3, 4, "y")],
        BTreeMap::from([(1u8, 2u16), (3, 4)]),
    );
    reads(vec![(1u8,)], BTreeMap::from([(1u8, None::<u8>)]));
    reads(vec![(1u8, 2u8), (1, 3)], BTreeMap::from([(1u8, 3u8)]));
    reads(Vec::<u8>::new(), BTreeMap::<u8, u8>::new());
    reads(
        vec![(1u8, Nat::from(1u8))],
        BTreeMap::from([((1u8), Nat::from(1u8))]),
    );
    // Many, joined in parts, which share keys: in the order of the keys, against it, and in none.
    for (factor, keys) in [
        (1_u32, 5000_u32),
        (4999, 5000),
        (7919, 2503),
        (7919, 40_009),
        (0, 1),
    ] {
        let many: Vec<_> = (0..5000).map(|i| (i * factor % keys, i)).collect();
        let mut inserted = BTreeMap::new();
        for (key, value) in &many {
            inserted.insert(*key, *value);
        }
        reads(many, inserted);
    }
    let nested = BTreeMap::from([(1u8, map.clone()), (2, BTreeMap::new())]);
    reads(nested.clone(), nested);
    refused::<BTreeMap<u8, u8>>(
        vec![(1u8, "x")],
        "expected nat8, found text in argument 1 at [0].1, byte offset 17",
    );
    refused::<BTreeMap<u8, u8>>(
        vec![1u8],
        "expected record { 0 : nat8; 1 : nat8 }, found nat8 in argument 1 at [0], byte offset 10",
    );
}

#[test]
fn pointers() {
    reads(1u8, Box::new(1u8));
    reads(Rc::new(vec![Arc::new(1u8)]), vec![1u8]);
    #[derive(CandidType, serde::Deserialize, Debug, PartialEq)]
    struct Shared {
        #[serde(with = "candid::rc")]
        rc: Rc<Vec<u8>>,
        #[serde(with = "candid::arc")]
        arc: Arc<Vec<u8>>,
    }
    let shared = || Shared {
        rc: Rc::new(vec![1, 2]),
        arc: Arc::new(vec![]),
    };
    reads(shared(), shared());
    reads("x", Box::<str>::from("x"));
    reads("x", Cow::<'static, str>::Owned("x".into()));
}

#[test]
fn borrowed_from_the_message() {
    let bytes = encode_one(("text", vec![1u8, 2], vec!["a", "b"])).unwrap();
    let (text, blob, many): (&str, &[u8], Vec<&str>) = borrowed(&bytes);
    assert_eq!((text, blob, many), ("text", &[1u8, 2][..], vec!["a", "b"]));
    assert!(bytes.as_ptr_range().contains(&text.as_ptr()));
    assert!(bytes.as_ptr_range().contains(&blob.as_ptr()));
    #[derive(CandidType, serde::Deserialize)]
    struct Borrowed<'a> {
        #[serde(borrow)]
        text: Cow<'a, str>,
        blob: &'a serde_bytes::Bytes,
    }
    #[derive(CandidType)]
    struct Owned {
        text: String,
        blob: Vec<u8>,
    }
    let bytes = encode_one(Owned {
        text: "é".into(),
        blob: vec![9],
    })
    .unwrap();
    let value: Borrowed<'_> = borrowed(&bytes);
    assert!(matches!(value.text, Cow::Borrowed("é")));
    assert_eq!(value.blob.as_ref(), [9]);
}

#[test]
fn bytes() {
    use serde_bytes::{ByteArray, ByteBuf};
    reads(vec![1u8, 2, 3], ByteBuf::from([1, 2, 3]));
    reads(ByteBuf::from([1, 2, 3]), vec![1u8, 2, 3]);
    reads(vec![1u8, 2, 3], ByteArray::new([1, 2, 3]));
    reads(vec![Some(1u8)], vec![Some(1u8)]);
    reads(
        vec![ByteBuf::from([1]), ByteBuf::from([])],
        vec![vec![1u8], vec![]],
    );
    reads(None::<Vec<u8>>, None::<ByteBuf>);
    reads(Some(vec![1u8]), Some(ByteBuf::from([1])));
}
