//! Encodes and decodes the same data with this repository's `candid`, the published one and other formats.
//!
//! The program `throughput` measures time and writes the report, `allocations` counts allocations. The bench
//! `codecs` has Criterion measure the same.

pub mod cases;
pub mod codecs;
pub mod measure;
pub mod options;
pub mod provenance;
pub mod report;
pub mod shapes;
pub mod subject;
pub mod threads;
