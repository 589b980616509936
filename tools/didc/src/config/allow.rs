//! `[[breaking.allow]]`: changes that are intended, each until a day.

use super::{BreakingSection, Day, Glob, RuleName, Sentence};
use crate::report::Rule;
use candid_parser::breaking::Change;
use candid_parser::check::Level;
use serde::Deserialize;
use std::collections::HashSet;
use std::time::{SystemTime, UNIX_EPOCH};

/// An entry whose day has passed.
pub(crate) const EXPIRED: Rule = Rule {
    id: "B301",
    name: "expired-allowance",
    summary: "a change is allowed until a day that has passed",
};

/// An entry that allows nothing.
pub(crate) const UNUSED: Rule = Rule {
    id: "B302",
    name: "unused-allowance",
    summary: "a change is allowed that is not there",
};

/// A change that is intended, until a day.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllowedChange {
    pub(crate) id: RuleName,
    /// The place, or one that it is in, as findings have it.
    pub(crate) path: String,
    pub(crate) reason: Sentence,
    pub(crate) until: Day,
    /// The files of the interfaces with the change, wherever it is located, relative to the folder of the file; by default all.
    pub(crate) file: Option<Glob>,
    /// Whether the change is meant in all places that have it for the same cause.
    #[serde(default)]
    everywhere: bool,
}

impl AllowedChange {
    /// Returns for each of the changes in a file whether it is meant.
    fn select(&self, changes: &[Change], file: Option<&str>) -> Vec<bool> {
        if !self.concerns(file) {
            return vec![false; changes.len()];
        }
        let is_of = |change: &&Change| self.id.0 == change.rule;
        let is_named = |change: &&Change| is_of(change) && is_in(&change.path, &self.path);
        let named = changes.iter().filter(|_| self.everywhere).filter(is_named);
        let causes: HashSet<usize> = named.map(|change| change.cause).collect();
        let is_meant =
            |change| is_named(&change) || is_of(&change) && causes.contains(&change.cause);
        changes.iter().map(is_meant).collect()
    }

    /// Returns whether changes in a file may be meant.
    pub(crate) fn concerns(&self, file: Option<&str>) -> bool {
        match (&self.file, file) {
            (None, _) => true,
            (Some(pattern), Some(file)) => pattern.covers(file),
            (Some(_), None) => false,
        }
    }

    /// Returns whether the day has passed.
    pub(crate) fn has_expired(&self) -> bool {
        self.until < today()
    }
}

impl BreakingSection {
    /// Removes the changes in a file whose rules are allowed, and those that are allowed today. Calls `is_used` with the position of each entry that is for one of the
    /// changes, also if it has expired.
    pub(crate) fn remove_allowed(
        &self,
        changes: &mut Vec<Change>,
        file: Option<&str>,
        mut is_used: impl FnMut(usize),
    ) {
        changes.retain(|change| self.level_of(change.rule.id()) != Level::Allow);
        let mut is_left = vec![true; changes.len()];
        for (idx, entry) in self.allow.iter().enumerate() {
            let entry = entry.get_ref();
            let is_meant = entry.select(changes, file);
            if !is_meant.contains(&true) {
                continue;
            }
            is_used(idx);
            if !entry.has_expired() {
                for (is_left, is_meant) in is_left.iter_mut().zip(is_meant) {
                    *is_left &= !is_meant;
                }
            }
        }
        let mut is_left = is_left.into_iter();
        changes.retain(|_| is_left.next().unwrap_or(true));
    }
}

/// Returns whether a path is another one, or goes on behind it: with a new step, and not within a quoted name.
fn is_in(path: &str, outer: &str) -> bool {
    let Some(rest) = path.strip_prefix(outer) else {
        return false;
    };
    let (mut is_quoted, mut is_escaped) = (false, false);
    for c in outer.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
    }
    rest.is_empty() || !is_quoted && rest.starts_with(", ")
}

/// Returns the current day, in UTC.
fn today() -> Day {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = now.map_or(0, |now| now.as_secs() / 86_400);
    day(days)
}

/// Returns the day that is a number of days after 1970-01-01, by the algorithm of Howard Hinnant: years begin in March, so
/// that the day that only some of them have is the last.
fn day(days: u64) -> Day {
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    Day(
        u16::try_from(year).unwrap_or(u16::MAX),
        u8::try_from(month).unwrap_or(12),
        u8::try_from(day).unwrap_or(31),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let rows = [
            ("method f, argument 1, field x", "method f", true),
            (
                "method f, argument 1, field x",
                "method f, argument 1",
                true,
            ),
            ("method f, argument 1", "method f, argument 1", true),
            ("method f, argument 12", "method f, argument 1", false),
            (
                "method f, argument 1",
                "method f, argument 1, field x",
                false,
            ),
            ("method f, argument 1", "method f,", false),
            ("method f, argument 1", "argument 1", false),
            ("method f, argument 1", "", false),
            ("", "", true),
            ("method \"a, b\", result 1", "method \"a", false),
            ("method \"a, b\", result 1", "method \"a, b\"", true),
            ("method \"\\\", b\", result 1", "method \"\\\"", false),
            ("method \"\\\\\", result 1", "method \"\\\\\"", true),
        ];
        for (path, outer, expected) in rows {
            assert_eq!(is_in(path, outer), expected, "{path} in {outer}");
        }
    }

    #[test]
    fn days() {
        let rows = [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_088, "2024-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (2_932_896, "9999-12-31"),
        ];
        for (number, expected) in rows {
            assert_eq!(day(number).to_string(), expected);
        }
    }
}
