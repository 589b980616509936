//! Counts the allocations of each codec on each shape: lines of shape, codec, encoding into a new
//! vector, into one that has room, decoding.
//!
//! A program of its own, because the allocator that counts is not the one to measure time with.

use allocation_counter::measure;
use candid_bench_native::options::{Options, USAGE};
use candid_bench_native::subject::Subject;

fn main() {
    let options = Options::parse(1000, std::env::args().skip(1)).unwrap_or_else(|message| {
        eprintln!("allocations: {message}\n\n{USAGE}");
        std::process::exit(2);
    });
    for shape in options.shapes() {
        for mut subject in (shape.prepare)(options.n).subjects {
            let subject = subject.as_mut();
            let repeat = u64::from(subject.repeat());
            let new = count(subject, repeat, |subject| {
                subject.encode();
            });
            let again = count(subject, repeat, |subject| {
                subject.encode_again();
            });
            let decode = count(subject, repeat, |subject| {
                subject.decode();
            });
            let codec = subject.codec();
            println!("{}\t{codec}\t{new}\t{again}\t{decode}", shape.name);
        }
    }
}

/// Counts what `f` allocates each time, after a few times to warm up.
fn count(subject: &mut dyn Subject, n_times: u64, f: impl Fn(&mut dyn Subject)) -> u64 {
    for _ in 0..3 {
        f(subject);
    }
    measure(|| f(subject)).count_total / n_times
}
