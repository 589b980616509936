//! Changes between two sets of results.

use crate::results::{Bench, Measurement, Results};
use std::collections::BTreeSet;

/// The verdict on a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Within the noise threshold.
    Same,
    /// Fewer than before.
    Better,
    /// Present in only one of the two sets.
    Other,
    /// More than before.
    Worse,
}

/// One benchmark before and after; at least one of the two is present.
#[derive(Debug)]
pub struct Change {
    /// The name of the benchmark.
    pub name: String,
    /// The stored result.
    pub old: Option<Bench>,
    /// The new result.
    pub new: Option<Bench>,
    /// The noise threshold in percent.
    pub noise: f64,
}

/// Returns the changes from one set to another, sorted by the name of the benchmark.
#[must_use]
pub fn diff(old: &Results, new: &Results, noise: f64) -> Vec<Change> {
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let change = |name: &String| Change {
        name: name.clone(),
        old: old.get(name).cloned(),
        new: new.get(name).cloned(),
        noise,
    };
    names.into_iter().map(change).collect()
}

impl Change {
    /// Returns the worst verdict over all figures of the total and the scopes.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let mut verdict = Verdict::Same;
        for (_, old, new) in self.measurements() {
            let (Some(old), Some(new)) = (old, new) else {
                verdict = verdict.max(Verdict::Other);
                continue;
            };
            for ((_, old), (_, new)) in old.fields().into_iter().zip(new.fields()) {
                verdict = verdict.max(judge(old, new, self.noise));
            }
        }
        verdict
    }

    /// Returns the total (without a name) and the scopes, each before and after.
    #[must_use]
    pub fn measurements(&self) -> Vec<(Option<&str>, Option<Measurement>, Option<Measurement>)> {
        let total = |bench: &Option<Bench>| bench.as_ref().map(|bench| bench.total);
        let mut rows: Vec<(Option<&str>, _, _)> = vec![(None, total(&self.old), total(&self.new))];
        let both = [&self.old, &self.new];
        let scopes: BTreeSet<&String> = both
            .into_iter()
            .flatten()
            .flat_map(|bench| bench.scopes.keys())
            .collect();
        for name in scopes {
            let scope = |bench: &Option<Bench>| {
                bench
                    .as_ref()
                    .and_then(|bench| bench.scopes.get(name).copied())
            };
            rows.push((Some(name), scope(&self.old), scope(&self.new)));
        }
        rows
    }
}

/// Returns the change in percent of the old figure; infinite from zero.
#[must_use]
pub fn percent(old: u64, new: u64) -> f64 {
    if old == new {
        return 0.0;
    }
    (new as f64 - old as f64) / old as f64 * 100.0
}

/// Returns the verdict on the change of one figure.
#[must_use]
pub fn judge(old: u64, new: u64, noise: f64) -> Verdict {
    let percent = percent(old, new);
    if percent.abs() <= noise {
        Verdict::Same
    } else if percent < 0.0 {
        Verdict::Better
    } else {
        Verdict::Worse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let rows = [
            (100, 100, 0.0, Verdict::Same),
            (100, 102, 2.0, Verdict::Same),
            (100, 103, 2.0, Verdict::Worse),
            (100, 98, 2.0, Verdict::Same),
            (100, 97, 2.0, Verdict::Better),
            (0, 1, 2.0, Verdict::Worse),
            (0, 0, 0.0, Verdict::Same),
            (1, 0, 2.0, Verdict::Better),
        ];
        for (old, new, noise, expected) in rows {
            assert_eq!(judge(old, new, noise), expected, "{old} {new} {noise}");
        }
    }

    #[test]
    fn the_worst_figure_decides() {
        let bench = |instructions, scope| Bench {
            total: Measurement {
                calls: 1,
                instructions,
                ..Measurement::default()
            },
            scopes: [(
                "s".to_string(),
                Measurement {
                    heap_increase: scope,
                    ..Measurement::default()
                },
            )]
            .into(),
        };
        let no_scope = |instructions| Bench {
            scopes: [].into(),
            ..bench(instructions, 0)
        };
        let rows = [
            (Some(bench(100, 1)), Some(bench(100, 1)), Verdict::Same),
            (Some(bench(100, 1)), Some(bench(90, 1)), Verdict::Better),
            (Some(bench(100, 1)), Some(bench(90, 2)), Verdict::Worse),
            (Some(bench(100, 1)), Some(no_scope(100)), Verdict::Other),
            (None, Some(bench(100, 1)), Verdict::Other),
            (Some(bench(100, 1)), None, Verdict::Other),
        ];
        for (old, new, expected) in rows {
            let change = Change {
                name: String::new(),
                old,
                new,
                noise: 2.0,
            };
            assert_eq!(change.verdict(), expected, "{change:?}");
        }
    }
}
