//! The findings of a check, up to a limit.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity, Sources};
use crate::error::{Error, Result};

/// Limit on the number of findings kept: showing one costs more than finding it.
pub(crate) const MAX_FINDINGS: usize = 200;

/// A list of findings that keeps the first ones and counts the others.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    n_more: usize,
}

impl Findings {
    /// Returns a list with the first of the given findings.
    pub(crate) fn of(list: Vec<Diagnostic>) -> Self {
        let mut findings = Findings::default();
        for finding in list {
            findings.push(finding);
        }
        findings
    }

    /// Returns what was checked, if nothing was found in the text with the given name.
    ///
    /// # Errors
    ///
    /// The findings.
    pub(crate) fn into_result<T>(self, checked: T, name: &str, text: &str) -> Result<T> {
        if self.is_empty() {
            return Ok(checked);
        }
        let mut sources = Sources::default();
        sources.add(name, text);
        Err(self.into_diagnostics(sources).into())
    }

    /// Adds a finding; returns its index if it is kept.
    pub(crate) fn push(&mut self, finding: Diagnostic) -> Option<usize> {
        if self.list.len() < MAX_FINDINGS {
            self.list.push(finding);
            Some(self.list.len() - 1)
        } else {
            self.n_more += 1;
            None
        }
    }

    /// Returns the number of findings, those too that are not kept.
    pub(crate) fn n(&self) -> usize {
        self.list.len() + self.n_more
    }

    /// Returns the findings that are kept.
    pub(crate) fn kept(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Returns a kept finding, to extend it.
    pub(crate) fn get_mut(&mut self, idx: usize) -> Option<&mut Diagnostic> {
        self.list.get_mut(idx)
    }

    /// Returns whether nothing was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the findings in the order of the files and the text.
    pub(crate) fn into_diagnostics(mut self, sources: Sources) -> Diagnostics {
        self.list.sort_by_key(Diagnostic::start);
        if self.n_more > 0 {
            let message = format!("{} more errors are not shown", self.n_more);
            self.list
                .push(Diagnostic::nowhere(Severity::Error, message));
        }
        Diagnostics {
            list: self.list,
            sources,
        }
    }

    /// Returns what was checked, if nothing was found in a tree without locations.
    ///
    /// # Errors
    ///
    /// The findings, without locations.
    pub(crate) fn into_plain_result<T>(self, checked: T) -> Result<T> {
        if self.is_empty() {
            return Ok(checked);
        }
        let line = |finding: &Diagnostic| match finding.notes.as_slice() {
            [] => finding.message.clone(),
            notes => format!("{} ({})", finding.message, notes.join("; ")),
        };
        let findings = self.into_diagnostics(Sources::default());
        let lines: Vec<String> = findings.list.iter().map(line).collect();
        Err(Error::msg(lines.join("\n")))
    }
}
