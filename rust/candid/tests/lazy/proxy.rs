//! Kept values that are written into messages of other types, whose type tables are others.

use candid::types::{TypeContainer, TypeInner};
use candid::{
    CandidType, Decode, Deserialize, Encode, IDLArgs, IDLValue, Lazy, Nat, Principal, Reserved,
};
use std::collections::BTreeMap;

candid::define_function!(Callback : (Wrapper) -> (Wrapper) query);
candid::define_service!(Ledger : { "total" : candid::func!((Option<Vec<u8>>) -> (u64) query) });

#[derive(CandidType, Deserialize)]
struct Wrapper {
    a: u8,
}

/// Recursive in several ways, with references.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct Node {
    callback: Callback,
    ledger: Option<Ledger>,
    id: Principal,
    next: Option<Box<Node>>,
    more: Vec<Node>,
    by_name: BTreeMap<String, Kind>,
    nothing: Reserved,
    count: Nat,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
enum Kind {
    Plain,
    Nested(Box<Node>),
    Pair { of: (u8, String) },
}

fn node(depth: u8) -> Node {
    let id = Principal::management_canister();
    let inner = (depth > 0).then(|| Box::new(node(depth - 1)));
    let last = match &inner {
        Some(inner) => Kind::Nested(inner.clone()),
        None => Kind::Pair {
            of: (1, "z".to_string()),
        },
    };
    Node {
        callback: Callback::new(id, "method".to_string()),
        ledger: depth
            .is_multiple_of(2)
            .then(|| Ledger::new(Principal::anonymous())),
        id,
        more: inner.iter().map(|inner| (**inner).clone()).collect(),
        next: inner,
        by_name: BTreeMap::from([("a".to_string(), Kind::Plain), ("b".to_string(), last)]),
        nothing: Reserved,
        count: Nat::from(1u64 << 60),
    }
}

#[derive(CandidType, Deserialize)]
struct Received<T> {
    before: Vec<(u8, Option<u16>)>,
    body: T,
    kind: Other,
}

#[derive(CandidType, Deserialize, Clone)]
enum Other {
    Texts(Vec<Vec<String>>),
    None,
}

#[derive(CandidType, Deserialize)]
struct Sent<T> {
    twice: Option<Option<T>>,
    list: Vec<T>,
    map: BTreeMap<u8, (T, Vec<Other>)>,
    case: Case<T>,
}

#[derive(CandidType, Deserialize)]
enum Case<T> {
    None,
    Some { value: T },
}

fn sent<T>(value: impl Fn() -> T) -> Sent<T> {
    Sent {
        twice: Some(Some(value())),
        list: vec![value(), value()],
        map: BTreeMap::from([(1, (value(), vec![Other::None]))]),
        case: Case::Some { value: value() },
    }
}

#[test]
fn written_as_the_value_itself_is() {
    for depth in 0..4 {
        let received = Received {
            before: vec![(1, None)],
            body: node(depth),
            kind: Other::Texts(vec![]),
        };
        let message = Encode!(&received).unwrap();
        let kept = || Decode!(&message, Received<Lazy<Node>>).unwrap().body;
        assert!(!kept().is_decoded());
        let passed_on = Encode!(&sent(kept)).unwrap();
        assert_eq!(passed_on, Encode!(&sent(|| node(depth))).unwrap());
        assert_eq!(
            Decode!(&passed_on, Sent<Node>).unwrap().list[1],
            node(depth)
        );
        // And kept again by the next one.
        let again = Decode!(&passed_on, Sent<Lazy<Node>>).unwrap();
        assert!(!again.list[0].is_decoded() && matches!(again.case, Case::Some { .. }));
        assert_eq!(Encode!(&again).unwrap(), passed_on);
        // Beside values of the same type that are not kept.
        assert_eq!(
            Encode!(&kept(), &node(depth), &vec![kept()]).unwrap(),
            Encode!(&node(depth), &node(depth), &vec![node(depth)]).unwrap()
        );
    }
}

/// Of a message that has other types before those of the value, so that these have other numbers.
#[test]
fn read_from_another_table() {
    let received = Received {
        before: vec![],
        body: node(2),
        kind: Other::None,
    };
    let message = Encode!(&received).unwrap();
    let mut types = TypeContainer::new();
    let ty = types.add::<Received<Node>>();
    let value = IDLArgs::from_bytes_with_types(&message, &types.env, std::slice::from_ref(&ty));
    let text = TypeInner::Opt(TypeInner::Text.into());
    let args = IDLArgs {
        args: vec![IDLValue::Vec(vec![]), value.unwrap().args.remove(0)],
    };
    let types = (types.env, [TypeInner::Vec(text.into()).into(), ty]);
    let other = args.to_bytes_with_types(&types.0, &types.1).unwrap();
    let (_, read) = Decode!(&other, Vec<Option<String>>, Received<Lazy<Node>>).unwrap();
    assert!(!read.body.is_decoded() && read.before.is_empty());
    assert_eq!(Encode!(&read).unwrap(), message);
    assert_eq!(read.body.get().unwrap(), &node(2));
}
