//! Bounds that keep reports readable for any types: on the length of paths, names and lists; names stay on one line.
//!
//! Types may be untrusted. A chain of slightly differing types would otherwise produce a report quadratic in its
//! length, and a name with a line break could pose as a line of the report.

use std::borrow::Cow;

/// The maximum number of reasons returned where all are requested. If there are more, a final one without a path says
/// so.
pub const MAX_REASONS: usize = 10_000;

/// The maximum number of steps in a path; a longer one is reduced to both ends.
const MAX_PATH: usize = 32;

/// The maximum number of characters in a name.
const MAX_NAME: usize = 200;

/// Returns the concatenation of the outer and the inner steps of a path, taking time proportional to the result only.
pub(super) fn path(outer: &[String], inner: &[String]) -> Vec<String> {
    let n_steps = outer.len() + inner.len();
    let steps = outer.iter().chain(inner);
    if n_steps <= MAX_PATH {
        return steps.cloned().collect();
    }
    let first = steps.clone().take(MAX_PATH / 2).cloned();
    let last = steps.skip(n_steps - MAX_PATH / 2).cloned();
    // The number distinguishes places at different depths.
    let between = format!("… {} more …", n_steps - MAX_PATH / 2 * 2);
    first.chain([between]).chain(last).collect()
}

/// Returns a name unchanged if all its characters are ordinary, else escaped as between quotes.
pub(super) fn name(name: &str) -> Cow<'_, str> {
    // Characters that end a name or a line, control a terminal, are invisible, or change the writing direction.
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
        if is_special(c) {
            out.extend(c.escape_debug())
        } else {
            out.push(c)
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
}
