//! Results as text, in canbench's format.

use crate::diff::{judge, percent, Change, Verdict};
use crate::paint::Paint;
use crate::results::Measurement;
use std::fmt::Write;

const RULE: &str = "---------------------------------------------------\n";
/// The metrics of the summary and the tables, with canbench's names.
const METRICS: [&str; 3] = ["instructions", "heap_increase", "stable_memory_increase"];

/// Selection of the benchmarks shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// All benchmarks.
    All,
    /// Only benchmarks that changed.
    Changed,
}

/// Returns the benchmarks with their old and new figures.
#[must_use]
pub fn benchmarks(changes: &[Change], show: Show, paint: Paint) -> String {
    let mut text = RULE.to_string();
    for change in changes {
        if show == Show::Changed && change.verdict() == Verdict::Same {
            continue;
        }
        // Writing to a string cannot fail, here and below.
        let note = match (&change.old, &change.new) {
            (None, _) => paint.verdict(Verdict::Other, " (new)"),
            (_, None) => paint.verdict(Verdict::Other, " (removed)"),
            _ => String::new(),
        };
        let _ = writeln!(text, "\nBenchmark: {}{note}", paint.bold(&change.name));
        for (scope, old, new) in change.measurements() {
            match scope {
                None => text.push_str("  total:\n"),
                Some(scope) => {
                    let _ = writeln!(text, "\n  {scope} (scope):");
                }
            }
            let Some(shown) = new.or(old) else { continue };
            for (i, (name, value)) in shown.fields().into_iter().enumerate() {
                let before = old.map(|old| old.fields()[i].1);
                let after = new.map(|new| new.fields()[i].1);
                let _ = writeln!(
                    text,
                    "    {name}: {}{} {}",
                    number(value),
                    unit(name),
                    words(before, after, change.noise, paint)
                );
            }
        }
        let _ = write!(text, "\n{RULE}");
    }
    text
}

/// Returns the lines that the canister printed while its benchmarks ran, with the name of the benchmark.
#[must_use]
pub fn printed(lines: &[(String, String)]) -> String {
    let mut text = String::new();
    for (name, line) in lines {
        if text.is_empty() {
            text.push_str("\nPrinted by the benchmarks:\n");
        }
        let _ = writeln!(text, "* {name}: {line}");
    }
    text
}

/// Returns the number of benchmarks that got better or worse, and the distribution of the changes.
#[must_use]
pub fn summary(changes: &[Change], paint: Paint) -> String {
    let mut text = "\nSummary:\n".to_string();
    for metric in METRICS {
        let mut counts = [0; 4];
        let (mut absolute, mut relative) = (Vec::new(), Vec::new());
        for change in changes {
            let (Some(old), Some(new)) = (
                total(change.old.as_ref(), metric),
                total(change.new.as_ref(), metric),
            ) else {
                counts[2] += 1;
                continue;
            };
            counts[match judge(old, new, change.noise) {
                Verdict::Worse => 0,
                Verdict::Better => 1,
                Verdict::Other => 2,
                Verdict::Same => 3,
            }] += 1;
            absolute.push(new as f64 - old as f64);
            relative.push(percent(old, new));
        }
        let [worse, better, other, same] = counts;
        let status = match (worse, better) {
            (0, 0) => "no significant changes".into(),
            (0, _) => paint.verdict(Verdict::Better, "improvements"),
            (_, 0) => paint.verdict(Verdict::Worse, "regressions"),
            _ => paint.verdict(Verdict::Worse, "regressions and improvements"),
        };
        let _ = write!(
            text,
            "  {metric}:\n    status:   {status}\n    counts:   [total {} | regressed {worse} | improved {better} | \
             new or removed {other} | unchanged {same}]\n    change:   {}\n    change %: {}\n\n",
            changes.len(),
            spread(absolute, |v| if v < 0.0 { format!("-{}", short(-v)) } else { short(v) }),
            spread(relative, |v| format!("{v:.2}%")),
        );
    }
    text.push_str(RULE);
    text
}

/// Returns every figure as CSV.
#[must_use]
pub fn csv(changes: &[Change]) -> String {
    let mut text = "benchmark,scope,metric,old,new,percent\n".to_string();
    for change in changes {
        for (scope, old, new) in change.measurements() {
            for (i, (metric, _)) in Measurement::default().fields().into_iter().enumerate() {
                let before = old.map(|old| old.fields()[i].1);
                let after = new.map(|new| new.fields()[i].1);
                let show =
                    |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
                let change_in_percent = match (before, after) {
                    (Some(before), Some(after)) => format!("{:.2}", percent(before, after)),
                    _ => String::new(),
                };
                let _ = writeln!(
                    text,
                    "{},{},{metric},{},{},{change_in_percent}",
                    cell(&change.name),
                    cell(scope.unwrap_or_default()),
                    show(before),
                    show(after),
                );
            }
        }
    }
    text
}

fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.into()
}

fn total(bench: Option<&crate::results::Bench>, metric: &str) -> Option<u64> {
    let fields = bench?.total.fields();
    fields
        .iter()
        .find(|(name, _)| *name == metric)
        .map(|(_, value)| *value)
}

fn unit(field: &str) -> &'static str {
    if field.ends_with("_increase") {
        " pages"
    } else {
        ""
    }
}

fn words(old: Option<u64>, new: Option<u64>, noise: f64, paint: Paint) -> String {
    let (Some(old), Some(new)) = (old, new) else {
        let words = if old.is_none() { "(new)" } else { "(removed)" };
        return paint.verdict(Verdict::Other, words);
    };
    let (percent, verdict) = (percent(old, new), judge(old, new, noise));
    let words = match verdict {
        Verdict::Same if percent == 0.0 => "(no change)".into(),
        Verdict::Same => format!("({percent:+.2}%, within noise)"),
        Verdict::Better => format!("(improved by {:.2}%)", -percent),
        _ if old == 0 => "(regressed from 0)".into(),
        _ => format!("(regressed by {percent:.2}%)"),
    };
    paint.verdict(verdict, &words)
}

/// Formats a number: exact below ten thousand, then with two digits and a letter.
#[must_use]
pub fn number(value: u64) -> String {
    short(value as f64)
}

fn short(value: f64) -> String {
    match value {
        v if v < 1e4 => format!("{v:.0}"),
        v if v < 1e6 => format!("{:.2} K", v / 1e3),
        v if v < 1e9 => format!("{:.2} M", v / 1e6),
        v if v < 1e12 => format!("{:.2} B", v / 1e9),
        v => format!("{:.2} T", v / 1e12),
    }
}

/// Returns maximum, quartiles and minimum.
fn spread(mut values: Vec<f64>, show: impl Fn(f64) -> String) -> String {
    values.sort_by(f64::total_cmp);
    let at = |quarter: usize| match values.len() {
        0 => show(0.0),
        n => show(values[(n - 1) * quarter / 4]),
    };
    format!(
        "[max {} | p75 {} | median {} | p25 {} | min {}]",
        at(4),
        at(3),
        at(2),
        at(1),
        at(0)
    )
}

#[cfg(test)]
mod tests;
