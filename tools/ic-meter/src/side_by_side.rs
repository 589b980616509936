//! Comparison of two implementations on the same benchmarks: both figures, their ratio, and the mean of the ratios. A
//! third, the floor, is hand-written code that does the same, which shows the room for improvement.

use crate::heap;
use crate::results::{Bench, Measurement, Results};
use crate::table::{grouped, render, split_scope};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The results compared, each by benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// Our implementation.
    pub ours: &'a Results,
    /// The implementation to compare with.
    pub incumbent: &'a Results,
    /// The hand-written code, for the benchmarks that have it.
    pub floor: Option<&'a Results>,
}

/// Ratios by the kind of measurement.
type Ratios<'a> = BTreeMap<&'a str, Vec<f64>>;

/// Returns a row for each scope (for the total if there are none), then geometric means by the kind of measurement, and
/// the scopes and benchmarks that need more memory with ours. A ratio is the instructions of the incumbent divided by
/// ours.
#[must_use]
pub fn table(sides: Sides<'_>) -> String {
    let mut head = vec!["Benchmark", "Ours", "Incumbent", "Ratio"];
    if sides.floor.is_some() {
        head.extend(["Floor", "Ours / floor"]);
    }
    head.extend(["Heap ours", "Heap incumbent"]);
    let mut rows = vec![head.into_iter().map(String::from).collect()];
    let (mut ratios, mut to_floor) = (Ratios::new(), Ratios::new());
    for (name, ours) in sides.ours {
        let Some(incumbent) = sides.incumbent.get(name) else {
            continue;
        };
        for (scope, ours, incumbent) in pairs(ours, incumbent) {
            let ratio = ratio(incumbent, ours);
            ratios.entry(group(scope)).or_default().extend(ratio);
            let mut row = vec![
                format!("{name} {scope}").trim_end().into(),
                grouped(ours.instructions),
                grouped(incumbent.instructions),
                show(ratio),
            ];
            if let Some(floor) = sides.floor {
                let floor = floor.get(name).and_then(|bench| of_scope(bench, scope));
                let ratio = floor.and_then(|floor| self::ratio(ours, floor));
                to_floor.entry(group(scope)).or_default().extend(ratio);
                row.push(floor.map_or(String::new(), |floor| grouped(floor.instructions)));
                row.push(show(ratio));
            }
            row.push(grouped(ours.heap_increase));
            row.push(grouped(incumbent.heap_increase));
            rows.push(row);
        }
    }
    let mut text = render(&rows);
    text.push_str(&means("ratios", &ratios));
    if sides.floor.is_some() {
        text.push_str(&means("ours / floor", &to_floor));
    }
    text.push_str(&heap::verdict(sides.ours, sides.incumbent));
    text.push_str(&alone(sides));
    text
}

/// Returns the sizes of modules in bytes, each with its name, ours and the incumbent's.
#[must_use]
pub fn sizes(modules: &[(&str, usize, usize)]) -> String {
    let mut rows = vec![["Wasm size, bytes", "Ours", "Incumbent", "Ratio"]
        .map(String::from)
        .to_vec()];
    for (name, ours, incumbent) in modules {
        let ratio = (*ours > 0).then(|| *incumbent as f64 / *ours as f64);
        let (ours, incumbent) = (grouped(*ours as u64), grouped(*incumbent as u64));
        rows.push(vec![(*name).into(), ours, incumbent, show(ratio)]);
    }
    render(&rows)
}

fn means(of: &str, ratios: &Ratios<'_>) -> String {
    let mut text = format!("\nGeometric means of {of}:\n");
    let line = |text: &mut String, group: &str, ratios: &[f64]| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "* {group}: {:.2} ({} figures)",
            geometric_mean(ratios),
            ratios.len()
        );
    };
    for (group, ratios) in ratios.iter().filter(|(_, ratios)| !ratios.is_empty()) {
        line(&mut text, group, ratios);
    }
    let all: Vec<f64> = ratios.values().flatten().copied().collect();
    line(&mut text, "All", &all);
    text
}

/// Returns the benchmarks that only one side has: a misspelt name would otherwise go unnoticed.
fn alone(sides: Sides<'_>) -> String {
    let without = |of: &Results, other: &Results| -> Vec<String> {
        of.keys()
            .filter(|name| !other.contains_key(*name))
            .cloned()
            .collect()
    };
    let mut lists = vec![
        ("ours", without(sides.ours, sides.incumbent)),
        ("candid 0.10.39", without(sides.incumbent, sides.ours)),
    ];
    if let Some(floor) = sides.floor {
        let known = |name: &str, scope: &str| {
            sides
                .ours
                .get(name)
                .is_some_and(|ours| of_scope(ours, scope).is_some())
        };
        let scopes = floor.iter().flat_map(|(name, bench)| {
            let scopes = bench.scopes.keys().map(move |scope| (name, scope.as_str()));
            scopes.chain(bench.scopes.is_empty().then_some((name, "")))
        });
        let unknown = scopes.filter(|(name, scope)| !known(name, scope));
        let unknown = unknown.map(|(name, scope)| format!("{name} {scope}").trim_end().into());
        lists.push(("the floor", unknown.collect()));
    }
    let mut text = String::new();
    for (whose, names) in lists.iter().filter(|(_, names)| !names.is_empty()) {
        let _ = writeln!(text, "\nOnly in {whose}: {}", names.join(", "));
    }
    text
}

pub(crate) type Pairs<'a> = Vec<(&'a str, &'a Measurement, &'a Measurement)>;

/// Returns the scopes that both have, or the totals.
pub(crate) fn pairs<'a>(ours: &'a Bench, incumbent: &'a Bench) -> Pairs<'a> {
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

/// Returns the measurement of a scope, or the total if the name is empty.
fn of_scope<'a>(bench: &'a Bench, scope: &str) -> Option<&'a Measurement> {
    match scope {
        "" => Some(&bench.total),
        scope => bench.scopes.get(scope),
    }
}

/// Returns the kind of measurement of a scope: its name without the ordinal.
fn group(scope: &str) -> &str {
    let what = split_scope(scope)
        .1
        .trim_start_matches(|c: char| !c.is_alphabetic());
    if what.is_empty() {
        "Other"
    } else {
        what
    }
}

/// Returns the instructions of `of` divided by those of `to`; `None` if one of them has none.
fn ratio(of: &Measurement, to: &Measurement) -> Option<f64> {
    (of.instructions > 0 && to.instructions > 0)
        .then(|| of.instructions as f64 / to.instructions as f64)
}

fn show(ratio: Option<f64>) -> String {
    ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"))
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    if ratios.is_empty() {
        return 1.0;
    }
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

#[cfg(test)]
mod tests;
