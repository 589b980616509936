//! Lints: warnings about valid programs that are probably mistaken.

mod case;
mod docs;
mod rule;
mod uninhabited;
mod unused;

use super::Checked;
use crate::diagnostic::Diagnostic;

pub use rule::{Level, Levels, Lint, UnknownLint};

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
