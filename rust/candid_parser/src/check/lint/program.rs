//! What lints look at.

use super::uninhabited::Cycle;
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
    pub(super) sources: &'a Sources,
    pub(super) has_service: bool,
    /// What is known of the other files, unless all are looked at.
    pub(super) outer: Option<&'a Outer<'a>>,
}

/// What is known of the files that the main one imports, where only that one is looked at.
#[derive(Default)]
pub(in crate::check) struct Outer<'a> {
    /// What the names of other files stand for that are used, each a type that is not a name.
    pub(in crate::check) ends: HashMap<&'a str, &'a Type>,
    /// Names that differ from those in the main file only in case.
    pub(in crate::check) of_other_case: Vec<(&'a str, FileId, Span)>,
    /// The cycles of types without values that types of the main file are in, as far as they are shown.
    pub(in crate::check) uninhabited: Vec<Cycle<'a>>,
    /// The definitions of the main file that others need for a service.
    pub(in crate::check) used: Vec<&'a str>,
    /// The files from which the main one has nothing, although it imports them.
    pub(in crate::check) useless: HashSet<usize>,
    /// Whether services are imported.
    pub(in crate::check) has_services: bool,
}

impl<'a> Program<'a> {
    /// Returns all files of a program, if it has any.
    pub(super) fn of(checked: &'a Checked) -> Option<Self> {
        Some(Program {
            main: checked.files.first()?,
            files: &checked.files,
            sources: &checked.sources,
            has_service: checked.actor.is_some(),
            outer: None,
        })
    }

    /// Returns the program of one of many files.
    pub(in crate::check) fn one_of(
        main: &'a File,
        sources: &'a Sources,
        outer: &'a Outer<'a>,
    ) -> Self {
        Program {
            main,
            files: std::slice::from_ref(main),
            sources,
            has_service: main.prog.actor.is_some() || outer.has_services,
            outer: Some(outer),
        }
    }

    /// Returns what names stand for.
    pub(super) fn definitions(&self) -> Definitions<'a> {
        let ends = self.outer.into_iter().flat_map(|outer| &outer.ends);
        Definitions::of(self.files, ends.map(|(name, end)| (*name, *end)))
    }
}
