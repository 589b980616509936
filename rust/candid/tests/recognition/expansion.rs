//! Declarations and calls that compile with `candid` 0.10.39.

use candid::de::IDLDeserialize;
use candid::{CandidType, Decode, Deserialize, Encode};

/// An extension trait for everything, whose methods are called as those of the decoder.
mod extension {
    #[allow(dead_code, reason = "never called")]
    pub(super) trait Everything: Sized {
        fn fixed(self) {}
        fn at(self) {}
        fn record(self) {}
        fn variant(self) {}
        fn ordinal(self) {}
        fn decoder(self) {}
        fn unit(self) {}
        fn unknown(self) {}
        fn failed(self) {}
        fn finish(self) {}
        fn wrap(self) {}
        fn map(self) {}
    }
    impl<T> Everything for T {}
}

mod with_extension {
    #[allow(unused_imports, reason = "in scope to be in the way")]
    use super::extension::Everything as _;
    use super::*;

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    pub(super) struct Point {
        pub(super) x: u8,
        pub(super) y: u16,
    }

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    pub(super) struct Line(pub(super) Point, pub(super) String);

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    pub(super) struct Unit;

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    pub(super) struct Newtype(pub(super) Point);

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    pub(super) enum Shape {
        Point(Point),
        Line { from: Point, to: Point },
        Pair(Point, u8),
        Nothing,
    }
}

#[test]
fn methods_of_an_extension_trait_are_not_in_the_way() {
    use with_extension::*;
    let point = || Point { x: 1, y: 2 };
    let line = || Line(point(), "a".into());
    let shapes = || {
        vec![
            Shape::Point(point()),
            Shape::Line {
                from: point(),
                to: point(),
            },
            Shape::Pair(point(), 3),
            Shape::Nothing,
        ]
    };
    let bytes = Encode!(&line(), &Unit, &Newtype(point()), &shapes()).unwrap();
    let decoded = Decode!(&bytes, Line, Unit, Newtype, Vec<Shape>).unwrap();
    assert_eq!(decoded, (line(), Unit, Newtype(point()), shapes()));
}

#[test]
fn arguments_may_be_mutable_references() {
    let mut text = "a".to_string();
    let s: &mut String = &mut text;
    s.push('b');
    let bytes = Encode!(s, &1u8).unwrap();
    assert_eq!(Decode!(&bytes, String, u8).unwrap(), ("ab".to_string(), 1));
}

#[derive(CandidType)]
struct Unsized(str);

#[derive(CandidType)]
struct Bytes([u8]);

#[test]
fn types_without_a_fixed_size_have_types() {
    assert_eq!(Unsized::ty().to_string(), "text");
    assert_eq!(Bytes::ty().to_string(), "blob");
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[serde(bound(deserialize = "'de: 'static"))]
struct Bounded {
    name: String,
}

#[test]
fn bounds_on_the_lifetime_of_the_input_hold() {
    let bytes: &'static [u8] = Encode!(&Bounded { name: "a".into() }).unwrap().leak();
    assert_eq!(
        IDLDeserialize::new(bytes)
            .unwrap()
            .get_value::<Bounded>()
            .unwrap()
            .name,
        "a"
    );
}

/// Newtypes that contain themselves, one by one and in turn.
#[derive(CandidType, Deserialize, Debug)]
struct Void(#[allow(dead_code, reason = "never made")] Box<Void>);

#[derive(CandidType, Deserialize, Debug)]
struct Ping(#[allow(dead_code, reason = "never made")] Box<Pong>);

#[derive(CandidType, Deserialize, Debug)]
struct Pong(#[allow(dead_code, reason = "never made")] Box<Ping>);

#[test]
fn newtypes_that_contain_themselves_have_no_values() {
    let value: Result<u32, Void> = Ok(5);
    let bytes = Encode!(&value, &None::<Ping>).unwrap();
    assert_eq!(
        Decode!(&bytes, Result<u32, Void>, Option<Pong>)
            .unwrap()
            .0
            .unwrap(),
        5
    );
    let bytes = Encode!(&Err::<u32, u32>(5)).unwrap();
    assert!(Decode!(&bytes, Result<u32, Void>).is_err());
    let error = Decode!(&Encode!(&1u8).unwrap(), Void).unwrap_err();
    assert!(error.is_subtype(), "{error}");
}
