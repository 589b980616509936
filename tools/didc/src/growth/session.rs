//! A session with the language server.

use crate::lsp::host::Machine;
use crate::lsp::State;
use allocation_counter::measure;
use serde_json::json;
use std::path::Path;

/// Returns what a session with the language server allocates, in which everything is asked of an interface.
pub(super) fn edited(folder: &Path) -> [u64; 3] {
    let files = Box::new(candid_parser::check::Disk);
    let machine = Machine { files };
    let mut state = State::new(&machine);
    let text = std::fs::read_to_string(folder.join("new.did")).unwrap();
    let uri = format!("file://{}/new.did", folder.display());
    let document = json!({ "uri": uri });
    // The name of a definition that others refer to.
    let position = json!({ "line": 1, "character": 6 });
    let at = json!({ "textDocument": document, "position": position });
    let of = json!({ "textDocument": document });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let item = json!({ "uri": uri, "languageId": "candid", "version": 1, "text": text });
    let everything = [
        ("textDocument/didOpen", json!({ "textDocument": item })),
        ("textDocument/documentSymbol", of.clone()),
        ("textDocument/semanticTokens/full", of.clone()),
        ("textDocument/foldingRange", of.clone()),
        ("textDocument/codeLens", of.clone()),
        (
            "textDocument/formatting",
            json!({ "textDocument": document, "options": options }),
        ),
        ("textDocument/hover", at.clone()),
        ("textDocument/definition", at.clone()),
        ("textDocument/completion", at.clone()),
        (
            "textDocument/references",
            json!({
                "textDocument": document, "position": position, "context": { "includeDeclaration": true },
            }),
        ),
        (
            "textDocument/rename",
            json!({
                "textDocument": document, "position": position, "newName": "Renamed",
            }),
        ),
    ];
    let mut send = |id: usize, method: &str, params: &serde_json::Value| {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if !method.contains("did") {
            message["id"] = json!(id);
        }
        let answers = state.handle(message.to_string().as_bytes());
        assert!(
            answers.iter().all(|answer| !answer.contains("\"error\":")),
            "{answers:?}"
        );
    };
    send(
        0,
        "initialize",
        &json!({ "processId": null, "capabilities": {} }),
    );
    let info = measure(|| {
        for (id, (method, params)) in everything.iter().enumerate() {
            send(id + 1, method, params);
        }
    });
    [info.count_total, info.bytes_total, info.bytes_max]
}
