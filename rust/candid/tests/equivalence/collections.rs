//! Maps, sets and other collections against the elements one by one: in any order, and with equal keys.

use crate::{agree, reader, Reader};
use candid::{decode_one, encode_one, CandidType, Deserialize, Int, Nat, Principal};
use serde::de::DeserializeOwned;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// Returns the key at a position, of so many.
type Order = fn(u32, u32) -> u32;

/// Orders of the keys below `n`: of most of them, with keys that occur several times.
const ORDERS: [(&str, Order); 10] = [
    ("ascending", |i, _| i),
    ("descending", |i, n| n - i),
    ("one key", |_, _| 7),
    ("few keys", |i, _| i % 7),
    ("mixed", |i, _| i.wrapping_mul(0x9e37_79b9) >> 12),
    ("each key eight times, in a row", |i, _| i / 8),
    ("each key nine times, in a row", |i, _| i / 9),
    ("ascending, except within eight", |i, _| {
        i / 8 * 8 + 7 - i % 8
    }),
    ("twice all", |i, n| i % (n / 2 + 1)),
    (
        "the last key is the first",
        |i, n| if i + 1 == n { 0 } else { i },
    ),
];

/// Around the numbers of elements at which their order is examined.
const LENGTHS: [u32; 14] = [
    0, 1, 2, 7, 8, 9, 1023, 1024, 1025, 1032, 2047, 2048, 2049, 4500,
];

/// Checks maps and sets with the keys that `key` makes.
fn check_keys<K>(key: fn(u32) -> K)
where
    K: CandidType + DeserializeOwned + Clone + Ord + Hash + Debug,
{
    for (order, at) in ORDERS {
        for n in LENGTHS {
            let keys: Vec<K> = (0..n).map(|i| key(at(i, n))).collect();
            let pairs: Vec<(K, u32)> = keys.iter().cloned().zip(0..).collect();
            let message = encode_one(&pairs).unwrap();

            let mut map = BTreeMap::new();
            let mut hash_map = HashMap::new();
            for (key, value) in pairs.clone() {
                map.insert(key.clone(), value);
                hash_map.insert(key, value);
            }
            let decoded: BTreeMap<K, u32> = decode_one(&message).unwrap();
            assert_eq!(format!("{decoded:?}"), format!("{map:?}"), "{order} {n}");
            let decoded: HashMap<K, u32> = decode_one(&message).unwrap();
            assert_eq!(sorted(decoded), sorted(hash_map), "{order} {n}");

            let message = encode_one(&keys).unwrap();
            let mut set = BTreeSet::new();
            let mut hash_set = HashSet::new();
            for key in keys.clone() {
                set.insert(key.clone());
                hash_set.insert(key);
            }
            let decoded: BTreeSet<K> = decode_one(&message).unwrap();
            assert_eq!(format!("{decoded:?}"), format!("{set:?}"), "{order} {n}");
            let decoded: HashSet<K> = decode_one(&message).unwrap();
            assert_eq!(sorted(decoded), sorted(hash_set), "{order} {n}");

            let decoded: VecDeque<K> = decode_one(&message).unwrap();
            assert_eq!(format!("{decoded:?}"), format!("{keys:?}"));
            let decoded: Box<[K]> = decode_one(&message).unwrap();
            assert_eq!(format!("{decoded:?}"), format!("{keys:?}"));
        }
    }
}

/// The texts of the items, in their order.
fn sorted<T: Debug>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut texts: Vec<String> = items.into_iter().map(|item| format!("{item:?}")).collect();
    texts.sort();
    texts
}

#[test]
fn keys_of_std() {
    check_keys(|i| i);
    check_keys(|i| i.to_string());
    check_keys(|i| (i % 3, i));
    check_keys(|i| i % 2 == 0);
    check_keys(|_| ());
}

#[test]
fn keys_of_candid() {
    check_keys(|i| Nat::from(i) * u64::MAX);
    check_keys(|i| Int::from(3) - Int::from(i));
    check_keys(|i| Principal::from_slice(&i.to_be_bytes()));
}

/// Compares by the first number only, in everything.
#[derive(CandidType, Deserialize, Clone, Debug)]
struct First(u32, u32);

impl PartialEq for First {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for First {}

impl PartialOrd for First {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for First {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl Hash for First {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Keys that are equal by `Ord`, but not by `==`.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq, Hash)]
struct Unequal(u32, u32);

impl PartialOrd for Unequal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Unequal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

/// Keys that are equal by `==`, but not by `Ord`.
#[derive(CandidType, Deserialize, Clone, Debug, PartialOrd, Ord)]
struct Coarse(u32);

impl PartialEq for Coarse {
    fn eq(&self, other: &Self) -> bool {
        self.0 / 2 == other.0 / 2
    }
}

impl Eq for Coarse {}

impl Hash for Coarse {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0 / 2).hash(state);
    }
}

/// As most keys of users.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Account {
    owner: Principal,
    subaccount: Option<Vec<u8>>,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Id(u64);

#[test]
fn keys_of_users() {
    check_keys(|i| Id(i.into()));
    check_keys(|i| Account {
        owner: Principal::from_slice(&(i / 2).to_be_bytes()),
        subaccount: i.is_multiple_of(2).then(|| vec![1; 32]),
    });
}

/// Of equal keys, the first is kept, and the last value.
#[test]
fn keys_that_are_equal_and_differ() {
    check_keys(|i| First(i / 2, i));
    check_keys(|i| Unequal(i / 3, i));
    check_keys(Coarse);
    check_keys(|i| (Coarse(i), String::new()));
    check_keys(|i| (First(i / 2, i), 1u8));
    check_keys(|i| Some(First(i / 2, i)));
}

/// A key whose comparison panics.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Eq)]
struct Panics(u32);

impl PartialOrd for Panics {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Panics {
    fn cmp(&self, other: &Self) -> Ordering {
        assert_ne!(self.0, other.0, "equal keys");
        self.0.cmp(&other.0)
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics are not caught")]
fn comparisons_may_panic() {
    let message = encode_one((0..3000).map(|i| i % 2000).collect::<Vec<u32>>()).unwrap();
    let read = || decode_one::<BTreeSet<(u32,)>>(&message).map(|set| set.len());
    assert!(read().is_err(), "numbers are not records");
    let keys: Vec<Panics> = (0..3000).map(|i| Panics(i % 2000)).collect();
    let message = encode_one(&keys).unwrap();
    let read = || decode_one::<BTreeSet<Panics>>(&message).map(|set| set.len());
    assert!(std::panic::catch_unwind(read).is_err());
    let message = encode_one(&keys[..2000]).unwrap();
    assert_eq!(
        decode_one::<BTreeSet<Panics>>(&message).unwrap().len(),
        2000
    );
}

/// All readers charge the same and fail alike, near messages too.
#[test]
fn costs_and_errors() {
    macro_rules! check {
        ($($ty:ty: $values:expr;)*) => {$({
            let readers: [Reader; 6] = [
                reader!(Vec<$ty>, |all| all.iter().cloned().collect::<BTreeSet<_>>()),
                reader!(BTreeSet<$ty>, |all| all.clone()),
                reader!(HashSet<$ty>, |all| all.iter().cloned().collect::<BTreeSet<_>>()),
                reader!(VecDeque<$ty>, |all| all.iter().cloned().collect::<BTreeSet<_>>()),
                reader!(Box<[$ty]>, |all| all.iter().cloned().collect::<BTreeSet<_>>()),
                reader!(LinkedList<$ty>, |all| all.iter().cloned().collect::<BTreeSet<_>>()),
            ];
            for values in [&$values[..], &[]] {
                agree(&encode_one(values).unwrap(), &readers);
            }
            for message in [encode_one(vec![Some(true)]), encode_one("text"), encode_one(vec!["text"; 2])] {
                let message = message.unwrap();
                for config in crate::quotas() {
                    let expected = readers[0](&message, &config);
                    for reader in &readers[1..] {
                        assert_eq!(reader(&message, &config), expected);
                    }
                }
            }
        })*};
    }
    check! {
        u8: [3u8, 1, 3];
        u64: [3u64, u64::MAX, 3];
        i16: [-1i16, 1];
        bool: [true, false];
        (): [(), ()];
        Nat: [Nat::from(1u8), Nat::from(u128::MAX), Nat::from(u64::MAX)];
        Int: [Int::from(-1), Int::from(i128::MIN), Int::from(1u64 << 40)];
        u128: [Nat::from(1u8), Nat::from(1u64 << 40)];
        String: ["b".to_string(), "é".to_string()];
        Option<u8>: [None, Some(1u8)];
        (u8, u16): [(3u8, 2u16), (1, 4)];
        Principal: [Principal::anonymous(), Principal::management_canister()];
        Vec<u16>: [vec![2u16], vec![]];
    }
}
