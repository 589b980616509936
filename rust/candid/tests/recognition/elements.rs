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

/// A number of which only even ones are read, in a newtype and in a record.
#[derive(CandidType, Debug, PartialEq)]
struct Even(u64);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            n if n % 2 == 0 => Ok(Even(n)),
            _ => Err(serde::de::Error::custom("an odd number")),
        }
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct OfEven(Even);

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct WithEven {
    n: Even,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct OfRecord(WithEven);

#[test]
fn what_an_element_refuses_is_refused_wherever_it_is() {
    fn check<T>(element: impl Fn(u64) -> T)
    where
        T: CandidType + for<'de> Deserialize<'de> + std::fmt::Debug + PartialEq,
    {
        let encode = |numbers: &[u64]| {
            let elements: Vec<T> = numbers.iter().copied().map(&element).collect();
            Encode!(&elements).unwrap()
        };
        let even = [0, 2, 4, 6, 8, 10];
        let all: Vec<T> = even.into_iter().map(&element).collect();
        assert_eq!(Decode!(&encode(&even), Vec<T>).unwrap(), all);
        for odd in 0..even.len() {
            let mut numbers = even;
            numbers[odd] += 1;
            let error = Decode!(&encode(&numbers), Vec<T>).unwrap_err().to_string();
            assert!(error.contains("an odd number"), "{error}");
            assert!(error.contains(&format!("[{odd}]")), "{error}");
        }
    }
    check(Even);
    check(|n| OfEven(Even(n)));
    check(|n| WithEven { n: Even(n) });
    check(|n| OfRecord(WithEven { n: Even(n) }));
    check(|n| Some(Even(n)));
    check(|n| Some(OfEven(Even(n))));
    check(|n| Some(WithEven { n: Even(n) }));
    check(|n| Some(Some(WithEven { n: Even(n) })));
    check(|n| Some(OfRecord(WithEven { n: Even(n) })));
}

/// The Candid types of both are one, and so are their nodes.
#[test]
fn what_is_known_of_payloads_of_one_type_is_not_known_of_another() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Any {
        n: u64,
    }
    let any = || -> Vec<_> { (0..9).map(|n| (n != 1).then_some(Any { n })).collect() };
    let bytes = Encode!(&(any(), any())).unwrap();
    let decoded = Decode!(&bytes, (Vec<Option<Any>>, Vec<Option<Any>>)).unwrap();
    assert_eq!(decoded, (any(), any()));
    let error = Decode!(&bytes, (Vec<Option<Any>>, Vec<Option<WithEven>>)).unwrap_err();
    assert!(error.to_string().contains("an odd number"), "{error}");
}

#[test]
fn vectors_of_newtypes_are_those_of_what_is_in_them() {
    fn check<T>(value: impl Fn(u8) -> T)
    where
        T: CandidType + for<'de> Deserialize<'de> + std::fmt::Debug + PartialEq,
    {
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct OfPair<T>(T, u8);
        for n in (0..20).chain([63, 64, 65, 200]) {
            let values = || (0..n).map(&value);
            let bytes = Encode!(&values().collect::<Vec<_>>()).unwrap();
            let decoded = Decode!(&bytes, Vec<T>).unwrap();
            assert!(decoded.iter().eq(values().collect::<Vec<_>>().iter()));
            // Without the last byte.
            let (_, short) = bytes.split_last().unwrap();
            assert!(Decode!(short, Vec<T>).is_err());
            // Written one by one.
            let pairs: Vec<_> = values().map(|value| OfPair(value, 7)).collect();
            let bytes = Encode!(&pairs).unwrap();
            assert_eq!(Decode!(&bytes, Vec<OfPair<T>>).unwrap(), pairs);
        }
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Id(u64);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct OfId(Id);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Short(i16);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Flag(bool);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct OfRecord(Record);
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Record {
        is_live: bool,
        id: Id,
    }
    let id = |i: u8| Id(u64::from(i) << 40 | 1);
    let record = |i: u8| Record {
        is_live: i > 9,
        id: id(i),
    };
    check(id);
    check(|i| OfId(id(i)));
    check(|i| Short(-i16::from(i) * 50));
    check(Level);
    check(|i| Flag(i % 3 == 0));
    check(|i| i % 3 == 0);
    check(|i| usize::from(i) * 1000);
    check(|i| -isize::from(i));
    check(record);
    check(|i| OfRecord(record(i)));
    check(|i| Float(f64::from(i) / 4.0));
    check(|i| (i, id(i)));
}

#[test]
fn bytes_that_are_no_bool_are_found_where_they_are() {
    #[derive(CandidType, Deserialize, Debug)]
    struct Flag(#[allow(dead_code, reason = "printed")] bool);
    for wrong in 0..5 {
        let mut bytes = Encode!(&[true; 5]).unwrap();
        let start = bytes.len() - 5;
        bytes[start + wrong] = 2;
        let error = Decode!(&bytes, Vec<Gen<bool>>).unwrap_err().to_string();
        assert_eq!(Decode!(&bytes, Vec<bool>).unwrap_err().to_string(), error);
        assert_eq!(Decode!(&bytes, Vec<Flag>).unwrap_err().to_string(), error);
    }
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
