//! Changes that `didc.toml` allows, each until a day. One that has expired or allows nothing is a finding, so that the list
//! stays short.

use super::{Change, Finding, Options, Report, Sources};
use crate::config::{AllowedChange, ConfigFile, EXPIRED, UNUSED};
use crate::report::Rule;
use candid_parser::check::Level;
use candid_parser::diagnostic::{Diagnostic, Severity};
use candid_parser::syntax::ast::Span;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

/// The configurations of the files that were compared, and what they allowed.
#[derive(Default)]
pub(super) struct Allowed {
    configs: Vec<(Rc<ConfigFile>, BTreeSet<Option<String>>)>,
    used: HashSet<(PathBuf, usize)>,
    expired: HashSet<(PathBuf, usize)>,
}

impl Allowed {
    /// Removes the changes in a file that are allowed today.
    pub(super) fn remove_from(
        &mut self,
        changes: &mut Vec<Change>,
        config: &Rc<ConfigFile>,
        file: Option<&str>,
        report: &mut Report,
    ) {
        let section = &config.config.breaking;
        section.remove_allowed(changes, file, |idx| {
            let key = (config.path.clone(), idx);
            self.used.insert(key.clone());
            let entry = section.allow.get(idx).map(|entry| entry.get_ref());
            if let Some(entry) = entry.filter(|entry| entry.has_expired()) {
                if self.expired.insert(key) {
                    add(report, config, idx, EXPIRED, expired(entry));
                }
            }
        });
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
    pub(super) fn report_unused(
        &self,
        options: impl Fn(&ConfigFile) -> Options,
        report: &mut Report,
    ) {
        for (config, files) in &self.configs {
            let options = options(config);
            for (idx, entry) in config.config.breaking.allow.iter().enumerate() {
                let allowed = entry.get_ref();
                let rule = allowed.id.0;
                let is_used = self.used.contains(&(config.path.clone(), idx));
                let is_sought = options.levels.contains(&rule.level())
                    && config.config.breaking.level_of(rule.id()) != Level::Allow
                    && files.iter().any(|file| allowed.concerns(file.as_deref()));
                if is_used || !is_sought {
                    continue;
                }
                if allowed.has_expired() {
                    add(report, config, idx, EXPIRED, expired(allowed));
                    continue;
                }
                let message = format!("there is no change {} to allow", rule.id());
                let message = of_path(allowed, message);
                add(report, config, idx, UNUSED, message);
            }
        }
    }
}

fn expired(allowed: &AllowedChange) -> String {
    let (until, reason) = (allowed.until, &allowed.reason);
    of_path(
        allowed,
        format!("the change was allowed until {until}: {reason}"),
    )
}

/// Returns a message about an allowed change with its path; that of a service is empty.
fn of_path(allowed: &AllowedChange, message: String) -> String {
    match allowed.path.is_empty() {
        true => message,
        false => format!("{}: {message}", allowed.path.escape_debug()),
    }
}

/// Adds a finding of an entry, at its level.
fn add(report: &mut Report, config: &ConfigFile, idx: usize, rule: Rule, message: String) {
    let severity = match config.config.breaking.level_of(rule.id) {
        Level::Allow => return,
        Level::Warn => Severity::Warning,
        Level::Deny => Severity::Error,
    };
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
    let mut diagnostic = Diagnostic::error(message, file, span);
    diagnostic.severity = severity;
    report.add(&sources, Finding::new(rule, diagnostic));
}
