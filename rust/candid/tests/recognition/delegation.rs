//! A `Deserialize` written by hand that calls a derived one of the same path, and then does something of its own.

use candid::{CandidType, Decode, Deserialize, Encode};
use serde::de::{Deserializer, Error as _};
use std::cell::Cell;

mod shadowed {
    use super::*;

    #[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
    pub(super) struct Percent {
        pub(super) value: u8,
    }

    /// The type of the function has the path that the type of the module would have there.
    pub(super) fn check() {
        type Outer = super::shadowed::Percent;
        #[derive(CandidType, Debug, PartialEq)]
        struct Percent {
            value: u8,
        }
        impl<'de> Deserialize<'de> for Percent {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match Outer::deserialize(deserializer)?.value {
                    value @ 0..=100 => Ok(Percent { value }),
                    value => Err(D::Error::custom(format_args!("{value} is above 100"))),
                }
            }
        }
        let bytes = Encode!(&Outer { value: 42 }).unwrap();
        assert_eq!(Decode!(&bytes, Percent).unwrap(), Percent { value: 42 });
        let bytes = Encode!(&Outer { value: 142 }).unwrap();
        assert_eq!(Decode!(&bytes, Outer).unwrap(), Outer { value: 142 });
        let error = Decode!(&bytes, Percent).unwrap_err();
        assert!(error.to_string().contains("142 is above 100"), "{error}");
    }
}

#[test]
fn a_local_type_that_shadows_one_of_the_module_validates() {
    shadowed::check();
}

/// Two versions of a type, the newer of which reads the older and clamps. Both have one path.
#[test]
fn a_newer_version_that_reads_the_older_one_clamps() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Level {
        value: u32,
        name: String,
    }
    type V1 = Level;
    let level = || V1 {
        value: 500,
        name: "high".into(),
    };
    let bytes = Encode!(&level(), &vec![level()]).unwrap();
    {
        #[derive(CandidType, Debug, PartialEq)]
        struct Level {
            value: u32,
            name: String,
        }
        impl<'de> Deserialize<'de> for Level {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let V1 { value, name } = V1::deserialize(deserializer)?;
                let value = value.min(100);
                Ok(Level { value, name })
            }
        }
        assert_eq!(std::any::type_name::<Level>(), std::any::type_name::<V1>());
        let clamped = || Level {
            value: 100,
            name: "high".into(),
        };
        let (one, many) = Decode!(&bytes, Level, Vec<Level>).unwrap();
        assert_eq!((one, many), (clamped(), vec![clamped()]));
    }
}

/// As a derive of another trait would do it: the derived code of a remote copy, and something after it.
#[test]
fn a_remote_derive_with_an_epilogue_is_called_whole() {
    #[derive(CandidType, Debug, PartialEq)]
    struct Doubled {
        value: u32,
    }
    const _: () = {
        #[derive(Deserialize)]
        #[serde(remote = "Doubled")]
        struct Remote {
            value: u32,
        }
        impl<'de> Deserialize<'de> for Doubled {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut doubled = Remote::deserialize(deserializer)?;
                doubled.value *= 2;
                Ok(doubled)
            }
        }
    };
    let bytes = Encode!(&Doubled { value: 21 }, &Some(Doubled { value: 1 })).unwrap();
    let decoded = Decode!(&bytes, Doubled, Option<Doubled>).unwrap();
    assert_eq!(decoded, (Doubled { value: 42 }, Some(Doubled { value: 2 })));
}

thread_local! {
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Counts how often it is asked for, and whether for people.
#[derive(CandidType, Debug, PartialEq, Clone, Copy)]
struct Counted {
    value: u32,
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        CALLS.set(CALLS.get() + 1);
        assert!(!deserializer.is_human_readable());
        #[derive(Deserialize)]
        struct Counted {
            value: u32,
        }
        let Counted { value } = Counted::deserialize(deserializer)?;
        Ok(self::Counted { value })
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Holder {
    one: Counted,
    after: u32,
    many: Vec<Counted>,
    pair: (Counted, u8),
}

#[test]
fn a_deserialize_written_by_hand_is_called_once_for_each_value() {
    let value = Counted { value: 1 };
    let holder = Holder {
        one: value,
        after: 2,
        many: vec![value; 3],
        pair: (value, 3),
    };
    let bytes = Encode!(&value, &holder, &vec![Ok::<_, ()>(value)]).unwrap();
    for _ in 0..2 {
        CALLS.set(0);
        let decoded = Decode!(&bytes, Counted, Holder, Vec<Result<Counted, ()>>).unwrap();
        assert_eq!(decoded, (value, holder.clone(), vec![Ok(value)]));
        assert_eq!(CALLS.get(), 7);
    }
    // One that cannot be read is not asked for again either.
    CALLS.set(0);
    let bytes = Encode!(&"text").unwrap();
    assert!(Decode!(&bytes, Counted).is_err());
    assert_eq!(CALLS.get(), 1);
}

/// Two newtypes that look alike to the decoder: one derives its `Deserialize`, the other limits its values.
#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Copy)]
struct Plain(u8);

#[derive(CandidType, Debug, PartialEq, Clone, Copy)]
struct Limited(u8);

impl<'de> Deserialize<'de> for Limited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Limited(u8::deserialize(deserializer)?.min(100)))
    }
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct OfPlain {
    inner: (Plain, bool),
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct OfLimited {
    inner: (Limited, bool),
}

#[test]
fn records_of_fixed_size_are_not_built_from_bytes_if_a_deserialize_is_hand_written() {
    // Whichever is read first, from the same header.
    for plain_first in [true, false] {
        let header = if plain_first { 7u8 } else { 9 };
        let tuples = Encode!(&vec![(Plain(200), true); 5], &header).unwrap();
        let records = Encode!(
            &vec![
                OfPlain {
                    inner: (Plain(200), true)
                };
                5
            ],
            &header
        )
        .unwrap();
        for round in 0..4 {
            if plain_first == (round % 2 == 0) {
                let (read, _) = Decode!(&tuples, Vec<(Plain, bool)>, u8).unwrap();
                assert_eq!(read, [(Plain(200), true); 5]);
                let (read, _) = Decode!(&records, Vec<OfPlain>, u8).unwrap();
                assert_eq!(
                    read,
                    vec![
                        OfPlain {
                            inner: (Plain(200), true)
                        };
                        5
                    ]
                );
            } else {
                let (read, _) = Decode!(&tuples, Vec<(Limited, bool)>, u8).unwrap();
                assert_eq!(read, [(Limited(100), true); 5]);
                let (read, _) = Decode!(&records, Vec<OfLimited>, u8).unwrap();
                assert_eq!(
                    read,
                    vec![
                        OfLimited {
                            inner: (Limited(100), true)
                        };
                        5
                    ]
                );
            }
        }
    }
}

/// What is called `serde_bytes` where a type is declared is called, whatever it is.
mod other_bytes {
    pub(super) mod serde_bytes {
        use serde::{Deserialize, Deserializer};

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Vec<u8>, D::Error> {
            let mut bytes = Vec::<u8>::deserialize(deserializer)?;
            bytes.reverse();
            Ok(bytes)
        }
    }

    #[derive(candid::CandidType, candid::Deserialize, Debug)]
    pub(super) struct Message {
        pub(super) id: u32,
        #[serde(with = "serde_bytes")]
        pub(super) data: Vec<u8>,
    }
}

/// Its two traits disagree, and serde_bytes's is asked for.
#[derive(Debug, PartialEq)]
struct ShortByteBuf(Vec<u8>);

impl AsRef<[u8]> for ShortByteBuf {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<'de> serde_bytes::Deserialize<'de> for ShortByteBuf {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes: Vec<u8> = serde_bytes::deserialize(deserializer)?;
        if bytes.len() > 4 {
            return Err(serde::de::Error::custom("too long"));
        }
        Ok(ShortByteBuf(bytes))
    }
}

impl<'de> Deserialize<'de> for ShortByteBuf {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_bytes::deserialize(deserializer).map(ShortByteBuf)
    }
}

impl CandidType for ShortByteBuf {
    fn _ty() -> candid::types::Type {
        Vec::<u8>::ty()
    }
    fn idl_serialize<S: candid::types::Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_blob(&self.0)
    }
}

#[derive(CandidType, Deserialize, Debug)]
struct Limited4 {
    id: u32,
    #[serde(with = "serde_bytes")]
    data: ShortByteBuf,
}

#[test]
fn functions_are_called_whatever_they_are_called() {
    let message = other_bytes::Message {
        id: 7,
        data: vec![1, 2, 3],
    };
    let read = Decode!(&Encode!(&message).unwrap(), other_bytes::Message).unwrap();
    assert_eq!((read.id, read.data), (7, vec![3, 2, 1]));
    for (len, is_ok) in [(4, true), (5, false)] {
        let message = Limited4 {
            id: 7,
            data: ShortByteBuf(vec![1; len]),
        };
        let read = Decode!(&Encode!(&message).unwrap(), Limited4);
        assert_eq!(read.is_ok(), is_ok);
        if let Ok(read) = read {
            assert_eq!((read.id, read.data), (7, message.data));
        }
    }
}
