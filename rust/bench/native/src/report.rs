//! The report: as JSON, as tables, as a picture.

mod markdown;
mod svg;

use crate::cases::Case;
use crate::measure::{Samples, Throughput};
use crate::provenance::Provenance;
use crate::threads::Scaling;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// All that was measured.
#[derive(Serialize)]
pub struct Report {
    /// Where, and of what.
    pub provenance: Provenance,
    /// The size that was asked for.
    pub n: u32,
    /// The shapes.
    pub shapes: Vec<ShapeReport>,
    /// Decoding on several threads.
    pub threads: Vec<Scaling>,
}

/// One shape.
#[derive(Serialize)]
pub struct ShapeReport {
    /// Its name.
    pub name: &'static str,
    /// What a record is.
    pub record: &'static str,
    /// How many records a sample dealt with.
    pub records: u64,
    /// How many bytes the records take in Candid.
    pub candid_bytes: u64,
    /// The codecs.
    pub codecs: Vec<CodecReport>,
}

/// One codec on one shape. Throughput is in bytes of Candid, whatever the codec's own messages take, so
/// that figures compare.
#[derive(Serialize)]
pub struct CodecReport {
    /// Its name.
    pub codec: &'static str,
    /// How many bytes its own messages take.
    pub bytes: u64,
    /// Encoding into new vectors.
    pub encode: Throughput,
    /// Encoding into a buffer that has room.
    pub encode_again: Throughput,
    /// Decoding.
    pub decode: Throughput,
    /// Allocations, if they were counted.
    pub allocations: Option<Allocations>,
}

/// Allocations for one message.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Allocations {
    /// Encoding into a new vector.
    pub encode: u64,
    /// Encoding into a vector that has room.
    pub encode_again: u64,
    /// Decoding.
    pub decode: u64,
}

impl ShapeReport {
    /// Returns what the samples of one shape say.
    pub fn new(name: &'static str, case: &Case, samples: &[Samples], counts: &Counts) -> Self {
        let repeat = case.subjects.first().map_or(1, |ours| ours.repeat());
        let total = |message_len: usize| message_len as u64 * u64::from(repeat);
        let candid_bytes = case.candid_bytes();
        let codec = |samples: &Samples| {
            let throughput =
                |times: &[_]| Throughput::of(times, candid_bytes as f64, case.n_records as f64);
            CodecReport {
                codec: samples.codec,
                bytes: total(samples.message_len),
                encode: throughput(&samples.encode),
                encode_again: throughput(&samples.encode_again),
                decode: throughput(&samples.decode),
                allocations: counts.get(name, samples.codec),
            }
        };
        ShapeReport {
            name,
            record: case.record,
            records: case.n_records,
            candid_bytes,
            codecs: samples.iter().map(codec).collect(),
        }
    }
}

/// What the program `allocations` printed.
#[derive(Default)]
pub struct Counts(BTreeMap<(String, String), Allocations>);

impl Counts {
    /// Reads lines of shape, codec and three numbers, separated by tabs.
    ///
    /// # Errors
    ///
    /// If a line is anything else.
    pub fn parse(text: &str) -> Result<Self> {
        let line = |line: &str| {
            let mut words = line.split('\t');
            let key = (words.next()?.to_owned(), words.next()?.to_owned());
            let mut number = || words.next()?.parse().ok();
            let allocations = Allocations {
                encode: number()?,
                encode_again: number()?,
                decode: number()?,
            };
            Some((key, allocations))
        };
        let parse = |text: &str| {
            let wrong = || {
                Error::new(
                    ErrorKind::InvalidData,
                    format!("not a line of counts: {text}"),
                )
            };
            line(text).ok_or_else(wrong)
        };
        text.lines().map(parse).collect::<Result<_>>().map(Counts)
    }

    fn get(&self, shape: &str, codec: &str) -> Option<Allocations> {
        self.0.get(&(shape.to_owned(), codec.to_owned())).copied()
    }
}

impl Report {
    /// Writes `report.md`, `throughput.svg` and `throughput.json` into a directory.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<()> {
        std::fs::create_dir_all(directory)?;
        std::fs::write(directory.join("report.md"), markdown::print(self))?;
        std::fs::write(directory.join("throughput.svg"), svg::print(self))?;
        let json = serde_json::to_string_pretty(self)?;
        std::fs::write(directory.join("throughput.json"), json + "\n")
    }
}
