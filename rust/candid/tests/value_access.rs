//! Dynamic values taken apart: parts, paths, differences, text within bounds; from Rust values and to them.
#![cfg(feature = "value")]

mod random_values;

use candid::types::value::{Difference, IDLField, MAX_DIFFERENCES};
use candid::types::Label;
use candid::{
    CandidType, Deserialize, Encode, Func, IDLArgs, IDLValue, Int, Nat, Principal, Reserved,
    Service,
};
use proptest::{prop_assert, prop_assert_eq, proptest};
use random_values::{typed_value, value_of};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::panic::catch_unwind;

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Ledger {
    owner: Principal,
    #[serde(rename = "a b.[\"]")]
    odd: u8,
    transfers: Vec<Transfer>,
    limits: Option<Option<(u8, Nat)>>,
    blob: Vec<u8>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Transfer {
    amount: Result<u64, String>,
    memo: Option<String>,
}

fn ledger() -> Ledger {
    let transfer = |amount, memo: Option<&str>| Transfer {
        amount,
        memo: memo.map(str::to_owned),
    };
    Ledger {
        owner: Principal::management_canister(),
        odd: 7,
        transfers: vec![
            transfer(Ok(5), None),
            transfer(Err("no".to_string()), Some("rent")),
        ],
        limits: Some(Some((1, Nat::from(2u8)))),
        blob: vec![1, 2],
    }
}

/// Each path, with the part or the error. The value is once with names and once as decoded without them.
#[test]
fn paths() {
    let value = IDLValue::from_rust(&ledger()).unwrap();
    let args = IDLArgs::from_bytes(&Encode!(&ledger()).unwrap()).unwrap();
    let rows = [
        ("odd", r"!"),
        (r#""a b.[\"]""#, "7 : nat8"),
        (r#""a b.[\u{22}]""#, "7 : nat8"),
        ("transfers[0].amount.Ok", "5 : nat64"),
        ("transfers[1].amount.Err", "\"no\""),
        ("transfers[1].memo", "opt \"rent\""),
        (r#"transfers[1]."memo""#, "opt \"rent\""),
        ("transfers[0].memo", "null"),
        // Of an option, the parts are those of its content.
        ("limits.0", "1 : nat8"),
        ("limits.1", "2 : nat"),
        ("transfers[0].amount.Err", "!"),
        ("transfers[2]", "!"),
        ("transfers.0", "!"),
        ("transfers[0].memo.x", "!"),
        ("blob[0]", "!"),
        ("limits[0]", "1 : nat8"),
    ];
    for (path, expected) in rows {
        let text = |part: candid::Result<&IDLValue>| match part {
            Ok(part) => format!("{part:?}"),
            Err(error) => {
                assert!(error.is_subtype());
                "!".to_string()
            }
        };
        assert_eq!(text(value.at(path)), expected, "{path}");
        assert_eq!(text(args.at(&format!("0.{path}"))), expected, "0.{path}");
        assert_eq!(text(args[0].at(path)), expected, "{path}");
    }
    assert_eq!(value.at("").unwrap(), &value);
    assert_eq!(args.at("0").unwrap(), &args[0]);
    // The number of a name is the name.
    let memo = format!("transfers[1].{}", candid::idl_hash("memo"));
    assert_eq!(value.at(&memo).unwrap(), &value["transfers"][1]["memo"]);
}

#[test]
fn errors_say_where_the_path_ends() {
    let value = IDLValue::from_rust(&ledger()).unwrap();
    let rows = [
        (
            "transfers[0].memo.x",
            "expected field x, found null at transfers[0].memo",
        ),
        (
            "transfers[0].amount.Err.x",
            "expected case Err, found variant { Ok = 5 : nat64 } at transfers[0].amount",
        ),
        (
            "blob[1]",
            r#"expected element 2, found blob "\01\02" at blob"#,
        ),
        (
            "limits.2",
            "expected field 2, found record { 1 : nat8; 2 : nat;} at limits",
        ),
        (
            r#""a b.[\"]"[3]"#,
            r#"expected element 4, found 7 : nat8 at "a b.[\"]""#,
        ),
    ];
    for (path, text) in rows {
        assert_eq!(value.at(path).unwrap_err().to_string(), text);
    }
    let malformed = [
        (".a", 0),
        ("a..b", 1),
        ("a.", 1),
        ("a[", 1),
        ("a[]", 1),
        ("a[x]", 1),
        ("a[+1]", 1),
        ("a[1", 1),
        ("a[1]b", 4),
        ("a[99999999999999999999]", 1),
        ("a.4294967296", 1),
        ("a.5x", 1),
        ("\"a", 0),
        ("\"a\\x\"", 0),
        ("\"\\u{d800}\"", 0),
        ("\"a\"b", 3),
    ];
    for (path, at) in malformed {
        let error = value.at(path).unwrap_err();
        assert!(error.is_custom());
        let start = format!("invalid path `{path}` at byte {at}: expected `name`");
        assert!(error.to_string().starts_with(&start), "{error}");
    }
    let args = IDLArgs::new(&[value]);
    let rows = [
        ("", "expected the position of an argument, found path ``"),
        (
            "owner",
            "expected the position of an argument, found path `owner`",
        ),
        (
            "1.owner",
            "path `1` is in argument 2, but there is 1 argument",
        ),
        (
            "0.transfers[0].memo.x",
            "expected field x, found null in argument 1 at transfers[0].memo",
        ),
    ];
    for (path, text) in rows {
        assert_eq!(args.at(path).unwrap_err().to_string(), text);
    }
}

/// A path that an error of decoding has leads to what is wrong.
#[test]
fn paths_of_decoding_errors_lead_to_the_part() {
    #[derive(CandidType, Deserialize, Debug)]
    struct Wrong {
        transfers: Vec<WrongTransfer>,
    }
    #[derive(CandidType, Deserialize, Debug)]
    struct WrongTransfer {
        amount: Result<u64, u8>,
    }
    let bytes = Encode!(&ledger()).unwrap();
    let error = candid::decode_one::<Wrong>(&bytes).unwrap_err();
    assert_eq!(error.path(), "0.transfers[1].amount.Err");
    let args = IDLArgs::from_bytes(&bytes).unwrap();
    assert_eq!(args.at(&error.path()).unwrap().as_text(), Some("no"));
}

/// Whatever the names are: those that look like numbers, like several segments, like nothing, those that are not known.
#[test]
fn paths_of_errors_lead_to_any_name() {
    #[derive(CandidType, Deserialize)]
    struct Sent {
        #[serde(rename = "5")]
        number: Vec<u8>,
        #[serde(rename = "a.b")]
        dot: Vec<u8>,
        #[serde(rename = "c[0]")]
        bracket: Vec<u8>,
        #[serde(rename = "")]
        nothing: Vec<u8>,
        #[serde(rename = "\"q\\")]
        quote: Vec<u8>,
        #[serde(rename = "x\n\u{7f}\"y")]
        control: Vec<u8>,
        #[serde(rename = "über \"uns\"")]
        words: Vec<u8>,
        #[candid(id = 1_947_296_307)]
        _1947296307_: Vec<u8>,
    }
    let part = || vec![1];
    let sent = Sent {
        number: part(),
        dot: part(),
        bracket: part(),
        nothing: part(),
        quote: part(),
        control: part(),
        words: part(),
        _1947296307_: part(),
    };
    let bytes = Encode!(&sent).unwrap();
    let args = IDLArgs::from_bytes(&bytes).unwrap();
    let named = IDLArgs::new(&[IDLValue::from_rust(&sent).unwrap()]);

    macro_rules! check {
        ($($name:literal $path:literal $json:literal;)*) => {$({
            #[derive(CandidType, Deserialize)]
            struct Expected {
                #[serde(rename = $name)]
                #[allow(dead_code, reason = "never decoded")]
                part: Vec<u16>,
            }
            check::<Expected>(&[&args, &named], &bytes, $path, $json);
        })*};
    }
    #[cfg_attr(
        not(feature = "json"),
        allow(unused_variables, reason = "the key is one of JSON")
    )]
    fn check<T: CandidType + DeserializeOwned>(
        args: &[&IDLArgs],
        bytes: &[u8],
        path: &str,
        key: &str,
    ) {
        let error = candid::decode_one::<T>(bytes).err().unwrap();
        assert_eq!(error.path(), format!("0.{path}[0]"));
        let part = format!("0.{path}");
        for args in args {
            assert_eq!(args.at(&part).unwrap().as_blob(), Some(&[1][..]));
        }
        let error = IDLArgs::from_bytes_with_types(bytes, &candid::TypeEnv::new(), &[T::ty()]);
        assert_eq!(error.unwrap_err().path(), format!("0.{path}[0]"));
        let error = args[0].at(&format!("{part}.x")).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("expected field x, found blob"),
            "{error}"
        );
        // The name of the number 0 is in no key: a record with 0 alone is an array.
        #[cfg(feature = "json")]
        if !key.is_empty() {
            let error = candid::json::decode_one::<T>(&format!("{{{key}:[-1]}}"))
                .err()
                .unwrap();
            assert_eq!(error.path(), format!("{path}[0]"));
        }
    }
    check! {
        "5" r#""5""# r#""5""#;
        "a.b" r#""a.b""# r#""a.b""#;
        "c[0]" r#""c[0]""# r#""c[0]""#;
        "" r#""""# "";
        "\"q\\" r#""\"q\\""# r#""\"q\\""#;
        "x\n\u{7f}\"y" r#""x\u{a}\u{7f}\"y""# r#""x\n\u007f\"y""#;
        "über \"uns\"" r#"über "uns""# r#""über \"uns\"""#;
    }
    #[derive(CandidType, Deserialize)]
    struct Numbered {
        #[candid(id = 1_947_296_307)]
        #[allow(dead_code, reason = "never decoded")]
        _1947296307_: Vec<u16>,
    }
    check::<Numbered>(&[&args, &named], &bytes, "1947296307", "\"#1947296307\"");
}

/// Long paths and names make no long errors.
#[test]
fn errors_of_paths_are_bounded() {
    let value = IDLValue::from(vec!["a"]);
    let args = IDLArgs::new(std::slice::from_ref(&value));
    let long = "x".repeat(1_000_000);
    let paths = [
        long.clone(),
        format!("{long}["),
        format!("[0]{}", "[0]".repeat(1_000_000)),
        format!("[0].\"{long}\""),
        "\u{1b}".repeat(1_000),
    ];
    for path in paths {
        for error in [value.at(&path).unwrap_err(), args.at(&path).unwrap_err()] {
            let text = error.to_string();
            assert!(text.len() < 2_000, "{} bytes", text.len());
            assert!(!text.contains(char::is_control));
        }
    }
    let panic = catch_unwind(|| value[long.as_str()].clone()).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().len() < 500);
}

#[test]
fn indexing() {
    let mut value = IDLValue::from_rust(&ledger()).unwrap();
    assert_eq!(value["transfers"][1]["memo"], IDLValue::from(Some("rent")));
    assert_eq!(value[&"limits".to_string()][1].as_u64(), Some(2));
    assert_eq!(
        value[Label::Id(candid::idl_hash("blob"))].as_blob(),
        Some(&[1, 2][..])
    );
    assert_eq!(
        value.get("transfers").map(|all| all.elements().len()),
        Some(2)
    );
    assert_eq!(value.get("transfers").and_then(|all| all.get(2)), None);
    assert_eq!(value.get(5), None);
    value["transfers"][0]["amount"]["Ok"] = 6u64.into();
    value["limits"][0] = 9u8.into();
    assert_eq!(value.get_mut("missing"), None);
    let mut expected = ledger();
    expected.transfers[0].amount = Ok(6);
    expected.limits = Some(Some((9, Nat::from(2u8))));
    assert_eq!(value.to_rust::<Ledger>().unwrap(), expected);

    let panics = |f: fn(&mut IDLValue)| {
        let mut value = IDLValue::from_rust(&(1u8, "a")).unwrap();
        let payload = catch_unwind(move || f(&mut value)).unwrap_err();
        payload.downcast_ref::<String>().unwrap().clone()
    };
    let message = panics(|value| drop(value["x"].clone()));
    assert_eq!(
        message,
        "expected field x, found record { 1 : nat8; \"a\";}"
    );
    let message = panics(|value| value[2] = IDLValue::Null);
    assert_eq!(
        message,
        "expected element 3, found record { 1 : nat8; \"a\";}"
    );
}

#[test]
fn iteration() {
    let value = IDLValue::from_rust(&ledger()).unwrap();
    let labels: Vec<_> = value.fields().map(|(label, _)| label.to_string()).collect();
    let mut sorted = labels.clone();
    sorted.sort_by_key(|label| candid::idl_hash(label));
    assert_eq!((labels.len(), &labels), (5, &sorted));
    assert_eq!(value["limits"].fields().len(), 2);
    assert_eq!(
        (value["blob"].elements().len(), value["blob"].fields().len()),
        (0, 0)
    );
    assert_eq!(value.elements().len(), 0);
}

/// What each accessor says of each value.
#[test]
fn accessors() {
    let big = Nat::from(u128::MAX) + 1u8;
    let ints: [(IDLValue, Option<i128>); 13] = [
        (1u8.into(), Some(1)),
        (1u16.into(), Some(1)),
        (1u32.into(), Some(1)),
        (u64::MAX.into(), Some(u64::MAX.into())),
        ((-1i8).into(), Some(-1)),
        ((-1i16).into(), Some(-1)),
        ((-1i32).into(), Some(-1)),
        (i64::MIN.into(), Some(i64::MIN.into())),
        (Nat::from(5u8).into(), Some(5)),
        (Int::from(-5).into(), Some(-5)),
        (IDLValue::Number("1_000".into()), Some(1_000)),
        (IDLValue::Number("x".into()), None),
        (1.0f64.into(), None),
    ];
    for (value, n) in ints {
        assert_eq!(value.as_int(), n.map(Int::from), "{value:?}");
        assert_eq!(
            value.as_nat(),
            n.and_then(|n| Nat::try_from(n).ok()),
            "{value:?}"
        );
        assert_eq!(
            value.as_u64(),
            n.and_then(|n| n.try_into().ok()),
            "{value:?}"
        );
        assert_eq!(
            value.as_i64(),
            n.and_then(|n| n.try_into().ok()),
            "{value:?}"
        );
        assert_eq!(
            value.as_u128(),
            n.and_then(|n| n.try_into().ok()),
            "{value:?}"
        );
    }
    assert_eq!(IDLValue::from(big.clone()).as_u128(), None);
    assert_eq!(IDLValue::from(big.clone()).as_nat(), Some(big));
    let id = Principal::from_slice(&[1]);
    let (func, service) = (
        Func {
            principal: id,
            method: "m".into(),
        },
        Service { principal: id },
    );
    assert_eq!(IDLValue::from(func).as_func(), Some((id, "m")));
    assert_eq!(IDLValue::from(service).as_principal(), Some(id));
    assert_eq!(IDLValue::from(id).as_principal(), Some(id));
    assert_eq!(IDLValue::from(0.5f32).as_f64(), Some(0.5));
    assert_eq!(IDLValue::from(0.5f64).as_f64(), Some(0.5));
    assert_eq!(IDLValue::from(true).as_bool(), Some(true));
    assert_eq!(IDLValue::from("a").as_text(), Some("a"));
    assert_eq!(IDLValue::from("a".to_string()).as_bool(), None);
    assert_eq!(
        IDLValue::from(vec![true]).as_vec(),
        Some(&[IDLValue::Bool(true)][..])
    );
    assert_eq!(IDLValue::from(vec![1u8]).as_vec(), None);
    assert_eq!(IDLValue::from(Vec::<u8>::new()).as_blob(), Some(&[][..]));
    assert_eq!(IDLValue::from(()).as_opt(), Some(None));
    assert_eq!(IDLValue::from(None::<u8>).as_opt(), Some(None));
    assert_eq!(
        IDLValue::from(Some(())).as_opt(),
        Some(Some(&IDLValue::Null))
    );
    assert_eq!(IDLValue::Reserved.as_opt(), None);
    assert_eq!(IDLValue::Record(Vec::new()).as_record(), Some(&[][..]));
    assert_eq!(IDLValue::Null.as_record(), None);
    assert!(IDLValue::Null.as_variant().is_none() && IDLValue::Null.as_func().is_none());
}

/// `From` makes what encoding and decoding make.
#[test]
fn conversions_from_std_agree_with_candid_types() {
    fn check<T: CandidType + Into<IDLValue>>(value: T) {
        let expected = IDLValue::from_rust(&value).unwrap();
        assert_eq!(value.into(), expected);
    }
    check(true);
    check("a");
    check("a".to_string());
    check(());
    check(1u8);
    check(1u16);
    check(1u32);
    check(1u64);
    check(1u128);
    check(-1i8);
    check(-1i16);
    check(-1i32);
    check(-1i64);
    check(-1i128);
    check(0.5f32);
    check(0.5f64);
    check(Nat::from(1u8));
    check(Int::from(-1));
    check(Principal::management_canister());
    check(Some(Some(1u8)));
    check(None::<u8>);
    check(vec![1u8, 2]);
    check(Vec::<u8>::new());
    check(vec![vec![1u8], vec![]]);
    check(vec![Some("a"), None]);
    check(Vec::<String>::new());
    check(usize::MAX);
    check(isize::MIN);
    check('é');
    check(["a", "b"]);
    check([1u8, 2]);
    check([0u8; 0]);
    check([0u16; 0]);
    check([[1u8]; 3]);
    check(VecDeque::from([1u8, 2]));
    check(VecDeque::from([Some(1u8)]));
    check(BTreeSet::from(["b", "a"]));
    check(BTreeSet::from([2u8, 1]));
    check(HashSet::from([1u64, 2, 3]));
    check(BTreeMap::from([("b", 2u8), ("a", 1)]));
    check(BTreeMap::from([((1u8, 'a'), vec![1u8])]));
    check(BTreeMap::<u8, u8>::new());
    check(HashMap::from([(1u8, "a"), (2, "b"), (3, "c")]));
    check(Box::new(5u8));
    check(Box::new(Some(Box::new("a"))));
    check(Cow::Borrowed("a"));
    check(Cow::<str>::Owned("a".to_string()));
    check(Cow::Borrowed(&[1u8, 2][..]));
    check(Cow::Borrowed(&5u64));
    check((1u8,));
    check((1u8, "a"));
    check((1u8, (), [Some((1u16, 'b'))]));
    check((1, 2, 3, 4, 5, 6, 7, 8, 'i'));
    check((1, 2, 3, 4, 5, 6, 7, 8, 'i', 10, 11, 12, 13, 14, 15, "p"));
}

/// Where the source has no type but that of a literal, or where what it is converted from is called for by name.
#[test]
fn conversions_are_inferred() {
    let text: IDLValue = "x".into();
    let number: IDLValue = 5.into();
    let float: IDLValue = 0.5.into();
    let bytes: IDLValue = b"x".to_vec().into();
    let items: Vec<IDLValue> = vec!["a".into(), 1.into(), IDLValue::Null, Some(2).into()];
    assert_eq!(
        [text, number, float, bytes, IDLValue::from(items)].map(|value| value.to_string()),
        [
            r#""x""#,
            "5 : int32",
            "0.5 : float64",
            r#"blob "x""#,
            r#"vec { "a"; 1 : int32; null : null; opt (2 : int32) }"#,
        ]
    );
    let record = IDLValue::from([("a", 1), ("b", 2)]);
    assert_eq!(
        record.to_string(),
        r#"vec { record { "a"; 1 : int32 }; record { "b"; 2 : int32 } }"#
    );
}

fn round_trip<T: CandidType + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T) {
    let dynamic = IDLValue::from_rust(&value).unwrap();
    assert_eq!(dynamic.to_rust::<T>().unwrap(), value);
}

#[test]
fn to_rust_decodes() {
    round_trip(ledger());
    round_trip(BTreeMap::from([("a".to_string(), vec![Some(1u8), None])]));
    round_trip((
        1.5f32,
        Int::from(-1),
        Some(Some(())),
        Principal::management_canister(),
    ));
    candid::define_function!(Callback : (u64) -> () oneway);
    let callback = Callback::new(Principal::management_canister(), "m".into());
    round_trip(vec![callback]);

    // The rules of subtyping.
    let nat = IDLValue::from(Nat::from(5u8));
    assert_eq!(nat.to_rust::<Int>().unwrap(), Int::from(5));
    assert_eq!(nat.to_rust::<Option<Nat>>().unwrap(), Some(Nat::from(5u8)));
    assert_eq!(nat.to_rust::<Option<String>>().unwrap(), None);
    assert_eq!(nat.to_rust::<Reserved>().unwrap(), Reserved);
    assert!(nat.to_rust::<u64>().unwrap_err().is_subtype());
    assert_eq!(nat.to_rust::<IDLValue>().unwrap(), nat);
    // Literals, which have no type; the items have none in common, but each fits.
    let literal = IDLValue::Number("1_000".to_string());
    assert_eq!(literal.to_rust::<u16>().unwrap(), 1_000);
    assert_eq!(literal.to_rust::<Option<u8>>().unwrap(), None);
    let error = literal.to_rust::<u8>().unwrap_err().to_string();
    assert_eq!(
        error,
        "expected a value of type nat8, found 1_000, which the type cannot represent"
    );
    let mixed = IDLValue::Vec(vec![literal, IDLValue::from("a"), IDLValue::Null]);
    assert_eq!(
        mixed.to_rust::<Vec<Option<u16>>>().unwrap(),
        [Some(1_000), None, None]
    );

    /// A number below 100: a rule of the Rust type alone.
    #[derive(CandidType, Debug, PartialEq)]
    struct Percent(u8);
    impl<'de> Deserialize<'de> for Percent {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            match u8::deserialize(deserializer)? {
                percent @ 0..100 => Ok(Percent(percent)),
                _ => Err(serde::de::Error::custom("not a percentage")),
            }
        }
    }
    let value = IDLValue::from_rust(&("a", vec![5u8, 100])).unwrap();
    let error = value.to_rust::<(String, Vec<Percent>)>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "Deserialize error: not a percentage at 1[1]"
    );
    let error = IDLValue::from(100u8).to_rust::<Percent>().unwrap_err();
    assert_eq!(error.to_string(), "Deserialize error: not a percentage");
}

/// Values are read as messages with them are: also fields with a default, and those that have the name of an alias.
#[test]
fn to_rust_knows_what_the_type_does_not_say() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct New {
        #[serde(alias = "holder")]
        owner: Option<String>,
        #[serde(default)]
        level: u8,
        inner: Vec<Option<Inner>>,
    }
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Inner {
        #[serde(default)]
        level: u16,
        event: Event,
    }
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    enum Event {
        #[serde(alias = "Old")]
        New(#[serde(skip)] (), u8),
    }
    #[derive(CandidType)]
    struct Sent {
        holder: &'static str,
        inner: Vec<SentInner>,
        color: u8,
    }
    #[derive(CandidType)]
    struct SentInner {
        event: SentEvent,
    }
    #[derive(CandidType)]
    enum SentEvent {
        Old((u8,)),
    }
    let event = SentEvent::Old((5,));
    let sent = Sent {
        holder: "alice",
        inner: vec![SentInner { event }],
        color: 1,
    };
    let new: New = candid::decode_one(&candid::encode_one(&sent).unwrap()).unwrap();
    let event = Event::New((), 5);
    let inner = vec![Some(Inner { level: 0, event })];
    let owner = Some("alice".to_string());
    let expected = New {
        owner,
        level: 0,
        inner,
    };
    assert_eq!(new, expected);
    let mut value = IDLValue::from_rust(&sent).unwrap();
    assert_eq!(value.to_rust::<New>().unwrap(), expected);
    // Integers without a type are what is expected there, by an alias too.
    value["inner"][0]["event"]["Old"][0] = IDLValue::Number("5".into());
    assert_eq!(value.to_rust::<New>().unwrap(), expected);
    value["inner"][0]["event"]["Old"][0] = IDLValue::Number("500".into());
    assert_eq!(value.to_rust::<New>().unwrap().inner, [None]);
}

fn texts(differences: &[Difference<'_>]) -> Vec<String> {
    differences.iter().map(ToString::to_string).collect()
}

#[test]
fn differences() {
    let left = IDLValue::from_rust(&ledger()).unwrap();
    let mut right = left.clone();
    assert_eq!(left.diff(&right), []);
    right["limits"][1] = 3u8.into();
    right["transfers"][0]["memo"] = Some("new").into();
    right["transfers"][1]["amount"] = IDLValue::from_rust(&Ok::<u64, String>(1)).unwrap();
    right["a b.[\"]"] = vec![1u8].into();
    if let IDLValue::Record(fields) = &mut right {
        fields.retain(|field| field.id != Label::Named("blob".into()));
        fields.push(IDLField {
            id: Label::Named("new\nline".into()),
            val: IDLValue::Null,
        });
    }
    let mut found = texts(&left.diff(&right));
    found.sort();
    assert_eq!(
        found,
        [
            r#""a b.[\"]": 7 : nat8 -> blob "\01""#,
            r#""new\nline": (absent) -> null : null"#,
            r#"blob: blob "\01\02" -> (absent)"#,
            "limits.1: 2 : nat -> 3 : nat8",
            r#"transfers[0].memo: null -> opt "new""#,
            r#"transfers[1].amount: variant { Err = "no" } -> variant { Ok = 1 : nat64 }"#,
        ]
    );
    // Names are those of the side that has them.
    let bytes = Encode!(&ledger()).unwrap();
    let by_id = &IDLArgs::from_bytes(&bytes).unwrap()[0];
    assert_eq!(left.diff(by_id), []);
    let mut changed = by_id.clone();
    changed["blob"] = IDLValue::Null;
    assert_eq!(
        texts(&changed.diff(&left)),
        [r#"blob: null : null -> blob "\01\02""#]
    );
    // A value without parts, and options inside each other.
    let texts_of = |a: IDLValue, b: IDLValue| texts(&a.diff(&b));
    assert_eq!(texts_of(1u8.into(), 2u8.into()), ["1 : nat8 -> 2 : nat8"]);
    assert_eq!(
        texts_of(Some(None::<u8>).into(), Some(Some(1u8)).into()),
        ["null -> opt (1 : nat8)"]
    );
    assert_eq!(texts_of(f64::NAN.into(), f64::NAN.into()), [""; 0]);
    assert_eq!(texts_of(Some(f32::NAN).into(), Some(1f32).into()).len(), 1);
    // By their bits, as they are printed.
    assert_eq!(
        texts_of((-0.0f64).into(), 0.0f64.into()),
        ["-0.0 : float64 -> 0.0 : float64"]
    );
    assert_eq!(
        texts_of((-0.0f32).into(), 0.0f32.into()),
        ["-0.0 : float32 -> 0.0 : float32"]
    );
    assert_eq!(texts_of((-0.0f32).into(), (-0.0f32).into()), [""; 0]);
    let other_nan = f64::from_bits(f64::NAN.to_bits() | 1);
    assert_eq!(texts_of(f64::NAN.into(), other_nan.into()).len(), 1);
    // As many as the bound.
    let many = |n: u64| IDLValue::from((0..5_000).map(|i| i * n).collect::<Vec<_>>());
    assert_eq!(many(1).diff(&many(2)).len(), MAX_DIFFERENCES);
    // Long values are cut.
    let long = IDLValue::from("x".repeat(1_000));
    assert!(texts_of(long, IDLValue::Null)[0].len() < 250);
}

#[test]
fn text_within_bounds() {
    let value = IDLValue::from_rust(&ledger()).unwrap();
    let shown = |depth| value.display().max_depth(depth).to_string();
    assert_eq!(shown(0), "record { … }");
    assert_eq!(
        shown(1),
        r#"record { "a b.[\"]" = 7 : nat8; owner = principal "aaaaa-aa"; "blob" = blob "\01\02"; transfers = vec { … }; limits = opt …;}"#
    );
    assert_eq!(
        IDLValue::from(Some(Some(1u8)))
            .display()
            .max_depth(1)
            .to_string(),
        "opt opt …"
    );
    assert_eq!(
        IDLValue::from(Vec::<u64>::new())
            .display()
            .max_depth(0)
            .to_string(),
        "vec {}"
    );
    let error = IDLValue::from_rust(&Err::<u8, String>("a".into())).unwrap();
    assert_eq!(error.display().max_depth(0).to_string(), "variant { … }");
    // Characters are not cut.
    let text = IDLValue::from("äöü");
    let cut = |len| text.display().max_len(len).to_string();
    assert_eq!(
        [0, 1, 2, 3, 7, 8].map(cut),
        ["…", "\"…", "\"…", "\"ä…", "\"äöü…", "\"äöü\""]
    );
    assert_eq!(format!("{:?}", text.display().max_len(3)), "\"ä…");
}

/// A value as deep as no stack allows to print by recursion, and one of many parts, take as long as what is printed.
#[test]
fn deep_and_large_values() {
    let mut deep = IDLValue::from(1u8);
    for _ in 0..100_000 {
        deep = IDLValue::Opt(Box::new(deep));
    }
    assert_eq!(deep.display().max_depth(2).to_string(), "opt opt opt …");
    assert_eq!(deep.display().max_len(8).to_string(), "opt opt …");
    assert_eq!(deep.diff(&deep), []);
    assert_eq!(deep.get("x"), None);
    assert!(deep.at("x").is_err());
    assert!(deep.to_rust::<u8>().is_err());
    let mut deep_vec = IDLValue::from(vec![deep]);
    for _ in 0..100_000 {
        deep_vec = IDLValue::Vec(vec![deep_vec]);
    }
    assert_eq!(deep_vec.diff(&deep_vec), []);
    assert_eq!(
        deep_vec.display().max_depth(1).to_string(),
        "vec { vec { … };}"
    );
    // Dropping recurses.
    std::mem::forget(deep_vec);
}

fn without_opt(mut value: &IDLValue) -> &IDLValue {
    while let IDLValue::Opt(content) = value {
        value = content;
    }
    value
}

proptest! {
    #[test]
    fn a_value_does_not_differ_from_itself((_, value) in typed_value()) {
        prop_assert_eq!(value.diff(&value), []);
        prop_assert_eq!(value.display().to_string(), format!("{value:?}"));
    }

    #[test]
    fn text_is_a_start((_, value) in typed_value(), len in 0usize..100) {
        let (whole, cut) = (format!("{value:?}"), value.display().max_len(len).to_string());
        match cut.strip_suffix('…').filter(|_| whole.len() > len) {
            Some(start) => prop_assert!(whole.starts_with(start) && start.len() + 4 > len),
            None => prop_assert_eq!(cut, whole),
        }
    }

    /// They differ if they are not equal, and each path leads to the parts.
    #[test]
    fn differences_are_where_their_paths_lead(
        (left, right) in proptest::strategy::Strategy::prop_flat_map(
            random_values::some_type(),
            |ty| (value_of(&ty), value_of(&ty)),
        )
    ) {
        let differences = left.diff(&right);
        let has_negative_zero =
            [&left, &right].iter().any(|value| format!("{value:?}").contains("-0.0"));
        if left == right {
            // By `==`, zeros of both signs are equal.
            prop_assert!(differences.is_empty() || has_negative_zero);
        } else if !format!("{left:?}").contains("NaN") {
            prop_assert!(!differences.is_empty());
        }
        for difference in differences {
            for (value, part) in [(&left, difference.left), (&right, difference.right)] {
                let found = value.at(&difference.path);
                match part {
                    Some(part) => {
                        let found = without_opt(found.unwrap());
                        prop_assert_eq!(format!("{found:?}"), format!("{:?}", without_opt(part)));
                    }
                    None => prop_assert!(found.is_err()),
                }
            }
        }
    }
}
