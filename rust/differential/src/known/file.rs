//! The file of known differences: a section for each test, in it reasons, under each of them entries.
//!
//! ```text
//! # What the file is.
//!
//! ==== section: what it is about
//!
//! == the reason for the entries that follow
//! recursion:12 | what differs
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the reason of entries begins for which nobody has written one.
pub const UNEXPLAINED: &str = "unexplained";

/// Where something differs, and what.
pub type Entry = (String, String);

/// What follows a reason, and the title of a section before its text.
const REASON: &str = "== ";
const SECTION: &str = "==== ";

/// Returns where the file is.
pub fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("known.txt")
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The lines before the first section.
    introduction: Vec<String>,
    /// In the order of the file.
    pub sections: Vec<Section>,
}

/// The differences that one test finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// By which the test knows it.
    pub name: String,
    about: String,
    /// Entries by reason, in the order of the file.
    pub reasons: Vec<(String, Vec<Entry>)>,
}

impl File {
    /// Returns what a file says.
    ///
    /// # Panics
    ///
    /// If it cannot be read, or is not written like one.
    pub fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path);
        File::parse(&text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    pub(super) fn parse(text: &str) -> Self {
        let mut file = File::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if let Some(title) = line.strip_prefix(SECTION) {
                let title = title.split_once(": ");
                let (name, about) =
                    title.unwrap_or_else(|| panic!("says not what it is about: {line}"));
                file.sections.push(Section {
                    name: name.to_string(),
                    about: about.to_string(),
                    reasons: Vec::new(),
                });
                continue;
            }
            let Some(section) = file.sections.last_mut() else {
                assert!(line.starts_with('#'), "in no section: {line}");
                file.introduction.push(line.to_string());
                continue;
            };
            if let Some(reason) = line.strip_prefix(REASON) {
                section.reasons.push((reason.to_string(), Vec::new()));
                continue;
            }
            let (id, what) = line.split_once(" | ").unwrap_or((line, ""));
            let (_, entries) = section
                .reasons
                .last_mut()
                .unwrap_or_else(|| panic!("without a reason: {line}"));
            entries.push((id.trim().to_string(), what.trim().to_string()));
        }
        file
    }

    /// Returns the section of a name, without entries if there is none.
    pub fn section(&self, name: &str) -> Section {
        let found = self.sections.iter().find(|section| section.name == name);
        found.cloned().unwrap_or_else(|| Section {
            name: name.to_string(),
            about: UNEXPLAINED.to_string(),
            reasons: Vec::new(),
        })
    }

    /// Puts a section in the place of the one of its name, or at the end. One without entries is left out.
    fn set(&mut self, section: Section) {
        match self
            .sections
            .iter_mut()
            .find(|old| old.name == section.name)
        {
            Some(old) => *old = section,
            None => self.sections.push(section),
        }
        self.sections.retain(|section| !section.reasons.is_empty());
    }

    fn print(&self) -> String {
        let mut out = String::new();
        for line in &self.introduction {
            let _ = writeln!(out, "{line}");
        }
        for Section {
            name,
            about,
            reasons,
        } in &self.sections
        {
            let _ = writeln!(out, "\n\n{SECTION}{name}: {about}");
            for (reason, entries) in reasons {
                let _ = writeln!(out, "\n{REASON}{reason}");
                for (id, what) in entries {
                    let _ = writeln!(out, "{id} | {what}");
                }
            }
        }
        out
    }
}

impl Section {
    /// Returns the entries under all reasons.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.reasons.iter().flat_map(|(_, entries)| entries)
    }

    /// Returns the section with the entries that have been found: those that are listed where they are, the others
    /// unexplained.
    fn blessed(mut self, found: &BTreeSet<Entry>) -> Self {
        let listed: BTreeSet<Entry> = self.entries().cloned().collect();
        for (_, entries) in &mut self.reasons {
            entries.retain(|entry| found.contains(entry));
        }
        // What is said alike probably has one reason.
        let mut new: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
        for entry in found.difference(&listed) {
            new.entry(&entry.1).or_default().push(entry.clone());
        }
        for (what, entries) in new {
            let reason = format!("{UNEXPLAINED}: {what}");
            self.reasons.push((reason, entries));
        }
        self.reasons.retain(|(_, entries)| !entries.is_empty());
        self
    }
}

/// Rewrites one section of a file with what a test has found, and leaves the others as they are at this moment.
///
/// Tests run at the same time, each with its section. Only one at a time can create the new file, which then takes the place
/// of the old one in one step, so none undoes what another has written, and nobody reads half a file.
///
/// # Panics
///
/// If the file cannot be written, or the new one stays there: a test has been killed.
pub(super) fn rewrite(path: &Path, name: &str, found: &BTreeSet<Entry>) {
    let new_path = path.with_extension("txt.new");
    let mut new = create(&new_path);
    let mut file = File::read(path);
    file.set(file.section(name).blessed(found));
    let written = new.write_all(file.print().as_bytes());
    let written = written.and_then(|()| fs::rename(&new_path, path));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Creates a file as soon as there is none.
fn create(path: &Path) -> fs::File {
    for _ in 0..1_000 {
        match fs::File::create_new(path) {
            Ok(file) => return file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
    panic!(
        "{} stays there: remove it if no test is running",
        path.display()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# head\n\n\n==== one: about it\n\n== a\nb | x\nc | y\n\n== d\n[e; 2] | x\n\n\n==== two: b: c\n\n== f\ng | \n";

    fn entries<const N: usize>(all: [(&str, &str); N]) -> BTreeSet<Entry> {
        let all = all.map(|(id, what)| (id.to_string(), what.to_string()));
        all.into_iter().collect()
    }

    #[test]
    fn a_file_prints_as_it_was_written() {
        assert_eq!(File::parse(TEXT).print(), TEXT);
    }

    #[test]
    fn blessing_drops_and_adds() {
        let found = entries([("b", "x"), ("h", "x"), ("i", "x")]);
        let mut file = File::parse(TEXT);
        file.set(file.section("one").blessed(&found));
        file.set(file.section("two").blessed(&entries([])));
        file.set(file.section("three").blessed(&entries([("j", "k")])));
        let expected = "# head\n\n\n==== one: about it\n\n== a\nb | x\n\n== unexplained: x\nh | x\ni | x\n\n\n\
                        ==== three: unexplained\n\n== unexplained: k\nj | k\n";
        assert_eq!(file.print(), expected);
    }

    #[test]
    fn tests_rewrite_their_sections_at_the_same_time() {
        let name = format!("candid_differential_{}.txt", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, TEXT).unwrap();
        let names = ["one", "two", "three", "four"];
        std::thread::scope(|scope| {
            for name in names {
                let path = &path;
                scope.spawn(move || {
                    for n in 0..25 {
                        rewrite(path, name, &entries([(name, n.to_string().as_str())]));
                    }
                });
            }
        });
        let file = File::read(&path);
        fs::remove_file(&path).unwrap();
        for name in names {
            let section = file.section(name);
            let found: Vec<&Entry> = section.entries().collect();
            assert_eq!(found, [&(name.to_string(), "24".to_string())]);
        }
    }

    /// The file as it is committed: what a blessing changes is all that the diff shows.
    #[test]
    fn the_file_is_written_as_it_is_printed() {
        let text = fs::read_to_string(path()).unwrap();
        assert!(File::parse(&text).print() == text, "{}", path().display());
    }

    /// A section that no test reads would say nothing, and one that is not on the page about differences is not found.
    #[test]
    fn sections_are_read_and_on_the_page() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = fs::read_to_string(root.join("../../docs/differences.md")).unwrap();
        let tests = root.join("tests").read_dir().unwrap();
        let tests = tests.map(|test| test.unwrap().path());
        let tests = tests.filter(|test| test.is_file());
        let source: String = tests
            .map(|test| fs::read_to_string(test).unwrap())
            .collect();
        let mut names = BTreeSet::new();
        for Section { name, about, .. } in File::read(&path()).sections {
            let of = name.strip_suffix("_night").unwrap_or(&name);
            assert!(
                source.contains(&format!("Differences::new(\"{of}\")")),
                "nobody reads {name}"
            );
            assert!(
                page.contains(&format!("`{name}`")),
                "{name} is not on the page"
            );
            assert!(about != UNEXPLAINED, "{name} says not what it is about");
            assert!(names.insert(name.clone()), "{name} is there twice");
        }
    }
}
