//! Names with the files that define them.

use super::reach::{add, has, Row};
use crate::check::File;
use crate::diagnostic::FileId;
use crate::syntax::ast::{Span, TypeDef};
use std::collections::{HashMap, HashSet};

/// Limit on the names that differ from one only in case.
const MAX_OF_OTHER_CASE: usize = 8;

/// What the files of a unit see: themselves, and all that they import, also through others.
#[derive(Clone, Copy)]
pub(super) struct View<'r> {
    /// Of each file, the followed units that see it.
    pub(super) rows: &'r [Row],
    pub(super) bit: usize,
}

impl View<'_> {
    fn has(self, file: usize) -> bool {
        self.rows.get(file).is_some_and(|row| has(row, self.bit))
    }
}

/// Where names are defined.
pub(super) struct Names<'a> {
    /// The files, ascending, each with its first definition of the name.
    definers: HashMap<&'a str, Vec<(usize, &'a TypeDef)>>,
    /// The names that differ only in case, by what they are in lower case.
    of_other_case: HashMap<String, Vec<&'a str>>,
}

impl<'a> Names<'a> {
    pub(super) fn of(files: &'a [File]) -> Self {
        let mut definers: HashMap<&str, Vec<(usize, &TypeDef)>> = HashMap::new();
        for (idx, file) in files.iter().enumerate() {
            for def in file.prog.defs() {
                let known = definers.entry(&def.name.text).or_default();
                if known.last().is_none_or(|(last, _)| *last != idx) {
                    known.push((idx, def));
                }
            }
        }
        let mut of_other_case: HashMap<String, Vec<&str>> = HashMap::new();
        for name in definers.keys() {
            let spellings = of_other_case.entry(name.to_lowercase()).or_default();
            spellings.push(name);
        }
        of_other_case.retain(|_, spellings| spellings.len() > 1);
        Names {
            definers,
            of_other_case,
        }
    }

    /// Returns whether a name is defined, in any file.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.definers.contains_key(name)
    }

    /// Returns the units that see definitions of one name in two files.
    pub(super) fn ambiguous(&self, rows: &[Row]) -> Row {
        let mut found = Row::default();
        for definers in self.definers.values().filter(|it| it.len() > 1) {
            let definers = definers.iter().map(|(file, _)| &rows[*file]);
            add(&mut found, &several(definers).1);
        }
        found
    }

    /// Returns the definition of a name that a file sees, and the file that has it. There is at most one.
    pub(super) fn definer(
        &self,
        name: &str,
        file: &File,
        view: View<'_>,
    ) -> Option<(usize, &'a TypeDef)> {
        let definers = self.definers.get(name)?;
        // Of a name that many files define, the file imports the definition itself, usually.
        if definers.len() > file.imports.len() {
            let mut targets = file.imports.iter().flatten();
            let at = |target: &usize| definers.binary_search_by_key(target, |(file, _)| *file);
            if let Some(at) = targets.find_map(|target| at(target).ok()) {
                return definers.get(at).copied();
            }
        }
        let mut definers = definers.iter();
        definers.find(|(file, _)| view.has(*file)).copied()
    }

    /// Returns the definitions of other files that a file sees, whose names differ only in case from those in the file. `None` if
    /// there are many of one: all that have them would take the square of the memory.
    pub(super) fn of_other_case(
        &self,
        idx: usize,
        files: &[File],
        view: View<'_>,
    ) -> Option<Vec<(&'a str, FileId, Span)>> {
        let mut found = Vec::new();
        if self.of_other_case.is_empty() {
            return Some(found);
        }
        let mut seen = HashSet::new();
        for def in files[idx].prog.defs() {
            let lower = def.name.text.to_lowercase();
            let Some((lower, spellings)) = self.of_other_case.get_key_value(&lower) else {
                continue;
            };
            if !seen.insert(lower) {
                continue;
            }
            let n_before = found.len();
            for name in spellings {
                let mut definers = self.definers.get(name).into_iter().flatten();
                // A file sees at most one definition of a name.
                if let Some((file, def)) = definers.find(|(file, _)| view.has(*file)) {
                    if *file != idx {
                        found.push((*name, files[*file].id, def.name.span));
                    }
                }
                if found.len() > n_before + MAX_OF_OTHER_CASE {
                    return None;
                }
            }
        }
        Some(found)
    }
}

/// Returns what is in any of several sets, and what is in more than one.
pub(super) fn several<'r>(rows: impl Iterator<Item = &'r Row>) -> (Row, Row) {
    let (mut once, mut twice) = (Row::default(), Row::default());
    for row in rows {
        for ((once, twice), word) in once.iter_mut().zip(&mut twice).zip(row) {
            *twice |= *once & word;
            *once |= word;
        }
    }
    (once, twice)
}
