//! Lints: warnings about valid programs that are probably mistaken.

mod case;
mod docs;
mod uninhabited;
mod unused;

use super::Checked;
use crate::diagnostic::Diagnostic;

/// A kind of warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lint {
    /// A definition of the main file that its service does not need. A file without a service exists to be imported, so
    /// nothing in it is unused.
    UnusedType,
    /// An import of the main file that provides no definition which the file uses.
    UnusedImport,
    /// A recursive type without values: constructing a value requires a value of the type itself.
    Uninhabited,
    /// Two types, or two sibling methods, fields or cases, whose names differ only in case.
    CaseOnly,
    /// A method of the main file's service without a comment above it.
    MissingDocs,
}

impl Lint {
    /// The lints for code that is almost always a mistake. Types that no method needs are not: clients use interfaces
    /// to get them, too.
    pub const DEFAULT: [Lint; 3] = [Lint::UnusedImport, Lint::Uninhabited, Lint::CaseOnly];

    /// All lints.
    pub const ALL: [Lint; 5] = [
        Lint::UnusedType,
        Lint::UnusedImport,
        Lint::Uninhabited,
        Lint::CaseOnly,
        Lint::MissingDocs,
    ];

    /// Returns the name of the kind, for command lines and configurations.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Lint::UnusedType => "unused-type",
            Lint::UnusedImport => "unused-import",
            Lint::Uninhabited => "uninhabited",
            Lint::CaseOnly => "case-only",
            Lint::MissingDocs => "missing-docs",
        }
    }
}

/// Returns the warnings of the given lints, in the order of the files and the text.
pub(super) fn warnings(checked: &Checked, lints: &[Lint]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for lint in Lint::ALL {
        if !lints.contains(&lint) {
            continue;
        }
        match lint {
            Lint::UnusedType => unused::types(checked, &mut found),
            Lint::UnusedImport => unused::imports(checked, &mut found),
            Lint::Uninhabited => uninhabited::types(checked, &mut found),
            Lint::CaseOnly => case::names(checked, &mut found),
            Lint::MissingDocs => docs::methods(checked, &mut found),
        }
    }
    found.sort_by_key(Diagnostic::start);
    found
}
