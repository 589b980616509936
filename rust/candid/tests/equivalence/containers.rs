//! Containers: bulk copies against visitors of our own, borrowed against owned, maps against pairs.

use crate::{agree, outcome, reader};
use candid::types::{Serializer, Type};
use candid::{encode_one, CandidType, Int, Nat, Principal};
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_bytes::{ByteBuf, Bytes};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, LinkedList, VecDeque};
use std::fmt;
use std::marker::PhantomData;

/// A vector that no fast form knows: its own visitor, its type by hand.
struct Slow<T>(Vec<T>);

impl<T: CandidType> CandidType for Slow<T> {
    fn _ty() -> Type {
        candid::types::TypeInner::Vec(T::ty()).into()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

struct SlowVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SlowVisitor<T> {
    type Value = Slow<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Slow<T>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element()? {
            elements.push(element);
        }
        Ok(Slow(elements))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Slow<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(SlowVisitor(PhantomData))
    }
}

macro_rules! numbers {
    ($($ty:ty: $values:expr;)*) => {$({
        let readers = [
            reader!(Vec<$ty>),
            reader!(Slow<$ty>, |slow| format!("{:?}", slow.0)),
            reader!(Box<[$ty]>),
            reader!(VecDeque<$ty>),
            reader!(LinkedList<$ty>),
        ];
        for values in [&$values[..], &[]] {
            agree(&encode_one(values).unwrap(), &readers);
            // Elements of another type, and elements that are options of it.
            for bytes in [encode_one(vec![Some(true)]), encode_one(vec!["text"; 2])] {
                let bytes = bytes.unwrap();
                for config in crate::quotas() {
                    let expected = readers[0](&bytes, &config);
                    for reader in &readers[1..] {
                        assert_eq!(reader(&bytes, &config), expected);
                    }
                }
            }
        }
    })*};
}

#[test]
fn vectors_of_numbers() {
    numbers! {
        u8: [0u8, 1, 255];
        u16: [0u16, 1, 0xabcd];
        u32: [0u32, 1, 0xdead_beef];
        u64: [0u64, u64::MAX];
        i8: [0i8, -1, 127];
        i16: [0i16, -1, i16::MIN];
        i32: [0i32, -1, i32::MIN];
        i64: [0i64, i64::MIN];
        f32: [0f32, -0.5, f32::INFINITY];
        f64: [0f64, f64::MIN_POSITIVE];
        bool: [true, false];
        (): [(), (), ()];
        Nat: [Nat::from(0u8), Nat::from(u128::MAX)];
        Int: [Int::from(-1), Int::from(i128::MIN)];
        u128: [Nat::from(1u8), Nat::from(1u64 << 40)];
        String: ["".to_string(), "é".to_string()];
        Option<u8>: [None, Some(1u8)];
        Vec<u16>: [vec![1u16], vec![]];
        (u8, u16): [(1u8, 2u16), (3, 4)];
        Principal: [Principal::anonymous(), Principal::management_canister()];
    }
}

/// An array that no fast form knows.
#[derive(Debug)]
struct SlowArray<T, const N: usize>([T; N]);

impl<T: CandidType, const N: usize> CandidType for SlowArray<T, N> {
    fn _ty() -> Type {
        candid::types::TypeInner::Vec(T::ty()).into()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

impl<'de, T, const N: usize> Deserialize<'de> for SlowArray<T, N>
where
    [T; N]: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <[T; N]>::deserialize(deserializer).map(SlowArray)
    }
}

macro_rules! arrays {
    ($($ty:ty, $n:literal: $values:expr;)*) => {$({
        let values: [$ty; $n] = $values;
        let readers = [
            reader!([$ty; $n]),
            reader!(SlowArray<$ty, $n>, |value| format!("{:?}", value.0)),
        ];
        agree(&encode_one(&values).unwrap(), &readers);
        // Other lengths.
        for n in 0..6 {
            let bytes = encode_one(values.iter().cycle().take(n).collect::<Vec<_>>()).unwrap();
            for config in crate::quotas() {
                assert_eq!(readers[0](&bytes, &config), readers[1](&bytes, &config), "{n}");
            }
        }
    })*};
}

#[test]
fn arrays() {
    arrays! {
        u8, 3: [0, 1, 255];
        u16, 2: [1, 0xabcd];
        i32, 1: [-1];
        u64, 4: [0, 1, 2, u64::MAX];
        f64, 2: [0.5, f64::MIN_POSITIVE];
        bool, 3: [true, false, true];
        usize, 2: [1, 2];
        (), 2: [(), ()];
        Nat, 2: [Nat::from(0u8), Nat::from(u128::MAX)];
        String, 2: ["".to_string(), "é".to_string()];
        Option<u8>, 2: [None, Some(1)];
        (u8, u16), 2: [(1, 2), (3, 4)];
        [u8; 2], 2: [[1, 2], [3, 4]];
    }
    let empty = [
        reader!([Nat; 0]),
        reader!(SlowArray<Nat, 0>, |value| format!("{:?}", value.0)),
    ];
    for n in 0..3 {
        let bytes = encode_one(vec![Nat::from(1u8); n]).unwrap();
        for config in crate::quotas() {
            assert_eq!(empty[0](&bytes, &config), empty[1](&bytes, &config), "{n}");
        }
    }
}

#[test]
fn vectors_inside_other_types() {
    type Fast = (
        Vec<u32>,
        Option<Vec<u64>>,
        Vec<Vec<u8>>,
        BTreeMap<u8, Vec<i16>>,
    );
    let value: Fast = (
        vec![1, 2],
        Some(vec![3]),
        vec![vec![4, 5], vec![]],
        BTreeMap::from([(6, vec![-7])]),
    );
    type General = (
        Slow<u32>,
        Option<Slow<u64>>,
        Slow<Slow<u8>>,
        BTreeMap<u8, Slow<i16>>,
    );
    fn show(general: &General) -> String {
        let blobs: Vec<&Vec<u8>> = general.2 .0.iter().map(|blob| &blob.0).collect();
        let map: BTreeMap<&u8, &Vec<i16>> = general.3.iter().map(|(k, v)| (k, &v.0)).collect();
        let opt = general.1.as_ref().map(|numbers| &numbers.0);
        format!("{:?}", (&general.0 .0, opt, blobs, map))
    }
    agree(
        &encode_one(value).unwrap(),
        &[reader!(Fast), reader!(General, show)],
    );
}

#[test]
fn bytes() {
    let readers = [
        reader!(Vec<u8>),
        reader!(ByteBuf, |bytes| format!("{:?}", bytes.as_slice())),
        reader!(&[u8]),
        reader!(&Bytes, |bytes| format!("{:?}", &bytes[..])),
        reader!(Slow<u8>, |slow| format!("{:?}", slow.0)),
    ];
    for blob in [&b"blob"[..], &[0; 200], &[]] {
        agree(&encode_one(blob).unwrap(), &readers);
    }
}

#[test]
fn text() {
    let readers = [
        reader!(String),
        reader!(&str),
        reader!(Cow<'_, str>),
        reader!(Box<str>),
        reader!(Box<String>),
    ];
    for text in ["", "text", "é☃"] {
        agree(&encode_one(text).unwrap(), &readers);
    }
}

#[test]
fn pointers() {
    let readers = [
        reader!(Option<(u8, String)>),
        reader!(Option<Box<(Box<u8>, String)>>),
    ];
    agree(&encode_one(Some((1u8, "x"))).unwrap(), &readers);
    agree(&encode_one((1u8, "x")).unwrap(), &readers);
}

/// Of a message without equal keys, which a map would drop.
#[test]
fn maps_and_pairs() {
    fn sorted<K: Ord + fmt::Debug, V: Ord + fmt::Debug>(mut pairs: Vec<(K, V)>) -> String {
        pairs.sort();
        // Changed bytes may make two keys equal: the last wins in a map.
        let map: BTreeMap<K, V> = pairs.into_iter().collect();
        format!("{map:?}")
    }
    let config = crate::quotas();
    macro_rules! check {
        ($map:expr, $key:ty, $value:ty) => {
            let readers = [
                reader!(BTreeMap<$key, $value>, |map| format!("{map:?}")),
                reader!(HashMap<$key, $value>, |map| sorted(map.clone().into_iter().collect())),
                reader!(Vec<($key, $value)>, |pairs| sorted(pairs.clone())),
                reader!(BTreeSet<($key, $value)>, |set| sorted(set.iter().cloned().collect())),
            ];
            let bytes = encode_one($map).unwrap();
            for end in 0..=bytes.len() {
                for config in &config {
                    let expected = readers[0](&bytes[..end], config);
                    for reader in &readers[1..] {
                        assert_eq!(reader(&bytes[..end], config), expected, "{end}");
                    }
                }
            }
        };
    }
    check!(
        BTreeMap::from([("a", Nat::from(1u8)), ("bc", Nat::from(2u8))]),
        String,
        Nat
    );
    check!(BTreeMap::from([(1u32, 1u64), (2, 2), (3, 3)]), u32, u64);
    check!(BTreeMap::from([(1u32, Some("x"))]), u32, Option<String>);
    check!(vec![(1u32, "x", true), (2, "y", false)], u32, String);
    check!(vec![(1u32,), (2,)], u32, Option<String>);
    check!(BTreeMap::<u8, u8>::new(), u8, u8);
    check!(vec![(1u32, "x")], u32, u32);
    check!(vec!["x"], u32, u32);
    check!("x", u32, u32);
}

/// The test itself must be able to tell two outcomes apart.
#[test]
fn outcomes_differ_by_value_cost_and_error() {
    let [config, generous, _] = crate::quotas();
    let one = encode_one(1u8).unwrap();
    let two = encode_one(2u8).unwrap();
    let plain = |bytes: &[u8]| outcome::<u8, _>(bytes, &config, |n| *n);
    assert_ne!(plain(&one), plain(&two));
    assert_ne!(plain(&one[..7]), plain(&one[..6]));
    assert_ne!(plain(&one), outcome::<u8, _>(&one, &generous, |n| *n));
}
