//! `#[serde(alias)]`: other names that a field or a variant is read by.

use candid::{decode_one, encode_one, CandidType, Decode, Deserialize, Encode, Reserved};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::fmt::Debug;

/// Checks that both messages and both texts of JSON are read as the same value.
#[track_caller]
fn same<Old, New>(old: &Old, new: &New)
where
    Old: CandidType + Serialize,
    New: CandidType + Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(&decode_one::<New>(&encode_one(old).unwrap()).unwrap(), new);
    assert_eq!(&decode_one::<New>(&encode_one(new).unwrap()).unwrap(), new);
    let json = serde_json::to_string(old).unwrap();
    assert_eq!(&serde_json::from_str::<New>(&json).unwrap(), new);
    super::descriptors::check_same::<New>();
}

#[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Account {
    #[serde(alias = "holder", alias = "principal")]
    owner: String,
    balance: u64,
    #[serde(default, alias = "comment")]
    memo: String,
    #[serde(alias = "kids")]
    children: Option<Vec<Account>>,
}

#[derive(CandidType, Serialize)]
struct Older {
    principal: String,
    balance: u32,
    comment: &'static str,
    zzz: Vec<u8>,
    kids: Vec<Older>,
    a: (),
}

fn older(principal: &str, balance: u32, kids: Vec<Older>) -> Older {
    Older {
        principal: principal.into(),
        balance,
        comment: "c",
        zzz: vec![1, 2],
        kids,
        a: (),
    }
}

#[test]
fn fields() {
    #[derive(CandidType, Serialize)]
    struct Old {
        balance: u64,
        holder: String,
        comment: &'static str,
        zzz: Vec<u8>,
        kids: Option<Vec<Account>>,
    }
    let inner = Account {
        owner: "b".into(),
        balance: 7,
        memo: String::new(),
        children: None,
    };
    let old = Old {
        balance: 3,
        holder: "a".into(),
        comment: "c",
        zzz: vec![1, 2, 3],
        kids: Some(vec![inner.clone()]),
    };
    let new = Account {
        owner: "a".into(),
        balance: 3,
        memo: "c".into(),
        children: Some(vec![inner]),
    };
    same(&old, &new);
    // The interface has the name alone.
    let ty = Account::ty().to_string();
    assert!(
        ty.contains("owner : text") && !ty.contains("holder"),
        "{ty}"
    );
}

/// The assignment of fields is part of the plan: deep values, vectors, and warm calls have it too.
#[test]
fn nested() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Wide {
        #[serde(alias = "holder", alias = "principal")]
        owner: String,
        balance: u32,
        kids: Vec<Wide>,
        comment: Option<String>,
    }
    let value = || older("a", 1, vec![older("b", 2, vec![]), older("c", 3, vec![])]);
    let bytes = encode_one(vec![value(), value()]).unwrap();
    for _ in 0..3 {
        let found: Vec<Wide> = decode_one(&bytes).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], found[1]);
        assert_eq!(found[1].owner, "a");
        assert_eq!(found[1].kids[1].owner, "c");
        assert_eq!(found[1].kids[1].balance, 3);
        assert_eq!(found[1].comment.as_deref(), Some("c"));
    }
}

/// In JSON, a field that is there twice is an error. In Candid the sender's record may well have both, so that older and
/// newer receivers understand it: the name itself counts first, then the aliases in the order of the declaration.
#[test]
fn several_are_there() {
    #[derive(CandidType)]
    struct Both {
        holder: &'static str,
        owner: &'static str,
        balance: u8,
    }
    #[derive(CandidType)]
    struct Aliases {
        principal: &'static str,
        holder: &'static str,
        balance: u8,
    }
    #[derive(CandidType, Deserialize)]
    struct Read {
        #[serde(alias = "holder", alias = "principal")]
        owner: String,
    }
    let both = Encode!(&Both {
        holder: "old",
        owner: "new",
        balance: 1
    })
    .unwrap();
    assert_eq!(Decode!(&both, Read).unwrap().owner, "new");
    let aliases = Encode!(&Aliases {
        principal: "second",
        holder: "first",
        balance: 1
    })
    .unwrap();
    assert_eq!(Decode!(&aliases, Read).unwrap().owner, "first");
    // A field that is there counts, whatever its type.
    #[derive(CandidType)]
    struct Wrong {
        owner: u8,
        holder: &'static str,
    }
    let wrong = Encode!(&Wrong {
        owner: 5,
        holder: "x"
    })
    .unwrap();
    let error = Decode!(&wrong, Read).err().unwrap();
    assert_eq!(
        error.to_string(),
        "expected text, found nat8 in argument 1 at owner, byte offset 21"
    );
}

/// Whether an option is null is decided by the fields that are assigned, also where the types alone decide.
#[test]
fn in_options() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Unit {
        #[serde(alias = "old")]
        new: (),
    }
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Text {
        #[serde(alias = "old")]
        new: String,
    }
    #[derive(CandidType)]
    struct Old<T> {
        old: T,
    }
    fn decode<T: CandidType, R: DeserializeOwned + CandidType>(old: T) -> Option<R> {
        decode_one(&encode_one(Some(Old { old })).unwrap()).unwrap()
    }
    assert_eq!(decode(()), Some(Unit { new: () }));
    assert_eq!(decode::<_, Unit>(5u8), None);
    assert_eq!(decode(Reserved), None::<Unit>);
    assert_eq!(decode("a"), Some(Text { new: "a".into() }));
    assert_eq!(decode::<_, Text>(5u8), None);
    assert_eq!(decode::<_, Option<Vec<Text>>>("a"), Some(None));
}

#[test]
fn variants() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    enum Event {
        #[serde(alias = "Opened", alias = "Begun")]
        Started {
            at: u64,
        },
        #[serde(alias = "Closed")]
        Ended,
        Other(u8),
    }
    #[derive(CandidType, Serialize)]
    enum Old {
        Begun { at: u64 },
        Closed,
        Ended,
        Other(u8),
    }
    same(&Old::Begun { at: 5 }, &Event::Started { at: 5 });
    same(&Old::Closed, &Event::Ended);
    same(&Old::Ended, &Event::Ended);
    same(&Old::Other(1), &Event::Other(1));
    let options = vec![Some(Old::Begun { at: 1 }), Some(Old::Closed), None];
    let expected = [Some(Event::Started { at: 1 }), Some(Event::Ended), None];
    let found: Vec<Option<Event>> = decode_one(&encode_one(options).unwrap()).unwrap();
    assert_eq!(found, expected);
}

/// A label that is a number has names, too.
#[test]
fn numbers_and_renamed_fields() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "camelCase")]
    struct New {
        #[candid(id = 7)]
        #[serde(alias = "seven")]
        number: u8,
        // Aliases are as they are written. One that is the name itself changes nothing.
        #[serde(alias = "last_name", alias = "lastName")]
        last_name: String,
    }
    #[derive(CandidType)]
    struct Old {
        seven: u8,
        last_name: &'static str,
    }
    let bytes = encode_one(Old {
        seven: 1,
        last_name: "a",
    })
    .unwrap();
    let expected = New {
        number: 1,
        last_name: "a".into(),
    };
    assert_eq!(decode_one::<New>(&bytes).unwrap(), expected);
    let bytes = encode_one(&expected).unwrap();
    assert_eq!(decode_one::<New>(&bytes).unwrap(), expected);
}

#[test]
fn what_is_missing_is_reported_by_its_name() {
    #[derive(CandidType, Deserialize, Debug)]
    struct New {
        #[serde(alias = "old")]
        new: u8,
        #[serde(alias = "b")]
        a: u8,
    }
    #[derive(CandidType)]
    struct Old {
        old: u8,
    }
    let error = decode_one::<New>(&encode_one(Old { old: 1 }).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "missing field `a`: expected nat8 in argument 1 at a, byte offset 15"
    );
}
