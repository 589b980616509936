//! Imports: where they lead, which ones would define a missing name, and which ones are not needed.

use super::{overlaps, Action, ActionKind, Analysis, Edit};
use crate::check::Lint;
use crate::diagnostic::{Diagnostic, FileId};
use crate::source_layout::{content_start, line_end};
use crate::syntax::ast::{Dec, Span};

impl Analysis {
    /// Returns the files that the main file imports, each with the location of its path.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let files = Memory::from_iter([("fees.did", "type Fee = nat;")]);
    /// let text = "import \"fees.did\"; import \"missing.did\";";
    /// let analysis = Analysis::new(&files, Path::new("main.did"), Some(text))?;
    /// let [(span, file)] = analysis.imports()[..] else { panic!() };
    /// assert_eq!(&text[std::ops::Range::from(span)], "\"fees.did\"");
    /// assert_eq!(analysis.defined(file).collect::<Vec<_>>(), ["Fee"]);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn imports(&self) -> Vec<(Span, FileId)> {
        let Some(main) = self.files().first() else {
            return Vec::new();
        };
        let imports = main.import_decs().zip(&main.imports);
        let files = imports.filter_map(|(import, target)| {
            let file = self.files().get((*target)?)?;
            Some((import.path.span, file.id))
        });
        files.collect()
    }

    /// Returns the names that a file defines, in the order of its text.
    pub fn defined(&self, file: FileId) -> impl Iterator<Item = &str> {
        let files = self.files().iter().filter(move |known| known.id == file);
        files
            .flat_map(|file| file.prog.defs())
            .map(|def| def.name.text.as_str())
    }

    /// Returns the change that imports another file, above everything that is declared.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "// Fees.\n\ntype A = record { fee : Fee };";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let edit = analysis.import("lib/fees.did");
    /// assert_eq!((edit.span.start, &*edit.text), (10, "import \"lib/fees.did\";\n"));
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn import(&self, path: &str) -> Edit {
        let path = candid::pretty::candid::pp_text(path)
            .pretty(usize::MAX)
            .to_string();
        let text = format!("import {path};\n");
        let Some(prog) = self.prog() else {
            return Edit {
                span: Span::default(),
                text,
            };
        };
        let first = match prog.decs.first() {
            Some(Dec::Type(def)) => Some(def.span),
            Some(Dec::Import(import)) => Some(import.span),
            None => prog.actor.as_ref().map(|actor| actor.span),
        };
        self.insertion(prog, first.unwrap_or_default().start, &text)
    }

    /// Returns what can be done about findings of lints in a selection: an import that is not needed is removed; with `can_allow`,
    /// a comment allows the finding.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use candid_parser::syntax::ast::Span;
    /// use std::path::Path;
    ///
    /// let files = Memory::from_iter([("fees.did", "type Fee = nat;")]);
    /// let analysis = Analysis::new(&files, Path::new("a.did"), Some("import \"fees.did\";"))?;
    /// let actions = analysis.lint_actions(analysis.findings(), Span { start: 9, end: 9 }, true);
    /// let titles: Vec<_> = actions.iter().map(|action| action.title.as_str()).collect();
    /// assert_eq!(titles, ["Remove the import", "Allow unused-import here"]);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn lint_actions(
        &self,
        findings: &[Diagnostic],
        selection: Span,
        can_allow: bool,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        for finding in findings {
            let lint = finding.code.and_then(|code| code.parse::<Lint>().ok());
            let (Some(lint), Some(label)) = (lint, finding.labels.first()) else {
                continue;
            };
            if label.file != self.main() || !overlaps(label.span, selection) {
                continue;
            }
            let mut fix = |title: String, edit: Edit| {
                actions.push(Action {
                    title,
                    kind: ActionKind::Fix,
                    edits: vec![edit],
                    fixes: Some(label.span),
                });
            };
            if let Some(edit) = self.removed_import(lint, label.span) {
                fix("Remove the import".to_string(), edit);
            }
            // A comment allows nothing about comments for the linter.
            if can_allow && !matches!(lint, Lint::UnknownAllow | Lint::UnusedAllow) {
                let name = lint.name();
                let edit = self.allowance(name, label.span);
                fix(format!("Allow {name} here"), edit);
            }
        }
        actions
    }

    /// Removes the import whose path is at a location, with its line if nothing else is on it.
    fn removed_import(&self, lint: Lint, path: Span) -> Option<Edit> {
        let mut imports = self.files().first()?.import_decs();
        let import =
            imports.find(|import| lint == Lint::UnusedImport && import.path.span == path)?;
        let source = self.text(self.main());
        let (mut start, mut end) = (import.span.start as usize, import.span.end as usize);
        let behind = source.get(end..)?;
        if let Some(rest) = behind.trim_start().strip_prefix(';') {
            end = source.len() - rest.len();
        }
        let first = source.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
        let behind = source.get(end..)?;
        let rest = behind.trim_start_matches([' ', '\t']);
        if source.get(first..start)?.trim().is_empty() {
            let next = rest.strip_prefix('\r').unwrap_or(rest).strip_prefix('\n');
            if let Some(next) = next {
                start = first;
                end = source.len() - next.len();
            }
        }
        Some(Edit {
            span: Span::of(start, end),
            text: String::new(),
        })
    }

    /// Inserts a comment for the linter above the line of a location.
    fn allowance(&self, lint: &str, span: Span) -> Edit {
        let source = self.text(self.main());
        let before = source.get(..span.start as usize).unwrap_or("");
        let start = before
            .rfind('\n')
            .map_or_else(|| content_start(source), |at| at + 1);
        let line = source.get(start..).unwrap_or("");
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let indent = line.get(..indent).unwrap_or("");
        let end = line_end(source);
        Edit {
            span: Span::of(start, start),
            text: format!("{indent}// didc-allow: {lint}{end}"),
        }
    }
}
