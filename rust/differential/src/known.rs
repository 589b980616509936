//! The known differences: every entry has a reason, and what a test finds must match its section exactly.
//!
//! All of them are in `known.txt`, whose beginning says how it is written ([`mod@file`]). With the environment variable
//! `DIFFERENTIAL_BLESS` set, a test rewrites its section: it drops what no longer occurs and adds what is new under the
//! reason `unexplained`, with which the section fails until somebody has written a real one.
//!
//! A test on random input finds more the longer it runs. What only the long run finds is in a section of its own
//! ([`Differences::with_rare`]), which has to match where the run is as long.

pub mod file;

use file::{Entry, File, Section, UNEXPLAINED};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The environment variable with which tests rewrite what is expected.
pub const BLESS: &str = "DIFFERENTIAL_BLESS";

/// The differences that a test has found, to be compared with its section.
pub struct Differences {
    name: String,
    section: Section,
    /// The entries of the section that goes before this one.
    before: BTreeSet<Entry>,
    must_occur: bool,
    found: BTreeSet<Entry>,
    examples: BTreeMap<Entry, String>,
}

impl Differences {
    /// Returns no differences, to be compared with the section of this name.
    pub fn new(name: &str) -> Self {
        Differences {
            name: name.to_string(),
            section: File::read(&file::path()).section(name),
            before: BTreeSet::new(),
            must_occur: true,
            found: BTreeSet::new(),
            examples: BTreeMap::new(),
        }
    }

    /// Adds the section `{name}_night` to the first one, for a run that is longer than usual, or returns these differences
    /// as they are for one of the usual length. What is listed need not occur in a run of any other length.
    pub fn with_rare(mut self, length: RunLength) -> Self {
        match length {
            RunLength::Usual => return self,
            RunLength::Long => {}
            RunLength::Other => self.must_occur = false,
        }
        let rare = Differences::new(&format!("{}_night", self.name));
        self.before = self.section.entries().cloned().collect();
        (self.name, self.section) = (rare.name, rare.section);
        self
    }

    /// Returns whether a difference is neither listed nor found yet: then it is worth an effort to explain it.
    pub fn is_new(&self, id: &str, what: &str) -> bool {
        let entry = entry(id, what);
        let is_listed = self.section.entries().any(|listed| *listed == entry);
        !is_listed && !self.before.contains(&entry) && !self.found.contains(&entry)
    }

    /// Adds a difference: where, and what.
    pub fn add(&mut self, id: &str, what: &str) {
        self.found.insert(entry(id, what));
    }

    /// Adds a difference that random input has shown: its kind is what is listed, and the shortest
    /// example is printed if it is not.
    pub fn add_example(&mut self, id: &str, what: &str, example: &str) {
        let entry = entry(id, what);
        let shortest = self.examples.entry(entry.clone());
        let shortest = shortest.or_insert_with(|| example.to_string());
        if example.len() < shortest.len() {
            *shortest = example.to_string();
        }
        self.found.insert(entry);
    }

    /// Compares with the section, or rewrites it.
    ///
    /// # Panics
    ///
    /// If a difference is not listed, a listed one was not found, or an entry has no reason.
    pub fn check(self) {
        let report = self.report();
        if std::env::var_os(BLESS).is_some() {
            eprint!("{report}");
            let mut found: BTreeSet<Entry> = self.found.difference(&self.before).cloned().collect();
            if !self.must_occur {
                found.extend(self.section.entries().cloned());
            }
            file::rewrite(&file::path(), &self.name, &found);
            return;
        }
        assert!(report.is_empty(), "{}:\n{report}", self.name);
    }

    /// What keeps the section from matching; empty if it does.
    fn report(&self) -> String {
        let listed: BTreeSet<&Entry> = self.section.entries().chain(&self.before).collect();
        let mut report = String::new();
        for (id, what) in self.found.iter().filter(|entry| !listed.contains(entry)) {
            let _ = writeln!(report, "not listed: {id} | {what}");
            if let Some(example) = self.examples.get(&(id.clone(), what.clone())) {
                let _ = writeln!(report, "    {example}");
            }
        }
        let missing = listed.iter().filter(|entry| !self.found.contains(entry));
        for (id, what) in missing.filter(|_| self.must_occur) {
            let _ = writeln!(report, "no longer occurs: {id} | {what}");
        }
        for (reason, entries) in &self.section.reasons {
            if reason.starts_with(UNEXPLAINED) {
                let _ = writeln!(report, "{} entries are {reason}", entries.len());
            }
        }
        report
    }
}

/// How long a test on random input runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunLength {
    /// As in every run of the tests.
    Usual,
    /// As at night.
    Long,
    /// As somebody has asked for.
    Other,
}

/// An entry is one line.
fn entry(id: &str, what: &str) -> Entry {
    let what = what.replace('\n', " ");
    let what: String = what.chars().take(200).collect();
    (id.to_string(), what.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "==== a: b\n\n== one\na | x\nb | y\n\n== two\nc | x\n";

    fn section(text: &str) -> Section {
        File::parse(text).section("a")
    }

    #[test]
    fn a_section_matches_exactly() {
        let report = |found: &[(&str, &str)], text: &str| {
            let mut differences = Differences::new("none");
            differences.section = section(text);
            for (id, what) in found {
                differences.add(id, what);
            }
            differences.report()
        };
        let found = [("a", "x"), ("b", "y"), ("c", "x")];
        assert_eq!(report(&found, TEXT), "");
        assert_eq!(report(&found[..2], TEXT), "no longer occurs: c | x\n");
        assert_eq!(report(&found[1..], TEXT), "no longer occurs: a | x\n");
        let more = [found[0], found[1], found[2], ("d", "z")];
        assert_eq!(report(&more, TEXT), "not listed: d | z\n");
        let unexplained = "==== a: b\n== unexplained: x\na | x\n";
        let expected = "1 entries are unexplained: x\n";
        assert_eq!(report(&found[..1], unexplained), expected);
    }

    #[test]
    fn a_long_run_has_two_sections() {
        let report = |length, found: &[(&str, &str)]| {
            let mut differences = Differences::new("none");
            differences.section = section(TEXT);
            differences = differences.with_rare(length);
            if length != RunLength::Usual {
                differences.section = section("==== a: b\n== three\nd | z\n");
            }
            for (id, what) in found {
                differences.add(id, what);
            }
            differences.report()
        };
        let found = [("a", "x"), ("b", "y"), ("c", "x"), ("d", "z")];
        assert_eq!(report(RunLength::Usual, &found[..3]), "");
        assert_eq!(report(RunLength::Usual, &found), "not listed: d | z\n");
        assert_eq!(report(RunLength::Long, &found), "");
        let gone = "no longer occurs: d | z\n";
        assert_eq!(report(RunLength::Long, &found[..3]), gone);
        assert_eq!(report(RunLength::Other, &found[1..]), "");
        let unknown = report(RunLength::Other, &[("e", "z")]);
        assert_eq!(unknown, "not listed: e | z\n");
    }

    #[test]
    fn new_is_what_nobody_has_seen() {
        let mut differences = Differences::new("none");
        differences.section = section(TEXT);
        assert!(differences.is_new("d", "z"));
        assert!(!differences.is_new("a", "x"));
        differences.add("d", "z");
        assert!(!differences.is_new("d", "z"));
    }
}
