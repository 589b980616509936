//! Fields that functions read or make, and fields behind pointers: what serde's visitors make of them, the errors and the
//! costs.

use candid::{encode_one, CandidType, Decode, DecoderConfig, Deserialize, Encode, Error};
use serde::de::{Deserializer, Error as _};
use serde_bytes::ByteBuf;
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::LinkedList;
use std::fmt::Debug;

fn even<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    match u16::deserialize(deserializer)? {
        value if value % 2 == 0 => Ok(value),
        value => Err(D::Error::custom(format_args!("{value} is odd"))),
    }
}

/// Makes zero of what is no number, of which nothing is then read.
fn or_zero<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Ok(Option::<u8>::deserialize(deserializer)?.unwrap_or_default())
}

fn seven() -> u8 {
    7
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Request {
    #[serde(with = "serde_bytes")]
    body: Vec<u8>,
    #[serde(with = "serde_bytes")]
    maybe: Option<Vec<u8>>,
    #[serde(with = "serde_bytes")]
    buffer: ByteBuf,
    #[serde(rename = "the status", deserialize_with = "even")]
    status: u16,
    #[serde(skip)]
    cache: Option<String>,
    #[serde(skip, default = "seven")]
    seven: u8,
    #[serde(default)]
    method: String,
    upgrade: Option<bool>,
    pair: Pair,
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Pair(
    u8,
    #[serde(skip)] String,
    #[serde(deserialize_with = "even")] u16,
);

fn request() -> Request {
    Request {
        body: vec![1, 2, 3],
        maybe: Some(vec![4]),
        buffer: ByteBuf::from(vec![5, 6]),
        status: 200,
        cache: Some("not written".into()),
        seven: 1,
        method: "GET".into(),
        upgrade: Some(true),
        pair: Pair(1, "not written".into(), 4),
    }
}

/// Has neither what is optional nor what has a default, and other fields.
#[derive(CandidType)]
struct OlderRequest {
    body: Vec<u8>,
    buffer: Vec<u8>,
    #[serde(rename = "the status")]
    status: u16,
    cache: String,
    seven: u8,
    pair: (u8, u16, String),
    aaa: Vec<Option<u8>>,
}

fn older_request() -> OlderRequest {
    OlderRequest {
        body: vec![1],
        buffer: vec![],
        status: 404,
        cache: "another".into(),
        seven: 9,
        pair: (2, 6, "more".into()),
        aaa: vec![None, Some(1)],
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Event {
    Sent(#[serde(deserialize_with = "even")] u16),
    Kept {
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
        #[serde(skip)]
        skipped: u8,
        last: u8,
    },
    Two(
        u8,
        #[serde(skip, default = "seven")] u8,
        #[serde(deserialize_with = "even")] u16,
    ),
    Nothing,
    Request(Request),
}

fn events() -> Vec<Event> {
    vec![
        Event::Sent(2),
        Event::Kept {
            data: vec![1, 2],
            skipped: 3,
            last: 4,
        },
        Event::Two(1, 2, 4),
        Event::Nothing,
        Event::Request(request()),
        Event::Sent(4),
        Event::Two(1, 2, 6),
    ]
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Newtype(#[serde(deserialize_with = "even")] u16);

fn array<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<[u8; 2]>, D::Error> {
    <[u8; 2]>::deserialize(deserializer).map(Box::new)
}

/// What the function returns is not of the type of the field, but coerces to it.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Coerced {
    #[serde(deserialize_with = "array")]
    slice: Box<[u8]>,
    text: String,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Optional {
    #[serde(deserialize_with = "or_zero")]
    #[candid(id = 1)]
    value: u8,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct AllSkipped {
    #[serde(skip)]
    a: u8,
}

/// All of one size on the wire, but none may be made of its bytes.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Fixed {
    a: u16,
    #[serde(deserialize_with = "even")]
    b: u16,
    #[serde(skip, default = "seven")]
    c: u8,
}

/// The skipped one is of the default of the whole.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[serde(default)]
struct WithDefault {
    a: String,
    #[serde(skip)]
    b: u8,
    #[serde(deserialize_with = "even")]
    c: u16,
}

impl Default for WithDefault {
    fn default() -> Self {
        WithDefault {
            a: "a".into(),
            b: 5,
            c: 8,
        }
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Pointers {
    text: Box<str>,
    texts: Vec<Box<str>>,
    cow: Cow<'static, str>,
    blob: Cow<'static, [u8]>,
    list: LinkedList<u64>,
    requests: LinkedList<Fixed>,
    next: Option<Box<Pointers>>,
}

fn fixed(b: u16) -> Fixed {
    Fixed { a: 1, b, c: 7 }
}

fn pointers(next: Option<Box<Pointers>>) -> Pointers {
    Pointers {
        text: "text".into(),
        texts: vec!["".into(), "a text of more than sixteen bytes".into()],
        cow: "cow".into(),
        blob: vec![1, 2].into(),
        list: LinkedList::from([1, 2, 3]),
        requests: LinkedList::from([fixed(2), fixed(4)]),
        next,
    }
}

/// Read by serde's visitors alone.
#[derive(CandidType, Debug)]
struct BySerde<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySerde<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(BySerde)
    }
}

type Outcome = Result<String, String>;

fn outcome<T: Debug>(decoded: Result<(Vec<T>, T), Error>) -> Outcome {
    match decoded {
        Ok((all, one)) => Ok(format!("{all:?} {one:?}")),
        Err(error) if error.to_string().starts_with("decoding quota") => Err("quota".into()),
        Err(error) => Err(format!("{error}, {:?}, {:?}", error.path(), error.offset())),
    }
}

fn decode<T: CandidType + for<'de> Deserialize<'de> + Debug>(
    bytes: &[u8],
    quota: usize,
) -> Outcome {
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(quota);
    outcome(Decode!([config]; bytes, Vec<T>, T))
}

/// Compares what is read of a vector and a value after it, whole, truncated, changed and with each quota, with what serde's
/// visitors read.
#[track_caller]
fn check_same<T: CandidType + for<'de> Deserialize<'de> + Debug>(bytes: &[u8]) {
    let no_quota = usize::MAX >> 8;
    let check = |bytes: &[u8], quota| {
        let found = decode::<T>(bytes, quota);
        let by_serde = decode::<BySerde<T>>(bytes, quota);
        let without_parentheses = |outcome: &Outcome| {
            outcome
                .as_ref()
                .map(|text| {
                    // Those of the wrapper, which has a name, too.
                    let text = text.replace("BySerde", "");
                    text.chars()
                        .filter(|c| !"()".contains(*c))
                        .collect::<String>()
                })
                .map_err(Clone::clone)
        };
        assert_eq!(
            without_parentheses(&found),
            without_parentheses(&by_serde),
            "{quota} {bytes:x?}"
        );
        found.is_ok()
    };
    // What the first time found out is known the second time.
    check(bytes, no_quota);
    check(bytes, no_quota);
    for quota in 0..1000 {
        check(bytes, quota);
    }
    for n in 0..bytes.len() {
        check(&bytes[..n], no_quota);
        for value in [0, 1, 2, 3, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.to_vec();
            changed[n] = value;
            check(&changed, 1 << 20);
        }
    }
}

#[test]
fn functions_and_skipped_fields_are_as_serde_has_them() {
    let requests = vec![request(), request()];
    check_same::<Request>(&Encode!(&requests, &request()).unwrap());
    check_same::<Request>(
        &Encode!(&vec![older_request(), older_request()], &older_request()).unwrap(),
    );
    check_same::<Event>(&Encode!(&events(), &Event::Sent(6)).unwrap());
    let newtypes = [1, 2, 3].map(Newtype);
    check_same::<Newtype>(&Encode!(&&newtypes[1..2], &newtypes[0]).unwrap());
    check_same::<Newtype>(&Encode!(&newtypes, &newtypes[1]).unwrap());
    check_same::<AllSkipped>(&Encode!(&vec![AllSkipped { a: 1 }], &AllSkipped { a: 1 }).unwrap());
    check_same::<AllSkipped>(&Encode!(&vec![request()], &request()).unwrap());
    let all = [fixed(2), fixed(4), fixed(6), fixed(7), fixed(8)];
    check_same::<Fixed>(&Encode!(&&all[..3], &all[4]).unwrap());
    check_same::<Fixed>(&Encode!(&all, &all[4]).unwrap());
    let default = WithDefault::default();
    check_same::<WithDefault>(&Encode!(&vec![&default; 2], &default).unwrap());
    check_same::<WithDefault>(&Encode!(&all, &all[4]).unwrap());
    let coerced = |slice: &[u8]| Coerced {
        slice: slice.into(),
        text: "text".into(),
    };
    check_same::<Coerced>(&Encode!(&vec![coerced(&[1, 2])], &coerced(&[3, 4])).unwrap());
    check_same::<Optional>(&Encode!(&vec![Optional { value: 1 }], &Optional { value: 2 }).unwrap());
    let value = || pointers(Some(Box::new(pointers(None))));
    check_same::<Pointers>(&Encode!(&vec![value(), value()], &value()).unwrap());
}

#[test]
fn what_is_skipped_is_made_and_not_read() {
    let made = |request: Request| Request {
        cache: None,
        seven: 7,
        pair: Pair(request.pair.0, String::new(), request.pair.2),
        ..request
    };
    let bytes = Encode!(&request(), &events(), &fixed(2)).unwrap();
    let (read, events, fixed) = Decode!(&bytes, Request, Vec<Event>, Fixed).unwrap();
    assert_eq!(read, made(request()));
    assert_eq!(fixed.c, 7);
    assert_eq!(
        events[1],
        Event::Kept {
            data: vec![1, 2],
            skipped: 0,
            last: 4
        }
    );
    assert_eq!(events[2], Event::Two(1, 7, 4));
    assert_eq!(events[4], Event::Request(made(request())));
    let bytes = encode_one(older_request()).unwrap();
    let read = Decode!(&bytes, Request).unwrap();
    assert_eq!(
        (read.cache, read.seven, read.method.as_str()),
        (None, 7, "")
    );
    let value = pointers(Some(Box::new(pointers(None))));
    assert_eq!(
        Decode!(&encode_one(&value).unwrap(), Pointers).unwrap(),
        value
    );
}

#[test]
fn an_error_of_a_function_says_where() {
    let mut odd = request();
    odd.pair.2 = 3;
    let rows = [
        (
            Encode!(&vec![Event::Sent(2), Event::Sent(3)]).unwrap(),
            "0[1].Sent",
        ),
        (Encode!(&vec![Event::Two(1, 2, 3)]).unwrap(), "0[0].Two.1"),
        (
            Encode!(&vec![Event::Request(odd)]).unwrap(),
            "0[0].Request.pair.1",
        ),
    ];
    for (bytes, path) in rows {
        let error = Decode!(&bytes, Vec<Event>).unwrap_err();
        assert!(error.to_string().contains("3 is odd"), "{error}");
        assert_eq!(error.path(), path);
    }
}

/// Types that are only written: what would read them need not be.
#[allow(dead_code, reason = "it is enough that they compile")]
mod written_only {
    use super::CandidType;

    pub(super) struct NoDefault;

    #[derive(CandidType)]
    pub(super) struct Written {
        pub(super) a: u8,
        #[serde(skip)]
        pub(super) handle: Option<Box<NoDefault>>,
        #[serde(skip)]
        other: NoDefault,
        #[serde(with = "serde_bytes")]
        pub(super) data: Vec<u8>,
        #[serde(with = "serde_bytes")]
        array: [u8; 2],
    }

    impl Written {
        pub(super) fn new() -> Self {
            Written {
                a: 1,
                handle: None,
                other: NoDefault,
                data: vec![2],
                array: [3, 4],
            }
        }
    }
}

#[test]
fn what_is_only_written_needs_no_default() {
    assert!(encode_one(written_only::Written::new()).is_ok());
}

thread_local! {
    static N_ALIVE: Cell<i32> = const { Cell::new(0) };
}

/// Counts its values.
#[derive(Debug)]
struct Alive(u8);

impl Drop for Alive {
    fn drop(&mut self) {
        N_ALIVE.set(N_ALIVE.get() - 1);
    }
}

fn alive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Alive, D::Error> {
    let value = u8::deserialize(deserializer)?;
    N_ALIVE.set(N_ALIVE.get() + 1);
    Ok(Alive(value))
}

impl CandidType for Alive {
    fn _ty() -> candid::types::Type {
        u8::ty()
    }

    fn idl_serialize<S: candid::types::Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

#[derive(CandidType, Deserialize, Debug)]
struct Living {
    #[serde(deserialize_with = "alive")]
    a: Alive,
    #[serde(deserialize_with = "alive")]
    b: Alive,
    #[serde(deserialize_with = "even")]
    last: u16,
}

#[test]
fn what_was_read_before_an_error_is_dropped() {
    let value = |last| {
        (
            N_ALIVE.set(N_ALIVE.get() + 2),
            Living {
                a: Alive(1),
                b: Alive(2),
                last,
            },
        )
            .1
    };
    let bytes = encode_one([value(2), value(3)]).unwrap();
    assert!(Decode!(&bytes, Vec<Living>).is_err());
    assert_eq!(N_ALIVE.get(), 0);
    let bytes = encode_one([value(2), value(4)]).unwrap();
    let read = Decode!(&bytes, Vec<Living>).unwrap();
    assert_eq!((read.len(), read[1].a.0, read[1].b.0), (2, 1, 2));
    assert_eq!(N_ALIVE.get(), 4);
    drop(read);
    assert_eq!(N_ALIVE.get(), 0);
}
