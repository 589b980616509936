//! Records and variants by number against by name: serde's own visitors take a field's number, every
//! other gets its name, and both see the same.

use crate::{agree, reader};
use candid::types::{Serializer, Type};
use candid::{encode_one, CandidType, Deserialize, Int, Nat};
use serde::de::{Deserializer, EnumAccess, MapAccess, VariantAccess, Visitor};
use std::fmt;

/// Declared in an order that is not that of the ids.
#[derive(CandidType, Deserialize, Debug, Clone)]
struct Account {
    zone: u16,
    name: String,
    #[serde(rename = "the id")]
    id: Nat,
    nested: Option<Box<Account>>,
    aa: Vec<Kind>,
}

#[derive(CandidType, Deserialize, Debug, Clone)]
enum Kind {
    Zero,
    Alpha(u8),
    Pair(u8, String),
    Beta { y: bool, x: i16 },
}

fn account() -> Account {
    let inner = Account {
        zone: 1,
        name: "inner".into(),
        id: Nat::from(1u8),
        nested: None,
        aa: vec![],
    };
    Account {
        zone: 2,
        name: "outer".into(),
        id: Nat::from(300u16),
        nested: Some(Box::new(inner)),
        aa: vec![
            Kind::Beta { y: true, x: -5 },
            Kind::Zero,
            Kind::Alpha(1),
            Kind::Pair(2, "p".into()),
        ],
    }
}

/// The same declarations whose visitors are not serde's: keys are read as text.
mod by_name {
    use super::*;

    #[derive(CandidType, Debug)]
    pub(super) struct Account {
        zone: u16,
        name: String,
        #[serde(rename = "the id")]
        id: Nat,
        nested: Option<Box<Account>>,
        aa: Vec<Kind>,
    }

    struct AccountVisitor;

    impl<'de> Visitor<'de> for AccountVisitor {
        type Value = Account;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("struct Account")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Account, A::Error> {
            let (mut zone, mut name, mut id, mut nested, mut aa) = (None, None, None, None, None);
            while let Some(key) = map.next_key::<String>()? {
                match key.as_str() {
                    "zone" => zone = Some(map.next_value()?),
                    "name" => name = Some(map.next_value()?),
                    "the id" => id = Some(map.next_value()?),
                    "nested" => nested = Some(map.next_value()?),
                    "aa" => aa = Some(map.next_value()?),
                    other => panic!("no such field: {other}"),
                }
            }
            let missing = || serde::de::Error::custom("a field was not handed over");
            Ok(Account {
                zone: zone.ok_or_else(missing)?,
                name: name.ok_or_else(missing)?,
                id: id.ok_or_else(missing)?,
                nested: nested.ok_or_else(missing)?,
                aa: aa.ok_or_else(missing)?,
            })
        }
    }

    impl<'de> Deserialize<'de> for Account {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            // The names announced are of no use: they are read from the wire's side.
            deserializer.deserialize_struct("Account", &[], AccountVisitor)
        }
    }

    #[derive(CandidType, Debug)]
    pub(super) enum Kind {
        Zero,
        Alpha(u8),
        Pair(u8, String),
        Beta { y: bool, x: i16 },
    }

    #[derive(Deserialize)]
    struct Beta {
        y: bool,
        x: i16,
    }

    struct KindVisitor;

    impl<'de> Visitor<'de> for KindVisitor {
        type Value = Kind;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("enum Kind")
        }

        fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Kind, A::Error> {
            let (tag, payload) = data.variant::<String>()?;
            Ok(match tag.as_str() {
                "Zero" => {
                    payload.unit_variant()?;
                    Kind::Zero
                }
                "Alpha" => Kind::Alpha(payload.newtype_variant()?),
                "Pair" => {
                    let (n, text) = payload.newtype_variant()?;
                    Kind::Pair(n, text)
                }
                "Beta" => {
                    let Beta { y, x } = payload.newtype_variant()?;
                    Kind::Beta { y, x }
                }
                other => panic!("no such tag: {other}"),
            })
        }
    }

    impl<'de> Deserialize<'de> for Kind {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_enum("Kind", &[], KindVisitor)
        }
    }
}

/// Serde's visitors, but a type that is known by its `_ty` only.
#[derive(Deserialize, Debug)]
#[serde(rename = "Account")]
#[allow(dead_code, reason = "compared by their text")]
struct ByGraph {
    zone: u16,
    name: String,
    #[serde(rename = "the id")]
    id: Nat,
    nested: Option<Box<ByGraph>>,
    aa: Vec<Kind>,
}

impl CandidType for ByGraph {
    fn _ty() -> Type {
        Account::ty()
    }

    fn idl_serialize<S: Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
        unreachable!("only read")
    }
}

/// Names that serde announces beyond those of the Candid type.
#[derive(CandidType, Deserialize, Debug)]
#[allow(dead_code, reason = "compared by their text")]
struct Aliased {
    #[serde(alias = "aaa")]
    zone: u16,
    #[serde(alias = "nickname", alias = "zone2")]
    name: String,
    #[serde(rename = "the id", alias = "id")]
    id: Nat,
    nested: Option<Box<Aliased>>,
    #[serde(alias = "kinds")]
    aa: Vec<AliasedKind>,
}

#[derive(CandidType, Deserialize, Debug)]
#[allow(dead_code, reason = "compared by their text")]
enum AliasedKind {
    #[serde(alias = "Nil", alias = "None")]
    Zero,
    Alpha(u8),
    #[serde(alias = "Two")]
    Pair(u8, String),
    Beta {
        y: bool,
        #[serde(alias = "z")]
        x: i16,
    },
}

/// Fields that serde does not number.
#[derive(CandidType, Deserialize, Debug)]
#[serde(rename = "Account")]
struct Skipping {
    #[serde(skip)]
    _cache: u8,
    zone: u16,
    name: String,
    #[serde(skip)]
    _more: Option<u8>,
    #[serde(rename = "the id")]
    id: Nat,
    nested: Option<Box<Skipping>>,
    aa: Vec<Kind>,
}

fn show_skipping(value: &Skipping) -> String {
    fn strip(value: &Skipping) -> Account {
        Account {
            zone: value.zone,
            name: value.name.clone(),
            id: value.id.clone(),
            nested: value.nested.as_ref().map(|inner| Box::new(strip(inner))),
            aa: value.aa.clone(),
        }
    }
    format!("{:?}", strip(value))
}

#[test]
fn records_and_variants() {
    let readers = [
        reader!(Account),
        reader!(by_name::Account),
        reader!(ByGraph, |value| format!("{value:?}")
            .replace("ByGraph", "Account")),
        reader!(Aliased, |value| format!("{value:?}")
            .replace("Aliased", "Account")),
        reader!(Skipping, show_skipping),
    ];
    agree(&encode_one(account()).unwrap(), &readers);
}

#[test]
fn other_types_on_the_wire() {
    #[derive(CandidType)]
    struct Newer {
        zone: u16,
        zzz_surplus: Vec<String>,
        name: &'static str,
        #[serde(rename = "the id")]
        id: Nat,
        aa: Vec<NewerKind>,
        nested: Option<u8>,
    }
    #[derive(CandidType)]
    #[allow(dead_code, reason = "the tags count")]
    enum NewerKind {
        Zero,
        Gamma,
        Alpha(u8, Option<u8>),
        Beta { w: u8, y: bool, x: i16 },
    }
    let newer = Newer {
        zone: 1,
        zzz_surplus: vec!["surplus".into()],
        name: "n",
        id: Nat::from(5u8),
        aa: vec![
            NewerKind::Beta {
                w: 1,
                y: false,
                x: 2,
            },
            NewerKind::Zero,
        ],
        nested: Some(1),
    };
    let readers = [
        reader!(Account),
        reader!(by_name::Account),
        reader!(ByGraph, |value| format!("{value:?}")
            .replace("ByGraph", "Account")),
        reader!(Aliased, |value| format!("{value:?}")
            .replace("Aliased", "Account")),
        reader!(Skipping, show_skipping),
    ];
    agree(&encode_one(&newer).unwrap(), &readers);
}

/// Two types of one name: what is recognised for one must not count for the other.
#[test]
fn types_of_one_name() {
    mod one {
        #[derive(candid::CandidType, serde::Deserialize, Debug)]
        pub(super) struct Same {
            #[allow(dead_code, reason = "printed")]
            pub(super) b: u8,
            #[allow(dead_code, reason = "printed")]
            pub(super) a: u8,
        }
    }
    mod two {
        #[derive(candid::CandidType, serde::Deserialize, Debug)]
        pub(super) struct Same {
            #[allow(dead_code, reason = "printed")]
            pub(super) a: u8,
            #[allow(dead_code, reason = "printed")]
            pub(super) b: u8,
        }
    }
    let bytes = encode_one(one::Same { b: 2, a: 1 }).unwrap();
    for _ in 0..3 {
        let one: one::Same = candid::decode_one(&bytes).unwrap();
        assert_eq!(format!("{one:?}"), "Same { b: 2, a: 1 }");
        let two: two::Same = candid::decode_one(&bytes).unwrap();
        assert_eq!(format!("{two:?}"), "Same { a: 1, b: 2 }");
    }
}

#[test]
fn generic_types() {
    #[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
    struct Page<T, U> {
        rows: Vec<T>,
        next: Option<U>,
        all: u32,
    }
    let one = Page {
        rows: vec![1u8],
        next: Some("x".to_string()),
        all: 3,
    };
    let two = Page {
        rows: vec![one.clone()],
        next: Some(7u64),
        all: 4,
    };
    for _ in 0..2 {
        let bytes = encode_one(&two).unwrap();
        assert_eq!(
            candid::decode_one::<Page<Page<u8, String>, u64>>(&bytes).unwrap(),
            two
        );
        let bytes = encode_one(&one).unwrap();
        assert_eq!(candid::decode_one::<Page<u8, String>>(&bytes).unwrap(), one);
    }
}

/// Recursive through boxes, several of which are on one level, and some of which have no size.
#[derive(CandidType, Deserialize, Debug, Clone)]
enum Tree {
    Leaf,
    Both(Int, Box<Tree>, Box<Tree>),
    Name(Box<str>),
    Maybe {
        head: Int,
        tail: Option<Box<Tree>>,
        other: Option<Option<Box<Tree>>>,
    },
    All(Box<[Tree]>),
}

#[derive(Deserialize, Debug)]
#[serde(rename = "Tree")]
#[allow(dead_code, reason = "compared by their text")]
enum TreeByGraph {
    Leaf,
    Both(Int, Box<TreeByGraph>, Box<TreeByGraph>),
    Name(Box<str>),
    Maybe {
        head: Int,
        tail: Option<Box<TreeByGraph>>,
        other: Option<Option<Box<TreeByGraph>>>,
    },
    All(Box<[TreeByGraph]>),
}

impl CandidType for TreeByGraph {
    fn _ty() -> Type {
        Tree::ty()
    }

    fn idl_serialize<S: Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
        unreachable!("only read")
    }
}

#[test]
fn values_in_boxes() {
    let readers = [reader!(Tree), reader!(TreeByGraph)];
    let boxed = |tree: &Tree| Box::new(tree.clone());
    let maybe = |head: i64, tail: Option<Tree>| Tree::Maybe {
        head: head.into(),
        other: Some(tail.clone().map(Box::new)),
        tail: tail.map(Box::new),
    };
    let name = Tree::Name("a name".into());
    let numbers = [0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8192, -8193];
    let list = numbers.into_iter().fold(None, |tail, head| {
        Some(Tree::Maybe {
            head: head.into(),
            tail: tail.map(Box::new),
            other: None,
        })
    });
    let digit = i64::from(u32::MAX);
    let wide = [digit, digit + 1, -digit, -digit - 1, i64::MAX, i64::MIN];
    let wide = wide.map(|head| maybe(head, None)).into();
    let both = Tree::Both(
        Int::from(-70),
        boxed(&name),
        boxed(&maybe(300, Some(Tree::Leaf))),
    );
    for tree in [list.unwrap(), Tree::All(wide), both] {
        agree(&encode_one(tree).unwrap(), &readers);
    }
}
