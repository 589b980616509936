//! What keeps reports readable, whatever the types are: the length of paths, names and lists, and names on one line.
//!
//! Types may come from strangers. A chain of types in which each differs a little would otherwise give a report that
//! grows with the square of its length, and a name with a line break in it could pretend to be a line of the report.

use super::Incompatibility;
use std::borrow::Cow;

/// How many reasons are listed where all are asked for. If there are more, one without a path says so behind them.
pub const MAX_REASONS: usize = 10_000;

/// Steps of a path; of a longer one both ends are shown.
const MAX_PATH: usize = 32;

/// Characters of a name.
const MAX_NAME: usize = 200;

/// Returns the reasons, or as many of them as are listed.
pub(super) fn listed(mut reasons: impl Iterator<Item = Incompatibility>) -> Vec<Incompatibility> {
    let mut list: Vec<_> = reasons.by_ref().take(MAX_REASONS).collect();
    if reasons.next().is_some() {
        // Always in the same words, so that lists can be compared.
        list.push(Incompatibility {
            path: Vec::new(),
            message: "there are more places, which are not listed".to_string(),
        });
    }
    list
}

/// Returns a path of which the outer steps and the inner ones are given. It takes time for what is returned only.
pub(super) fn path(outer: &[String], inner: &[String]) -> Vec<String> {
    let n_steps = outer.len() + inner.len();
    let steps = outer.iter().chain(inner);
    if n_steps <= MAX_PATH {
        return steps.cloned().collect();
    }
    let first = steps.clone().take(MAX_PATH / 2).cloned();
    let last = steps.skip(n_steps - MAX_PATH / 2).cloned();
    // The number keeps apart what is at different depths.
    let between = format!("… {} more …", n_steps - MAX_PATH / 2 * 2);
    first.chain([between]).chain(last).collect()
}

/// Returns a name as it is if it has nothing but ordinary characters, else the way it is written between quotes.
pub(super) fn name(name: &str) -> Cow<'_, str> {
    // What ends a name or a line, steers a terminal, cannot be seen, or turns the direction of writing.
    let is_special = |c: char| match c {
        '"' | '\\' | '\u{200b}'..='\u{200f}' | '\u{feff}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    };
    let is_cut = name.len() > MAX_NAME;
    if !is_cut && !name.contains(is_special) {
        return name.into();
    }
    let mut out = String::new();
    for c in name.chars() {
        if out.len() >= MAX_NAME {
            out.push('…');
            break;
        }
        match is_special(c) {
            true => out.extend(c.escape_debug()),
            false => out.push(c),
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_their_line() {
        let rows = [
            ("a_1", "a_1"),
            ("type", "type"),
            ("字 it's", "字 it's"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\nb\"\\", "a\\nb\\\"\\\\"),
            ("\u{202e}b", "\\u{202e}b"),
        ];
        for (given, shown) in rows {
            assert_eq!(name(given), shown);
        }
        let long = "a".repeat(100_000);
        assert_eq!(name(&long), format!("{}…", "a".repeat(MAX_NAME)));
    }

    #[test]
    fn long_paths_show_both_ends() {
        let steps = |range: std::ops::Range<u32>| -> Vec<String> {
            range.map(|step| step.to_string()).collect()
        };
        assert_eq!(path(&steps(0..30), &steps(30..32)), steps(0..32));
        let expected = [steps(0..16), vec!["… 1 more …".into()], steps(17..33)].concat();
        assert_eq!(path(&steps(0..32), &steps(32..33)), expected);
        assert_eq!(path(&steps(0..3), &steps(3..33)), expected);
    }

    #[test]
    fn lists_end() {
        let reason = |message: usize| Incompatibility {
            path: Vec::new(),
            message: message.to_string(),
        };
        assert_eq!(listed((0..MAX_REASONS).map(reason)).len(), MAX_REASONS);
        let list = listed((0..5 * MAX_REASONS).map(reason));
        assert_eq!(list.len(), MAX_REASONS + 1);
        assert!(list[MAX_REASONS].message.starts_with("there are more"));
    }
}
