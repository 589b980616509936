//! Values that the derive makes by itself: only where serde's derive would make the same.

use candid::{decode_one, encode_one, CandidType, Decode, Deserialize, Encode};
use serde::de::{Deserializer, Error as _};

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Copy)]
struct Point {
    y: i32,
    x: u8,
    on: bool,
}

/// Its `Deserialize` refuses what serde's derive would take.
#[derive(CandidType, Debug, PartialEq, Clone, Copy)]
struct Even {
    value: u32,
}

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Even {
            value: u32,
        }
        match Even::deserialize(deserializer)?.value {
            value if value % 2 == 0 => Ok(self::Even { value }),
            value => Err(D::Error::custom(format_args!("{value} is odd"))),
        }
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Holder {
    one: Even,
    many: Vec<Even>,
    maybe: Option<Even>,
    boxed: Box<Even>,
    pair: (Even, u8),
    result: Result<Even, ()>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
enum Choice {
    Even(Even),
    Named { even: Even },
    Two(Even, u8),
    None,
}

/// Whether the derive's own code to read values is part of this build.
pub(crate) const IS_BUILT: bool = cfg!(any(not(debug_assertions), feature = "direct_in_debug"));

#[test]
fn values_of_fixed_size_are_made_of_their_bytes() {
    type Pair = (u8, (bool, i32));
    let mut bytes = &[1, 1, 0xfe, 0xff, 0xff, 0xff, 9][..];
    assert_eq!(Pair::__from_bytes(&mut bytes), Some((1, (true, -2))));
    assert_eq!(bytes, [9]);
    // A `bool` that is none, and one byte too few.
    assert_eq!(Pair::__from_bytes(&mut &[1, 2, 0, 0, 0, 0][..]), None);
    assert_eq!(Pair::__from_bytes(&mut &[1, 1, 0, 0, 0][..]), None);
    const { assert!(Pair::__FROM_BYTES && Point::__FROM_BYTES == IS_BUILT) };
}

#[test]
fn a_bool_that_is_none_is_found_where_it_is() {
    let points = vec![
        Point {
            x: 1,
            y: 2,
            on: true
        };
        3
    ];
    let mut bytes = encode_one(&points).unwrap();
    assert_eq!(decode_one::<Vec<Point>>(&bytes).unwrap(), points);
    let n = bytes.len();
    bytes[n - 7] = 2;
    let error = decode_one::<Vec<Point>>(&bytes).unwrap_err();
    assert_eq!(error.path(), "0[1].on");
    assert_eq!(error.offset(), Some(n - 7));
}

#[test]
fn a_deserialize_of_ones_own_is_what_counts() {
    let even = |value| Even { value };
    let holder = |odd: usize| {
        let at = |place: usize| even(if place == odd { 3 } else { 4 });
        Holder {
            one: at(0),
            many: vec![even(2), at(1)],
            maybe: Some(at(2)),
            boxed: Box::new(at(3)),
            pair: (at(4), 1),
            result: Ok(at(5)),
        }
    };
    let places = ["one", "many[1]", "maybe", "boxed", "pair.0", "result.Ok"];
    for (odd, place) in places.into_iter().enumerate() {
        let error = decode_one::<Holder>(&encode_one(holder(odd)).unwrap()).unwrap_err();
        assert!(
            error.to_string().starts_with("Deserialize error: 3 is odd"),
            "{error}"
        );
        assert_eq!(error.path(), format!("0.{place}"));
    }
    let all_even = holder(places.len());
    let bytes = encode_one(&all_even).unwrap();
    assert_eq!(decode_one::<Holder>(&bytes).unwrap(), all_even);

    let odd = [
        (Choice::Even(even(3)), "0.Even"),
        (Choice::Named { even: even(3) }, "0.Named.even"),
        (Choice::Two(even(3), 1), "0.Two.0"),
    ];
    for (choice, path) in odd {
        let error = decode_one::<Choice>(&encode_one(choice).unwrap()).unwrap_err();
        assert_eq!(error.path(), path);
    }
    for choice in [
        Choice::Even(even(4)),
        Choice::Named { even: even(4) },
        Choice::Two(even(4), 1),
        Choice::None,
    ] {
        let bytes = Encode!(&choice).unwrap();
        assert_eq!(Decode!(&bytes, Choice).unwrap(), choice);
    }
    assert!(decode_one::<Vec<Even>>(&encode_one([even(3)]).unwrap()).is_err());
    assert!(decode_one::<(Even, u8)>(&encode_one((even(3), 1u8)).unwrap()).is_err());
}

/// Types that are made from some messages only, or from none: they still have a Candid type.
#[allow(dead_code, reason = "it is enough that they compile")]
mod written_only {
    use super::{CandidType, Deserialize};

    #[derive(CandidType, Deserialize)]
    struct Static {
        name: &'static str,
    }

    #[derive(CandidType)]
    pub(super) struct HoldsStatic {
        statics: Vec<Static>,
        maybe: Option<Static>,
    }

    #[derive(CandidType)]
    pub(super) struct Holds {
        borrowed: &'static [u8],
        unreadable: Unreadable,
    }

    #[derive(CandidType)]
    struct Unreadable(u8);

    #[derive(CandidType)]
    pub(super) struct HoldsUnreadable {
        pub(super) many: Vec<u8>,
        pub(super) one: Option<Wrapped>,
    }

    #[derive(CandidType)]
    pub(super) struct Wrapped(u8);
}

#[test]
fn types_that_cannot_be_read_are_written() {
    use written_only::{Holds, HoldsStatic, HoldsUnreadable};
    const { assert!(!Holds::__READS && !HoldsStatic::__READS) };
    const { assert!(!HoldsUnreadable::__READS && Point::__READS == IS_BUILT) };
    assert_eq!(
        HoldsUnreadable::ty().to_string(),
        "record { one : opt nat8; many : blob }"
    );
    let none = HoldsUnreadable {
        many: vec![1],
        one: None,
    };
    assert!(encode_one(none).is_ok());
}

/// Names that only a crate's reader of this file would call the same.
mod other {
    use super::{CandidType, Deserialize, Deserializer};

    /// A visitor of another type of this name: serde's own, but not of this declaration.
    #[derive(CandidType, Debug, PartialEq)]
    pub(super) struct Point {
        pub(super) x: u8,
    }

    mod _hidden {
        use super::Deserialize;

        #[derive(Deserialize)]
        pub(super) struct Point {
            pub(super) x: u8,
        }
    }

    impl<'de> Deserialize<'de> for Point {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let x = _hidden::Point::deserialize(deserializer)?.x;
            Ok(Point {
                x: x.saturating_add(1),
            })
        }
    }
}

#[test]
fn the_visitor_of_another_type_is_none_of_this_one() {
    let bytes = encode_one(other::Point { x: 1 }).unwrap();
    assert_eq!(
        decode_one::<other::Point>(&bytes).unwrap(),
        other::Point { x: 2 }
    );
}

#[test]
fn types_in_a_function_are_read_too() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Inner {
        a: Option<String>,
        b: Vec<Inner>,
    }
    let value = Inner {
        a: Some("a".into()),
        b: vec![Inner { a: None, b: vec![] }],
    };
    let bytes = encode_one(&value).unwrap();
    assert_eq!(decode_one::<Inner>(&bytes).unwrap(), value);
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Default)]
struct Large {
    names: [Option<String>; 5],
    numbers: [u64; 4],
}

/// Records whose large options are null are made by code of their own.
#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct OfLarge {
    first: Option<Large>,
    name: String,
    second: Option<Option<Large>>,
    small: Option<u8>,
    #[serde(deserialize_with = "large")]
    third: Option<Large>,
}

fn large<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Large>, D::Error> {
    Option::<Large>::deserialize(deserializer)
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
enum CaseOfLarge {
    Named {
        large: Option<Large>,
        name: String,
        #[serde(skip)]
        n: u8,
    },
    Pair(Option<Large>, Option<String>),
}

#[test]
fn large_options_that_are_null_and_others() {
    const { assert!(Option::<Large>::__IS_LARGE_OPTION && !Option::<u8>::__IS_LARGE_OPTION) };
    let large = Large {
        names: [(); 5].map(|()| Some("a name".into())),
        numbers: [1, 2, 3, 4],
    };
    let all = [None, Some(Large::default()), Some(large)];
    let mut records = Vec::new();
    let mut cases = Vec::new();
    for first in &all {
        for second in [None, Some(None), Some(all[2].clone())] {
            for third in &all {
                records.push(OfLarge {
                    first: first.clone(),
                    name: "name".into(),
                    second: second.clone(),
                    small: third.as_ref().map(|_| 7),
                    third: third.clone(),
                });
            }
        }
        cases.push(CaseOfLarge::Named {
            large: first.clone(),
            name: "name".into(),
            n: 0,
        });
        cases.push(CaseOfLarge::Pair(first.clone(), Some("text".into())));
    }
    let bytes = encode_one((&records, &cases)).unwrap();
    let read = decode_one::<(Vec<OfLarge>, Vec<CaseOfLarge>)>(&bytes).unwrap();
    assert_eq!(read, (records, cases));
}
