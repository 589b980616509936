//! The peak of memory of streams follows the longest element, whatever the number of elements is.

use allocation_counter::measure;
use candid::stream::{VecReader, VecWriter};
use candid::{CandidType, Deserialize, Nat};
use serde::de::DeserializeOwned;
use serde_bytes::ByteBuf;
use std::hint::black_box;
use std::io::{self, Read, Write};

/// What a stream takes with short elements: a buffer of 16 KiB that grows to twice that.
const SMALL: u64 = 50 << 10;

/// What it takes for each byte of the longest element: the element and its bytes, in a buffer that moves when it grows.
const PER_BYTE: u64 = 4;

/// Memory in pages of 64 KiB, which exists before anything is measured: as the stable memory of a canister, it is written
/// and read at an offset.
struct StableMemory {
    bytes: Vec<u8>,
    n_pages: usize,
    offset: usize,
}

impl StableMemory {
    const PAGE: usize = 64 << 10;

    fn new(max_pages: usize) -> Self {
        StableMemory {
            bytes: vec![0; max_pages * Self::PAGE],
            n_pages: 0,
            offset: 0,
        }
    }

    /// Goes to the start, where the reading begins.
    fn rewind(&mut self) {
        self.offset = 0;
    }
}

impl Write for StableMemory {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        let end = self.offset + chunk.len();
        self.n_pages = self.n_pages.max(end.div_ceil(Self::PAGE));
        let room = self.bytes.get_mut(self.offset..end);
        room.ok_or(io::ErrorKind::OutOfMemory)?
            .copy_from_slice(chunk);
        self.offset = end;
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for StableMemory {
    fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        let rest = &self.bytes[self.offset..self.n_pages * Self::PAGE];
        let n = rest.len().min(chunk.len());
        chunk[..n].copy_from_slice(&rest[..n]);
        self.offset += n;
        Ok(n)
    }
}

/// Counts what it is given.
#[derive(Default)]
struct Counter {
    n_bytes: u64,
    longest: usize,
}

impl Write for Counter {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        self.n_bytes += chunk.len() as u64;
        self.longest = self.longest.max(chunk.len());
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Measures a vector of `n` elements, whose longest is the one at `longest`, through both kinds of streams.
#[track_caller]
fn check<T>(name: &str, n: usize, longest: usize, element: impl Fn(usize) -> T)
where
    T: CandidType + DeserializeOwned,
{
    let one = || candid::encode_one(element(longest)).unwrap();
    let len = measure(|| drop(black_box(element(longest))))
        .bytes_max
        .max(one().len() as u64);
    let bound = SMALL + PER_BYTE * len;
    let assert_bounded = |what: &str, peak: u64| {
        assert!(
            peak <= bound,
            "{name}: {what} takes {peak} bytes, of at most {bound}"
        );
    };
    let write = |stream: &mut dyn Write| {
        let mut writer = VecWriter::new(stream, n).unwrap();
        for i in 0..n {
            writer.write(&element(i)).unwrap();
        }
        writer.finish().unwrap();
    };
    let read = |stream: &mut dyn Read| {
        let mut n_read = 0;
        for element in VecReader::<T, _>::new(stream).unwrap() {
            black_box(element.unwrap());
            n_read += 1;
        }
        assert_eq!(n_read, n);
    };

    let mut counter = Counter::default();
    assert_bounded("writing", measure(|| write(&mut counter)).bytes_max);
    assert!(counter.longest as u64 <= bound);
    let n_bytes = usize::try_from(counter.n_bytes).unwrap();
    // Unless the whole is longer than what is allowed, nothing is shown.
    assert!(
        counter.n_bytes > 2 * bound,
        "{name}: {n_bytes} of {bound} bytes"
    );

    let mut memory = StableMemory::new(n_bytes.div_ceil(StableMemory::PAGE));
    let peak = measure(|| write(&mut memory)).bytes_max;
    assert_bounded("writing to stable memory", peak);
    let message = memory.bytes[..n_bytes].to_vec();
    let peak = measure(|| read(&mut message.as_slice())).bytes_max;
    assert_bounded("reading", peak);
    memory.rewind();
    // The last page has zeros after the message: what is read is bounded by its length.
    let peak = measure(|| read(&mut (&mut memory).take(n_bytes as u64))).bytes_max;
    assert_bounded("reading from stable memory", peak);
}

#[derive(CandidType, Deserialize)]
struct Entry {
    id: Nat,
    name: String,
    tags: Vec<(u8, Option<String>)>,
}

fn entry(i: usize) -> Entry {
    Entry {
        id: Nat::from(i),
        name: format!("entry {i}"),
        tags: vec![(7, Some("tag".to_string())), (8, None)],
    }
}

#[test]
fn memory_of_streams_follows_one_element() {
    check("nat64", 50_000, 0, |i| i as u64);
    check("text", 50_000, 40_000, |i| i.to_string());
    check("record", 10_000, 9_000, entry);
    check("vec record", 100, 99, |i| {
        (i..i + 500).map(entry).collect::<Vec<_>>()
    });
    check("blob", 40, 39, |i| ByteBuf::from(vec![7; 10_000 * i]));
    // One of many.
    check("one long text", 20_000, 10_000, |i| {
        "x".repeat(if i == 10_000 { 100_000 } else { 60 })
    });
}
