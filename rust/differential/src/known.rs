//! Lists of known differences: every entry has a reason, and a list must match exactly.
//!
//! A list is a text file:
//!
//! ```text
//! # A comment.
//! == The reason for the entries that follow.
//! recursion:12 | what differs
//! ```
//!
//! With the environment variable `DIFFERENTIAL_BLESS` set, a test rewrites its list: it drops what
//! no longer occurs and adds what is new under the reason `unexplained`, with which the list fails
//! until somebody has written a real one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

const UNEXPLAINED: &str = "unexplained";

/// The differences that a test has found, to be compared with its list.
pub struct Differences {
    path: PathBuf,
    found: BTreeSet<(String, String)>,
    examples: BTreeMap<(String, String), String>,
}

impl Differences {
    /// Returns no differences, to be compared with the list `known/{name}.txt`.
    pub fn new(name: &str) -> Self {
        let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("known");
        Differences {
            path: dir.join(format!("{name}.txt")),
            found: BTreeSet::new(),
            examples: BTreeMap::new(),
        }
    }

    /// Adds a difference: where, and what.
    pub fn add(&mut self, id: &str, what: &str) {
        self.found.insert(entry(id, what));
    }

    /// Adds a difference that random input has shown: the list holds its kind, and the shortest
    /// example is printed if it is not listed.
    pub fn add_example(&mut self, id: &str, what: &str, example: &str) {
        let entry = entry(id, what);
        let shortest = self.examples.entry(entry.clone());
        let shortest = shortest.or_insert_with(|| example.to_string());
        if example.len() < shortest.len() {
            *shortest = example.to_string();
        }
        self.found.insert(entry);
    }

    /// Compares with the list.
    ///
    /// # Panics
    ///
    /// If a difference is not listed, a listed one was not found, or an entry has no reason.
    pub fn check(self) {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        let list = List::parse(&text);
        if std::env::var_os("DIFFERENTIAL_BLESS").is_some() {
            eprint!("{}", self.report(&list));
            let blessed = list.blessed(&self.found);
            let text = blessed.print();
            if !text.is_empty() || self.path.exists() {
                std::fs::write(&self.path, text).expect("the list can be written");
            }
            return;
        }
        let report = self.report(&list);
        assert!(report.is_empty(), "{}:\n{report}", self.path.display());
    }

    /// What keeps the list from matching; empty if it does.
    fn report(&self, list: &List) -> String {
        let listed: BTreeSet<&(String, String)> = list.entries().collect();
        let mut report = String::new();
        for (id, what) in self.found.iter().filter(|entry| !listed.contains(entry)) {
            let _ = writeln!(report, "not listed: {id} | {what}");
            if let Some(example) = self.examples.get(&(id.clone(), what.clone())) {
                let _ = writeln!(report, "    {example}");
            }
        }
        for (id, what) in listed.iter().filter(|entry| !self.found.contains(entry)) {
            let _ = writeln!(report, "no longer occurs: {id} | {what}");
        }
        for (reason, entries) in &list.sections {
            if reason.starts_with(UNEXPLAINED) && !entries.is_empty() {
                let _ = writeln!(report, "{} entries are {reason}", entries.len());
            }
        }
        report
    }
}

/// An entry is one line.
fn entry(id: &str, what: &str) -> (String, String) {
    let what = what.replace('\n', " ");
    let what: String = what.chars().take(200).collect();
    (id.to_string(), what.trim().to_string())
}

/// A list: the comment at its head, then entries by reason, in the order of the file.
struct List {
    comment: Vec<String>,
    sections: Vec<(String, Vec<(String, String)>)>,
}

impl List {
    fn parse(text: &str) -> Self {
        let mut list = List {
            comment: Vec::new(),
            sections: Vec::new(),
        };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if line.starts_with('#') {
                list.comment.push(line.to_string());
            } else if let Some(reason) = line.strip_prefix("== ") {
                list.sections.push((reason.to_string(), Vec::new()));
            } else {
                let (id, what) = line.split_once(" | ").unwrap_or((line, ""));
                let entry = (id.trim().to_string(), what.trim().to_string());
                match list.sections.last_mut() {
                    Some((_, entries)) => entries.push(entry),
                    None => panic!("an entry without a reason: {line}"),
                }
            }
        }
        list
    }

    fn entries(&self) -> impl Iterator<Item = &(String, String)> {
        self.sections.iter().flat_map(|(_, entries)| entries)
    }

    fn blessed(mut self, found: &BTreeSet<(String, String)>) -> Self {
        let listed: BTreeSet<(String, String)> = self.entries().cloned().collect();
        for (_, entries) in &mut self.sections {
            entries.retain(|entry| found.contains(entry));
        }
        // What is said alike probably has one reason.
        let mut new: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
        for entry in found.iter().filter(|entry| !listed.contains(entry)) {
            new.entry(&entry.1).or_default().push(entry.clone());
        }
        for (what, entries) in new {
            let reason = format!("{UNEXPLAINED}: {what}");
            self.sections.push((reason, entries));
        }
        self.sections.retain(|(_, entries)| !entries.is_empty());
        self
    }

    fn print(&self) -> String {
        let mut out = String::new();
        for line in &self.comment {
            let _ = writeln!(out, "{line}");
        }
        for (reason, entries) in &self.sections {
            let _ = writeln!(out, "\n== {reason}");
            for (id, what) in entries {
                let _ = writeln!(out, "{id} | {what}");
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# head\n\n== one\na | x\nb | y\n\n== two\nc | x\n";

    #[test]
    fn a_list_prints_as_it_was_written() {
        assert_eq!(List::parse(TEXT).print(), TEXT);
    }

    #[test]
    fn blessing_drops_and_adds() {
        let found = [("a", "x"), ("d", "x"), ("e", "x")];
        let found = found.map(|(id, what)| (id.to_string(), what.to_string()));
        let blessed = List::parse(TEXT).blessed(&found.into_iter().collect());
        let expected = "# head\n\n== one\na | x\n\n== unexplained: x\nd | x\ne | x\n";
        assert_eq!(blessed.print(), expected);
    }

    #[test]
    fn a_list_matches_exactly() {
        let report = |found: &[(&str, &str)], list: &str| {
            let mut differences = Differences::new("none");
            for (id, what) in found {
                differences.add(id, what);
            }
            differences.report(&List::parse(list))
        };
        let found = [("a", "x"), ("b", "y"), ("c", "x")];
        assert_eq!(report(&found, TEXT), "");
        assert_eq!(report(&found[..2], TEXT), "no longer occurs: c | x\n");
        assert_eq!(report(&found[1..], TEXT), "no longer occurs: a | x\n");
        let more = [found[0], found[1], found[2], ("d", "z")];
        assert_eq!(report(&more, TEXT), "not listed: d | z\n");
        let unexplained = "== unexplained: x\na | x\n";
        let expected = "1 entries are unexplained: x\n";
        assert_eq!(report(&found[..1], unexplained), expected);
    }
}
