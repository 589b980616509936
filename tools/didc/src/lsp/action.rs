//! Code actions: what is offered at a place, of the analysis, of the other open documents, and of the
//! interfaces that `didc.toml` names.

use super::documents::Document;
use super::host::relative;
use super::lints::Configured;
use super::named::Defines;
use super::state::{Fault, State};
use candid_parser::check::Loader;
use candid_parser::ide::{Action, ActionKind};
use gen_lsp_types as lsp;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Limit on the number of definitions of other files that are offered.
const MAX_IMPORTABLE: usize = 1_000;

/// A definition that a document could import.
pub(super) struct Importable {
    pub(super) name: String,
    /// The path of its file, as an import has it.
    pub(super) path: String,
}

impl State<'_> {
    pub(super) fn code_actions(
        &mut self,
        params: lsp::CodeActionParams,
    ) -> Result<Option<Vec<lsp::CodeActionResponse>>, Fault> {
        let uri = &params.text_document.uri;
        let folder = self.document(uri)?.path.as_deref().and_then(Path::parent);
        let folder = folder.map(Path::to_path_buf);
        // Without a configuration, the findings are those of a check, which comments do not allow.
        let config = folder.and_then(|folder| self.configured(&folder));
        let can_allow = config
            .as_ref()
            .is_some_and(|config| !config.file.config.lint.is_empty());
        let document = self.document(uri)?;
        if !self.client.has_code_action_literals {
            return Ok(None);
        }
        let selection = document.index.span(&document.text, params.range);
        let analysis = &document.analysis;
        let mut offered = analysis.lint_actions(&document.findings, selection, can_allow);
        let missing = analysis.undefined_names(selection);
        if !missing.is_empty() && !document.is_test() {
            let is_missing = |name: &str| missing.iter().any(|(missing, _)| *missing == name);
            for Importable { name, path } in self.importable(document, config.as_ref(), is_missing)
            {
                let fixes = missing.iter().find(|(missing, _)| *missing == name);
                offered.push(Action {
                    title: format!("Import {name} from \"{path}\""),
                    kind: ActionKind::Fix,
                    edits: vec![analysis.import(&path)],
                    fixes: fixes.map(|(_, span)| *span),
                });
            }
        }
        offered.extend(analysis.actions(selection));
        let only = params.context.only;
        let mut actions = Vec::new();
        for action in offered {
            let kind = match action.kind {
                ActionKind::Fix => lsp::CodeActionKind::QuickFix,
                ActionKind::Rewrite => lsp::CodeActionKind::RefactorRewrite,
                ActionKind::Extract => lsp::CodeActionKind::RefactorExtract,
            };
            // `refactor` includes `refactor.rewrite`.
            let is_wanted = |wanted: &lsp::CodeActionKind| {
                let rest = kind.as_str().strip_prefix(wanted.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            if only
                .as_ref()
                .is_some_and(|only| !only.iter().any(is_wanted))
            {
                continue;
            }
            let fixed = action.fixes.map(|span| document.range(span));
            let diagnostics = params.context.diagnostics.iter();
            let diagnostics: Vec<lsp::Diagnostic> = diagnostics
                .filter(|diagnostic| Some(diagnostic.range) == fixed)
                .cloned()
                .collect();
            let edits = action.edits.into_iter().map(|edit| lsp::TextEdit {
                range: document.range(edit.span),
                new_text: edit.text,
            });
            let uri = lsp::Uri(document.uri.clone());
            actions.push(lsp::CodeActionResponse::CodeAction(lsp::CodeAction {
                title: action.title,
                kind: Some(kind),
                diagnostics: (!diagnostics.is_empty()).then_some(diagnostics),
                edit: Some(lsp::WorkspaceEdit {
                    changes: Some(HashMap::from([(uri, edits.collect())])),
                    ..Default::default()
                }),
                ..Default::default()
            }));
        }
        Ok(Some(actions))
    }

    /// Returns the definitions with wanted names in the other open documents and their imports, which are known without
    /// reading anything, and in the interfaces that the configuration of the document names.
    pub(super) fn importable(
        &self,
        document: &Document,
        config: Option<&Configured>,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<Importable> {
        let Some(folder) = document.path.as_deref().and_then(Path::parent) else {
            return Vec::new();
        };
        let overlay = self.overlay();
        let own = document.analysis.files().iter();
        // What is imported already defines none of them.
        let mut seen: HashSet<_> = own
            .filter_map(|file| overlay.canonical(&file.path).ok())
            .collect();
        let mut found = Vec::new();
        let mut add = |path: Option<String>, names: &mut dyn Iterator<Item = &str>| {
            let Some(path) = path else {
                return;
            };
            let left = MAX_IMPORTABLE - found.len();
            let wanted = names.filter(|name| is_wanted(name)).take(left);
            found.extend(wanted.map(|name| Importable {
                name: name.to_string(),
                path: path.clone(),
            }));
        };
        let others = self.documents.open.values();
        for other in others.filter(|other| other.path.is_some() && !other.is_test()) {
            for file in other.analysis.files() {
                let is_new = |path| seen.insert(path);
                if overlay.canonical(&file.path).is_ok_and(is_new) {
                    let names = &mut other.analysis.defined(file.id);
                    add(relative(&file.path, folder), names);
                }
            }
        }
        // Their paths have no links.
        let real = document.path.as_deref().map(|path| overlay.canonical(path));
        let real = real.and_then(Result::ok);
        let folder = real.as_deref().and_then(Path::parent).unwrap_or(folder);
        let named = config.map_or(&[][..], |config| self.named(config));
        for Defines { path, names } in named {
            if seen.insert(path.clone()) {
                add(
                    relative(path, folder),
                    &mut names.iter().map(String::as_str),
                );
            }
        }
        found
    }
}
