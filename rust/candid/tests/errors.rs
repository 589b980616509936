//! What errors say, word for word, and what programs can ask them.
#![cfg(feature = "default")]

#[path = "errors/causes.rs"]
mod causes;
#[path = "errors/codes.rs"]
mod codes;

use candid::{
    decode_args, decode_one, encode_args, encode_one, CandidType, Decode, Deserialize, Error, Nat,
};
use serde::de::DeserializeOwned;

#[derive(CandidType, Deserialize, Debug, Clone)]
struct Block<M> {
    transfers: Vec<Transfer<M>>,
    #[serde(rename = "parent hash")]
    parent: Option<Vec<u8>>,
}

#[derive(CandidType, Deserialize, Debug, Clone)]
struct Transfer<M> {
    memo: M,
    kind: Kind<M>,
}

#[derive(CandidType, Deserialize, Debug, Clone)]
enum Kind<M> {
    Burn,
    Mint { to: M },
    Move(M, u8),
}

fn block<M: Clone>(memo: M, kind: Kind<M>) -> Block<M> {
    let transfer = |kind| Transfer {
        memo: memo.clone(),
        kind,
    };
    Block {
        transfers: vec![transfer(Kind::Burn), transfer(kind)],
        parent: None,
    }
}

/// Which predicates hold, by their names.
fn predicates(error: &Error) -> String {
    let all = [
        ("subtype", error.is_subtype()),
        ("malformed", error.is_malformed()),
        ("truncated", error.is_truncated()),
        ("quota", error.is_quota()),
        ("limit", error.is_limit()),
        ("reserve", error.is_reserve()),
        ("custom", error.is_custom()),
    ];
    let held: Vec<&str> = all.iter().filter(|p| p.1).map(|p| p.0).collect();
    held.join(" ")
}

/// Checks text, predicates, path and offset of the error that `bytes` end in.
#[track_caller]
fn check<T: CandidType + DeserializeOwned>(bytes: &[u8], text: &str, kind: &str, path: &str) {
    let error = decode_one::<T>(bytes).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), text);
    assert_eq!(predicates(&error), kind);
    assert_eq!(error.path(), path);
    let offset = error.offset().map(|n| n.to_string());
    assert_eq!(
        text.rsplit_once("byte offset ").map(|parts| parts.1),
        offset.as_deref()
    );
}

#[test]
fn one_word_that_travels() {
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<candid::Result<()>>(), size_of::<usize>());
    fn takes<E: std::error::Error + Send + Sync + 'static>(_: E) {}
    takes(Error::msg("x"));
    let boxed: Box<dyn std::error::Error + Send + Sync> = Error::msg("x").into();
    assert_eq!(boxed.to_string(), "x");
}

#[test]
fn made_by_hand() {
    let error = Error::msg("no such account");
    assert_eq!(error.to_string(), "no such account");
    assert_eq!(predicates(&error), "custom");
    assert_eq!((error.offset(), error.path()), (None, String::new()));
    let error = Error::subtype(format_args!("{} is not text", 5));
    assert_eq!(error.to_string(), "5 is not text");
    assert_eq!(predicates(&error), "subtype");
    assert_eq!(format!("{error:?}"), "Error(Subtype, \"5 is not text\")");
    let error = Error::from(std::io::Error::other("disk full"));
    assert_eq!(error.to_string(), "I/O error: disk full");
    let error = Error::from("x".parse::<u8>().unwrap_err());
    assert_eq!(
        error.to_string(),
        "not an integer: invalid digit found in string"
    );
    let error = Error::from(Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err());
    assert_eq!(predicates(&error), "reserve");
    let error = <Error as serde::de::Error>::custom("from serde");
    assert_eq!(error.to_string(), "Deserialize error: from serde");
    assert_eq!(predicates(&error), "custom");
    let error = <Error as serde::ser::Error>::custom("from serde");
    assert_eq!(error.to_string(), "Serialize error: from serde");
    // What `Debug` prints can be read back.
    let error = Error::msg("says \"no\"\n");
    assert_eq!(error.to_string(), "says \"no\"\n");
    assert_eq!(format!("{error:?}"), r#"Error(Custom, "says \"no\"\n")"#);
}

#[test]
fn types_that_do_not_fit() {
    type Want = Block<Nat>;
    let text = "expected nat, found text in argument 1 at";
    let bytes = encode_one(block("a", Kind::Burn)).unwrap();
    check::<Want>(
        &bytes,
        &format!("{text} transfers[0].memo, byte offset 75"),
        "subtype",
        "0.transfers[0].memo",
    );
    let bytes = encode_one((1u8, vec![(2u8, "x")])).unwrap();
    check::<(u8, Vec<(u8, u8)>)>(
        &bytes,
        "expected nat8, found text in argument 1 at 1[0].1, byte offset 24",
        "subtype",
        "0.1[0].1",
    );
    let bytes = encode_one("text").unwrap();
    check::<u8>(
        &bytes,
        "expected nat8, found text in argument 1, byte offset 7",
        "subtype",
        "0",
    );
    check::<Vec<u16>>(
        &bytes,
        "expected vec nat16, found text in argument 1, byte offset 7",
        "subtype",
        "0",
    );
    check::<(u8, Option<Vec<u8>>)>(
        &bytes,
        "expected record { 0 : nat8; 1 : opt vec … }, found text in argument 1, byte offset 7",
        "subtype",
        "0",
    );
    check::<Kind<u8>>(
        &bytes,
        "expected variant { Burn : null; Mint : record { to : nat8 }; Move : record { 0 : nat8; 1 : nat8 } }, \
         found text in argument 1, byte offset 7",
        "subtype",
        "0",
    );
    let bytes = encode_one(vec![Some((1u8, true))]).unwrap();
    check::<u8>(
        &bytes,
        "expected nat8, found vec opt record { … } in argument 1, byte offset 17",
        "subtype",
        "0",
    );
}

#[test]
fn tags_and_fields_that_are_not_there() {
    #[derive(CandidType, Deserialize, Debug)]
    enum Burn {
        Burn,
    }
    #[derive(CandidType, Deserialize, Debug)]
    struct Kinds {
        kinds: Vec<Burn>,
    }
    #[derive(CandidType)]
    struct Wire {
        kinds: Vec<Kind<u8>>,
    }
    let bytes = encode_one(Wire {
        kinds: vec![Kind::Burn, Kind::Move(1, 2)],
    })
    .unwrap();
    check::<Kinds>(
        &bytes,
        "expected variant { Burn : null }, found unknown case 859442993 in argument 1 at kinds[1], byte \
         offset 51",
        "subtype",
        "0.kinds[1]",
    );
    check::<Block<u8>>(
        &bytes,
        "missing field `transfers`: expected vec record { kind : variant { … }; memo : nat8 } in argument 1 at \
         transfers, byte offset 49",
        "subtype",
        "0.transfers",
    );
    // A field whose name is not one that could stand alone, behind a tag.
    #[derive(CandidType, Deserialize, Debug)]
    enum Tag<T> {
        #[serde(rename = "a tag")]
        A {
            #[serde(rename = "parent hash")]
            parent: T,
        },
    }
    let bytes = encode_one(Tag::A { parent: "x" }).unwrap();
    check::<Tag<u8>>(
        &bytes,
        "expected nat8, found text in argument 1 at a tag.parent hash, byte offset 24",
        "subtype",
        "0.a tag.parent hash",
    );
}

#[test]
fn arguments() {
    let bytes = encode_args((1u8, "two", vec![3u8])).unwrap();
    let error = decode_args::<(u8, u8)>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected nat8, found text in argument 2, byte offset 12"
    );
    assert_eq!(error.path(), "1");
    let error = decode_args::<(u8, String, Vec<u8>, Vec<u8>)>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "missing argument: expected vec nat8 in argument 4, byte offset 18"
    );
    // A surplus argument that is cut off.
    let error = decode_args::<(u8,)>(&bytes[..17]).unwrap_err();
    assert_eq!(predicates(&error), "malformed truncated");
    assert_eq!(error.path(), "2");
    let error = Decode!(&bytes, u8, String, bool).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected bool, found vec nat8 in argument 3, byte offset 16"
    );
}

#[test]
fn bytes_that_are_no_values() {
    let bytes = encode_one((true, "text", 5u64)).unwrap();
    type Want = (bool, String, u64);
    let end = bytes.len();
    check::<Want>(
        &bytes[..end - 1],
        "expected more bytes, found the end of the input in argument 1 at 2, byte offset 21",
        "malformed truncated",
        "0.2",
    );
    check::<Want>(
        &bytes[..16],
        "expected more bytes, found the end of the input in argument 1 at 1, byte offset 16",
        "malformed truncated",
        "0.1",
    );
    let mut wrong = bytes.clone();
    wrong[15] = 9;
    check::<Want>(
        &wrong,
        "expected 0 or 1 for a bool, found another byte in argument 1 at 0, byte offset 15",
        "malformed",
        "0.0",
    );
    let longer = [&bytes[..], &[1, 2, 3]].concat();
    check::<Want>(
        &longer,
        &format!("3 bytes are left after the last value at byte offset {end}"),
        "malformed",
        "",
    );
    let vec = encode_one(vec![1u64, 2]).unwrap();
    check::<Vec<u64>>(
        &vec[..vec.len() - 1],
        "a vector of 2 elements is longer than the rest of the message in argument 1, byte offset 10",
        "malformed truncated",
        "0",
    );
    check::<u8>(
        b"DIDX\0\0",
        "the message does not start with \"DIDL\" at byte offset 0",
        "malformed",
        "",
    );
}

#[test]
fn unexpected_values_are_named_as_by_serde() {
    use serde::de::Unexpected;

    let same = [
        Unexpected::Bool(true),
        Unexpected::Unsigned(u64::MAX),
        Unexpected::Signed(i64::MIN),
        Unexpected::Char('ü'),
        Unexpected::Str("a\"\n"),
        Unexpected::Bytes(&[1]),
        Unexpected::Unit,
        Unexpected::Option,
        Unexpected::NewtypeStruct,
        Unexpected::Seq,
        Unexpected::Map,
        Unexpected::Enum,
        Unexpected::UnitVariant,
        Unexpected::NewtypeVariant,
        Unexpected::TupleVariant,
        Unexpected::StructVariant,
        Unexpected::Other("another thing"),
    ];
    let text = |found| <Error as serde::de::Error>::invalid_type(found, &"this").to_string();
    for found in same {
        assert_eq!(text(found), format!("expected this, found {found}"));
    }
    let float = Unexpected::Float(1.5);
    assert_eq!(text(float), "expected this, found floating point number");
}
