//! Measures how long `didc lsp` takes for a keystroke, and for the requests that editors send after one, in an interface
//! of 5,000 lines; beside it `didc check` of the same file.
//!
//! `cargo bench -p didc --bench keystrokes` builds both programs with optimisation.

use serde_json::{json, Value};
use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The program, built with the same profile.
const DIDC: &str = env!("CARGO_BIN_EXE_didc");

/// Number of definitions, of ten lines each.
const N_TYPES: usize = 450;

const N_KEYS: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let text = interface();
    let file = std::env::temp_dir().join(format!("keystrokes-{}.did", std::process::id()));
    std::fs::write(&file, &text)?;
    let n_lines = text.lines().count();
    println!("{n_lines} lines, {} bytes\n", text.len());
    println!("{:<34} {:>10} {:>10}", "", "median", "maximum");

    let mut session = Session::start()?;
    let uri = format!("file://{}", file.display());
    let document = json!({ "uri": uri, "languageId": "candid", "version": 1, "text": text });
    session.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
    session.read()?;
    // In the middle of the file: a name is typed, which is undefined until it is complete.
    let line = n_lines / 2 / 10 * 10 + 1;
    let mut keys = Vec::new();
    let mut requests: Vec<(&str, Vec<Duration>)> = [
        "textDocument/completion",
        "textDocument/hover",
        "textDocument/references",
        "textDocument/codeAction",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "textDocument/codeLens",
        "textDocument/typeDefinition",
        "textDocument/formatting",
        "textDocument/rangeFormatting",
        "textDocument/onTypeFormatting",
    ]
    .map(|method| (method, Vec::new()))
    .into();
    let position = |character: usize| json!({ "line": line, "character": character });
    for n in 0..N_KEYS {
        let end = 12 + n;
        let change =
            json!({ "range": { "start": position(end), "end": position(end) }, "text": "x" });
        let start = Instant::now();
        let params = json!({
            "textDocument": { "uri": uri, "version": n + 2 },
            "contentChanges": [change]
        });
        session.notify("textDocument/didChange", params)?;
        session.read()?;
        keys.push(start.elapsed());
        let shown = json!({ "start": { "line": line - 30, "character": 0 }, "end": { "line": line + 30, "character": 0 } });
        for (method, times) in &mut requests {
            let range = match *method {
                "textDocument/codeAction" => {
                    json!({ "start": position(end), "end": position(end) })
                }
                _ => shown.clone(),
            };
            let start = Instant::now();
            session.ask(
                method,
                json!({
                    "textDocument": { "uri": uri },
                    "position": position(end),
                    "range": range,
                    "ch": ";",
                    "options": { "tabSize": 2, "insertSpaces": true },
                    "context": { "includeDeclaration": true, "triggerKind": 1, "diagnostics": [] }
                }),
            )?;
            times.push(start.elapsed());
        }
    }
    row("keystroke, until its diagnostics", keys);
    for (method, times) in requests {
        row(method, times);
    }
    session.ask("shutdown", Value::Null)?;
    session.notify("exit", Value::Null)?;
    session.child.wait()?;

    let mut checks = Vec::new();
    for _ in 0..N_KEYS {
        let start = Instant::now();
        Command::new(DIDC).arg("check").arg(&file).output()?;
        checks.push(start.elapsed());
    }
    row("didc check", checks);
    std::fs::remove_file(&file)?;
    Ok(())
}

/// Returns an interface of 5,000 lines.
fn interface() -> String {
    let mut text = String::new();
    for n in 0..N_TYPES {
        let _ = write!(
            text,
            "// The type with number {n}.\ntype Type{n} = record {{\n  // Who may change it.\n  owner : principal;\n  \
             subaccount : opt blob;\n  previous : opt Type{};\n  amounts : vec record {{ nat; text }};\n  \
             state : variant {{ open; closed : nat64; error : text }};\n  created_at : nat64;\n}};\n",
            n / 2
        );
    }
    text.push_str("service : {\n");
    for n in 0..N_TYPES {
        let _ = writeln!(
            text,
            "  method_{n} : (Type{n}, opt nat) -> (vec Type{n}) query;"
        );
    }
    text.push_str("}\n");
    text
}

fn row(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let milliseconds = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64) * 1e3;
    let (median, most) = (times.get(times.len() / 2), times.last());
    println!(
        "{name:<34} {:>7.2} ms {:>7.2} ms",
        milliseconds(median),
        milliseconds(most)
    );
}

/// A server, and the pipes to it.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start() -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(DIDC)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut session = Session {
            child,
            input,
            output,
        };
        session.ask(
            "initialize",
            json!({ "processId": null, "rootUri": null, "capabilities": {
                "textDocument": { "codeAction": { "codeActionLiteralSupport": {} } } } }),
        )?;
        Ok(session)
    }

    fn send(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.input.flush()?)
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<(), Box<dyn Error>> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Sends a request and reads its answer, which must be a result.
    fn ask(&mut self, method: &str, params: Value) -> Result<(), Box<dyn Error>> {
        self.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))?;
        let answer = self.read()?;
        if answer.starts_with(br#"{"error""#) {
            return Err(format!("{method}: {}", String::from_utf8_lossy(&answer)).into());
        }
        Ok(())
    }

    /// Reads a message, without parsing it.
    fn read(&mut self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let len = line.trim().strip_prefix("Content-Length: ");
        let len: usize = len.ok_or("no length")?.parse()?;
        self.output.read_line(&mut line)?;
        let mut bytes = vec![0; len];
        self.output.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
