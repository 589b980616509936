//! Measures throughput, and writes the report.

use candid_bench_native::cases::Shape;
use candid_bench_native::measure::{measure, Plan};
use candid_bench_native::options::{Options, USAGE};
use candid_bench_native::provenance::Provenance;
use candid_bench_native::report::{Counts, Report, ShapeReport};
use candid_bench_native::threads::{self, Scaling, THREADS};
use std::io::Result;
use std::path::Path;
use std::time::Duration;

fn main() {
    let options = Options::parse(1_000_000, std::env::args().skip(1)).unwrap_or_else(|message| {
        eprintln!("throughput: {message}\n\n{USAGE}");
        std::process::exit(2);
    });
    if let Err(error) = run(&options) {
        eprintln!("throughput: {error}");
        std::process::exit(2);
    }
}

fn run(options: &Options) -> Result<()> {
    let counts = match &options.allocations {
        Some(path) => Counts::parse(&std::fs::read_to_string(path)?)?,
        None => Counts::default(),
    };
    // Before anything is measured, so that a change while it runs is not part of it.
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../..")).canonicalize()?;
    let provenance = Provenance::new(&root)?;
    let shapes = options
        .shapes()
        .map(|shape| run_shape(shape, options, &counts));
    let shapes = shapes.collect();
    let report = Report {
        shapes,
        threads: match options.filters.is_empty() {
            true => run_threads(options.budget),
            false => Vec::new(),
        },
        provenance,
        n: options.n,
    };
    if let Some(directory) = &options.report {
        report.write(directory)?;
        println!("written: {}", directory.join("report.md").display());
    }
    Ok(())
}

fn run_shape(shape: &Shape, options: &Options, counts: &Counts) -> ShapeReport {
    let plan = Plan {
        min_rounds: 3,
        max_rounds: 50,
        budget: options.budget,
    };
    let mut case = (shape.prepare)(options.n);
    let samples = measure(&mut case, plan);
    let report = ShapeReport::new(shape.name, &case, &samples, counts);
    println!("{}, {} × {}", report.name, report.records, report.record);
    for codec in &report.codecs {
        println!(
            "  {:16} encode {:8.3} GB/s ({:.3} to {:.3})  again {:8.3} GB/s  decode {:8.3} GB/s ({:.3} to {:.3})  {} samples",
            codec.codec,
            codec.encode.median,
            codec.encode.min,
            codec.encode.peak,
            codec.encode_again.median,
            codec.decode.median,
            codec.decode.min,
            codec.decode.peak,
            codec.encode.samples,
        );
    }
    report
}

fn run_threads(budget: Duration) -> Vec<Scaling> {
    let all = threads::measure(budget);
    println!("messages decoded per second on {THREADS:?} threads");
    for scaling in &all {
        let rates = scaling
            .per_second
            .map(|rate| format!("{rate:12.0}"))
            .join(" ");
        println!("  {:16} {:16} {rates}", scaling.message, scaling.codec);
    }
    all
}
