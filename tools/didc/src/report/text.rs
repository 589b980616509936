//! Reports for people: findings with their source lines.

use super::Report;
use crate::failure::Result;
use crate::output::{self, Output};
use candid_parser::diagnostic::{Diagnostic, Diagnostics, Severity};

/// Writes the findings, and their number.
pub(super) fn print(report: &Report, out: &mut Output) -> Result<()> {
    if report.findings.is_empty() {
        return Ok(());
    }
    let list = report.findings.iter().map(|finding| {
        let mut shown = finding.diagnostic.clone();
        shown.code = finding.rule.map(|rule| rule.id);
        shown
            .labels
            .retain(|label| !report.without_lines.contains(&label.file));
        let help = finding.help.iter();
        shown.notes.extend(help.map(|help| format!("help: {help}")));
        shown
    });
    let findings = Diagnostics {
        list: list.collect(),
        sources: report.sources.clone(),
    };
    out.write(out.rendered(&findings))?;
    out.line(count(&findings.list))
}

/// Returns the number of findings, in words.
fn count(list: &[Diagnostic]) -> String {
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    let n_errors = list.iter().filter(is_error).count();
    let counted = |n: usize, what: &str| (n > 0).then(|| output::count(n, what));
    let parts = [
        counted(n_errors, "error"),
        counted(list.len() - n_errors, "warning"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}
