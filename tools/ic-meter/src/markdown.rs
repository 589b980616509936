//! The pull request comment: the current cost of encoding and decoding, and its change.

use crate::diff::{judge, percent, Change, Verdict};
use crate::paint::Paint;
use crate::report::{self, Show};
use crate::results::Measurement;
use crate::table::{grouped, render, split_scope};
use std::collections::BTreeMap;

/// The hidden start of the comment, by which an update finds it.
pub const MARKER: &str = "<!-- ic-meter -->";
/// GitHub refuses comments of more than 65,536 characters.
const MAX_LEN: usize = 65_000;

/// Before and after; at least one of the two is present.
type Pair = (Option<Measurement>, Option<Measurement>);

/// Returns the comment: the number of benchmarks that changed; a table of heap, encoding and decoding; one of parsing
/// and of all benchmarks without such scopes; the whole report folded below. Content that does not fit into a comment
/// is left out, the report first.
#[must_use]
pub fn comment(changes: &[Change]) -> String {
    let (main, others) = tables(changes);
    let mut text = format!("{MARKER}\n{}\n", headline(changes));
    if main.len() > 1 {
        text.push('\n');
        text.push_str(&render(&main));
    }
    if others.len() > 1 {
        text.push_str("\nParsing, extra arguments and other measurements:\n\n");
        text.push_str(&render(&others));
    }
    for (summary, show) in [
        ("Raw report", Show::All),
        ("Raw report of changes", Show::Changed),
    ] {
        let report = folded(
            summary,
            &(report::benchmarks(changes, show, Paint::Plain)
                + &report::summary(changes, Paint::Plain)),
        );
        if text.len() + report.len() <= MAX_LEN {
            return text + &report;
        }
    }
    cut(text)
}

/// Returns the rows of both tables, each with its header.
fn tables(changes: &[Change]) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let head = |names: &[&str]| vec![names.iter().map(ToString::to_string).collect()];
    let mut main = head(&["Name", "Heap, pages", "Encode", "Decode"]);
    let mut others = head(&["Name", "Heap, pages", "Instructions"]);
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
        let noise = change.noise;
        let (_, old, new) = measurements[0];
        let mut has_row = false;
        for (shape, scopes) in by_shape {
            let name = format!("{} {shape}", change.name);
            let name = escape(name.trim_end());
            for (what, pair) in scopes.iter().filter(|(what, _)| !MAIN.contains(what)) {
                let name = format!("{name} {}", escape(what));
                others.push(vec![
                    name.trim_end().into(),
                    heap(*pair, noise),
                    instructions(*pair, noise),
                ]);
            }
            let cell = |what| {
                scopes
                    .get(what)
                    .map_or("-".to_string(), |pair| instructions(*pair, noise))
            };
            let cells = MAIN.map(cell);
            if cells.iter().any(|cell| cell != "-") {
                // The heap is that of the benchmark, which may have several shapes.
                let heap = if has_row {
                    String::new()
                } else {
                    heap((old, new), noise)
                };
                main.push([vec![name, heap], cells.to_vec()].concat());
                has_row = true;
            }
        }
        if !has_row {
            let (heap, total) = (heap((old, new), noise), instructions((old, new), noise));
            others.push(vec![escape(&change.name), heap, total]);
        }
    }
    (main, others)
}

/// The scopes with columns of their own.
const MAIN: [&str; 2] = ["1. Encoding", "2. Decoding"];

fn headline(changes: &[Change]) -> String {
    let (mut worse, mut better, mut new, mut removed, mut mixed) = (0, 0, 0, 0, 0);
    for change in changes {
        match (&change.old, &change.new, change.verdict()) {
            (None, ..) => new += 1,
            (_, None, _) => removed += 1,
            (.., Verdict::Worse) => worse += 1,
            (.., Verdict::Better) => better += 1,
            (.., Verdict::Other) => mixed += 1,
            (.., Verdict::Same) => {}
        }
    }
    let same = changes.len() - worse - better - new - removed - mixed;
    let counts = [
        (worse, "worse"),
        (better, "better"),
        (mixed, "with other scopes"),
        (new, "new"),
        (removed, "removed"),
        (same, "unchanged"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let noise = changes.first().map_or(0.0, |change| change.noise);
    if counts.is_empty() {
        "**Benchmarks: none**".into()
    } else {
        format!(
            "**Benchmarks: {}** (changes up to {noise} % count as noise)",
            counts.join(", ")
        )
    }
}

/// Escapes a name, so that no part of it is Markdown, HTML or a user's handle.
fn escape(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let is_word = |i: usize| characters.get(i).is_some_and(|c| c.is_alphanumeric());
    let mut text = String::new();
    for (i, c) in characters.iter().enumerate() {
        match c {
            '@' => text.push_str("&#64;"),
            // Inside a word it is not markup.
            '_' if i > 0 && is_word(i - 1) && is_word(i + 1) => text.push('_'),
            '\\' | '|' | '<' | '>' | '*' | '_' | '`' | '[' | ']' | '$' | '~' | '&' | '#' => {
                text.extend(['\\', *c])
            }
            c if c.is_control() => text.push(' '),
            c => text.push(*c),
        }
    }
    text
}

/// Returns a collapsible text. The fence is longer than any in the text.
fn folded(summary: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!(
        "\n<details>\n<summary>{summary}</summary>\n\n{fence}text\n{text}{fence}\n\n</details>\n"
    )
}

/// Cuts off a text after the last line that fits.
fn cut(text: String) -> String {
    if text.len() <= MAX_LEN {
        return text;
    }
    let lines = text.split_inclusive('\n').scan(0, |len, line| {
        *len += line.len();
        (*len <= MAX_LEN).then_some(line)
    });
    lines.collect::<String>() + "\nThe rest does not fit into a comment.\n"
}

fn instructions(pair: Pair, noise: f64) -> String {
    figure(pair, |m| m.instructions, noise)
}

fn heap(pair: Pair, noise: f64) -> String {
    figure(pair, |m| m.heap_increase, noise)
}

/// Returns the new figure, with its change in the colour that shows whether it is an improvement.
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
            // Markdown makes one backslash of two, and LaTeX needs one before its comment character.
            format!(
                "{} ($\\textcolor{{{colour}}}{{{:+.2}\\\\%}}$)",
                grouped(new),
                percent(old, new)
            )
        }
        (None, Some(new)) => format!("{} (new)", grouped(new)),
        (Some(old), None) => format!("removed (was {})", grouped(old)),
        (None, None) => "-".into(),
    }
}

#[cfg(test)]
mod tests;
