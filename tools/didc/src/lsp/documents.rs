//! Open documents, and the diagnostics of them and their imports.

use super::change;
use super::diagnostic::Files;
use super::position::LineIndex;
use super::state::{Fault, State};
use super::uri;
use candid_parser::check::{Loader, Memory};
use candid_parser::diagnostic::Diagnostic;
use candid_parser::ide::Analysis;
use gen_lsp_types as lsp;
use serde_json::{json, Value};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A document that is open in the editor.
pub(crate) struct Document {
    pub(crate) uri: String,
    /// The path, of a document that is a file.
    pub(crate) path: Option<PathBuf>,
    version: i32,
    /// Another number for each state of it, of its imports and of the commit that it is compared with.
    pub(super) revision: u64,
    pub(crate) text: String,
    pub(crate) index: LineIndex,
    pub(crate) analysis: Analysis,
    /// Its errors, or else what lints have found.
    pub(super) findings: Vec<Diagnostic>,
    /// The URIs of documents that have changed since it was checked, if it is not settled.
    pub(super) changed: Vec<String>,
}

/// All open documents.
#[derive(Default)]
pub(crate) struct Documents {
    /// By URI.
    pub(crate) open: BTreeMap<String, Document>,
    /// The URIs of those that are files, by canonical path.
    by_path: HashMap<PathBuf, String>,
    /// The diagnostics that the client has, by URI; none are empty.
    published: BTreeMap<String, Vec<Value>>,
    last_revision: u64,
    /// Whether there are findings that the client has not been sent.
    pub(super) is_unpublished: bool,
}

/// Texts of open documents.
pub(crate) trait Texts {
    /// Returns the text of the document of a canonical path.
    fn text(&self, path: &Path) -> Option<&str>;

    /// Returns whether there is such a document. Of one that is being opened, there is no text yet.
    fn has(&self, path: &Path) -> bool;
}

/// The files as the editor shows them: open ones with their text there.
pub(crate) struct Overlay<'a> {
    files: &'a dyn Loader,
    open: &'a dyn Texts,
}

impl<'a> Overlay<'a> {
    pub(crate) fn new(files: &'a dyn Loader, open: &'a dyn Texts) -> Self {
        Overlay { files, open }
    }
}

impl Documents {
    /// Returns the URI of the document of a canonical path.
    pub(crate) fn by_path(&self, path: &Path) -> Option<&String> {
        self.by_path.get(path)
    }

    fn next_revision(&mut self) -> u64 {
        self.last_revision += 1;
        self.last_revision
    }
}

impl Texts for Documents {
    fn text(&self, path: &Path) -> Option<&str> {
        let document = self.by_path(path).and_then(|uri| self.open.get(uri));
        document.map(|document| document.text.as_str())
    }

    fn has(&self, path: &Path) -> bool {
        self.by_path.contains_key(path)
    }
}

impl Loader for Overlay<'_> {
    fn canonical(&self, path: &Path) -> std::io::Result<PathBuf> {
        match self.files.canonical(path) {
            // A new document has no file yet.
            Err(_) if self.open.has(path) => Ok(path.to_path_buf()),
            result => result,
        }
    }

    fn import(&self, path: &Path) -> std::io::Result<PathBuf> {
        match self.files.import(path) {
            Err(error) if error.kind() != ErrorKind::PermissionDenied && self.open.has(path) => {
                Ok(path.to_path_buf())
            }
            result => result,
        }
    }

    fn read(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        match self.open.text(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.files.read(path, limit),
        }
    }
}

/// Returns whether a document is a file of assertions, for `didc test`.
pub(super) fn is_test(uri: &str) -> bool {
    uri.ends_with(".test.did")
}

/// Checks a document.
fn analyze(loader: &dyn Loader, uri: &str, path: Option<&Path>, text: &str) -> Analysis {
    if is_test(uri) {
        return Analysis::of_test(path.unwrap_or(Path::new(uri)), text);
    }
    let nothing = Memory::default();
    let (loader, path) = match path {
        Some(path) => (loader, path),
        // A document that is not a file is in no folder, and has no imports.
        None => (&nothing as &dyn Loader, Path::new(uri)),
    };
    Analysis::new(loader, path, Some(text)).expect("a text is given, which needs no file")
}

impl<'a> State<'a> {
    pub(super) fn overlay(&self) -> Overlay<'_> {
        Overlay::new(self.host.files(), &self.documents)
    }

    /// Returns the URI of a path: for a document that of the editor.
    pub(super) fn uri_of(&self, path: &Path) -> String {
        let canonical = self.overlay().canonical(path);
        match canonical.map(|path| self.documents.by_path(&path)) {
            Ok(Some(uri)) => uri.clone(),
            _ => uri::of_path(path),
        }
    }

    /// Returns an open document.
    pub(super) fn document(&self, uri: &lsp::Uri) -> Result<&Document, Fault> {
        let document = self.documents.open.get(&uri.0);
        document.ok_or_else(|| Fault::invalid_params(format!("{} is not open", uri.0)))
    }

    pub(super) fn did_open(&mut self, params: lsp::DidOpenTextDocumentParams) -> Result<(), Fault> {
        let lsp::TextDocumentItem {
            uri, version, text, ..
        } = params.text_document;
        let uri = uri.0;
        let path = uri::to_path(&uri);
        if let Some(path) = &path {
            let canonical = self.host.files().canonical(path);
            let canonical = canonical.unwrap_or_else(|_| path.clone());
            self.documents.by_path.insert(canonical, uri.clone());
        }
        // A client may not tell of changes.
        if let Some(folder) = path.as_deref().and_then(Path::parent) {
            self.configs.forget(folder);
        }
        let analysis = analyze(&self.overlay(), &uri, path.as_deref(), &text);
        let document = Document {
            findings: self.findings(&uri, path.as_deref(), &analysis),
            analysis,
            index: LineIndex::new(&text, self.encoding),
            uri: uri.clone(),
            path,
            version,
            revision: self.documents.next_revision(),
            text,
            changed: Vec::new(),
        };
        self.documents.open.insert(uri.clone(), document);
        self.importers_changed(&uri);
        self.publish(Some(&uri));
        Ok(())
    }

    pub(super) fn did_change(&mut self, params: change::DidChange) -> Result<(), Fault> {
        let uri = params.text_document.text_document_identifier.uri.0;
        let encoding = self.encoding;
        let Some(document) = self.documents.open.get_mut(&uri) else {
            return Err(Fault::invalid_params(format!("{uri} is not open")));
        };
        change::apply(
            &mut document.text,
            &document.index,
            params.content_changes,
            encoding,
        );
        document.index = LineIndex::new(&document.text, encoding);
        document.version = params.text_document.version;
        self.analyze_again(&uri);
        self.importers_changed(&uri);
        self.publish(Some(&uri));
        Ok(())
    }

    pub(super) fn did_close(
        &mut self,
        params: lsp::DidCloseTextDocumentParams,
    ) -> Result<(), Fault> {
        let uri = params.text_document.uri.0;
        if self.documents.open.remove(&uri).is_none() {
            return Err(Fault::invalid_params(format!("{uri} is not open")));
        }
        self.documents.by_path.retain(|_, known| *known != uri);
        self.cancel_comparisons(&uri);
        // Those that import it see the file on the disk again.
        self.all_changed();
        Ok(())
    }

    pub(super) fn files_changed(
        &mut self,
        params: lsp::DidChangeWatchedFilesParams,
    ) -> Result<(), Fault> {
        let is_of_git = |change: &lsp::FileEvent| change.uri.0.contains("/.git/");
        if params.changes.iter().all(is_of_git) {
            // Another commit: what it is compared with changes, and nothing else.
            for document in self.documents.open.values_mut() {
                self.documents.last_revision += 1;
                document.revision = self.documents.last_revision;
            }
            self.refresh_lenses();
        } else {
            self.all_changed();
        }
        Ok(())
    }

    pub(super) fn all_changed(&mut self) {
        self.configs.clear();
        let uris: Vec<String> = self.documents.open.keys().cloned().collect();
        for uri in uris {
            self.analyze_again(&uri);
        }
        self.publish(None);
        self.refresh_lenses();
    }

    /// Checks a document again.
    pub(super) fn analyze_again(&mut self, uri: &str) {
        let Some(document) = self.documents.open.get(uri) else {
            return;
        };
        let path = document.path.as_deref();
        let analysis = analyze(&self.overlay(), uri, path, &document.text);
        let path = document.path.clone();
        let findings = self.findings(uri, path.as_deref(), &analysis);
        let revision = self.documents.next_revision();
        if let Some(document) = self.documents.open.get_mut(uri) {
            document.analysis = analysis;
            document.findings = findings;
            document.revision = revision;
            document.changed.clear();
        }
    }

    /// Sends the diagnostics that have changed, and those of the document that has.
    pub(super) fn publish(&mut self, changed: Option<&str>) {
        let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for document in self.documents.open.values() {
            let files = Files::new(self, document);
            for finding in &document.findings {
                let (uri, diagnostic) = files.diagnostic(finding);
                // What was found in a document before it changed is not there any more.
                if document.changed.contains(&uri) {
                    continue;
                }
                found.entry(uri).or_default().push(diagnostic);
            }
        }
        // Several documents may import the same file.
        for diagnostics in found.values_mut() {
            let mut known = HashSet::new();
            let is_new: Vec<bool> = diagnostics.iter().map(|item| known.insert(item)).collect();
            let mut is_new = is_new.into_iter();
            diagnostics.retain(|_| is_new.next() == Some(true));
        }
        for (uri, faults) in self.configs.faults() {
            // Several folders may have the same configuration.
            found.insert(uri.clone(), faults.clone());
        }
        let published = std::mem::take(&mut self.documents.published);
        let mut uris: Vec<&str> = found
            .keys()
            .chain(published.keys())
            .map(|uri| &**uri)
            .collect();
        uris.extend(changed);
        uris.sort_unstable();
        uris.dedup();
        let mut messages = Vec::new();
        for uri in uris {
            if found.get(uri) != published.get(uri) || changed == Some(uri) {
                let diagnostics = found.get(uri).cloned().unwrap_or_default();
                let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
                if let Some(document) = self.documents.open.get(uri) {
                    params["version"] = document.version.into();
                }
                messages.push(params);
            }
        }
        self.documents.published = found;
        for params in messages {
            self.notify("textDocument/publishDiagnostics", params);
        }
    }
}

impl Document {
    /// Returns whether it is a file of assertions.
    pub(crate) fn is_test(&self) -> bool {
        is_test(&self.uri)
    }

    /// Returns the offset of a position.
    pub(crate) fn at(&self, position: lsp::Position) -> u32 {
        let offset = self.index.offset(&self.text, position);
        u32::try_from(offset).unwrap_or(u32::MAX)
    }

    /// Returns the range of a location in the document.
    pub(crate) fn range(&self, span: candid_parser::syntax::ast::Span) -> lsp::Range {
        self.index.range(&self.text, span)
    }
}
