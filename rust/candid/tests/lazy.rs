//! `candid::Lazy`: what is kept as bytes, that it costs, refuses and encodes as the value itself does, and what hostile
//! messages can do.

#![cfg(feature = "value")]

use candid::types::{Field, Label, Type, TypeInner};
use candid::{
    CandidType, DecoderConfig, Deserialize, Encode, Error, Lazy, Nat, Principal, Reserved,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

#[path = "lazy/hostile.rs"]
mod hostile;
#[path = "lazy/places.rs"]
mod places;
#[path = "lazy/proxy.rs"]
mod proxy;

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Account {
    owner: Principal,
    balance: Nat,
    limit: Option<u64>,
    notes: Vec<String>,
    flags: (bool, i8),
    kind: Kind,
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
enum Kind {
    Plain,
    Named(String),
    Both { a: u32, b: Option<Box<Kind>> },
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Copy)]
struct Pixel {
    x: u16,
    y: u16,
}

fn account() -> Account {
    Account {
        owner: Principal::from_slice(&[1, 2, 3]),
        balance: Nat::from(1u128 << 90),
        limit: Some(7),
        notes: vec!["a".to_string(), "ä".repeat(30)],
        flags: (true, -1),
        kind: Kind::Both {
            a: 5,
            b: Some(Box::new(Kind::Named("x".to_string()))),
        },
    }
}

/// Returns a value and what it cost, in units of both quotas.
fn decode<T: CandidType + for<'de> Deserialize<'de>>(
    bytes: &[u8],
) -> Result<(T, DecoderConfig), Error> {
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(1_000_000)
        .set_skipping_quota(1_000_000);
    let ((value,), cost) = candid::utils::decode_args_with_config_debug(bytes, &config)?;
    Ok((value, cost))
}

/// Checks that a message decodes lazily as it does at once: the same cost, the same value, the same encoding. `is_kept` is
/// whether its bytes are kept.
#[track_caller]
fn check<T>(message: &[u8], is_kept: bool)
where
    T: CandidType + for<'de> Deserialize<'de> + Debug + PartialEq,
{
    let (value, cost) = decode::<T>(message).expect("the message is valid");
    let (lazy, lazy_cost) = decode::<Lazy<T>>(message).expect("the message is valid");
    assert_eq!(lazy.is_decoded(), !is_kept);
    assert_eq!(lazy_cost, cost);
    let encoded = Encode!(&value).unwrap();
    assert_eq!(Encode!(&lazy).unwrap(), encoded);
    assert_eq!(lazy.get().unwrap(), &value);
    assert!(lazy.is_decoded());
    assert_eq!(Encode!(&lazy).unwrap(), encoded);
    assert_eq!(lazy.into_inner().unwrap(), value);
    // Each part of the message is needed, and each byte is checked as without `Lazy`.
    for end in 0..message.len() {
        check_agrees::<T>(&message[..end]);
    }
    for i in 0..message.len() {
        for byte in [0, 1, 2, 0x7f, 0x80, 0xff] {
            let mut changed = message.to_vec();
            changed[i] = byte;
            check_agrees::<T>(&changed);
        }
    }
}

/// Checks that a message, which may be malformed, has the same result lazily and at once.
fn check_agrees<T>(message: &[u8])
where
    T: CandidType + for<'de> Deserialize<'de> + Debug + PartialEq,
{
    let lazy = decode::<Lazy<T>>(message);
    match decode::<T>(message) {
        Ok((value, cost)) => {
            let (lazy, lazy_cost) = lazy.expect("the message is valid");
            assert_eq!(lazy_cost, cost, "{message:x?}");
            let again = decode::<T>(&Encode!(&lazy).unwrap()).unwrap().0;
            // Not by `==`, because of numbers that are not equal to themselves.
            assert_eq!(format!("{again:?}"), format!("{value:?}"));
            assert_eq!(format!("{:?}", lazy.get().unwrap()), format!("{value:?}"));
        }
        Err(error) => match lazy {
            Ok((lazy, _)) => assert!(lazy.get().is_err(), "{message:x?}: {error}"),
            // A `Deserialize` that refuses a value may do so before its last byte was read.
            Err(_) if error.is_custom() => {}
            Err(lazy_error) => assert_eq!(lazy_error.code(), error.code(), "{message:x?}"),
        },
    }
}

/// As [`check`] of the encoding of a value of the same type.
macro_rules! rows {
    ($($is_kept:literal: $ty:ty = $value:expr;)*) => {$(
        let value: $ty = $value;
        check::<$ty>(&Encode!(&value).unwrap(), $is_kept);
    )*};
}

#[test]
fn what_is_kept() {
    rows! {
        true: Account = account();
        true: Kind = Kind::Plain;
        true: Pixel = Pixel { x: 1, y: 2 };
        true: Vec<Account> = vec![account(); 3];
        true: Vec<Pixel> = vec![Pixel { x: 1, y: 2 }; 9];
        true: Vec<u64> = vec![1, 2, 3];
        true: Vec<bool> = vec![true, false];
        true: Vec<()> = vec![(); 5];
        true: Vec<Vec<u8>> = vec![vec![1, 2], vec![]];
        true: Vec<Reserved> = vec![Reserved, Reserved];
        true: BTreeMap<String, Nat> = BTreeMap::from([("a".to_string(), Nat::from(300u32))]);
        true: HashMap<u8, i16> = HashMap::from([(1, -2)]);
        true: (f32, f64, i128) = (1.5, -2.5, i128::MIN);
        true: Option<Option<Account>> = Some(Some(account()));
        true: Option<Option<Option<u8>>> = Some(Some(None));
        true: Option<Account> = Some(account());
        true: Option<Vec<Kind>> = None;
        true: Box<Account> = Box::new(account());
        true: Result<u8, String> = Err("no".to_string());
        true: [Pixel; 2] = [Pixel { x: 1, y: 2 }, Pixel { x: 3, y: 4 }];
    }
    // As cheap to decode as to copy, or without bytes.
    rows! {
        false: u64 = 5;
        false: () = ();
        false: Nat = Nat::from(1u128 << 100);
        false: String = "text".repeat(20);
        false: Vec<u8> = vec![1, 2, 3];
        false: Principal = Principal::from_slice(&[1, 2, 3]);
        false: Option<u8> = Some(1);
        false: Option<Option<u8>> = Some(Some(1));
        false: Option<Pixel> = Some(Pixel { x: 1, y: 2 });
        false: Reserved = Reserved;
    }
}

/// Messages of a subtype, which are not encodings at the type itself.
#[test]
fn subtypes_are_decoded_at_once() {
    #[derive(CandidType)]
    struct Fewer {
        owner: Principal,
        balance: u8,
        notes: Vec<String>,
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq, Default)]
    #[serde(default)]
    struct More {
        owner: Option<Principal>,
        balance: u8,
        notes: Vec<String>,
        missing: u16,
    }
    let fewer = Fewer {
        owner: Principal::anonymous(),
        balance: 5,
        notes: vec!["n".to_string()],
    };
    check::<More>(&Encode!(&fewer).unwrap(), false);

    #[derive(CandidType)]
    enum Cases {
        Plain,
    }
    check::<Kind>(&Encode!(&Cases::Plain).unwrap(), false);
    // `nat` as `int`, a value as an option, surplus fields, an empty vector of another type, no argument.
    check::<Vec<candid::Int>>(&Encode!(&vec![Nat::from(200u8)]).unwrap(), false);
    check::<Option<Vec<Nat>>>(&Encode!(&vec![Nat::from(200u8)]).unwrap(), false);
    check::<Pixel>(
        &Encode!(&account_of(Pixel { x: 1, y: 2 }, "surplus")).unwrap(),
        false,
    );
    check::<Option<Vec<Nat>>>(&Encode!().unwrap(), false);
    // Each is an option, of another type: null.
    check::<Vec<Option<Nat>>>(&Encode!(&vec![Some(true)]).unwrap(), false);
}

fn account_of(pixel: Pixel, surplus: &str) -> impl CandidType {
    #[derive(CandidType)]
    struct Surplus {
        x: u16,
        y: u16,
        z: String,
    }
    Surplus {
        x: pixel.x,
        y: pixel.y,
        z: surplus.to_string(),
    }
}

/// The order of the type table, and entries that are there twice, make no difference.
#[test]
fn types_are_compared_by_structure() {
    let messages: [&[u8]; 3] = [
        // type 0 = vec 1; type 1 = record { nat8; opt text }, type 2 = opt text
        b"DIDL\x03\x6d\x01\x6c\x02\x00\x7b\x01\x02\x6e\x71\x01\x00\x01\x05\x01\x01a",
        // The same from the inside.
        b"DIDL\x03\x6e\x71\x6c\x02\x00\x7b\x01\x00\x6d\x01\x01\x02\x01\x05\x01\x01a",
        // With equal entries and one that is not used.
        b"DIDL\x05\x6e\x71\x6e\x71\x6c\x02\x00\x7b\x01\x01\x6d\x02\x6d\x00\x01\x03\x01\x05\x01\x01a",
    ];
    for message in messages {
        check::<Vec<(u8, Option<String>)>>(message, true);
    }
    // A recursive type, rolled out once: record { opt record { opt … } } with two entries each.
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct List(u8, Option<Box<List>>);
    let list = b"DIDL\x04\x6c\x02\x00\x7b\x01\x01\x6e\x02\x6c\x02\x00\x7b\x01\x03\x6e\x00\x01\x00\x01\x01\x02\x00";
    check::<List>(list, true);
}

/// What was decoded is encoded: it may have been changed, also behind a shared reference.
#[test]
fn changes_are_encoded() {
    type Cells = Vec<RefCell<u64>>;
    let message = Encode!(&vec![1u64, 2]).unwrap();
    let mut lazy = decode::<Lazy<Cells>>(&message).unwrap().0;
    *lazy.get().unwrap()[0].borrow_mut() = 7;
    assert_eq!(Encode!(&lazy).unwrap(), Encode!(&vec![7u64, 2]).unwrap());
    lazy.get_mut().unwrap().clear();
    assert_eq!(
        Encode!(&lazy).unwrap(),
        Encode!(&Vec::<u64>::new()).unwrap()
    );
}

/// Bytes that this crate would not write are written as they were until the value is used.
#[test]
fn bytes_are_written_as_they_were() {
    // vec { 1 : nat }, in two bytes.
    let message = b"DIDL\x01\x6d\x7d\x01\x00\x01\x81\x00";
    let lazy = decode::<Lazy<Vec<Nat>>>(message).unwrap().0;
    assert_eq!(Encode!(&lazy).unwrap(), message);
    assert_eq!(Encode!(&lazy.clone()).unwrap(), message);
    lazy.get().unwrap();
    let shortest = b"DIDL\x01\x6d\x7d\x01\x00\x01\x01";
    assert_eq!(Encode!(&lazy).unwrap(), shortest);
}

/// The only errors of `get` are those of `Deserialize`; they have positions in the value, and leave the bytes.
#[test]
fn what_deserialize_refuses() {
    #[derive(CandidType, Deserialize, Clone)]
    struct Small {
        numbers: Vec<u128>,
    }
    #[derive(CandidType)]
    struct Large {
        numbers: Vec<Nat>,
    }
    let large = Large {
        numbers: vec![Nat::from(1u8), Nat::from(u128::MAX) + 1u8],
    };
    let message = Encode!(&0u8, &large).unwrap();
    let (_, lazy): (u8, Lazy<Small>) = candid::decode_args(&message).unwrap();
    for _ in 0..2 {
        let error = lazy.get().err().unwrap();
        assert_eq!(error.path(), "numbers[1]");
        assert!(
            error.to_string().contains("out of range for u128"),
            "{error}"
        );
        assert_eq!(Encode!(&0u8, &lazy).unwrap(), message);
    }
    assert!(lazy.clone().into_inner().is_err());
}

#[test]
fn other_formats_have_the_value() {
    let message = Encode!(&vec![Some(1u8), None]).unwrap();
    let lazy = decode::<Lazy<Vec<Option<u8>>>>(&message).unwrap().0;
    let json = serde_json::to_string(&lazy).unwrap();
    assert_eq!(json, "[1,null]");
    let lazy: Lazy<Vec<Option<u8>>> = serde_json::from_str(&json).unwrap();
    assert!(lazy.is_decoded());
    assert_eq!(Encode!(&lazy).unwrap(), message);
}

#[test]
fn traits() {
    fn is_shared<T: Send + Sync + Clone + Default + Debug>() {}
    is_shared::<Lazy<Vec<String>>>();
    let lazy = Lazy::from(vec![1u8]);
    assert_eq!(format!("{lazy:?}"), "Lazy([1])");
    let message = Encode!(&vec![Some(1u8), None]).unwrap();
    let lazy = decode::<Lazy<Vec<Option<u8>>>>(&message).unwrap().0;
    assert_eq!(format!("{lazy:?}"), "Lazy(<4 bytes>)");
    let clones: Vec<_> = (0..4).map(|_| lazy.clone()).collect();
    std::thread::scope(|scope| {
        for one in &clones {
            scope.spawn(|| {
                assert_eq!(lazy.get().unwrap(), &[Some(1), None]);
                assert_eq!(one.get().unwrap(), &[Some(1), None]);
            });
        }
    });
    assert!(Lazy::<Vec<String>>::default().get().unwrap().is_empty());
}

/// A type written by hand that gives a field another type than that of its value: never the bytes of one at the other.
#[test]
fn bytes_of_another_type() {
    #[derive(Deserialize)]
    struct Liar {
        body: Lazy<Vec<Option<u8>>>,
    }
    impl CandidType for Liar {
        fn _ty() -> Type {
            TypeInner::Record(vec![Field {
                id: Label::Named("body".to_string()).into(),
                ty: Vec::<Option<i8>>::ty(),
            }])
            .into()
        }
        fn idl_serialize<S: candid::types::Serializer>(&self, to: S) -> Result<(), S::Error> {
            use candid::types::Compound;
            to.serialize_struct()?.serialize_element(&self.body)
        }
    }
    #[derive(CandidType)]
    struct Honest {
        body: Vec<Option<i8>>,
    }
    let message = Encode!(&Honest {
        body: vec![Some(-1)]
    })
    .unwrap();
    assert!(candid::decode_one::<Liar>(&message).is_err());

    // The same with constants, which the derive writes: a variant is taken for another.
    #[derive(Deserialize)]
    struct Inner(Lazy<Vec<Option<u8>>>);
    impl CandidType for Inner {
        fn _ty() -> Type {
            Vec::<Option<i8>>::_ty()
        }
        fn __descriptor() -> &'static candid::types::descriptor::Descriptor {
            Vec::<Option<i8>>::__descriptor()
        }
        fn idl_serialize<S: candid::types::Serializer>(&self, to: S) -> Result<(), S::Error> {
            self.0.idl_serialize(to)
        }
    }
    let inner = candid::decode_one::<Inner>(&Encode!(&vec![Some(-1i8)]).unwrap()).unwrap();
    let error = Encode!(&inner).unwrap_err();
    assert!(
        error.to_string().contains("call its method `get`"),
        "{error}"
    );
    // `opt int8` decodes as `opt nat8`: null.
    assert_eq!(inner.0.get().unwrap(), &[None]);
}
