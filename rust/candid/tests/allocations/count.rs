//! Counts the allocations of one encoding and one decoding, after a few that warm up.

use allocation_counter::measure;
use bytes::BytesMut;
use candid::{CandidType, IDLArgs};
use serde::de::DeserializeOwned;
use std::fmt;
use std::hint::black_box;
use std::io::Write;

/// What is counted of one shape. What does not apply is none.
#[derive(Clone)]
pub(crate) struct Row {
    name: &'static str,
    n_bytes: usize,
    /// `encode_one`.
    pub(crate) encode: u64,
    /// `write_args` to a writer that is no vector.
    pub(crate) write: u64,
    /// `encode_one_into` a vector that is used again.
    pub(crate) into_vec: Option<u64>,
    /// `encode_one_into` a `BytesMut` that is used again.
    pub(crate) into_bytes: Option<u64>,
    /// `write_args` to a vector that is used again.
    pub(crate) write_to_vec: Option<u64>,
    /// `decode_one`.
    pub(crate) decode: u64,
    /// A clone of the decoded value.
    pub(crate) result: Option<u64>,
}

pub(crate) const HEAD: &str = "\
Allocations of one encoding and one decoding, and of a clone of the decoded value
                                  bytes   encode    write into Vec into BytesMut   decode    clone
";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_dash = |n: Option<u64>| n.map_or("-".into(), |n| n.to_string());
        let (into_vec, into_bytes) = (or_dash(self.into_vec), or_dash(self.into_bytes));
        write!(
            f,
            "  {:28} {:>8} {:>8} ",
            self.name, self.n_bytes, self.encode
        )?;
        write!(f, "{:>8} {into_vec:>8} {into_bytes:>13} ", self.write)?;
        write!(f, "{:>8} {:>8}", self.decode, or_dash(self.result))
    }
}

/// Returns how often `f` allocates when it has run before.
pub(crate) fn count(mut f: impl FnMut()) -> u64 {
    for _ in 0..3 {
        f();
    }
    let first = measure(&mut f).count_total;
    assert_eq!(measure(f).count_total, first, "not the same each time");
    first
}

/// A writer that is no vector.
struct Sum(u64);

impl Write for Sum {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Counts encoding; `decode` does the decoding.
pub(crate) fn row<T: CandidType>(
    name: &'static str,
    value: &T,
    mut decode: impl FnMut(&[u8]),
) -> Row {
    let bytes = candid::encode_one(value).unwrap();
    let (mut vec, mut bytes_mut) = (Vec::new(), BytesMut::new());
    let row = Row {
        name,
        n_bytes: bytes.len(),
        encode: count(|| {
            black_box(candid::encode_one(value).unwrap());
        }),
        write: count(|| candid::write_args(&mut Sum(0), (value,)).unwrap()),
        into_vec: Some(count(|| {
            vec.clear();
            candid::encode_one_into(&mut vec, value).unwrap();
        })),
        into_bytes: Some(count(|| {
            bytes_mut.clear();
            candid::encode_one_into(&mut bytes_mut, value).unwrap();
        })),
        write_to_vec: Some(count(|| {
            vec.clear();
            candid::write_args(&mut vec, (value,)).unwrap();
        })),
        decode: count(|| decode(&bytes)),
        result: None,
    };
    assert_eq!(vec, bytes, "{name}");
    assert_eq!(bytes_mut, bytes, "{name}");
    row
}

/// Counts a type that owns what it holds.
pub(crate) fn owned<T>(name: &'static str, value: &T) -> Row
where
    T: CandidType + DeserializeOwned + Clone,
{
    let bytes = candid::encode_one(value).unwrap();
    let decoded: T = candid::decode_one(&bytes).unwrap();
    let decode = |bytes: &[u8]| {
        black_box(candid::decode_one::<T>(bytes).unwrap());
    };
    Row {
        result: Some(count(|| {
            black_box(decoded.clone());
        })),
        ..row(name, value, decode)
    }
}

/// Counts a type that borrows from the message.
macro_rules! borrowed {
    ($name:literal, $value:expr, $ty:ty) => {
        crate::count::row($name, $value, |bytes| {
            std::hint::black_box(candid::decode_one::<$ty>(bytes).unwrap());
        })
    };
}
pub(crate) use borrowed;

/// Counts dynamic values, which carry their types with them.
pub(crate) fn dynamic<T: CandidType>(name: &'static str, value: &T) -> Row {
    let bytes = candid::encode_one(value).unwrap();
    let args = IDLArgs::from_bytes(&bytes).unwrap();
    Row {
        name,
        n_bytes: args.to_bytes().unwrap().len(),
        encode: count(|| {
            black_box(args.to_bytes().unwrap());
        }),
        write: count(|| {
            Sum(0).write_all(&args.to_bytes().unwrap()).unwrap();
        }),
        into_vec: None,
        into_bytes: None,
        write_to_vec: None,
        decode: count(|| {
            black_box(IDLArgs::from_bytes(&bytes).unwrap());
        }),
        result: Some(count(|| {
            black_box(args.clone());
        })),
    }
}
