//! Interfaces that import each other, each file checked once.
//!
//! [`check::file`](super::file) checks an interface with all that it imports. For a folder in which each file imports the next
//! one, that is the square of the files. Here, a file is checked with what it needs to know of the files that it imports: which of
//! their definitions it uses, and what those are. Files that import each other in a cycle see the same definitions, and are checked
//! at once, as a unit. This is enough where each name means the same in all files that see it, whether they are valid or not.
//! Of others it is not known what is wrong with them, if anything is: [`check::file`](super::file) has to find out.

mod errors;
mod methods;
mod names;
mod reach;
mod unit;
mod used;

use super::lint::{self, Outer, Program};
use super::load::{self, File, Loader, Together};
use super::{Levels, LintFinding};
use crate::diagnostic::{Diagnostic, Sources};
use errors::{ErrorSet, Errors};
use names::View;
use reach::{add, has, reach, Row, BLOCK};
use std::path::{Path, PathBuf};
use unit::Checker;

/// Files that are loaded together, with what they import, each once.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{Interfaces, Levels, Memory};
/// use std::path::{Path, PathBuf};
///
/// let files = Memory::from_iter([
///     ("a.did", "import \"b.did\"; type A = opt B;"),
///     ("b.did", "type B = opt nat;"),
///     ("c.did", "type C = B;"),
/// ]);
/// let paths = ["a.did", "b.did", "c.did"].map(PathBuf::from);
/// let interfaces = Interfaces::load(&files, &paths);
/// let checked = interfaces.check();
/// let findings = checked.lint(Path::new("a.did"), &Levels::default()).unwrap();
/// assert_eq!(findings[0].diagnostic.message, "opt of B, which is an opt");
/// // `B` is not defined there.
/// assert!(checked.lint(Path::new("c.did"), &Levels::default()).is_none());
/// ```
#[derive(Debug, Default)]
pub struct Interfaces(Together);

impl Interfaces {
    /// Loads files. Those that cannot be read, or are too many or too large together, are left out.
    #[must_use]
    pub fn load(loader: &dyn Loader, paths: &[PathBuf]) -> Self {
        Interfaces(load::load_together(loader, paths))
    }

    /// Returns the texts.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.0.sources
    }

    /// Checks each file once.
    #[must_use]
    pub fn check(&self) -> CheckedTogether<'_> {
        let checker = self.checker();
        CheckedTogether {
            loaded: self,
            outcomes: checker.outcomes,
            errors: checker.errors,
        }
    }

    fn checker(&self) -> Checker<'_> {
        let Together { files, units, .. } = &self.0;
        let mut checker = Checker::of(&self.0);
        let targets: Vec<Vec<usize>> = files.iter().map(File::targets).collect();
        let groups: Vec<Vec<usize>> = units.iter().cloned().map(Iterator::collect).collect();
        for start in (0..units.len()).step_by(BLOCK) {
            let end = units.len().min(start + BLOCK);
            let followed = units[start..end].iter().map(|unit| unit.start);
            let rows = reach(&targets, &groups[..end], followed);
            let mut services = vec![Row::default(); files.len()];
            for (file, row) in files.iter().zip(&rows) {
                for target in file.services() {
                    add(&mut services[target], row);
                }
            }
            let ambiguous = checker.names.ambiguous(&rows);
            for bit in 0..end - start {
                let view = View { rows: &rows, bit };
                checker.check(view, &services, has(&ambiguous, bit));
            }
            checker.find_clashes(start, &services);
        }
        checker
    }
}

/// Files that were checked together.
pub struct CheckedTogether<'a> {
    loaded: &'a Interfaces,
    outcomes: Vec<Outcome<'a>>,
    errors: Errors,
}

/// What is known of a file.
enum Outcome<'a> {
    /// It is valid.
    Valid(Box<Outer<'a>>),
    /// It has at most these errors, and is not valid unless they are elsewhere.
    Invalid(ErrorSet),
    /// It has to be checked with all that it imports.
    Unknown,
}

impl<'a> CheckedTogether<'a> {
    /// Returns what [`Checked::lint`](super::Checked::lint) does; `None` if the file has to be checked with all that it imports.
    #[must_use]
    pub fn lint(&self, path: &Path, levels: &Levels) -> Option<Vec<LintFinding>> {
        let (idx, outer) = self.valid(path)?;
        let Together { files, sources, .. } = &self.loaded.0;
        let program = Program::one_of(&files[idx], sources, outer);
        Some(lint::findings_of(&program, levels))
    }

    /// Returns the errors that [`check::file`](super::file) may find, with numbers: it finds no others, but some of them have further
    /// locations and notes then. The number of an error is the same for all files. `None` if they are not known, or there are none.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{Interfaces, Memory};
    /// use std::path::{Path, PathBuf};
    ///
    /// let files = Memory::from_iter([
    ///     ("a.did", "import \"b.did\"; type A = opt B;"),
    ///     ("b.did", "type B = opt Missing;"),
    /// ]);
    /// let interfaces = Interfaces::load(&files, &["a.did", "b.did"].map(PathBuf::from));
    /// let checked = interfaces.check();
    /// for path in ["a.did", "b.did"] {
    ///     let mut errors = checked.errors(Path::new(path)).unwrap();
    ///     assert_eq!(errors.next().unwrap().1.message, "unbound type identifier Missing");
    /// }
    /// ```
    #[must_use]
    pub fn errors(&self, path: &Path) -> Option<impl Iterator<Item = (usize, &Diagnostic)>> {
        match &self.outcomes[*self.loaded.0.roots.get(path)?] {
            Outcome::Invalid(errors) => self.errors.get(*errors),
            Outcome::Valid(_) | Outcome::Unknown => None,
        }
    }

    /// Returns whether a file is known to be valid.
    #[must_use]
    pub fn is_valid(&self, path: &Path) -> bool {
        self.valid(path).is_some()
    }

    /// Returns the index of a file that is known to be valid.
    pub(crate) fn valid_file(&self, path: &Path) -> Option<usize> {
        self.valid(path).map(|(idx, _)| idx)
    }

    /// Returns the files.
    pub(crate) fn files(&self) -> &'a [File] {
        &self.loaded.0.files
    }

    /// Returns the index of a valid file, and what is known of what it imports.
    fn valid(&self, path: &Path) -> Option<(usize, &Outer<'a>)> {
        let idx = *self.loaded.0.roots.get(path)?;
        match &self.outcomes[idx] {
            Outcome::Valid(outer) => Some((idx, outer)),
            Outcome::Invalid(_) | Outcome::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests;
