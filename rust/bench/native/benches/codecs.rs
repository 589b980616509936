//! The codecs and shapes of the report under Criterion: what one of them did since the last run.
//!
//! Values are made, and round trips checked, before the clock starts; the parts that are timed are those that
//! the report times.

use candid_bench_native::cases::Shape;
use candid_bench_native::options::{Options, USAGE};
use candid_bench_native::subject::Subject;
use criterion::{Criterion, SamplingMode, Throughput};
use std::time::Duration;

/// Beside the last run, which is kept there.
const OUTPUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../target/criterion");

fn main() {
    // Cargo says that it is `cargo bench`.
    let args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let options = Options::parse(100_000, args).unwrap_or_else(|message| {
        eprintln!("codecs: {message}\n\n{USAGE}");
        std::process::exit(2);
    });
    if options.report.is_some() || options.allocations.is_some() {
        eprintln!("codecs: only throughput writes the report\n\n{USAGE}");
        std::process::exit(2);
    }
    let mut criterion = Criterion::default().output_directory(OUTPUT.as_ref());
    for shape in options.shapes() {
        run_shape(&mut criterion, shape, &options);
    }
    criterion.final_summary();
}

fn run_shape(criterion: &mut Criterion, shape: &Shape, options: &Options) {
    let mut case = (shape.prepare)(options.n);
    let throughput = Throughput::ElementsAndBytes {
        elements: case.n_records,
        bytes: case.candid_bytes(),
    };
    // A codec gets its part of the time for both ways of encoding and for decoding, a fifth of it to warm up.
    let n_codecs = u32::try_from(case.subjects.len()).unwrap_or(u32::MAX);
    let part = options.budget / n_codecs.saturating_mul(3);
    let mut run = |direction: &str, time: fn(&mut dyn Subject) -> Duration| {
        let mut group = criterion.benchmark_group(format!("{}/{direction}", shape.name));
        group
            .throughput(throughput.clone())
            .sampling_mode(SamplingMode::Flat)
            .sample_size(10)
            .warm_up_time(part / 5)
            .measurement_time(part - part / 5);
        for subject in &mut case.subjects {
            group.bench_function(subject.codec(), |bencher| {
                bencher.iter_custom(|n_times| (0..n_times).map(|_| time(subject.as_mut())).sum());
            });
        }
        group.finish();
    };
    run("encode", |subject| subject.encode());
    run("encode_again", |subject| subject.encode_again());
    run("decode", |subject| subject.decode());
}
