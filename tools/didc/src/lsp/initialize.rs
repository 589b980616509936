//! The start of a session: what the client can do, and what the server can.

use super::position::Encoding;
use super::state::{Client, State};
use super::uri::to_path;
use super::{head, view};
use serde_json::{json, Value};

impl State<'_> {
    /// Answers the first request. Reads the few members that matter here, of hundreds; others may be invalid.
    pub(super) fn initialize(&mut self, params: &Value) -> Value {
        let has = |path: &str| {
            let value = params.pointer(&format!("/capabilities/{path}"));
            value.is_some_and(|value| *value != Value::Bool(false) && !value.is_null())
        };
        let includes = |path: &str, wanted: &str, default: bool| {
            let list = params.pointer(&format!("/capabilities/{path}"));
            let list = list.and_then(Value::as_array);
            list.map_or(default, |list| list.iter().any(|value| value == wanted))
        };
        self.client = Client {
            has_snippets: has("textDocument/completion/completionItem/snippetSupport"),
            has_related_information: has("textDocument/publishDiagnostics/relatedInformation"),
            has_tags: has("textDocument/publishDiagnostics/tagSupport"),
            has_code_descriptions: has("textDocument/publishDiagnostics/codeDescriptionSupport"),
            has_hierarchical_symbols: has(
                "textDocument/documentSymbol/hierarchicalDocumentSymbolSupport",
            ),
            has_code_action_literals: has("textDocument/codeAction/codeActionLiteralSupport"),
            has_markdown: includes("textDocument/hover/contentFormat", "markdown", true),
            can_watch_files: has("workspace/didChangeWatchedFiles/dynamicRegistration"),
            can_refresh_lenses: has("workspace/codeLens/refreshSupport"),
            has_multiline_tokens: has("textDocument/semanticTokens/multilineTokenSupport"),
        };
        let (encoding, name) = if includes("general/positionEncodings", "utf-8", false) {
            (Encoding::Utf8, "utf-8")
        } else {
            (Encoding::Utf16, "utf-16")
        };
        self.encoding = encoding;
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let mut uris: Vec<&Value> = folders
            .into_iter()
            .flatten()
            .filter_map(|folder| folder.get("uri"))
            .collect();
        if uris.is_empty() {
            uris.extend(params.get("rootUri"));
        }
        let paths = uris.into_iter().filter_map(Value::as_str);
        self.folders = paths.filter_map(to_path).collect();
        json!({
            "capabilities": {
                "positionEncoding": name,
                "textDocumentSync": { "openClose": true, "change": 2 },
                "hoverProvider": true,
                "definitionProvider": true,
                "typeDefinitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentLinkProvider": {},
                "renameProvider": { "prepareProvider": true },
                "documentSymbolProvider": true,
                "workspaceSymbolProvider": true,
                "completionProvider": { "triggerCharacters": [":", "(", "\"", "/"] },
                "codeActionProvider": {
                    "codeActionKinds": ["quickfix", "refactor.rewrite", "refactor.extract"]
                },
                "codeLensProvider": { "resolveProvider": true },
                "executeCommandProvider": { "commands": [head::COMMAND] },
                "documentFormattingProvider": true,
                "documentRangeFormattingProvider": true,
                "documentOnTypeFormattingProvider": {
                    "firstTriggerCharacter": ";",
                    "moreTriggerCharacter": ["}"]
                },
                "foldingRangeProvider": true,
                "selectionRangeProvider": true,
                "semanticTokensProvider": {
                    "legend": { "tokenTypes": view::TOKEN_TYPES, "tokenModifiers": view::TOKEN_MODIFIERS },
                    "full": true,
                    "range": true
                },
                "workspace": {
                    "workspaceFolders": { "supported": true, "changeNotifications": true }
                }
            },
            "serverInfo": { "name": "didc", "version": env!("CARGO_PKG_VERSION") }
        })
    }

    /// Asks to be told of changes of files that are not open.
    pub(super) fn watch_files(&mut self) {
        if self.client.can_watch_files {
            // The log of HEAD changes with each commit. Submodules and other work trees have theirs further below.
            let watchers = json!([
                { "globPattern": "**/*.did" },
                { "globPattern": "**/didc.toml" },
                { "globPattern": "**/.git/{HEAD,logs/HEAD,modules/**/HEAD,worktrees/**/HEAD}" }
            ]);
            let registration = json!({
                "id": "files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": watchers }
            });
            let params = json!({ "registrations": [registration] });
            self.ask("register-files", "client/registerCapability", params);
        }
    }
}
