//! The state of a session, and which method answers which message.

use super::comparison::{Comparisons, REFRESH};
use super::documents::Documents;
use super::host::Host;
use super::lints::KnownConfigs;
use super::position::Encoding;
use super::surrogate;
use gen_lsp_types as lsp;
use serde::de::DeserializeOwned;
use serde_json::{json, Value};
use std::path::PathBuf;

/// What a client can do with answers.
#[derive(Debug, Clone, Copy, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "capabilities of the protocol, each independent of the others"
)]
pub(crate) struct Client {
    pub(crate) has_snippets: bool,
    pub(crate) has_related_information: bool,
    pub(crate) has_tags: bool,
    pub(crate) has_code_descriptions: bool,
    pub(crate) has_hierarchical_symbols: bool,
    pub(crate) has_code_action_literals: bool,
    pub(crate) has_markdown: bool,
    pub(crate) can_watch_files: bool,
    pub(crate) can_refresh_lenses: bool,
    pub(crate) has_multiline_tokens: bool,
}

/// The phase of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Created,
    Running,
    ShutDown,
    /// Ended, with the exit code.
    Ended(u8),
}

/// A session with one client.
pub(crate) struct State<'a> {
    pub(crate) host: &'a dyn Host,
    phase: Phase,
    pub(crate) client: Client,
    pub(crate) encoding: Encoding,
    /// The folders of the workspace.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) documents: Documents,
    pub(super) configs: KnownConfigs,
    pub(super) comparisons: Comparisons,
    /// The messages to send, as JSON: large results would take several times as long as values.
    out: Vec<String>,
}

/// The reason why a request has no result.
#[derive(Debug)]
pub(crate) struct Fault {
    code: i32,
    message: String,
}

impl Fault {
    /// A request that does not fit the state of the session, or is not one.
    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Fault::new(lsp::ErrorCodes::InvalidRequest.into(), message)
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Fault::new(lsp::ErrorCodes::InvalidParams.into(), message)
    }

    /// A valid request that cannot be fulfilled.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Fault::new(lsp::LspErrorCodes::RequestFailed.into(), message)
    }

    /// A request that the client has cancelled.
    pub(crate) fn cancelled() -> Self {
        Fault::new(lsp::LspErrorCodes::RequestCancelled.into(), "cancelled")
    }

    /// A request about a document that was closed after it, which editors do not show as an error.
    pub(crate) fn closed(uri: &str) -> Self {
        let code = lsp::LspErrorCodes::ContentModified.into();
        Fault::new(code, format!("{uri} is closed"))
    }

    fn new(code: i32, message: impl Into<String>) -> Self {
        Fault {
            code,
            message: message.into(),
        }
    }
}

/// A result, as JSON; nothing if it is sent later.
type Answer = Result<Option<String>, Fault>;

impl<'a> State<'a> {
    pub(crate) fn new(host: &'a dyn Host) -> Self {
        State {
            host,
            phase: Phase::Created,
            client: Client::default(),
            encoding: Encoding::default(),
            folders: Vec::new(),
            documents: Documents::default(),
            configs: KnownConfigs::default(),
            comparisons: Comparisons::default(),
            out: Vec::new(),
        }
    }

    /// Returns the exit code, once the session has ended.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match self.phase {
            Phase::Ended(code) => Some(code),
            _ => None,
        }
    }

    /// Handles a message, and returns those that it causes, in their order.
    pub(crate) fn handle(&mut self, message: &[u8]) -> Vec<String> {
        let read = serde_json::from_slice(message);
        let read = read.or_else(|error| match surrogate::replaced(message) {
            Some(message) => serde_json::from_slice(&message),
            None => Err(error),
        });
        match read {
            Ok(Value::Object(message)) => self.message(message),
            Ok(_) => {
                let fault = Fault::invalid_request("a message must be an object");
                self.answer(Value::Null, Err(fault));
            }
            Err(error) => {
                let code = lsp::ErrorCodes::ParseError.into();
                let fault = Fault::new(code, format!("invalid JSON: {error}"));
                self.answer(Value::Null, Err(fault));
            }
        }
        self.sent()
    }

    /// Returns the messages to send.
    pub(super) fn sent(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    /// Answers a message that is too long to be read.
    pub(crate) fn refuse(&mut self, len: u64) -> Vec<String> {
        let most = super::frame::MAX_LEN;
        let text = format!("the message has {len} bytes, more than {most}");
        self.answer(Value::Null, Err(Fault::invalid_request(text)));
        self.sent()
    }

    fn message(&mut self, mut message: serde_json::Map<String, Value>) {
        let (id, method) = (message.remove("id"), message.remove("method"));
        let params = message.remove("params").unwrap_or(Value::Null);
        let is_response = message.contains_key("result") || message.contains_key("error");
        match (method, id) {
            (Some(Value::String(method)), None) => self.notification(&method, params),
            (Some(Value::String(method)), Some(id)) if id.is_string() || id.is_i64() => {
                let answer = self.request(&method, params, &id);
                self.answer(id, answer);
            }
            (None, Some(id)) if is_response => {
                // The other request of the server needs no more than to be sent.
                if id == REFRESH {
                    self.lenses_refreshed();
                }
            }
            (_, id) => {
                let is_valid = |id: &Value| id.is_string() || id.is_i64();
                let id = id.filter(is_valid).unwrap_or(Value::Null);
                let fault = Fault::invalid_request("neither a request nor a notification");
                self.answer(id, Err(fault));
            }
        }
    }

    pub(super) fn answer(&mut self, id: Value, answer: Answer) {
        self.out.push(match answer {
            Ok(None) => return,
            Ok(Some(result)) => format!(r#"{{"id":{id},"jsonrpc":"2.0","result":{result}}}"#),
            Err(Fault { code, message }) => {
                let error = json!({ "code": code, "message": message });
                json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
            }
        });
    }

    /// Sends a notification.
    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.out.push(message.to_string());
    }

    /// Sends a request whose answer does not matter.
    pub(crate) fn ask(&mut self, id: &str, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.out.push(message.to_string());
    }

    /// Tells people, in the log of the editor, what was wrong with a notification, which has no answer.
    pub(crate) fn log(&mut self, message: impl Into<String>) {
        let kind = u32::from(lsp::MessageType::Warning);
        let params = json!({ "type": kind, "message": message.into() });
        self.notify("window/logMessage", params);
    }

    fn notification(&mut self, method: &str, params: Value) {
        if method == "exit" {
            let was_shut_down = self.phase == Phase::ShutDown;
            self.phase = Phase::Ended(u8::from(!was_shut_down));
            return;
        }
        // The protocol has them dropped.
        if self.phase != Phase::Running {
            return;
        }
        let result = match method {
            "initialized" => {
                self.watch_files();
                Ok(())
            }
            "textDocument/didOpen" => self.notified(params, Self::did_open),
            "textDocument/didChange" => self.notified(params, Self::did_change),
            "textDocument/didClose" => self.notified(params, Self::did_close),
            "workspace/didChangeWatchedFiles" => self.notified(params, Self::files_changed),
            "workspace/didChangeWorkspaceFolders" => self.notified(params, Self::folders_changed),
            "$/cancelRequest" => self.notified(params, Self::cancel),
            _ => Ok(()),
        };
        if let Err(fault) = result {
            self.log(format!("{method}: {}", fault.message));
        }
    }

    fn notified<P: DeserializeOwned>(
        &mut self,
        params: Value,
        handle: impl FnOnce(&mut Self, P) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        handle(self, parse(params)?)
    }

    fn request(&mut self, method: &str, params: Value, id: &Value) -> Answer {
        match (self.phase, method) {
            (Phase::Created, "initialize") => {
                self.phase = Phase::Running;
                return Ok(Some(self.initialize(&params).to_string()));
            }
            (Phase::Created, _) => {
                let code = lsp::ErrorCodes::ServerNotInitialized.into();
                return Err(Fault::new(code, "the server is not initialized"));
            }
            (Phase::Running, "initialize") => {
                return Err(Fault::invalid_request("the server is initialized already"));
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                return Ok(Some(Value::Null.to_string()));
            }
            (Phase::Running, _) => {}
            (Phase::ShutDown | Phase::Ended(_), _) => {
                return Err(Fault::invalid_request("the server is shut down"));
            }
        }
        self.settle_for(method, &params);
        match method {
            "textDocument/hover" => self.to::<lsp::HoverRequest>(params, Self::hover),
            "textDocument/definition" => {
                self.to::<lsp::DefinitionRequest>(params, Self::definition)
            }
            "textDocument/typeDefinition" => {
                self.to::<lsp::TypeDefinitionRequest>(params, Self::type_definition)
            }
            "textDocument/references" => {
                self.to::<lsp::ReferencesRequest>(params, Self::references)
            }
            "textDocument/documentHighlight" => {
                self.to::<lsp::DocumentHighlightRequest>(params, Self::document_highlights)
            }
            "textDocument/documentLink" => {
                self.to::<lsp::DocumentLinkRequest>(params, Self::document_links)
            }
            "textDocument/prepareRename" => {
                self.to::<lsp::PrepareRenameRequest>(params, Self::prepare_rename)
            }
            "textDocument/rename" => self.to::<lsp::RenameRequest>(params, Self::rename),
            "textDocument/documentSymbol" => {
                self.to::<lsp::DocumentSymbolRequest>(params, Self::document_symbols)
            }
            "workspace/symbol" => {
                self.to::<lsp::WorkspaceSymbolRequest>(params, Self::workspace_symbols)
            }
            "textDocument/completion" => {
                self.to::<lsp::CompletionRequest>(params, Self::completion)
            }
            "textDocument/codeAction" => {
                self.to::<lsp::CodeActionRequest>(params, Self::code_actions)
            }
            "textDocument/formatting" => {
                self.to::<lsp::DocumentFormattingRequest>(params, Self::formatting)
            }
            "textDocument/rangeFormatting" => {
                self.to::<lsp::DocumentRangeFormattingRequest>(params, Self::range_formatting)
            }
            "textDocument/onTypeFormatting" => {
                self.to::<lsp::DocumentOnTypeFormattingRequest>(params, Self::on_type_formatting)
            }
            "textDocument/semanticTokens/full" => {
                self.to::<lsp::SemanticTokensRequest>(params, Self::semantic_tokens)
            }
            "textDocument/semanticTokens/range" => {
                self.to::<lsp::SemanticTokensRangeRequest>(params, Self::semantic_tokens_in)
            }
            "textDocument/foldingRange" => {
                self.to::<lsp::FoldingRangeRequest>(params, Self::folding_ranges)
            }
            "textDocument/selectionRange" => {
                self.to::<lsp::SelectionRangeRequest>(params, Self::selection_ranges)
            }
            "textDocument/codeLens" => self.to::<lsp::CodeLensRequest>(params, Self::code_lenses),
            "codeLens/resolve" => {
                self.resolve_code_lens(id, parse(params)?)?;
                Ok(None)
            }
            "workspace/executeCommand" => {
                self.execute_command(id, parse(params)?)?;
                Ok(None)
            }
            _ => {
                let code = lsp::ErrorCodes::MethodNotFound.into();
                Err(Fault::new(code, format!("unknown method {method}")))
            }
        }
    }

    /// Answers a request of a known type.
    fn to<R: lsp::Request>(
        &mut self,
        params: Value,
        handle: impl FnOnce(&mut Self, R::Params) -> Result<R::Result, Fault>,
    ) -> Answer {
        let result = handle(self, parse(params)?)?;
        to_json(&result).map(Some)
    }
}

pub(super) fn to_json(result: &impl serde::Serialize) -> Result<String, Fault> {
    serde_json::to_string(result).map_err(|error| Fault::failed(error.to_string()))
}

fn parse<P: DeserializeOwned>(params: Value) -> Result<P, Fault> {
    serde_json::from_value(params).map_err(|error| Fault::invalid_params(error.to_string()))
}
