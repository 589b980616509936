//! Records of fixed size: written in one go against one by one, read in the order of the declaration against read as
//! they lie on the wire.
//!
//! The readers of [`by_name`] announce a second name for a field, so nothing but names can tell them their
//! fields.

use crate::{agree, reader};
use candid::ser::{Buffer, IDLBuilder};
use candid::{encode_args_into, encode_one, CandidType, Deserialize, Principal};
use std::collections::{LinkedList, VecDeque};
use std::num::NonZeroU32;

macro_rules! declare {
    ($(#[$alias:meta])*) => {
        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Price(pub(super) i64);

        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Header {
            pub(super) zone: u16,
            $(#[$alias])*
            pub(super) id: u64,
            pub(super) is_live: bool,
        }

        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Trade {
            $(#[$alias])*
            pub(super) header: Header,
            pub(super) price: Price,
            pub(super) ratio: f32,
            pub(super) pair: (u8, Header),
            pub(super) unit: (),
            pub(super) is_bid: bool,
        }

        /// As a newer reader declares it.
        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Newer {
            $(#[$alias])*
            pub(super) header: Header,
            pub(super) price: Option<Price>,
            pub(super) added: Option<u8>,
            pub(super) ratio: f32,
            pub(super) pair: (u8, Header),
            pub(super) is_bid: bool,
        }

        /// One that checks what it is given.
        #[derive(CandidType, Deserialize, Debug, Clone, Copy)]
        pub(super) struct Checked {
            pub(super) after: u8,
            #[serde(deserialize_with = "non_zero")]
            pub(super) count: u32,
            $(#[$alias])*
            pub(super) before: u8,
        }
    };
}

mod by_name {
    use super::*;
    declare!(#[serde(alias = "another name")]);
}
declare!();

fn non_zero<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    NonZeroU32::deserialize(deserializer).map(NonZeroU32::get)
}

fn trade(i: u8) -> Trade {
    let header = Header {
        zone: 3,
        id: u64::from(i),
        is_live: true,
    };
    Trade {
        header,
        price: Price(-5),
        ratio: 0.5,
        pair: (i, header),
        unit: (),
        is_bid: false,
    }
}

#[test]
fn alone() {
    agree(
        &encode_one(trade(1)).unwrap(),
        &[reader!(Trade), reader!(by_name::Trade)],
    );
}

#[test]
fn in_vectors_options_and_tuples() {
    type Fast = (Vec<Trade>, Option<Trade>, [Header; 2]);
    type General = (
        Vec<by_name::Trade>,
        Option<by_name::Trade>,
        [by_name::Header; 2],
    );
    let header = trade(0).header;
    let value: Fast = (vec![trade(1), trade(2)], Some(trade(3)), [header; 2]);
    agree(
        &encode_one(value).unwrap(),
        &[reader!(Fast), reader!(General)],
    );
}

#[test]
fn at_a_newer_type() {
    agree(
        &encode_one(vec![trade(1)]).unwrap(),
        &[reader!(Vec<Newer>), reader!(Vec<by_name::Newer>)],
    );
}

/// The error is the visitor's own: it has the same path and offset.
#[test]
fn fields_that_are_refused() {
    let checked = Checked {
        after: 1,
        count: 2,
        before: 3,
    };
    agree(
        &encode_one(vec![checked; 2]).unwrap(),
        &[reader!(Vec<Checked>), reader!(Vec<by_name::Checked>)],
    );
}

/// A list is written element by element, a vector of many elements in one go if they have a fixed size.
fn check_written<T: CandidType + Clone>(element: &T) {
    for n in [0, 1, 15, 16, 17, 100] {
        let elements = vec![element.clone(); n];
        let list: LinkedList<T> = elements.iter().cloned().collect();
        let one_by_one = encode_one(&list).unwrap();
        assert_eq!(encode_one(&elements).unwrap(), one_by_one);
        assert_eq!(
            encode_one(VecDeque::from(elements.clone())).unwrap(),
            one_by_one
        );
        // Behind something that is in the buffer already, and into a buffer of another kind.
        let mut builder = IDLBuilder::new();
        builder.arg(&7_u8).unwrap().arg(&elements).unwrap();
        let mut expected = IDLBuilder::new();
        expected.arg(&7_u8).unwrap().arg(&list).unwrap();
        assert_eq!(
            builder.serialize_to_vec().unwrap(),
            expected.serialize_to_vec().unwrap()
        );
        let mut plain = Plain::default();
        encode_args_into(&mut plain, (&elements,)).unwrap();
        assert_eq!(plain.0, one_by_one);
    }
}

/// A buffer that has no room to give.
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

#[test]
fn written_in_one_go() {
    #[derive(CandidType, Clone)]
    struct Widths(usize, isize, i8, u16, i32, f64);
    #[derive(CandidType, Clone)]
    struct Generic<T> {
        value: T,
        flag: bool,
    }
    #[derive(CandidType, Clone)]
    #[repr(C, packed)]
    struct Packed {
        byte: u8,
        word: u64,
    }
    fn generic<T>(value: T) -> Generic<T> {
        Generic { value, flag: true }
    }
    check_written(&trade(1).header);
    check_written(&Widths(usize::MAX, isize::MIN, -1, 2, -3, 0.5));
    check_written(&generic(trade(2).header));
    check_written(&generic(generic(3_u8)));
    check_written(&Packed {
        byte: 1,
        word: u64::MAX - 1,
    });
    check_written(&(1_u8, -2_i64, trade(4).price));
    check_written(&usize::MAX);
}

#[test]
fn principals_written_in_one_go() {
    candid::define_service!(Counter : { "inc" : candid::func!(() -> ()) });

    for n in 0..=29 {
        let principal = Principal::from_slice(&[7; 29][..n]);
        check_written(&principal);
        check_written(&Counter::new(principal));
    }
}

#[test]
fn written_one_by_one() {
    #[derive(CandidType, Clone)]
    struct Blobs {
        #[serde(with = "serde_bytes")]
        blob: Vec<u8>,
        byte: u8,
    }
    #[derive(CandidType, Clone)]
    struct Endless {
        rest: Option<Box<Endless>>,
        byte: u8,
    }
    #[derive(CandidType, Clone)]
    enum Tag {
        One,
        Two(u8),
    }
    #[derive(CandidType, Clone)]
    struct Empty {}
    let end = Endless {
        rest: None,
        byte: 9,
    };
    // With a field that takes no bytes.
    check_written(&trade(1));
    check_written(&Blobs {
        blob: vec![1, 2, 3],
        byte: 4,
    });
    check_written(&Endless {
        rest: Some(Box::new(end)),
        byte: 8,
    });
    check_written(&(Tag::One, Tag::Two(2)));
    check_written(&(1_u8, [2_u8; 2]));
    check_written(&(1_u8, "text", candid::Nat::from(300_u32)));
    check_written(&Empty {});
}

/// Of the same type, which is not constant: no record of it is known to be of fixed size.
struct ByHand<T>(T);

impl<T: CandidType> CandidType for ByHand<T> {
    fn _ty() -> candid::types::Type {
        T::ty()
    }

    fn idl_serialize<S: candid::types::Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByHand<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(ByHand)
    }
}

/// As many as are compiled as one record of fixed size, and one more and less.
#[test]
fn records_in_records() {
    macro_rules! nested {
        () => { u8 };
        ($level:tt $($more:tt)*) => { (nested!($($more)*), u16) };
    }
    fn check<T>()
    where
        T: CandidType + Default + Clone + std::fmt::Debug + for<'de> Deserialize<'de>,
    {
        let bytes = encode_one(vec![T::default(); 2]).unwrap();
        let by_hand: crate::Reader = reader!(Vec<ByHand<T>>, |all: &Vec<ByHand<T>>| {
            let all: Vec<_> = all.iter().map(|value| &value.0).collect();
            format!("{all:?}")
        });
        agree(&bytes, &[reader!(Vec<T>), by_hand]);
    }
    check::<nested!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14)>();
    check::<nested!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)>();
    check::<nested!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)>();
}

/// Elements that are read at once, as bytes of known meaning, and as values of a type that is not constant.
#[test]
fn elements_in_vectors() {
    fn check<T>(elements: &[T])
    where
        T: CandidType + Clone + std::fmt::Debug + for<'de> Deserialize<'de>,
    {
        let by_hand: crate::Reader = reader!(Vec<ByHand<T>>, |all: &Vec<ByHand<T>>| {
            let all: Vec<_> = all.iter().map(|value| &value.0).collect();
            format!("{all:?}")
        });
        for n in [1, 2, 7, elements.len()] {
            let bytes = encode_one(&elements[..n]).unwrap();
            agree(&bytes, &[reader!(Vec<T>), by_hand]);
        }
    }
    fn check_options<T>(value: impl Fn(u8) -> T)
    where
        T: CandidType + Clone + std::fmt::Debug + for<'de> Deserialize<'de>,
    {
        // The first payload comes early, late, or not at all.
        for first in [0, 5, 20] {
            let opt = |i| (i >= first && i % 3 != 1).then(|| value(i));
            let options: Vec<_> = (0..20).map(opt).collect();
            check(&options);
            let in_some: Vec<_> = options.iter().cloned().map(Some).collect();
            check(&in_some);
            check(
                &options
                    .into_iter()
                    .map(|opt| opt.map(Some))
                    .collect::<Vec<_>>(),
            );
        }
    }
    check_options(u64::from);
    check_options(|i| i % 2 == 0);
    check_options(|i| -i32::from(i));
    check_options(usize::from);
    check_options(|i| trade(i).header);
    check_options(|i| (i, trade(i).header));
    check_options(|i| trade(i).price);
    check_options(|i| (i, Some(i)));
    check_options(|i| i.to_string());
    check_options(candid::Nat::from);
    check(&(0..40).map(|i| i % 3 == 0).collect::<Vec<_>>());
    check(&(0..40_u8).map(usize::from).collect::<Vec<_>>());
}
