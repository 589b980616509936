//! Lints: warnings about valid programs that are probably mistaken, or hard to use or to change.

mod allow;
mod case;
mod collision;
mod docs;
mod found;
mod functions;
mod names;
mod program;
mod rule;
mod shapes;
pub(super) mod uninhabited;
pub(super) mod unused;

use super::Checked;
use crate::diagnostic::Diagnostic;
use allow::Allowances;
use found::Found;
pub(super) use program::{Outer, Program};

pub use rule::{Level, Levels, Lint, UnknownLint};

/// A finding of a lint.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Levels, Memory};
/// use std::path::Path;
///
/// let checked = check::text(&Memory::default(), Path::new("a.did"), "type A = vec nat8;")?;
/// let finding = &checked.lint(&Levels::default())[0];
/// assert_eq!(finding.lint.name(), "vec-nat8");
/// # Ok::<(), candid_parser::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintFinding {
    /// The lint.
    pub lint: Lint,
    /// The finding: a warning or an error, as the level of the lint says.
    pub diagnostic: Diagnostic,
}

/// Returns the warnings of the given lints, with their ids, in the order of the files and the text.
pub(super) fn warnings(checked: &Checked, lints: &[Lint]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Some(program) = Program::of(checked) else {
        return found;
    };
    for lint in Lint::ALL.into_iter().filter(|lint| lints.contains(lint)) {
        check(lint, &program, &mut |finding| {
            found.push(finding.coded(lint.id()))
        });
    }
    found.sort_by_key(Diagnostic::start);
    found
}

/// Returns the findings in the main file that no comment allows, in the order of the text.
pub(super) fn findings(checked: &Checked, levels: &Levels) -> Vec<LintFinding> {
    let program = Program::of(checked);
    program.map_or_else(Vec::new, |program| findings_of(&program, levels))
}

/// Does the same for a program of which only the main file is looked at.
pub(super) fn findings_of(program: &Program<'_>, levels: &Levels) -> Vec<LintFinding> {
    let main = program.main;
    let text = program.sources.text(main.id);
    let allowed = Allowances::of(main, text);
    let mut found = Found::new(main.id, levels, allowed);
    for lint in Lint::ALL {
        found.run(lint, |found| match lint {
            Lint::MissingDocs => docs::methods_by_any_name(program, found),
            lint => check(lint, program, found),
        });
    }
    found.finish(text)
}

/// Passes on the findings of one lint. Those about comments are made with the findings that the comments allow.
fn check(lint: Lint, program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    match lint {
        Lint::UnusedType => unused::types(program, found),
        Lint::UnusedImport => unused::imports(program, found),
        Lint::Uninhabited => uninhabited::types(program, found),
        Lint::CaseOnly => case::names(program, found),
        Lint::MissingDocs => docs::methods(program, found),
        Lint::ShadowedBuiltin => names::builtins(program, found),
        Lint::NearCollision => collision::labels(program, found),
        Lint::UnsafeName => names::keywords(program, found),
        Lint::VecNat8 => shapes::vec_nat8(program, found),
        Lint::UnnamedArguments => functions::unnamed_arguments(program, found),
        Lint::ClosedResult => functions::closed_results(program, found),
        Lint::VariantArgument => functions::variant_arguments(program, found),
        Lint::OptOpt => shapes::opt_opt(program, found),
        Lint::UnknownAllow | Lint::UnusedAllow => {}
    }
}
