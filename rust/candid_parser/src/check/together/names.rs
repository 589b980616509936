//! Names with the files that define them, and which files import which.

use crate::check::File;
use crate::diagnostic::FileId;
use crate::syntax::ast::{Span, TypeDef};
use std::collections::{HashMap, HashSet};

/// The number of files whose imports are followed at once: all together would need the square of the files.
pub(super) const BLOCK: usize = 512;

/// A set of files in a block.
type Row = [u64; BLOCK / 64];

/// Which files of a block import which files, also through others.
pub(super) struct Reach {
    start: usize,
    /// Of each file, the files of the block that import it or are it.
    rows: Vec<Row>,
}

/// Files of a block.
pub(super) struct Found {
    start: usize,
    row: Row,
}

impl Found {
    pub(super) fn has(&self, file: usize) -> bool {
        has(&self.row, file - self.start)
    }
}

fn has(row: &Row, bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

impl Reach {
    /// Follows the imports of the block that starts at a file. Files are after those that they import; imports that are not so
    /// belong to cycles, and are left out.
    pub(super) fn of(files: &[File], start: usize) -> Self {
        let end = files.len().min(start + BLOCK);
        let mut rows = vec![Row::default(); end];
        for bit in 0..end - start {
            rows[start + bit][bit / 64] |= 1 << (bit % 64);
        }
        for (idx, file) in files.iter().enumerate().take(end).rev() {
            let row = rows[idx];
            for target in file.imports.iter().flatten().filter(|it| **it < idx) {
                let words = rows[*target].iter_mut().zip(row);
                words.for_each(|(word, more)| *word |= more);
            }
        }
        Reach { start, rows }
    }

    /// Returns whether a file of the block imports another one, or is it.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let row = self.rows.get(to);
        row.is_some_and(|row| has(row, from - self.start))
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

    /// Returns the files of the block that import two definitions of one name, or have one themselves.
    pub(super) fn ambiguous(&self, reach: &Reach) -> Found {
        let mut found = Row::default();
        for definers in self.definers.values().filter(|it| it.len() > 1) {
            let mut once = Row::default();
            for (file, _) in definers {
                let Some(row) = reach.rows.get(*file) else {
                    break;
                };
                for ((once, twice), word) in once.iter_mut().zip(&mut found).zip(row) {
                    *twice |= *once & word;
                    *once |= word;
                }
            }
        }
        Found {
            start: reach.start,
            row: found,
        }
    }

    /// Returns the definition of a name that a file of the block imports, and the file that has it. There is at most one.
    pub(super) fn definer(
        &self,
        name: &str,
        importer: (usize, &File),
        reach: &Reach,
    ) -> Option<(usize, &'a TypeDef)> {
        let (idx, file) = importer;
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
        definers
            .find(|(file, _)| reach.reaches(idx, *file))
            .copied()
    }

    /// Returns the definitions that a file of the block imports whose names differ only in case from those in the file; `None` if
    /// there are several of one, which have an order then.
    pub(super) fn of_other_case(
        &self,
        idx: usize,
        files: &[File],
        reach: &Reach,
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
                let imported =
                    |(file, _): &&(usize, &TypeDef)| *file != idx && reach.reaches(idx, *file);
                // A file does not import two definitions of one name.
                if let Some((file, def)) = definers.find(imported) {
                    found.push((*name, files[*file].id, def.name.span));
                }
            }
            if found.len() > n_before + 1 {
                return None;
            }
        }
        Some(found)
    }
}
