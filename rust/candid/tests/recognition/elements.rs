//! What is made of elements and keys that are types of users.

use candid::{CandidType, Decode, Deserialize, Encode};
use serde::de::Deserializer;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(CandidType, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
struct Level(u8);

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Gen<T>(T);

fn not_for_people<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Asked>, D::Error> {
    Vec::deserialize(deserializer)
}

/// Knows that it is not read for people.
#[derive(CandidType, Debug, PartialEq)]
struct Asked(u8);

impl<'de> Deserialize<'de> for Asked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        assert!(!deserializer.is_human_readable());
        u8::deserialize(deserializer).map(Asked)
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct WithFunction {
    #[serde(deserialize_with = "not_for_people")]
    all: Vec<Asked>,
}

#[test]
fn newtypes_are_read_from_bytes() {
    let bytes = Encode!(&vec![1u8, 2]).unwrap();
    assert_eq!(Decode!(&bytes, [Level; 2]).unwrap(), [Level(1), Level(2)]);
    assert_eq!(Decode!(&bytes, Vec<Level>).unwrap(), [Level(1), Level(2)]);
    let set = Decode!(&bytes, BTreeSet<Level>).unwrap();
    assert_eq!(set, [Level(1), Level(2)].into());
    assert_eq!(Decode!(&bytes, Vec<Gen<u8>>).unwrap(), [Gen(1), Gen(2)]);
    let bytes = Encode!(&WithFunction {
        all: vec![Asked(1), Asked(2)]
    })
    .unwrap();
    let all = vec![Asked(1), Asked(2)];
    assert_eq!(Decode!(&bytes, WithFunction).unwrap(), WithFunction { all });
}

/// A text that is equal to others which differ in case.
#[derive(CandidType, Deserialize, Debug, Clone)]
struct Caseless(String);

impl PartialEq for Caseless {
    fn eq(&self, other: &Caseless) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Caseless {}

impl PartialOrd for Caseless {
    fn partial_cmp(&self, other: &Caseless) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Caseless {
    fn cmp(&self, other: &Caseless) -> Ordering {
        self.0.to_lowercase().cmp(&other.0.to_lowercase())
    }
}

/// A float by its value, for which 0 and -0 are equal.
#[derive(CandidType, Deserialize, Debug, Clone, Copy)]
struct Float(f64);

impl PartialEq for Float {
    fn eq(&self, other: &Float) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Float {}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Float) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Float {
    fn cmp(&self, other: &Float) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap()
    }
}

/// Compares what is decoded with what insertion one by one makes, in the order of the message.
fn check_map<K, V>(pairs: Vec<(K, V)>)
where
    K: CandidType + for<'de> Deserialize<'de> + Ord + Clone + std::fmt::Debug,
    V: CandidType + for<'de> Deserialize<'de> + Clone + std::fmt::Debug,
{
    let mut expected = BTreeMap::new();
    for (key, value) in pairs.clone() {
        expected.insert(key, value);
    }
    let bytes = Encode!(&pairs).unwrap();
    let decoded = Decode!(&bytes, BTreeMap<K, V>).unwrap();
    // Keys that are equal may still differ.
    assert_eq!(format!("{decoded:?}"), format!("{expected:?}"));
}

#[test]
fn of_equal_keys_the_first_key_and_the_last_value_stay() {
    let caseless = |text: &str| Caseless(text.to_string());
    check_map(vec![
        (caseless("a"), 1u8),
        (caseless("A"), 2),
        (caseless("b"), 3),
    ]);
    check_map(vec![
        (caseless("b"), 1u8),
        (caseless("a"), 2),
        (caseless("B"), 3),
    ]);
    check_map(vec![(Float(0.0), 1u8), (Float(-0.0), 2)]);
    check_map(vec![(1u8, 1u8), (1, 2), (0, 3)]);
    check_map(vec![
        ("b".to_string(), 1u8),
        ("a".to_string(), 2),
        ("b".to_string(), 3),
    ]);
    // Over the length of the pieces in which pairs are put in order.
    for n in [1023u32, 1024, 1025, 5000] {
        let key = |i: u32| match i % 2 {
            0 => caseless(&format!("key{:05}", i / 2)),
            _ => caseless(&format!("KEY{:05}", i / 2)),
        };
        check_map((0..n).map(|i| (key(i), i)).collect());
        check_map((0..n).rev().map(|i| (key(i), i)).collect());
        check_map((0..n).map(|i| (key(i * 7919 % n), i)).collect());
        // The same key at the beginning of each piece.
        check_map(
            (0..n)
                .map(|i| (key(if i % 1024 < 2 { i % 1024 } else { i }), i))
                .collect(),
        );
        check_map((0..n).map(|i| (i, i)).collect());
        check_map((0..n).map(|i| ((i / 3).to_string(), i)).collect());
    }
    // In ascending order but for one key, which is that before it or the first of all: around the ends of the pieces.
    for end in [1024, 2048, 4096] {
        for at in end - 2..end + 3 {
            for wrong in [at - 1, 0] {
                check_map(
                    (0..5000u32)
                        .map(|i| (if i == at { wrong } else { i }, i))
                        .collect(),
                );
            }
        }
    }
}

#[test]
fn maps_of_both_kinds_agree() {
    let pairs: Vec<(u32, String)> = (0..3000).map(|i| (i * 17 % 1000, i.to_string())).collect();
    let bytes = Encode!(&pairs).unwrap();
    let sorted = Decode!(&bytes, BTreeMap<u32, String>).unwrap();
    let hashed = Decode!(&bytes, HashMap<u32, String>).unwrap();
    assert_eq!(sorted, hashed.into_iter().collect());
}

/// Keys that are equal by `id` alone, and in order by both: std's maps ask `Ord`, not `==`.
#[derive(CandidType, Deserialize, Debug, Clone)]
struct Version {
    id: u32,
    seq: u32,
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Version {}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.id, self.seq).cmp(&(other.id, other.seq))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Keys whose `<` is not their `Ord`.
#[derive(CandidType, Deserialize, Debug, Clone, PartialEq, Eq, PartialOrd)]
#[allow(clippy::derive_ord_xor_partial_ord, reason = "what is tested")]
struct Unordered(String);

impl Ord for Unordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.to_lowercase().cmp(&other.0.to_lowercase())
    }
}

#[test]
fn keys_are_compared_by_ord_alone() {
    for n in [5, 1024, 3000] {
        check_map((0..n).map(|seq| (Version { id: 1, seq }, seq)).collect());
    }
    let key = |text: &str| Unordered(text.to_string());
    check_map(vec![(key("A"), 1u8), (key("a"), 2)]);
    check_map(vec![(key("B"), 1u8), (key("a"), 2), (key("b"), 3)]);
}
