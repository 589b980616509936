//! Changes that `didc.toml` allows, each until a day. One that has expired or allows nothing is a finding, so that the list
//! stays short.

use super::{Change, Finding, Options, Report, Sources};
use crate::config::{AllowedChange, ConfigFile, Day};
use crate::report::Rule;
use candid_parser::diagnostic::Diagnostic;
use candid_parser::syntax::ast::Span;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

const EXPIRED: Rule = Rule {
    id: "B301",
    name: "expired-allowance",
    summary: "a change is allowed until a day that has passed",
};

const UNUSED: Rule = Rule {
    id: "B302",
    name: "unused-allowance",
    summary: "a change is allowed that is not there",
};

/// The configurations of the files that were compared, and what they allowed.
#[derive(Default)]
pub(super) struct Allowed {
    configs: Vec<(Rc<ConfigFile>, BTreeSet<Option<String>>)>,
    used: HashSet<(PathBuf, usize)>,
    expired: HashSet<(PathBuf, usize)>,
}

impl Allowed {
    /// Returns whether a change in a file is allowed today.
    pub(super) fn allows(
        &mut self,
        config: &Rc<ConfigFile>,
        file: Option<&str>,
        change: &Change,
        report: &mut Report,
    ) -> bool {
        let mut is_allowed = false;
        for (idx, entry) in config.config.breaking.allow.iter().enumerate() {
            let allowed = entry.get_ref();
            let is_it = allowed.id.0 == change.rule && allowed.path == change.path;
            if !is_it || !concerns(allowed, file) {
                continue;
            }
            let key = (config.path.clone(), idx);
            self.used.insert(key.clone());
            if allowed.until >= today() {
                is_allowed = true;
            } else if self.expired.insert(key) {
                let message = format!(
                    "{}: the change was allowed until {}: {}",
                    allowed.path, allowed.until, allowed.reason
                );
                add(report, config, idx, EXPIRED, message);
            }
        }
        is_allowed
    }

    /// Remembers that a file was compared.
    pub(super) fn compared(&mut self, config: &Rc<ConfigFile>, file: Option<String>) {
        let known = self
            .configs
            .iter_mut()
            .find(|(known, _)| Rc::ptr_eq(known, config));
        match known {
            Some((_, files)) => {
                files.insert(file);
            }
            None => self
                .configs
                .push((Rc::clone(config), BTreeSet::from([file]))),
        }
    }

    /// Adds what is allowed and was not found in any of the files, if it was looked for.
    pub(super) fn report_unused(&self, options: &Options, report: &mut Report) {
        for (config, files) in &self.configs {
            for (idx, entry) in config.config.breaking.allow.iter().enumerate() {
                let allowed = entry.get_ref();
                let rule = allowed.id.0;
                let is_used = self.used.contains(&(config.path.clone(), idx));
                let is_sought = options.levels.contains(&rule.level())
                    && files.iter().any(|file| concerns(allowed, file.as_deref()));
                if is_used || !is_sought {
                    continue;
                }
                let (path, id) = (allowed.path.escape_debug(), rule.id());
                let message = format!("{path}: there is no change {id} to allow");
                add(report, config, idx, UNUSED, message);
            }
        }
    }
}

/// Returns whether a change in a file may be allowed by an entry.
fn concerns(allowed: &AllowedChange, file: Option<&str>) -> bool {
    match (&allowed.file, file) {
        (None, _) => true,
        (Some(pattern), Some(file)) => pattern.matches(file),
        (Some(_), None) => false,
    }
}

fn add(report: &mut Report, config: &ConfigFile, idx: usize, rule: Rule, message: String) {
    let mut sources = Sources::default();
    let file = sources.add(config.path.display().to_string(), &*config.text);
    let span = config
        .config
        .breaking
        .allow
        .get(idx)
        .map(|entry| entry.span());
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let start = span.map_or(0, |span| span.start);
    // The line that it begins in.
    let line = config.text.get(start..).unwrap_or_default();
    let len = line.find('\n').unwrap_or(line.len());
    let span = Span {
        start: offset(start),
        end: offset(start + len),
    };
    let diagnostic = Diagnostic::error(message, file, span);
    report.add(&sources, Finding::new(rule, diagnostic));
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
