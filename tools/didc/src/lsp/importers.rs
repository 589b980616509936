//! Documents that import one that has changed: they are checked when nothing is asked, or before they are asked about, so that
//! answers about the changed one do not wait for them.

use super::documents::Document;
use super::state::State;
use serde_json::Value;

impl State<'_> {
    /// Notes that a document has changed, for the others.
    pub(super) fn importers_changed(&mut self, changed: &str) {
        for document in self.documents.open.values_mut() {
            let is_noted = document.changed.iter().any(|uri| uri == changed);
            if document.uri != changed && !is_noted {
                document.changed.push(changed.to_string());
            }
        }
    }

    /// Returns whether all documents have been checked since others changed, and the client knows what was found.
    pub(crate) fn is_settled(&self) -> bool {
        let mut open = self.documents.open.values();
        open.all(|document| document.changed.is_empty()) && !self.documents.is_unpublished
    }

    /// Checks the next document that imports one that has changed; after the last one, returns what was found.
    pub(crate) fn settle_next(&mut self) -> Vec<String> {
        let mut uris = self.unsettled().into_iter();
        // To find out whether one imports another takes less than to check it.
        while uris.next().is_some_and(|uri| !self.settle(&uri)) {}
        if uris.len() == 0 && self.documents.is_unpublished {
            self.documents.is_unpublished = false;
            self.publish(None);
        }
        self.sent()
    }

    /// Checks the documents that a request needs, if files that they import have changed.
    pub(super) fn settle_for(&mut self, method: &str, params: &Value) {
        match method {
            // They may be about all documents.
            "textDocument/references"
            | "textDocument/rename"
            | "codeLens/resolve"
            | "workspace/executeCommand" => {
                for uri in self.unsettled() {
                    self.settle(&uri);
                }
            }
            _ => {
                let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
                if let Some(uri) = uri {
                    self.settle(uri);
                }
            }
        }
    }

    fn unsettled(&self) -> Vec<String> {
        let open = self.documents.open.values();
        let unsettled = open.filter(|document| !document.changed.is_empty());
        unsettled.map(|document| document.uri.clone()).collect()
    }

    /// Checks a document if it imports one that has changed; returns whether it does.
    fn settle(&mut self, uri: &str) -> bool {
        let Some(document) = self.documents.open.get_mut(uri) else {
            return false;
        };
        let changed = std::mem::take(&mut document.changed);
        let document = self.documents.open.get(uri);
        let imports = document.is_some_and(|document| self.imports_one_of(document, &changed));
        if imports {
            self.analyze_again(uri);
            self.documents.is_unpublished = true;
            self.refresh_lenses();
        }
        imports
    }

    /// Returns whether a document imports one of others, or something that could not be read.
    fn imports_one_of(&self, document: &Document, others: &[String]) -> bool {
        let files = document.analysis.files();
        let is_missing = files.iter().any(|file| file.imports.contains(&None));
        let mut imported = files.iter().skip(1);
        !others.is_empty()
            && (is_missing || imported.any(|file| others.contains(&self.uri_of(&file.path))))
    }
}
