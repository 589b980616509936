//! Two implementations on the same benchmarks: both figures, their ratio, and the mean of the ratios.

use crate::results::{Bench, Results};
use crate::table::{grouped, render, split_scope};
use std::fmt::Write;

/// A row for each scope (for the total where there are none), then geometric means by what is measured. A
/// ratio says how many times the instructions of ours the incumbent's are.
#[must_use]
pub fn table(ours: &Results, incumbent: &Results) -> String {
    let head = [
        "Benchmark",
        "Ours",
        "Incumbent",
        "Ratio",
        "Heap ours",
        "Heap incumbent",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut ratios: Vec<(String, f64)> = Vec::new();
    let mut missing = Vec::new();
    for (name, ours) in ours {
        let Some(incumbent) = incumbent.get(name) else {
            missing.push(name.as_str());
            continue;
        };
        for (scope, ours, incumbent) in pairs(ours, incumbent) {
            let what = split_scope(scope)
                .1
                .trim_start_matches(|c: char| !c.is_alphabetic());
            let ratio = incumbent.instructions as f64 / ours.instructions as f64;
            if ours.instructions > 0 && incumbent.instructions > 0 {
                ratios.push((
                    if what.is_empty() {
                        "Other".into()
                    } else {
                        what.into()
                    },
                    ratio,
                ));
            }
            rows.push(vec![
                format!("{name} {scope}").trim_end().into(),
                grouped(ours.instructions),
                grouped(incumbent.instructions),
                format!("{ratio:.2}"),
                grouped(ours.heap_increase),
                grouped(incumbent.heap_increase),
            ]);
        }
    }
    let mut text = render(&rows);
    text.push_str("\nGeometric means of the ratios:\n");
    // Writing to a string cannot fail.
    let mut groups: Vec<&str> = ratios.iter().map(|(what, _)| what.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let of_group: Vec<f64> = ratios
            .iter()
            .filter(|(what, _)| what == group)
            .map(|(_, r)| *r)
            .collect();
        let _ = writeln!(
            text,
            "* {group}: {:.2} ({} figures)",
            geometric_mean(&of_group),
            of_group.len()
        );
    }
    let all: Vec<f64> = ratios.iter().map(|(_, ratio)| *ratio).collect();
    let _ = writeln!(
        text,
        "* All: {:.2} ({} figures)",
        geometric_mean(&all),
        all.len()
    );
    if !missing.is_empty() {
        let _ = writeln!(text, "\nOnly in ours: {}", missing.join(", "));
    }
    text
}

type Pairs<'a> = Vec<(
    &'a str,
    &'a crate::results::Measurement,
    &'a crate::results::Measurement,
)>;

/// The scopes that both have, or the totals.
fn pairs<'a>(ours: &'a Bench, incumbent: &'a Bench) -> Pairs<'a> {
    let scopes = ours
        .scopes
        .iter()
        .filter_map(|(name, ours)| Some((name.as_str(), ours, incumbent.scopes.get(name)?)));
    let scopes: Pairs<'a> = scopes.collect();
    if scopes.is_empty() {
        return vec![("", &ours.total, &incumbent.total)];
    }
    scopes
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    if ratios.is_empty() {
        return 1.0;
    }
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Measurement;

    #[test]
    fn both_figures_and_their_ratio() {
        let m = |instructions| Measurement {
            calls: 1,
            instructions,
            heap_increase: 1,
            stable_memory_increase: 0,
        };
        let file = |encoding, decoding| -> Results {
            let scopes = [
                ("1. Encoding".to_string(), m(encoding)),
                ("2. Decoding".to_string(), m(decoding)),
            ]
            .into();
            let rest = Bench {
                total: m(10),
                ..Bench::default()
            };
            [
                (
                    "a".to_string(),
                    Bench {
                        total: m(0),
                        scopes,
                    },
                ),
                ("b".to_string(), rest),
            ]
            .into()
        };
        let mut ours = file(1000, 500);
        ours.insert("c".into(), Bench::default());
        let expected = "\
| Benchmark     |  Ours | Incumbent | Ratio | Heap ours | Heap incumbent |
| :------------ | ----: | --------: | ----: | --------: | -------------: |
| a 1. Encoding | 1,000 |     4,000 |  4.00 |         1 |              1 |
| a 2. Decoding |   500 |     8,000 | 16.00 |         1 |              1 |
| b             |    10 |        10 |  1.00 |         1 |              1 |

Geometric means of the ratios:
* Decoding: 16.00 (1 figures)
* Encoding: 4.00 (1 figures)
* Other: 1.00 (1 figures)
* All: 4.00 (3 figures)

Only in ours: c
";
        assert_eq!(table(&ours, &file(4000, 8000)), expected);
    }
}
