//! Sessions: each `tests/lsp/*.txt` holds what a client sends and exactly what it is answered.
//!
//! A line starts with what it is; the lines of a text, with `| `, follow. `BLESS=1` writes the answers anew.
//!
//! | line | what |
//! |---|---|
//! | `file NAME`, `head NAME` | a file in the folder of the workspace, on disk or in the current commit |
//! | `start CAPABILITIES` | a new session, whose `initialize` is not shown |
//! | `open NAME` | `textDocument/didOpen` |
//! | `> METHOD PARAMS` | a request; the ids count from 1 |
//! | `~ METHOD PARAMS` | a notification |
//! | `raw TEXT` | a message as it is |
//! | `< MESSAGE` | an answer |
//!
//! In parameters, `@a.did` is the URI of a file, `@a.did:1:2` members for the document and the position.

use super::host::Host;
use super::lints::Configured;
use super::State;
use crate::config::{ConfigFile, FILE_NAME};
use crate::failure::Failure;
use candid_parser::check::{Loader, Memory};
use serde_json::{json, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
const ROOT: &str = if cfg!(windows) { "c:/w" } else { "/w" };

#[derive(Default)]
struct InMemory {
    files: RefCell<Memory>,
    paths: RefCell<Vec<PathBuf>>,
    head: RefCell<BTreeMap<PathBuf, String>>,
}

impl InMemory {
    fn insert(&self, name: &str, text: &str) {
        let path = Path::new(ROOT).join(name);
        self.files.borrow_mut().insert(&path, text);
        let mut paths = self.paths.borrow_mut();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
}

impl Loader for InMemory {
    fn canonical(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.files.borrow().canonical(path)
    }

    fn read(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        self.files.borrow().read(path, limit)
    }
}

impl Host for InMemory {
    fn files(&self) -> &dyn Loader {
        self
    }

    fn interfaces(&self, folder: &Path) -> Vec<PathBuf> {
        let paths = self.paths.borrow();
        let is_inside = |path: &&PathBuf| path.starts_with(folder) && !path.ends_with(FILE_NAME);
        let inside = paths.iter().filter(is_inside);
        inside.cloned().collect()
    }

    fn at_head(&self, path: &Path) -> Result<String, String> {
        let head = self.head.borrow();
        head.get(path)
            .cloned()
            .ok_or("the file is not in HEAD".into())
    }

    fn config(
        &self,
        folder: &Path,
        workspace: &[PathBuf],
    ) -> Result<Option<Configured>, (PathBuf, Failure)> {
        let is_inside = |path: &&Path| workspace.iter().any(|root| path.starts_with(root));
        for above in folder.ancestors().take_while(is_inside) {
            let path = above.join(FILE_NAME);
            if let Ok(bytes) = self.read(&path, 1_000) {
                let text = String::from_utf8(bytes).expect("text");
                let file = ConfigFile::of_text(&path, above.to_path_buf(), text);
                let file = file.map_err(|failure| (path, failure))?;
                return Ok(Some(Configured::new(file, folder)));
            }
        }
        Ok(None)
    }
}

fn uri(name: &str) -> String {
    super::uri::of_path(&Path::new(ROOT).join(name))
}

/// Replaces the short forms in parameters.
fn expand(text: &str) -> String {
    let mut expanded = String::new();
    let mut parts = text.split('@');
    expanded.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let end = part.find(['"', '}', ']', ',', ' ']).unwrap_or(part.len());
        let (word, rest) = part.split_at(end);
        let mut words = word.split(':');
        let uri = json!(uri(words.next().unwrap_or("")));
        match (words.next(), words.next()) {
            (Some(line), Some(character)) => expanded.push_str(&format!(
                r#""textDocument":{{"uri":{uri}}},"position":{{"line":{line},"character":{character}}}"#
            )),
            _ => expanded.push_str(&uri.to_string()),
        }
        expanded.push_str(rest);
    }
    expanded
}

fn request(id: u64, method: &str, params: &str) -> Vec<u8> {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#).into_bytes()
}

fn notification(method: &str, params: &Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
        .to_string()
        .into_bytes()
}

fn did_open(name: &str, text: &str) -> Vec<u8> {
    let document = json!({ "uri": uri(name), "languageId": "candid", "version": 1, "text": text });
    notification("textDocument/didOpen", &json!({ "textDocument": document }))
}

/// Returns the messages that a message causes.
fn send(state: &mut State<'_>, message: &[u8]) -> Vec<Value> {
    let answers = state.handle(message).into_iter();
    let parsed = answers.map(|answer| serde_json::from_str(&answer).expect("JSON"));
    parsed.collect()
}

/// Returns a session whose client can do what is given.
fn start<'a>(host: &'a InMemory, capabilities: &str) -> State<'a> {
    let mut state = State::new(host);
    let root = json!(uri(""));
    let params = format!(r#"{{"processId":null,"rootUri":{root},"capabilities":{capabilities}}}"#);
    let answers = send(&mut state, &request(0, "initialize", &params));
    assert!(
        answers[0]["result"]["capabilities"].is_object(),
        "{answers:?}"
    );
    state
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lsp");
    let entries = folder.read_dir().expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() >= 10);
    let mut bad = Vec::new();
    for path in paths {
        let expected = std::fs::read_to_string(&path).expect("the transcript can be read");
        let found = replay(&expected);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, found).expect("the transcript can be written");
        } else if found != expected {
            bad.push(format!("{}: found\n{found}", path.display()));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Returns a transcript with the answers that its messages get.
fn replay(transcript: &str) -> String {
    let host = InMemory::default();
    let mut state = State::new(&host);
    let mut found = String::new();
    let mut id = 0;
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("< ") {
            continue;
        }
        found.push_str(line);
        found.push('\n');
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut text = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
            found.push_str(line);
            found.push('\n');
            text.push_str(line.strip_prefix("| ").unwrap_or(""));
            text.push('\n');
        }
        let (method, params) = rest.split_once(' ').unwrap_or((rest, "null"));
        let params = expand(params);
        let message = match word {
            "" | "#" => continue,
            "file" => {
                host.insert(rest, &text);
                continue;
            }
            "head" => {
                let path = Path::new(ROOT).join(rest);
                host.head.borrow_mut().insert(path, text);
                continue;
            }
            "start" => {
                state = start(&host, rest);
                continue;
            }
            "open" => did_open(rest, &text),
            ">" => {
                id += 1;
                request(id, method, &params)
            }
            "~" => notification(method, &serde_json::from_str(&params).expect("JSON")),
            "raw" => expand(rest).into_bytes(),
            _ => panic!("unknown line {line}"),
        };
        for answer in send(&mut state, &message) {
            assert_eq!(answer["jsonrpc"], "2.0");
            let mut answer = answer;
            answer.as_object_mut().expect("an object").remove("jsonrpc");
            let version = concat!("\"", env!("CARGO_PKG_VERSION"), "\"");
            let answer = answer.to_string().replace(version, "\"VERSION\"");
            found.push_str(&format!("< {answer}\n"));
        }
        if let Some(code) = state.exit_code() {
            found.push_str(&format!("< exit code {code}\n"));
        }
    }
    found
}

/// The capabilities of a client that can do everything.
const ALL: &str = r#"{
    "textDocument": {
        "completion": { "completionItem": { "snippetSupport": true } },
        "publishDiagnostics": { "relatedInformation": true },
        "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        "codeAction": { "codeActionLiteralSupport": {} }
    }
}"#;

/// Sends all requests about a position, and returns the number of bytes of the answers.
fn ask_all(state: &mut State<'_>, name: &str, line: u32, character: u32) -> usize {
    let document = json!({ "uri": uri(name) });
    let position = json!({ "line": line, "character": character });
    let range = json!({ "start": position, "end": position });
    let params = json!({
        "textDocument": document,
        "position": position,
        "positions": [position],
        "range": range,
        "newName": "New",
        "ch": ";",
        "options": { "tabSize": 4, "insertSpaces": true },
        "query": "a",
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 }
    });
    let mut n_bytes = 0;
    for method in [
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/typeDefinition",
        "textDocument/references",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/documentSymbol",
        "workspace/symbol",
        "textDocument/completion",
        "textDocument/codeAction",
        "textDocument/rangeFormatting",
        "textDocument/onTypeFormatting",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/foldingRange",
        "textDocument/selectionRange",
        "textDocument/codeLens",
    ] {
        let answers = send(state, &request(1, method, &params.to_string()));
        assert_eq!(answers.len(), 1, "{method}: {answers:?}");
        let code = &answers[0]["error"]["code"];
        // Only that something cannot be renamed.
        assert!(code.is_null() || *code == -32803, "{method}: {answers:?}");
        n_bytes += answers[0].to_string().len();
    }
    n_bytes
}

/// A text as it is typed: every prefix, and every prefix of the end, with all requests at its end and elsewhere.
#[test]
fn while_typing() {
    let text =
        "import \"b.did\"; // é😀\ntype A = record { \"é x\" : opt vec nat8; nat; 5 : B };\r\n\
                /* c */ type V = variant { a; b : func (x : A) -> (nat) query };\n\
                service s : (A, v : V) -> {\n  // f\n  f : (A) -> (V) oneway; g : B;\n}\n";
    let host = InMemory::default();
    host.insert("b.did", "import \"a.did\"; type B = func () -> ();");
    let mut state = start(&host, ALL);
    state.handle(&did_open("a.did", ""));
    let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    for at in offsets {
        for part in [&text[..at], &text[at..]] {
            let params = json!({
                "textDocument": { "uri": uri("a.did"), "version": 2 },
                "contentChanges": [{ "text": part }]
            });
            state.handle(&notification("textDocument/didChange", &params));
            let last = u32::try_from(part.lines().count()).expect("few lines");
            for (line, character) in [(0, 20), (1, 12), (last.saturating_sub(1), 9)] {
                ask_all(&mut state, "a.did", line, character);
            }
        }
    }
}

/// Changes at positions of the old text, many at once, give the text that they give one by one.
#[test]
fn changes() {
    let host = InMemory::default();
    let mut state = start(&host, "{}");
    let mut expected = "a\r\nbé😀c\n\nd".to_string();
    state.handle(&did_open("a.did", &expected));
    let mut seed = 1u32;
    let mut random = |n: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % n
    };
    for _ in 0..300 {
        let mut changes = Vec::new();
        for _ in 0..random(4) {
            let mut position = || (random(6), random(6));
            let (start, end) = (position(), position());
            let text = ["", "x", "\n", "\r", "😀", "y\r\nz"][random(6) as usize];
            let at = |(line, character)| json!({ "line": line, "character": character });
            changes.push(json!({ "range": { "start": at(start), "end": at(end) }, "text": text }));
            let index = super::position::LineIndex::new(&expected, Default::default());
            let at = |(line, character)| gen_lsp_types::Position { line, character };
            let range = gen_lsp_types::Range {
                start: at(start),
                end: at(end),
            };
            let span = index.span(&expected, range);
            expected.replace_range(std::ops::Range::from(span), text);
        }
        let params = json!({
            "textDocument": { "uri": uri("a.did"), "version": 2 },
            "contentChanges": changes
        });
        state.handle(&notification("textDocument/didChange", &params));
        assert_eq!(state.documents.open[&uri("a.did")].text, expected);
        if expected.len() > 200 {
            expected.clear();
            let params = json!({
                "textDocument": { "uri": uri("a.did"), "version": 2 },
                "contentChanges": [{ "text": "" }]
            });
            state.handle(&notification("textDocument/didChange", &params));
        }
    }
}

/// Types nested more deeply than any stack is large enough for.
#[test]
fn deep() {
    let host = InMemory::default();
    let mut state = start(&host, ALL);
    for part in [
        "opt ",
        "record { a : ",
        "variant { a : ",
        "vec record { ",
        "func (",
        "service { f : (",
        "((",
        "/*",
    ] {
        for n in [1_000, 25_000] {
            let text = format!("type A = {}", part.repeat(n));
            state.handle(&did_open("a.did", &text));
            for at in [300, u32::MAX] {
                ask_all(&mut state, "a.did", 0, at);
            }
        }
    }
}

/// The answers grow as the text does.
#[test]
fn linear() {
    let mut sizes = Vec::new();
    for n in [200, 400, 800] {
        let host = InMemory::default();
        let mut state = start(&host, ALL);
        let type_ = |idx| {
            format!("type A{idx:04} = record {{ a : A0000; b : opt A{idx:04}; \"é\" : nat }};")
        };
        let lines: Vec<String> = (0..n).map(type_).collect();
        // On one line, too.
        for separator in ["\n", ""] {
            state.handle(&did_open("a.did", &lines.join(separator)));
            sizes.push(ask_all(&mut state, "a.did", 0, 26));
        }
    }
    for (idx, size) in sizes.iter().enumerate().skip(2) {
        let before = sizes[idx - 2];
        assert!(
            *size < before * 21 / 10 && *size > before * 3 / 2,
            "{sizes:?}"
        );
    }
}

/// With a configuration, the lints that it asks for run, and no others.
#[test]
fn lints_run_once() {
    let text: String = (0..200)
        .map(|i| format!("type T{i} = record {{ a{i} : nat }};\n"))
        .collect();
    let n_allocations = |config: Option<&str>| {
        let host = InMemory::default();
        if let Some(config) = config {
            host.insert(FILE_NAME, config);
        }
        let mut state = start(&host, "{}");
        send(&mut state, &did_open("a.did", &text));
        let change = json!({
            "textDocument": { "uri": uri("a.did"), "version": 2 },
            "contentChanges": [{ "text": format!("{text}// more\n") }],
        });
        let change = notification("textDocument/didChange", &change);
        let info = allocation_counter::measure(|| {
            send(&mut state, &change);
        });
        info.count_total
    };
    let default = n_allocations(None);
    let none = n_allocations(Some("[lint.levels]\nall = \"allow\"\n"));
    assert!(none < default, "{none} without lints, {default} with them");
}
