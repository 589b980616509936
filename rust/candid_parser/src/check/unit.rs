//! A parsed file in a program that is checked.

use crate::diagnostic::{Diagnostic, FileId};
use crate::syntax::ast::{Prog, Span};

/// One of the parsed files that are checked together.
pub(crate) struct Unit<'a> {
    pub(crate) file: FileId,
    pub(crate) prog: &'a Prog,
    /// The `import service` that requests its service, if any.
    pub(crate) imported_at: Option<(FileId, Span)>,
    /// Whether it imports services itself.
    pub(crate) adds_services: bool,
    pub(crate) completeness: Completeness,
}

/// The reason why a file is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Completeness {
    /// The file is complete.
    None,
    /// Parts of it could not be parsed.
    Syntax,
    /// Definitions are missing: the file, or one of its imports, could not be read.
    Missing,
}

impl Completeness {
    /// Returns the completeness of a text with these findings of the parser.
    pub(crate) fn of(findings: &[Diagnostic]) -> Self {
        if findings.is_empty() {
            Completeness::None
        } else {
            Completeness::Syntax
        }
    }
}

impl<'a> Unit<'a> {
    /// Returns a program that imports nothing.
    pub(crate) fn without_imports(prog: &'a Prog) -> Self {
        Unit {
            file: FileId::default(),
            prog,
            imported_at: None,
            adds_services: false,
            completeness: Completeness::None,
        }
    }
}
