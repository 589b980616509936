//! Takes samples: all codecs of a shape in turn, round after round.
//!
//! The report is about ratios: one round of all codecs follows the other, so what slows the machine down for
//! a while slows down all of them. Criterion and divan finish one benchmark before they begin the next, and
//! Criterion takes at least ten samples of one that needs ten seconds. For one codec over time there is
//! `benches/codecs.rs`, which has Criterion repeat the same timed parts.

use crate::cases::Case;
use std::time::{Duration, Instant};

/// How long to go on.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Rounds that are made in any case.
    pub min_rounds: usize,
    /// Rounds that are not exceeded.
    pub max_rounds: usize,
    /// No new round begins after so much time.
    pub budget: Duration,
}

/// The samples of one codec.
pub struct Samples {
    /// The name of the codec.
    pub codec: &'static str,
    /// The length of its message.
    pub message_len: usize,
    /// How long encoding into new vectors took.
    pub encode: Vec<Duration>,
    /// How long encoding into a buffer that has room took.
    pub encode_again: Vec<Duration>,
    /// How long decoding took.
    pub decode: Vec<Duration>,
}

/// Measures all codecs of a shape.
pub fn measure(case: &mut Case, plan: Plan) -> Vec<Samples> {
    let mut all: Vec<Samples> = case
        .subjects
        .iter()
        .map(|subject| Samples {
            codec: subject.codec(),
            message_len: subject.message_len(),
            encode: Vec::new(),
            encode_again: Vec::new(),
            decode: Vec::new(),
        })
        .collect();
    let start = Instant::now();
    for round in 0..plan.max_rounds {
        if round >= plan.min_rounds && start.elapsed() >= plan.budget {
            break;
        }
        for (subject, samples) in case.subjects.iter_mut().zip(&mut all) {
            samples.encode.push(second(|| subject.encode()));
            samples.encode_again.push(second(|| subject.encode_again()));
            samples.decode.push(second(|| subject.decode()));
        }
    }
    all
}

/// Returns the second of two results. The first time, there are other data in the caches, and the allocator has what another
/// codec returned: it may be more or less than this one needs, and what it gives back to the system is missed later.
fn second(mut sample: impl FnMut() -> Duration) -> Duration {
    sample();
    sample()
}

/// Throughput over all samples.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Throughput {
    /// How many samples there are.
    pub samples: usize,
    /// Of the slowest sample, in GB/s.
    pub min: f64,
    /// Of the median sample, in GB/s.
    pub median: f64,
    /// Of the fastest sample, in GB/s.
    pub peak: f64,
    /// Records per second in the median sample.
    pub records: f64,
}

impl Throughput {
    /// Returns what the samples say, each of which dealt with so many bytes and records.
    pub fn of(samples: &[Duration], n_bytes: f64, n_records: f64) -> Self {
        let mut seconds: Vec<f64> = samples.iter().map(Duration::as_secs_f64).collect();
        seconds.sort_by(f64::total_cmp);
        let at = |i: usize| seconds.get(i).copied().unwrap_or(f64::NAN);
        let n = seconds.len();
        // Of an even number, the mean of the two in the middle.
        let median = (at(n.saturating_sub(1) / 2) + at(n / 2)) / 2.0;
        let rate = |seconds: f64| n_bytes / seconds / 1e9;
        Throughput {
            samples: n,
            min: rate(at(n.saturating_sub(1))),
            median: rate(median),
            peak: rate(at(0)),
            records: n_records / median,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Throughput;
    use std::time::Duration;

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |seconds: &[u64]| {
            let samples: Vec<_> = seconds.iter().copied().map(Duration::from_secs).collect();
            let t = Throughput::of(&samples, 12e9, 24.0);
            (t.min, t.median, t.peak, t.records)
        };
        assert_eq!(of(&[2]), (6.0, 6.0, 6.0, 12.0));
        assert_eq!(of(&[4, 2, 12]), (1.0, 3.0, 6.0, 6.0));
        assert_eq!(of(&[4, 2, 2, 12]), (1.0, 4.0, 6.0, 8.0));
    }
}
