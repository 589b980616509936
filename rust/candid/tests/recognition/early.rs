//! Visitors that do not take all parts of a value: those without bytes may be left.

use candid::types::{Field, Label, Type, TypeInner};
use candid::{CandidType, Decode, Deserialize, Encode};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Takes the first field of a record, or of a sequence the first element, and no more.
#[derive(Debug, PartialEq)]
struct First<const SHAPE: u8>(u8);

const RECORD: u8 = 0;
const TUPLE: u8 = 1;

fn field(label: Label, ty: Type) -> Field {
    Field {
        id: label.into(),
        ty,
    }
}

impl<const SHAPE: u8> CandidType for First<SHAPE> {
    fn _ty() -> Type {
        let labels = match SHAPE {
            RECORD => ["a", "b", "c"].map(|name| Label::Named(name.into())),
            _ => [0, 1, 2].map(Label::Unnamed),
        };
        let [a, b, c] = labels;
        TypeInner::Record(vec![
            field(a, TypeInner::Nat8.into()),
            field(b, TypeInner::Opt(TypeInner::Text.into()).into()),
            field(c, TypeInner::Null.into()),
        ])
        .into()
    }

    fn idl_serialize<S: candid::types::Serializer>(&self, _: S) -> Result<(), S::Error> {
        unreachable!("only decoded")
    }
}

impl<'de, const SHAPE: u8> Deserialize<'de> for First<SHAPE> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FirstOnly;
        impl<'de> Visitor<'de> for FirstOnly {
            type Value = u8;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a first field")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<u8, A::Error> {
                assert_eq!(map.next_key::<String>()?.as_deref(), Some("a"));
                map.next_value()
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<u8, A::Error> {
                Ok(seq.next_element()?.unwrap())
            }
        }
        match SHAPE {
            RECORD => deserializer.deserialize_struct("First", &["a", "b", "c"], FirstOnly),
            _ => deserializer.deserialize_tuple(1, FirstOnly),
        }
        .map(First)
    }
}

#[derive(CandidType)]
struct Sent {
    a: u8,
}

#[derive(CandidType)]
struct SentWhole {
    a: u8,
    b: Option<String>,
    c: (),
}

#[test]
fn parts_without_bytes_may_be_left() {
    let bytes = Encode!(&Sent { a: 1 }, &7u8).unwrap();
    let decoded = Decode!(&bytes, First<RECORD>, u8).unwrap();
    assert_eq!(decoded, (First(1), 7));
    let bytes = Encode!(&(2u8,), &7u8).unwrap();
    let decoded = Decode!(&bytes, First<TUPLE>, u8).unwrap();
    assert_eq!(decoded, (First(2), 7));
    let bytes = Encode!(&vec![(); 5], &7u8).unwrap();
    let decoded = Decode!(&bytes, [(); 2], u8).unwrap();
    assert_eq!(decoded, ([(), ()], 7));
}

#[test]
fn parts_with_bytes_may_not() {
    let bytes = Encode!(&SentWhole {
        a: 1,
        b: None,
        c: ()
    })
    .unwrap();
    let error = Decode!(&bytes, First<RECORD>).unwrap_err();
    assert!(
        error.to_string().contains("field b was not read"),
        "{error}"
    );
    let bytes = Encode!(&(1u8, None::<String>, ())).unwrap();
    let error = Decode!(&bytes, First<TUPLE>).unwrap_err();
    assert!(
        error.to_string().contains("field 1 was not read"),
        "{error}"
    );
    let bytes = Encode!(&vec![1u8; 5]).unwrap();
    assert!(Decode!(&bytes, [u8; 2]).is_err());
}
