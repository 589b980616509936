//! The interfaces in the folders of the workspace.

use super::documents::{Document, Documents};
use super::host::relative;
use super::state::{Fault, State};
use super::uri::to_path;
use super::view::symbol_kind;
use candid_parser::check::Loader;
use candid_parser::ide::{symbols, Symbol};
use candid_parser::syntax::parse::parse_prog;
use gen_lsp_types as lsp;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Limit on the number of symbols that a search returns.
const MAX_SYMBOLS: usize = 1_000;

/// Limit on the size of a file that is searched, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

impl Documents {
    /// Returns the document of a canonical path.
    pub(crate) fn at_path(&self, path: &Path) -> Option<&Document> {
        self.by_path(path).and_then(|uri| self.open.get(uri))
    }
}

impl State<'_> {
    /// Returns the paths of all interfaces: those in the folders of the workspace, and the open ones.
    pub(super) fn interfaces(&self) -> BTreeSet<PathBuf> {
        let folders = self.folders.iter();
        let mut paths: BTreeSet<PathBuf> = folders
            .flat_map(|folder| self.host.interfaces(folder))
            .collect();
        let open = self.documents.open.values();
        paths.extend(open.filter_map(|document| document.path.clone()));
        paths
    }

    pub(super) fn folders_changed(
        &mut self,
        params: lsp::DidChangeWorkspaceFoldersParams,
    ) -> Result<(), Fault> {
        let paths = |folders: Vec<lsp::WorkspaceFolder>| -> Vec<PathBuf> {
            let paths = folders
                .into_iter()
                .filter_map(|folder| to_path(&folder.uri.0));
            paths.collect()
        };
        let (removed, added) = (paths(params.event.removed), paths(params.event.added));
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(added);
        // Other configurations are inside of it.
        self.all_changed();
        Ok(())
    }

    /// Returns the definitions and methods whose names contain the letters of the query, in their order.
    pub(super) fn workspace_symbols(
        &mut self,
        params: lsp::WorkspaceSymbolParams,
    ) -> Result<Option<lsp::WorkspaceSymbolResponse>, Fault> {
        let overlay = self.overlay();
        let query = params.query.to_lowercase();
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for path in self.interfaces() {
            let Ok(canonical) = overlay.canonical(&path) else {
                continue;
            };
            if !seen.insert(canonical.clone()) {
                continue;
            }
            let Ok(bytes) = overlay.read(&canonical, MAX_BYTES) else {
                continue;
            };
            let text = String::from_utf8_lossy(&bytes);
            let all = symbols(&text, &parse_prog(&text).tree);
            if !all.iter().any(|symbol| matches_deep(symbol, &query)) {
                continue;
            }
            let index = super::position::LineIndex::new(&text, self.encoding);
            let uri = lsp::Uri(self.uri_of(&path));
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let mut add = |symbol: &Symbol, container: &str| {
                if found.len() < MAX_SYMBOLS && matches(&symbol.name, &query) {
                    found.push(lsp::WorkspaceSymbol {
                        location: lsp::WorkspaceSymbolLocation::Location(lsp::Location {
                            uri: uri.clone(),
                            range: index.range(&text, symbol.name_span),
                        }),
                        data: None,
                        base_symbol_information: lsp::BaseSymbolInformation {
                            name: symbol.name.clone(),
                            kind: symbol_kind(symbol.kind),
                            tags: None,
                            container_name: Some(container.to_string()),
                        },
                    });
                }
            };
            for symbol in &all {
                add(symbol, &file);
                for child in &symbol.children {
                    add(child, &symbol.name);
                }
            }
        }
        Ok(Some(lsp::WorkspaceSymbolResponse::WorkspaceSymbolList(
            found,
        )))
    }

    /// Returns the paths of all interfaces relative to the folder of a document.
    pub(super) fn relative_paths(&self, document: &Document) -> Vec<String> {
        let Some(folder) = document.path.as_deref().and_then(Path::parent) else {
            return Vec::new();
        };
        let paths = self.interfaces().into_iter();
        let others = paths.filter(|path| Some(path) != document.path.as_ref());
        others.filter_map(|path| relative(&path, folder)).collect()
    }
}

fn matches_deep(symbol: &Symbol, query: &str) -> bool {
    let mut children = symbol.children.iter();
    matches(&symbol.name, query) || children.any(|child| matches(&child.name, query))
}

/// Returns whether a name has all letters of a query, in their order.
fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().all(|c| letters.any(|letter| letter == c))
}
