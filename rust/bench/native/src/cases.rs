//! The shapes, each with all codecs that can carry it.

use crate::codecs::{
    bincode, borsh, ciborium, incumbent, incumbent_dynamic, ours, ours_dynamic, postcard, prost,
    rkyv, rmp_serde, serde_json, Rkyv,
};
use crate::shapes::calls::{incumbent as their_calls, ours as calls, plain};
use crate::shapes::market::{incumbent as their_market, ours as market};
use crate::shapes::nns::{incumbent as their_nns, ours as nns};
use crate::shapes::{databento, protobuf};
use crate::subject::{prepare, Codec, Subject};
use ::borsh::{BorshDeserialize, BorshSerialize};
use ::prost::Message;
use candid::CandidType;
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_bytes::ByteBuf;
use std::rc::Rc;

/// A shape and how to make its values.
pub struct Shape {
    /// Its name in the report.
    pub name: &'static str,
    /// Prepares all codecs for about `n` records.
    pub prepare: fn(n: u32) -> Case,
}

/// One shape, made and ready to be measured.
pub struct Case {
    /// What a record is.
    pub record: &'static str,
    /// How many records one sample encodes.
    pub n_records: u64,
    /// The codecs; the first is ours.
    pub subjects: Vec<Box<dyn Subject>>,
}

/// All shapes, in the order of the report. A static, so that they are compiled once, and not with each program.
pub static SHAPES: [Shape; 14] = [
    Shape {
        name: "trade",
        prepare: |n| {
            let records = many(n, market::trade);
            let messages = map(&records, databento::trade);
            let dbn = prepare(databento::trades(), messages, 1);
            let items = records.iter().map(Into::into).collect();
            let prost = protobuf::Trades { items };
            case("record", n, records, many(n, their_market::trade), prost).and_also(dbn)
        },
    },
    Shape {
        name: "mbo",
        prepare: |n| {
            let records = many(n, market::mbo);
            let dbn = prepare(databento::mbos(), map(&records, databento::mbo), 1);
            let items = records.iter().map(Into::into).collect();
            let prost = protobuf::Mbos { items };
            case("record", n, records, many(n, their_market::mbo), prost).and_also(dbn)
        },
    },
    Shape {
        name: "mbp-1",
        prepare: |n| {
            let records = many(n, market::mbp1);
            let dbn = prepare(databento::mbp1s(), map(&records, databento::mbp1), 1);
            let items = records.iter().map(Into::into).collect();
            let prost = protobuf::Mbp1s { items };
            case("record", n, records, many(n, their_market::mbp1), prost).and_also(dbn)
        },
    },
    Shape {
        name: "mbp-10",
        prepare: |n| {
            let records = many(n, market::mbp10);
            let dbn = prepare(databento::mbp10s(), map(&records, databento::mbp10), 1);
            let items = records.iter().map(Into::into).collect();
            let prost = protobuf::Mbp10s { items };
            case("record", n, records, many(n, their_market::mbp10), prost).and_also(dbn)
        },
    },
    Shape {
        name: "ohlcv",
        prepare: |n| {
            let records = many(n, market::ohlcv);
            let dbn = prepare(databento::ohlcvs(), map(&records, databento::ohlcv), 1);
            let items = records.iter().map(Into::into).collect();
            let prost = protobuf::Ohlcvs { items };
            case("record", n, records, many(n, their_market::ohlcv), prost).and_also(dbn)
        },
    },
    Shape {
        name: "small_call",
        prepare: |n| {
            let n = (n / 10).max(1);
            let value = Rc::new(calls::transfer(7));
            let prost = protobuf::Transfer::from(&*value);
            let theirs = Rc::new(their_calls::transfer(7));
            repeated("call", n.into(), n, value, theirs, prost)
        },
    },
    Shape {
        name: "proposals",
        prepare: |n| {
            let n = (n / 100).max(1);
            let proposals = many(n, calls::proposal);
            let items = proposals.iter().map(Into::into).collect();
            let theirs = many(n, their_calls::proposal);
            let prost = protobuf::Proposals { items };
            case("proposal", n, proposals, theirs, prost)
        },
    },
    Shape {
        name: "nns_proposals",
        prepare: |n| {
            let n = (n / 100).max(1);
            let proposals = many(n, nns::proposal);
            let subjects = with_serde(proposals, many(n, their_nns::proposal), 1);
            Case {
                record: "proposal",
                n_records: n.into(),
                subjects,
            }
        },
    },
    Shape {
        name: "dynamic",
        prepare: |n| {
            let n = (n / 100).max(1);
            let transfers: Vec<_> = (0..n).map(calls::transfer).collect();
            let message = candid::encode_one(&transfers).expect("encodes");
            let value = candid::IDLArgs::from_bytes(&message).expect("decodes");
            let theirs =
                candid_incumbent::types::value::IDLArgs::from_bytes(&message).expect("decodes");
            Case {
                record: "transfer",
                n_records: n.into(),
                subjects: vec![
                    prepare(ours_dynamic(), Rc::new(value), 1),
                    prepare(incumbent_dynamic(), Rc::new(theirs), 1),
                ],
            }
        },
    },
    Shape {
        name: "map",
        prepare: |n| {
            let n = (n / 10).max(1);
            let map = Rc::new(calls::accounts(n));
            let balance = |(name, nat): (&String, &u128)| (name.clone(), protobuf::small(*nat));
            let balances = map.iter().map(balance).collect();
            let prost = protobuf::Accounts { balances };
            case("entry", n, map.clone(), map, prost)
        },
    },
    Shape {
        name: "nested_list",
        prepare: |n| {
            let n = (n / LIST_DEPTH / 10).max(1);
            let lists = many(n, |_| calls::list(LIST_DEPTH));
            let items = lists.iter().map(Into::into).collect();
            let theirs = many(n, |_| their_calls::list(LIST_DEPTH));
            let prost = protobuf::Cells { items };
            let plain = map(&lists, plain::of);
            let mut case = case("cell", n * LIST_DEPTH, lists, theirs, prost);
            case.subjects[0] = prepare(ours(), plain, 1);
            case
        },
    },
    Shape {
        name: "vec_nat64",
        prepare: |n| {
            let numbers = many(n, |i| u64::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let items = numbers.to_vec();
            let prost = protobuf::Numbers { items };
            case("number", n, numbers.clone(), numbers, prost)
        },
    },
    Shape {
        name: "blob",
        prepare: |n| {
            let bytes: Vec<u8> = (0..n).flat_map(|i| u64::from(i).to_le_bytes()).collect();
            let prost = protobuf::Blob {
                bytes: bytes.clone(),
            };
            let vec = Rc::new(bytes.clone());
            let blob = Rc::new(ByteBuf::from(bytes));
            let mut subjects = vec![
                prepare(ours(), blob.clone(), 1),
                prepare(incumbent(), blob.clone(), 1),
                prepare(borsh(), vec.clone(), 1),
                prepare(rkyv(), vec, 1),
            ];
            subjects.extend(of_serde(&blob, 1));
            subjects.push(prepare(self::prost(), Rc::new(prost), 1));
            Case {
                record: "blob",
                n_records: 1,
                subjects,
            }
        },
    },
    Shape {
        name: "text",
        prepare: |n| {
            let text: String = (0..n).map(|i| TEXT[i as usize % TEXT.len()]).collect();
            let prost = protobuf::Text { text: text.clone() };
            let text = Rc::new(text);
            case("text", 1, text.clone(), text, prost)
        },
    },
];

/// Within what the other formats bear: protobuf stops at 100, JSON at 128.
const LIST_DEPTH: u32 = 64;

/// Eight bytes each, most of them ASCII.
const TEXT: [&str; 4] = ["a piece ", "of text ", "wíth ón ", "\"q\" and "];

impl Case {
    /// Returns how many bytes the records of one sample take in Candid.
    pub fn candid_bytes(&self) -> u64 {
        self.subjects.first().map_or(0, |ours| {
            ours.message_len() as u64 * u64::from(ours.repeat())
        })
    }

    fn and_also(mut self, subject: Box<dyn Subject>) -> Self {
        // Behind those of Candid.
        self.subjects.insert(2, subject);
        self
    }
}

fn many<T>(n: u32, make: impl Fn(u32) -> T) -> Rc<Vec<T>> {
    Rc::new((0..n).map(make).collect())
}

fn map<T, U>(records: &[T], f: impl Fn(&T) -> U) -> Rc<Vec<U>> {
    Rc::new(records.iter().map(f).collect())
}

/// All codecs on one large value.
fn case<T, U, P>(record: &'static str, n: u32, value: Rc<T>, theirs: Rc<U>, prost: P) -> Case
where
    T: CandidType + Serialize + DeserializeOwned + BorshSerialize + BorshDeserialize,
    T: Rkyv + PartialEq + 'static,
    U: candid_incumbent::CandidType + DeserializeOwned + PartialEq + 'static,
    P: Message + Default + PartialEq + 'static,
{
    repeated(record, n.into(), 1, value, theirs, prost)
}

fn repeated<T, U, P>(
    record: &'static str,
    n_records: u64,
    repeat: u32,
    value: Rc<T>,
    theirs: Rc<U>,
    prost: P,
) -> Case
where
    T: CandidType + Serialize + DeserializeOwned + BorshSerialize + BorshDeserialize,
    T: Rkyv + PartialEq + 'static,
    U: candid_incumbent::CandidType + DeserializeOwned + PartialEq + 'static,
    P: Message + Default + PartialEq + 'static,
{
    let mut subjects = with_serde(value, theirs, repeat);
    subjects.push(prepare(self::prost(), Rc::new(prost), repeat));
    Case {
        record,
        n_records,
        subjects,
    }
}

/// The codecs that share the types.
fn with_serde<T, U>(value: Rc<T>, theirs: Rc<U>, repeat: u32) -> Vec<Box<dyn Subject>>
where
    T: CandidType + Serialize + DeserializeOwned + BorshSerialize + BorshDeserialize,
    T: Rkyv + PartialEq + 'static,
    U: candid_incumbent::CandidType + DeserializeOwned + PartialEq + 'static,
{
    let mut subjects = vec![
        prepare(ours(), value.clone(), repeat),
        prepare(incumbent(), theirs, repeat),
        prepare(borsh(), value.clone(), repeat),
        prepare(rkyv(), value.clone(), repeat),
    ];
    subjects.extend(of_serde(&value, repeat));
    subjects
}

/// The codecs that go through serde alone.
fn of_serde<T>(value: &Rc<T>, repeat: u32) -> Vec<Box<dyn Subject>>
where
    T: Serialize + DeserializeOwned + PartialEq + 'static,
{
    let codecs: [fn() -> Codec<T>; 5] = [bincode, postcard, rmp_serde, ciborium, serde_json];
    let prepare = |codec: fn() -> Codec<T>| prepare(codec(), value.clone(), repeat);
    codecs.into_iter().map(prepare).collect()
}
