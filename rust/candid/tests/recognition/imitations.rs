//! Visitors written by hand that are called as serde's.

use candid::{CandidType, Decode, Deserialize, Encode};
use serde::de::{Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use std::fmt;

/// In a module of its own, as generated code would be.
mod generated {
    use super::*;

    pub(super) struct __Visitor;

    impl<'de> Visitor<'de> for __Visitor {
        type Value = Account;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("struct Account")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Account, A::Error> {
            let (mut id, mut name) = (0, String::new());
            while let Some(key) = map.next_key::<String>()? {
                match key.as_str() {
                    "id" => id = map.next_value::<u32>()? + 1000,
                    _ => name = map.next_value()?,
                }
            }
            Ok(Account { id, name })
        }
    }

    pub(super) struct __Tag;

    impl<'de> Visitor<'de> for __Tag {
        type Value = Direction;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("enum Direction")
        }

        fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Direction, A::Error> {
            let (tag, payload) = access.variant::<String>()?;
            payload.unit_variant()?;
            Ok(match tag.as_str() {
                "Up" => Direction::Up,
                _ => Direction::Down,
            })
        }
    }
}

#[derive(CandidType, Debug, PartialEq)]
struct Account {
    name: String,
    id: u32,
}

impl<'de> Deserialize<'de> for Account {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Account", &["name", "id"], generated::__Visitor)
    }
}

#[derive(CandidType, Debug, PartialEq)]
enum Direction {
    Up,
    Down,
}

impl<'de> Deserialize<'de> for Direction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("Direction", &["Up", "Down"], generated::__Tag)
    }
}

#[test]
fn a_visitor_of_the_same_name_in_another_module_gets_names() {
    let account = Account {
        name: "a".into(),
        id: 1,
    };
    let bytes = Encode!(&account, &vec![Direction::Down, Direction::Up]).unwrap();
    let (account, directions) = Decode!(&bytes, Account, Vec<Direction>).unwrap();
    assert_eq!((account.id, &*account.name), (1001, "a"));
    assert_eq!(directions, [Direction::Down, Direction::Up]);
}

/// Not in an anonymous constant, as serde's is.
#[derive(CandidType, Debug, PartialEq)]
struct Pair {
    low: u16,
    high: u16,
}

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct __Visitor;
        impl<'de> Visitor<'de> for __Visitor {
            type Value = Pair;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("struct Pair")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pair, A::Error> {
                let mut both = [0, 0];
                while let Some(key) = map.next_key::<String>()? {
                    both[usize::from(key == "high")] = map.next_value()?;
                }
                let [low, high] = both;
                Ok(Pair {
                    low: low.min(high),
                    high: high.max(low),
                })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Pair, A::Error> {
                panic!("a record is not a sequence")
            }
        }
        deserializer.deserialize_struct("Pair", &["low", "high"], __Visitor)
    }
}

#[test]
fn a_visitor_of_the_same_name_written_by_hand_does_what_it_does() {
    let bytes = Encode!(&Pair { low: 9, high: 2 }).unwrap();
    assert_eq!(Decode!(&bytes, Pair).unwrap(), Pair { low: 2, high: 9 });
}

/// A vector and a text that are not taken as they are.
#[derive(Debug, PartialEq)]
struct Reversed(Vec<u32>, String);

impl CandidType for Reversed {
    fn _ty() -> candid::types::Type {
        <(Vec<u32>, String)>::ty()
    }
    fn idl_serialize<S: candid::types::Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        (&self.0, &self.1).idl_serialize(serializer)
    }
}

struct VecVisitor;

impl<'de> Visitor<'de> for VecVisitor {
    type Value = Vec<u32>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<u32>, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = seq.next_element()? {
            numbers.insert(0, number);
        }
        Ok(numbers)
    }
}

struct StringVisitor;

impl<'de> Visitor<'de> for StringVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.chars().rev().collect())
    }
}

fn reversed_numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    deserializer.deserialize_seq(VecVisitor)
}

fn reversed_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserializer.deserialize_string(StringVisitor)
}

impl<'de> Deserialize<'de> for Reversed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts(
            #[serde(deserialize_with = "reversed_numbers")] Vec<u32>,
            #[serde(deserialize_with = "reversed_text")] String,
        );
        let Parts(numbers, text) = Parts::deserialize(deserializer)?;
        Ok(Reversed(numbers, text))
    }
}

#[test]
fn visitors_called_as_those_of_std_are_asked() {
    let bytes = Encode!(&(vec![1u32, 2, 3], "abc")).unwrap();
    let decoded = Decode!(&bytes, Reversed).unwrap();
    assert_eq!(decoded, Reversed(vec![3, 2, 1], "cba".into()));
}
