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
//!
//! A test on random input finds more the longer it runs. What only the long run finds is in a list of its own
//! ([`Differences::with_rare`]), which has to match where the run is as long.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const UNEXPLAINED: &str = "unexplained";

/// The differences that a test has found, to be compared with its list.
pub struct Differences {
    path: PathBuf,
    list: List,
    /// The entries of lists that go before this one.
    before: BTreeSet<(String, String)>,
    must_occur: bool,
    found: BTreeSet<(String, String)>,
    examples: BTreeMap<(String, String), String>,
}

impl Differences {
    /// Returns no differences, to be compared with the list `known/{name}.txt`.
    pub fn new(name: &str) -> Self {
        let path = path(name);
        Differences {
            list: List::read(&path),
            path,
            before: BTreeSet::new(),
            must_occur: true,
            found: BTreeSet::new(),
            examples: BTreeMap::new(),
        }
    }

    /// Adds the list `known/{name}.txt` to the first one, for a run that is longer than usual, or returns these differences
    /// as they are for one of the usual length. What is listed need not occur in a run of any other length.
    pub fn with_rare(mut self, name: &str, length: RunLength) -> Self {
        match length {
            RunLength::Usual => return self,
            RunLength::Long => {}
            RunLength::Other => self.must_occur = false,
        }
        self.before = self.list.entries().cloned().collect();
        self.path = path(name);
        self.list = List::read(&self.path);
        self
    }

    /// Returns whether a difference is neither listed nor found yet: then it is worth an effort to explain it.
    pub fn is_new(&self, id: &str, what: &str) -> bool {
        let entry = entry(id, what);
        let is_listed = self.list.entries().any(|listed| *listed == entry);
        !is_listed && !self.before.contains(&entry) && !self.found.contains(&entry)
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
        let report = self.report();
        if std::env::var_os("DIFFERENTIAL_BLESS").is_some() {
            eprint!("{report}");
            let found = self.found.difference(&self.before).cloned().collect();
            let blessed = self.list.blessed(&found);
            let text = blessed.print();
            if !text.is_empty() || self.path.exists() {
                std::fs::write(&self.path, text).expect("the list can be written");
            }
            return;
        }
        assert!(report.is_empty(), "{}:\n{report}", self.path.display());
    }

    /// What keeps the list from matching; empty if it does.
    fn report(&self) -> String {
        let list = &self.list;
        let listed: BTreeSet<&(String, String)> = list.entries().chain(&self.before).collect();
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
        for (reason, entries) in &list.sections {
            if reason.starts_with(UNEXPLAINED) && !entries.is_empty() {
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

fn path(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("known");
    dir.join(format!("{name}.txt"))
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
    fn read(path: &Path) -> Self {
        List::parse(&std::fs::read_to_string(path).unwrap_or_default())
    }

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
            differences.list = List::parse(list);
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
        let unexplained = "== unexplained: x\na | x\n";
        let expected = "1 entries are unexplained: x\n";
        assert_eq!(report(&found[..1], unexplained), expected);
    }

    #[test]
    fn a_long_run_has_two_lists() {
        let report = |length, found: &[(&str, &str)]| {
            let mut differences = Differences::new("none");
            differences.list = List::parse(TEXT);
            differences = differences.with_rare("none", length);
            if length != RunLength::Usual {
                differences.list = List::parse("== three\nd | z\n");
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

    /// The page about differences leads to each list.
    #[test]
    fn lists_are_on_the_page() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/differences.md");
        let page = std::fs::read_to_string(page).unwrap();
        let lists = path("").with_file_name("").read_dir().unwrap();
        let lists = lists.map(|list| list.unwrap().file_name().into_string().unwrap());
        let missing: Vec<String> = lists
            .filter(|name| !page.contains(&format!("/known/{name})")))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn new_is_what_nobody_has_seen() {
        let mut differences = Differences::new("none");
        differences.list = List::parse(TEXT);
        assert!(differences.is_new("d", "z"));
        assert!(!differences.is_new("a", "x"));
        differences.add("d", "z");
        assert!(!differences.is_new("d", "z"));
    }
}
