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
//! | `hold` | comparisons, and checks of what imports a changed document, take until `work` |
//! | `< MESSAGE` | an answer |
//!
//! In parameters, `@a.did` is the URI of a file, `@a.did:1:2` members for the document and the position.

mod typing;

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

    fn canonical_folders(&self, folders: &[PathBuf]) -> Vec<PathBuf> {
        folders.to_vec()
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
    parsed(state.handle(message))
}

/// Makes all checks and comparisons, and returns the messages that these cause.
fn work(state: &mut State<'_>, host: &InMemory) -> Vec<Value> {
    let mut answers = Vec::new();
    while !state.is_settled() {
        answers.extend(parsed(state.settle_next()));
    }
    while let Some(job) = state.next_job() {
        answers.extend(parsed(state.compared(&job.run(host))));
    }
    answers
}

fn parsed(messages: Vec<String>) -> Vec<Value> {
    let parsed = messages.iter().map(|text| serde_json::from_str(text));
    parsed.map(|message| message.expect("JSON")).collect()
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
    let mut is_held = false;
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
            "hold" | "work" => {
                is_held = word == "hold";
                Vec::new()
            }
            _ => panic!("unknown line {line}"),
        };
        let mut answers = Vec::new();
        if !message.is_empty() || word == "raw" {
            answers = send(&mut state, &message);
        }
        if !is_held {
            answers.extend(work(&mut state, &host));
        }
        for answer in answers {
            assert_eq!(answer["jsonrpc"], "2.0");
            let mut answer = answer;
            answer.as_object_mut().expect("an object").remove("jsonrpc");
            let version = concat!("\"", env!("CARGO_PKG_VERSION"), "\"");
            let answer = answer.to_string().replace(version, "\"VERSION\"");
            let answer = answer.replace(env!("CARGO_PKG_REPOSITORY"), "REPOSITORY");
            found.push_str(&format!("< {answer}\n"));
        }
        if let Some(code) = state.exit_code() {
            found.push_str(&format!("< exit code {code}\n"));
        }
    }
    found
}
