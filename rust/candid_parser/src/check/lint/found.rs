//! The findings of lints in one file: only those that are allowed by no comment, and only the first of each lint.

use super::allow::Allowances;
use super::{Level, Levels, Lint, LintFinding};
use crate::diagnostic::{Diagnostic, FileId, Label, Severity};

/// Limit on the number of findings of one lint in one file: a finding takes many times the memory of its text.
pub(super) const MAX_FINDINGS: usize = 1_000;

/// The findings so far, and the lint that is looking for more.
pub(super) struct Found<'a> {
    file: FileId,
    levels: &'a Levels,
    allowed: Allowances,
    lint: Lint,
    kept: Vec<LintFinding>,
    /// The number of findings of this lint, and the location of the first that is not kept.
    n_found: usize,
    first_left_out: Option<Label>,
}

impl<'a> Found<'a> {
    pub(super) fn new(file: FileId, levels: &'a Levels, allowed: Allowances) -> Self {
        Found {
            file,
            levels,
            allowed,
            lint: Lint::ALL[0],
            kept: Vec::new(),
            n_found: 0,
            first_left_out: None,
        }
    }

    /// Runs a lint, unless it is allowed.
    pub(super) fn run(&mut self, lint: Lint, check: impl FnOnce(&mut dyn FnMut(Diagnostic))) {
        if self.levels.of(lint) == Level::Allow {
            return;
        }
        self.lint = lint;
        self.n_found = 0;
        check(&mut |finding| self.push(finding));
        if let Some(label) = self.first_left_out.take() {
            let n = self.n_found - MAX_FINDINGS;
            let message = format!("{n} more findings of {} from here on", lint.name());
            let finding = Diagnostic::warning(message, label.file, label.span);
            self.keep(finding);
        }
    }

    fn push(&mut self, mut finding: Diagnostic) {
        // A finding about two files is shown in this one.
        let labels = &mut finding.labels;
        let Some(here) = labels.iter().position(|label| label.file == self.file) else {
            return;
        };
        if let Some((first, other)) = labels
            .split_at_mut_checked(here)
            .and_then(|(first, rest)| Some((first.first_mut()?, rest.first_mut()?)))
        {
            std::mem::swap(&mut first.file, &mut other.file);
            std::mem::swap(&mut first.span, &mut other.span);
        }
        let Some(first) = labels.first() else {
            return;
        };
        if self.allowed.allow(self.lint, first.span.start) {
            return;
        }
        self.n_found += 1;
        if self.n_found <= MAX_FINDINGS {
            self.keep(finding);
        } else {
            self.first_left_out.get_or_insert_with(|| first.clone());
        }
    }

    fn keep(&mut self, finding: Diagnostic) {
        let severity = match self.levels.of(self.lint) {
            Level::Deny => Severity::Error,
            Level::Warn | Level::Allow => Severity::Warning,
        };
        self.kept.push(LintFinding {
            lint: self.lint,
            diagnostic: Diagnostic {
                severity,
                code: Some(self.lint.id()),
                ..finding
            },
        });
    }

    /// Returns the findings in the order of the text, with those about the comments themselves.
    pub(super) fn finish(mut self, text: &str) -> Vec<LintFinding> {
        let file = self.file;
        let unknown = self.allowed.unknown();
        self.run(Lint::UnknownAllow, |found| {
            for (span, problem) in unknown {
                let about = text.get(std::ops::Range::from(span)).unwrap_or("");
                found(Diagnostic::warning(problem.message(about), file, span));
            }
        });
        let unused = self.allowed.unused(self.levels);
        self.run(Lint::UnusedAllow, |found| {
            for (span, name) in unused {
                let message = format!("{name} is allowed, but finds nothing here");
                found(Diagnostic::warning(message, file, span));
            }
        });
        self.kept.sort_by_key(|finding| finding.diagnostic.start());
        self.kept
    }
}
