//! Interfaces that were checked together, and their errors, which are reported once each.

use crate::report::Report;
use candid_parser::check::{CheckedTogether, Interfaces};
use candid_parser::diagnostic::{Diagnostic, Sources};
use std::cell::RefCell;
use std::collections::HashSet;
use std::path::Path;

/// Interfaces that were checked together.
pub(crate) struct Together<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) checked: CheckedTogether<'a>,
    /// The numbers of errors that are known to be reported.
    reported: RefCell<HashSet<usize>>,
}

impl<'a> Together<'a> {
    pub(crate) fn check(interfaces: &'a Interfaces) -> Self {
        Together {
            sources: interfaces.sources(),
            checked: interfaces.check(),
            reported: RefCell::default(),
        }
    }

    /// Returns whether a file is not valid, and all of its errors are reported: a mistake in a file that many import.
    pub(crate) fn is_reported(&self, path: &Path, report: &Report) -> bool {
        let mut reported = self.reported.borrow_mut();
        let is_reported = |(number, error): (usize, &Diagnostic)| {
            reported.contains(&number)
                || (report.has(self.sources, error) && reported.insert(number))
        };
        let errors = self.checked.errors(path);
        errors.is_some_and(|mut errors| errors.all(is_reported))
    }

    /// Returns whether loading a file finds no error that is not reported.
    pub(crate) fn adds_nothing(&self, path: &Path, report: &Report) -> bool {
        self.checked.is_valid(path) || self.is_reported(path, report)
    }
}

#[cfg(test)]
mod tests {
    use super::Together;
    use crate::report::Report;
    use candid_parser::check::{self, Interfaces, Memory};
    use std::path::PathBuf;

    /// Who imports an invalid file adds nothing after the first one that does.
    #[test]
    fn a_mistake_in_an_imported_file() {
        let files = Memory::from_iter([
            ("a.did", "import \"c.did\";"),
            ("b.did", "import \"c.did\"; type B = nat;"),
            ("c.did", "type C = ;"),
            ("d.did", "import \"c.did\"; type D = opt;"),
        ]);
        let paths = ["a.did", "b.did", "c.did", "d.did"].map(PathBuf::from);
        let interfaces = Interfaces::load(&files, &paths);
        let together = Together::check(&interfaces);
        let mut report = Report::new("didc lint");
        let reported = |report: &Report| {
            let is_reported = |path: &PathBuf| together.is_reported(path, report);
            paths.each_ref().map(is_reported)
        };
        assert_eq!(reported(&report), [false; 4]);
        let failure = check::file(&files, &paths[0]).unwrap_err();
        report.add_failure("a.did", failure.into()).unwrap();
        assert_eq!(reported(&report), [true, true, true, false]);
    }
}
