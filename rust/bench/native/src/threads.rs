//! Decodes one type of message on several threads at once: with more of them, throughput should grow up to the number of
//! cores, and not shrink beyond it. A lock or a shared count would show here.

use crate::codecs::{incumbent, ours, postcard};
use crate::shapes::calls::{incumbent as their_calls, ours as calls};
use crate::shapes::nns::{incumbent as their_nns, ours as nns};
use crate::subject::Codec;
use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};

/// How many threads decode at once.
pub const THREADS: [usize; 4] = [1, 2, 4, 8];

/// What a sample takes at least, on each thread.
const SAMPLE: Duration = Duration::from_millis(20);

/// One codec on one type of message.
#[derive(serde::Serialize)]
pub struct Scaling {
    /// The name of the message.
    pub message: &'static str,
    /// The name of the codec.
    pub codec: &'static str,
    /// Messages per second on all threads together, for each of [`THREADS`]: the median of the rounds.
    pub per_second: [f64; THREADS.len()],
}

/// Measures the codecs in turn, round after round, until the time is over.
pub fn measure(budget: Duration) -> Vec<Scaling> {
    let transfer = calls::transfer(7);
    let proposals: Vec<_> = (0..20).map(nns::proposal).collect();
    let their_proposals: Vec<_> = (0..20).map(their_nns::proposal).collect();
    let mut runs = [
        Run::new("transfer", ours(), &transfer),
        Run::new("transfer", incumbent(), &their_calls::transfer(7)),
        Run::new("transfer", postcard(), &transfer),
        Run::new("20 NNS proposals", ours(), &proposals),
        Run::new("20 NNS proposals", incumbent(), &their_proposals),
        Run::new("20 NNS proposals", postcard(), &proposals),
    ];
    let start = Instant::now();
    for round in 0..50 {
        if round >= 3 && start.elapsed() >= budget {
            break;
        }
        for run in &mut runs {
            for (n_threads, samples) in THREADS.into_iter().zip(&mut run.samples) {
                samples.push((run.decode)(n_threads));
            }
        }
    }
    runs.into_iter().map(Run::median).collect()
}

struct Run {
    message: &'static str,
    codec: &'static str,
    /// Returns the messages per second on so many threads.
    decode: Box<dyn Fn(usize) -> f64>,
    samples: [Vec<f64>; THREADS.len()],
}

impl Run {
    fn new<T: 'static>(message: &'static str, codec: Codec<T>, value: &T) -> Self {
        let bytes = (codec.encode)(value);
        let decode = codec.decode;
        // One sample takes some 20 ms on each thread. The first calls take longer than later ones.
        let mut n_times = 1_u64;
        loop {
            let start = Instant::now();
            for _ in 0..n_times {
                drop(black_box(decode(black_box(&bytes))));
            }
            if start.elapsed() >= SAMPLE / 4 {
                break;
            }
            n_times *= 2;
        }
        n_times *= 4;
        Run {
            message,
            codec: codec.name,
            decode: Box::new(move |n_threads| decode_on(n_threads, n_times, decode, &bytes)),
            samples: Default::default(),
        }
    }

    fn median(mut self) -> Scaling {
        let per_second = self.samples.each_mut().map(|samples| {
            samples.sort_by(f64::total_cmp);
            samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
        });
        Scaling {
            message: self.message,
            codec: self.codec,
            per_second,
        }
    }
}

fn decode_on<T>(n_threads: usize, n_times: u64, decode: fn(&[u8]) -> T, bytes: &[u8]) -> f64 {
    let barrier = Barrier::new(n_threads);
    // The threads hold the clock: one that only waits for them starts late where there are more of them than cores.
    let times: Vec<_> = std::thread::scope(|scope| {
        let work = || {
            // What a thread keeps is made before.
            drop(black_box(decode(bytes)));
            barrier.wait();
            let start = Instant::now();
            for _ in 0..n_times {
                drop(black_box(decode(black_box(bytes))));
            }
            (start, Instant::now())
        };
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let times = threads.into_iter().filter_map(|thread| thread.join().ok());
        times.collect()
    });
    let start = times.iter().map(|(start, _)| *start).min();
    let end = times.iter().map(|(_, end)| *end).max();
    let elapsed = start
        .zip(end)
        .map_or(f64::NAN, |(start, end)| (end - start).as_secs_f64());
    n_threads as f64 * n_times as f64 / elapsed
}
