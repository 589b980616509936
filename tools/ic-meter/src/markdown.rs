//! The comment on a pull request: what encoding and decoding cost now, and by how much that changed.

use crate::diff::{judge, percent, Change, Verdict};
use crate::report;
use crate::results::Measurement;
use crate::table::{grouped, render, split_scope};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Before and after; one of the two is there.
type Pair = (Option<Measurement>, Option<Measurement>);

/// A table of heap, encoding and decoding, a list of what has no such scopes, the whole report folded below.
#[must_use]
pub fn comment(changes: &[Change]) -> String {
    let mut rows = vec![["Name", "Max heap size", "Encode", "Decode"]
        .map(String::from)
        .to_vec()];
    let mut others = Vec::new();
    for change in changes {
        let mut by_shape: BTreeMap<&str, BTreeMap<&str, Pair>> = BTreeMap::new();
        let measurements = change.measurements();
        for (scope, old, new) in &measurements[1..] {
            let (shape, what) = split_scope(scope.unwrap_or_default());
            by_shape
                .entry(shape)
                .or_default()
                .insert(what, (*old, *new));
        }
        let (_, old, new) = measurements[0];
        let mut has_row = false;
        for (shape, scopes) in by_shape {
            let name = format!("{} {shape}", change.name);
            for (what, pair) in &scopes {
                if !["1. Encoding", "2. Decoding"].contains(what) {
                    let what = what
                        .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
                    others.push((
                        format!("{} {what}", name.trim_end()),
                        instructions(*pair, change.noise),
                    ));
                }
            }
            let cell = |what| {
                scopes
                    .get(what)
                    .map_or("-".to_string(), |pair| instructions(*pair, change.noise))
            };
            let cells = (cell("1. Encoding"), cell("2. Decoding"));
            if scopes.contains_key("1. Encoding") || scopes.contains_key("2. Decoding") {
                let heap = if has_row {
                    String::new()
                } else {
                    heap((old, new), change.noise)
                };
                rows.push(vec![name.trim_end().into(), heap, cells.0, cells.1]);
                has_row = true;
            }
        }
        if !has_row {
            others.push((change.name.clone(), instructions((old, new), change.noise)));
        }
    }
    let mut text = render(&rows);
    text.push('\n');
    // Writing to a string cannot fail.
    for (name, figure) in others {
        let _ = writeln!(text, "* {}: {figure}", name.replace('_', "\\_"));
    }
    let raw = report::benchmarks(changes, false) + &report::summary(changes);
    let _ = write!(
        text,
        "\n<details>\n<summary>Raw report</summary>\n\n```text\n{raw}```\n\n</details>\n"
    );
    text
}

fn instructions(pair: Pair, noise: f64) -> String {
    figure(pair, |m| m.instructions, noise)
}

fn heap(pair: Pair, noise: f64) -> String {
    figure(pair, |m| m.heap_increase, noise)
}

/// The new figure, with its change in the colour that says whether that is good.
fn figure((old, new): Pair, part: impl Fn(&Measurement) -> u64, noise: f64) -> String {
    match (old.map(|m| part(&m)), new.map(|m| part(&m))) {
        (Some(old), Some(new)) if old == new => grouped(new),
        (Some(0), Some(new)) => format!("{} ($\\textcolor{{red}}{{from\\ 0}}$)", grouped(new)),
        (Some(old), Some(new)) => {
            let colour = match judge(old, new, noise) {
                Verdict::Better => "green",
                Verdict::Worse => "red",
                _ => "gray",
            };
            format!(
                "{} ($\\textcolor{{{colour}}}{{{:+.2}\\\\%}}$)",
                grouped(new),
                percent(old, new)
            )
        }
        (None, Some(new)) => format!("{} (new)", grouped(new)),
        (_, None) => "removed".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::diff;
    use crate::results::{Bench, Results};

    fn results(encoding: u64, decoding: u64, extra: u64) -> Results {
        let m = |instructions| Measurement {
            calls: 1,
            instructions,
            heap_increase: 66,
            stable_memory_increase: 0,
        };
        let scopes = [
            ("1. Encoding", encoding),
            ("2. Decoding", decoding),
            ("0. Parsing", 7),
        ];
        let scopes = scopes
            .map(|(name, value)| (name.to_string(), m(value)))
            .into();
        [
            (
                "blob".to_string(),
                Bench {
                    total: m(encoding + decoding),
                    scopes,
                },
            ),
            (
                "extra_args".to_string(),
                Bench {
                    total: m(extra),
                    scopes: BTreeMap::new(),
                },
            ),
        ]
        .into()
    }

    #[test]
    fn a_comment() {
        let text = comment(&diff(&results(1000, 2000, 5), &results(900, 2010, 6), 2.0));
        let (table, rest) = text
            .split_once("\n<details>\n<summary>Raw report</summary>\n\n```text\n---")
            .unwrap();
        let expected = "\
| Name | Max heap size |                               Encode |                               Decode |
| :--- | ------------: | -----------------------------------: | -----------------------------------: |
| blob |            66 | 900 ($\\textcolor{green}{-10.00\\\\%}$) | 2,010 ($\\textcolor{gray}{+0.50\\\\%}$) |

* blob Parsing: 7
* extra\\_args: 6 ($\\textcolor{red}{+20.00\\\\%}$)
";
        assert_eq!(table, expected);
        assert!(rest.ends_with("```\n\n</details>\n"));
    }

    #[test]
    fn what_is_new_or_gone_is_said() {
        let (some, none) = (
            Some(Measurement {
                instructions: 1234,
                ..Measurement::default()
            }),
            None,
        );
        assert_eq!(instructions((none, some), 2.0), "1,234 (new)");
        assert_eq!(instructions((some, none), 2.0), "removed");
        assert_eq!(heap((some, some), 2.0), "0");
        let heavier = Some(Measurement {
            heap_increase: 3,
            ..Measurement::default()
        });
        assert_eq!(
            heap((some, heavier), 2.0),
            "3 ($\\textcolor{red}{from\\ 0}$)"
        );
    }
}
