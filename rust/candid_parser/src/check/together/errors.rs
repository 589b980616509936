//! The errors in files that were loaded together, each once.

use crate::check::findings::{Findings, MAX_FINDINGS};
use crate::check::load::Completeness;
use crate::check::File;
use crate::diagnostic::{Diagnostic, FileId};
use std::collections::HashMap;

/// Some of the errors. The last number stands for all that are not kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ErrorSet([u64; MAX_FINDINGS / 64 + 1]);

impl ErrorSet {
    /// Returns a set of one error.
    fn of(number: usize) -> Self {
        let mut set = ErrorSet::default();
        set.0[number / 64] = 1 << (number % 64);
        set
    }

    fn has(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn is_empty(self) -> bool {
        self == ErrorSet::default()
    }

    pub(super) fn add(&mut self, more: ErrorSet) {
        let words = self.0.iter_mut().zip(more.0);
        words.for_each(|(word, more)| *word |= more);
    }
}

/// The first errors of all, as many as an interface may have: of more, it is not known which of them it has.
#[derive(Default)]
pub(super) struct Errors {
    kept: Vec<Diagnostic>,
    /// Those that were found in loading.
    of_loading: HashMap<FileId, ErrorSet>,
}

impl Errors {
    pub(super) fn of(loading: &Findings) -> Self {
        let mut errors = Errors::default();
        for finding in loading.kept() {
            let set = errors.add(finding);
            if let Some((file, _)) = finding.start() {
                errors.of_loading.entry(file).or_default().add(set);
            }
        }
        if loading.kept().len() < loading.n() {
            errors.of_loading.clear();
        }
        errors
    }

    /// Returns the errors of a file that were found in loading.
    pub(super) fn of_loading(&self, file: &File) -> ErrorSet {
        if file.completeness == Completeness::None {
            return ErrorSet::default();
        }
        let known = self.of_loading.get(&file.id).copied();
        known.unwrap_or(ErrorSet::of(MAX_FINDINGS))
    }

    pub(super) fn add(&mut self, finding: &Diagnostic) -> ErrorSet {
        let number = self.kept.len();
        if number < MAX_FINDINGS {
            self.kept.push(finding.clone());
        }
        ErrorSet::of(number)
    }

    /// Returns the errors in a set with their numbers, if all of them are kept.
    pub(super) fn get(&self, set: ErrorSet) -> Option<impl Iterator<Item = (usize, &Diagnostic)>> {
        let numbered = self.kept.iter().enumerate();
        let found = numbered.filter(move |(number, _)| set.has(*number));
        (!set.has(MAX_FINDINGS)).then_some(found)
    }
}
