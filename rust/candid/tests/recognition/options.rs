//! Records whose fields are numbers and options of such values, which are built from their bytes: what their own
//! `Deserialize` makes of them, the errors and the costs, whatever was read before.

use candid::types::{Serializer, Type};
use candid::{decode_one, CandidType, Decode, DecoderConfig, Deserialize, Encode, Error};
use serde::de::{Deserializer, Error as _};
use std::fmt::Debug;

#[derive(CandidType, Deserialize, Debug, PartialEq, Eq, Hash, Clone, Copy)]
struct Id {
    id: u64,
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Copy)]
struct Ballot {
    vote: i32,
    proposal: Option<Id>,
    is_open: Option<bool>,
    weight: Option<(u8, u64)>,
    by: Id,
}

fn ballot(n: u8) -> Ballot {
    Ballot {
        vote: n.into(),
        proposal: (n & 1 != 0).then(|| Id { id: n.into() }),
        is_open: (n & 2 != 0).then_some(n & 16 != 0),
        weight: (n & 4 != 0).then(|| (n, n.into())),
        by: Id { id: 9 },
    }
}

fn vote(ballot: &Ballot) -> Vote {
    Vote {
        vote: ballot.vote,
        proposal: ballot.proposal,
        is_open: ballot.is_open,
        weight: ballot.weight,
    }
}

/// Read by serde alone, field by field.
#[derive(Debug, PartialEq)]
struct BySerde<T>(T);

impl<T: CandidType> CandidType for BySerde<T> {
    fn _ty() -> Type {
        T::ty()
    }

    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySerde<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(BySerde)
    }
}

/// Decodes a vector and, after it, one of them; with what remains of the quota.
fn decode<T: CandidType + for<'de> Deserialize<'de>>(
    bytes: &[u8],
    quota: usize,
) -> Result<(Vec<T>, T), Error> {
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(quota);
    Decode!([config]; bytes, Vec<T>, T)
}

/// Compares what is read with what serde reads, with each quota up to `max_quota`: values, or errors with their places.
#[track_caller]
fn check_same<T: CandidType + for<'de> Deserialize<'de> + PartialEq + Debug>(
    bytes: &[u8],
    max_quota: usize,
) {
    for quota in (0..max_quota).chain([usize::MAX >> 8]) {
        let found = decode::<T>(bytes, quota);
        let by_serde = decode::<BySerde<T>>(bytes, quota);
        match (found, by_serde) {
            (Ok((all, one)), Ok((all_by_serde, one_by_serde))) => {
                assert_eq!(one, one_by_serde.0);
                assert!(all.iter().eq(all_by_serde.iter().map(|value| &value.0)));
            }
            // Charged together with the container, or apart.
            (Err(error), Err(by_serde)) if is_quota(&error) && is_quota(&by_serde) => {}
            (Err(error), Err(by_serde)) => {
                assert_eq!(error.to_string(), by_serde.to_string(), "{quota}");
                assert_eq!(
                    (error.path(), error.offset()),
                    (by_serde.path(), by_serde.offset())
                );
            }
            (found, by_serde) => panic!("{quota}: {found:?}, by serde {by_serde:?}"),
        }
    }
}

fn is_quota(error: &Error) -> bool {
    error.to_string().starts_with("decoding quota exceeded")
}

/// Without a record in it, apart from the payloads.
#[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Copy)]
struct Vote {
    vote: i32,
    proposal: Option<Id>,
    is_open: Option<bool>,
    weight: Option<(u8, u64)>,
}

#[test]
fn quotas_suffice_for_the_same_values() {
    for order in [
        vec![0, 0, 1, 2, 3, 4, 5, 6, 7],
        vec![7, 6, 0, 31, 1],
        vec![0],
        vec![],
    ] {
        let all: Vec<_> = order.into_iter().map(ballot).collect();
        let bytes = Encode!(&all, &ballot(5)).unwrap();
        // Twice: what the first time found out is known the second time.
        for _ in 0..2 {
            check_same::<Ballot>(&bytes, 1500);
            check_same::<Vote>(&bytes, 1500);
        }
        let votes: Vec<_> = all.iter().map(vote).collect();
        let bytes = Encode!(&votes, &vote(&ballot(5))).unwrap();
        for _ in 0..2 {
            check_same::<Vote>(&bytes, 1500);
        }
    }
}

#[test]
fn truncated_and_changed_messages_fail_alike() {
    let all: Vec<_> = (0..8).map(ballot).collect();
    let votes: Vec<_> = all.iter().map(vote).collect();
    for bytes in [
        Encode!(&all, &ballot(7)).unwrap(),
        Encode!(&votes, &vote(&ballot(7))).unwrap(),
    ] {
        check_same::<Ballot>(&bytes, 0);
        check_same::<Vote>(&bytes, 0);
        for n in 0..bytes.len() {
            check_same::<Ballot>(&bytes[..n], 0);
            check_same::<Vote>(&bytes[..n], 0);
            for value in [0, 1, 2, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[n] = value;
                check_same::<Ballot>(&changed, 0);
                check_same::<Vote>(&changed, 0);
            }
        }
    }
}

/// Refuses odd numbers.
#[derive(CandidType, Debug, PartialEq, Eq, Hash, Clone, Copy)]
struct Even {
    id: u64,
}

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Id::deserialize(deserializer)?.id {
            id if id % 2 == 0 => Ok(Even { id }),
            odd => Err(D::Error::custom(format_args!("{odd} is odd"))),
        }
    }
}

/// As [`Even`], a number without a record.
#[derive(CandidType, Debug, PartialEq, Eq, Hash, Clone, Copy)]
struct EvenNumber(u64);

impl<'de> Deserialize<'de> for EvenNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            n if n % 2 == 0 => Ok(EvenNumber(n)),
            odd => Err(D::Error::custom(format_args!("{odd} is odd"))),
        }
    }
}

/// Three types of the same fields: a payload has its own `Deserialize` in the second and third.
macro_rules! holders {
    ($($name:ident: $record:ty, $number:ty;)*) => {$(
        #[derive(CandidType, Deserialize, Debug, PartialEq, Clone, Copy)]
        struct $name {
            record: Option<$record>,
            number: Option<$number>,
        }
    )*};
}
holders! {
    Plain: Id, u64;
    EvenRecords: Even, u64;
    EvenNumbers: Id, EvenNumber;
}

/// The values of an own `Deserialize` are its own, although the first ones had none, and although another type of the same
/// fields was read from the same message.
#[test]
fn a_payload_with_its_own_deserialize_is_read_by_it() {
    let plain = |record: Option<u64>, number| Plain {
        record: record.map(|id| Id { id }),
        number,
    };
    let nothing = plain(None, None);
    let with_record = [nothing, nothing, plain(Some(2), None), plain(Some(3), None)];
    let with_number = [nothing, nothing, plain(None, Some(2)), plain(None, Some(3))];
    for _ in 0..3 {
        let bytes = Encode!(&with_record.to_vec()).unwrap();
        assert_eq!(decode_one::<Vec<Plain>>(&bytes).unwrap(), with_record);
        let error = decode_one::<Vec<EvenRecords>>(&bytes).unwrap_err();
        assert_eq!(error.path(), "0[3].record");
        assert!(error.to_string().contains("3 is odd"), "{error}");
        assert_eq!(decode_one::<Vec<EvenNumbers>>(&bytes).unwrap().len(), 4);

        let bytes = Encode!(&with_number.to_vec()).unwrap();
        assert_eq!(decode_one::<Vec<Plain>>(&bytes).unwrap(), with_number);
        let error = decode_one::<Vec<EvenNumbers>>(&bytes).unwrap_err();
        assert_eq!(error.path(), "0[3].number");
        assert!(error.to_string().contains("3 is odd"), "{error}");
        assert_eq!(decode_one::<Vec<EvenRecords>>(&bytes).unwrap().len(), 4);
    }
}

/// The same as elements of hash sets, after others that are read.
#[test]
fn elements_with_their_own_deserialize_are_read_by_it() {
    use std::collections::HashSet;
    let numbers = |last: u64| Encode!(&vec![2_u64, 4, last]).unwrap();
    let records = |last| Encode!(&vec![Id { id: 2 }, Id { id: last }]).unwrap();
    for _ in 0..2 {
        assert_eq!(Decode!(&numbers(3), HashSet<u64>).unwrap().len(), 3);
        assert_eq!(Decode!(&numbers(6), HashSet<EvenNumber>).unwrap().len(), 3);
        let error = Decode!(&numbers(3), HashSet<EvenNumber>).unwrap_err();
        assert_eq!(error.path(), "0[2]");
        assert_eq!(Decode!(&records(3), HashSet<Id>).unwrap().len(), 2);
        let error = Decode!(&records(3), HashSet<Even>).unwrap_err();
        assert_eq!(error.path(), "0[1]");
    }
}

/// Many elements that cannot be built from their bytes, each other one of which can.
#[test]
fn long_vectors_of_both_kinds() {
    let number = |i: u64| EvenNumbers {
        record: i.is_multiple_of(2).then_some(Id { id: i }),
        number: i.is_multiple_of(3).then_some(EvenNumber(2 * i)),
    };
    let all: Vec<_> = (0..10_000).map(number).collect();
    let bytes = Encode!(&all).unwrap();
    for _ in 0..2 {
        assert_eq!(Decode!(&bytes, Vec<EvenNumbers>).unwrap(), all);
    }
}

/// Messages of other versions of the type: fields that are missing, added, of other types, in options and not.
#[test]
fn other_versions() {
    #[derive(CandidType)]
    struct Narrow {
        vote: i32,
        by: Id,
    }
    #[derive(CandidType)]
    struct Wide {
        vote: i32,
        proposal: Option<Id>,
        is_open: Option<bool>,
        weight: Option<(u8, u64)>,
        by: Id,
        more: Option<u8>,
    }
    #[derive(CandidType)]
    struct Other {
        vote: i32,
        proposal: Id,
        is_open: Option<u8>,
        weight: Option<Option<(u8, u64)>>,
        by: Id,
    }
    let by = Id { id: 9 };
    let narrow = || Narrow { vote: 1, by };
    let wide = |n: u8| Wide {
        vote: n.into(),
        proposal: ballot(n).proposal,
        is_open: ballot(n).is_open,
        weight: ballot(n).weight,
        by,
        more: Some(n),
    };
    let other = |n: u8| Other {
        vote: n.into(),
        proposal: Id { id: 1 },
        is_open: Some(n),
        weight: Some(ballot(n).weight),
        by,
    };
    for n in 0..8 {
        for bytes in [
            Encode!(&vec![narrow(), narrow(), narrow()], &narrow()).unwrap(),
            Encode!(&vec![wide(n), wide(7), wide(0)], &wide(7)).unwrap(),
            Encode!(&vec![other(n), other(7), other(0)], &other(7)).unwrap(),
            Encode!(&vec![ballot(n), ballot(7), ballot(0)], &ballot(7)).unwrap(),
        ] {
            check_same::<Ballot>(&bytes, 600);
        }
    }
}

/// A field known by an alias is elsewhere in the message than where the type declares it.
#[test]
fn fields_by_an_alias() {
    #[derive(CandidType)]
    struct Older {
        zz: Option<u64>,
        b: u32,
        c: Option<bool>,
    }
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Newer {
        #[serde(alias = "zz")]
        a: Option<u64>,
        b: u32,
        c: Option<bool>,
    }
    let older = |i: u32| Older {
        zz: i.is_multiple_of(2).then_some(u64::from(i) + 7),
        b: i,
        c: i.is_multiple_of(3).then_some(i.is_multiple_of(4)),
    };
    let newer = |i: u32| Newer {
        a: older(i).zz,
        b: i,
        c: older(i).c,
    };
    for _ in 0..2 {
        let bytes = Encode!(&(0..20).map(older).collect::<Vec<_>>()).unwrap();
        assert!(Decode!(&bytes, Vec<Newer>)
            .unwrap()
            .into_iter()
            .eq((0..20).map(newer)));
        let bytes = Encode!(&(0..20).map(newer).collect::<Vec<_>>()).unwrap();
        assert!(Decode!(&bytes, Vec<Newer>)
            .unwrap()
            .into_iter()
            .eq((0..20).map(newer)));
    }
}

/// Numbers as wide as pointers are 64 bits in messages, in records, options and sets.
#[test]
fn numbers_as_wide_as_pointers() {
    #[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
    struct Sizes {
        n: usize,
        at: Option<isize>,
    }
    let sizes = [
        (1, None),
        (2, Some(-3)),
        (usize::MAX, Some(isize::MIN)),
        (0, Some(0)),
    ];
    let all: Vec<_> = sizes.map(|(n, at)| Sizes { n, at }).into();
    let set: std::collections::HashSet<usize> = all.iter().map(|sizes| sizes.n).collect();
    for _ in 0..2 {
        let bytes = Encode!(&all, &set).unwrap();
        let found = Decode!(&bytes, Vec<Sizes>, std::collections::HashSet<usize>).unwrap();
        assert_eq!(found, (all.clone(), set.clone()));
    }
}
