//! What lints look at.

use crate::check::definitions::Definitions;
use crate::check::{Checked, File};
use crate::diagnostic::{FileId, Sources};
use crate::syntax::ast::{Span, Type};
use std::collections::{HashMap, HashSet};

/// A valid program: all its files, or the main one with what is known of the others.
pub(in crate::check) struct Program<'a> {
    pub(super) main: &'a File,
    /// The files in which findings are looked for, the main one first.
    pub(super) files: &'a [File],
    /// The files that imports are indices of.
    pub(super) all: &'a [File],
    pub(super) sources: &'a Sources,
    pub(super) has_service: bool,
    pub(super) outer: &'a Outer<'a>,
}

/// What is known of the definitions in files that are not looked at.
#[derive(Default)]
pub(in crate::check) struct Outer<'a> {
    /// What the names stand for that are used, each a type that is not a name.
    pub(in crate::check) ends: HashMap<&'a str, &'a Type>,
    /// Those of them that have no value.
    pub(in crate::check) without_value: HashSet<&'a str>,
    /// Names that differ from those in the main file only in case.
    pub(in crate::check) of_other_case: Vec<(&'a str, FileId, Span)>,
    /// The files that define the names that are used.
    pub(in crate::check) used_files: HashSet<usize>,
}

impl<'a> Program<'a> {
    /// Returns all files of a program, if it has any.
    pub(super) fn of(checked: &'a Checked, none: &'a Outer<'a>) -> Option<Self> {
        Some(Program {
            main: checked.files.first()?,
            files: &checked.files,
            all: &checked.files,
            sources: &checked.sources,
            has_service: checked.actor.is_some(),
            outer: none,
        })
    }

    /// Returns the program of one of many files, which imports no services.
    pub(in crate::check) fn one_of(
        (all, sources): (&'a [File], &'a Sources),
        main: &'a File,
        outer: &'a Outer<'a>,
    ) -> Self {
        Program {
            main,
            files: std::slice::from_ref(main),
            all,
            sources,
            has_service: main.prog.actor.is_some(),
            outer,
        }
    }

    /// Returns what names stand for.
    pub(super) fn definitions(&self) -> Definitions<'a> {
        let ends = self.outer.ends.iter().map(|(name, end)| (*name, *end));
        Definitions::of(self.files, ends)
    }

    /// Returns the files that define names which the main file uses.
    pub(super) fn used_files(&self) -> HashSet<usize> {
        if self.files.len() < self.all.len() {
            return self.outer.used_files.clone();
        }
        let named: HashSet<&str> = self.main.prog.types().filter_map(Type::name).collect();
        let is_used = |file: &File| {
            let mut defs = file.prog.defs();
            defs.any(|def| named.contains(def.name.text.as_str()))
        };
        let all = self.all.iter().enumerate();
        all.filter(|(_, file)| is_used(file))
            .map(|(idx, _)| idx)
            .collect()
    }
}
