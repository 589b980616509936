//! `#[candid(rest)]`: the other fields of a record, kept and written again.

use candid::ser::{Buffer, IDLBuilder};
use candid::types::{Serializer, Type};
use candid::{
    decode_one, encode_args, encode_args_into, encode_one, idl_hash, CandidType, Decode,
    DecoderConfig, Deserialize, Encode, Int, Lazy, Nat, Principal, Reserved, Rest,
};
use std::collections::BTreeMap;

/// Keeps all fields of any record.
#[derive(CandidType, Deserialize, Clone, Debug, PartialEq, Default)]
struct Any {
    #[candid(rest)]
    all: Rest,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Older {
    user_name: String,
    #[candid(rest)]
    other_fields: Rest,
    #[serde(default)]
    points: u16,
    #[serde(alias = "tag")]
    label: Option<String>,
}

candid::define_function!(Callback : (Nat) -> (Vec<Int>) query);
candid::define_service!(Peer : { "call": Callback::ty(); "f": candid::func!((List) -> ()) });

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Newer {
    user_name: String,
    points: u16,
    label: Option<String>,
    a: (),
    b: bool,
    c: Nat,
    d: Option<Option<f64>>,
    e: Vec<Vec<u8>>,
    f: Principal,
    g: Callback,
    h: Kind,
    i: BTreeMap<String, List>,
    j: Vec<()>,
    k: Reserved,
    l: (u8, String),
    m: Peer,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
enum Kind {
    Plain,
    Nested(Box<Kind>),
    Fields { x: i8, y: Option<Box<List>> },
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct List {
    head: u8,
    tail: Option<Box<List>>,
}

fn newer() -> Newer {
    let list = List {
        head: 1,
        tail: Some(Box::new(List {
            head: 2,
            tail: None,
        })),
    };
    Newer {
        user_name: "Alice".to_string(),
        points: 7,
        label: Some("admin".to_string()),
        a: (),
        b: true,
        c: Nat::from(1u64 << 60),
        d: Some(None),
        e: vec![vec![], vec![1, 2], vec![3]],
        f: Principal::management_canister(),
        g: Callback(candid::Func {
            principal: Principal::anonymous(),
            method: "call".to_string(),
        }),
        h: Kind::Nested(Box::new(Kind::Fields {
            x: -1,
            y: Some(Box::new(list.clone())),
        })),
        i: BTreeMap::from([("one".to_string(), list)]),
        j: vec![(); 3],
        k: Reserved,
        l: (9, "nine".to_string()),
        m: Peer(candid::Service {
            principal: Principal::anonymous(),
        }),
    }
}

/// Decodes as a type with a rest, and encodes again.
fn passed_on<T: CandidType + for<'a> Deserialize<'a>>(message: &[u8]) -> Vec<u8> {
    Encode!(&Decode!(message, T).expect("decodes")).expect("encodes")
}

#[test]
fn nothing_is_lost() {
    let newer = newer();
    let message = Encode!(&newer).unwrap();
    let mut older = Decode!(&message, Older).unwrap();
    assert_eq!(older.other_fields.len(), 13);
    assert_eq!(
        Older::ty().to_string(),
        "record { userName : text; label : opt text; points : nat16 }"
    );
    older.user_name = "Bob".to_string();
    let again = Encode!(&older).unwrap();
    assert_eq!(
        Decode!(&again, Newer).unwrap(),
        Newer {
            user_name: "Bob".to_string(),
            ..newer.clone()
        }
    );
    // Twice makes no difference.
    assert_eq!(passed_on::<Older>(&again), again);
    let again = passed_on::<Any>(&message);
    assert_eq!(Decode!(&again, Newer).unwrap(), newer);
}

#[cfg(feature = "value")]
#[test]
fn what_is_passed_on_is_the_same_as_text() {
    let message = Encode!(&newer()).unwrap();
    let text = |bytes: &[u8]| candid::IDLArgs::from_bytes(bytes).unwrap().to_string();
    assert_eq!(text(&passed_on::<Any>(&message)), text(&message));
}

#[test]
fn every_entry_point_writes_them() {
    let message = encode_args((newer(), 5u8, newer())).unwrap();
    let decoded = Decode!(&message, Any, u8, Older).unwrap();
    let (any, five, older) = &decoded;
    let expected = (newer(), 5u8, newer());
    let check = |bytes: &[u8]| {
        assert_eq!(Decode!(bytes, Newer, u8, Newer).unwrap(), expected);
    };
    check(&Encode!(any, five, older).unwrap());
    check(&encode_args((any, five, older)).unwrap());
    let mut out = b"before".to_vec();
    encode_args_into(&mut out, (any, five, older)).unwrap();
    check(out.strip_prefix(b"before").unwrap());
    let mut builder = IDLBuilder::new();
    builder.arg(any).unwrap().arg(five).unwrap();
    builder.arg(older).unwrap();
    check(&builder.serialize_to_vec().unwrap());
    let mut written = Vec::new();
    candid::write_args(&mut written, (any, five, older)).unwrap();
    check(&written);
    // The message of the first, alone.
    assert_eq!(any.all.decode::<Newer>().unwrap(), newer());
    assert_eq!(Rest::from_message(&any.all.to_message()).unwrap(), any.all);
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct Deep<T> {
    one: Option<T>,
    many: Vec<T>,
    by_name: BTreeMap<String, T>,
    case: Case<T>,
    pair: (T, Box<T>),
    array: [T; 2],
    result: Result<T, u8>,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
enum Case<T> {
    Empty,
    Unnamed(T),
    Named { inner: T },
}

#[test]
fn they_are_kept_at_every_place() {
    let deep = |point: &dyn Fn(u8) -> Point| Deep {
        one: Some(point(1)),
        many: vec![point(2), point(3)],
        by_name: BTreeMap::from([("four".to_string(), point(4))]),
        case: Case::Named { inner: point(5) },
        pair: (point(6), Box::new(point(7))),
        array: [point(8), point(9)],
        result: Ok(point(10)),
    };
    let value = deep(&|x| Point {
        x,
        y: 0,
        z: format!("{x}"),
    });
    let message = Encode!(&vec![value.clone(), value.clone()]).unwrap();
    let again = passed_on::<Vec<Deep<Flat>>>(&message);
    let values = Decode!(&again, Vec<Deep<Point>>).unwrap();
    assert_eq!(values, [value.clone(), value]);
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct Point {
    x: u8,
    y: u8,
    z: String,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct Flat {
    y: u8,
    #[candid(rest)]
    rest: Rest,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct Node<T> {
    value: T,
    next: Option<Box<Node<T>>>,
    more: Vec<Node<T>>,
}

#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
struct OpenNode {
    next: Option<Box<OpenNode>>,
    more: Vec<OpenNode>,
    #[candid(rest)]
    rest: Rest,
}

#[test]
fn recursion_has_one_place() {
    let leaf = |value| Node {
        value,
        next: None,
        more: vec![],
    };
    let node = Node {
        value: Some(1u64),
        next: Some(Box::new(leaf(Some(2)))),
        more: vec![leaf(None), leaf(Some(3))],
    };
    let message = Encode!(&node).unwrap();
    let again = passed_on::<OpenNode>(&message);
    assert_eq!(Decode!(&again, Node<Option<u64>>).unwrap(), node);
    // Of a deep one the type is as small.
    let mut deep = leaf(Some(0u64));
    for i in 0..500 {
        deep = Node {
            next: Some(Box::new(deep)),
            ..leaf(Some(i))
        };
    }
    let again = passed_on::<OpenNode>(&Encode!(&deep).unwrap());
    assert!(again.len() < 11_000, "{}", again.len());
    assert_eq!(Decode!(&again, Node<Option<u64>>).unwrap(), deep);
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Optional {
    y: u8,
    x: Option<u8>,
    z: Option<String>,
    n: Option<()>,
}

/// Where records at one place have different fields, those that some lack are optional.
#[test]
fn places_have_one_type() {
    let point = passed_as::<_, Flat>(&Point {
        x: 1,
        y: 2,
        z: "z".to_string(),
    });
    let plain = Flat {
        y: 3,
        rest: Rest::new(),
    };
    let other = passed_as::<_, Flat>(&Optional {
        y: 4,
        x: None,
        z: Some("opt".to_string()),
        n: None,
    });
    let message = Encode!(&vec![point.clone(), plain.clone()]).unwrap();
    let decoded = Decode!(&message, Vec<Optional>).unwrap();
    let optional = |y, x, z: Option<&str>| Optional {
        y,
        x,
        z: z.map(str::to_string),
        n: None,
    };
    assert_eq!(
        decoded,
        [optional(2, Some(1), Some("z")), optional(3, None, None)]
    );
    // At different places they are independent.
    let message = Encode!(&(point.clone(), plain.clone()), &point).unwrap();
    assert!(Decode!(&message, (Point, Flat), Point).is_ok());
    // An option stays one.
    let message = Encode!(&vec![other.clone(), plain]).unwrap();
    assert_eq!(
        Decode!(&message, Vec<Optional>).unwrap(),
        [optional(4, None, Some("opt")), optional(3, None, None)]
    );
    let error = Encode!(&vec![point, other]).unwrap_err().to_string();
    let id = idl_hash("x");
    assert!(
        error.contains(&format!(
            "have the other field {id} with different types: nat8 and opt nat8"
        )),
        "{error}"
    );
}

fn passed_as<T: CandidType, U: CandidType + for<'a> Deserialize<'a>>(value: &T) -> U {
    decode_one(&encode_one(value).unwrap()).unwrap()
}

#[test]
fn a_field_is_not_there_twice() {
    let flat = Flat {
        y: 1,
        rest: Rest::of(&Point {
            x: 1,
            y: 2,
            z: String::new(),
        })
        .unwrap(),
    };
    let error = Encode!(&flat).unwrap_err().to_string();
    assert!(
        error.contains("has the field y both in its type and among"),
        "{error}"
    );
    // Nothing was left behind.
    assert!(Encode!(&Any::default()).is_ok());
}

/// The field of an alias that is not used is kept.
#[test]
fn aliases_defaults_and_names() {
    #[derive(CandidType, Deserialize)]
    struct Both {
        #[serde(rename = "userName")]
        user_name: String,
        tag: Option<String>,
        label: Option<String>,
        rest: u8,
        #[serde(rename = "otherFields")]
        other_fields: u16,
    }
    let both = Both {
        user_name: "A".to_string(),
        tag: Some("tag".to_string()),
        label: Some("label".to_string()),
        rest: 1,
        other_fields: 2,
    };
    let message = Encode!(&both).unwrap();
    let older = Decode!(&message, Older).unwrap();
    assert_eq!((older.points, older.label.as_deref()), (0, Some("label")));
    let mut ids = ["tag", "rest", "otherFields"].map(idl_hash);
    ids.sort_unstable();
    assert_eq!(older.other_fields.ids(), ids);
    let both = Decode!(&Encode!(&older).unwrap(), Both).unwrap();
    assert_eq!((both.rest, both.other_fields), (1, 2));
    assert_eq!(both.tag.as_deref(), Some("tag"));
}

#[test]
fn in_options_and_behind_lookahead() {
    // Whether an option is null depends on the fields of the type only.
    type Expected = (Option<Flat>, Option<Flat>);
    let bad = (Some((1u8, 2u8)), Some(point()));
    let decoded = Decode!(&Encode!(&bad).unwrap(), Expected).unwrap();
    assert_eq!(decoded.0, None);
    assert_eq!(decoded.1.map(|flat| flat.rest.len()), Some(2));
}

fn point() -> Point {
    Point {
        x: 1,
        y: 2,
        z: "z".to_string(),
    }
}

/// They count as skipped.
#[test]
fn quotas_are_those_of_skipping() {
    #[derive(CandidType, Deserialize)]
    struct Plain {
        #[allow(dead_code)]
        y: u8,
    }
    let message = Encode!(&vec![point(); 20]).unwrap();
    let config = DecoderConfig::new();
    let (_, plain) =
        candid::utils::decode_args_with_config_debug::<(Vec<Plain>,)>(&message, &config).unwrap();
    let (_, kept) =
        candid::utils::decode_args_with_config_debug::<(Vec<Flat>,)>(&message, &config).unwrap();
    assert_eq!(
        plain.compute_cost(&config).skipping_quota,
        kept.compute_cost(&config).skipping_quota
    );
    let mut config = DecoderConfig::new();
    config.set_skipping_quota(20);
    assert!(Decode!([config]; &message, Vec<Flat>).is_err());
}

#[test]
fn malformed_fields_are_refused() {
    let message = Encode!(&point()).unwrap();
    for len in 0..message.len() {
        assert!(Decode!(&message[..len], Flat).is_err(), "{len}");
    }
    // A text that is not UTF-8.
    let mut message = message;
    let last = message.last_mut().unwrap();
    assert_eq!(*last, b'z');
    *last = 0xff;
    assert!(Decode!(&message, Flat).is_err());
}

/// A header for each type, together as large as most of the table, is not memory that a message can ask for.
#[test]
fn headers_are_bounded() {
    // A chain of records, each with a field whose type is wide.
    fn leb(mut n: u64, out: &mut Vec<u8>) {
        while n >= 0x80 {
            out.push((n & 0x7f) as u8 | 0x80);
            n >>= 7;
        }
        out.push((n & 0x7f) as u8);
    }
    const NAT8: u8 = 0x7b;
    let chain = |n: u64, n_wide: u64| {
        let mut message = b"DIDL".to_vec();
        leb(3 + 2 * n, &mut message);
        message.push(0x6c);
        leb(n_wide, &mut message);
        for id in 0..n_wide {
            leb(id, &mut message);
            message.push(NAT8);
        }
        message.extend([0x6e, 0]);
        for i in 0..n {
            // The option of the next one is the entry behind it.
            message.extend([0x6c, 2]);
            leb(i, &mut message);
            message.push(1);
            leb(idl_hash("next").into(), &mut message);
            leb_signed(3 + 2 * i, &mut message);
            message.push(0x6e);
            leb_signed(4 + 2 * i, &mut message);
        }
        message.extend([0x6c, 0, 1, 2]);
        for _ in 0..n {
            message.extend([0, 1]);
        }
        message
    };
    fn leb_signed(n: u64, out: &mut Vec<u8>) {
        candid::types::leb128::encode_int(out, i128::from(n)).expect("writes");
    }
    #[derive(CandidType, Deserialize)]
    struct Chain {
        next: Option<Box<Chain>>,
        #[candid(rest)]
        rest: Rest,
    }
    let mut kept = &Decode!(&chain(100, 100), Chain).unwrap();
    let mut n = 0;
    while let Some(next) = &kept.next {
        assert_eq!(kept.rest.len(), 1);
        kept = next;
        n += 1;
    }
    assert_eq!(n, 100);
    let error = Decode!(&chain(400, 4000), Chain)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(error.contains("pairs"), "{error}");
}

/// What cannot write them refuses them, and takes records without any.
#[test]
fn where_they_cannot_be_written() {
    #[derive(Default, Debug)]
    struct Plain(Vec<u8>);
    impl Buffer for Plain {
        fn written(&self) -> usize {
            self.0.len()
        }
        fn append(&mut self, bytes: &[u8]) {
            self.0.extend_from_slice(bytes);
        }
        fn truncate(&mut self, len: usize) {
            self.0.truncate(len);
        }
    }
    /// Hides what it contains.
    struct ByHand(Flat);
    impl CandidType for ByHand {
        fn _ty() -> Type {
            Flat::ty()
        }
        fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
            self.0.idl_serialize(serializer)
        }
    }
    let none = Flat {
        y: 1,
        rest: Rest::new(),
    };
    let some = passed_as::<_, Flat>(&point());
    let mut plain = Plain(b"before".to_vec());
    encode_args_into(&mut plain, (&none,)).unwrap();
    assert_eq!(plain.0[6..], Encode!(&none).unwrap());
    let mut plain = Plain(b"before".to_vec());
    let error = encode_args_into(&mut plain, (&some,)).unwrap_err();
    assert!(error.to_string().contains("where they cannot be written"));
    assert_eq!(plain.0, b"before");
    assert!(Encode!(&ByHand(none.clone())).is_ok());
    for result in [
        Encode!(&ByHand(some.clone())),
        Encode!(&ByHand(some.clone()), &none),
        Encode!(&none, &ByHand(some.clone())),
        Encode!(&(ByHand(none.clone()), ByHand(some.clone())), &some),
    ] {
        let error = result.unwrap_err().to_string();
        assert!(error.contains("where they cannot be written"), "{error}");
    }
    // An empty one before it is not mistaken for it.
    let message = Encode!(&ByHand(none), &some);
    assert!(message.is_err(), "{message:?}");
}

/// User code may encode another message while one is written.
#[test]
fn messages_within_messages() {
    struct Nested(Flat);
    impl CandidType for Nested {
        fn _ty() -> Type {
            Vec::<u8>::ty()
        }
        fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
            serializer.serialize_blob(&Encode!(&self.0, &self.0).expect("encodes"))
        }
    }
    let flat = passed_as::<_, Flat>(&point());
    let message = Encode!(&flat, &Nested(flat.clone()), &Any::default()).unwrap();
    let (first, inner, _) = Decode!(&message, Point, Vec<u8>, Any).unwrap();
    assert_eq!(first, point());
    assert_eq!(Decode!(&inner, Point, Point).unwrap(), (point(), point()));
}

/// User code may decode another message of the same types while one is read, and ignore that it is cut off.
#[test]
fn errors_in_messages_within_messages() {
    #[derive(CandidType, Deserialize)]
    struct Envelope {
        #[serde(rename = "m")]
        _inner: Inner,
        #[candid(rest)]
        rest: Rest,
    }
    struct Inner;
    impl CandidType for Inner {
        fn _ty() -> Type {
            Vec::<u8>::ty()
        }
        fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
            serializer.serialize_blob(&[])
        }
    }
    impl<'de> Deserialize<'de> for Inner {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let message = serde_bytes::ByteBuf::deserialize(deserializer)?;
            let _ = std::panic::catch_unwind(|| decode_one::<Envelope>(&message).map(|_| ()));
            assert!(!message.ends_with(b"panic"));
            Ok(Inner)
        }
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Full {
        a: u64,
        m: serde_bytes::ByteBuf,
        z: u64,
    }
    let full = |a, m: Vec<u8>| {
        let (m, z) = (m.into(), a + 1);
        encode_one(Full { a, m, z }).unwrap()
    };
    let inner = full(1, vec![]);
    let mut all: Vec<_> = (0..inner.len()).map(|n| inner[..n].to_vec()).collect();
    all.push(full(1, b"panic".to_vec()));
    for message in all {
        let outer = full(5, message);
        let kept = encode_one(decode_one::<Envelope>(&outer).unwrap()).unwrap();
        let expected = Full {
            a: 5,
            m: Default::default(),
            z: 6,
        };
        assert_eq!(decode_one::<Full>(&kept).unwrap(), expected);
    }
}

/// User code may ignore that a part does not decode, a record with `Rest` that was read to its end: what that one keeps is
/// not what the record around it keeps.
#[test]
fn errors_in_records_within_records() {
    #[derive(CandidType, Deserialize)]
    struct Part {
        #[serde(deserialize_with = "lenient")]
        c: Option<Box<Part>>,
        k: Small,
        #[candid(rest)]
        rest: Rest,
    }
    fn lenient<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Box<Part>>, D::Error> {
        Ok(Option::deserialize(deserializer).unwrap_or_default())
    }
    struct Small(u8);
    impl CandidType for Small {
        fn _ty() -> Type {
            u8::ty()
        }
        fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
            self.0.idl_serialize(serializer)
        }
    }
    impl<'de> Deserialize<'de> for Small {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            match u8::deserialize(deserializer)? {
                n @ ..10 => Ok(Small(n)),
                _ => Err(serde::de::Error::custom("too large")),
            }
        }
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Full {
        a: u64,
        c: Option<Box<Full>>,
        k: u8,
    }
    let full = |a, k, c: Option<Full>| Full {
        a,
        c: c.map(Box::new),
        k,
    };
    for depth in 1..5 {
        // The innermost is too large, or all but the outermost are.
        for k in [1, 100] {
            let mut inner = full(1, 100, None);
            for a in 2..=depth {
                inner = full(a, k, Some(inner));
            }
            let message = encode_one(full(7, 3, Some(inner))).unwrap();
            let part = decode_one::<Part>(&message).unwrap();
            assert_eq!(part.k.0, 3);
            assert_eq!(part.c.is_some(), depth > 1 && k == 1);
            let mut kept = &part;
            let mut expected = 7;
            loop {
                let rest = encode_one(Part {
                    c: None,
                    k: Small(0),
                    rest: kept.rest.clone(),
                });
                assert_eq!(decode_one::<Full>(&rest.unwrap()).unwrap().a, expected);
                let Some(inner) = &kept.c else { break };
                expected = if kept.k.0 == 3 { depth } else { expected - 1 };
                kept = inner;
            }
        }
    }
}

/// Values of the type language have them; JSON, which is written by the type, does not.
#[cfg(feature = "value")]
#[test]
fn values_have_them() {
    use candid::{types::Label, IDLValue};
    let flat = passed_as::<_, Flat>(&point());
    let value = IDLValue::from_rust(&vec![flat]).unwrap();
    // A message has no names.
    let [x, z] = ["x", "z"].map(|name| Label::Id(idl_hash(name)));
    assert_eq!(value[0]["y"], IDLValue::Nat8(2));
    assert_eq!(value[0][x], IDLValue::Nat8(1));
    assert_eq!(value[0][z], IDLValue::Text("z".to_string()));
    assert_eq!(value.to_rust::<Vec<Point>>().unwrap(), [point()]);
    let flat = value.to_rust::<Vec<Flat>>().unwrap();
    assert_eq!(
        Decode!(&Encode!(&flat).unwrap(), Vec<Point>).unwrap(),
        [point()]
    );
}

/// After a panic of the code that writes a record, the next message has its own fields, and a builder is unusable.
#[test]
fn panics_while_writing() {
    struct Panics;
    impl CandidType for Panics {
        fn _ty() -> Type {
            u8::ty()
        }
        fn idl_serialize<S: Serializer>(&self, _: S) -> Result<(), S::Error> {
            panic!("on purpose")
        }
    }
    #[derive(CandidType)]
    struct Fails {
        field: Panics,
        #[candid(rest)]
        rest: Rest,
    }
    let flat = passed_as::<_, Flat>(&point());
    let fails = || Fails {
        field: Panics,
        rest: flat.rest.clone(),
    };
    let caught = |run: &mut dyn FnMut()| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("panics");
    };
    caught(&mut || drop(Encode!(&flat, &fails())));
    let mut builder = IDLBuilder::new();
    builder.arg(&flat).unwrap();
    caught(&mut || drop(builder.arg(&fails()).map(|_| ())));
    let error = builder.serialize_to_vec().unwrap_err();
    assert!(error.to_string().contains("failed"), "{error}");
    let message = Encode!(&flat).unwrap();
    assert_eq!(Decode!(&message, Point).unwrap(), point());
}

/// A type that is equal but for the other fields is there before.
#[test]
fn beside_equal_types() {
    #[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]
    struct Closed {
        y: u8,
    }
    let closed = Closed { y: 9 };
    let flat = passed_as::<_, Flat>(&point());
    let lists = (vec![closed.clone()], vec![flat.clone()]);
    let expected = (vec![closed.clone()], vec![point()]);
    let message = Encode!(&lists.0, &lists.1).unwrap();
    assert_eq!(
        Decode!(&message, Vec<Closed>, Vec<Point>).unwrap(),
        expected
    );
    let message = Encode!(&lists).unwrap();
    assert_eq!(
        Decode!(&message, (Vec<Closed>, Vec<Point>)).unwrap(),
        expected
    );
    let mut builder = IDLBuilder::new();
    builder.arg(&closed).unwrap().arg(&lists.0).unwrap();
    builder.arg(&flat).unwrap().arg(&lists.1).unwrap();
    let message = builder.serialize_to_vec().unwrap();
    let decoded = Decode!(&message, Closed, Vec<Closed>, Point, Vec<Point>).unwrap();
    assert_eq!(decoded, (closed, expected.0, point(), expected.1));
}

/// Writes a message: the entries of its table, the index of the type of its argument, the value.
fn message_of(entries: &[Vec<i64>], arg: i64, value: &[u8]) -> Vec<u8> {
    let mut message = b"DIDL".to_vec();
    let number = |n: i64, message: &mut Vec<u8>| {
        candid::types::leb128::encode_int(message, i128::from(n)).expect("writes");
    };
    let unsigned = |n: i64, message: &mut Vec<u8>| {
        candid::types::leb128::encode_nat(message, n.unsigned_abs().into()).expect("writes");
    };
    unsigned(i64::try_from(entries.len()).unwrap(), &mut message);
    for entry in entries {
        // An opcode; for records the number of fields, and each second number is an id; else a type.
        number(entry[0], &mut message);
        if entry[0] == RECORD {
            let fields = &entry[1..];
            unsigned(i64::try_from(fields.len() / 2).unwrap(), &mut message);
            for field in fields.chunks(2) {
                unsigned(field[0], &mut message);
                number(field[1], &mut message);
            }
        } else {
            number(entry[1], &mut message);
        }
    }
    message.push(1);
    number(arg, &mut message);
    message.extend_from_slice(value);
    message
}

const NULL: i64 = -1;
const NAT8: i64 = -5;
const OPT: i64 = -18;
const VEC: i64 = -19;
const RECORD: i64 = -20;

/// The types of other fields may be nested as deep as a table is long.
#[test]
fn deep_types_of_other_fields() {
    let run = || {
        for opcode in [OPT, RECORD] {
            let mut entries = vec![vec![RECORD, 0, 1]];
            for i in 0..9000 {
                let next = if i == 8999 { NAT8 } else { 2 + i };
                entries.push(match opcode {
                    OPT => vec![OPT, next],
                    _ => vec![RECORD, 0, next],
                });
            }
            let message = message_of(&entries, 0, &[0]);
            let any = Decode!(&message, Any).unwrap();
            assert_eq!(Encode!(&any).unwrap(), message);
            assert!(Encode!(&vec![any, Any::default()]).is_ok());
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    thread.spawn(run).unwrap().join().unwrap();
}

/// Encoding takes work in proportion to the bytes of what was decoded.
#[test]
fn other_fields_without_bytes() {
    let vec_of = |fields: Vec<i64>, mut further: Vec<Vec<i64>>, value: &[u8]| {
        let mut entries = vec![vec![VEC, 1], [vec![RECORD], fields].concat()];
        entries.append(&mut further);
        message_of(&entries, 0, value)
    };
    // 100 records of 2^17 values of type null.
    let doubling = (0..17).map(|i| {
        let next = if i == 16 { NULL } else { 3 + i };
        vec![RECORD, 0, next, 1, next]
    });
    let message = vec_of(vec![0, 2], doubling.collect(), &[100]);
    let before = cpu_time::ThreadTime::now();
    let records = Decode!(&message, Vec<Any>).unwrap();
    assert_eq!(Encode!(&records).unwrap(), message);
    // 100 records in each of which there are 1000 more.
    let nested = (0..1000).map(|i| vec![RECORD, 0, if i == 999 { NAT8 } else { 3 + i }]);
    let value = [vec![100], vec![7; 100]].concat();
    let message = vec_of(vec![0, 2], nested.collect(), &value);
    let records = Decode!(&message, Vec<Any>).unwrap();
    assert_eq!(Encode!(&records).unwrap(), message);
    let took = before.elapsed();
    assert!(took.as_secs() < 2, "{took:?}");
    // 100,000 records of 1000 nulls each.
    let nulls = (0..1000).flat_map(|i| [i, NULL]).collect();
    let message = vec_of(nulls, vec![], &[0xa0, 0x8d, 0x06]);
    let records = Decode!(&message, Vec<Any>).unwrap();
    let error = Encode!(&records).unwrap_err().to_string();
    assert!(error.contains("more than 100000 other fields"), "{error}");
}

/// Records at one place are written with all other fields there: a message cannot make that a multiple of its size.
#[test]
fn different_other_fields_by_recursion() {
    #[derive(CandidType, Deserialize)]
    struct Tree {
        children: Vec<Tree>,
        #[candid(rest)]
        rest: Rest,
    }
    let message = |depth: i64, n_leaves: u8| {
        let children = i64::from(idl_hash("children"));
        let mut entries = Vec::new();
        for i in 0..depth {
            entries.push(vec![RECORD, i, NAT8, children, 2 * i + 1]);
            entries.push(vec![VEC, 2 * i + 2]);
        }
        entries.push(vec![RECORD, children, 2 * depth + 1]);
        entries.push(vec![VEC, 2 * depth]);
        let mut value = [1, 1].repeat(usize::try_from(depth).unwrap());
        // 128 times as many.
        value.extend([0x80, n_leaves]);
        value.extend(vec![0; 128 * usize::from(n_leaves)]);
        message_of(&entries, 0, &value)
    };
    let passed_on = |message: &[u8]| Encode!(&Decode!(message, Tree).unwrap());
    let again = passed_on(&message(100, 1)).unwrap();
    assert!(Decode!(&again, Tree).is_ok());
    let error = passed_on(&message(100, 100)).unwrap_err().to_string();
    assert!(error.contains("more than 100000 other fields"), "{error}");
}

/// A value that is decoded late is there when it is written.
#[test]
fn lazy_values_have_them() {
    let plain = Flat {
        y: 1,
        rest: Rest::new(),
    };
    let message = Encode!(&vec![plain.clone()], &vec![point()]).unwrap();
    let (mut plain, lazy) = Decode!(&message, Vec<Lazy<Flat>>, Vec<Lazy<Flat>>).unwrap();
    plain.extend(lazy);
    let decoded = Decode!(&Encode!(&plain).unwrap(), Vec<Optional>).unwrap();
    assert_eq!((decoded[0].x, decoded[1].x), (None, Some(1)));
}

#[test]
fn other_formats_have_the_message() {
    #[derive(Deserialize, serde::Serialize, Debug, PartialEq)]
    struct Stored {
        rest: Rest,
    }
    let rest = Rest::of(&point()).unwrap();
    let stored = Stored { rest };
    let text = serde_json::to_string(&stored).unwrap();
    assert_eq!(serde_json::from_str::<Stored>(&text).unwrap(), stored);
    let bad = serde_json::from_str::<Stored>(r#"{"rest":[1,2]}"#).unwrap_err();
    assert!(bad.to_string().contains("DIDL"), "{bad}");
    assert_eq!(format!("{:?}", Rest::new()), "Rest([])");
}

#[test]
fn only_a_rest_takes_it() {
    fn bytes<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Rest, D::Error> {
        Vec::<u8>::deserialize(deserializer).map(|_| Rest::new())
    }
    fn nothing<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Rest, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Rest::new())
    }
    #[derive(CandidType, Deserialize)]
    #[candid(unchecked)]
    struct Wrong {
        #[candid(rest)]
        #[serde(deserialize_with = "bytes")]
        rest: Rest,
    }
    #[derive(CandidType, Deserialize)]
    #[candid(unchecked)]
    struct Ignored {
        #[candid(rest)]
        #[serde(deserialize_with = "nothing")]
        rest: Rest,
    }
    let message = Encode!(&point()).unwrap();
    let error = Decode!(&message, Wrong)
        .map(|wrong| wrong.rest)
        .unwrap_err();
    assert!(
        error.to_string().contains("decode as `candid::Rest`"),
        "{error}"
    );
    assert!(Decode!(&message, Ignored).unwrap().rest.is_empty());
}
