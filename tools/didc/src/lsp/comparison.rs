//! Comparisons with the current commit. They may take longer than a keystroke must wait: the session says which one is to be made, and
//! goes on with messages until it is given the result.

use super::documents::{Overlay, Texts};
use super::host::{Head, Host};
use super::state::{Fault, State};
use candid_parser::breaking::{self, Change, Options};
use candid_parser::check::Loader;
use candid_parser::ide::Analysis;
use gen_lsp_types as lsp;
use serde_json::{json, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The id of the request for lenses to be asked for again.
pub(super) const REFRESH: &str = "refresh-lenses";

/// A comparison to make, with copies of the open texts that it is about.
pub(crate) struct Job {
    path: PathBuf,
    text: String,
    open: Open,
    options: Options,
}

/// What breaks, or why it is not known.
pub(crate) type Compared = Result<Vec<Change>, String>;

/// The texts of the document and of its imports that are open, by canonical path.
struct Open(HashMap<PathBuf, String>);

impl Texts for Open {
    fn text(&self, path: &Path) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    fn has(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }
}

impl Job {
    /// Compares the interface with its version in the current commit, each with its imports there.
    ///
    /// # Errors
    ///
    /// If they cannot be compared, with the reason.
    pub(crate) fn run(&self, host: &dyn Host) -> Compared {
        let overlay = Overlay::new(host.files(), &self.open);
        let new = Analysis::new(&overlay, &self.path, Some(&self.text));
        let new = new.ok();
        let new = new.as_ref().and_then(Analysis::valid);
        let new = new.ok_or("the interface has errors")?;
        let head = Head::new(host);
        let text = head.text(&self.path)?;
        let invalid = "the interface in HEAD has errors";
        let old = Analysis::new(&head, &self.path, Some(&text)).map_err(|_| invalid)?;
        let old = old.valid().ok_or(invalid)?;
        let found = breaking::compare(new, old, &self.options);
        Ok(found.map_err(|error| error.to_string())?.list)
    }
}

/// What a client wants of a comparison.
pub(super) enum Wanted {
    Lens(lsp::CodeLens),
    Message,
}

/// A request that waits for a comparison.
struct Waiting {
    id: Value,
    uri: String,
    wanted: Wanted,
}

/// The comparison that is being made.
struct Running {
    uri: String,
    /// The state of the document that is compared.
    revision: u64,
    requests: Vec<Waiting>,
}

/// The requests that wait for comparisons. One is made at a time, for all requests about the same document.
#[derive(Default)]
pub(super) struct Comparisons {
    waiting: Vec<Waiting>,
    running: Option<Running>,
    refresh: Refresh,
}

/// Whether the client is being asked to ask for lenses again.
#[derive(Default, PartialEq, Eq)]
enum Refresh {
    #[default]
    No,
    Asked,
    /// Something has changed after it was asked.
    AskAgain,
}

impl State<'_> {
    /// Leaves a request for when a document has been compared.
    pub(super) fn answer_later(
        &mut self,
        id: &Value,
        uri: String,
        wanted: Wanted,
    ) -> Result<(), Fault> {
        if !self.documents.open.contains_key(&uri) {
            return Err(Fault::closed(&uri));
        }
        self.comparisons.waiting.push(Waiting {
            id: id.clone(),
            uri,
            wanted,
        });
        Ok(())
    }

    /// Returns the next comparison to make, unless one is being made already.
    pub(crate) fn next_job(&mut self) -> Option<Job> {
        let comparisons = &mut self.comparisons;
        if comparisons.running.is_some() {
            return None;
        }
        let uri = comparisons.waiting.first()?.uri.clone();
        let path = self.documents.open.get(&uri)?.path.clone();
        let options = self.options(path.as_deref().unwrap_or(Path::new("")));
        let comparisons = &mut self.comparisons;
        let document = self.documents.open.get(&uri)?;
        let is_about_it = |request: &mut Waiting| request.uri == uri;
        let requests = comparisons.waiting.extract_if(.., is_about_it).collect();
        comparisons.running = Some(Running {
            uri,
            revision: document.revision,
            requests,
        });
        let overlay = Overlay::new(self.host.files(), &self.documents);
        let files = document.analysis.files().iter();
        let open = files.filter_map(|file| {
            let path = overlay.canonical(&file.path).ok()?;
            let text = self.documents.text(&path)?.to_string();
            Some((path, text))
        });
        Some(Job {
            path: document.path.clone().unwrap_or_default(),
            text: document.text.clone(),
            open: Open(open.collect()),
            options,
        })
    }

    /// Returns whether requests wait for comparisons.
    pub(crate) fn is_comparing(&self) -> bool {
        self.comparisons.running.is_some() || !self.comparisons.waiting.is_empty()
    }

    /// Takes the result of the last job, and returns the messages that it causes.
    pub(crate) fn compared(&mut self, compared: &Compared) -> Vec<String> {
        if let Some(running) = self.comparisons.running.take() {
            let document = self.documents.open.get(&running.uri);
            if document.is_some_and(|document| document.revision == running.revision) {
                let compared = self.allowed(&running.uri, compared);
                for Waiting { id, uri, wanted } in running.requests {
                    let answer = match wanted {
                        Wanted::Lens(lens) => self.lens(lens, &uri, &compared),
                        Wanted::Message => self.show(&compared),
                    };
                    self.answer(id, answer.map(Some));
                }
            } else {
                // It has changed: compared again, unless others wait for longer.
                self.comparisons.waiting.extend(running.requests);
            }
        }
        self.sent()
    }

    /// Fails the requests that wait, of which `is_meant` is told the id and the URI.
    fn fail(&mut self, is_meant: impl Fn(&Value, &str) -> bool, fault: impl Fn() -> Fault) {
        let comparisons = &mut self.comparisons;
        let mut all: Vec<Waiting> = comparisons.waiting.drain(..).collect();
        let running = comparisons.running.as_mut();
        let mut started =
            running.map_or(Vec::new(), |running| std::mem::take(&mut running.requests));
        let is_failed = |request: &mut Waiting| is_meant(&request.id, &request.uri);
        let failed: Vec<Waiting> = all
            .extract_if(.., is_failed)
            .chain(started.extract_if(.., is_failed))
            .collect();
        comparisons.waiting.extend(all);
        if let Some(running) = &mut comparisons.running {
            running.requests = started;
        }
        for request in failed {
            self.answer(request.id, Err(fault()));
        }
    }

    /// Fails a request that the client does not need any more, if it still waits.
    pub(super) fn cancel(&mut self, params: lsp::CancelParams) -> Result<(), Fault> {
        let id = json!(params.id);
        self.fail(|known, _| *known == id, Fault::cancelled);
        Ok(())
    }

    /// Fails the requests about a document that was closed.
    pub(super) fn cancel_comparisons(&mut self, closed: &str) {
        self.fail(|_, uri| uri == closed, || Fault::closed(closed));
    }

    /// Asks the client to ask for lenses again, once at a time.
    pub(super) fn refresh_lenses(&mut self) {
        if !self.client.can_refresh_lenses || self.documents.open.is_empty() {
            return;
        }
        if self.comparisons.refresh == Refresh::No {
            self.comparisons.refresh = Refresh::Asked;
            self.ask(REFRESH, "workspace/codeLens/refresh", Value::Null);
        } else {
            self.comparisons.refresh = Refresh::AskAgain;
        }
    }

    /// Takes the answer of the client to being asked.
    pub(super) fn lenses_refreshed(&mut self) {
        let refresh = std::mem::take(&mut self.comparisons.refresh);
        if refresh == Refresh::AskAgain {
            self.refresh_lenses();
        }
    }
}
