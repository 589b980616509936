//! Lazy values in each place where a value may be.

use super::{account, decode, Account};
use candid::{CandidType, Deserialize, Encode, IDLValue, Lazy};
use std::collections::{BTreeMap, HashMap, VecDeque};

type Value = Lazy<Vec<Account>>;
type Eager = Vec<Account>;

/// Checks that the value in a `T` is kept, and that the message is written as it was.
#[track_caller]
fn check<T>(message: &[u8], value_in: impl Fn(&T) -> &Value)
where
    T: CandidType + for<'de> Deserialize<'de>,
{
    let outer = decode::<T>(message).unwrap().0;
    let value = value_in(&outer);
    assert!(!value.is_decoded());
    assert_eq!(Encode!(&outer).unwrap(), message);
    assert_eq!(value.get().unwrap(), &[account()]);
    assert_eq!(Encode!(&outer).unwrap(), message);
}

#[derive(CandidType, Deserialize)]
struct Record<T> {
    before: u64,
    body: T,
    zero: Option<bool>,
}

#[derive(CandidType, Deserialize)]
struct Plain {
    before: u64,
    body: Value,
    zero: Option<bool>,
}

#[derive(CandidType, Deserialize)]
struct Newtype<T>(T);

#[derive(CandidType, Deserialize)]
enum Variant<T> {
    A(T),
    B { body: T },
    C(u8, T),
}

fn record<T>(body: T) -> Record<T> {
    Record {
        before: 1,
        body,
        zero: Some(true),
    }
}

#[test]
fn of_one_message() {
    let value = || vec![account()];
    check::<Value>(&Encode!(&value()).unwrap(), |value| value);
    let message = Encode!(&record(value())).unwrap();
    check::<Plain>(&message, |record| &record.body);
    check::<Record<Value>>(&message, |record| &record.body);
    check::<Box<Plain>>(&message, |record| &record.body);
    let message = Encode!(&vec![record(value())]).unwrap();
    check::<Vec<Plain>>(&message, |vec| &vec[0].body);
    check::<Vec<Record<Value>>>(&message, |vec| &vec[0].body);
    check::<VecDeque<Plain>>(&message, |vec| &vec[0].body);
    check::<Vec<Value>>(&Encode!(&vec![value()]).unwrap(), |vec| &vec[0]);
    let message = Encode!(&Some(value())).unwrap();
    check::<Option<Value>>(&message, |opt| opt.as_ref().unwrap());
    check::<Option<Box<Value>>>(&message, |opt| opt.as_ref().unwrap());
    check::<Newtype<Option<Value>>>(&message, |new| new.0.as_ref().unwrap());
    check::<(u8, Value)>(&Encode!(&(1u8, value())).unwrap(), |tuple| &tuple.1);
    check::<Variant<Value>>(
        &Encode!(&Variant::A(value())).unwrap(),
        |variant| match variant {
            Variant::A(body) | Variant::B { body } | Variant::C(_, body) => body,
        },
    );
    check::<Variant<Value>>(
        &Encode!(&Variant::B { body: value() }).unwrap(),
        |variant| match variant {
            Variant::A(body) | Variant::B { body } | Variant::C(_, body) => body,
        },
    );
    check::<Variant<Value>>(
        &Encode!(&Variant::C(1, value())).unwrap(),
        |variant| match variant {
            Variant::A(body) | Variant::B { body } | Variant::C(_, body) => body,
        },
    );
    check::<Result<Value, u8>>(
        &Encode!(&Ok::<Eager, u8>(value())).unwrap(),
        |result| match result {
            Ok(value) => value,
            Err(_) => unreachable!("it is Ok"),
        },
    );
    let message = Encode!(&BTreeMap::from([("k".to_string(), value())])).unwrap();
    check::<BTreeMap<String, Value>>(&message, |map| &map["k"]);
    check::<HashMap<String, Value>>(&message, |map| &map["k"]);
}

/// Options around values that are not options in the message, and options of records of fixed size.
#[test]
fn in_other_options() {
    use super::Pixel;
    let message = Encode!(&vec![account()]).unwrap();
    let value: Option<Option<Value>> = candid::decode_one(&message).unwrap();
    let value = value.flatten().unwrap();
    assert!(!value.is_decoded());
    assert_eq!(Encode!(&value).unwrap(), message);
    // A value that does not decode as the option is null.
    let value: Option<Value> = candid::decode_one(&Encode!(&vec![Some(1u8)]).unwrap()).unwrap();
    assert!(value.is_none());
    let message = Encode!(&vec![Some(Pixel { x: 1, y: 2 }), None]).unwrap();
    let pixels: Vec<Option<Lazy<Pixel>>> = decode(&message).unwrap().0;
    let pixel = pixels[0].as_ref().unwrap();
    assert!(!pixel.is_decoded() && pixels[1].is_none());
    assert_eq!(Encode!(&pixels).unwrap(), message);
    assert_eq!(pixel.get().unwrap(), &Pixel { x: 1, y: 2 });
    let cost = |message: &[u8]| {
        let lazy = decode::<Vec<Option<Lazy<Pixel>>>>(message).unwrap().1;
        (lazy, decode::<Vec<Option<Pixel>>>(message).unwrap().1)
    };
    let (lazy, at_once) = cost(&message);
    assert_eq!(lazy, at_once);
}

#[test]
fn several_arguments() {
    let message = Encode!(&vec![account()], &1u8, &vec![account()]).unwrap();
    let args: (Value, u8, Value) = candid::decode_args(&message).unwrap();
    assert!(!args.0.is_decoded() && !args.2.is_decoded());
    assert_eq!(Encode!(&args.0, &args.1, &args.2).unwrap(), message);
    assert_eq!(args.2.get().unwrap(), &[account()]);
    // As an older client does.
    let args: (Value, u8, Value, Option<Value>) = candid::decode_args(&message).unwrap();
    assert!(args.3.is_none());
}

/// The rest of a list is kept. It is decoded whole when it is used, so that no byte is copied twice.
#[test]
fn a_type_in_itself() {
    #[derive(CandidType, Deserialize)]
    struct Node {
        value: u32,
        next: Option<Lazy<Box<Node>>>,
    }
    let mut list = None;
    for value in 0..10 {
        let node = Node { value, next: list };
        list = Some(Lazy::new(Box::new(node)));
    }
    let message = Encode!(&list).unwrap();
    let list: Option<Lazy<Box<Node>>> = candid::decode_one(&message).unwrap();
    let first = list.as_ref().unwrap();
    assert!(!first.is_decoded());
    let mut n = 0;
    let mut next = Some(first);
    while let Some(node) = next {
        let node = node.get().unwrap();
        n += node.value;
        next = node.next.as_ref();
        assert!(next.is_none_or(Lazy::is_decoded));
    }
    assert_eq!(n, 45);
    assert_eq!(Encode!(&list).unwrap(), message);
    // The first record is decoded, its rest is kept.
    let message = Encode!(list.unwrap().get().unwrap()).unwrap();
    let first: Node = candid::decode_one(&message).unwrap();
    assert!(!first.next.as_ref().unwrap().is_decoded());
    assert_eq!(Encode!(&first).unwrap(), message);
}

/// A box is not needed, and a value that is not decoded takes no room for it.
#[test]
fn a_type_in_itself_without_a_box() {
    #[derive(CandidType, Deserialize)]
    struct Node(u32, Option<Lazy<Node>>);
    assert!(size_of::<Lazy<[u64; 100]>>() < 100);
    let list = Node(1, Some(Node(2, None).into()));
    let message = Encode!(&list).unwrap();
    let list: Node = candid::decode_one(&message).unwrap();
    let rest = list.1.as_ref().unwrap();
    assert!(!rest.is_decoded());
    assert_eq!((list.0, rest.get().unwrap().0), (1, 2));
}

/// A type without values ends in an error, as without `Lazy`.
#[test]
fn a_type_of_itself_alone() {
    #[derive(CandidType, Deserialize, Debug)]
    struct Void(#[allow(dead_code, reason = "only read")] Lazy<Box<Void>>);
    for message in [Encode!(&1u8).unwrap(), Encode!(&(1u8,)).unwrap()] {
        assert!(candid::decode_one::<Void>(&message).is_err());
    }
}

/// Where serde buffers a value, it is decoded from the buffer.
#[test]
fn flattened() {
    #[derive(CandidType, Deserialize)]
    struct Inner {
        body: Value,
        n: u8,
    }
    #[derive(CandidType, Deserialize)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(CandidType)]
    struct Flat {
        id: u8,
        body: Eager,
        n: u8,
    }
    let message = Encode!(&Flat {
        id: 1,
        body: vec![account()],
        n: 2
    })
    .unwrap();
    let outer: Outer = candid::decode_one(&message).unwrap();
    assert_eq!((outer.id, outer.inner.n), (1, 2));
    assert_eq!(outer.inner.body.get().unwrap(), &[account()]);
    assert_eq!(Encode!(&outer).unwrap(), message);
}

/// A value whose type is known in the message only is decoded, and has no type to be encoded at.
#[test]
fn dynamic() {
    let message = Encode!(&vec![account()]).unwrap();
    let value: Lazy<IDLValue> = candid::decode_one(&message).unwrap();
    assert!(value.is_decoded());
    let plain: IDLValue = candid::decode_one(&message).unwrap();
    assert_eq!(value.get().unwrap(), &plain);
    assert_eq!(
        Encode!(&value).unwrap_err().to_string(),
        Encode!(&plain).unwrap_err().to_string()
    );
    let values: Lazy<Vec<IDLValue>> = candid::decode_one(&message).unwrap();
    assert!(values.is_decoded());
}

#[test]
fn streams() {
    let message = Encode!(&vec![vec![account()], vec![]]).unwrap();
    let mut written = candid::stream::VecWriter::new(Vec::new(), 2).unwrap();
    for value in candid::stream::VecReader::<Value, _>::new(message.as_slice()).unwrap() {
        let value = value.unwrap();
        assert!(!value.is_decoded());
        written.write(&value).unwrap();
    }
    assert_eq!(written.finish().unwrap(), message);
}

#[test]
fn the_type_is_that_of_the_value() {
    assert_eq!(Value::ty(), Eager::ty());
    assert_eq!(Record::<Value>::ty(), Record::<Eager>::ty());
    let config = candid::DecoderConfig::for_payload::<Record<Value>>(1_000);
    let message = Encode!(&record(vec![account()])).unwrap();
    assert!(candid::decode_one_with_config::<Record<Value>>(&message, &config).is_ok());
}
