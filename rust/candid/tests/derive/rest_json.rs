//! `#[candid(rest)]` and JSON: a type has only its own fields there.

use candid::json::{self, lossless, JsonOptions, UnknownKeys};
use candid::{decode_one, encode_one, idl_hash, CandidType, Deserialize, IDLValue, Rest};
use std::collections::BTreeMap;

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct User {
    name: String,
    #[candid(rest)]
    rest: Rest,
}

#[derive(CandidType, Clone)]
struct Newer {
    name: String,
    age: u8,
    tags: Vec<String>,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
enum Holder {
    Nobody,
    Person(User),
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct Account {
    owner: User,
    other: Option<User>,
    history: Vec<(u8, Holder)>,
    by_name: BTreeMap<String, User>,
    #[candid(rest)]
    rest: Rest,
}

fn newer() -> User {
    let sent = Newer {
        name: "Alice".to_string(),
        age: 30,
        tags: vec!["a".to_string()],
    };
    decode_one(&encode_one(sent).unwrap()).unwrap()
}

fn older() -> User {
    User {
        name: "Bob".to_string(),
        rest: Rest::new(),
    }
}

fn account() -> Account {
    Account {
        owner: older(),
        other: Some(older()),
        history: vec![(0, Holder::Nobody), (1, Holder::Person(older()))],
        by_name: BTreeMap::from([("Bob".to_string(), older())]),
        rest: Rest::new(),
    }
}

const TEXT: &str = r#"{"other":{"name":"Bob"},"owner":{"name":"Bob"},"by_name":[["Bob",{"name":"Bob"}]],"history":[[0,{"Nobody":null}],[1,{"Person":{"name":"Bob"}}]]}"#;

/// A place in an account, and a record with other fields there.
type Place = (&'static str, fn(&mut Account));

const PLACES: [Place; 5] = [
    ("", |account| account.rest = newer().rest),
    ("owner", |account| account.owner = newer()),
    ("other", |account| account.other = Some(newer())),
    ("history[1].1.Person", |account| {
        account.history = vec![(0, Holder::Nobody), (1, Holder::Person(newer()))];
    }),
    ("by_name[0].1", |account| {
        account.by_name = BTreeMap::from([("Alice".to_string(), newer())]);
    }),
];

#[test]
fn a_type_without_other_fields_is_written_and_read() {
    let text = json::encode_one(&account()).unwrap();
    assert_eq!(text, TEXT);
    assert_eq!(json::decode_one::<Account>(&text).unwrap(), account());
    let text = json::encode_one(&older()).unwrap();
    assert_eq!(text, r#"{"name":"Bob"}"#);
    assert_eq!(json::decode_one::<User>(&text).unwrap(), older());
}

#[test]
fn other_fields_are_refused_by_name() {
    let first = idl_hash("age").min(idl_hash("tags"));
    for (place, put) in PLACES {
        let mut account = account();
        put(&mut account);
        let error = json::encode_one(&account).unwrap_err();
        assert_eq!(error.path(), place);
        assert!(error.is_subtype());
        let text = error.to_string().replace('_', "");
        let expected = format!("surplus field `{first}`, which is not in JSON at the type record");
        assert!(text.starts_with(&expected), "{text}");
    }
}

#[test]
fn unknown_keys_are_refused_or_skipped() {
    let skip = JsonOptions::new().unknown_keys(UnknownKeys::Skip);
    for key in ["age", "#5", "#4846783", "rest", "##5"] {
        let text = TEXT.replace(
            r#""owner":{"name":"Bob"}"#,
            &format!(r#""owner":{{"name":"Bob","{key}":{{"nat8":30}}}}"#),
        );
        let error = json::decode_one::<Account>(&text).unwrap_err();
        assert!(
            error.to_string().contains(&format!(
                "expected a key of record {{ name : text }}, found {key:?}"
            )),
            "{error}"
        );
        assert_eq!(error.path(), "owner");
        let read = json::decode_one_with::<Account>(&text, &skip).unwrap();
        assert_eq!(read, account());
    }
}

/// The way to have them in JSON.
#[test]
fn the_self_describing_form_has_them() {
    let options = JsonOptions::new();
    for (place, put) in PLACES {
        let mut account = account();
        put(&mut account);
        let value = IDLValue::from_rust(&account).unwrap();
        let text = lossless::to_string(&value, &options).unwrap();
        let age = format!(r##""#{}":{{"nat8":30}}"##, idl_hash("age"));
        assert!(text.contains(&age), "{place}: {text}");
        let again = lossless::from_str(&text, &options).unwrap();
        assert_eq!(again.to_rust::<Account>().unwrap(), account, "{place}");
    }
}
