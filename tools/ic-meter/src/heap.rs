//! Report of the scopes and benchmarks that need more memory with one implementation than with the other.

use crate::results::{Measurement, Results};
use crate::side_by_side::pairs;
use crate::table::grouped;

/// Returns two lines: the scopes whose heap increase is higher with ours, and the benchmarks whose total is higher,
/// each with both figures.
///
/// Memory does not shrink, so a scope may need none because an earlier one has freed enough: only the total shows which
/// implementation needs more.
#[must_use]
pub(crate) fn verdict(ours: &Results, incumbent: &Results) -> String {
    let (mut scopes, mut wholes) = (Vec::new(), Vec::new());
    for (name, ours) in ours {
        let Some(incumbent) = incumbent.get(name) else {
            continue;
        };
        for (scope, ours, incumbent) in pairs(ours, incumbent) {
            // An empty name stands for the total, which is compared below.
            if !scope.is_empty() {
                scopes.extend(more(&format!("{name} {scope}"), ours, incumbent));
            }
        }
        wholes.extend(more(name, &ours.total, &incumbent.total));
    }
    let list = |of: &[String]| match of {
        [] => "none".into(),
        names => names.join(", "),
    };
    format!(
        "\nHeap pages higher with ours (ours / incumbent):\n* Scopes: {}\n* Whole benchmarks: {}\n",
        list(&scopes),
        list(&wholes)
    )
}

/// Returns the name and both figures, if ours is higher.
fn more(name: &str, ours: &Measurement, incumbent: &Measurement) -> Option<String> {
    let (ours, incumbent) = (ours.heap_increase, incumbent.heap_increase);
    (ours > incumbent).then(|| format!("{name} ({} / {})", grouped(ours), grouped(incumbent)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Bench;

    /// A benchmark: pages of the whole, pages of each scope.
    fn bench(total: u64, scopes: &[(&str, u64)]) -> Bench {
        let pages = |heap_increase| Measurement {
            heap_increase,
            ..Measurement::default()
        };
        let scopes = scopes.iter().map(|(name, n)| (name.to_string(), pages(*n)));
        Bench {
            total: pages(total),
            scopes: scopes.collect(),
        }
    }

    fn results(benches: &[(&str, Bench)]) -> Results {
        let benches = benches.iter().cloned();
        benches.map(|(name, bench)| (name.into(), bench)).collect()
    }

    #[test]
    fn what_is_higher_is_named() {
        let ours = results(&[
            (
                "a",
                bench(1200, &[("1. Encoding", 1), ("2. Decoding", 1100)]),
            ),
            ("b", bench(2, &[("1. Encoding", 2), ("only ours", 9)])),
            ("c", bench(3, &[])),
            ("only ours", bench(9, &[])),
        ]);
        let incumbent = results(&[
            (
                "a",
                bench(1300, &[("1. Encoding", 1200), ("2. Decoding", 0)]),
            ),
            ("b", bench(2, &[("1. Encoding", 1)])),
            ("c", bench(2, &[])),
        ]);
        let rows = [
            (
                verdict(&ours, &incumbent),
                "a 2. Decoding (1,100 / 0), b 1. Encoding (2 / 1)",
                "c (3 / 2)",
            ),
            (
                verdict(&incumbent, &ours),
                "a 1. Encoding (1,200 / 1)",
                "a (1,300 / 1,200)",
            ),
            (verdict(&ours, &ours), "none", "none"),
        ];
        for (found, scopes, wholes) in rows {
            let expected = format!(
                "\nHeap pages higher with ours (ours / incumbent):\n\
                 * Scopes: {scopes}\n* Whole benchmarks: {wholes}\n"
            );
            assert_eq!(found, expected);
        }
    }
}
