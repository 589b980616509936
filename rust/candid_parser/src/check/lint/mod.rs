//! Lints: warnings about valid programs that are probably mistaken, or hard to use or to change.

mod allow;
mod case;
mod collision;
mod docs;
mod found;
mod functions;
mod names;
mod rule;
mod shapes;
mod uninhabited;
mod unused;

use super::Checked;
use crate::diagnostic::Diagnostic;
use allow::Allowances;
use found::Found;

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
    for lint in Lint::ALL.into_iter().filter(|lint| lints.contains(lint)) {
        check(lint, checked, &mut |finding| {
            found.push(finding.coded(lint.id()))
        });
    }
    found.sort_by_key(Diagnostic::start);
    found
}

/// Returns the findings in the main file that no comment allows, in the order of the text.
pub(super) fn findings(checked: &Checked, levels: &Levels) -> Vec<LintFinding> {
    let Some(main) = checked.files.first() else {
        return Vec::new();
    };
    let text = checked.sources.text(main.id);
    let allowed = Allowances::of(main, text);
    let mut found = Found::new(main.id, levels, allowed);
    for lint in Lint::ALL {
        found.run(lint, |found| match lint {
            Lint::MissingDocs => docs::methods_by_any_name(checked, found),
            lint => check(lint, checked, found),
        });
    }
    found.finish(text)
}

/// Passes on the findings of one lint. Those about comments are made with the findings that the comments allow.
fn check(lint: Lint, checked: &Checked, found: &mut dyn FnMut(Diagnostic)) {
    match lint {
        Lint::UnusedType => unused::types(checked, found),
        Lint::UnusedImport => unused::imports(checked, found),
        Lint::Uninhabited => uninhabited::types(checked, found),
        Lint::CaseOnly => case::names(checked, found),
        Lint::MissingDocs => docs::methods(checked, found),
        Lint::ShadowedBuiltin => names::builtins(checked, found),
        Lint::NearCollision => collision::labels(checked, found),
        Lint::UnsafeName => names::keywords(checked, found),
        Lint::VecNat8 => shapes::vec_nat8(checked, found),
        Lint::UnnamedArguments => functions::unnamed_arguments(checked, found),
        Lint::ClosedResult => functions::closed_results(checked, found),
        Lint::VariantArgument => functions::variant_arguments(checked, found),
        Lint::OptOpt => shapes::opt_opt(checked, found),
        Lint::UnknownAllow | Lint::UnusedAllow => {}
    }
}
