//! A record is read without serde, by serde field by field, and through serde's buffer where it is flattened: always as
//! the same value, or not at all.

use candid::types::value::{IDLField, VariantValue};
use candid::types::Label;
use candid::{decode_one, CandidType, Deserialize, IDLValue, Int, Nat, Principal, Reserved};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::slice;
use std::time::Duration;

/// Declares one record, read in different ways.
macro_rules! records {
    ($($field:ident: $ty:ty = $value:expr),* $(,)?) => {
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct Direct {
            $($field: $ty),*
        }

        /// An alias leaves it to serde.
        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct BySerde {
            $($field: $ty,)*
            #[serde(alias = "none_has_this")]
            nothing: Option<()>,
        }

        #[derive(CandidType, Deserialize, Debug, PartialEq)]
        struct Buffered {
            #[serde(flatten)]
            inner: Direct,
        }

        fn direct() -> Direct {
            Direct { $($field: $value),* }
        }

        fn by_serde(direct: Direct) -> BySerde {
            BySerde { $($field: direct.$field,)* nothing: None }
        }
    };
}

records! {
    tuple: (u8, String) = (1, "a".into()),
    long_tuple: (u8, Option<u8>, Option<String>) = (1, None, Some("x".into())),
    tuple_struct: Pair = Pair(1, 2),
    newtype: Newtype = Newtype(Some(1)),
    bytes: [u8; 2] = [1, 2],
    array: [u16; 2] = [3, 4],
    pairs: Vec<(Option<u8>, u16)> = vec![(None, 2)],
    map: BTreeMap<Option<u8>, String> = [(Some(1), "x".into())].into(),
    hash_map: HashMap<String, Option<u8>> = [("k".into(), Some(1))].into(),
    case: Case = Case::Unit,
    optional_case: Option<Case> = Some(Case::Tuple(1, "x".into())),
    nat: Nat = Nat::from(5u8),
    int: Int = Int::from(-5),
    reserved: Reserved = Reserved,
    null: () = (),
    unit: Unit = Unit,
    twice: Option<Option<u8>> = Some(Some(1)),
    optional_null: Option<()> = Some(()),
    boxed: Box<Option<Newtype>> = Box::new(Some(Newtype(None))),
    float: f32 = 1.5,
    set: BTreeSet<i8> = [-1].into(),
    with_default: WithDefault = WithDefault { x: None, y: 1 },
    result: Result<Pair, ()> = Ok(Pair(1, 2)),
    principal: Principal = Principal::anonymous(),
    blob: Option<Vec<u8>> = Some(vec![1]),
    byte_buf: serde_bytes::ByteBuf = vec![1, 2].into(),
    tree: Tree = Tree { left: None, kids: vec![] },
    range: std::ops::Range<u8> = 1..5,
    duration: Duration = Duration::from_secs(1),
    flag: bool = true,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Pair(u8, u16);

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Newtype(Option<u8>);

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Unit;

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct WithDefault {
    x: Option<u8>,
    #[serde(default)]
    y: u8,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Tree {
    left: Option<Box<Tree>>,
    kids: Vec<Tree>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Case {
    Unit,
    Newtype(u8),
    Optional(Option<u8>),
    Tuple(u8, String),
    Struct { x: u8, y: Option<u8> },
    One((u8,)),
    Null(()),
    Blob(Vec<u8>),
    Nested(Box<Case>),
}

/// Checks that a message with this record is read in all ways as the same value, or not at all.
fn check(what: &str, record: &IDLValue) {
    let mut builder = candid::ser::IDLBuilder::new();
    builder.value_arg(record).unwrap();
    let message = builder.serialize_to_vec().unwrap();
    let expected = decode_one::<Direct>(&message).ok().map(by_serde);
    let found = decode_one::<BySerde>(&message);
    assert_eq!(found.as_ref().ok(), expected.as_ref(), "{what}: {found:?}");
    let found = decode_one::<Buffered>(&message);
    let error = format!("{what}: {found:?}");
    let found = found.ok().map(|found| by_serde(found.inner));
    assert_eq!(found, expected, "{error}");
    // In an option, what does not coerce is null.
    let optional = decode_one::<Option<BySerde>>(&message);
    if let Ok(optional) = optional {
        assert_eq!(optional, expected, "{what} in an option");
        let optional = decode_one::<Option<Buffered>>(&message);
        let optional = optional.unwrap().map(|found| by_serde(found.inner));
        assert_eq!(optional, expected, "{what} in an option");
    }
}

fn record(fields: &[(u32, IDLValue)]) -> IDLValue {
    let field = |(id, val): &(u32, IDLValue)| IDLField {
        id: Label::Id(*id),
        val: val.clone(),
    };
    IDLValue::Record(fields.iter().map(field).collect())
}

fn case(name: &str, val: IDLValue) -> IDLValue {
    let id = Label::Named(name.to_string());
    IDLValue::Variant(VariantValue(Box::new(IDLField { id, val }), 0))
}

/// Values of many types.
fn values() -> Vec<IDLValue> {
    use IDLValue as V;
    let some = |value| V::Opt(Box::new(value));
    let (a, b) = ((0, V::Nat8(1)), (1, V::Nat16(2)));
    let text = |id| (id, V::Text("x".into()));
    let pairs = |fields: &[(u32, V)]| V::Vec(vec![record(fields)]);
    let mut values = vec![
        V::Null,
        V::None,
        V::Reserved,
        V::Bool(false),
        V::Nat8(1),
        V::Nat16(1),
        V::Nat(Nat::from(7u8)),
        V::Int(Int::from(7)),
        V::Int8(1),
        V::Float32(1.0),
        V::Float64(1.0),
        V::Text("x".into()),
        V::Blob(vec![1, 2]),
        V::Blob(vec![]),
        V::Vec(vec![]),
        V::Vec(vec![V::Nat16(1), V::Nat16(2)]),
        V::Vec(vec![V::Int8(1), V::Int8(-2)]),
        V::Principal(Principal::management_canister()),
        V::Service(Principal::management_canister()),
        record(&[]),
        record(slice::from_ref(&a)),
        record(slice::from_ref(&b)),
        record(&[a.clone(), b.clone()]),
        record(&[a.clone(), text(1)]),
        record(&[a.clone(), text(1), (2, V::Null)]),
        record(&[a.clone(), (1, some(V::Nat8(2)))]),
        record(&[a.clone(), (2, some(V::Text("q".into())))]),
        record(&[a.clone(), text(5)]),
        record(&[a.clone(), b.clone(), text(9)]),
        pairs(slice::from_ref(&b)),
        pairs(&[text(1)]),
        pairs(&[a.clone(), b.clone()]),
        pairs(&[a.clone(), text(1), text(2)]),
        pairs(&[text(0), (1, some(V::Nat8(1)))]),
        pairs(&[text(0)]),
        V::from_rust(&WithDefault { x: Some(1), y: 2 }).unwrap(),
        V::from_rust(&(1..5u8)).unwrap(),
        V::from_rust(&Duration::from_secs(7)).unwrap(),
        V::from_rust(&Case::Struct { x: 1, y: None }).unwrap(),
        case(
            "Struct",
            V::from_rust(&WithDefault { x: None, y: 2 }).unwrap(),
        ),
    ];
    let payloads = [
        V::Null,
        V::None,
        V::Reserved,
        V::Nat8(1),
        V::Blob(vec![1]),
        record(&[]),
        record(slice::from_ref(&a)),
        record(&[a.clone(), b]),
        record(&[a.clone(), text(1)]),
        record(&[a, text(1), (2, V::Null)]),
        case("Unit", V::Null),
    ];
    for name in [
        "Unit", "Newtype", "Optional", "Tuple", "One", "Null", "Blob", "Nested", "Ok", "Err",
        "None",
    ] {
        values.extend(payloads.iter().map(|payload| case(name, payload.clone())));
    }
    values
}

#[test]
fn all_ways_are_the_same() {
    let good = IDLValue::from_rust(&direct()).unwrap();
    check("unchanged", &good);
    let fields: Vec<(String, Label)> = good
        .fields()
        .map(|(id, _)| (id.to_string(), id.clone()))
        .collect();
    let values = values();
    for (name, label) in &fields {
        let mut changed = good.clone();
        for value in &values {
            changed[label] = value.clone();
            check(&format!("{name} = {value:?}"), &changed);
        }
        let IDLValue::Record(rest) = &mut changed else {
            unreachable!("{changed:?}");
        };
        rest.retain(|field| field.id != *label);
        check(&format!("without {name}"), &changed);
    }
}
