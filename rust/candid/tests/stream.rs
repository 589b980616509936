//! Vectors in streams: the same bytes, values, costs and errors as for whole messages, in little memory.
#![cfg(feature = "default")]

use candid::stream::{VecReader, VecWriter, MAX_ELEMENT_LEN};
use candid::utils::decode_args_with_config_debug;
use candid::{
    decode_one, decode_one_with_config, encode_args, encode_one, CandidType, DecoderConfig,
    Deserialize, Empty, Int, Nat,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{any, Strategy};
use proptest::{option, prop_assert, prop_assert_eq, proptest};
use serde::de::DeserializeOwned;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::rc::Rc;

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Account {
    owner: String,
    balance: Nat,
    memo: Option<Vec<u8>>,
    names: BTreeMap<String, (u8, Option<Int>)>,
    next: Option<Box<Account>>,
}

fn account() -> impl Strategy<Value = Account> {
    let one = (
        ".{0,9}",
        any::<u128>(),
        option::of(vec(any::<u8>(), 0..40)),
        btree_map(".{0,3}", (any::<u8>(), option::of(any::<i64>())), 0..4),
    );
    vec(one, 1..3).prop_map(|parts| {
        let mut next = None;
        for (owner, balance, memo, names) in parts {
            let names = names
                .into_iter()
                .map(|(k, (a, b))| (k, (a, b.map(Int::from))));
            next = Some(Box::new(Account {
                owner,
                balance: balance.into(),
                memo,
                names: names.collect(),
                next,
            }));
        }
        *next.unwrap()
    })
}

/// Hands out a few bytes at a time, and counts them.
struct Slow<'a> {
    bytes: &'a [u8],
    at_once: usize,
    n_read: Rc<Cell<usize>>,
}

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.at_once.min(out.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(n);
        out[..n].copy_from_slice(now);
        self.bytes = later;
        self.n_read.set(self.n_read.get() + n);
        Ok(n)
    }
}

fn slow(bytes: &[u8], at_once: usize) -> Slow<'_> {
    Slow {
        bytes,
        at_once,
        n_read: Rc::default(),
    }
}

fn write<T: CandidType>(elements: &[T]) -> Vec<u8> {
    let mut writer = VecWriter::new(Vec::new(), elements.len()).unwrap();
    for element in elements {
        writer.write(element).unwrap();
    }
    writer.finish().unwrap()
}

fn read<T: CandidType + DeserializeOwned>(stream: impl Read) -> candid::Result<Vec<T>> {
    VecReader::new(stream)?.collect()
}

/// The streams of a vector are those of its message.
#[track_caller]
fn check<T: CandidType + DeserializeOwned + PartialEq + Debug>(elements: Vec<T>) {
    let message = encode_one(&elements).unwrap();
    assert_eq!(write(&elements), message);
    assert_eq!(read::<T>(message.as_slice()).unwrap(), elements);
    let mut quotas = DecoderConfig::new();
    quotas
        .set_decoding_quota(1 << 30)
        .set_skipping_quota(1 << 30);
    let (_, cost) = decode_args_with_config_debug::<(Vec<T>,)>(&message, &quotas).unwrap();
    let all = |config: &DecoderConfig| -> candid::Result<Vec<T>> {
        VecReader::with_config(message.as_slice(), config)?.collect()
    };
    let used = cost.decoding_quota.unwrap();
    quotas
        .set_decoding_quota(used)
        .set_skipping_quota(cost.skipping_quota.unwrap());
    assert_eq!(all(&quotas).unwrap(), elements);
    quotas.set_decoding_quota(used - 1);
    assert!(all(&quotas).unwrap_err().is_quota());
}

#[test]
fn vectors_of_all_kinds() {
    check(Vec::<String>::new());
    check(vec![0u8, 255, 7]);
    check((0..10_000u64).collect());
    check((0..3_000).map(|i| format!("text {i}")).collect());
    check(vec![(); 1_000]);
    check(vec![Some(true), None]);
    check(vec![vec![1u8; 100_000], vec![], vec![2; 70_000]]);
    check(vec![Nat::from(u128::MAX), Nat::from(0u8)]);
    check(vec![("a".to_string(), 1.5f32), ("b".to_string(), 2.0)]);
    check(vec![Ok::<u8, String>(1), Err("no".into())]);
    check(vec![vec![Some(vec![(1u8, "x".to_string())])]; 50]);
    check(Vec::<Empty>::new());
}

proptest! {
    #[test]
    fn streams_are_messages(accounts in vec(account(), 0..20), at_once in 1usize..50) {
        let message = encode_one(&accounts).unwrap();
        prop_assert_eq!(&write(&accounts), &message);
        prop_assert_eq!(read::<Account>(slow(&message, at_once)).unwrap(), accounts);
    }

    /// The same result as for the whole message, whatever its bytes: values, or an error.
    #[test]
    fn damaged_streams(
        accounts in vec(account(), 1..4),
        changes in vec((any::<proptest::sample::Index>(), any::<u8>()), 0..3),
        cut in option::of(any::<proptest::sample::Index>()),
    ) {
        let mut message = encode_one(&accounts).unwrap();
        for (at, byte) in changes {
            let at = at.index(message.len());
            message[at] = byte;
        }
        if let Some(cut) = cut {
            message.truncate(cut.index(message.len()));
        }
        let whole = decode_one::<Vec<Account>>(&message);
        let streamed = read::<Account>(slow(&message, 7));
        match (whole, streamed) {
            (Ok(whole), Ok(streamed)) => prop_assert_eq!(whole, streamed),
            (Err(_), Err(_)) => {}
            (whole, streamed) => prop_assert!(false, "{whole:?} {streamed:?}"),
        }
    }
}

/// Other senders: other types, surplus fields and arguments.
#[test]
fn what_coerces_is_read() {
    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Newer {
        owner: String,
        color: Option<u8>,
    }
    #[derive(CandidType)]
    struct Sent {
        owner: String,
        surplus: Vec<u64>,
    }
    let sent: Vec<_> = (0..100)
        .map(|i| Sent {
            owner: i.to_string(),
            surplus: vec![i; 100],
        })
        .collect();
    let message = encode_args((&sent, "surplus", vec![(); 10])).unwrap();
    let newer: Vec<Newer> = read(message.as_slice()).unwrap();
    assert_eq!(newer, decode_one::<Vec<Newer>>(&message).unwrap());
    let mut config = DecoderConfig::new();
    config.set_skipping_quota(1_000);
    let bounded = VecReader::<Newer, _>::with_config(message.as_slice(), &config).unwrap();
    let result: candid::Result<Vec<Newer>> = bounded.collect();
    assert!(result.unwrap_err().is_quota());
    assert!(decode_one_with_config::<Vec<Newer>>(&message, &config)
        .unwrap_err()
        .is_quota());
    let nats = encode_one(vec![Nat::from(5u8)]).unwrap();
    assert_eq!(read::<Int>(nats.as_slice()).unwrap(), [Int::from(5)]);
    assert_eq!(read::<Option<String>>(nats.as_slice()).unwrap(), [None]);
}

/// What fails, and with which words: those of whole messages, where there are such.
#[test]
fn errors() {
    fn error<T: CandidType + DeserializeOwned + Debug>(message: &[u8]) -> String {
        read::<T>(message).unwrap_err().to_string()
    }
    let pairs = encode_one(vec![("a", 5u8), ("b", 6)]).unwrap();
    let whole = decode_one::<Vec<(String, u16)>>(&pairs).unwrap_err();
    assert_eq!(error::<(String, u16)>(&pairs), whole.to_string());
    assert_eq!(
        whole.to_string(),
        "expected nat16, found nat8 in argument 1 at [0].1, byte offset 18"
    );
    let cut = &pairs[..pairs.len() - 1];
    let whole = decode_one::<Vec<(String, u8)>>(cut).unwrap_err();
    assert!(whole.is_truncated() && read::<(String, u8)>(cut).unwrap_err().is_truncated());
    assert_eq!(
        error::<(String, u8)>(cut),
        "expected more bytes, found the end of the input in argument 1 at [1], byte offset 21"
    );
    let more = [pairs.as_slice(), &[0, 0]].concat();
    let whole = decode_one::<Vec<(String, u8)>>(&more).unwrap_err();
    let streamed = read::<(String, u8)>(more.as_slice()).unwrap_err();
    let place = |error: &candid::Error| (error.code(), error.offset());
    assert_eq!(place(&streamed), place(&whole));
    assert_eq!(
        error::<u8>(&encode_one(5u8).unwrap()),
        "expected a vec, found nat8 in argument 1"
    );
    assert_eq!(
        error::<u8>(b"DIDL\0\0"),
        "missing argument 1: expected a vec"
    );
    assert_eq!(
        error::<u8>(b"DIDX\0\0"),
        decode_one::<u8>(b"DIDX\0\0").unwrap_err().to_string()
    );
    assert!(read::<u8>(&b"DIDL"[..]).unwrap_err().is_truncated());
    // After an error there is nothing.
    let mut reader = VecReader::<(String, u16), _>::new(pairs.as_slice()).unwrap();
    assert_eq!(reader.n_left(), 2);
    assert!(reader.next().unwrap().is_err());
    assert!(reader.next().is_none());
    // A stream that fails.
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no disk"))
        }
    }
    assert_eq!(
        read::<u8>(Failing).unwrap_err().to_string(),
        "I/O error: no disk"
    );
    // Any header is read within its limits only.
    let mut config = DecoderConfig::new();
    config.set_max_header_len(8);
    let limited = VecReader::<(String, u8), _>::with_config(pairs.as_slice(), &config);
    assert!(limited.err().unwrap().is_limit());
}

/// What follows the message, of any length and after arguments that are skipped, is an error that says what to do.
#[test]
fn streams_that_go_on() {
    let messages = [
        encode_one(vec![1u64, 2, 3]).unwrap(),
        encode_args((vec![1u64, 2, 3], "surplus")).unwrap(),
    ];
    for message in messages {
        for n_zeros in [1, 7, 65_536, 200_000] {
            let page = [message.as_slice(), &vec![0; n_zeros]].concat();
            let mut reader = VecReader::<u64, _>::new(page.as_slice()).unwrap();
            let balances: Vec<u64> = reader.by_ref().take(3).map(Result::unwrap).collect();
            assert_eq!(balances, [1, 2, 3]);
            let error = reader.next().unwrap().unwrap_err();
            assert!(error.is_malformed());
            assert_eq!(
                error.to_string(),
                format!(
                    "expected the end of the stream after the last value, found more bytes \
                     (if others follow the message, keep its length and read \
                     `stream.take(length)`) at byte offset {}",
                    message.len()
                )
            );
            assert!(reader.next().is_none());
            let taken = page.as_slice().take(message.len() as u64);
            assert_eq!(read::<u64>(taken).unwrap(), [1, 2, 3]);
        }
    }
}

/// Reads a byte at a time, with an interruption before each, and fails for good at the end.
struct Interrupted<'a> {
    bytes: &'a [u8],
    is_interrupted: bool,
    failure: io::ErrorKind,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (now, later) = self.bytes.split_at_checked(1).ok_or(self.failure)?;
        out[..1].copy_from_slice(now);
        self.bytes = later;
        Ok(1)
    }
}

/// What comes before a failure of the stream is read, wherever that is.
#[test]
fn failures_in_the_middle() {
    let elements: Vec<String> = (0..3_000).map(|i| format!("text {i}")).collect();
    let message = encode_one(&elements).unwrap();
    let header_len = message.len() - elements.iter().map(|text| text.len() + 1).sum::<usize>();
    for cut in [
        0,
        3,
        header_len,
        header_len + 1,
        header_len + 14,
        17_000,
        message.len() - 1,
    ] {
        let stream = Interrupted {
            bytes: &message[..cut],
            is_interrupted: false,
            failure: io::ErrorKind::ConnectionReset,
        };
        let mut left = cut.saturating_sub(header_len);
        let complete = elements.iter().take_while(|text| {
            let fits = left > text.len();
            left = left.saturating_sub(text.len() + 1);
            fits
        });
        let expected = complete.count();
        let error = match VecReader::<String, _>::new(stream) {
            Err(error) => {
                assert!(cut < header_len);
                error
            }
            Ok(mut reader) => {
                let read: Vec<_> = reader.by_ref().take(expected).map(Result::unwrap).collect();
                assert_eq!(read, elements[..expected]);
                let error = reader.next().unwrap().unwrap_err();
                assert!(reader.next().is_none());
                error
            }
        };
        let text = error.to_string();
        assert!(
            text.starts_with("I/O error: connection reset"),
            "{cut}: {text}"
        );
    }
    // Behind all elements: whether the message ends there is not known.
    let stream = Interrupted {
        bytes: &message,
        is_interrupted: false,
        failure: io::ErrorKind::TimedOut,
    };
    let mut reader = VecReader::<String, _>::new(stream).unwrap();
    assert_eq!(
        reader.by_ref().take(3_000).map(Result::unwrap).count(),
        3_000
    );
    assert!(reader.next().unwrap().is_err() && reader.next().is_none());
}

#[test]
fn claims_of_hostile_streams() {
    // 2^60 elements, with bytes and without: the length is one that vectors may have.
    for element in [0x7f, 0x7b, 0x71] {
        let mut many = b"DIDL\x01\x6d".to_vec();
        many.extend([element, 1, 0]);
        many.extend([0x80; 8]);
        many.push(0x10);
        many.extend([0; 10]);
        let start = match VecReader::<Option<String>, _>::new(many.as_slice()) {
            Err(error) => error,
            Ok(reader) => reader.take(200_000).find_map(Result::err).unwrap(),
        };
        assert!(
            start.is_limit() || start.is_malformed() || start.is_subtype(),
            "{start}"
        );
        assert!(decode_one::<Vec<Option<String>>>(&many).is_err());
    }
    // 2^32 - 1 elements without bytes.
    let nulls = b"DIDL\x01\x6d\x7f\x01\x00\xff\xff\xff\xff\x0f";
    let reader = VecReader::<(), _>::new(&nulls[..]).unwrap();
    let (mut n, mut last) = (0u32, None);
    for element in reader {
        n += 1;
        last = element.err();
    }
    assert_eq!(n, 131_073);
    assert!(last.unwrap().is_limit());
    // 30 vectors of 100,000 values without bytes, in three bytes each: as many as in a whole message, and no more.
    let mut vectors = b"DIDL\x02\x6d\x01\x6d\x7f\x01\x00\x1e".to_vec();
    vectors.extend([0xa0, 0x8d, 0x06].repeat(30));
    let whole = decode_one::<Vec<Vec<Option<u8>>>>(&vectors).unwrap_err();
    let error = read::<Vec<Option<u8>>>(vectors.as_slice()).unwrap_err();
    assert!(whole.is_limit() && error.is_limit(), "{whole}, {error}");
    // As many texts, of which there is none.
    let texts = b"DIDL\x01\x6d\x71\x01\x00\xff\xff\xff\xff\x0f";
    let mut reader = VecReader::<String, _>::new(&texts[..]).unwrap();
    assert!(reader.next().unwrap().unwrap_err().is_truncated());
    // A text of 2^32 - 1 bytes in an endless stream.
    let endless = b"DIDL\x01\x6d\x71\x01\x00\x01\xff\xff\xff\xff\x0f".chain(io::repeat(b'x'));
    let n_read = Rc::new(Cell::new(0));
    struct Counting<R>(R, Rc<Cell<usize>>);
    impl<R: Read> Read for Counting<R> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let n = self.0.read(out)?;
            self.1.set(self.1.get() + n);
            Ok(n)
        }
    }
    let counting = Counting(endless, n_read.clone());
    let mut reader = VecReader::<String, _>::new(counting).unwrap();
    let error = reader.next().unwrap().unwrap_err();
    assert!(error.is_limit());
    assert_eq!(
        error.to_string(),
        "a value is longer than 4194304 bytes in argument 1 at [0], byte offset 10"
    );
    assert!(n_read.get() <= 3 * MAX_ELEMENT_LEN);
}

/// The limit is exact, however much of the stream is in memory.
#[test]
fn the_longest_element() {
    for n in [10, 20_000] {
        let message = encode_one(vec!["x".repeat(n)]).unwrap();
        let len = n + if n < 128 { 1 } else { 3 };
        let read = |max| -> candid::Result<Vec<String>> {
            let reader = VecReader::new(message.as_slice())?;
            reader.max_element_len(max).collect()
        };
        assert_eq!(read(len).unwrap()[0].len(), n);
        assert!(read(len - 1).unwrap_err().is_limit());
    }
}

/// It reads ahead no further than a constant and the length of an element.
#[test]
fn little_of_the_stream_is_in_memory() {
    let message = encode_one(vec!["x".repeat(1_000); 1_000]).unwrap();
    let stream = slow(&message, usize::MAX);
    let n_read = stream.n_read.clone();
    let reader = VecReader::<String, _>::new(stream).unwrap();
    for (i, element) in reader.enumerate() {
        element.unwrap();
        assert!(n_read.get() <= (i + 1) * 1_002 + 2 * 16 * 1024);
    }
    assert_eq!(n_read.get(), message.len());
}

#[test]
fn writers_check_the_number_of_elements() {
    let mut writer = VecWriter::new(Vec::new(), 1).unwrap();
    writer.write(&1u8).unwrap();
    let error = writer.write(&2).unwrap_err().to_string();
    assert_eq!(error, "expected no more elements, found another one");
    assert_eq!(writer.finish().unwrap(), encode_one([1u8]).unwrap());
    let writer = VecWriter::<u8, _>::new(Vec::new(), 2).unwrap();
    assert_eq!(
        writer.finish().unwrap_err().to_string(),
        "2 elements are missing"
    );
    // An element that cannot be encoded leaves nothing.
    #[derive(CandidType)]
    struct Odd(u8, NotOdd);
    struct NotOdd(bool);
    impl CandidType for NotOdd {
        fn _ty() -> candid::types::Type {
            candid::types::TypeInner::Bool.into()
        }
        fn idl_serialize<S: candid::types::Serializer>(
            &self,
            serializer: S,
        ) -> Result<(), S::Error> {
            match self.0 {
                true => serializer.serialize_bool(true),
                false => Err(serde::ser::Error::custom("even")),
            }
        }
    }
    let mut writer = VecWriter::new(Vec::new(), 2).unwrap();
    writer.write(&Odd(1, NotOdd(true))).unwrap();
    assert!(writer.write(&Odd(2, NotOdd(false))).is_err());
    writer.write(&Odd(3, NotOdd(true))).unwrap();
    let read: Vec<(u8, bool)> = read(writer.finish().unwrap().as_slice()).unwrap();
    assert_eq!(read, [(1, true), (3, true)]);
    // A stream that has failed is not written to again.
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self
                .0
                .checked_sub(bytes.len())
                .ok_or(io::Error::other("full"))?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = VecWriter::new(Full(20_000), 3).unwrap();
    let text = "x".repeat(17_000);
    writer.write(&text).unwrap();
    assert_eq!(
        writer.write(&text).unwrap_err().to_string(),
        "I/O error: full"
    );
    assert_eq!(
        writer.write(&text).unwrap_err().to_string(),
        "the stream has failed or an element has panicked before"
    );
    assert_eq!(
        writer.finish().err().unwrap().to_string(),
        "the stream has failed or an element has panicked before"
    );
}

/// What an element has written before it panics is lost, with what was there before: nothing is written after it.
#[test]
fn an_element_that_panics_ends_the_vector() {
    struct Panicking;
    impl CandidType for Panicking {
        fn _ty() -> candid::types::Type {
            candid::types::TypeInner::Nat8.into()
        }
        fn idl_serialize<S: candid::types::Serializer>(&self, _: S) -> Result<(), S::Error> {
            panic!("no value")
        }
    }
    let mut writer = VecWriter::new(Vec::new(), 1).unwrap();
    let write = std::panic::AssertUnwindSafe(|| writer.write(&Panicking));
    assert!(std::panic::catch_unwind(write).is_err());
    let error = writer.write(&Panicking).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the stream has failed or an element has panicked before"
    );
    assert!(writer.finish().is_err());
}
