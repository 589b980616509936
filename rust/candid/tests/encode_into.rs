//! Encoding into buffers of the caller's: the bytes are those of `encode_args`, whatever the buffer.

#![cfg(feature = "bytes")]

use bytes::BytesMut;
use candid::ser::{Buffer, IDLBuilder};
use candid::types::{Serializer, Type, TypeInner};
use candid::utils::{encode_args_ref, write_args_ref, ArgumentEncoder};
use candid::{
    encode_args, encode_args_into, encode_one, encode_one_into, write_args, CandidType, Empty, Int,
    Nat, Principal,
};
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// A buffer with no more than it must have.
#[derive(Default)]
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

/// Encodes a value in all ways behind something that is there already.
#[track_caller]
fn check<T: CandidType>(value: &T) {
    const BEFORE: &[u8] = b"before";
    let expected = [BEFORE, &encode_one(value).unwrap()].concat();

    let mut vec = BEFORE.to_vec();
    encode_one_into(&mut vec, value).unwrap();
    assert_eq!(vec, expected, "a vector");

    let mut plain = Plain(BEFORE.to_vec());
    encode_args_into(&mut plain, (value,)).unwrap();
    assert_eq!(plain.0, expected, "a buffer of three methods");

    let mut bytes = BytesMut::from(BEFORE);
    encode_one_into(&mut bytes, value).unwrap();
    assert_eq!(bytes, expected, "bytes");

    let mut vec = BEFORE.to_vec();
    write_args(&mut vec, (value,)).unwrap();
    assert_eq!(vec, expected, "a vector as a writer");

    let mut writer = std::io::Cursor::new(BEFORE.to_vec());
    writer.set_position(BEFORE.len() as u64);
    write_args_ref(&mut writer, &(value,)).unwrap();
    assert_eq!(writer.into_inner(), expected, "another writer");

    let mut builder = IDLBuilder::new();
    let builder = builder.arg(value).unwrap().serialize_to_vec().unwrap();
    assert_eq!(builder, expected[BEFORE.len()..], "a builder");
}

#[test]
fn numbers_of_every_length() {
    for shift in 0..128 {
        for value in [1_u128 << shift, (1 << shift) - 1, u128::MAX >> shift] {
            check(&value);
            check(&Nat::from(value));
            check(&u64::try_from(value).unwrap_or(u64::MAX));
            for value in [value as i128, (value as i128).wrapping_neg()] {
                check(&value);
                check(&Int::from(value));
            }
        }
    }
    for n_bits in [129_u32, 500, 1000, 10_000] {
        let value = num_bigint::BigInt::from(1) << n_bits;
        for value in [value.clone() - 1, value.clone(), value + 1] {
            check(&Int(-value.clone()));
            check(&Nat(value.to_biguint().unwrap()));
            check(&Int(value));
        }
    }
}

candid::define_function!(Callback : (u8) -> (u64) query);

#[derive(CandidType)]
struct All {
    text: String,
    blob: serde_bytes::ByteBuf,
    numbers: Vec<u32>,
    texts: Vec<&'static str>,
    map: BTreeMap<u8, Option<bool>>,
    principal: Principal,
    func: Callback,
    float: f64,
    nothing: (),
    either: Result<i16, All2>,
}

#[derive(CandidType)]
enum All2 {
    Unit,
    Tuple(u8, i64),
    Record { a: Box<Option<All2>> },
}

#[test]
fn every_kind_of_value() {
    let all = |n: usize, either| All {
        text: "é".repeat(n),
        blob: vec![7; n].into(),
        numbers: vec![7; n],
        texts: vec!["text"; n],
        map: (0..100).take(n).map(|i| (i, Some(i % 2 == 0))).collect(),
        principal: Principal::management_canister(),
        func: Callback::new(Principal::anonymous(), "method".into()),
        float: 0.1,
        nothing: (),
        either,
    };
    check(&all(0, Ok(-1)));
    check(&all(3, Err(All2::Unit)));
    check(&all(100, Err(All2::Tuple(1, -1))));
    let inner = Box::new(Some(All2::Tuple(0, 0)));
    check(&all(1000, Err(All2::Record { a: inner })));
    check(&vec![(); 1000]);
    check(&(0..1000).map(|i| vec![i; i]).collect::<Vec<_>>());
}

#[test]
fn lists_of_arguments() {
    let mut buffer = Vec::new();
    encode_args_into(&mut buffer, ()).unwrap();
    encode_args_into(&mut buffer, (1_u8, "two", Some(3.0_f32))).unwrap();
    let expected = [
        encode_args(()).unwrap(),
        encode_args((1_u8, "two", Some(3.0_f32))).unwrap(),
    ];
    assert_eq!(buffer, expected.concat());
}

/// An argument list that is no tuple: it knows the builder only.
struct Repeated(u8, usize);

impl ArgumentEncoder for Repeated {
    fn encode(self, ser: &mut IDLBuilder) -> candid::Result<()> {
        self.encode_ref(ser)
    }

    fn encode_ref(&self, ser: &mut IDLBuilder) -> candid::Result<()> {
        for _ in 0..self.1 {
            ser.arg(&self.0)?;
        }
        Ok(())
    }
}

#[test]
fn argument_lists_of_other_crates() {
    let expected = encode_args((7_u8, 7_u8, 7_u8)).unwrap();
    assert_eq!(encode_args_ref(&Repeated(7, 3)).unwrap(), expected);
    let mut plain = Plain::default();
    encode_args_into(&mut plain, Repeated(7, 3)).unwrap();
    assert_eq!(plain.0, expected);
}

/// A value whose implementation panics.
struct Panics;

impl CandidType for Panics {
    fn _ty() -> Type {
        TypeInner::Nat8.into()
    }

    fn idl_serialize<S: Serializer>(&self, _: S) -> Result<(), S::Error> {
        panic!("not today")
    }
}

/// There is no value of this type, but there is a reference that claims to lead to one.
struct NoValue;

impl CandidType for NoValue {
    fn _ty() -> Type {
        <Empty as CandidType>::_ty()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_empty()
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics are not caught")]
fn a_message_that_fails_leaves_nothing_behind() {
    fn check<B: Buffer>(mut buffer: B, content: impl Fn(&B) -> Vec<u8>) {
        encode_args_into(&mut buffer, ("before",)).unwrap();
        let before = content(&buffer);
        let error = encode_args_into(&mut buffer, ("some text", NoValue)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot encode type empty: it has no values"
        );
        assert_eq!(content(&buffer), before, "after an error");
        let encode = AssertUnwindSafe(|| encode_args_into(&mut buffer, ("some text", Panics)));
        assert!(catch_unwind(encode).is_err());
        assert_eq!(content(&buffer), before, "after a panic");
    }
    check(Vec::new(), Vec::clone);
    check(BytesMut::new(), |bytes| bytes.to_vec());
    check(Plain::default(), |plain| plain.0.clone());

    // The same for a writer.
    let mut out = b"before".to_vec();
    assert!(write_args(&mut out, (NoValue,)).is_err());
    assert_eq!(out, b"before");
    let mut out = std::io::Cursor::new(Vec::new());
    assert!(write_args(&mut out, (NoValue,)).is_err());
    assert_eq!(out.into_inner(), b"");
}

#[test]
fn a_large_message_does_not_make_the_next_ones_large() {
    let large = encode_one("x".repeat(1_000_000)).unwrap();
    assert!(large.capacity() < 2_100_000);
    let next = encode_one("x").unwrap();
    assert!(next.capacity() <= 2048, "{}", next.capacity());
    for _ in 0..100 {
        encode_one("x").unwrap();
    }
    assert!(encode_one("x").unwrap().capacity() <= 32);
}

#[test]
fn a_message_that_is_kept_has_little_to_spare() {
    let text = "x".repeat(300);
    for _ in 0..100 {
        encode_one(&text).unwrap();
    }
    let message = encode_one(&text).unwrap();
    assert_eq!((message.len(), message.capacity()), (309, 384));
}

/// What was written of an argument that failed is no message.
#[test]
fn a_builder_that_has_failed() {
    struct Failing;

    impl CandidType for Failing {
        fn _ty() -> candid::types::Type {
            candid::types::TypeInner::Text.into()
        }

        fn idl_serialize<S: candid::types::Serializer>(&self, _: S) -> Result<(), S::Error> {
            Err(serde::ser::Error::custom("on purpose"))
        }
    }
    let mut builder = candid::ser::IDLBuilder::new();
    builder.arg(&1_u8).unwrap();
    assert!(builder.serialize_to_vec().is_ok());
    assert!(builder.arg(&Failing).is_err());
    builder.arg(&2_u8).unwrap();
    for error in [
        builder.serialize_to_vec().unwrap_err(),
        builder.serialize(Vec::new()).unwrap_err(),
    ] {
        assert_eq!(
            error.to_string(),
            "cannot build the message: encoding an argument failed"
        );
    }
}
